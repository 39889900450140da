"""Boards out of Tiled maps: `load_board` reads one with its zones, doors and what stands on it."""

from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from game.board.board import Board
from game.board.terrain import MAX_SIDE, MIN_SIDE, Terrain
from game.io.boards.doors import read_doors
from game.io.boards.fields import Fields
from game.io.boards.terrain import read_ground
from game.io.boards.things import Placement, read_things
from game.io.boards.vocabulary import MAP_PROPERTIES
from game.io.errors import DataError, fault
from game.io.paths import inside
from game.io.tiled import TiledMap, TileLayer, load_tiled

__all__ = ["BoardMap", "DrawnLayer", "Picture", "Placement", "load_board"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnLayer:
    """A tile layer as a front-end draws it.

    Attributes:
        gids: one a cell of the board, row by row, flip flags kept; 0 is empty.
    """

    name: str
    visible: bool
    opacity: float
    gids: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """Where the picture of a tile is: an image file and the part of it, in pixels."""

    file: Path
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardMap:
    """A board with what its map says besides: names, placements, and all that a front-end draws.

    Attributes:
        root: the folder that nothing the map names may lie outside of.
        name: what the map calls itself; its file name without the ending if it says nothing.
        layers: the tile layers, from the bottom to the top.
        tiled: the whole map as it was read.
    """

    path: Path
    root: Path
    name: str
    author: str
    description: str
    board: Board
    placements: tuple[Placement, ...]
    layers: tuple[DrawnLayer, ...]
    tiled: TiledMap

    def of_kind(self, kind: str) -> tuple[Placement, ...]:
        """The placements of one class, in file order."""
        return tuple(placed for placed in self.placements if placed.kind == kind)

    def picture(self, gid: int) -> Picture | None:
        """Where the picture of a tile is; None if the map names none that lies in the root and exists."""
        use = self.tiled.use(gid)
        if use is None:
            return None
        tileset = use.tileset
        source = use.tile.image or tileset.image
        try:
            base = tileset.file.resolve().parent
            file = inside(self.root, base, source, file=tileset.file, place="image")
        except DataError:
            return None
        if not file.is_file():
            return None
        x = y = 0
        if not use.tile.image:
            columns = max(1, tileset.columns)
            x = tileset.margin + use.id % columns * (tileset.tile_width + tileset.spacing)
            y = tileset.margin + use.id // columns * (tileset.tile_height + tileset.spacing)
        return Picture(file=file, x=x, y=y, width=tileset.tile_width, height=tileset.tile_height)


def load_board(
    path: str | PathLike[str], *, root: str | PathLike[str] | None = None, min_side: int = MIN_SIDE
) -> BoardMap:
    """Read a Tiled map and make the board it describes (BD-1, BD-2, BD-11, BD-12).

    Args:
        path: a `.tmx` or `.tmj` map.
        root: the folder that tilesets and templates must lie in; the map's own folder if None.
        min_side: the least cells on a side; below 8 only for studies and tests (BD-1).

    Raises:
        DataError: the map cannot be read, or something on it means nothing, contradicts itself or lies where
            it cannot be; one line with file and place.
    """
    tiled = load_tiled(path, root=root)
    if not (min_side <= tiled.width <= MAX_SIDE and min_side <= tiled.height <= MAX_SIDE):
        size = f"{tiled.width}x{tiled.height}"
        raise fault(f"{min_side} to {MAX_SIDE} cells a side (BD-1)", size, file=tiled.path, place="map")
    if tiled.tile_width != tiled.tile_height:
        size = f"{tiled.tile_width}x{tiled.tile_height}"
        raise fault("square tiles", f"{size} pixels", file=tiled.path, place="map")
    fields = Fields(tiled.path, "map", tiled.properties, MAP_PROPERTIES)
    ground = read_ground(tiled)
    things = read_things(tiled, ground)
    doors = read_doors(tiled.path, ground)
    if all(kind in {Terrain.WALL, Terrain.PIT} for kind in ground.terrain):
        raise fault("a cell that can be entered", "only walls and pits", file=tiled.path, place="tile layers")
    name = fields.text("name") or tiled.path.stem
    try:
        board = Board.build(
            tiled.width,
            tiled.height,
            ground.terrain,
            ground.heights,
            doors,
            {zone: sorted(cells) for zone, cells in sorted(things.zones.items())},
            name,
            min_side=min_side,
        )
    except ValueError as error:
        raise DataError(str(error), file=str(tiled.path), place="board") from None
    return BoardMap(
        path=tiled.path,
        root=tiled.path.resolve().parent if root is None else Path(root).resolve(),
        name=name,
        author=fields.text("author") or "",
        description=fields.text("description") or "",
        board=board,
        placements=tuple(things.placements),
        layers=tuple(_drawn(tiled, layer) for layer in tiled.tile_layers()),
        tiled=tiled,
    )


def _drawn(tiled: TiledMap, layer: TileLayer) -> DrawnLayer:
    gids = [0] * (tiled.width * tiled.height)
    for row in range(layer.height):
        at = (layer.y + row) * tiled.width + layer.x
        gids[at : at + layer.width] = layer.cells[row * layer.width : (row + 1) * layer.width]
    return DrawnLayer(name=layer.head.name, visible=layer.head.visible, opacity=layer.head.opacity, gids=tuple(gids))
