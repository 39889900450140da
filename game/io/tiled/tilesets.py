"""Tilesets, embedded or in files of their own, of either format; and which gids they answer to."""

from pathlib import Path

from game.io.errors import DataError, quoted
from game.io.tiled.geometry import ALIGNMENTS
from game.io.tiled.library import Library, within
from game.io.tiled.limits import MAX_TILESETS
from game.io.tiled.model import GID_MASK, PlacedTileset, Tile, Tileset, TileUse, find_tile
from game.io.tiled.node import Node
from game.io.tiled.properties import read_properties

_MOST = 2**24
"""Bound on tile ids, counts and pixels of a tileset."""


class Tilesets:
    """The tilesets of a map, as they are collected while it is read."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._files: dict[Path, Tileset] = {}
        self._placed: list[PlacedTileset] = []

    def placed(self) -> tuple[PlacedTileset, ...]:
        """All tilesets so far, in the order of their first gids."""
        return tuple(self._placed)

    def find(self, gid: int) -> TileUse | None:
        """The tile that a gid stands for, flip flags or not; None if there is none."""
        return find_tile(self._placed, gid)

    def add(self, node: Node) -> None:
        """Add the tileset of a `tileset` element of the map.

        Raises:
            DataError: it cannot be read, or its gids overlap those of the one before.
        """
        first = node.integer("firstgid", least=1, most=GID_MASK)
        if len(self._placed) >= MAX_TILESETS:
            raise node.fault(f"at most {MAX_TILESETS} tilesets", "more")
        if self._placed and first < self._next():
            raise node.fault(f'"firstgid" of {self._next()} or more', f"{first}, which the tileset before uses")
        self._placed.append(PlacedTileset(first_gid=first, tileset=self._read(node)))

    def of_template(self, node: Node) -> int:
        """The gid in this map of the first tile of a tileset that a template names; added if it is new."""
        tileset = self._read(node)
        for placed in self._placed:
            if placed.tileset is tileset:
                return placed.first_gid
        if len(self._placed) >= MAX_TILESETS:
            raise node.fault(f"at most {MAX_TILESETS} tilesets", "more")
        first = self._next()
        self._placed.append(PlacedTileset(first_gid=first, tileset=tileset))
        return first

    def _next(self) -> int:
        """The first gid after those in use."""
        if not self._placed:
            return 1
        last = self._placed[-1]
        return last.first_gid + max([last.tileset.tile_count, *(number + 1 for number in last.tileset.tiles)])

    def _read(self, node: Node) -> Tileset:
        if not node.has("source"):
            return _tileset(node)
        source = node.string("source")
        path, document = self._library.document(source, kind="tileset", by=node)
        if path not in self._files:
            try:
                self._files[path] = _tileset(document)
            except DataError as error:
                what = f"the tileset {quoted(source)}"
                raise within(error, path=path, what=what, file=node.file, place=node.place()) from None
        return self._files[path]


def _tileset(node: Node) -> Tileset:
    node.allow(
        "editorsettings",
        "grid",
        "image",
        "properties",
        "terraintypes",
        "tile",
        "tileoffset",
        "transformations",
        "wangsets",
    )
    if node.has("source"):
        raise node.fault("a tileset", "the name of another one")
    tiles: dict[int, Tile] = {}
    for entry in node.all("tile"):
        tile = _tile(entry)
        if tile.id in tiles:
            raise entry.fault("each tile once", "a second one of this id")
        tiles[tile.id] = tile
    return Tileset(
        file=node.file,
        name=node.string("name", ""),
        class_=node.string("class", ""),
        tile_width=node.integer("tilewidth", least=0, most=_MOST),
        tile_height=node.integer("tileheight", least=0, most=_MOST),
        tile_count=node.integer("tilecount", least=0, most=_MOST),
        columns=node.integer("columns", 0, least=0, most=_MOST),
        margin=node.integer("margin", 0, least=0, most=_MOST),
        spacing=node.integer("spacing", 0, least=-_MOST, most=_MOST),
        image=_image(node),
        object_alignment=_alignment(node),
        properties=read_properties(node),
        tiles=dict(sorted(tiles.items())),
    )


def _alignment(node: Node) -> str:
    word = node.choice("objectalignment", ("unspecified", *ALIGNMENTS), "unspecified")
    # On a square grid Tiled hangs a tile object from its bottom left if the tileset says nothing.
    return "bottomleft" if word == "unspecified" else word


def _tile(node: Node) -> Tile:
    node.allow("animation", "image", "objectgroup", "properties")
    return Tile(
        id=node.integer("id", least=0, most=_MOST),
        class_=class_of(node),
        properties=read_properties(node),
        image=_image(node),
    )


def class_of(node: Node) -> str:
    """The class of a tile or object: `class` as Tiled 1.9 wrote it, `type` before and since."""
    old, new = node.string("type", ""), node.string("class", "")
    if old and new and old != new:
        raise node.fault('the same in "type" and "class"', f"{quoted(old)} and {quoted(new)}")
    return old or new


def _image(node: Node) -> str:
    image = node.only("image")
    # A picture that lies inside the file (Tiled 1.11) has no source; nothing here draws it.
    return "" if image is None else image.string("source", "")
