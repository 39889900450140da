"""What a cell sees: the exact scan of BD-8, and its cache.

The scan goes outwards from a cell in four sectors (up, down, left, right), line of cells by line of cells,
and keeps the slopes at which sight still gets through as intervals. Three facts make it equal to BD-8 pair
by pair rather than merely close to it:

* A cell blocks an *open* interval of slopes, those whose segments cross its inside; the two bounds pass
  through corners of the cell and stay clear unless the cell diagonally opposite at that corner blocks too.
* The segment to a cell in line ``k`` of a sector crosses only lines before ``k``, and the cell itself.
* A slope ``p / q`` is kept as the integer ``floor(p * 2**20 / q)``. Slopes with denominators up to 511 (the
  corners of cells on a board of 256) differ by more than ``2**-20``, so the integers compare as the slopes do,
  and an open bound is the next integer.

The four diagonals between the sectors are walked cell by cell.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from game.board.bits import cells_of
from game.board.terrain import Cell, Mask, Terrain

if TYPE_CHECKING:
    from game.board.board import Board

_SHIFT: Final = 20
_ONE: Final = 1 << _SHIFT
_KEPT_STATES: Final = 24
_KEPT_MURKS: Final = 8
_KEPT_BYTES: Final = 48 << 20

_Seen: TypeAlias = tuple[Mask, Mask, Mask]  # doors a scan depended on, how they stood, cells seen


class Blockers(NamedTuple):
    """The blocking cells of one door state: bit x of ``rows[y]`` and bit y of ``columns[x]``."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]


class SightLines:
    """The sight of one board: one cache for clear air and one for each set of zero-visibility cells."""

    __slots__ = ("_board", "_caches", "_clear")

    def __init__(self, board: Board) -> None:
        self._board = board
        self._clear: SightCache | None = None
        self._caches: OrderedDict[Mask, SightCache] = OrderedDict()

    def cache(self, murk: Mask) -> SightCache:
        """The cache for a set of zero-visibility cells (BD-9); clear air is never thrown away."""
        if not murk:
            if self._clear is None:
                self._clear = SightCache(self._board, 0)
            return self._clear
        found = self._caches.get(murk)
        if found is None:
            found = self._caches[murk] = SightCache(self._board, murk)
            if len(self._caches) > _KEPT_MURKS:
                self._caches.popitem(last=False)
        return found


