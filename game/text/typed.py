"""What a person typed, as actions: a number, a shorthand such as ``move 3 12,5``, or a line of the log.

A shorthand names a kind of action and says something about it: a unit's number, a cell, a word. It stands for every
option that all of this fits; if that is one, it is meant. ``move 3 12,5`` said while orders are given stands for the
order to unit 3 and the move that follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import product
from typing import Any, Final

from msgspec import Struct

from game.api import NO_CELL, Action, BroodfallError, DataError, Game, Options, State, View
from game.board.fields import path as cheapest_path
from game.io.replay import action_codec
from game.rules.skirmish.names import DEPLOYABLES
from game.rules.skirmish.queries import arms_of, gear_of
from game.text.naming import Naming
from game.text.odds import NoDice
from game.text.phrases import tag_of
from game.text.words import Words

LEADS: Final = ("give_order", "activate_xeno")
"""Actions that only say which unit goes; a shorthand may begin with its unit instead."""
_KIND_ORDER: Final = ("impetuous", "own", "lieutenant", "pool")
"""Which order a shorthand spends when there are several: those nobody else could use come first."""
_FLAGS: Final = ("hidden", "first", "last")
"""Fields that are meant only when they are said."""
_CELL = re.compile(r"(\d{1,3}),(\d{1,3})")
_ID = re.compile(r"#?(\d{1,6})")
_UNIT: Final = "unit"
_LEAST_LETTERS: Final = 2
"""Letters by which a word is recognised."""


class Reading(Struct, frozen=True):
    """What a line means: ``actions`` to be done one after another, or several ``choices``, or a ``problem``."""

    actions: tuple[Action, ...] = ()
    choices: tuple[tuple[Action, ...], ...] = ()
    problem: str = ""


class Facets(Struct, frozen=True):
    """What can be said about an action: the ids, cells and words in it."""

    ids: tuple[int, ...]
    cells: tuple[int, ...]
    words: tuple[str, ...]
    flags: int


class Typed:
    """Reads lines in one language."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._verbs = words.typed("verbs")
        self._fillers = frozenset(words.say("fillers").split())

    def tags(self, word: str) -> tuple[str, ...]:
        """The kinds of action that a typed word may mean."""
        return self._verbs.get(word.lower(), ())

    def near(self, word: str, also: Iterable[str]) -> str:
        """The known word nearest to an unknown one; empty if none is near."""
        found = get_close_matches(word.lower(), [*self._verbs, *also], n=1)
        return found[0] if found else ""

    def means_action(self, word: str, view: View) -> bool:
        """Does a word name something that can be done now, at once or after saying which unit goes?"""
        tags = self.tags(word)
        options = view.options()
        return any(tag_of(action) in (*tags, *(LEADS if tags else ())) for action in options)

    def read(self, line: str, view: View) -> Reading:
        """What a line means for the decision that waits."""
        options = view.options()
        text = line.strip()
        if text.isdecimal():
            return self._number(int(text), options)
        if "=" in text:
            return self._exact(text, view)
        verb, *rest = text.split()
        arguments = [word for word in rest if word.lower() not in self._fillers]
        tags = self.tags(verb)
        found = self._fitting(tags, arguments, view, options)
        if not found:
            found = self._after_lead(tags, arguments, view, options)
        if len(found) == 1:
            return Reading(actions=found[0])
        if found:
            return Reading(choices=tuple(found))
        return Reading(problem=self._why_not(text, tags, arguments, view, options))

    def _number(self, number: int, options: Options) -> Reading:
        if 1 <= number <= len(options):
            return Reading(actions=(options[number - 1],))
        return Reading(problem=self.words.say("no_number", count=len(options), number=number))

    def _exact(self, text: str, view: View) -> Reading:
        try:
            action = action_codec(view.game.rulebook).parse(text, view.board)
        except DataError as error:
            return Reading(problem=self.words.say("unreadable", message=error))
        refusal = view.verdict(action).refusal
        return Reading(actions=(action,)) if refusal is None else Reading(problem=self.words.texts.refusal(refusal))

    def _fitting(
        self, tags: Sequence[str], arguments: Sequence[str], view: View, options: Options
    ) -> list[tuple[Action, ...]]:
        """The options that fit, each as the whole of what is to be done; those with unsaid extras only if need be."""
        describe = Describer(view, self.words)
        families = [action for action in options if tag_of(action) in tags]
        for said in self._sayings(arguments, view):
            fits = [(facets.flags, action) for action in families if (facets := describe.fit(action, said)) is not None]
            least = min((flags for flags, _ in fits), default=0)
            if fits:
                return [(action,) for flags, action in fits if flags == least]
        return []

    def _sayings(self, arguments: Sequence[str], view: View) -> Iterable[Sequence[str]]:
        """The arguments as they are, then without a first one that only names the unit that acts anyway."""
        yield arguments
        task = view.game.waiting(view.state)
        actor = getattr(task, "actor", None) or getattr(task, "unit", None)
        if arguments and actor is not None and actor in self.units(arguments[0], view):
            yield arguments[1:]

    def _after_lead(
        self, tags: Sequence[str], arguments: Sequence[str], view: View, options: Options
    ) -> list[tuple[Action, ...]]:
        if not arguments:
            return []
        units = self.units(arguments[0], view)
        leads: list[Any] = [a for a in options if tag_of(a) in LEADS and getattr(a, _UNIT) in units]
        leads.sort(key=lambda lead: _KIND_ORDER.index(lead.kind) if hasattr(lead, "kind") else 0)
        tried: set[int] = set()
        found: list[tuple[Action, ...]] = []
        for lead in leads:
            unit = lead.unit
            if unit in tried:
                continue
            after = imagined(view, lead)
            if after is None:
                continue
            fits = self._fitting(tags, arguments[1:], after, after.options())
            if fits:
                tried.add(unit)
                found += [(lead, *fit) for fit in fits]
        return found

    def units(self, word: str, view: View) -> list[int]:
        """The units a word may stand for: by number, by the cell they stand on, or by name."""
        by_id = _ID.fullmatch(word)
        if by_id:
            return [int(by_id[1])] if int(by_id[1]) in view.state.units else []
        cell = read_cell(word, view.game)
        if cell is not None:
            return [view.state.at[cell]] if cell in view.state.at else []
        if len(word) < _LEAST_LETTERS:
            return []
        texts = self.words.texts
        return [
            unit.id
            for unit in view.state.units.values()
            if any(part.startswith(word.lower()) for part in names_of(texts.unit(unit.kind), unit.kind))
        ]

    def _why_not(self, text: str, tags: Sequence[str], arguments: Sequence[str], view: View, options: Options) -> str:
        """Why nothing fits: the rules' own refusal of what was most likely meant, or what could be said instead."""
        after: View | None = view
        said = arguments
        if not any(kind_tag(kind) in tags for kind in _askable(view)) and arguments:
            units = self.units(arguments[0], view)
            lead = next((a for a in options if tag_of(a) in LEADS and getattr(a, _UNIT) in units), None)
            after, said = (imagined(view, lead), arguments[1:]) if lead is not None else (None, arguments)
        if after is not None:
            refusal = Guess(after, self.words).refusal(tags, said)
            if refusal:
                return refusal
        verb = text.split()[0]
        if not any(tag_of(action) in tags for action in options) and after is None:
            return self.words.say("not_now", verb=verb)
        return self.words.say("none_fits", typed=text)


