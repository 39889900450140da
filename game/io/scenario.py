"""Scenarios: a TOML file and the map it names, read strictly and composed into a game.

A scenario is named by its file, or, among those that come with the game, by the file's name alone. Everything it
names (map, further rosters) must lie in its own folder or below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from game.board import Board
from game.core.errors import CompositionError, DataError, near
from game.core.game import Game
from game.core.rulebook import Rulebook
from game.core.scenario import MarkerSetup, Scenario, SideSetup
from game.io.errors import fault, nearest, printable, quoted
from game.io.forces import Ground, Lists, read_cell, read_side
from game.io.goals import Surroundings, read_objective
from game.io.lists import FORCE, lists_beside
from game.io.manifestation import read_card_events, read_cards
from game.io.maps import BoardMap, Placement, load_board
from game.io.meta import Meta, meta_of
from game.io.outside import modules_of, wanted_by
from game.io.paths import inside
from game.io.resources import maps_dir
from game.io.roster import TABLES, Roster, known_names, parse_roster, shipped_roster
from game.io.switches import read_switches
from game.io.text import load_names
from game.io.toml import Table, first_fault, parse_toml, read_text, shown
from game.rules.avatar.cards import CARDS, MANIFESTATION_CARDS
from game.rules.compose import assemble, rulebook_for
from game.rules.skirmish import names

SUFFIX: Final = ".toml"
_OTHER_KINDS: Final = ("board", FORCE, *TABLES)
"""Keys by which a file without a map is a position, a force list or a roster, and no scenario."""
_OWN: Final = ("map", "sides", "title", "rounds", "mission", "level")
"""Keys of which a file has one that is meant as a scenario, however much of it is wrong."""
MISSIONS: Final = ("infiltration", "light_offensive", "offensive", "wave")
"""Kinds of mission; each sets the number of swarm dice as a sector level does (MS-1)."""
MARKER_KINDS: Final = (names.NEST, names.INFESTATION, names.CONSOLE, names.ITEM)
NAMED_MARKERS: Final = frozenset({names.CONSOLE, names.ITEM})
PLACEMENT_KINDS: Final = ("unit", *MARKER_KINDS)
MOST_ROUNDS: Final = 99
USUAL_ROUNDS: Final = 12
"""The round limit of a position that names none."""


class LoadedScenario(NamedTuple):
    """A scenario ready to play: the game, what lists show of it, the map as it is drawn, and its roster."""

    game: Game
    meta: Meta
    map: BoardMap
    roster: Roster


class Draft(NamedTuple):
    """A scenario as far as it could be read, and every fault in it; None for what could not be made."""

    scenario: Scenario | None
    meta: Meta
    map: BoardMap | None
    rulebook: Rulebook | None
    roster: Roster | None
    faults: list[DataError]


def load_scenario(
    path_or_name: str | Path, *, folders: Sequence[Path] = (), outside: Sequence[str] | None = None
) -> LoadedScenario:
    """Read a scenario and compose its game.

    Args:
        path_or_name: a path, or the name of a scenario of the game or of one of ``folders``.
        folders: where names are looked up before the folder that comes with the game.
        outside: exactly these outside systems (a save names them); None: what the file needs and all admitted ones.

    Raises:
        DataError: the first fault of the scenario, its map or its rosters, in one line.
    """
    path = find_scenario(path_or_name, folders=folders)
    draft = read_scenario(path, outside=outside)
    first_fault(draft.faults)
    if draft.scenario is None or draft.map is None or draft.rulebook is None or draft.roster is None:
        raise fault("a complete scenario", "one with gaps", file=path, place="file")
    game = game_of(draft.rulebook, draft.map.board, draft.scenario, draft.roster)
    return LoadedScenario(game, draft.meta, draft.map, draft.roster)


def game_of(rulebook: Rulebook, board: Board, scenario: Scenario, roster: Roster) -> Game:
    """The game of a scenario that was read, with its roster."""
    return assemble(rulebook, board, scenario, roster.kinds, roster.weapons, roster.upgrades)


def compose(path_or_name: str | Path, *, folders: Sequence[Path] = ()) -> Game:
    """The game of a scenario, ready to play; see :func:`load_scenario`."""
    return load_scenario(path_or_name, folders=folders).game


def shipped_folder() -> Path:
    """The folder of the scenarios that come with the game. Raises DataError if it is packed in an archive."""
    folder: Traversable = maps_dir()
    if not isinstance(folder, Path):
        raise DataError("expected an installation in a folder, found one in an archive", file=str(folder))
    return folder


def find_scenario(path_or_name: str | Path, *, folders: Sequence[Path] = ()) -> Path:
    """The file of a scenario.

    A text without a slash and without ``.toml`` is a name; anything else is a path.

    Raises:
        DataError: there is no such scenario; the nearest name is told.
    """
    word = str(path_or_name)
    if isinstance(path_or_name, Path) or "/" in word or "\\" in word or word.endswith(SUFFIX):
        path = Path(path_or_name)
        if path.is_file() or path.parent != Path():
            return path
        word = word.removesuffix(SUFFIX)
    known: dict[str, Path] = {}
    for folder in (*folders, shipped_folder()):
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            known.setdefault(path.stem, path)
    if word not in known:
        expected = nearest(word, known) if known else "a scenario"
        said = str(path_or_name)
        raise fault(expected, quoted(said), file=said, place="scenario", kind="unknown_mission", near=near(word, known))
    return known[word]


def list_scenarios(*, folders: Sequence[Path] = ()) -> list[Meta]:
    """Every scenario of the folders and of the game, see `scan_scenarios`; raises DataError for a broken one."""
    found, faults = scan_scenarios(folders)
    first_fault(faults)
    return found


def scan_scenarios(folders: Sequence[Path] = ()) -> tuple[list[Meta], list[DataError]]:
    """Every scenario of the folders and of the game that can be listed, by name, and what is wrong with the others.

    Maps are not read, and files of other kinds that lie beside the scenarios are passed over.
    """
    found: dict[str, Meta] = {}
    faults: list[DataError] = []
    for folder in (*folders, shipped_folder()):
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            try:
                root = _root_of(path)
                if is_scenario(root):
                    found.setdefault(path.stem, _meta_of(path, root))
            except DataError as error:
                faults.append(error)
    return [found[name] for name in sorted(found)], faults


def is_scenario(keys: Iterable[str]) -> bool:
    """Is a TOML file with these keys meant as a scenario, and not as a file of another kind, ours or not?"""
    there = set(keys)
    return "map" in there or (not there.isdisjoint(_OWN) and there.isdisjoint(_OTHER_KINDS))


def read_meta(path: Path) -> Meta:
    """What a list shows of a scenario file. Raises DataError for its first fault in these parts."""
    return _meta_of(path, _root_of(path))


def _root_of(path: Path) -> Table:
    file = printable(str(path))
    return Table(parse_toml(read_text(path, what="a scenario"), file=file), file=file, faults=[])


def _meta_of(path: Path, root: Table) -> Meta:
    meta = meta_of(path, root)
    first_fault(root.faults)
    return meta


def read_scenario(path: Path, *, outside: Sequence[str] | None = None) -> Draft:
    """A scenario with every fault of the file; faults of its map and rosters are among them.

    ``outside``: see :func:`load_scenario`.

    Raises:
        DataError: the file cannot be read at all.
    """
    file = printable(str(path))
    faults: list[DataError] = []
    root = Table(parse_toml(read_text(path, what="a scenario"), file=file), file=file, faults=faults)
    meta = meta_of(path, root)
    systems = systems_of(root, meta.systems, outside)
    rulebook = None if systems is None else systems.rulebook
    board_map = _map(path, root, meta)
    roster = _roster(path, root, rulebook) if rulebook is not None else None
    scenario = None
    if systems is not None and board_map is not None and roster is not None:
        scenario = _scenario(root, meta, board_map.board, board_map.placements, systems, roster, lists_beside(path))
        root.done()
    return Draft(scenario, meta, board_map, rulebook, roster, faults)


class Systems(NamedTuple):
    """The rule systems of a file: shipped ones by name (all if empty), outside ones, and what they make together."""

    shipped: tuple[str, ...]
    outside: tuple[str, ...]
    rulebook: Rulebook


def systems_of(root: Table, shipped: tuple[str, ...], outside: Sequence[str] | None) -> Systems | None:
    """The systems that a scenario or position is played with; None, with a fault noted, if they cannot be composed.

    ``outside``: see :func:`load_scenario`.
    """
    wanted = wanted_by(root, exactly=outside)
    if wanted is None:
        return None
    try:
        return Systems(shipped, wanted, rulebook_for(shipped, modules_of(wanted)))
    except CompositionError as error:
        root.note("rule systems that fit together", str(error), key="modules" if wanted else "systems")
        return None


def _map(path: Path, root: Table, meta: Meta) -> BoardMap | None:
    if not meta.map:
        return None
    folder = path.resolve().parent
    try:
        return load_board(inside(folder, folder, meta.map, file=path, place="map"), root=folder)
    except DataError as error:
        root.faults.append(error)
        return None


def _roster(path: Path, root: Table, rulebook: Rulebook) -> Roster | None:
    """The shipped roster and the scenario's own on top of it."""
    folder = path.resolve().parent
    try:
        roster = shipped_roster(rulebook)
        for name in root.texts("rosters"):
            source = inside(folder, folder, name, file=path, place="rosters")
            found, faults = parse_roster(
                read_text(source, what="a roster"),
                known_names(rulebook.tables),
                file=printable(str(source)),
                base=roster,
            )
            root.faults.extend(faults)
            roster = roster.with_more(found)
    except DataError as error:
        root.faults.append(error)
        return None
    return roster


