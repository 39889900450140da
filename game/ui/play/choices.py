"""The options of a decision as things to point at: cells, units, doors, and what is left for the list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, Literal

from game.api import NO_CELL, Action, BroodfallError, Unit, View, door_of, queries
from game.text.odds import NoDice
from game.text.phrases import tag_of

LEADS: Final = ("give_order", "activate_xeno")
"""Actions that only say who goes; choosing that unit and what it does is one thing for a person."""
_ORDER_OF_KINDS: Final = ("impetuous", "own", "lieutenant", "pool")
"""Which order is spent where there are several: those that nobody else could use come first."""
_WALKS: Final = ("move", "climb", "step")
_CELL_FIELDS: Final = ("cell", "to")
_UNIT_CHOICES: Final = ("choose_psyker",)
MOST_LISTED: Final = 9
"""A family of options larger than this is pointed at on the board, not listed one by one."""

Countable = Literal["targets", "doors", "places", "cells", "ways"]
"""What there may be several of to choose from."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a person can choose: the actions that carry it out, in their order."""

    actions: tuple[Action, ...]

    @property
    def action(self) -> Any:
        """The action that matters; those before it only lead to it."""
        return self.actions[-1]

    @property
    def tag(self) -> str:
        """The kind of action."""
        return tag_of(self.action)

    @property
    def family(self) -> str:
        """What belongs together in the list: the kind of action with its weapon, thing or stance."""
        action = self.action
        if self.stays:
            return "stay"
        parts = [self.tag]
        for name in ("weapon", "equipment", "what", "way", "kind", "first", "last"):
            value = getattr(action, name, "")
            if value:
                parts.append(f"{name}={value}")
        if getattr(action, "hidden", False):
            parts.append("hidden")
        return " ".join(parts)

    @property
    def stays(self) -> bool:
        """True for a unit that is to go and then declines its move: it stays, and what else it can do comes next."""
        return self.tag == "pass" and len(self.actions) > 1

    @property
    def plain(self) -> bool:
        """True for a walk without a change of stance: what a click on a cell means first."""
        return self.tag == "move" and not self.action.first and not self.action.last


@dataclass(slots=True)
class Choices:
    """What can be pointed at, by where it is pointed at."""

    view: View
    within: View
    """The table as it stands when the leading actions are done."""
    actor: int = 0
    everything: list[Choice] = field(default_factory=list)
    cells: dict[int, list[Choice]] = field(default_factory=dict)
    things: dict[int, list[Choice]] = field(default_factory=dict)
    doors: dict[int, list[Choice]] = field(default_factory=dict)
    ready: frozenset[int] = frozenset()
    leads: tuple[Action, ...] = ()
    """The actions that say who goes."""
    policies: dict[int, list[Choice]] = field(default_factory=dict)

    def at(self, cell: int, family: str = "") -> list[Choice]:
        """What a click on a cell may mean, within a family if one was picked."""
        state, board = self.view.state, self.view.board
        found: list[Choice] = []
        unit = state.at.get(cell, 0)
        if unit:
            found += self.things.get(unit, [])
        for marker in state.markers.values():
            if marker.cell == cell and not marker.carrier:
                found += self.things.get(marker.id, [])
        aimed = list(found)
        found += self.cells.get(cell, [])
        door = board.door_at.get(cell)
        if door is not None:
            found += self.doors.get(door, [])
        if unit and not found:
            found = self._charge(unit)
        if family:
            return [choice for choice in found if choice.family == family]
        plain = [choice for choice in found if choice.plain]
        # A thing that can be aimed at is marked as a target: whoever clicks it may well mean that, not the walk there.
        return aimed + plain[:1] if plain and not unit else found

    def _charge(self, target: int) -> list[Choice]:
        """A creature's cheapest walk to a place where it touches an enemy, with as few doors as can be.

        What it does there is asked next, so one click on an enemy leads to the blow.
        """
        view = self.within
        task, mover, foe = view.game.waiting(view.state), acting_unit(view), view.state.units.get(target)
        if task is None or tag_of(task) != "xeno_move" or mover is None or foe is None:
            return []
        if not queries.are_foes(view.ctx, mover.side, foe.side):
            return []
        ways: list[tuple[int, int, int]] = []
        walks = [choice for choice in self.everything if choice.plain]
        for place, choice in enumerate(walks):
            end = cell_of(choice.action)
            if end != NO_CELL and view.board.contact(end, mover.size, foe.cell, foe.size, view.state.doors):
                cost = cost_of(walked(choice, view), view, mover)
                ways.append((len(doors_worked(choice.action)), cost, place))
        return [walks[min(ways)[2]]] if ways else []

    def closes(self, choice: Choice) -> bool:
        """Whether a choice ends a step for the whole side: its turn, or the movement of whoever has not gone."""
        alone = len(choice.actions) == 1
        return alone and (choice.tag == "end_turn" or (choice.tag == "pass" and bool(self.ready)))

    def left_by(self, choice: Choice) -> list[int]:
        """The units that could still go, where a choice leaves them out."""
        return sorted(self.ready) if self.closes(choice) else []

    def families(self) -> dict[str, list[Choice]]:
        """Every choice by family, in the engine's order; standing policies are left out."""
        found: dict[str, list[Choice]] = {}
        for choice in self.everything:
            if choice.tag != "set_policy":
                found.setdefault(choice.family, []).append(choice)
        return found

    def counted(self, family: Iterable[Choice]) -> tuple[Countable, int]:
        """How large a family is, by what is pointed at to choose from it: so many different targets, doors or cells.

        A creature of several cells has places; where there is but one thing to point at, its ways are counted.
        """
        chosen = list(family)
        sorts: tuple[tuple[Countable, dict[int, list[Choice]]], ...] = (
            ("targets", self.things),
            ("doors", self.doors),
            ("places" if self._large(chosen[0].action) else "cells", self.cells),
        )
        wanted = {id(choice) for choice in chosen}
        for what, sort in sorts:
            count = sum(1 for group in sort.values() if any(id(choice) in wanted for choice in group))
            if count > 1:
                return what, count
        return "ways", len(chosen)

    def _large(self, action: Any) -> bool:
        """Does what an action sets down or moves cover more than a cell?"""
        kind, unit = getattr(action, "kind", ""), getattr(action, "unit", 0)
        if kind in self.view.game.kinds:
            return self.view.game.kinds[kind].profiles[0].size > 1
        mover = self.within.state.units.get(unit or self.actor)
        return mover is not None and mover.size > 1


