"""What the enemies that a seat knows of could reach and shoot at on their next turn, as sets of cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from game.api import Unit, View, declare, geometry, hive_placement, moves, queries, weapons_for
from game.ui.play.planning import can_watch

_CONE: Final = 8
"""Cells that a cone reaches (AT-5)."""


@dataclass(frozen=True, slots=True)
class Threat:
    """Cells by the enemy that threatens them, as bit sets."""

    reach: dict[int, int] = field(default_factory=dict)
    """Where it could walk with one order or activation, doors as they stand, nobody in its way."""
    fire: dict[int, int] = field(default_factory=dict)
    """What it could shoot at from where it stands, or after its first Move."""

    @property
    def reached(self) -> int:
        """What any of them could reach."""
        return _union(self.reach)

    @property
    def under_fire(self) -> int:
        """What any of them could shoot at."""
        return _union(self.fire)

    def at(self, cell: int) -> tuple[list[int], list[int]]:
        """Who could shoot at a cell, and who could reach it."""
        fire, reach = ([foe for foe, cells in sort.items() if cells >> cell & 1] for sort in (self.fire, self.reach))
        return fire, reach


def _union(sort: dict[int, int]) -> int:
    found = 0
    for cells in sort.values():
        found |= cells
    return found


def threats_to(view: View) -> Iterator[Threat]:
    """The threat of every enemy that this seat knows and that is fit: one that grows, after each of them.

    A hundred of them on a large board take half a second, so whoever draws may stop between two.
    """
    threat = Threat()
    yield threat
    for foe in view.foes:
        if can_watch(view, foe):
            threat.reach[foe.id] = _reach(view, foe)
            fire = _fire(view, foe)
            if fire:
                threat.fire[foe.id] = fire
            yield threat


def _stands(view: View, foe: Unit, points: int) -> int:
    """The anchors that it could walk to, its own among them."""
    if points <= 0 or declare.open_to(view.ctx, foe, "move") is not None:
        return 1 << foe.cell
    return 1 << foe.cell | geometry.reach(view.board, foe.cell, points, view.state.doors, size=foe.size).cells


def _reach(view: View, foe: Unit) -> int:
    ctx = view.ctx
    points = moves.movement_points(ctx, foe, 0)
    if not queries.is_hive(ctx, foe):
        points += moves.movement_points(ctx, foe, 1)
    cells = _stands(view, foe, points)
    if foe.size == 1:
        return cells
    found = 0
    for anchor in geometry.cells_of(cells):
        found |= view.board.footprint_mask(anchor, foe.size)
    return found


def _fire(view: View, foe: Unit) -> int:
    """What it could shoot at: cells in sight and range that somebody could stand on."""
    ctx, board, state = view.ctx, view.board, view.state
    far = max((_range(weapon.template, weapon.bands) for weapon in weapons_for(ctx, foe, "bs")), default=0)
    if not far or declare.open_to(ctx, foe, "shoot") is not None:
        return 0
    found = 0
    for anchor in geometry.cells_of(_stands(view, foe, moves.movement_points(ctx, foe, 0))):
        seen = geometry.visible_from(board, anchor, foe.size, state.doors, state.murk)
        found |= seen & hive_placement.around(board, replace(foe, cell=anchor), far)
    return found & ~hive_placement.solid_cells(ctx)


def _range(template: str, bands: tuple[tuple[int, int], ...]) -> int:
    return _CONE if template == "cone" else max((far for far, _ in bands), default=0)