def _scenario(
    root: Table,
    meta: Meta,
    board: Board,
    placements: Sequence[Placement],
    systems: Systems,
    roster: Roster,
    lists: Lists,
) -> Scenario:
    wanted = root.texts("placements", PLACEMENT_KINDS, choices=PLACEMENT_KINDS)
    placed = [entry for entry in placements if entry.kind in wanted]
    ground = Ground(board)
    markers = _markers(root, board, placed)
    sides = read_sides(root, board, ground, placed, roster, systems.rulebook, lists)
    return read_rest(root, meta.id, sides, markers, board, systems, roster)


def read_sides(
    root: Table,
    board: Board,
    ground: Ground,
    placed: Sequence[Placement],
    roster: Roster,
    rulebook: Rulebook,
    lists: Lists,
) -> dict[str, tuple[Table, SideSetup]]:
    """The sides in the order of the file, still without objectives, each with its table."""
    found: dict[str, tuple[Table, SideSetup]] = {}
    cards = tuple(dict.fromkeys((*rulebook.tables.get(MANIFESTATION_CARDS, CARDS), *root.named("cards"))))
    for side, table in root.named("sides").items():
        own = tuple(entry for entry in placed if entry.kind == "unit" and entry.values.get("side") == side)
        found[side] = (table, read_side(side, table, roster, ground, own, cards=cards, lists=lists))
    for entry in placed:
        if entry.kind == "unit" and entry.values.get("side") not in found:
            root.note(f"a side for {entry.place} of the map", quoted(entry.values.get("side")), key="sides")
    kinds = [setup.kind for _, setup in found.values()]
    if "human" not in kinds or kinds.count("hive") > 1 or len(kinds) < 2:
        root.note("one or more human sides and at most one hive, two or more together", f"{kinds}", key="sides")
    if len({setup.team for _, setup in found.values()}) < 2 <= len(kinds):
        root.note("at least two teams", "one", key="sides")
    return found


