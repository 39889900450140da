"""The layers of a map, groups opened, in drawing order.

The layers of an infinite map keep their own extents here, in the file's coordinates; the reader moves them all
together afterwards.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from game.io.errors import quoted
from game.io.tiled.cells import Cells, read_cells
from game.io.tiled.limits import MAX_CELLS, MAX_LAYERS, MAX_SIDE
from game.io.tiled.model import GID_MASK, ImageLayer, Layer, LayerHead, ObjectLayer, TileLayer
from game.io.tiled.node import Node
from game.io.tiled.objects import Objects
from game.io.tiled.properties import read_properties
from game.io.tiled.tilesets import Tilesets

LAYER_TAGS = ("layer", "objectgroup", "imagelayer", "group")
_MOST_ID = 2**31 - 1
_FAR = 2**30
"""Cells from the origin at which a chunk may lie."""


class Around(NamedTuple):
    """What the groups around a layer add to it."""

    groups: tuple[str, ...] = ()
    visible: bool = True
    opacity: float = 1.0
    offset: tuple[float, float] = (0.0, 0.0)


TOP = Around()
"""What is around a layer of the map itself."""


@dataclass(slots=True)
class Layers:
    """Reads layers; the sum of their cells is bounded over the whole map.

    Attributes:
        size: columns and rows of a finite map; None if the map is infinite.
    """

    objects: Objects
    tilesets: Tilesets
    size: tuple[int, int] | None
    _left: int = field(default=MAX_CELLS)
    _count: int = field(default=0)

    def read(self, parent: Node, around: Around = TOP) -> list[Layer]:
        """The layers inside a map or group, from the bottom to the top."""
        found: list[Layer] = []
        for node in parent.children:
            if node.tag not in LAYER_TAGS:
                continue
            self._count += 1
            if self._count > MAX_LAYERS:
                raise node.fault(f"at most {MAX_LAYERS} layers", "more")
            head = _head(node, around)
            if node.tag == "group":
                node.allow("properties", *LAYER_TAGS)
                inner = Around((*around.groups, head.name), head.visible, head.opacity, head.offset)
                found.extend(self.read(node, inner))
            elif node.tag == "layer":
                found.append(self._tile_layer(node, head))
            elif node.tag == "objectgroup":
                node.allow("properties", "object")
                things = tuple(self.objects.read(child) for child in node.all("object"))
                found.append(ObjectLayer(head=head, objects=things))
            else:
                node.allow("properties", "image")
                image = node.only("image")
                found.append(ImageLayer(head=head, image=image.string("source", "") if image else ""))
        return found

    def _tile_layer(self, node: Node, head: LayerHead) -> TileLayer:
        node.allow("properties", "data")
        data = node.only("data")
        if self.size is None:
            layer = self._infinite(data, head)
        else:
            if data is None:
                raise node.fault("the cells of the layer", "none")
            layer = self._finite(node, data, head)
        self._check(node, layer)
        return layer

    def _finite(self, node: Node, data: Node, head: LayerHead) -> TileLayer:
        width = node.integer("width", least=1, most=MAX_SIDE)
        height = node.integer("height", least=1, most=MAX_SIDE)
        if (width, height) != self.size:
            size = "x".join(str(side) for side in self.size or ())
            raise node.fault(f"a layer as large as the map, {size}", f"{width}x{height}")
        if any(data.all("chunk")):
            raise data.fault("one block of cells in a map that is not infinite", "chunks")
        self._spend(node, width * height)
        encoding, compression = _encoding(data)
        cells = read_cells(data, width, height, encoding=encoding, compression=compression)
        return TileLayer(head=head, x=0, y=0, width=width, height=height, cells=cells)

    def _infinite(self, data: Node | None, head: LayerHead) -> TileLayer:
        if data is None or not data.children:
            if data is not None and (data.text.strip() or data.array):
                raise data.fault("chunks in an infinite map", "one block of cells")
            return TileLayer(head=head, x=0, y=0, width=0, height=0, cells=())
        data.allow("chunk")
        encoding, compression = _encoding(data)
        places = [_chunk_place(chunk) for chunk in data.children]
        left, top = min(place[0] for place in places), min(place[1] for place in places)
        width = max(place[0] + place[2] for place in places) - left
        height = max(place[1] + place[3] for place in places) - top
        if width > MAX_SIDE or height > MAX_SIDE:
            raise data.fault(f"chunks within {MAX_SIDE} cells", f"an extent of {width}x{height}")
        self._spend(data, width * height)
        cells: list[int] = [0] * (width * height)
        taken = bytearray(width * height)
        for chunk, (x, y, columns, rows) in zip(data.children, places, strict=True):
            block = read_cells(chunk, columns, rows, encoding=encoding, compression=compression)
            for row in range(rows):
                at = (y - top + row) * width + x - left
                if any(taken[at : at + columns]):
                    raise chunk.fault("chunks side by side", "two that overlap")
                taken[at : at + columns] = b"\1" * columns
                cells[at : at + columns] = block[row * columns : (row + 1) * columns]
        return TileLayer(head=head, x=left, y=top, width=width, height=height, cells=tuple(cells))

    def _spend(self, node: Node, cells: int) -> None:
        self._left -= cells
        if self._left < 0:
            raise node.fault(f"at most {MAX_CELLS} cells in all layers", "more")

    def _check(self, node: Node, layer: TileLayer) -> None:
        """Every tile must be of some tileset: a hole where the author painted something is never let through."""
        for gid in sorted(set(layer.cells)):
            if gid and self.tilesets.find(gid) is None:
                x, y = _position(layer.cells, gid, layer.width)
                where = f"the tile number {gid & GID_MASK} in cell ({layer.x + x}, {layer.y + y})"
                raise node.fault("tiles of the map's tilesets", where)


def _position(cells: Cells, gid: int, width: int) -> tuple[int, int]:
    index = cells.index(gid)
    return index % width, index // width


def _encoding(data: Node) -> tuple[str, str]:
    return data.string("encoding", ""), data.string("compression", "")


def _chunk_place(chunk: Node) -> tuple[int, int, int, int]:
    return (
        chunk.integer("x", least=-_FAR, most=_FAR),
        chunk.integer("y", least=-_FAR, most=_FAR),
        chunk.integer("width", least=1, most=MAX_SIDE),
        chunk.integer("height", least=1, most=MAX_SIDE),
    )


def _head(node: Node, around: Around) -> LayerHead:
    opacity = node.number("opacity", 1.0)
    if not 0.0 <= opacity <= 1.0:
        raise node.fault('a number from 0 to 1 in "opacity"', quoted(node.attrs["opacity"]))
    return LayerHead(
        id=node.integer("id", 0, least=0, most=_MOST_ID),
        name=node.string("name", ""),
        class_=node.string("class", ""),
        groups=around.groups,
        visible=around.visible and node.flag("visible", default=True),
        opacity=around.opacity * opacity,
        offset=(
            around.offset[0] + node.number("offsetx", 0.0),
            around.offset[1] + node.number("offsety", 0.0),
        ),
        properties=read_properties(node),
        place=node.place(),
    )
