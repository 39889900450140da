"""Position files: a board drawn as text, with units in any state, a phase and a side to act.

They are to this game what FEN is to chess: for tests, studies and bug reports. :func:`read_position` makes the game
and the state of a file, :func:`game.io.position_text.write_position` a file of any state at a decision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from game.board import Board, Door, Terrain, from_ascii, marks
from game.core.errors import DataError
from game.core.game import Game
from game.core.scenario import SideSetup
from game.core.state import State
from game.core.tx import Ctx
from game.core.types import WAITING_IDS
from game.io.errors import printable, quoted
from game.io.forces import Ground, read_boxes, read_cell
from game.io.lists import no_lists
from game.io.position_parts import Parts
from game.io.position_tasks import TaskLines, agenda_for
from game.io.roster import Roster, known_names, parse_roster, shipped_roster
from game.io.scenario import game_of, read_rest, read_sides, systems_of
from game.io.toml import Table, first_fault, parse_toml, read_text, shown
from game.rules.compose import SYSTEMS
from game.rules.skirmish import names
from game.rules.skirmish.flow import FlowState, gives_regular_order
from game.rules.skirmish.queries import is_fit

USUAL_TURN: Final = "orders"
HEADER: Final = "broodfall-position"


class Position(NamedTuple):
    """A game and a state of it. A session made of both goes on from there."""

    game: Game
    state: State


def read_position(path: Path) -> Position:
    """The position of a file. Raises DataError for its first fault."""
    return position_of(read_text(path, what="a position"), file=printable(str(path)))


def position_of(
    text: str,
    *,
    file: str = "position",
    outside: Sequence[str] | None = None,
    rosters: Mapping[str, str] | None = None,
) -> Position:
    """The position of a text. Raises DataError for its first fault.

    ``outside``: see :func:`parse_position`. ``rosters``: texts of units and weapons it may use besides those that come
    with the game, by the names of their files.
    """
    position, faults = parse_position(text, file=file, outside=outside, rosters=rosters)
    first_fault(faults)
    if position is None:
        raise DataError("expected a whole position", file=file, place="file")
    return position


def parse_position(
    text: str,
    *,
    file: str,
    roster: Roster | None = None,
    outside: Sequence[str] | None = None,
    rosters: Mapping[str, str] | None = None,
) -> tuple[Position | None, list[DataError]]:
    """The position of a text, as far as it can be made, and every fault in it.

    Args:
        text: the TOML of the file.
        file: its name, for messages.
        roster: the kinds and weapons it may use; those that come with the game if None.
        outside: exactly these outside systems; None: what the text needs and all that are admitted.
        rosters: texts of rosters on top of the roster, by the names of their files.
    """
    faults: list[DataError] = []
    root = Table(parse_toml(text, file=file), file=file, faults=faults)
    root.text("note", "")
    systems = systems_of(root, root.texts("systems", choices=tuple(SYSTEMS)), outside)
    board = _board(root)
    if systems is None or board is None:
        return None, faults
    known = roster or shipped_roster(systems.rulebook)
    for name, more in (rosters or {}).items():
        found, wrong = parse_roster(more, known_names(systems.rulebook.tables), file=name, base=known)
        faults.extend(wrong)
        known = known.with_more(found)
    sides = read_sides(root, board, Ground(board), (), known, systems.rulebook, no_lists)
    extras = {side: _side_extras(table) for side, (table, _) in sides.items()}
    _no_forces(sides)
    scenario = read_rest(root, root.text("id", "position"), sides, (), board, systems, known, lenient=True)
    if faults:
        return None, faults
    game = game_of(systems.rulebook, board, scenario, known)
    state = _state(root, game, extras)
    root.done()
    if not faults:
        faults.extend(DataError(said, file=file, place="position") for said in game.problems(state))
    return Position(game, state), list({str(found): found for found in faults}.values())


def _no_forces(sides: Mapping[str, tuple[Table, SideSetup]]) -> None:
    for table, setup in sides.values():
        if setup.force:
            table.note("units in the board's legend or in [[units]]", "a force", key="force")


class Extras(NamedTuple):
    """What a position says of a side beyond its scenario."""

    pool: int | None
    worked: int
    counters: tuple[tuple[str, int], ...] | None


def _side_extras(table: Table) -> Extras:
    pool = table.whole("pool", least=0, most=999) if table.has("pool") else None
    worked = sum(1 << door for door in door_ids(table, "worked"))
    counters = read_counters(table) if table.has("counters") else None
    return Extras(pool, worked, counters)


def door_ids(table: Table, key: str) -> tuple[int, ...]:
    """A list of door numbers."""
    value = table.get(key) or []
    if not isinstance(value, list) or any(type(n) is not int or not 0 <= n < 4096 for n in value):
        table.note("a list of door numbers", shown(value), key=key)
        return ()
    return tuple(dict.fromkeys(value))


def read_counters(table: Table, key: str = "counters") -> tuple[tuple[str, int], ...]:
    """Counters by name, sorted; zero means absent."""
    inner = table.table(key)
    found = [(name, inner.whole(name, least=-99_999, most=99_999)) for name in inner]
    return tuple(sorted(pair for pair in found if pair[1]))


# --- the board ---------------------------------------------------------------------------------------------------


def _board(root: Table) -> Board | None:
    drawing = root.text("board")
    heights = root.text("heights", "") or None
    name = root.text("name", "")
    doors = root.tables("doors")
    if not drawing:
        return None
    try:
        bare = from_ascii(drawing, heights=heights)
        zones = _zones(root.table("zones"), bare)
        return from_ascii(drawing, heights=heights, doors=_doors(doors, bare), zones=zones, name=name)
    except ValueError as error:
        root.note("a board drawn as text", printable(str(error)), key="board")
        return None


def _zones(table: Table, board: Board) -> dict[str, list[int]]:
    return {zone: read_boxes(table, zone, board) for zone in table}


def _doors(tables: list[Table], board: Board) -> list[Door]:
    """Doors with particulars, numbered as they are listed; the state of doors is read with the rest of the state."""
    found = []
    for number, table in enumerate(tables):
        cells = table.get("at")
        listed = cells if isinstance(cells, list) and cells and isinstance(cells[0], list) else [cells]
        leaves = tuple(sorted(read_cell(table, "at", cell, board) for cell in listed))
        if -1 in leaves:
            continue
        if any(board.terrain[leaf] is not Terrain.DOOR for leaf in leaves):
            table.note("cells that are drawn as a door", "another kind of cell", key="at")
        found.append(
            Door(
                id=number,
                name=table.text("name", ""),
                cells=leaves,
                sealed=table.flag("sealed"),
                solid=table.flag("solid"),
                open=bool(board.initial_doors >> board.door_at.get(leaves[0], 0) & 1),
                structure=table.whole("structure", 2, least=1, most=99),
                armour=table.whole("armour", 4, least=0, most=99),
            )
        )
        table.flag("broken")
        table.whole("wounds", 0, least=0, most=99)
        table.done()
    return found


# --- the state ---------------------------------------------------------------------------------------------------


def _state(root: Table, game: Game, extras: Mapping[str, Extras]) -> State:
    parts = Parts(root, game, marks(root.text("board")))
    units = parts.units()
    gone = parts.gone()
    markers = parts.markers(units)
    clouds = parts.clouds()
    effects = parts.effects(units)
    used = [0, *units, *gone, *markers, *(cloud.id for cloud in clouds)]
    fresh = 1 + max(number for number in used if number < WAITING_IDS)
    doors, broken, sealed, wounds = parts.doors()
    turn = root.text("turn", next(side.id for side in game.scenario.sides))
    phase = root.text("phase", USUAL_TURN)
    empty = game.empty()
    state = replace(
        empty,
        round=root.whole("round", 1, least=0, most=999),
        turn=turn,
        phase=phase,
        units=units,
        gone=gone,
        markers=markers,
        clouds=clouds,
        effects=effects,
        doors=doors,
        broken=broken,
        sealed=sealed,
        door_wounds=wounds,
        next_id=root.whole("next_id", fresh, least=fresh, most=1_000_000),
        ext=_memories(root, game, empty.ext),
        outcome=parts.outcome(),
    )
    state = _with_sides(game, game.indexed(state), extras)
    return replace(state, agenda=() if state.outcome else _agenda(root, game, state))


def _with_sides(game: Game, state: State, extras: Mapping[str, Extras]) -> State:
    """Sides with pools and counters. Orders that are not given are counted as in the Tactical phase (OR-1)."""
    sides = dict(state.sides)
    units = dict(state.units)
    for side, extra in extras.items():
        counters = extra.counters
        if counters is None:
            worth = sum(game.kinds[unit.kind].cost for unit in units.values() if unit.side == side)
            counters = (("points", worth),) if worth else ()
        pool = extra.pool
        if pool is None:
            pool, own = _order_count(game, state, side) if side == state.turn else (0, ())
            for unit in own:
                units[unit] = replace(units[unit], counters=((names.OWN_ORDER, 1),))
        sides[side] = replace(sides[side], pool=pool, worked=extra.worked, counters=counters)
    return game.indexed(replace(state, sides=sides, units=units))


def _order_count(game: Game, state: State, side: str) -> tuple[int, tuple[int, ...]]:
    """The orders in a side's pool, and the units that have one of their own and no counters yet."""
    if game.side_kinds[side] != "human":
        return 0, ()
    ctx = Ctx(game, state)
    fit = [unit for unit in state.units.values() if unit.side == side and is_fit(unit)]
    regular = [unit for unit in fit if gives_regular_order(ctx, unit)]
    return len(regular), tuple(unit.id for unit in fit if unit not in regular and not unit.counters)


