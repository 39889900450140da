"""Where the files that come with the game are, in a checkout and in an installed wheel alike.

A wheel carries `maps/` and `assets/` inside the package (as `game/_maps` and `game/_assets`); in a checkout
they lie beside it. Both are answered as `Traversable`, so nothing here needs the package to be unpacked.
"""

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
    wanted = "a folder that comes with the game"
    raise DataError(wanted, file=name, place="installation", kind="installation", values={"file": name})


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
