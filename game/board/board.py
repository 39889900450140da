"""The board of a match: what the map says and never changes (RULES BD-1 to BD-7, BD-11, BD-12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from game.board.bits import mask_of
from game.board.contact import Contacts
from game.board.lines import SightLines
from game.board.steps import Row, Steps, StepTables
from game.board.terrain import (
    MAX_FOOTPRINT,
    MAX_HEIGHT,
    MAX_SIDE,
    MIN_SIDE,
    MOVE_COST,
    OCTANTS,
    UNREACHED,
    Cell,
    Door,
    Gait,
    Mask,
    Terrain,
)

if TYPE_CHECKING:
    import networkx as nx

_ROWWISE = tuple(sorted(OCTANTS, key=lambda way: (way[1], way[0])))
_CROSS = OCTANTS[::2]


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Board:
    """Size, terrain, heights, doors and zones of a map; immutable, equal only to itself.

    Everything that changes in play comes in as an argument: ``doors`` is always the mask of the doors that
    are open or destroyed. Build one with ``Board.build`` or ``from_ascii``; the fields are not checked here.
    """

    width: int
    height: int
    name: str
    terrain: tuple[Terrain, ...]
    heights: tuple[int, ...]
    doors: tuple[Door, ...]
    zones: Mapping[str, tuple[Cell, ...]]
    size: int = field(init=False)
    door_at: Mapping[Cell, int] = field(init=False)
    door_cells: Mask = field(init=False)
    barricades: Mask = field(init=False)
    initial_doors: Mask = field(init=False)
    all_doors: Mask = field(init=False)
    tables: StepTables = field(init=False)
    contacts: Contacts = field(init=False)
    lines: SightLines = field(init=False)
    _zone_masks: dict[str, Mask] = field(init=False)
    _footprints: dict[int, list[tuple[Cell, ...] | None]] = field(init=False)
    _masks: dict[int, list[Mask | None]] = field(init=False)
    _limits: dict[int, tuple[Mask, ...]] = field(init=False)
    _graphs: list[nx.DiGraph[tuple[int, int]]] = field(init=False)

    def __post_init__(self) -> None:
        """Work out what the fields imply."""
        derived: dict[str, object] = {
            "zones": MappingProxyType(dict(self.zones)),
            "size": self.width * self.height,
            "door_at": {cell: door.id for door in self.doors for cell in door.cells},
            "door_cells": mask_of(cell for door in self.doors for cell in door.cells),
            "barricades": mask_of(c for c, kind in enumerate(self.terrain) if kind is Terrain.BARRICADE),
            "initial_doors": mask_of(door.id for door in self.doors if door.open),
            "all_doors": (1 << len(self.doors)) - 1,
            "_zone_masks": {name: mask_of(cells) for name, cells in self.zones.items()},
            "_footprints": {},
            "_masks": {},
            "_limits": {},
            "_graphs": [],
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "tables", StepTables(self))
        object.__setattr__(self, "contacts", Contacts(self))
        object.__setattr__(self, "lines", SightLines(self))

    def __repr__(self) -> str:
        return f"<Board {self.name or 'unnamed'} {self.width}x{self.height}, {len(self.doors)} doors>"

    def __reduce__(self) -> tuple[object, ...]:
        fields = (self.width, self.height, self.name, self.terrain, self.heights, self.doors, dict(self.zones))
        return Board, fields

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: object) -> Board:
        return self

    @classmethod
    def build(
        cls,
        width: int,
        height: int,
        terrain: Sequence[int],
        heights: Sequence[int] | None = None,
        doors: Iterable[Door] = (),
        zones: Mapping[str, Iterable[Cell]] | None = None,
        name: str = "",
        *,
        min_side: int = MIN_SIDE,
    ) -> Board:
        """Check the parts of a map and make the board of them.

        Args:
            width: Cells in a row, ``min_side`` to 256.
            height: Cells in a column, ``min_side`` to 256.
            terrain: One ``Terrain`` a cell, row by row.
            heights: One height from 0 to 3 a cell; all 0 if left out.
            doors: The doors the map describes, in the order of their ids. Door cells that none of them has
                become closed doors of their own, leaves side by side together (BD-11).
            zones: Cells of each named zone (BD-12).
            name: What the map is called.
            min_side: The least side allowed; below 8 only for positions in tests (BD-1).

        Raises:
            ValueError: A part is missing, too large, or contradicts another.
        """
        if not (min_side <= width <= MAX_SIDE and min_side <= height <= MAX_SIDE):
            raise ValueError(f"size: expected {min_side} to {MAX_SIDE} cells on a side (BD-1), found {width}x{height}")
        size = width * height
        if len(terrain) != size:
            raise ValueError(f"terrain: expected {size} cells for {width}x{height}, found {len(terrain)}")
        kinds = tuple(Terrain(kind) for kind in terrain)
        levels = (0,) * size if heights is None else tuple(heights)
        if len(levels) != size:
            raise ValueError(f"heights: expected {size} cells for {width}x{height}, found {len(levels)}")
        for cell, level in enumerate(levels):
            if not 0 <= level <= MAX_HEIGHT:
                where = (cell % width, cell // width)
                raise ValueError(f"heights: {where}: expected 0 to {MAX_HEIGHT} (BD-2), found {level}")
        named: dict[str, tuple[Cell, ...]] = {}
        for zone in sorted(zones or {}):
            cells = tuple(sorted(set((zones or {})[zone])))
            if cells and not (cells[0] >= 0 and cells[-1] < size):
                raise ValueError(f"zones: {zone}: expected cells 0 to {size - 1}, found {cells[0]} to {cells[-1]}")
            named[zone] = cells
        return cls(width, height, name, kinds, levels, _hung(width, height, kinds, doors), named)

    @classmethod
    def from_ascii(
        cls,
        rows: str | Sequence[str],
        *,
        heights: str | Sequence[str] | None = None,
        doors: Iterable[Door] = (),
        zones: Mapping[str, Iterable[Cell]] | None = None,
        name: str = "",
        min_side: int = 1,
    ) -> Board:
        """The board that a drawing shows; see ``game.board.ascii.from_ascii``."""
        from game.board.ascii import from_ascii

        return from_ascii(rows, heights=heights, doors=doors, zones=zones, name=name, min_side=min_side)

    # --- cells --------------------------------------------------------------------------------------------

    def xy(self, cell: Cell) -> tuple[int, int]:
        """Column and row of a cell."""
        return cell % self.width, cell // self.width

    def cell(self, x: int, y: int) -> Cell:
        """The cell at column ``x`` and row ``y``.

        Raises:
            ValueError: The place is not on the board.
        """
        if not self.inside(x, y):
            raise ValueError(f"({x}, {y}): expected a cell of a {self.width}x{self.height} board")
        return y * self.width + x

    def inside(self, x: int, y: int) -> bool:
        """Whether a place is on the board."""
        return 0 <= x < self.width and 0 <= y < self.height

    def footprint(self, anchor: Cell, size: int) -> tuple[Cell, ...]:
        """Cells of a footprint with this top-left cell, rising; none if it does not fit on (BD-4, C-10)."""
        if not 0 <= anchor < self.size:
            return ()
        footprints = self._footprints.get(size)
        if footprints is None:
            footprints = self._footprints[size] = [None] * self.size
        found = footprints[anchor]
        if found is None:
            fits = anchor % self.width + size <= self.width and anchor // self.width + size <= self.height
            found = footprints[anchor] = tuple(
                anchor + row * self.width + column for row in range(size if fits else 0) for column in range(size)
            )
        return found

    def footprint_mask(self, anchor: Cell, size: int) -> Mask:
        """The cells of a footprint as a mask."""
        if not 0 <= anchor < self.size:
            return 0
        masks = self._masks.get(size)
        if masks is None:
            masks = self._masks[size] = [None] * self.size
        found = masks[anchor]
        if found is None:
            found = masks[anchor] = mask_of(self.footprint(anchor, size))
        return found

    def anchors_over(self, cells: Mask, size: int) -> Mask:
        """The anchors whose footprint lies on the board and would cover at least one of ``cells``."""
        if size == 1 or not cells:
            return cells
        limits = self._limits.get(size)
        if limits is None:
            limits = self._limits[size] = self._column_limits(size)
        anchors = 0
        for row in range(size):
            for column in range(size):
                anchors |= (cells & limits[column]) >> (row * self.width + column)
        return anchors & limits[size]

    def _column_limits(self, size: int) -> tuple[Mask, ...]:
        """For each column of a footprint the cells it can cover, and last the anchors that fit on the board."""
        rows = mask_of(y * self.width for y in range(self.height))
        every = (1 << self.width) - 1
        fitting = mask_of(y * self.width for y in range(self.height - size + 1))
        last = fitting * ((1 << max(0, self.width - size + 1)) - 1)
        return (*(rows * (every >> column << column) for column in range(size)), last)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The up to eight cells around a cell, rising, whatever they are made of."""
        x, y = cell % self.width, cell // self.width
        return tuple((y + dy) * self.width + x + dx for dx, dy in _ROWWISE if self.inside(x + dx, y + dy))

    def orthogonal(self, cell: Cell) -> tuple[Cell, ...]:
        """The up to four cells that share an edge with a cell: N, E, S, W (HM-A4)."""
        x, y = cell % self.width, cell // self.width
        return tuple((y + dy) * self.width + x + dx for dx, dy in _CROSS if self.inside(x + dx, y + dy))

    def zone_mask(self, name: str) -> Mask:
        """The cells of a zone; none if the map has no such zone (BD-12)."""
        return self._zone_masks.get(name, 0)

    # --- terrain ------------------------------------------------------------------------------------------

    def cost(self, cell: Cell) -> int:
        """Movement points for entering a cell, a door being open; ``UNREACHED`` if Move never can (BD-2)."""
        return MOVE_COST.get(self.terrain[cell], UNREACHED)

    def is_shut(self, cell: Cell, doors: Mask) -> bool:
        """Whether the cell is a leaf of a closed door."""
        door = self.door_at.get(cell)
        return door is not None and not doors >> door & 1

    def blocks_move(self, cell: Cell, doors: Mask) -> bool:
        """Whether no Move can enter the cell: wall, closed door or pit (BD-2)."""
        return self.terrain[cell] not in MOVE_COST or self.is_shut(cell, doors)

    def blocks_sight(self, cell: Cell, doors: Mask) -> bool:
        """Whether the cell blocks sight: wall or closed door (BD-2)."""
        return self.terrain[cell] is Terrain.WALL or self.is_shut(cell, doors)

    # --- steps --------------------------------------------------------------------------------------------

    def steps(self, doors: Mask, *, size: int = 1, gait: Gait = Gait.WALK) -> Sequence[Row]:
        """For each anchor the legal steps ``(anchor2, cost)`` by rising anchor, units left out (BD-3, BD-4)."""
        return self.tables.steps(doors, 0, size, gait).ahead.rows

    def step_table(self, doors: Mask, *, openable: Mask = 0, size: int = 1, gait: Gait = Gait.WALK) -> Steps:
        """The step tables in both directions; ``openable`` closed doors may be opened on the way at 1 each."""
        if not 1 <= size <= MAX_FOOTPRINT:
            raise ValueError(f"footprint: expected 1 to {MAX_FOOTPRINT} (BD-4), found {size}")
        return self.tables.steps(doors, openable, size, gait)

    def step_cost(self, a: Cell, b: Cell, doors: Mask, *, size: int = 1, climb: bool = False) -> int | None:
        """Movement points of the step from anchor ``a`` to ``b``; ``None`` if it is no step (BD-3, MV-4)."""
        return self.tables.steps(doors, 0, size, Gait.CLIMB if climb else Gait.WALK).ahead.cost(a, b)

    # --- distance and contact -----------------------------------------------------------------------------

    def gap(self, a: Cell, size_a: int, b: Cell, size_b: int) -> tuple[int, int]:
        """Columns and rows between the nearest cells of two footprints."""
        width = self.width
        ax, ay, bx, by = a % width, a // width, b % width, b // width
        dx = bx - ax - size_a + 1 if bx > ax else ax - bx - size_b + 1
        dy = by - ay - size_a + 1 if by > ay else ay - by - size_b + 1
        return max(dx, 0), max(dy, 0)

    def range(self, a: Cell, size_a: int, b: Cell, size_b: int) -> int:
        """Range between two footprints: Chebyshev distance of their nearest cells (BD-6)."""
        width = self.width
        ax, bx = a % width, b % width
        dx = bx - ax - size_a + 1 if bx > ax else ax - bx - size_b + 1
        ay, by = a // width, b // width
        dy = by - ay - size_a + 1 if by > ay else ay - by - size_b + 1
        return dx if dx > dy and dx > 0 else max(dy, 0)

    def squared(self, a: Cell, b: Cell) -> int:
        """Square of the straight-line distance between two cells' centres (C-8)."""
        width = self.width
        dx, dy = a % width - b % width, a // width - b // width
        return dx * dx + dy * dy

    def squared_gap(self, a: Cell, size_a: int, b: Cell, size_b: int) -> int:
        """Square of the straight-line distance between the nearest cells of two footprints (C-8)."""
        dx, dy = self.gap(a, size_a, b, size_b)
        return dx * dx + dy * dy

    def contact(self, a: Cell, size_a: int, b: Cell, size_b: int, doors: Mask) -> bool:
        """Whether two footprints are in contact (BD-7)."""
        return self.contacts.mask(a, size_a, doors) & self.footprint_mask(b, size_b) != 0

    def contact_mask(self, anchor: Cell, size: int, doors: Mask) -> Mask:
        """The cells outside a footprint that are in contact with it (BD-7)."""
        return self.contacts.mask(anchor, size, doors)

    # --- graph --------------------------------------------------------------------------------------------

    @property
    def graph(self) -> nx.DiGraph[tuple[int, int]]:
        """The board as a networkx graph, made when first asked for; the hot paths never use it.

        Nodes are ``(x, y)`` with the attributes ``terrain`` and ``height``; an edge is a step that is legal
        with every door open, with its ``cost`` and, in ``doors``, the ids of the doors that must be open.
        """
        if not self._graphs:
            from game.board.graph import step_graph

            self._graphs.append(step_graph(self))
        return self._graphs[0]


