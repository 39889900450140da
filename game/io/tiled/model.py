"""What a Tiled map holds once it has been read: frozen values, with every default filled in.

Cells are counted from the top left of the whole map, (0, 0). Pixels keep Tiled's meaning. A gid is a tile's
number in the map; its four highest bits are flip flags and say how the tile is drawn, never what it is.
"""

import struct
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from math import ceil, floor
from pathlib import Path

from game.io.tiled.geometry import Box, alignment_box, around, turned

GID_MASK = 0x0FFF_FFFF
"""The bits of a gid that number the tile."""

FLIPPED_ACROSS = 0x8000_0000
FLIPPED_DOWN = 0x4000_0000
FLIPPED_DIAGONALLY = 0x2000_0000

_EDGE = 1 / 64
"""How far, in cells, an object may overlap a cell without covering it: Tiled rounds to six digits."""

PropertyValue = str | int | float | bool | tuple["Property", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    """A custom property. Members of a class and entries of a list are properties themselves.

    Attributes:
        name: its name; empty for an entry of a list.
        type: string, int, float, bool, color, file, object, class or list.
        custom_type: the author's name of a class or enumeration; empty if none.
        value: the typed value.
    """

    name: str
    type: str
    custom_type: str
    value: PropertyValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A tile the author said something about, or the picture of an image collection."""

    id: int
    class_: str = ""
    properties: tuple[Property, ...] = ()
    image: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tileset:
    """A set of tiles. Image sources are kept as written, relative to `file`, and never opened here.

    Attributes:
        file: the file that defines it: its own, or the map it is embedded in.
        tile_count: how many ids it spans.
        columns: tiles in a row of the image; 0 for an image collection.
        object_alignment: the point of a tile object that its position names.
        tiles: by local id, only those with a class, properties or an image of their own.
    """

    file: Path
    name: str
    class_: str
    tile_width: int
    tile_height: int
    tile_count: int
    columns: int
    margin: int
    spacing: int
    image: str
    object_alignment: str
    properties: tuple[Property, ...]
    tiles: Mapping[int, Tile]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedTileset:
    """A tileset and the first gid of the map that stands for its tiles."""

    first_gid: int
    tileset: Tileset


@dataclass(frozen=True, slots=True, kw_only=True)
class TileUse:
    """What a gid stands for: a tile of a tileset."""

    tileset: Tileset
    id: int

    @property
    def tile(self) -> Tile:
        """What the author said about the tile; an empty entry if nothing."""
        return self.tileset.tiles.get(self.id) or Tile(id=self.id)


class Shape(Enum):
    """What an object is."""

    RECTANGLE = "rectangle"
    ELLIPSE = "ellipse"
    CAPSULE = "capsule"
    POINT = "point"
    POLYGON = "polygon"
    POLYLINE = "polyline"
    TEXT = "text"
    TILE = "tile"


@dataclass(frozen=True, slots=True, kw_only=True)
class TiledObject:
    """An object of an object layer, with what its template says filled in.

    Attributes:
        x: of its position in pixels; y likewise. Which point of it that is depends on the shape.
        rotation: degrees, clockwise about the position.
        gid: the tile it shows, with flip flags; 0 if it is no tile object.
        points: corners of a polygon or polyline, relative to the position.
        template: the template it is an instance of, as written; empty if none.
        place: where in the map file it stands, for messages.
    """

    id: int
    name: str
    class_: str
    x: float
    y: float
    width: float
    height: float
    rotation: float
    visible: bool
    shape: Shape
    gid: int
    points: tuple[tuple[float, float], ...]
    text: str
    properties: tuple[Property, ...]
    template: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerHead:
    """What every kind of layer has. The groups around a layer count: visible, opacity and offset are totals."""

    id: int
    name: str
    class_: str
    groups: tuple[str, ...]
    visible: bool
    opacity: float
    offset: tuple[float, float]
    properties: tuple[Property, ...]
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TileLayer:
    """A layer of cells, row by row. It may cover less than the map if the map is infinite.

    Attributes:
        x: the map's column of its first column; y likewise.
        cells: a gid each, flip flags kept; 0 is empty.
    """

    head: LayerHead
    x: int
    y: int
    width: int
    height: int
    cells: tuple[int, ...] = field(repr=False)

    def gid(self, x: int, y: int) -> int:
        """The gid at a cell of the map, flip flags kept; 0 where the layer has nothing."""
        column, row = x - self.x, y - self.y
        if 0 <= column < self.width and 0 <= row < self.height:
            return self.cells[row * self.width + column]
        return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectLayer:
    """A layer of objects, in file order."""

    head: LayerHead
    objects: tuple[TiledObject, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageLayer:
    """A picture behind or before the map; kept so that a front-end may draw it."""

    head: LayerHead
    image: str


Layer = TileLayer | ObjectLayer | ImageLayer


@dataclass(frozen=True, slots=True, kw_only=True)
class TiledMap:
    """A whole map.

    Attributes:
        width: cells on its sides; of an infinite map, of all its layers and objects together.
        origin: the cell of an infinite map that became (0, 0); (0, 0) for others.
        layers: from the bottom to the top, groups opened.
    """

    path: Path
    version: str
    tiled_version: str
    class_: str
    width: int
    height: int
    tile_width: int
    tile_height: int
    infinite: bool
    origin: tuple[int, int]
    properties: tuple[Property, ...]
    tilesets: tuple[PlacedTileset, ...]
    layers: tuple[Layer, ...]

    def tile_layers(self) -> Iterator[TileLayer]:
        """The layers of cells, from the bottom to the top."""
        return (layer for layer in self.layers if isinstance(layer, TileLayer))

    def object_layers(self) -> Iterator[ObjectLayer]:
        """The layers of objects, from the bottom to the top."""
        return (layer for layer in self.layers if isinstance(layer, ObjectLayer))

    def objects(self) -> Iterator[TiledObject]:
        """The objects of all layers."""
        return (thing for layer in self.object_layers() for thing in layer.objects)

    def use(self, gid: int) -> TileUse | None:
        """The tile that a gid stands for, flip flags or not; None for 0 and for a gid of no tileset."""
        return find_tile(self.tilesets, gid)

    def box(self, thing: TiledObject) -> Box:
        """The smallest upright rectangle around an object, in pixels of the map."""
        if thing.shape is Shape.TILE:
            use = self.use(thing.gid)
            alignment = use.tileset.object_alignment if use else "bottomleft"
            corners = alignment_box(thing.width, thing.height, alignment)
        elif thing.points:
            corners = thing.points
        else:
            corners = alignment_box(thing.width, thing.height, "topleft")
        return around(turned(corners, thing.rotation), thing.x, thing.y)

    def span(self, thing: TiledObject) -> tuple[range, range]:
        """The columns and the rows an object covers; a shape without size covers the cell it is in."""
        left, top, right, bottom = self.box(thing)
        columns = _span(left / self.tile_width, right / self.tile_width)
        rows = _span(top / self.tile_height, bottom / self.tile_height)
        return columns, rows

    def cells(self, thing: TiledObject) -> tuple[tuple[int, int], ...]:
        """The cells of that span, row by row. They may lie outside the map."""
        columns, rows = self.span(thing)
        return tuple((x, y) for y in rows for x in columns)


def _span(start: float, end: float) -> range:
    first = floor(start + _EDGE)
    return range(first, max(first + 1, ceil(end - _EDGE)))


def find_tile(tilesets: Sequence[PlacedTileset], gid: int) -> TileUse | None:
    """The tile that a gid stands for among tilesets in the order of their first gids."""
    number = gid & GID_MASK
    place = bisect_right(tilesets, number, key=lambda placed: placed.first_gid) - 1
    if number == 0 or place < 0:
        return None
    placed = tilesets[place]
    local = number - placed.first_gid
    if local >= placed.tileset.tile_count and local not in placed.tileset.tiles:
        return None
    return TileUse(tileset=placed.tileset, id=local)


def layer_checksum(layer: TileLayer) -> str:
    """The first 16 hex digits of the SHA-256 over the layer's own cells as little-endian unsigned 32-bit.

    Flip flags are part of the cells, and the map's other layers do not matter.
    """
    packed = struct.pack(f"<{len(layer.cells)}I", *layer.cells)
    return sha256(packed).hexdigest()[:16]
