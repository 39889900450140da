"""What a unit has and cannot use now: its weapons, skills and gear, each with the rules' own reason. No pygame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from game.api import NO_CELL, Action, Refusal, Unit, View, actions, moves, queries, tasks
from game.text.phrases import tag_of
from game.text.words import Words
from game.ui.play.choices import Choices, acting_unit
from game.ui.play.planning import can_watch

_OWN: Final = frozenset({"declare_first", "declare_second"})
"""Decisions that any skill could answer."""
_ASKED: Final = _OWN | {"react", "xeno_attack"}
"""Decisions that attacks could answer, too."""
_FAR: Final = 60
"""Points of a walk that nobody could take."""
_USED: Final = ("medikit", "doctor", "engineer")
"""Skills and gear that are used on something beside their owner."""
_LAID: Final = ("d_charge", "em_mine")
"""Gear that is laid on a cell."""


@dataclass(frozen=True, slots=True)
class Barred:
    """A kind of action with what it is done with, and why that cannot be."""

    tag: str
    things: tuple[tuple[str, str], ...]
    """Tables of names, and what is named there."""
    refusal: Refusal
    why: str
    """The reason in words, with its clause."""

    def label(self, words: Words) -> str:
        """What it is called: the action, and what it is done with."""
        named = ", ".join(words.texts.name(table, thing) for table, thing in self.things)
        said = words.texts.name("actions", self.tag)
        said = said[:1].upper() + said[1:]
        return f"{said}: {named}" if named else said


def barred(choices: Choices, words: Words) -> list[Barred]:
    """What whoever acts, or may react, has and cannot do now. Things with one reason are told together."""
    view, unit = choices.within, acting_unit(choices.within)
    task = view.game.waiting(view.state)
    if unit is None or unit.cell == NO_CELL or unit.kind not in view.game.kinds:
        return []
    if task is None or tag_of(task) not in _ASKED:
        return []
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    refusals: dict[tuple[str, str], Refusal] = {}
    for tag, thing, action in _wanted(choices, view, unit, tag_of(task)):
        refusal = view.verdict(action).refusal
        if refusal is None:
            continue
        key = tag, words.texts.refusal(refusal, view)
        refusals[key] = refusal
        found.setdefault(key, []).extend([thing] if thing is not None else [])
    return [Barred(tag, tuple(things), refusals[tag, why], why) for (tag, why), things in found.items()]


def _wanted(
    choices: Choices, view: View, unit: Unit, asked: str
) -> Iterator[tuple[str, tuple[str, str] | None, Action]]:
    """What it would do with all that it has and that is not among its options."""
    tags = {choice.tag for choice in choices.everything}
    yield from _attacks(choices, view, unit)
    if asked == "react" and "dodge" not in tags:
        yield "dodge", None, actions.Dodge()
    if asked not in _OWN:
        return
    if "move" not in tags:
        reach = moves.walk_reach(view.ctx, unit, _FAR)
        near = next((cell for cell in reach.cost if cell != unit.cell), NO_CELL)
        if near != NO_CELL:
            yield "move", None, actions.Move(moves.path_in(reach, near))
    if "dodge" not in tags:
        yield "dodge", None, actions.Dodge()
    yield from _gear(choices, view, unit)


def _attacks(choices: Choices, view: View, unit: Unit) -> Iterator[tuple[str, tuple[str, str] | None, Action]]:
    """Each weapon that is not offered, aimed at whom it would be aimed at: a target of others, or the nearest."""
    offered = {getattr(choice.action, "weapon", "") for choice in choices.everything}
    foe = _foe(choices, view, unit)
    if foe is None:
        return
    for weapon in queries.profile_of(view.ctx, unit).weapons:
        if weapon in offered:
            continue
        known = view.game.weapons[weapon]
        if known.use == "cc":
            yield "fight", ("weapons", weapon), actions.Fight(weapon, foe.id)
        elif known.template:
            yield "shoot", ("weapons", weapon), actions.Shoot(weapon, at=foe.cell)
        else:
            yield "shoot", ("weapons", weapon), actions.Shoot(weapon, (foe.id,))


def _foe(choices: Choices, view: View, unit: Unit) -> Unit | None:
    order = tasks.running_order(view.ctx)
    acting = view.state.units.get(order.actor) if order is not None else None
    if acting is not None and queries.are_foes(view.ctx, unit.side, acting.side):
        return acting
    foes = [foe for foe in view.foes if can_watch(view, foe)]
    aimed = [foe for foe in foes if foe.id in choices.things]
    return min(
        aimed or foes, key=lambda foe: (queries.range_between(view.ctx, unit, foe), foe.id), default=None
    )  # fmt: skip


def _gear(choices: Choices, view: View, unit: Unit) -> Iterator[tuple[str, tuple[str, str] | None, Action]]:
    """Skills and equipment that are not offered, tried on whatever is nearest."""
    profile = queries.profile_of(view.ctx, unit)
    chosen: list[Any] = [choice.action for choice in choices.everything]
    offered = {getattr(action, "what", "") or getattr(action, "equipment", "") for action in chosen}
    tags = {choice.tag for choice in choices.everything}
    friends = [other for other in view.own if other.cell != NO_CELL and other.id != unit.id]
    friend = min(
        friends, key=lambda other: (queries.range_between(view.ctx, unit, other), other.id), default=unit
    )  # fmt: skip
    for table, owned in (("equipment", profile.equipment), ("skills", profile.skills)):
        for thing in owned:
            if thing in offered:
                continue
            if thing in _USED:
                yield "use", (table, thing), actions.Use(thing, friend.id)
            elif thing in _LAID:
                yield "place", (table, thing), actions.Place(thing, unit.cell)
    foe = _foe(choices, view, unit)
    knives = [weapon for weapon in profile.weapons if view.game.weapons[weapon].use == "cc"]
    if "berserk" in profile.skills and "berserk" not in tags and foe is not None and knives:
        yield "berserk", None, actions.Berserk(foe.id, knives[0])
    if "camouflage" in profile.skills and "hide" not in tags:
        yield "hide", None, actions.Hide()