def _hung(width: int, height: int, kinds: tuple[Terrain, ...], doors: Iterable[Door]) -> tuple[Door, ...]:
    """The doors of the map with their access cells, and a closed door for each leaf that none has."""
    hung: list[Door] = []
    taken: dict[Cell, str] = {}
    for door in doors:
        label = door.name or str(door.id)
        if door.id != len(hung):
            raise ValueError(f"doors: {label}: expected id {len(hung)} (ids count from 0), found {door.id}")
        if not door.cells:
            raise ValueError(f"doors: {label}: expected at least one cell")
        for cell in door.cells:
            if not (0 <= cell < len(kinds) and kinds[cell] is Terrain.DOOR):
                raise ValueError(f"doors: {label}: expected door terrain at cell {cell}")
            if cell in taken:
                raise ValueError(f"doors: {label}: expected a cell of no other door, {taken[cell]} has {cell}")
            taken[cell] = label
        hung.append(replace(door, cells=tuple(sorted(door.cells))))
    for cell, kind in enumerate(kinds):
        if kind is Terrain.DOOR and cell not in taken:
            leaves = [cell]
            taken[cell] = ""
            for leaf in leaves:
                for beside in _beside(leaf, width, height, _CROSS):
                    if kinds[beside] is Terrain.DOOR and beside not in taken:
                        taken[beside] = ""
                        leaves.append(beside)
            hung.append(Door(len(hung), "", tuple(sorted(leaves))))
    closed = (Terrain.WALL, Terrain.DOOR)
    return tuple(
        replace(
            door,
            access=tuple(
                sorted(
                    {
                        cell
                        for leaf in door.cells
                        for cell in _beside(leaf, width, height, _ROWWISE)
                        if kinds[cell] not in closed
                    }
                )
            ),
        )
        for door in hung
    )


def _beside(cell: Cell, width: int, height: int, ways: tuple[tuple[int, int], ...]) -> list[Cell]:
    """The cells on the board that lie one step away in the given directions."""
    x, y = cell % width, cell // width
    return [(y + dy) * width + x + dx for dx, dy in ways if 0 <= x + dx < width and 0 <= y + dy < height]
