"""Tables of legal steps (BD-3, BD-4, MV-4), one for each door state, sharing all rows away from doors.

A *link* is a step with the doors it needs: ``(anchor2, cost, needs)``. Links are worked out once for each
footprint and gait and know nothing of the state of doors. A *row* lists the steps that are legal in one door
state; only rows within a step of a changed door are made anew, all others are the same objects in every
state. The networkx graph of the board is made from the same links.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from game.board.bits import cells_of
from game.board.terrain import (
    CLIMB_COST,
    MOVE_COST,
    OCTANTS,
    ROUGH_COST,
    Cell,
    Gait,
    Mask,
    Terrain,
)

if TYPE_CHECKING:
    from game.board.board import Board

Step: TypeAlias = tuple[Cell, int]
Row: TypeAlias = tuple[Step, ...]
Late: TypeAlias = tuple[tuple[int, tuple[Cell, ...]], ...]
Link: TypeAlias = tuple[Cell, int, Mask]

_KEPT_STATES: Final = 24
_ORDER: Final = tuple(sorted(OCTANTS, key=lambda way: (way[1], way[0])))


class Lane(NamedTuple):
    """The steps of every anchor in one direction of travel, in the forms the searches read.

    ``rows[a]`` holds ``(other, cost)`` by rising cell; ``near[a]`` the others a step of cost 1 away;
    ``late`` holds for the few anchors that have dearer steps ``((cost - 1, others), ...)``.
    """

    rows: Sequence[Row]
    near: Sequence[tuple[Cell, ...]]
    late: Mapping[Cell, Late]


@dataclass(frozen=True, slots=True)
class Steps:
    """All steps of one footprint in one door state: ``ahead`` from an anchor, ``back`` into it."""

    ahead: Lane
    back: Lane


def _split(row: Row) -> tuple[tuple[Cell, ...], Late]:
    """Sort a row's anchors by cost: those at 1, and the dearer ones with what they cost beyond 1."""
    near = tuple(cell for cell, cost in row if cost == 1)
    if len(near) == len(row):
        return near, ()
    dear = sorted({cost for _, cost in row if cost > 1})
    return near, tuple((cost - 1, tuple(cell for cell, own in row if own == cost)) for cost in dear)


class _Links:
    """The links of one footprint and gait, and the anchors that each door can touch."""

    __slots__ = ("ahead", "back", "beside", "near_door", "touch")

    def __init__(self, board: Board, size: int, gait: Gait) -> None:
        singles = single_links(board, gait)
        width = board.width
        offsets = [dy * width + dx for dy in range(size) for dx in range(size)]
        self.touch: list[Mask] = [0] * board.size
        self.ahead: list[tuple[Link, ...]] = [()] * board.size
        back: list[list[Link]] = [[] for _ in range(board.size)]
        for y in range(board.height - size + 1):
            for x in range(width - size + 1):
                anchor = y * width + x
                if size == 1:
                    links = [link for link in singles[anchor] if link is not None]
                else:
                    links = _wide_links(singles, anchor, offsets, width)
                self.ahead[anchor] = tuple(links)
                for other, cost, needs in links:
                    back[other].append((anchor, cost, needs))
        self.back: list[tuple[Link, ...]] = [tuple(links) for links in back]
        self.near_door: list[tuple[Cell, ...]] = []
        self.beside: dict[Cell, Mask] = {}
        for door in board.doors:
            bit = 1 << door.id
            near: dict[Cell, None] = {}
            for leaf in door.cells:
                lx, ly = leaf % width, leaf // width
                for y in range(max(0, ly - size), min(board.height - size, ly + 1) + 1):
                    for x in range(max(0, lx - size), min(width - size, lx + 1) + 1):
                        anchor = y * width + x
                        near[anchor] = None
                        if ly - size < y <= ly and lx - size < x <= lx:
                            self.touch[anchor] |= bit
            self.near_door.append(tuple(near))
            for anchor in near:
                self.beside[anchor] = self.beside.get(anchor, 0) | bit


def single_links(board: Board, gait: Gait) -> list[tuple[Link | None, ...]]:
    """For each cell its eight links in the order of rising cells; ``None`` where no door state allows a step.

    This is where BD-2 and BD-3 are written down; footprints, tables and graph derive from it.
    """
    terrain, heights, door_at = board.terrain, board.heights, board.door_at
    enter = [MOVE_COST.get(kind, 0) for kind in terrain]
    if gait is Gait.ROUGH:
        enter = [ROUGH_COST if kind is Terrain.PIT else cost for kind, cost in zip(terrain, enter, strict=True)]
    wall = [kind is Terrain.WALL for kind in terrain]
    door_bit = [0] * board.size
    for cell, door in door_at.items():
        door_bit[cell] = 1 << door
    width, height = board.width, board.height
    table: list[tuple[Link | None, ...]] = []
    for y in range(height):
        for x in range(width):
            cell = y * width + x
            row: list[Link | None] = []
            for dx, dy in _ORDER:
                if not (0 <= x + dx < width and 0 <= y + dy < height) or wall[cell]:
                    row.append(None)
                    continue
                other = cell + dy * width + dx
                cost = _height_cost(enter[other], abs(heights[cell] - heights[other]), gait)
                if cost == 0 or (gait is Gait.CROSS and dx and dy):
                    row.append(None)
                    continue
                needs = door_bit[other]
                if dx and dy:
                    side, front = cell + dx, cell + dy * width
                    if wall[side] or wall[front]:
                        row.append(None)
                        continue
                    needs |= door_bit[side] | door_bit[front]
                row.append((other, cost, needs))
            table.append(tuple(row))
    return table


