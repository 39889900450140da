"""Actions, events and decisions in words. What has no words of its own is shown as the log writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from game.api import NO_CELL, Action, Event, Game, State, Task
from game.core.types import door_of
from game.io.replay import action_codec
from game.rules.avatar.actions import ChooseCard
from game.rules.skirmish.actions import Deploy, Move
from game.rules.skirmish.command import VALUES as COMMANDS
from game.rules.skirmish.tasks import Order
from game.text.naming import Naming
from game.text.prompts import Prompts
from game.text.words import Words

_THINGS = frozenset({"unit", "by", "actor", "attacker", "officer", "target", "friend", "marker"})
_MANY = frozenset({"members", "targets", "units", "watchers"})
_CELLS = frozenset({"cell", "to", "at", "way_cell"})
_FAMILIES = {
    "upgrade": "upgrades",
    "weapon": "weapons",
    "equipment": "equipment",
    "policy": "policies",
    "state": "states",
    "attribute": "attributes",
}
_TABLES = {"purpose": "purposes", "reason": "removals", "event": "happenings", "why": "form_reasons"}

_NAMED = ("units", "effects", "states", "markers", "equipment", "weapons", "skills", "upgrades", "manifestation")
"""Families that are searched for a word that may be the name of anything."""
_HIVE_KINDS = ("xeno", "catharsis", "withdraw")
"""Kinds of orders that are told by what is done with them."""


class Phrases:
    """Words for one view of a table."""

    def __init__(self, game: Game, state: State, words: Words) -> None:
        self.game = game
        self.state = state
        self.words = words
        self.naming = Naming(game, state, words)

    # --- actions -------------------------------------------------------------------------------------------------

    def action(self, action: Action) -> str:
        """What an action does, as an entry of a menu."""
        tag = tag_of(action)
        key = self._variant(tag, action)
        if not self.words.has("actions", key):
            return self.notation(action)
        values = self._values(action)
        if isinstance(action, ChooseCard):
            values["card"] = self.naming.card(action.card, explained=True)
        said = self.words.of("actions", key, **values)
        return ", ".join((said, *self._extras(action)))

    def notation(self, action: Action) -> str:
        """An action as the log writes it; it can be typed as it is."""
        return action_codec(self.game.rulebook).text(action, self.game.board)

    def _variant(self, tag: str, action: Any) -> str:
        """The key of the text for this form of the action."""
        fields = action.__struct_fields__
        if getattr(action, "door", -1) >= 0 and self.words.has("actions", f"{tag}_door"):
            return f"{tag}_door"
        if "hidden" in fields and action.hidden:
            return f"{tag}_hidden"
        if "path" in fields and not action.path and self.words.has("actions", f"{tag}_stay"):
            return f"{tag}_stay"
        if tag == "aim_event" and (action.name or action.cell != NO_CELL):
            return "aim_event_name" if action.name else "aim_event_cell"
        if "targets" in fields and action.at >= 0:
            return tag + ("_at" if action.targets else "_place")
        if tag == "use" and action.target:
            return "use_target"
        return tag

    def _extras(self, action: Action) -> Iterable[str]:
        for name in ("first", "last"):
            value = getattr(action, name, "")
            if value:
                yield self.words.of("actions", f"{name}_{value}")
        if isinstance(action, Deploy):
            unit = self.state.units.get(action.unit)
            if unit is not None and self.naming.forms(unit.kind) > 1:
                yield self.words.of("actions", "as_form", form=self.naming.form(unit.kind, action.form))
        for step in getattr(action, "path", ()):
            if step < 0:
                yield self.words.of("actions", "opens", door=self.naming.door(door_of(step)))

    def _values(self, value: Action | Event | Task) -> dict[str, str]:
        found: dict[str, str] = {}
        for name in value.__struct_fields__:
            found[name] = self._value(name, getattr(value, name))
        path = getattr(value, "path", None)
        if path is not None:
            cells = [step for step in path if step >= 0]
            found["path"] = self.naming.cell(cells[-1]) if cells else self.words.of("directions", "here")
            found["steps"] = str(len(cells))
        if "form" in found:
            found["form"] = self._form(value)
        return found

    def _form(self, value: Any) -> str:
        """The name of the form that an action or event of some unit names by its number."""
        task: Any = self.game.waiting(self.state)
        unit_id = getattr(value, "unit", 0) or getattr(task, "actor", 0) or getattr(task, "unit", 0)
        unit = self.naming.known(unit_id)
        return str(value.form) if unit is None else self.naming.form(unit.kind, value.form)

    def _value(self, name: str, value: Any) -> str:
        naming, texts = self.naming, self.words.texts
        readers: dict[str, Callable[[Any], str]] = {"door": naming.door, "side": naming.side}
        if name in readers and value not in (-1, ""):
            return readers[name](value)
        if isinstance(value, Action):
            return self.action(value)
        if name in _THINGS and isinstance(value, int):
            return naming.thing(value) if value else self.words.say("nobody")
        if name in _MANY:
            return naming.things(value)
        if name in _CELLS and isinstance(value, int):
            return naming.cell(value)
        if name in _FAMILIES:
            return texts.name(_FAMILIES[name], value)
        if name in _TABLES:
            return self.words.of(_TABLES[name], value)
        if isinstance(value, tuple):
            return ", ".join(self._named(str(part)) for part in value) or self.words.say("nothing_chosen")
        return self._named(value) if isinstance(value, str) else str(value)

    def _named(self, word: str) -> str:
        """A word of the rules by its name, whatever kind of thing it is."""
        texts = self.words.texts
        if self.words.has("names", word):
            return self.words.of("names", word)
        for family in _NAMED:
            name = texts.name(family, word)
            if name != word.replace("_", " "):
                return name
        return word.replace("_", " ")

    # --- events --------------------------------------------------------------------------------------------------

    def event(self, happened: Event) -> str:
        """What happened, in a sentence; empty for what nobody needs to be told."""
        tag = tag_of(happened)
        values = self._values(happened)
        event: Any = happened
        key = tag
        match tag:
            case "dice_rolled":
                values["faces"] = " ".join(str(face) for face in event.faces)
                values["need"] = ""
            case "unit_placed":
                unit = event.unit
                values |= {"unit_label": self.naming.unit(unit), "cell": self.naming.cell(unit.cell)}
                key = tag if unit.cell != NO_CELL else "unit_placed_off"
            case "unit_wounded":
                amount = event.amount
                values["amount"] = str(abs(amount))
                key = tag if amount > 0 else "unit_wounded_healed"
            case "effect_started" | "effect_ended":
                effect = event.effect
                if effect.name in COMMANDS:
                    return ""  # the command itself was told, and whom it reached
                values["effect"] = self.words.texts.name("effects", effect.name)
                values["effect_on"] = self.naming.thing(effect.unit) if effect.unit else self.naming.side(effect.side)
            case "marker_placed":
                marker = event.marker
                values |= {
                    "marker_kind": self.words.texts.name("markers", marker.kind),
                    "cell": self.naming.cell(marker.cell),
                }
            case "order_given":
                own = f"{tag}_{event.kind}"
                key = own if self.words.has("events", own) else tag if event.kind not in _HIVE_KINDS else f"{tag}_xeno"
            case "unit_moved" if self.words.has("events", f"{tag}_{event.how}"):
                key = f"{tag}_{event.how}"
            case "card_set" if not event.card:
                key = "card_set_none"
            case "card_marked" if event.due:
                key = "card_marked_due"
            case "skill_declared" if isinstance(event.action, Move) and any(step >= 0 for step in event.action.path):
                return ""  # the walk that follows says it
            case "save_made" | "guts_taken":
                passed = getattr(event, "saved", None) or getattr(event, "passed", None)
                key = f"{tag}_{'yes' if passed else 'no'}"
            case "marker_removed" if event.reason == "set_off":
                return ""  # the template that lies there says it
            case "template_placed" if not self._is_unit(event.unit):
                key = "template_placed_alone"
            case "attack_resolved":
                if not self._is_unit(event.attacker):  # a mine, which is gone by now
                    values["attacker"] = values["weapon"]
                if event.door >= 0:
                    values["target"] = values["door"]
        if not self.words.has("events", key):
            return ""
        return self.words.of("events", key, **values)

    def _is_unit(self, thing: int) -> bool:
        return thing in self.state.units or thing in self.state.gone

    # --- decisions -----------------------------------------------------------------------------------------------

    def task(self, asked: Task) -> str:
        """The question that a decision asks."""
        tag = tag_of(asked)
        key = tag if self.words.has("tasks", tag) else "other"
        values = self._values(asked) | {"task": tag.replace("_", " ")}
        task: Any = asked
        actor = getattr(task, "actor", None) or getattr(task, "unit", None)
        if actor is not None:
            values["unit"] = self.naming.thing(actor)
        if tag == "orders_phase":
            values["pool"] = str(self.state.sides[task.side].pool)
        if tag == "dice_choice":
            values["pool_dice"] = " ".join(str(face) for face in task.pool)
        if tag == "react":
            values["actor"] = self._running_actor()
        if tag == "deployment":
            values["unit"] = self._next_to_deploy()
        if actor is not None:
            own = Prompts(self.game, self.state, self.words).of(asked, actor)
            key, values = own.key or key, {**values, **own.values}
        return self.words.of("tasks", key, **values)

    def _running_actor(self) -> str:
        for task in reversed(self.state.agenda):
            if isinstance(task, Order):
                return self.naming.thing(task.actor)
        return self.words.say("nobody")

    def _next_to_deploy(self) -> str:
        options = self.game.options(self.state)
        return self.naming.thing(getattr(options[0], "unit", 0)) if len(options) else self.words.say("nobody")


def tag_of(value: Action | Event | Task) -> str:
    """The word by which the notation names a type."""
    return str(type(value).__struct_config__.tag)