def read_rest(
    root: Table,
    id_: str,
    sides: Mapping[str, tuple[Table, SideSetup]],
    markers: tuple[MarkerSetup, ...],
    board: Board,
    systems: Systems,
    roster: Roster,
    *,
    lenient: bool = False,
) -> Scenario:
    """Objectives, mission, limits and switches: the scenario as a whole; ``lenient`` fills in what is left out."""
    around = Surroundings(board, None if lenient else markers, tuple(roster.kinds))
    setups = []
    for side, (table, setup) in sides.items():
        goal = read_objective(table.table("objective"), around) if table.has("objective") else None
        if goal is None and setup.kind == "human" and not lenient:
            root.note("an objective for each human side (MS-2)", "none", key=f"sides.{side}")
        table.done()
        setups.append(replace(setup, objective=goal))
    hive = any(setup.kind == "hive" for setup in setups)
    level = root.whole("level", least=0, most=3) if root.has("level") else None
    usual = MISSIONS[0] if lenient and hive and level is None else ""
    mission = root.text("mission", choices=MISSIONS) if root.has("mission") else usual
    if hive and not mission and level is None:
        root.note("a mission or a level for the swarm dice (MS-1)", "neither", key="mission")
    deck = _deck(root, systems.rulebook)
    rounds = root.whole("rounds", USUAL_ROUNDS if lenient and not deck else 0, least=0, most=MOST_ROUNDS)
    if not rounds and not deck:
        root.note("a round limit or a deck (MS-3)", "neither", key="rounds")
    events = read_card_events(root, systems.rulebook, tuple(load_names("en")["states"]))
    return Scenario(
        id=id_,
        sides=tuple(setups),
        mission=mission,
        level=level,
        rounds=rounds,
        deck=deck,
        markers=markers,
        rules=read_switches(root.table("rules"), systems.rulebook.switches),
        modules=systems.shipped,
        outside=systems.outside,
        cards=read_cards(root, systems.rulebook, events),
        card_events=events,
    )