def choices_of(view: View, selected: int) -> Choices:
    """What may be chosen now, with the orders of the ``selected`` unit opened up."""
    options = view.options()
    task: Any = view.game.waiting(view.state)
    actor = getattr(task, "actor", 0) or getattr(task, "unit", 0) or 0
    found = Choices(view, view, actor=actor)
    leads = [action for action in options if tag_of(action) in LEADS]
    found.leads = tuple(leads)
    found.ready = frozenset(_lead_unit(action) for action in leads)
    lead = _lead_of(leads, selected)
    opened = _after(view, lead) if lead is not None else None
    if lead is not None and opened is not None:
        found.within, found.actor = opened, selected
        _sort(found, [Choice((lead, action)) for action in opened.options()])
    rest = [Choice((action,)) for action in options if opened is None or tag_of(action) not in LEADS]
    if lead is not None and opened is None:
        rest = [choice for choice in rest if choice.tag not in LEADS or _lead_unit(choice.action) == selected]
    elif leads and lead is None:
        rest = [choice for choice in rest if choice.tag not in LEADS]
    _sort(found, rest)
    return found


def _lead_unit(action: Any) -> int:
    unit: int = action.unit
    return unit


def _lead_of(leads: Iterable[Action], selected: int) -> Action | None:
    """The order for a unit: the one that nobody else could use, if there are several."""
    own = [action for action in leads if _lead_unit(action) == selected]
    if not own:
        return None
    return min(own, key=lambda action: _rank(getattr(action, "kind", "")))


def _rank(kind: str) -> int:
    return _ORDER_OF_KINDS.index(kind) if kind in _ORDER_OF_KINDS else len(_ORDER_OF_KINDS)


def _after(view: View, lead: Action) -> View | None:
    """The table after an action that rolls no dice, if whom it names is to decide next; else None.

    A creature that goes by itself decides nothing: what is asked after it is somebody else's.
    """
    try:
        state, _ = view.imagine(lead, NoDice())
    except BroodfallError:
        return None
    if view.game.to_act(state) != view.side:
        return None
    after = view.game.view(state, view.side)
    unit = acting_unit(after)
    return after if unit is not None and unit.id == _lead_unit(lead) else None


def _sort(found: Choices, choices: Iterable[Choice]) -> None:
    for choice in choices:
        found.everything.append(choice)
        action = choice.action
        if choice.tag == "set_policy":
            found.policies.setdefault(action.unit, []).append(choice)
            continue
        cell = cell_of(action)
        targets = targets_of(action)
        door = getattr(action, "door", -1)
        if targets:
            for target in targets:
                found.things.setdefault(target, []).append(choice)
        elif cell != NO_CELL:
            found.cells.setdefault(cell, []).append(choice)
        elif door >= 0:
            found.doors.setdefault(door, []).append(choice)


def cell_of(action: Any) -> int:
    """The cell that an action leads to or is done at; NO_CELL for one without."""
    tag = tag_of(action)
    if tag in _WALKS:
        steps = [step for step in action.path if step >= 0]
        return steps[-1] if steps else NO_CELL
    for name in _CELL_FIELDS:
        cell = getattr(action, name, NO_CELL)
        if isinstance(cell, int) and cell >= 0:
            return cell
    at = getattr(action, "at", NO_CELL)
    return at if not targets_of(action) else NO_CELL


def targets_of(action: Any) -> tuple[int, ...]:
    """The units or markers that an action is aimed at."""
    targets = getattr(action, "targets", None)
    if targets is not None:
        return tuple(dict.fromkeys(targets))
    target = getattr(action, "target", 0)
    if target:
        return (target,)
    if tag_of(action) in _UNIT_CHOICES:
        return (action.unit,)
    return ()


def doors_worked(action: Any) -> list[int]:
    """The doors that a walk works on its way."""
    return [door_of(step) for step in getattr(action, "path", ()) if step < 0]


def walked(choice: Choice, within: View) -> list[int]:
    """The cells of a walk, the start first; empty for what is no walk. What is imagined is what will be walked."""
    action = choice.action
    path = getattr(action, "path", None)
    actor = acting_unit(within)
    if actor is None or actor.cell == NO_CELL:
        return []
    if path is None:
        to = getattr(action, "to", NO_CELL)
        return [actor.cell, to] if to != NO_CELL and choice.tag == "jump" else []
    return [actor.cell, *[step for step in path if step >= 0]]


def acting_unit(view: View) -> Unit | None:
    """The unit whose decision waits."""
    task: Any = view.game.waiting(view.state)
    return view.state.units.get(getattr(task, "actor", 0) or getattr(task, "unit", 0) or 0)


def cost_of(path: Iterable[int], view: View, unit: Unit, *, climb: bool = False) -> int:
    """Movement points of a walk over cells, the start first."""
    board, doors = view.board, view.board.all_doors
    cells = list(path)
    total = 0
    for here, there in pairwise(cells):
        total += board.step_cost(here, there, doors, size=unit.size, climb=climb) or 0
    return total
