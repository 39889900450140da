"""Small maps for the tests, written the way Tiled writes them, as XML and as JSON."""

import base64
import gzip
import json
import struct
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import zstandard

from game.io.tiled import TiledMap, TileUse

Rows = Sequence[Sequence[int]]

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "gzip": gzip.compress,
    "zlib": zlib.compress,
    "zstd": zstandard.ZstdCompressor().compress,
}

SET = (
    '<tileset firstgid="1" name="grey" tilewidth="16" tileheight="16" tilecount="56" columns="8">'
    '<image source="grey.png" width="128" height="112"/></tileset>'
)
"""56 tiles that mean nothing; their picture does not exist."""

SET_JSON = {
    "firstgid": 1,
    "name": "grey",
    "tilewidth": 16,
    "tileheight": 16,
    "tilecount": 56,
    "columns": 8,
    "image": "grey.png",
    "imagewidth": 128,
    "imageheight": 112,
}


def packed(rows: Rows, compression: str) -> str:
    """The cells as base64 text, compressed or not."""
    cells = [gid for row in rows for gid in row]
    return base64.b64encode(PACKERS[compression](struct.pack(f"<{len(cells)}I", *cells))).decode()


def data(rows: Rows, encoding: str = "csv", compression: str = "") -> str:
    """The `data` element of a layer."""
    if encoding == "csv":
        return f'<data encoding="csv">\n{csv(rows)}\n</data>'
    if encoding == "base64":
        kind = f' compression="{compression}"' if compression else ""
        return f'<data encoding="base64"{kind}>\n   {packed(rows, compression)}\n  </data>'
    tiles = "".join(f'<tile gid="{gid}"/>' if gid else "<tile/>" for row in rows for gid in row)
    return f"<data>{tiles}</data>"


def csv(rows: Rows) -> str:
    return ",\n".join(",".join(str(gid) for gid in row) for row in rows)


def layer(rows: Rows, *, name: str = "Ground", encoding: str = "csv", compression: str = "", extra: str = "") -> str:
    """A tile layer as XML."""
    size = f'width="{len(rows[0])}" height="{len(rows)}"'
    return f'<layer id="1" name="{name}" {size}{extra}>{data(rows, encoding, compression)}</layer>'


def tmx(
    inside: str,
    *,
    width: int | str = 5,
    height: int | str = 3,
    sets: str = SET,
    head: str = 'orientation="orthogonal"',
    infinite: int = 0,
    tile: int = 16,
    before: str = "",
    version: str = "1.10",
) -> str:
    """A whole map as XML."""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n{before}'
        f'<map version="{version}" tiledversion="1.11.0" {head} renderorder="right-down" width="{width}" '
        f'height="{height}" tilewidth="{tile}" tileheight="{tile}" infinite="{infinite}" nextlayerid="9" '
        f'nextobjectid="9">\n{sets}\n{inside}\n</map>'
    )


def layer_json(rows: Rows, *, encoding: str = "", compression: str = "") -> dict[str, object]:
    """A tile layer as JSON; without an encoding an array of numbers."""
    written: dict[str, object] = {"type": "tilelayer", "id": 1, "name": "Ground", "x": 0, "y": 0}
    written |= {"width": len(rows[0]), "height": len(rows), "opacity": 1, "visible": True}
    if encoding == "base64":
        return written | {"encoding": encoding, "compression": compression, "data": packed(rows, compression)}
    return written | {"data": [gid for row in rows for gid in row]}


def tmj(layers: list[dict[str, object]], *, width: object = 5, height: object = 3, **extra: object) -> str:
    """A whole map as JSON."""
    return json.dumps(
        {
            "type": "map",
            "version": "1.10",
            "tiledversion": "1.11.0",
            "orientation": "orthogonal",
            "renderorder": "right-down",
            "width": width,
            "height": height,
            "tilewidth": 16,
            "tileheight": 16,
            "infinite": False,
            "tilesets": [SET_JSON],
            "layers": layers,
        }
        | extra
    )


def objects(*inside: str, name: str = "Things", extra: str = "") -> str:
    """An object layer as XML."""
    return f'<objectgroup id="2" name="{name}"{extra}>{"".join(inside)}</objectgroup>'


def prop(name: str, value: str, kind: str = "") -> str:
    """A custom property as XML."""
    typed = f' type="{kind}"' if kind else ""
    return f'<property name="{name}"{typed} value="{value}"/>'


def props(*inside: str) -> str:
    return f"<properties>{''.join(inside)}</properties>"


def used(tiled: TiledMap, gid: int) -> TileUse:
    """The tile that a gid of the map stands for."""
    use = tiled.use(gid)
    assert use is not None
    return use


def written(folder: Path, name: str, text: str | bytes) -> Path:
    """The text in a file of that folder."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path