def _deck(root: Table, rulebook: Rulebook) -> tuple[str, ...]:
    """The event cards; unlike other lists it may hold one card several times."""
    value = root.get("deck")
    if value is None:
        return ()
    known = tuple(rulebook.tables.get(names.CARDS, {}))
    if not isinstance(value, list) or not all(isinstance(card, str) for card in value):
        root.note("a list of event cards", shown(value), key="deck")
        return ()
    for index, card in enumerate(value):
        if card not in known:
            root.note(nearest(card, known) if known else "no cards", quoted(card), key=f"deck[{index}]")
    return tuple(value)


def _markers(root: Table, board: Board, placed: Sequence[Placement]) -> tuple[MarkerSetup, ...]:
    found = [MarkerSetup(e.kind, e.cell, e.name) for e in placed if e.kind in MARKER_KINDS]
    tables: list[Table | None] = [None] * len(found)
    for table in root.tables("markers"):
        kind = table.text("kind", choices=MARKER_KINDS)
        cell = read_cell(table, "at", table.get("at"), board)
        name = table.text("name", "")
        if kind in NAMED_MARKERS and not name:
            table.note(f"a name for the {kind}", "none", key="name")
        if cell >= 0 and board.blocks_move(cell, board.initial_doors):
            table.note("a cell that can be entered", board.terrain[cell].name.lower(), key="at")
        table.done()
        found.append(MarkerSetup(kind, cell, name))
        tables.append(table)
    seen: dict[int, str] = {}
    for marker, source in zip(found, tables, strict=True):
        if marker.cell in seen and marker.cell >= 0:
            (source or root).note("one marker a cell", f"{marker.kind} on {seen[marker.cell]}", key="at")
        seen[marker.cell] = marker.kind
    return tuple(found)
