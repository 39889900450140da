"""Finding the game that a name, a file or a save means: a scenario, or a position."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

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
TEXT_FILES: Final = frozenset({".toml", ".tmx", ".tmj", ".json", ".xml", ".tsx", ".tsj", ".tx", ".tj"})
"""What scenarios and maps are written in."""
MAX_MAP: Final = 16 << 20
_NAMED: Final = re.compile(r'"([^"\\\n]{1,200}\.[a-z]{2,4})"')
"""Texts in quotes that look like names of files."""


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
            raise fault(
                option_for(lacking),
                "no such option",
                file=path,
                place="line 1: modules",
                kind="no_module",
                module=lacking,
            )
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
    mission = name.removesuffix(SUFFIX)
    raise fault(expected, quoted(name), file=path, place="line 1: scenario", kind="no_mission", mission=mission)


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


def files_of(path_or_name: str | Path, *, folders: Sequence[Path] = ()) -> dict[str, str]:
    """The texts of a scenario or position file (the first), and of all that it names: map, tilesets, rosters, lists.

    Pictures are left out: no rule looks at them.

    Raises:
        DataError: there is no such file, or it cannot be read.
    """
    path = find_scenario(path_or_name, folders=folders)
    root = path.resolve().parent
    texts: dict[str, str] = {}
    waiting = [path.resolve()]
    while waiting:
        file = waiting.pop(0)
        name = file.relative_to(root).as_posix()
        if name in texts or file.suffix.lower() not in TEXT_FILES:
            continue
        texts[name] = read_text(file, what="a file of the scenario", limit=MAX_MAP)
        for named in _NAMED.findall(texts[name]):
            found = (file.parent / named).resolve()
            if found.is_relative_to(root) and found.is_file():
                waiting.append(found)
    return texts


def open_files(files: Mapping[str, str]) -> Opened:
    """The game of the texts that `files_of` gave. Raises DataError for the first fault in them."""
    with TemporaryDirectory() as made:
        folder = Path(made).resolve()
        paths = [inside(folder, folder, name, file=Path("files"), place=name) for name in files]
        if not paths:
            raise fault("the file of a scenario", "none", file="files", place="file")
        for path, text in zip(paths, files.values(), strict=True):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return open_game(paths[0])
