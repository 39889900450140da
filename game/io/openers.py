"""Finding the game that a name, a file or a save means: a scenario, or a position."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from game.core.game import Game
from game.core.state import State
from game.io.errors import fault, nearest, printable, quoted
from game.io.outside import missing, option_for
from game.io.paths import inside
from game.io.position import position_of
from game.io.replay import Opener
from game.io.save_format import Header
from game.io.scenario import SUFFIX, find_scenario, load_scenario, shipped_folder
from game.io.toml import parse_toml, read_text

POSITION_KEY = "board"
"""The key that only position files have."""


class Opened(NamedTuple):
    """A game to be played, and what a save of it must say to find it again.

    ``start`` is the state to begin from, None for the scenario's own start. Of ``scenario`` (a file name) and
    ``position`` (a file's text) one is empty.
    """

    game: Game
    start: State | None
    scenario: str
    position: str


def open_game(path_or_name: str | Path, *, folders: Sequence[Path] = ()) -> Opened:
    """The game of a scenario or position file, or of a scenario's name.

    Raises:
        DataError: there is no such file, or the first fault in it.
    """
    path = find_scenario(path_or_name, folders=folders)
    text = read_text(path, what="a scenario or a position")
    if POSITION_KEY in parse_toml(text, file=printable(str(path))):
        game, state = position_of(text, file=printable(str(path)))
        return Opened(game, state, "", text)
    return Opened(load_scenario(path).game, None, path.name, "")


def opener(folders: Sequence[Path] = ()) -> Opener:
    """How saves find their game: by scenario name in ``folders`` and among those that come with the game, never
    anywhere else whatever the save says; or from the position that the save itself holds. A save is played with
    exactly the outside systems that it names, if all of them were admitted.
    """

    def open_saved(header: Header, path: Path) -> tuple[Game, State | None]:
        lacking = missing(header.modules)
        if lacking is not None:
            raise fault(option_for(lacking), "no such option", file=path, place="line 1: modules")
        if header.position:
            game, state = position_of(header.position, file=f"{printable(str(path))}: position", outside=header.modules)
            return game, state
        file = _allowed(header.scenario, path, (*folders, shipped_folder()))
        return load_scenario(file, outside=header.modules).game, None

    return open_saved


def _allowed(name: str, path: Path, folders: Sequence[Path]) -> Path:
    """The scenario file of that name in one of the folders. Raises DataError if it is in none or leads out."""
    file = name if name.endswith(SUFFIX) else name + SUFFIX
    for folder in folders:
        root = folder.resolve()
        found = inside(root, root, file, file=path, place="line 1: scenario")
        if found.is_file():
            return found
    known = [entry.name for folder in folders for entry in sorted(folder.glob(f"*{SUFFIX}"))]
    expected = nearest(file, known) if known else "a scenario"
    raise fault(expected, quoted(name), file=path, place="line 1: scenario")


def rosters_of(path_or_name: str | Path, *, folders: Sequence[Path] = ()) -> dict[str, str]:
    """The texts of the rosters that a scenario brings itself, by the names it gives them; none for a position.

    Raises:
        DataError: there is no such scenario, or one of its rosters cannot be read.
    """
    path = find_scenario(path_or_name, folders=folders)
    named = parse_toml(read_text(path, what="a scenario or a position"), file=printable(str(path))).get("rosters", ())
    folder = path.resolve().parent
    return {
        name: read_text(inside(folder, folder, name, file=path, place="rosters"), what="a roster")
        for name in (named if isinstance(named, list) else ())
        if isinstance(name, str)
    }