class Describer:
    """Which of the things that were said fit an action."""

    def __init__(self, view: View, words: Words) -> None:
        self._view = view
        self._words = words
        self._naming = Naming(view.game, view.state, words)

    def fit(self, action: Action, said: Sequence[str]) -> Facets | None:
        """The facets of an action that everything said fits; None if something does not."""
        facets = self._facets(action, said)
        return facets if all(self._fits(facets, word) for word in said) else None

    def _fits(self, facets: Facets, word: str) -> bool:
        cell = read_cell(word, self._view.game)
        if cell is not None:
            return cell in facets.cells
        by_id = _ID.fullmatch(word)
        if by_id:
            return int(by_id[1]) in facets.ids
        lower = word.lower()
        return any(part == lower or (len(lower) >= _LEAST_LETTERS and part.startswith(lower)) for part in facets.words)

    def _facets(self, action: Action, said: Sequence[str]) -> Facets:
        ids: list[int] = []
        cells: list[int] = []
        words: list[str] = []
        flags = 0
        for name in action.__struct_fields__:
            value = getattr(action, name)
            if name in ("unit", "officer", "target"):
                ids.append(value)
            elif name == "targets":
                ids.extend(value)
            elif name in ("cell", "to", "at"):
                cells.append(value)
            elif name == "path":
                steps = [step for step in value if step >= 0]
                cells.extend(steps[-1:])
                doors = [f"d{-step - 1}" for step in value if step < 0]
                words += doors
                flags += sum(1 for door in doors if door not in said)  # another door than the way needs, or one more
            elif name == "door":
                words += [f"d{value}"] if value >= 0 else []
                cells += self._view.board.doors[value].cells if value >= 0 else ()
            elif name == "form":
                words += self._forms(action, value)
            elif isinstance(value, str):
                words += self._word(value)
            elif isinstance(value, tuple):
                words += [part for word in value for part in self._word(str(word))]
            elif value is True:
                words.append(name)
            if name in _FLAGS and value and not any(word.lower() in (name, str(value)) for word in said):
                flags += 1
        for thing in ids:
            unit = self._view.state.units.get(thing)
            if unit is not None:
                cells += self._view.board.footprint(unit.cell, unit.size) if unit.cell != NO_CELL else ()
                words += names_of(self._naming.kind(unit.kind), unit.kind)
            marker = self._view.state.markers.get(thing)
            if marker is not None:
                cells.append(marker.cell)
                words += names_of(self._words.texts.name("markers", marker.kind), marker.kind)
        return Facets(tuple(ids), tuple(cells), tuple(words), flags)

    def _forms(self, action: Any, form: int) -> list[str]:
        """The words for a form of the unit that acts: its number from 1, and its name."""
        task: Any = self._view.game.waiting(self._view.state)
        unit = self._naming.known(getattr(action, "unit", 0) or getattr(task, "actor", 0) or getattr(task, "unit", 0))
        return [] if unit is None else [f"f{form + 1}", *names_of(self._naming.form(unit.kind, form))]

    def _word(self, word: str) -> list[str]:
        texts = self._words.texts
        found = names_of(word)
        for family in ("weapons", "units", "effects", "equipment", "policies", "states", "upgrades", "manifestation"):
            found += names_of(texts.name(family, word))
        return found