def _memories(root: Table, game: Game, usual: Mapping[str, Any]) -> dict[str, Any]:
    """What rule modules remember: their usual start unless the file says other."""
    found = dict(usual)
    # Initiative was rolled before the position was reached; unless it is told, the sides play in the file's order.
    found["flow"] = FlowState(tuple(side.id for side in game.scenario.sides if side.kind == "human"))
    table = root.table("memory")
    lines = TaskLines(game)
    known = {*usual, *(module.name for module in game.rulebook.modules if module.memory is not None)}
    for module in table:
        if module not in known:
            table.note("a module with a memory", quoted(module), key=module)
            continue
        try:
            found[module] = lines.parse_memory(table.text(module), file=table.file, place=table.key(module))
        except DataError as error:
            table.faults.append(error)
    return found


def _agenda(root: Table, game: Game, state: State) -> tuple[Any, ...]:
    """The tasks of the file, or those that the phase implies, with the swarm dice to spend on top."""
    lines = TaskLines(game)
    texts = root.get("agenda")
    if texts is not None and not (isinstance(texts, list) and all(isinstance(line, str) for line in texts)):
        root.note("a list of tasks, the next one last", shown(texts), key="agenda")
        texts = []
    try:
        if texts is not None:
            tasks = [
                lines.parse_task(line, file=root.file, place=f"agenda[{index}]") for index, line in enumerate(texts)
            ]
        else:
            tasks = list(agenda_for(game, state.turn, state.phase, state.ext["flow"].order))
        dice = root.get("swarm")
        if dice is not None:
            tasks = _with_dice(root, lines, tasks, dice, state.turn)
        _check_actors(root, tasks, state)
    except DataError as error:
        placed = error.file or error.place
        root.faults.append(error if placed else DataError(error.message, file=root.file, place="phase"))
        return ()
    return tuple(tasks)


def _check_actors(root: Table, tasks: list[Any], state: State) -> None:
    """Whoever a task speaks of must be there, or have been: an order goes on after its trooper fell (OR-4)."""
    for index, task in enumerate(tasks):
        for key in ("actor", "unit"):
            unit = getattr(task, key, 0)
            if unit and unit not in state.units and unit not in state.gone:
                root.note("a unit of the position", str(unit), key=f"agenda[{index}].{key}")


def _with_dice(root: Table, lines: TaskLines, tasks: list[Any], dice: Any, turn: str) -> list[Any]:
    """Swarm dice that have fallen: the step that would roll them gives way to the choice (HM-22)."""
    if not isinstance(dice, list) or not all(type(face) is int and 1 <= face <= 6 for face in dice):
        root.note("faces of swarm dice, 1 to 6", shown(dice), key="swarm")
        return tasks
    faces = ",".join(str(face) for face in sorted(face for face in dice if face != 1)) or "[]"
    choice = lines.parse_task(f"dice_choice side={turn} pool={faces}", file=root.file, place="swarm")
    return [*tasks[:-1], choice]
