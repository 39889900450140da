"""The sides of a scenario file: who plays, with what force, and where it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from game.board import NO_CELL, Board
from game.core.profile import UnitKind
from game.core.scenario import Recruit, SideSetup
from game.core.types import Cell
from game.io.crews import note_crew_faults
from game.io.errors import quoted
from game.io.maps import Placement
from game.io.roster import Roster
from game.io.toml import Table, shown
from game.rules.skirmish import names
from game.rules.skirmish.setup import WAITING_ROW
from game.rules.transmutation.parse import parse

POLICIES: Final = ("ask", "shoot", "dodge", "hold")
"""Standing reaction policies (OR-8)."""
MOST_UNITS: Final = 400
"""The most units that one entry of a force may stand for."""
MOST_POINTS: Final = 9999
"""The largest bound on what a side's troopers, or their upgrades, may cost."""

Lists = Callable[[Table, str], list[Table]]
"""The entries of the force list that a side's table names."""


class Ground:
    """The board while forces are put on it: which cells are taken, and by what."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._taken: dict[Cell, str] = {}

    def problem(self, cell: Cell, size: int, what: str) -> str:
        """Why a footprint cannot stand there, or ``""``; then its cells are taken."""
        cells = self.board.footprint(cell, size)
        if not cells:
            return "a footprint that leaves the board"
        for part in cells:
            if self.board.blocks_move(part, self.board.initial_doors):
                return f"{self.board.terrain[part].name.lower()} at {list(self.board.xy(part))}"
            if part in self._taken:
                return f"{self._taken[part]} at {list(self.board.xy(part))}"
        self._taken.update(dict.fromkeys(cells, what))
        return ""


def read_cell(table: Table, key: str, value: Any, board: Board) -> Cell:
    """A cell written as ``[x, y]``; -1 stands in for a faulty one."""
    if isinstance(value, list) and len(value) == 2 and all(type(number) is int for number in value):
        x, y = value
        if board.inside(x, y):
            return board.cell(x, y)
    table.note(f"a cell [x, y] with x up to {board.width - 1} and y up to {board.height - 1}", shown(value), key=key)
    return NO_CELL


def read_boxes(table: Table, key: str, board: Board) -> list[Cell]:
    """Cells as a list of boxes: ``[x, y]`` is one cell, ``[x, y, x2, y2]`` all cells between two corners."""
    value = table.get(key)
    found: dict[Cell, None] = {}
    for index, box in enumerate(value if isinstance(value, list) else [value]):
        numbers = box if isinstance(box, list) and all(type(number) is int for number in box) else []
        if len(numbers) == 2:
            numbers = [*numbers, *numbers]
        if len(numbers) != 4 or not (board.inside(numbers[0], numbers[1]) and board.inside(numbers[2], numbers[3])):
            table.note("[x, y] or [x, y, x2, y2] on the board", shown(box), key=f"{key}[{index}]")
            continue
        left, top, right, bottom = numbers
        found.update(dict.fromkeys(board.cell(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)))
    return sorted(found)


def read_side(
    side: str,
    table: Table,
    roster: Roster,
    ground: Ground,
    placed: tuple[Placement, ...],
    *,
    cards: Sequence[str],
    lists: Lists,
) -> SideSetup:
    """One side without its objective: kind, team, bounds and force, the units that the map places first.

    Args:
        side: its id.
        table: its table.
        roster: the kinds of units and upgrades there are.
        ground: the board, with what was put on it so far.
        placed: the side's units on the map.
        cards: the manifestation cards there are.
        lists: finds the force list that takes the place of a force of the side's own.
    """
    kinds = roster.kinds
    kind = table.text("kind", "hive" if side == "hive" else "human", choices=("human", "hive"))
    force = [(_placed(entry, kind, table, kinds, ground), table) for entry in placed]
    for entry in _entries(table, lists):
        here = ground if entry.file == table.file else None
        force.extend((recruit, entry) for recruit in read_recruits(entry, kind, kinds, here))
    setup = SideSetup(
        id=side,
        kind=kind,
        team=table.text("team", side),
        force=tuple(recruit for recruit, _ in force),
        deploy=table.text("deploy", ""),
        points=table.whole("points", 0, least=0, most=MOST_POINTS),
        soulstones=table.whole("soulstones", 0, least=0, most=MOST_POINTS),
    )
    _check_side(setup, table, ground)
    note_crew_faults(table, [entry for _, entry in force], setup, kinds, roster.upgrades, cards)
    return setup


def _entries(table: Table, lists: Lists) -> list[Table]:
    """The tables of a side's force: its own, or those of the list that it names."""
    named = table.get("force")
    return lists(table, named) if isinstance(named, str) else table.tables("force")