class Guess:
    """Makes the action that was most likely meant, only to hear why it is refused."""

    def __init__(self, view: View, words: Words) -> None:
        self._view = view
        self._words = words

    def refusal(self, tags: Sequence[str], said: Sequence[str]) -> str:
        """The rules' answer; empty where no such action could be made of what was said."""
        for kind in _askable(self._view):
            if kind_tag(kind) in tags:
                for action in self._made(kind, said):
                    refusal = self._view.verdict(action).refusal
                    if refusal is not None:
                        return self._words.texts.refusal(refusal)
        return ""

    def _made(self, kind: type[Action], said: Sequence[str]) -> Iterable[Action]:
        view = self._view
        cell = next((found for word in said if (found := read_cell(word, view.game)) is not None), None)
        number = next((int(match[1]) for word in said if (match := _ID.fullmatch(word))), None)
        if number is None and cell is not None:
            number = view.state.at.get(cell)
        for weapon, gear in product(self._weapons(kind), self._gear(kind)):
            values: dict[str, Any] = {}
            for name in kind.__struct_fields__:
                if name == "path" and cell is not None:
                    values[name] = self._path(cell)
                elif name in ("cell", "to") and cell is not None:
                    values[name] = cell
                elif name in ("target", "unit", "officer") and number is not None:
                    values[name] = number
                elif name == "targets" and number is not None:
                    values[name] = (number,)
                elif name == "weapon":
                    values[name] = weapon
                elif name == "equipment":
                    values[name] = gear
            try:
                yield kind(**values)
            except TypeError:  # something that must be given was not said
                return

    def _actor(self) -> int:
        task = self._view.game.waiting(self._view.state)
        return getattr(task, "actor", 0) or getattr(task, "unit", 0)

    def _weapons(self, kind: type[Action]) -> Sequence[str]:
        unit = self._view.state.units.get(self._actor())
        if "weapon" not in kind.__struct_fields__ or unit is None or unit.kind not in self._view.game.kinds:
            return ("",)
        return arms_of(self._view.ctx, unit) or ("",)

    def _gear(self, kind: type[Action]) -> Sequence[str]:
        """What of the actor's equipment can be set somewhere, for actions that name any."""
        unit = self._view.state.units.get(self._actor())
        if "equipment" not in kind.__struct_fields__ or unit is None or unit.kind not in self._view.game.kinds:
            return ("",)
        known = self._view.game.rulebook.tables.get(DEPLOYABLES, {})
        return [gear for gear in gear_of(self._view.ctx, unit) if gear in known] or ("",)

    def _path(self, goal: int) -> tuple[int, ...]:
        view = self._view
        unit = view.state.units.get(self._actor())
        if unit is None:
            return (goal,)
        found = cheapest_path(view.board, unit.cell, goal, view.state.doors, size=unit.size)
        return tuple(found) if found else (goal,)


def imagined(view: View, lead: Action) -> View | None:
    """The table after an action that rolls no dice, as the same side sees it; None if it is not to act then."""
    try:
        state, _ = view.imagine(lead, NoDice())
    except BroodfallError:
        return None
    return _seen(view.game, state, view.side)


def _seen(game: Game, state: State, side: str) -> View | None:
    return game.view(state, side) if game.to_act(state) == side else None


def _askable(view: View) -> list[type[Action]]:
    task = view.game.waiting(view.state)
    return [] if task is None else [offer.action for offer in view.game.rulebook.offers[type(task)]]


def kind_tag(kind: type[Action]) -> str:
    """The word by which the notation names a kind of action."""
    return str(kind.__struct_config__.tag)


def is_cell(word: str) -> bool:
    """Is a word written like a cell, whether the board has it or not?"""
    return _CELL.fullmatch(word) is not None


def read_cell(word: str, game: Game) -> int | None:
    """The cell of a word such as ``12,5``; None if it is none or lies outside."""
    found = _CELL.fullmatch(word)
    if found is None:
        return None
    try:
        return game.board.cell(int(found[1]), int(found[2]))
    except ValueError:
        return None


def names_of(*names: str) -> list[str]:
    """The words by which something may be named: each name as one word, and its parts."""
    found: list[str] = []
    for name in names:
        lower = name.lower().replace(",", " ")
        found += [lower.replace(" ", "_"), *lower.replace("_", " ").split()]
    return found
