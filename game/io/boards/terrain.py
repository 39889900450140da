"""From painted tiles to the terrain, height and door leaf of each cell."""

from dataclasses import dataclass, replace

from game.board.terrain import MAX_HEIGHT, Terrain
from game.io.boards.fields import Fields
from game.io.boards.vocabulary import (
    DECOR,
    DOOR_PROPERTIES,
    HEIGHT,
    PLACEMENTS,
    TERRAIN_LAYER,
    TERRAINS,
    TILE_CLASSES,
    TILE_PROPERTIES,
)
from game.io.errors import fault, nearest, quoted
from game.io.tiled import GID_MASK, LayerHead, TiledMap, TileLayer, TileUse


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """What a tile or object says about the door leaf in a cell; None where it says nothing.

    Attributes:
        place: where it says so, for messages.
    """

    place: str
    sealed: bool | None = None
    solid: bool | None = None
    open: bool | None = None
    group: str | None = None
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Meaning:
    """What a tile does to a cell it is painted on."""

    terrain: Terrain | None = None
    height: int | None = None
    leaf: Leaf | None = None


@dataclass(slots=True)
class Ground:
    """Terrain, height and door leaves while a board is put together, cell by cell, row by row."""

    width: int
    height: int
    terrain: list[Terrain]
    heights: list[int]
    leaves: dict[int, Leaf]


def read_ground(tiled: TiledMap) -> Ground:
    """The ground as the tile layers paint it: in each cell the topmost tile that says something decides.

    A cell that no layer says anything about is wall: rock, or the void around the rooms.

    Raises:
        DataError: a tile, layer class or property that means nothing here, or nothing painted at all.
    """
    size = tiled.width * tiled.height
    ground = Ground(tiled.width, tiled.height, [Terrain.WALL] * size, [0] * size, {})
    meanings: dict[int, _Meaning] = {}
    painted = False
    for layer in tiled.tile_layers():
        if not counts(tiled, layer.head, TERRAIN_LAYER):
            continue
        for index, gid in enumerate(layer.cells):
            use = tiled.use(gid)
            if use is None:
                continue
            x, y = layer.x + index % layer.width, layer.y + index // layer.width
            key = gid & GID_MASK
            if key not in meanings:
                meanings[key] = _meaning(tiled, layer, use, (x, y))
            painted = _paint(ground, y * tiled.width + x, meanings[key]) or painted
    if not painted:
        raise fault("tiles that say what the cells are made of", "none", file=tiled.path, place="tile layers")
    return ground


def counts(tiled: TiledMap, head: LayerHead, word: str) -> bool:
    """Whether a layer makes the board; a layer of the class `decor` is only drawn.

    Raises:
        DataError: an unknown class, a property, or a layer that is drawn beside the grid.
    """
    if head.class_ == DECOR:
        return False
    fields = Fields(tiled.path, head.place, head.properties, ())
    if head.class_ not in {"", word}:
        raise fields.fault(f"the layer class {nearest(head.class_, (word, DECOR))}", quoted(head.class_))
    if head.offset != (0.0, 0.0):
        raise fields.fault("a layer without an offset", f"{head.offset[0]:g}, {head.offset[1]:g} pixels")
    return True


def _paint(ground: Ground, cell: int, meaning: _Meaning) -> bool:
    if meaning.height is not None:
        ground.heights[cell] = meaning.height
    if meaning.terrain is None:
        return False
    ground.terrain[cell] = meaning.terrain
    if meaning.leaf is None:
        ground.leaves.pop(cell, None)
    else:
        ground.leaves[cell] = meaning.leaf
    return True


def _meaning(tiled: TiledMap, layer: TileLayer, use: TileUse, at: tuple[int, int]) -> _Meaning:
    tile = use.tile
    place = f"{layer.head.place}, cell ({at[0]}, {at[1]}), tile {use.id} of tileset {quoted(use.tileset.name)}"
    if tile.class_ == DECOR:
        return _Meaning()
    fields = Fields(tiled.path, place, tile.properties, (*TILE_PROPERTIES, *DOOR_PROPERTIES))
    word = fields.text("terrain")
    if tile.class_ in TERRAINS and word is not None and word != tile.class_:
        raise fields.fault(f"the terrain of the tile's class, {quoted(tile.class_)}", quoted(word))
    if tile.class_ in PLACEMENTS:
        raise fields.fault(f"a {tile.class_} as an object of an object layer", "a painted tile")
    if tile.class_ and tile.class_ not in TILE_CLASSES:
        raise fields.fault(f"the tile class {nearest(tile.class_, TILE_CLASSES)}", quoted(tile.class_))
    if tile.class_ in TERRAINS:
        word = tile.class_
    if word is not None and word not in TERRAINS:
        raise fields.fault(f"the terrain {nearest(word, TERRAINS)}", quoted(word))
    height = fields.integer(HEIGHT)
    if height is not None and not 0 <= height <= MAX_HEIGHT:
        raise fields.fault(f"a height from 0 to {MAX_HEIGHT}", str(height))
    terrain = None if word is None else TERRAINS[word]
    if height is None and (terrain is None or tile.class_ == HEIGHT):
        wanted = "the property height" if tile.class_ == HEIGHT else f"the class {nearest('', TILE_CLASSES)}"
        raise fields.fault(wanted, "a tile that says nothing")
    if terrain is Terrain.DOOR:
        return _Meaning(terrain=terrain, height=height, leaf=_painted_leaf(fields, place))
    for name in DOOR_PROPERTIES:
        if any(entry.name == name for entry in tile.properties):
            raise fields.fault("door properties only on doors", quoted(name))
    return _Meaning(terrain=terrain, height=height)


def _painted_leaf(fields: Fields, place: str) -> Leaf:
    """A door tile shows what the door is like, so what it does not say is false and not left open."""
    said = leaf_of(fields, place)
    return replace(said, sealed=said.sealed or False, solid=said.solid or False, open=said.open or False)


def leaf_of(fields: Fields, place: str, name: str = "") -> Leaf:
    """What the properties of a door tile or door object say."""
    return Leaf(
        place=place,
        sealed=fields.truth("sealed"),
        solid=fields.truth("solid"),
        open=fields.truth("open"),
        group=fields.text("group"),
        name=name,
    )
