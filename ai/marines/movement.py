"""Moves worth a thought: which cells in reach are looked at, the way there, and what the change of place is worth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ai.marines.doors import Doors
from ai.marines.picture import Picture
from ai.marines.places import Place, Places, Terms
from ai.marines.threat import Danger
from game.api import (
    Action,
    Cell,
    Mask,
    Path,
    Reach,
    Unit,
    actions,
    door_of,
    door_step,
    geometry,
    moves,
    names,
)

MOVE_COST = 0.15
"""A move has to promise more than this, or the trooper stays where it is."""
DOOR_POINTS = 1
"""Points for working a door (BD-11)."""
SPOTS = 3
"""Cells from which a hidden enemy could be shot at that are looked at beyond the most promising ones."""


class Walked(NamedTuple):
    """A move under consideration: its action, where it leads, and its value with the terms it is made of."""

    gain: float
    action: Action
    cell: Cell
    terms: Terms


class Movement:
    """The moves of one picture."""

    def __init__(self, picture: Picture, danger: Danger, places: Places, doors: Doors) -> None:
        self.picture = picture
        self.danger = danger
        self.places = places
        self.doors = doors

    def points(self, unit: Unit, which: int) -> int:
        """Points of a trooper's first (0) or second (1) Move, standing up if it lies."""
        return moves.movement_points(self.picture.ctx, unit, which, prone=False)

    def reach(self, unit: Unit, points: int) -> Reach:
        """Everywhere it can walk with so many points."""
        return moves.walk_reach(self.picture.ctx, unit, points)

    def best_cells(self, unit: Unit, cells: Iterable[Cell], count: int) -> list[Cell]:
        """The most promising of some cells at first sight."""
        quick = self.places.quick
        ranked = sorted((-quick(unit, cell), cell) for cell in cells)
        return [cell for _, cell in ranked[:count]]

    def firing_points(self, unit: Unit, cells: Iterable[Cell]) -> list[Cell]:
        """Cells from which enemies or nests can be seen that are not in sight from here."""
        p = self.picture
        hidden = [foe for foe in p.foes if not p.sight(unit) & p.board.footprint_mask(foe.cell, foe.size)]
        hidden.sort(key=lambda foe: (-self.danger.prize(foe), foe.id))
        seen = 0
        for foe in hidden[:SPOTS]:
            seen |= p.seen_from(foe.cell, foe.size)
        for marker in p.state.markers.values():
            if marker.kind == names.NEST:
                seen |= p.seen_from(marker.cell, 1)
        return self.best_cells(unit, (cell for cell in cells if seen >> cell & 1), SPOTS)

    def walked(self, unit: Unit, walk: Reach, cell: Cell, points: int) -> Walked | None:
        """The Move towards a cell, as far as ``points`` take it; None if it may not be made."""
        path = within(self.picture, unit, moves.path_in(walk, cell), points)
        if not path or not self.lawful(unit, path, points):
            return None
        gain, terms = self.change(unit, cell)
        drawn = self.exposure(unit, tuple(step for step in path if step >= 0), ())
        if drawn:
            terms = (*terms, ("fire", -drawn))
        return Walked(gain - drawn - MOVE_COST, self.move(unit, path), cell, terms)

    def change(self, unit: Unit, cell: Cell) -> tuple[float, Terms]:
        """What it is worth to stand on a cell instead of where the trooper stands."""
        here, there = self.places.place(unit, unit.cell), self.places.place(unit, cell)
        return there.value - here.value, difference(there, here)

    def move(self, unit: Unit, path: Path) -> Action:
        """The action; who lies prone stands up first."""
        return actions.Move(path, first="stand" if names.PRONE in unit.states else "")

    def lawful(self, unit: Unit, path: Path, points: int) -> bool:
        """May the walk be made? Asked of the rules only where an effect or an enemy in contact may bar it."""
        ctx = self.picture.ctx
        if moves.holding(ctx, unit) or any(
            effect.unit == unit.id or (effect.unit == 0 and effect.side == unit.side) for effect in ctx.state.effects
        ):
            return moves.walk_refusal(ctx, unit, path, points) is None
        return True

    def shutting(self, unit: Unit, walk: Reach, points: int) -> list[Walked]:
        """Moves that end by shutting a door, the best one for each."""
        p = self.picture
        found: list[Walked] = []
        if unit.size > 1:
            return found
        for door in geometry.cells_of(self.doors.closable(unit)):
            ends = [
                cell
                for cell in p.board.doors[door].access
                if walk.cost.get(cell, points) + DOOR_POINTS <= points
                and not any(opened == door for _, opened in walk.openings(cell))
            ]
            options = [made for cell in ends if (made := self._shut(unit, walk, cell, door, points)) is not None]
            if options:
                found.append(max(options, key=lambda made: made.gain))
        return found

    def _shut(self, unit: Unit, walk: Reach, cell: Cell, door: int, points: int) -> Walked | None:
        p = self.picture
        if cell != unit.cell and moves.halts(p.ctx, unit, p.state.doors) >> cell & 1:
            return None
        path = (*moves.path_in(walk, cell), door_step(door))
        if not self.lawful(unit, path, points):
            return None
        gain, terms = self.change(unit, cell)
        kept_out = self.doors.gains[door]
        return Walked(gain + kept_out - MOVE_COST, self.move(unit, path), cell, (*terms, ("door", kept_out)))

    def exposure(self, unit: Unit, cells: tuple[Cell, ...], targets: tuple[int, ...]) -> float:
        """What enemies who may shoot in reaction cost along a way; ``targets`` of an own shot are weighed with it."""
        p = self.picture
        to_all = p.ctx.rules["hive_reactions"] == "all"
        answering = [foe for foe in p.foes if foe.id not in targets and (to_all or not p.is_hive(foe))]
        if not answering:
            return 0.0
        under: Mask = 0
        for cell in cells:
            under |= p.board.footprint_mask(cell, unit.size)
        total = 0.0
        for foe in answering:
            if p.sight(foe) & under:
                covered = all(
                    geometry.cover(p.board, foe.cell, foe.size, cell, unit.size, p.state.doors, p.state.murk)
                    for cell in cells
                )
                total += self.danger.gunfire(foe, unit, covered=covered)
        return p.settings.caution * total


def difference(there: Place, here: Place) -> Terms:
    """The terms of one place less those of another."""
    return tuple((name, value - before) for (name, value), (_, before) in zip(there.terms, here.terms, strict=True))


def within(picture: Picture, unit: Unit, path: Path, points: int) -> Path:
    """The beginning of a walk that so many points pay for, ending with a step."""
    board, doors = picture.board, picture.state.doors
    at, spent, kept = unit.cell, 0, 0
    for index, step in enumerate(path):
        if step < 0:
            doors ^= 1 << door_of(step)
            spent += DOOR_POINTS
        else:
            cost = board.step_cost(at, step, doors, size=unit.size)
            if cost is None:
                break
            spent += cost
            at = step
        if spent > points:
            break
        if step >= 0:
            kept = index + 1
    return path[:kept]
