"""Where the files that come with the game are, in a checkout and in an installed wheel alike.

A wheel carries `maps/` and `assets/` inside the package (as `game/_maps` and `game/_assets`); in a checkout
they lie beside it. Both are answered as `Traversable`, so nothing here needs the package to be unpacked.
"""

from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from game.core.errors import DataError


def _folder(name: str) -> Traversable:
    """The folder that a wheel holds as `game/_NAME` and a checkout as `NAME` beside the package."""
    package = resources.files("game")
    packed = package.joinpath(f"_{name}")
    if packed.is_dir():
        return packed
    if isinstance(package, Path):
        beside = package.parent / name
        if beside.is_dir():
            return beside
    raise DataError("a folder that comes with the game", file=name, place="installation")


def maps_dir() -> Traversable:
    """The folder of the boards and scenarios that come with the game.

    Raises:
        DataError: the installation is damaged and has no such folder.
    """
    return _folder("maps")


def assets_dir() -> Traversable:
    """The folder of what a front-end draws and plays.

    Raises:
        DataError: the installation is damaged and has no such folder.
    """
    return _folder("assets")


def data_files(*, folder: str = "data", suffix: str = ".toml") -> tuple[Traversable, ...]:
    """The rule modules' own files: each `game/rules/<system>/<folder>/*<suffix>`.

    Args:
        folder: `data` for rosters and tables, `text` for the words of the languages.
        suffix: the end of the file names that count, with its dot.

    Returns:
        The files in the order of system and then of name, the same on every machine.
    """
    return tuple(_data_files(folder, suffix))


def _data_files(folder: str, suffix: str) -> Iterator[Traversable]:
    systems = (entry for entry in resources.files("game").joinpath("rules").iterdir() if entry.is_dir())
    for system in sorted(systems, key=lambda entry: entry.name):
        inside = system.joinpath(folder)
        if inside.is_dir():
            files = (entry for entry in inside.iterdir() if entry.name.endswith(suffix) and entry.is_file())
            yield from sorted(files, key=lambda entry: entry.name)
