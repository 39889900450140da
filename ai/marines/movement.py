"""Moves worth a thought: which cells in reach are looked at, the way there, and what the change of place is worth."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from ai.marines.doors import Doors
from ai.marines.minefield import Minefield
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


class Way(NamedTuple):
    """A walk that is not worked out yet: towards a cell with so many points, a door shut at its end (-1: none)."""

    walk: Reach
    cell: Cell
    points: int
    door: int = -1


class Walked(NamedTuple):
    """A move under consideration: the way, and its value with the terms it is made of."""

    gain: float
    way: Way
    terms: Terms


class Movement:
    """The moves of one picture."""

    def __init__(self, picture: Picture, danger: Danger, places: Places, doors: Doors, minefield: Minefield) -> None:
        self.picture = picture
        self.minefield = minefield
        self.danger = danger
        self.places = places
        self.doors = doors

    def points(self, unit: Unit, which: int) -> int:
        """Points of a trooper's first (0) or second (1) Move, standing up if it lies."""
        return moves.movement_points(self.picture.ctx, unit, which, prone=False)

    def reach(self, unit: Unit, points: int) -> Reach:
        """Everywhere it can walk with so many points; whoever makes a stand leaves shut doors shut."""
        p = self.picture
        openable = 0 if self.places.goals.mission.stands else None
        if p.mined and not p.mined & p.board.footprint_mask(unit.cell, unit.size):
            barred = p.board.anchors_over(p.mined, unit.size)
            around = moves.walk_reach(p.ctx, unit, points, openable=openable, barred=barred)
            if self._leads_on(unit, around):
                return around
        return moves.walk_reach(p.ctx, unit, points, openable=openable)

    def _leads_on(self, unit: Unit, walk: Reach) -> bool:
        """Does a walk that keeps off some cells still lead nearer to the goal?"""
        goal = self.places.goals.goal(unit)
        if not goal.targets:
            return True
        distance = self.picture.field(goal.targets, unit.size)
        return min(distance[cell] for cell in walk.cost) < max(1, distance[unit.cell])

    def best_cells(self, unit: Unit, cells: Iterable[Cell], count: int) -> list[Cell]:
        """The most promising of some cells at first sight."""
        near = list(cells)
        return [cell for _, cell in sorted(zip(self.places.prices(unit, near), near, strict=True))[:count]]

    def firing_points(self, unit: Unit, cells: Iterable[Cell]) -> list[Cell]:
        """Cells from which enemies or nests can be seen that are not in sight from here."""
        p = self.picture
        sight = p.sight(unit)
        hidden = [foe for foe, under in p.standing if not sight & under]
        hidden.sort(key=lambda foe: (-self.danger.prize(foe), foe.id))
        seen = 0
        for foe in hidden[:SPOTS]:
            seen |= p.seen_from(foe.cell, foe.size)
        for marker in p.state.markers.values():
            if marker.kind == names.NEST:
                seen |= p.seen_from(marker.cell, 1)
        return self.best_cells(unit, (cell for cell in cells if seen >> cell & 1), SPOTS)

    def walked(self, unit: Unit, way: Way) -> Walked:
        """What a walk is worth."""
        gain, terms = self.change(unit, way.cell)
        if self.answering or self.picture.mined:
            drawn = self.toll(unit, self.path(unit, way))
            if drawn:
                gain, terms = gain - drawn, (*terms, ("fire", -drawn))
        return Walked(gain - MOVE_COST, way, terms)

    def toll(self, unit: Unit, path: Path) -> float:
        """What a walk costs on its way: answering fire, and mines."""
        drawn = self.exposure(unit, path, ()) if self.answering else 0.0
        return drawn + self.minefield.toll(unit, path)

    def path(self, unit: Unit, way: Way) -> Path:
        """The steps of a way, as far as its points go."""
        path = moves.path_in(way.walk, way.cell)
        if way.door >= 0:
            return (*path, door_step(way.door))
        return within(self.picture, unit, path, way.points)

    def action(self, unit: Unit, way: Way) -> Action | None:
        """The Move along a way, standing up first; None if a rule bars it."""
        path = self.path(unit, way)
        if not path or not self.lawful(unit, path, way.points):
            return None
        return actions.Move(path, first="stand" if names.PRONE in unit.states else "")

    def change(self, unit: Unit, cell: Cell) -> tuple[float, Terms]:
        """What it is worth to stand on a cell instead of where the trooper stands."""
        here, there = self.places.place(unit, unit.cell), self.places.place(unit, cell)
        return there.value - here.value, difference(there, here)

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
        contact = moves.halts(p.ctx, unit, p.state.doors)
        for door in geometry.cells_of(self.doors.closable(unit)):
            ends = [cell for cell in p.board.doors[door].access if walk.cost.get(cell, points) + DOOR_POINTS <= points]
            kept_out = self.doors.gain(door) if ends else 0.0
            if kept_out <= 0:
                continue
            best: Walked | None = None
            for cell in ends:
                if cell != unit.cell and contact >> cell & 1:
                    continue
                gain, terms = self.change(unit, cell)
                made = Walked(gain + kept_out - MOVE_COST, Way(walk, cell, points, door), (*terms, ("door", kept_out)))
                if best is None or made.gain > best.gain:
                    best = made
            if best is not None:
                found.append(best)
        return found

    @cached_property
    def answering(self) -> list[Unit]:
        """Enemies that may shoot in reaction."""
        p = self.picture
        to_all = p.ctx.rules["hive_reactions"] == "all"
        return [foe for foe in p.foes if (to_all or not p.is_hive(foe)) and not p.is_stopped(foe)]

    def exposure(self, unit: Unit, path: Path, targets: tuple[int, ...]) -> float:
        """What enemies who may shoot in reaction cost along a way; ``targets`` of an own shot are weighed with it."""
        p = self.picture
        cells = [step for step in path if step >= 0]
        under: Mask = 0
        for cell in cells:
            under |= p.board.footprint_mask(cell, unit.size)
        total = 0.0
        for foe in self.answering:
            if foe.id in targets or not p.sight(foe) & under:
                continue
            if not p.is_hive(foe):
                total += self.danger.gunplay.answered(foe, unit, cells) * p.worth(unit)
            else:
                covered = all(
                    geometry.cover(p.board, foe.cell, foe.size, cell, unit.size, p.state.doors, p.state.murk)
                    for cell in cells
                )
                total += self.danger.gunfire(foe, unit, covered=covered)
        return p.settings.caution * total


def difference(there: Place, here: Place) -> Terms:
    """The terms of one place less those of another."""
    return tuple([(name, value - before) for (name, value), (_, before) in zip(there.terms, here.terms, strict=True)])


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
