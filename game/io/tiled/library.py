"""The files one map is made of: each is opened once, inside one folder, within one budget of bytes."""

from pathlib import Path

from game.io.errors import DataError, fault, quoted
from game.io.paths import inside, read_bounded
from game.io.tiled.json_source import read_json
from game.io.tiled.limits import MAX_FILE_BYTES, MAX_TOTAL_BYTES
from game.io.tiled.node import Node
from game.io.tiled.xml_source import read_xml


class Library:
    """Reads the map and what it names.

    Args:
        path: the map.
        root: the folder no name may lead out of; the map's own folder if None.

    Raises:
        DataError: the map does not lie in the root.
    """

    def __init__(self, path: Path, root: Path | None) -> None:
        self.path = path
        real = path.resolve()
        self.root = real.parent if root is None else root.resolve()
        if not real.is_relative_to(self.root):
            raise fault(f"a map inside the folder {self.root}", "one outside of it", file=path, place="path")
        self._left = MAX_TOTAL_BYTES
        self._documents: dict[Path, Node] = {}

    def map(self) -> Node:
        """The root element of the map file itself."""
        return self._read(self.path, kind="map", what="a map", file=self.path, place="file")

    def document(self, source: str, *, kind: str, by: Node) -> tuple[Path, Node]:
        """The tileset or template that a node names, and where it lies.

        Args:
            source: the name as written, relative to the file of the node.
            kind: "tileset" or "template".
            by: the node that names it.

        Raises:
            DataError: the name leads out of the root, or there is no such readable file.
        """
        place = by.place()
        path = inside(self.root, by.file.resolve().parent, source, file=by.file, place=place)
        if path not in self._documents:
            what = f"the {kind} {quoted(source)}"
            self._documents[path] = self._read(path, kind=kind, what=what, file=by.file, place=place)
        return path, self._documents[path]

    def _read(self, path: Path, *, kind: str, what: str, file: Path, place: str) -> Node:
        limit = min(MAX_FILE_BYTES, self._left)
        data = read_bounded(path, limit=limit, what=what, file=file, place=place)
        self._left -= len(data)
        try:
            return _parse(path, data, kind=kind)
        except DataError as error:
            raise within(error, path=path, what=what, file=file, place=place) from None


def within(error: DataError, *, path: Path, what: str, file: Path, place: str) -> DataError:
    """The error of a file that another one names, told from the file that names it."""
    if path == file:
        return error
    return fault(what, f"a fault in {path}: {error.place}: {error.message}", file=file, place=place)


def _parse(path: Path, data: bytes, *, kind: str) -> Node:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fault("text in UTF-8", "other bytes", file=path, place=f"line {line}") from None
    start = text.lstrip()[:1]
    if start == "<":
        root = read_xml(path, text)
        if root.tag != kind:
            raise root.fault(f"a {kind}", quoted(root.tag))
        return root
    if start == "{":
        return read_json(path, text, kind=kind)
    raise fault("XML or JSON text", quoted(text.lstrip()[:16]), file=path, place="line 1")