class SightCache:
    """The cells seen from each cell, kept until a door that the scan touched stands otherwise."""

    __slots__ = (
        "_board", "_column_runs", "_door_columns", "_door_rows", "_entries", "_kept", "_murk", "_plain", "_room",
        "_states",
    )  # fmt: skip

    def __init__(self, board: Board, murk: Mask) -> None:
        self._board = board
        self._murk = murk
        blocked = murk
        for cell, kind in enumerate(board.terrain):
            if kind is Terrain.WALL:
                blocked |= 1 << cell
        self._plain = _by_lines(board, blocked)
        self._door_rows, self._door_columns = _by_lines(board, board.door_cells)
        runs = [0]
        for row in range(board.height):
            runs.append(runs[-1] | 1 << row * board.width)
        self._column_runs = tuple(runs)
        self._states: OrderedDict[Mask, Blockers] = OrderedDict()
        self._entries: list[list[_Seen]] = [[] for _ in range(board.size)]
        self._kept = 0
        self._room = max(256, _KEPT_BYTES // (board.size // 8 + 64))

    def visible(self, cell: Cell, doors: Mask) -> Mask:
        """The cells seen from a cell, itself included."""
        for touched, stood, seen in self._entries[cell]:
            if doors & touched == stood:
                return seen
        return self._look(cell, doors)

    def _look(self, cell: Cell, doors: Mask) -> Mask:
        if self._kept >= self._room:
            self._entries = [[] for _ in range(self._board.size)]
            self._kept = 0
        if self._murk >> cell & 1:
            seen, touched = 1 << cell, 0
        else:
            seen, touched = self._scan(cell, self._blockers(doors))
            seen &= ~self._murk
        self._entries[cell].insert(0, (touched, doors & touched, seen))
        self._kept += 1
        return seen

    def _blockers(self, doors: Mask) -> Blockers:
        """The blocking cells of a door state: walls, zero-visibility cells and the leaves of closed doors."""
        found = self._states.get(doors)
        if found is None:
            board = self._board
            rows, columns = list(self._plain.rows), list(self._plain.columns)
            for door in cells_of(board.all_doors & ~doors):
                for leaf in board.doors[door].cells:
                    x, y = leaf % board.width, leaf // board.width
                    rows[y] |= 1 << x
                    columns[x] |= 1 << y
            found = self._states[doors] = Blockers(tuple(rows), tuple(columns))
            if len(self._states) > _KEPT_STATES:
                self._states.popitem(last=False)
        return found

    def _scan(self, cell: Cell, blockers: Blockers) -> tuple[Mask, Mask]:
        """The cells seen from a cell, and the doors of which a leaf was looked at on the way."""
        board = self._board
        width, height = board.width, board.height
        x, y = cell % width, cell // width
        seen = 1 << cell
        leaves: dict[Cell, None] = {}
        for sign, depth in ((-1, y), (1, height - 1 - y)):
            for line, low, high, met in _sector(blockers.rows, self._door_rows, x, y, sign, depth, width):
                if low <= high:
                    seen |= ((2 << high) - (1 << low)) << line * width
                if met:
                    leaves.update((line * width + place, None) for place in cells_of(met))
        for sign, depth in ((-1, x), (1, width - 1 - x)):
            for line, low, high, met in _sector(blockers.columns, self._door_columns, y, x, sign, depth, height):
                if low <= high:
                    seen |= self._column_runs[high - low + 1] << low * width + line
                if met:
                    leaves.update((place * width + line, None) for place in cells_of(met))
        rows = blockers.rows
        for dx in (-1, 1):
            for dy in (-1, 1):
                seen |= self._diagonal(x, y, dx, dy, rows, leaves)
        doors = 0
        for leaf in leaves:
            doors |= 1 << board.door_at[leaf]
        return seen, doors

    def _diagonal(self, x: int, y: int, dx: int, dy: int, rows: tuple[int, ...], leaves: dict[Cell, None]) -> Mask:
        """The cells seen along an exact diagonal; the door leaves beside it go to ``leaves``."""
        board, seen = self._board, 0
        while board.inside(x + dx, y + dy):
            here, there = rows[y], rows[y + dy]
            for cx, cy in ((x + dx, y), (x, y + dy), (x + dx, y + dy)):
                if self._door_rows[cy] >> cx & 1:
                    leaves[cy * board.width + cx] = None
            if here >> (x + dx) & 1 and there >> x & 1:
                break
            x, y = x + dx, y + dy
            seen |= 1 << y * board.width + x
            if there >> x & 1:
                break
        return seen


def _by_lines(board: Board, mask: Mask) -> Blockers:
    """A set of cells as rows and as columns."""
    rows, columns = [0] * board.height, [0] * board.width
    for cell in cells_of(mask):
        x, y = cell % board.width, cell // board.width
        rows[y] |= 1 << x
        columns[x] |= 1 << y
    return Blockers(tuple(rows), tuple(columns))


def _sector(
    lines: tuple[int, ...], door_lines: tuple[int, ...], origin: int, start: int, sign: int, depth: int, side: int
) -> list[tuple[int, int, int, int]]:
    """Scan one sector, its diagonals left out.

    Args:
        lines: Blocking cells of each line across the sector.
        door_lines: Door leaves of each line, open or not.
        origin: Place of the looking cell in its line.
        start: Number of its line.
        sign: Whether line numbers grow (1) or fall (-1) outwards.
        depth: How many lines there are.
        side: How many places a line has.

    Returns:
        ``(line, first, last, leaves)`` for each stretch of a line: the places seen (none if ``first`` is past
        ``last``) and those of its door leaves that the scan looked at.
    """
    found: list[tuple[int, int, int, int]] = []
    open_slopes = [(1 - _ONE, _ONE - 1)]
    last = side - 1
    before = lines[start]
    for k in range(1, depth + 1):
        number = start + sign * k
        line, leaves = lines[number], door_lines[number]
        still: list[tuple[int, int]] = []
        for low, high in open_slopes:
            first = origin - ((-low * k) >> _SHIFT)
            final = origin + (((high + 1) * k - 1) >> _SHIFT)
            if final < 0 or first > last:
                continue  # these slopes have left the board and lead ever farther away from it
            # Slopes within the sector look at no cell past its diagonals, where first - 1 and final + 1 stay.
            near = first - 1 if first > 0 else 0
            far = final + 1 if final < last else last
            span = (2 << far) - (1 << near)
            found.append((number, first if first > 0 else 0, far if final > last else final, span & leaves))
            blocked = line & span
            while blocked:
                # Take the lowest run of blocking cells; a run blocks one unbroken interval.
                bit = blocked & -blocked
                carried = blocked + bit
                one = bit.bit_length() - 1 - origin
                end = (carried & ~blocked).bit_length() - 2 - origin
                blocked &= carried
                if one > 0:
                    bottom = ((2 * one - 1 << _SHIFT) // (2 * k + 1)) + 1
                else:
                    bottom = (2 * one - 1 << _SHIFT) // (2 * k - 1)
                    beside = origin + one - 1
                    if beside < 0 or not before >> beside & 1:
                        bottom += 1
                if end < 0:
                    top = ((2 * end + 1 << _SHIFT) // (2 * k + 1)) - 1
                else:
                    top = (2 * end + 1 << _SHIFT) // (2 * k - 1)
                    if not before >> (origin + end + 1) & 1:
                        top -= 1
                if bottom > low:
                    still.append((low, bottom - 1 if bottom <= high else high))
                if top >= low:
                    low = top + 1
                    if low > high:
                        break
            else:
                still.append((low, high))
        if not still:
            break
        open_slopes = still
        before = line
    return found
