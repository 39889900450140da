"""A strict reader of maps made with the Tiled editor, in its XML and its JSON format.

It reads what Tiled 1.9 to 1.12 saves for square grids (and older files of format version 1): every cell
encoding, embedded and external tilesets of both formats, infinite maps, flipped tiles, objects, groups,
templates and typed properties. What it does not understand it refuses by name.
"""

from game.io.tiled.model import (
    GID_MASK,
    ImageLayer,
    Layer,
    LayerHead,
    ObjectLayer,
    PlacedTileset,
    Property,
    Shape,
    Tile,
    TiledMap,
    TiledObject,
    TileLayer,
    Tileset,
    TileUse,
    layer_checksum,
)
from game.io.tiled.reader import load_tiled

__all__ = [
    "GID_MASK",
    "ImageLayer",
    "Layer",
    "LayerHead",
    "ObjectLayer",
    "PlacedTileset",
    "Property",
    "Shape",
    "Tile",
    "TileLayer",
    "TileUse",
    "TiledMap",
    "TiledObject",
    "Tileset",
    "layer_checksum",
    "load_tiled",
]
