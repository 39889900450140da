"""How much one map may ask for: a hostile file is refused long before it costs a second or 200 MB."""

MAX_FILE_BYTES = 8 * 2**20
"""Bytes of one map, tileset or template file."""

MAX_TOTAL_BYTES = 32 * 2**20
"""Bytes of all files that one map names, itself included."""

MAX_SIDE = 1024
"""Cells on a side of a map or a layer; boards are smaller still (BD-1)."""

MAX_CELLS = 2**21
"""Cells of all tile layers of a map together."""

MAX_DEPTH = 64
"""Elements or arrays inside each other; also bounds how deep layer groups nest."""

MAX_NODES = 100_000
"""Elements of an XML file, arrays and objects of a JSON file."""

MAX_LAYERS = 500
"""Layers and groups of a map."""

MAX_CORNERS = 1_000
"""Corners of one polygon or polyline."""

MAX_OBJECTS = 10_000
"""Objects of all object layers of a map together."""

MAX_PROPERTIES = 256
"""Custom properties of one element."""

MAX_TILESETS = 128
"""Tilesets of a map."""

ZSTD_WINDOW = 2**23
"""Bytes of history a zstd frame may ask for: twice the largest layer."""
