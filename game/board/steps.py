"""The legal steps of a board in one state of its doors (BD-3, BD-4, MV-4), as sets of anchors.

A *way* is one of the eight directions with the anchors from which a step that way is legal, by what it costs.
Ways are worked out for all cells at once: "the cell to the north is no wall" is the mask of walls, shifted. They
know nothing of doors at first; a closed door then takes away the steps that need it open, and one that the mover
may open makes the steps onto it dearer. So a table costs some tens of microseconds, whatever the doors do.

Searches spread by these sets (`game.board.rings`). The graph of the board states the same rules step by step, and
tests hold the two equal.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, overload

from game.board.bits import cells_of, mask_of
from game.board.terrain import CLIMB_COST, MOVE_COST, OCTANTS, ROUGH_COST, Cell, Gait, Mask, Terrain

if TYPE_CHECKING:
    from game.board.board import Board

Step: TypeAlias = tuple[Cell, int]
Row: TypeAlias = tuple[Step, ...]
Way: TypeAlias = dict[int, Mask]
"""The anchors from which a step in one direction is legal, by its cost."""

_FourWays: TypeAlias = tuple[tuple[int, Mask], tuple[int, Mask], tuple[int, Mask], tuple[int, Mask]]

_KEPT_BYTES: Final = 16 << 20
WAYS: Final = tuple(sorted(OCTANTS, key=lambda way: (way[1], way[0])))
"""The eight directions by rising cell."""


class Moves(NamedTuple):
    """Steps for a search to spread by: ``(shift, anchors)`` for those of cost 1, four ways up and four down.

    ``dear`` are ``(cost, shift, anchors)`` of all that cost more, a shift to lower cells being negative; ``slow``
    are the anchors that have such a step.
    """

    up: _FourWays
    down: _FourWays
    dear: tuple[tuple[int, int, Mask], ...]
    slow: Mask


class Lane:
    """The steps of every anchor in one direction of travel."""

    __slots__ = ("_ways", "moves", "rows")

    def __init__(self, ways: Sequence[tuple[int, Way]], size: int) -> None:
        """Sort out ways that come with their shifts, by rising shift, on a board of so many cells."""
        self._ways = ways
        self.rows = Rows(self, size)
        dear: list[tuple[int, int, Mask]] = []
        slow = 0
        for shift, way in ways:
            for cost, anchors in way.items():
                if cost > 1 and anchors:
                    dear.append((cost, shift, anchors))
                    slow |= anchors
        # On a board one cell wide the steps to the side have no shift of their own; there are none, either.
        a, b, c, d, e, f, g, h = [(abs(shift), way.get(1, 0)) for shift, way in ways]
        self.moves = Moves((e, f, g, h), (d, c, b, a), tuple(dear), slow)

    def row(self, anchor: Cell) -> Row:
        """The steps of one anchor, as ``(other, cost)`` by rising cell."""
        bit = 1 << anchor
        return tuple(
            (anchor + shift, cost) for shift, way in self._ways for cost, anchors in way.items() if anchors & bit
        )

    def cost(self, anchor: Cell, other: Cell) -> int | None:
        """What the step between two anchors costs; None if there is none."""
        shift, bit = other - anchor, 1 << anchor
        for own, way in self._ways:
            if own == shift:
                for cost, anchors in way.items():
                    if anchors & bit:
                        return cost
        return None


def steps_beyond(lane: Lane, other: Lane) -> tuple[tuple[int, int, Mask], ...]:
    """The dear steps that one lane has and the other has not, in the form of ``Moves.dear``."""
    known = {(cost, shift): anchors for cost, shift, anchors in other.moves.dear}
    beyond = [(cost, shift, anchors & ~known.get((cost, shift), 0)) for cost, shift, anchors in lane.moves.dear]
    return tuple(step for step in beyond if step[2])


class Rows(Sequence[Row]):
    """The steps of all anchors, made when they are looked at."""

    __slots__ = ("_lane", "_size")

    def __init__(self, lane: Lane, size: int) -> None:
        self._lane = lane
        self._size = size

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        if isinstance(index, slice):
            return [self._lane.row(anchor) for anchor in range(*index.indices(self._size))]
        if not 0 <= index < self._size:
            raise IndexError(index)
        return self._lane.row(index)


class Steps:
    """All steps of one footprint in one door state: ``ahead`` from an anchor, ``back`` into it."""

    __slots__ = ("_back", "_size", "_ways", "ahead")

    def __init__(self, ways: Sequence[tuple[int, Way]], size: int) -> None:
        """The arguments are those of ``Lane``."""
        self._ways = ways
        self._size = size
        self.ahead: Lane = Lane(ways, size)
        self._back: Lane | None = None

    @property
    def back(self) -> Lane:
        """The same steps, by where they end."""
        if self._back is None:
            turned = [
                (-shift, {cost: before(anchors, -shift) for cost, anchors in way.items()}) for shift, way in self._ways
            ]
            self._back = Lane(turned[::-1], self._size)
        return self._back


def before(cells: Mask, shift: int) -> Mask:
    """The cells from which a step by ``shift`` leads into ``cells``."""
    return cells >> shift if shift >= 0 else cells << -shift


class _DoorWays(NamedTuple):
    """What one door means to one footprint.

    Attributes:
        needs: By direction the steps that need it open.
        ajar: Those of them that begin or end on a leaf: legal, too, for a mover that opens it.
        enters: The steps onto a leaf.
        about: All anchors from which or to which a step leads that needs it.
        alone: Whether no step needs another door as well.
    """

    needs: tuple[Mask, ...]
    ajar: tuple[Mask, ...]
    enters: tuple[Mask, ...]
    about: Mask
    alone: bool


class StepTables:
    """The step tables of one board: made when asked for, kept for the door states used last."""

    __slots__ = ("_ajar", "_board", "_doors", "_room", "_shifts", "_states", "_ways")

    def __init__(self, board: Board) -> None:
        self._board = board
        self._shifts = tuple(dy * board.width + dx for dx, dy in WAYS)
        self._ways: dict[tuple[int, Gait], tuple[Way, ...]] = {}
        self._doors: dict[int, tuple[_DoorWays, ...]] = {}
        self._ajar: dict[tuple[int, int, Gait], tuple[tuple[int, int, Mask], ...]] = {}
        self._states: OrderedDict[tuple[Mask, Mask, int, Gait], Steps] = OrderedDict()
        self._room = max(24, min(256, _KEPT_BYTES // (board.size * 5)))  # some 40 sets of cells a state

    def steps(self, doors: Mask, openable: Mask, size: int, gait: Gait) -> Steps:
        """The table for a door state; ``openable`` are closed doors that the mover may open on its way.

        Such a door counts as open for a step that begins or ends on one of its leaves, and costs 1 more in
        the step that first comes onto it (BD-6, HM-09).
        """
        key = (doors, openable & ~doors, size, gait)
        found = self._states.get(key)
        if found is not None:
            self._states.move_to_end(key)
            return found
        made = self._states[key] = self._make(doors, openable & ~doors, size, gait)
        if len(self._states) > self._room:
            self._states.popitem(last=False)
        return made

    def _make(self, doors: Mask, openable: Mask, size: int, gait: Gait) -> Steps:
        known = self._door_ways(size)
        shut = cells_of(self._board.all_doors & ~doors)
        free = self._open_ways(size, gait)
        if not shut:
            return Steps(list(zip(self._shifts, free, strict=True)), self._board.size)
        ways: list[tuple[int, Way]] = []
        for place, shift in enumerate(self._shifts):
            barred = 0
            for door in shut:
                barred |= known[door].needs[place]
            ways.append((shift, {cost: anchors & ~barred for cost, anchors in free[place].items()}))
        if openable:
            self._let_open(ways, shut, openable, size, gait)
        return Steps(ways, self._board.size)

    def _let_open(
        self, ways: Sequence[tuple[int, Way]], shut: Sequence[int], openable: Mask, size: int, gait: Gait
    ) -> None:
        """Add the steps that begin or end on leaves of closed doors that may be opened, at what they cost then."""
        known, free = self._door_ways(size), self._open_ways(size, gait)
        doors = cells_of(openable)
        joined = [door for door in doors if not known[door].alone]
        for door in joined:
            for place, (_, way) in enumerate(ways):
                opened = known[door].ajar[place]
                for other in shut:
                    if other != door:
                        opened &= ~known[other].needs[place] | (known[other].ajar[place] if other in doors else 0)
                for cost, anchors in free[place].items():
                    way[cost] |= anchors & opened
        for door in joined:
            for place, (_, way) in enumerate(ways):
                _make_dearer(way, known[door].enters[place])
        for door in doors:
            if known[door].alone:
                for place, cost, anchors in self._ways_ajar(door, size, gait):
                    way = ways[place][1]
                    way[cost] = way.get(cost, 0) | anchors

    def _ways_ajar(self, door: int, size: int, gait: Gait) -> tuple[tuple[int, int, Mask], ...]:
        """The steps that opening a door on the way adds, as ``(direction, cost, anchors)``."""
        found = self._ajar.get((door, size, gait))
        if found is None:
            own = self._door_ways(size)[door]
            added: list[tuple[int, int, Mask]] = []
            for place, way in enumerate(self._open_ways(size, gait)):
                more = {cost: anchors & own.ajar[place] for cost, anchors in way.items()}
                _make_dearer(more, own.enters[place])
                added.extend((place, cost, anchors) for cost, anchors in more.items() if anchors)
            found = self._ajar[door, size, gait] = tuple(added)
        return found

    def _open_ways(self, size: int, gait: Gait) -> tuple[Way, ...]:
        """The ways of a footprint with every door open."""
        found = self._ways.get((size, gait))
        if found is None:
            board = self._board
            found = single_ways(board, gait) if size == 1 else _wide_ways(board, size, self._open_ways(1, gait))
            self._ways[size, gait] = found
        return found

    def _door_ways(self, size: int) -> tuple[_DoorWays, ...]:
        found = self._doors.get(size)
        if found is None:
            made = [self._around(door.cells, size) for door in self._board.doors]
            found = self._doors[size] = tuple(
                own._replace(alone=not any(own.about & other.about for other in made if other is not own))
                for own in made
            )
        return found

    def _around(self, leaves: Sequence[Cell], size: int) -> _DoorWays:
        """The ways about a door: no step enters its leaves or cuts a corner of them while it is closed (BD-3)."""
        board, width = self._board, self._board.width
        leaf = mask_of(leaves)
        over = board.anchors_over(leaf, size)
        needs, ajar, enters = [], [], []
        about = 0
        for (dx, dy), shift in zip(WAYS, self._shifts, strict=True):
            single = before(leaf, shift)
            if dx and dy:
                single |= before(leaf, dx) | before(leaf, dy * width)
            need = 0
            for offset in _offsets(width, size):
                need |= single >> offset
            onto = before(over, shift)
            needs.append(need)
            ajar.append(need & (over | onto))
            enters.append(onto & ~over)
            about |= need | before(need, -shift)
        return _DoorWays(tuple(needs), tuple(ajar), tuple(enters), about & (1 << board.size) - 1, alone=False)


def _make_dearer(way: Way, anchors: Mask) -> None:
    """Let the steps of some anchors cost 1 more."""
    for cost in sorted(way, reverse=True):
        dearer = way[cost] & anchors
        if dearer:
            way[cost] ^= dearer
            way[cost + 1] = way.get(cost + 1, 0) | dearer


def _offsets(width: int, size: int) -> list[int]:
    return [dy * width + dx for dy in range(size) for dx in range(size)]


def single_ways(board: Board, gait: Gait) -> tuple[Way, ...]:
    """The ways of a mover of one cell with every door open: what BD-2 and BD-3 say, for all cells at once."""
    width, height = board.width, board.height
    row = (1 << width) - 1
    left_column = mask_of(y * width for y in range(height))
    all_cells = (1 << board.size) - 1
    inside_x = {0: all_cells, 1: all_cells & ~(left_column << width - 1), -1: all_cells & ~left_column}
    inside_y = {0: all_cells, 1: all_cells >> width, -1: all_cells & ~row}
    walls = mask_of(c for c, kind in enumerate(board.terrain) if kind is Terrain.WALL)
    levels = [(high, mask_of(c for c, own in enumerate(board.heights) if own == high)) for high in set(board.heights)]
    ways: list[Way] = []
    for dx, dy in WAYS:
        way: Way = {}
        shift = dy * width + dx
        going = inside_x[dx] & inside_y[dy] & ~walls
        if dx and dy:
            going &= 0 if gait is Gait.CROSS else ~(before(walls, dx) | before(walls, dy * width))
        for enter, cells in _enterable(board, gait).items():
            entering = going & before(cells, shift)
            for low, at in levels:
                for high, there in levels:
                    cost = _height_cost(enter, abs(low - high), gait)
                    anchors = entering & at & before(there, shift)
                    if cost and anchors:
                        way[cost] = way.get(cost, 0) | anchors
        ways.append(way)
    return tuple(ways)


def _enterable(board: Board, gait: Gait) -> dict[int, Mask]:
    """The cells that can be entered at all, by what their terrain costs (BD-2)."""
    price = dict(MOVE_COST)
    if gait is Gait.ROUGH:
        price[Terrain.PIT] = ROUGH_COST
    found: dict[int, list[Cell]] = {}
    for cell, kind in enumerate(board.terrain):
        if kind in price:
            found.setdefault(price[kind], []).append(cell)
    return {cost: mask_of(cells) for cost, cells in found.items()}


def _height_cost(enter: int, levels: int, gait: Gait) -> int:
    """What a step costs that enters a cell of cost ``enter`` over ``levels`` of height; 0 if it is none."""
    if levels < 2:
        return 1 if gait is Gait.CROSS else enter + levels
    if gait is Gait.CLIMB:
        return CLIMB_COST * levels
    return ROUGH_COST if gait is Gait.ROUGH else 0


def _wide_ways(board: Board, size: int, single: tuple[Way, ...]) -> tuple[Way, ...]:
    """The ways of a larger footprint: every cell makes its own step; the dearest newly entered one counts (BD-4)."""
    width = board.width
    ways: list[Way] = []
    for (dx, dy), own in zip(WAYS, single, strict=True):
        legal = 0
        for anchors in own.values():
            legal |= anchors
        everywhere = board.anchors_over((1 << board.size) - 1, size)
        for offset in _offsets(width, size):
            everywhere &= legal >> offset
        way: Way = {}
        for cost in sorted(own, reverse=True):
            dear = 0
            for y in range(size):
                for x in range(size):
                    if not (0 <= x + dx < size and 0 <= y + dy < size):
                        dear |= own[cost] >> y * width + x
            if everywhere & dear:
                way[cost] = everywhere & dear
                everywhere &= ~dear
        ways.append(way)
    return tuple(ways)
