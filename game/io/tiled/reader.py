"""A whole Tiled map, of either format, out of its files."""

from dataclasses import replace
from os import PathLike
from pathlib import Path

from game.io.errors import nearest, quoted
from game.io.tiled.layers import LAYER_TAGS, Layers
from game.io.tiled.library import Library
from game.io.tiled.limits import MAX_SIDE
from game.io.tiled.model import Layer, ObjectLayer, TiledMap, TileLayer
from game.io.tiled.node import Node
from game.io.tiled.objects import Objects
from game.io.tiled.properties import read_properties
from game.io.tiled.tilesets import Tilesets

UNSUPPORTED = ("isometric", "staggered", "hexagonal", "oblique")
"""Orientations Tiled knows and a board of squares cannot be."""

_MOST_PIXELS = 4096
_ANY_SIDE = 2**31 - 1


def load_tiled(path: str | PathLike[str], *, root: str | PathLike[str] | None = None) -> TiledMap:
    """Read a `.tmx` or `.tmj` map with everything it names.

    Images are not opened: a missing picture does not stop a game without a window.

    Args:
        path: the map file.
        root: the folder that tilesets and templates must lie in, links followed; the map's own folder if None.

    Raises:
        DataError: anything in the map or in what it names is missing, malformed, out of bounds or not
            supported; one line with file, place, what was expected and what was found.
    """
    library = Library(Path(path), None if root is None else Path(root))
    node = library.map()
    _check_orientation(node)
    _check_version(node)
    node.allow("properties", "tileset", "editorsettings", *LAYER_TAGS)
    infinite = node.flag("infinite", default=False)
    most = _ANY_SIDE if infinite else MAX_SIDE
    width = node.integer("width", least=0 if infinite else 1, most=most)
    height = node.integer("height", least=0 if infinite else 1, most=most)
    tilesets = Tilesets(library)
    for child in node.all("tileset"):
        tilesets.add(child)
    layers = Layers(Objects(library, tilesets), tilesets, None if infinite else (width, height)).read(node)
    found = TiledMap(
        path=Path(path),
        version=str(node.attrs.get("version", "")),
        tiled_version=node.string("tiledversion", ""),
        class_=node.string("class", ""),
        width=width,
        height=height,
        tile_width=node.integer("tilewidth", least=1, most=_MOST_PIXELS),
        tile_height=node.integer("tileheight", least=1, most=_MOST_PIXELS),
        infinite=infinite,
        origin=(0, 0),
        properties=read_properties(node),
        tilesets=tilesets.placed(),
        layers=tuple(layers),
    )
    return _gathered(found, node) if infinite else found


def _check_orientation(node: Node) -> None:
    word = node.string("orientation", "orthogonal")
    if word == "orthogonal":
        return
    if word in UNSUPPORTED:
        raise node.fault('the orientation "orthogonal"', f"{quoted(word)}, which is not supported")
    raise node.fault(f"the orientation {nearest(word, ('orthogonal',))}", quoted(word))


def _check_version(node: Node) -> None:
    version = str(node.attrs.get("version", ""))
    if version.partition(".")[0] != "1":
        raise node.fault("version 1 of the map format", quoted(version) if version else "none")


def _gathered(found: TiledMap, node: Node) -> TiledMap:
    """An infinite map with its top left moved to (0, 0): one shift for all layers and objects."""
    boxes = [(layer.x, layer.y, layer.width, layer.height) for layer in found.tile_layers() if layer.cells]
    lefts = [x for x, _, _, _ in boxes]
    tops = [y for _, y, _, _ in boxes]
    rights = [x + width for x, _, width, _ in boxes]
    bottoms = [y + height for _, y, _, height in boxes]
    for thing in found.objects():
        covered = found.span(thing)
        lefts.append(covered[0].start)
        tops.append(covered[1].start)
        rights.append(covered[0].stop)
        bottoms.append(covered[1].stop)
    left, top = min(lefts, default=0), min(tops, default=0)
    width, height = max(rights, default=0) - left, max(bottoms, default=0) - top
    if width > MAX_SIDE or height > MAX_SIDE:
        raise node.fault(f"layers and objects within {MAX_SIDE} cells", f"an extent of {width}x{height}")
    return replace(
        found,
        width=width,
        height=height,
        origin=(left, top),
        layers=tuple(_moved(layer, found, left, top) for layer in found.layers),
    )


def _moved(layer: Layer, found: TiledMap, left: int, top: int) -> Layer:
    if isinstance(layer, TileLayer):
        return replace(layer, x=layer.x - left, y=layer.y - top) if layer.cells else layer
    if isinstance(layer, ObjectLayer):
        across, down = left * found.tile_width, top * found.tile_height
        things = tuple(replace(thing, x=thing.x - across, y=thing.y - down) for thing in layer.objects)
        return replace(layer, objects=things)
    return layer