def _check_side(setup: SideSetup, table: Table, ground: Ground) -> None:
    if sum(recruit.lieutenant for recruit in setup.force) > 1:
        table.note("at most one Lieutenant (UN-3)", "several", key="force")
    if sum(recruit.reserve for recruit in setup.force) > WAITING_ROW:
        table.note(f"at most {WAITING_ROW} who wait off board", "more", key="force")
    waiting = [r for r in setup.force if r.cell == NO_CELL and not r.reserve]
    zone = setup.deploy or f"deploy:{setup.id}"
    if setup.kind == "hive" and waiting:
        table.note("a cell (at) for each unit of the hive", f"{len(waiting)} without", key="force")
    elif (waiting or setup.deploy) and zone not in ground.board.zones:
        table.note(f"the zone {quoted(zone)} on the map", "none", key="deploy")


def read_recruits(table: Table, side_kind: str, kinds: Mapping[str, UnitKind], ground: Ground | None) -> list[Recruit]:
    """The units that an entry of a force stands for; without a board (``ground``) they can have no cells."""
    count = table.whole("count", 1, least=1, most=MOST_UNITS)
    name = table.text("kind", choices=tuple(kinds))
    where = table.get("at")
    cells: list[Cell] = []
    if where is not None and ground is None:
        table.note("no cells in a list of troopers, which knows no board", "some", key="at")
    elif where is not None and ground is not None:
        several = isinstance(where, list) and bool(where) and isinstance(where[0], list)
        listed = where if several else [where]
        cells = [
            read_cell(table, f"at[{index}]" if several else "at", value, ground.board)
            for index, value in enumerate(listed)
        ]
        if not table.has("count"):
            count = len(cells)
        if len(cells) != count:
            table.note(f"{count} cells", str(len(cells)), key="at")
            return []
    recruit = Recruit(
        kind=name,
        lieutenant=table.flag("lieutenant"),
        master=table.flag("master"),
        reserve=table.flag("reserve"),
        hidden=table.flag("hidden"),
        form=table.whole("form", 0, least=0, most=9),
        group=table.whole("group", 0, least=0, most=999),
        name=table.text("name", ""),
        policy=table.text("policy", "ask", choices=POLICIES),
        upgrades=table.texts("upgrades"),
        card=table.text("card", ""),
    )
    table.done()
    if recruit.reserve and cells:
        table.note("no cell for a unit that waits off board", "one", key="at")
    _check(table, recruit, side_kind, kinds)
    if ground is None:
        return [recruit] * count
    return [_at(table, recruit, cell, kinds, ground) for cell in (cells or [NO_CELL] * count)]


def _placed(entry: Placement, side_kind: str, table: Table, kinds: Mapping[str, UnitKind], ground: Ground) -> Recruit:
    """A unit that stands on the map itself."""
    values = entry.values
    recruit = Recruit(
        kind=str(values["kind"]),
        lieutenant=bool(values.get("lieutenant", False)),
        hidden=bool(values.get("hidden", False)),
        form=int(values.get("form", 0)),
        group=int(values.get("group", 0)),
        name=entry.name,
        policy=str(values.get("policy", "ask")),
    )
    here = Table({}, file=table.file, faults=table.faults, place=f"map: {entry.place}")
    if recruit.kind not in kinds:
        here.note("a kind of unit of the rosters", quoted(recruit.kind))
        return recruit
    if recruit.policy not in POLICIES:
        here.note(f"a policy: {', '.join(POLICIES)}", quoted(recruit.policy))
    _check(here, recruit, side_kind, kinds)
    return _at(here, recruit, entry.cell, kinds, ground)


def _check(table: Table, recruit: Recruit, side_kind: str, kinds: Mapping[str, UnitKind]) -> None:
    kind = kinds.get(recruit.kind)
    if kind is None:
        return
    if kind.faction != side_kind:
        table.note(f"a unit of a {side_kind} side", quoted(recruit.kind), key="kind")
    if side_kind == "hive" and (recruit.master or recruit.upgrades):
        table.note("Masters and upgrades on human sides only", "one of the hive's", key="upgrades")
    if recruit.form >= len(kind.profiles):
        table.note(f"a form from 0 to {len(kind.profiles) - 1}", str(recruit.form), key="form")
        return
    if recruit.form and kind.transmutation and not parse(kind.transmutation).chooses:
        table.note("form 0, on which this unit deploys (TR-12)", str(recruit.form), key="form")
    if recruit.hidden and names.CAMOUFLAGE not in kind.profiles[recruit.form].skills:
        table.note(f"a unit with the skill {names.CAMOUFLAGE}", quoted(recruit.kind), key="hidden")


def _at(table: Table, recruit: Recruit, cell: Cell, kinds: Mapping[str, UnitKind], ground: Ground) -> Recruit:
    """The recruit on its cell, if it can stand there."""
    kind = kinds.get(recruit.kind)
    if cell == NO_CELL or kind is None or recruit.form >= len(kind.profiles):
        return recruit
    problem = ground.problem(cell, kind.profiles[recruit.form].size, recruit.kind)
    if problem:
        table.note(f"room for {recruit.kind} at {list(ground.board.xy(cell))}", problem, key="at")
    return replace(recruit, cell=cell)
