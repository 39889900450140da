"""From the bytes of a `.tmx`, `.tsx` or `.tx` file to its tree of nodes.

Only the standard library's expat is used, with a hard bound on depth and number of elements. A DOCTYPE that
merely names an outside DTD, as older editors wrote it, is harmless and passed over: nothing is ever fetched.
A DOCTYPE with declarations of its own could define entities or default attributes, so it is refused.
"""

import re
from pathlib import Path
from xml.parsers import expat

from game.io.errors import fault, quoted
from game.io.tiled.limits import MAX_DEPTH, MAX_NODES
from game.io.tiled.node import Node

_FOREIGN_ENTITY = re.compile(r"&(?!#|(?:amp|lt|gt|quot|apos);)[^;\s]{0,32};?")


def read_xml(file: Path, text: str) -> Node:
    """The root element of an XML text.

    Raises:
        DataError: the text is not well-formed, declares entities, or is too deep or too large.
    """
    source = _Source(file)
    try:
        source.parser.Parse(text.encode("utf-8"), True)
    except expat.ExpatError as error:
        reason = expat.errors.messages.get(error.code, "a fault")
        raise fault("well-formed XML", reason, file=file, place=f"line {error.lineno}") from None
    if source.doctype:
        # With an outside DTD named, expat silently drops the entities that DTD might have defined.
        foreign = _FOREIGN_ENTITY.search(text)
        if foreign:
            line = text.count("\n", 0, foreign.start()) + 1
            raise fault("no entities", quoted(foreign.group()), file=file, place=f"line {line}")
    if source.root is None:
        raise fault("an XML element", "none", file=file, place="line 1")
    return source.root


class _Source:
    """The handlers of one parse: they build the tree and stop it at the first thing that is not allowed."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.root: Node | None = None
        self.doctype = False
        self._open: list[Node] = []
        self._texts: list[list[str]] = []
        self._count = 0
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.XmlDeclHandler = self._declaration
        parser.StartDoctypeDeclHandler = self._doctype
        parser.EntityDeclHandler = self._entity
        self.parser = parser

    def _where(self) -> str:
        return f"line {self.parser.CurrentLineNumber}"

    def _declaration(self, version: str, encoding: str | None, standalone: int) -> None:
        if encoding is not None and encoding.lower() not in {"utf-8", "us-ascii", "ascii"}:
            raise fault("the encoding UTF-8", quoted(encoding), file=self.file, place=self._where())

    def _doctype(self, name: str, system: str | None, public: str | None, inside: int) -> None:
        if inside:
            raise fault("a DOCTYPE without declarations", "entity or other ones", file=self.file, place=self._where())
        self.doctype = True

    def _entity(self, name: str, *_: object) -> None:
        raise fault("no entity declarations", quoted(name), file=self.file, place=self._where())

    def _start(self, tag: str, attrs: dict[str, str]) -> None:
        self._count += 1
        if self._count > MAX_NODES:
            raise fault(f"at most {MAX_NODES} elements", "more", file=self.file, place=self._where())
        if len(self._open) >= MAX_DEPTH:
            raise fault(f"at most {MAX_DEPTH} nested elements", "more", file=self.file, place=self._where())
        parent = self._open[-1] if self._open else None
        node = Node(tag, {**attrs}, file=self.file, where=self._where(), parent=parent)
        if parent is None:
            self.root = node
        else:
            parent.children.append(node)
        self._open.append(node)
        self._texts.append([])

    def _end(self, tag: str) -> None:
        self._open.pop().text = "".join(self._texts.pop())

    def _characters(self, text: str) -> None:
        self._texts[-1].append(text)
