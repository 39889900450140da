"""The cells of a tile layer out of each encoding Tiled writes: the count must be right, to the cell.

Compressed data is unpacked to at most one byte more than the layer's size needs, so a bomb costs nothing.
"""

import base64
import binascii
import re
import struct
import zlib
from io import BytesIO

from game.io.errors import nearest, quoted
from game.io.tiled.limits import ZSTD_WINDOW
from game.io.tiled.node import Node

Cells = tuple[int, ...]

_LARGEST = 0xFFFF_FFFF
_CSV = re.compile(r"[0-9,\s]*", re.ASCII)
_BYTES = 4
_GZIP_HEADER = 31
_ZLIB_HEADER = 15
ENCODINGS = ("csv", "base64")
COMPRESSIONS = ("gzip", "zlib", "zstd")


def read_cells(node: Node, width: int, height: int, *, encoding: str, compression: str) -> Cells:
    """The gids of a block of cells, row by row.

    Args:
        node: the `data` or `chunk` element that holds them.
        width: columns of the block.
        height: rows of the block.
        encoding: "csv", "base64", or "" for numbers in elements (XML) or an array (JSON).
        compression: "gzip", "zlib", "zstd" or "".

    Raises:
        DataError: unknown encoding or compression, wrong number of cells, or a value that is no gid.
    """
    count = width * height
    if encoding == "base64":
        return _base64(node, count, compression)
    if compression:
        raise node.fault("compression only with base64", quoted(compression))
    if node.array is not None and encoding in {"", "csv"}:
        return _numbers(node, node.array, width, count)
    if encoding == "csv":
        return _csv(node, width, count)
    if encoding:
        raise node.fault(f"the encoding {nearest(encoding, ENCODINGS)}", quoted(encoding))
    node.allow("tile")
    return _numbers(node, [_element(tile) for tile in node.children], width, count)


def _element(tile: Node) -> int:
    return tile.integer("gid", 0, least=0, most=_LARGEST)


def _csv(node: Node, width: int, count: int) -> Cells:
    text = node.text
    if not _CSV.fullmatch(text):
        raise node.fault("numbers and commas", "other characters in the cells")
    words = text.split(",")
    if len(words) != count:
        raise node.fault(f"{count} cells", str(len(words) if text.strip() else 0))
    try:
        numbers = [int(word) for word in words]
    except ValueError:
        at = next(i for i, word in enumerate(words) if not word.strip().isdigit())
        raise node.fault(f"a number in {_cell(at, width)}", quoted(words[at].strip())) from None
    return _numbers(node, list[object](numbers), width, count)


def _numbers(node: Node, numbers: list[object] | list[int], width: int, count: int) -> Cells:
    if len(numbers) != count:
        raise node.fault(f"{count} cells", str(len(numbers)))
    cells: list[int] = []
    for number in numbers:
        # A truth value is an int to Python, but no gid.
        if type(number) is not int or not 0 <= number <= _LARGEST:
            raise node.fault(f"a tile number in {_cell(len(cells), width)}", quoted(number))
        cells.append(number)
    return tuple(cells)


def _cell(index: int, width: int) -> str:
    return f"cell ({index % width}, {index // width})"


def _base64(node: Node, count: int, compression: str) -> Cells:
    if node.array is not None:
        raise node.fault("base64 text", "an array")
    try:
        packed = base64.b64decode("".join(node.text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise node.fault("base64 text", "other characters in the cells") from None
    size = count * _BYTES
    data = _unpack(node, packed, size, compression) if compression else packed
    if len(data) != size:
        found = f"more than {size} bytes" if len(data) > size and compression else f"{len(data)} bytes"
        raise node.fault(f"{count} cells in {size} bytes", found)
    return struct.unpack(f"<{count}I", data)


def _unpack(node: Node, packed: bytes, size: int, compression: str) -> bytes:
    if compression == "zstd":
        return _unpack_zstd(node, packed, size)
    if compression not in COMPRESSIONS:
        raise node.fault(f"the compression {nearest(compression, COMPRESSIONS)}", quoted(compression))
    stream = zlib.decompressobj(_GZIP_HEADER if compression == "gzip" else _ZLIB_HEADER)
    try:
        data = stream.decompress(packed, size + 1)
    except zlib.error:
        raise node.fault(f"{compression} data", "a damaged stream") from None
    if len(data) <= size and (not stream.eof or stream.unused_data):
        raise node.fault(f"one whole {compression} stream", "a cut one" if not stream.eof else "more after it")
    return data


def _unpack_zstd(node: Node, packed: bytes, size: int) -> bytes:
    try:
        import zstandard
    except ImportError:
        raise node.fault("the Python package zstandard for zstd compression", "none (pip install zstandard)") from None
    unpacker = zstandard.ZstdDecompressor(max_window_size=ZSTD_WINDOW)
    try:
        with unpacker.stream_reader(BytesIO(packed)) as stream:
            return stream.read(size + 1)
    except (zstandard.ZstdError, MemoryError):
        raise node.fault("zstd data", "a damaged stream") from None