def _height_cost(enter: int, levels: int, gait: Gait) -> int:
    """What a step costs that enters a cell of cost ``enter`` over ``levels`` of height; 0 if it is none."""
    if enter == 0:
        return 0
    if levels < 2:
        return 1 if gait is Gait.CROSS else enter + levels
    if gait is Gait.CLIMB:
        return CLIMB_COST * levels
    return ROUGH_COST if gait is Gait.ROUGH else 0


def _wide_links(singles: list[tuple[Link | None, ...]], anchor: Cell, offsets: list[int], width: int) -> list[Link]:
    """Links of a larger footprint: every cell of it must make its own step (BD-4)."""
    own = [anchor + offset for offset in offsets]
    links: list[Link] = []
    for way, (dx, dy) in enumerate(_ORDER):
        cost, needs = 0, 0
        for cell in own:
            link = singles[cell][way]
            if link is None:
                break
            needs |= link[2]
            if link[0] not in own:
                cost = max(cost, link[1])
        else:
            links.append((anchor + dy * width + dx, cost, needs))
    return links


class StepTables:
    """The step tables of one board: made when asked for, kept for the door states used last."""

    __slots__ = ("_board", "_links", "_recent", "_rows", "_states")

    def __init__(self, board: Board) -> None:
        self._board = board
        self._links: dict[tuple[int, Gait], _Links] = {}
        self._rows: dict[tuple[int, Gait, bool, Cell, Mask, Mask], tuple[Row, tuple[Cell, ...], Late]] = {}
        self._states: OrderedDict[tuple[Mask, Mask, int, Gait], Steps] = OrderedDict()
        self._recent: dict[tuple[int, Gait], tuple[Mask, Mask]] = {}

    def links(self, size: int, gait: Gait) -> _Links:
        """The links of a footprint and gait, whatever the doors."""
        found = self._links.get((size, gait))
        if found is None:
            found = self._links[size, gait] = _Links(self._board, size, gait)
        return found

    def steps(self, doors: Mask, openable: Mask, size: int, gait: Gait) -> Steps:
        """The table for a door state; ``openable`` are closed doors that the mover may open on its way.

        Such a door counts as open for a step that begins or ends on one of its leaves, and costs 1 more in
        the step that first comes onto it (BD-6, HM-09).
        """
        openable &= ~doors
        key = (doors, openable, size, gait)
        found = self._states.get(key)
        if found is not None:
            self._states.move_to_end(key)
            return found
        links = self.links(size, gait)
        recent = self._recent.get((size, gait))
        old = None if recent is None else self._states.get((*recent, size, gait))
        if old is None or recent is None:
            changed = (1 << len(self._board.doors)) - 1
            ahead, back = _plain_lane(links.ahead), _plain_lane(links.back)
        else:
            changed = (doors ^ recent[0]) | (openable ^ recent[1])
            ahead, back = old.ahead, old.back
        anchors = sorted({anchor for door in cells_of(changed) for anchor in links.near_door[door]})
        made = Steps(
            self._patched(ahead, anchors, doors, openable, size, gait, forward=True),
            self._patched(back, anchors, doors, openable, size, gait, forward=False),
        )
        self._states[key] = made
        self._recent[size, gait] = (doors, openable)
        if len(self._states) > _KEPT_STATES:
            self._states.popitem(last=False)
        return made

    def _patched(
        self,
        lane: Lane,
        anchors: list[Cell],
        doors: Mask,
        openable: Mask,
        size: int,
        gait: Gait,
        *,
        forward: bool,
    ) -> Lane:
        """``lane`` with the rows of ``anchors`` made for this door state."""
        if not anchors:
            return lane
        links = self.links(size, gait)
        rows, near, late = list(lane.rows), list(lane.near), dict(lane.late)
        for anchor in anchors:
            beside = links.beside[anchor]
            key = (size, gait, forward, anchor, doors & beside, openable & beside)
            made = self._rows.get(key)
            if made is None:
                row = _row(links, anchor, doors, openable, forward=forward)
                made = self._rows[key] = (row, *_split(row))
            rows[anchor], near[anchor] = made[0], made[1]
            if made[2]:
                late[anchor] = made[2]
            else:
                late.pop(anchor, None)
        return Lane(rows, near, late)


def _plain_lane(links: list[tuple[Link, ...]]) -> Lane:
    """The lane of links as if no door were there; rows beside doors are replaced afterwards."""
    rows: list[Row] = []
    near: list[tuple[Cell, ...]] = []
    late: dict[Cell, Late] = {}
    for anchor, own in enumerate(links):
        row = tuple((other, cost) for other, cost, _ in own)
        first, rest = _split(row)
        rows.append(row)
        near.append(first)
        if rest:
            late[anchor] = rest
    return Lane(rows, near, late)


def _row(links: _Links, anchor: Cell, doors: Mask, openable: Mask, *, forward: bool) -> Row:
    """The steps from an anchor (or into it) that are legal in this door state."""
    touch = links.touch
    row: list[Step] = []
    for other, cost, needs in (links.ahead if forward else links.back)[anchor]:
        shut = needs & ~doors
        if shut:
            source, goal = (anchor, other) if forward else (other, anchor)
            if shut & ~(openable & (touch[source] | touch[goal])):
                continue
            cost += (shut & touch[goal] & ~touch[source]).bit_count()
        row.append((other, cost))
    return tuple(row)
