"""``broodfall check``: every problem of maps, scenarios, rosters, positions and saves, and whether scenarios play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from game.core.dice import SeededDice
from game.core.errors import BroodfallError, DataError
from game.core.session import Session
from game.io.errors import fault, printable
from game.io.lists import FORCE, check_list
from game.io.maps import load_board
from game.io.openers import POSITION_KEY, opener
from game.io.outside import admitted, modules_of
from game.io.playable import Proof
from game.io.position import parse_position
from game.io.problems import Problem, problem_of
from game.io.replay import open_replay
from game.io.roster import TABLES, Roster, known_names, parse_roster, shipped_roster
from game.io.saves import SUFFIX as SAVE_SUFFIX
from game.io.scenario import game_of, is_scenario, read_scenario
from game.io.seat_record import is_record, read_record
from game.io.toml import parse_toml, read_text
from game.rules.compose import rulebook_for

MAP_SUFFIXES: Final = (".tmx", ".tmj")
SUFFIXES: Final = (*MAP_SUFFIXES, ".toml", SAVE_SUFFIX)
SEED: Final = 1
"""Seed of the dice with which a scenario is set up for a try."""


def check_path(path: Path) -> list[Problem]:
    """Every problem of a file, or of every file of a known kind in a folder and below."""
    if path.is_dir():
        files = sorted(entry for entry in path.rglob("*") if entry.suffix in SUFFIXES and entry.is_file())
        if not files:
            return [Problem(printable(str(path)), "folder", f"expected files {', '.join(SUFFIXES)}, found none")]
        return [problem for file in files for problem in (_passed_over(file) or check_path(file))]
    try:
        return list(_checker(path)(path))
    except DataError as error:
        return [problem_of(error)]
    except BroodfallError as error:
        return [Problem(printable(str(path)), "file", str(error))]


def _passed_over(path: Path) -> list[Problem]:
    """A warning for a file of a folder that is none of the game's, such as another program's settings."""
    try:
        keys = (
            parse_toml(read_text(path, what="a TOML file"), file=printable(str(path))) if path.suffix == ".toml" else {}
        )
    except DataError:
        return []  # what it is cannot be told; the check says what is wrong with it
    if not keys or POSITION_KEY in keys or FORCE in keys or is_scenario(keys) or any(key in keys for key in TABLES):
        return []
    return [Problem(printable(str(path)), "file", "passed over: none of the game's files", warning=True)]


def _checker(path: Path) -> Callable[[Path], Iterator[Problem]]:
    if path.suffix in MAP_SUFFIXES:
        return _check_map
    if path.suffix == SAVE_SUFFIX:
        return _check_save
    if path.suffix != ".toml":
        raise fault(f"a file {', '.join(SUFFIXES)}", f'"{path.suffix}"', file=path, place="file")
    values = parse_toml(read_text(path, what="a TOML file"), file=printable(str(path)))
    if POSITION_KEY in values:
        return _check_position
    if any(key in values for key in TABLES):
        return _check_roster
    if FORCE in values:
        return _check_list
    return _check_scenario


def _check_map(path: Path) -> Iterator[Problem]:
    load_board(path)
    yield from ()


def _check_roster(path: Path) -> Iterator[Problem]:
    rulebook = rulebook_for((), modules_of(admitted()))
    base: Roster = shipped_roster(rulebook)
    file = printable(str(path))
    _, faults = parse_roster(read_text(path, what="a roster"), known_names(rulebook.tables), file=file, base=base)
    yield from map(problem_of, faults)


def _check_list(path: Path) -> Iterator[Problem]:
    rulebook = rulebook_for((), modules_of(admitted()))
    yield from map(problem_of, check_list(path, shipped_roster(rulebook)))


def _check_position(path: Path) -> Iterator[Problem]:
    file = printable(str(path))
    position, faults = parse_position(read_text(path, what="a position"), file=file)
    yield from map(problem_of, faults)
    if position is not None and not faults:
        yield from _begins(Session(position.game, SeededDice(SEED), position.state), file)


def _check_scenario(path: Path) -> Iterator[Problem]:
    draft = read_scenario(path)
    yield from map(problem_of, draft.faults)
    if draft.faults or draft.scenario is None or draft.map is None or draft.rulebook is None or draft.roster is None:
        return
    file = printable(str(path))
    game = game_of(draft.rulebook, draft.map.board, draft.scenario, draft.roster)
    yield from Proof(game, file).problems()
    yield from _begins(Session(game, SeededDice(SEED)), file)


def _begins(session: Session, file: str) -> Iterator[Problem]:
    """The first decision can be reached, can be answered, and the table is sound."""
    for said in session.game.problems(session.state):
        yield Problem(file, "start", said)
    if not session.over and not len(session.game.options(session.state)):
        yield Problem(file, "start", "expected a first decision with an answer, found none")


def _check_save(path: Path) -> Iterator[Problem]:
    if is_record(path):
        for _ in read_record(path, opener([path.resolve().parent])).states():
            pass
        return
    replay = open_replay(path, opener([path.resolve().parent]))
    replay.finish()
    if replay.note:
        yield Problem(printable(str(path)), "end", replay.note, warning=True)
