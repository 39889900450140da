"""The words a map author may use, all of them: `docs/maps.md` explains them and nothing else is accepted."""

from game.board.terrain import Terrain

TERRAINS: dict[str, Terrain] = {kind.name.lower(): kind for kind in Terrain}
"""Tile classes, or values of the tile property `terrain`, that say what a cell is made of (BD-2)."""

HEIGHT = "height"
"""Tile class that changes only a cell's height, and the property that gives it (BD-2)."""

DECOR = "decor"
"""Class of tiles and layers that are only drawn."""

NOTE = "note"
"""Class of objects that are only for the map author's eyes."""

DOOR = "door"
"""Class of door tiles and door objects (BD-11)."""

ZONE = "zone"
"""Class of the rectangles that name cells (BD-12)."""

TERRAIN_LAYER = "terrain"
"""Class of the tile layers that make the board; a layer without a class is one too."""

OBJECT_LAYER = "objects"
"""Class of the object layers that count; a layer without a class counts too."""

TILE_PROPERTIES = ("terrain", HEIGHT)
"""Properties of any tile that is painted."""

DOOR_PROPERTIES = ("sealed", "solid", "open", "group")
"""Properties of door tiles and door objects."""

ZONE_PREFIXES = ("deploy", "entry", "objective")
"""Zones that are named after a side or an objective: `deploy:marines`."""

ZONE_WORDS = ("exit", "drop")
"""Zones that need no further name."""

MAP_PROPERTIES = ("name", "author", "description")
"""Properties of the map itself."""

UNIT = "unit"
NEST = "nest"

PLACEMENTS: dict[str, dict[str, type]] = {
    UNIT: {
        "kind": str,
        "side": str,
        "lieutenant": bool,
        "hidden": bool,
        "form": int,
        "group": int,
        "policy": str,
    },
    NEST: {},
    "infestation": {},
    "console": {},
    "item": {},
}
"""Classes of objects that stand on the board when a game begins, and the properties each may have."""

REQUIRED: dict[str, tuple[str, ...]] = {UNIT: ("kind", "side")}
"""Properties a placement cannot do without."""

NAMED = ("console", "item")
"""Placements that objectives point at, so they need a name."""

GROUND: dict[str, tuple[Terrain, ...]] = {
    UNIT: (Terrain.FLOOR, Terrain.DIFFICULT, Terrain.BARRICADE),
    NEST: (Terrain.FLOOR, Terrain.DIFFICULT),
    "infestation": (Terrain.FLOOR, Terrain.DIFFICULT),
    "console": (Terrain.FLOOR, Terrain.DIFFICULT, Terrain.BARRICADE),
    "item": (Terrain.FLOOR, Terrain.DIFFICULT, Terrain.BARRICADE),
}
"""Terrain each placement may stand on (BD-2, HM-A28)."""

TILE_CLASSES = (*TERRAINS, HEIGHT, DECOR)
OBJECT_CLASSES = (ZONE, DOOR, *PLACEMENTS, NOTE)
