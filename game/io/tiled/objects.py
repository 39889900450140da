"""Objects of object layers and the templates they may be instances of."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from game.io.errors import DataError, quoted
from game.io.tiled.library import Library, within
from game.io.tiled.limits import MAX_CORNERS, MAX_OBJECTS
from game.io.tiled.model import GID_MASK, Property, Shape, TiledObject
from game.io.tiled.node import Node, finite
from game.io.tiled.properties import merged, read_properties
from game.io.tiled.tilesets import Tilesets, class_of

_T = TypeVar("_T")

_MOST_ID = 2**31 - 1
_MOST_GID = 2**32 - 1
_MARKS = {shape.value: shape for shape in Shape if shape not in {Shape.RECTANGLE, Shape.TILE}}
_SIZED = {Shape.POLYGON: 3, Shape.POLYLINE: 2}
"""Fewest corners of the shapes that have corners."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draft:
    """What an element says about an object; None where it says nothing and its template may."""

    name: str | None
    class_: str | None
    width: float | None
    height: float | None
    rotation: float | None
    visible: bool | None
    gid: int | None
    shape: Shape | None
    points: tuple[tuple[float, float], ...]
    text: str
    properties: tuple[Property, ...]


class Objects:
    """Reads the objects of a map; templates are read once each."""

    def __init__(self, library: Library, tilesets: Tilesets) -> None:
        self._library = library
        self._tilesets = tilesets
        self._templates: dict[Path, _Draft] = {}
        self._left = MAX_OBJECTS

    def read(self, node: Node) -> TiledObject:
        """The object of an `object` element.

        Raises:
            DataError: the element is not valid, its template cannot be read, or its gid is of no tileset.
        """
        self._left -= 1
        if self._left < 0:
            raise node.fault(f"at most {MAX_OBJECTS} objects", "more")
        template = node.string("template", "")
        draft = _draft(node)
        if template:
            draft = _over(draft, self._template(node, template))
        gid = draft.gid or 0
        use = self._tilesets.find(gid)
        if gid and use is None:
            raise node.fault("a tile of one of the map's tilesets", f"the tile number {gid & GID_MASK}")
        # A tile object without a size is as large as its tile.
        width = use.tileset.tile_width if use and draft.width is None else draft.width or 0.0
        height = use.tileset.tile_height if use and draft.height is None else draft.height or 0.0
        return TiledObject(
            id=node.integer("id", 0, least=0, most=_MOST_ID),
            name=draft.name or "",
            class_=draft.class_ or "",
            x=node.number("x", 0.0),
            y=node.number("y", 0.0),
            width=width,
            height=height,
            rotation=draft.rotation or 0.0,
            visible=draft.visible is not False,
            shape=Shape.TILE if gid else draft.shape or Shape.RECTANGLE,
            gid=gid,
            points=draft.points,
            text=draft.text,
            properties=draft.properties,
            template=template,
            place=node.place(),
        )

    def _template(self, node: Node, source: str) -> _Draft:
        path, document = self._library.document(source, kind="template", by=node)
        if path not in self._templates:
            try:
                self._templates[path] = self._read_template(document)
            except DataError as error:
                what = f"the template {quoted(source)}"
                raise within(error, path=path, what=what, file=node.file, place=node.place()) from None
        return self._templates[path]

    def _read_template(self, document: Node) -> _Draft:
        document.allow("tileset", "object")
        node, tileset = document.only("object"), document.only("tileset")
        if node is None:
            raise document.fault("an object in the template", "none")
        if node.has("template"):
            raise node.fault("an object without a template of its own", quoted(node.attrs["template"]))
        draft = _draft(node)
        if draft.gid is None:
            return draft
        if tileset is None:
            raise node.fault("the tileset of the tile object", "none")
        # The template counts its tile from its own tileset; the map may have that tileset elsewhere.
        here = tileset.integer("firstgid", least=1, most=GID_MASK)
        shift = self._tilesets.of_template(tileset) - here
        flags, number = draft.gid & ~GID_MASK, (draft.gid & GID_MASK) + shift
        if not 0 < number <= GID_MASK:
            raise node.fault("a tile of the template's tileset", f"the tile number {draft.gid & GID_MASK}")
        return replace(draft, gid=flags | number)


def _draft(node: Node) -> _Draft:
    node.allow("properties", *_MARKS)
    shapes = [child for child in node.children if child.tag in _MARKS]
    if len(shapes) > 1:
        raise shapes[1].fault("one shape", f"{shapes[0].tag} and {shapes[1].tag}")
    mark = shapes[0] if shapes else None
    shape = _MARKS[mark.tag] if mark else None
    for side in ("width", "height"):
        if node.has(side) and node.number(side) < 0:
            raise node.fault(f'a number of 0 or more in "{side}"', quoted(node.attrs[side]))
    classed = node.has("type") or node.has("class")
    return _Draft(
        name=node.string("name") if node.has("name") else None,
        class_=class_of(node) if classed else None,
        width=node.number("width") if node.has("width") else None,
        height=node.number("height") if node.has("height") else None,
        rotation=node.number("rotation") if node.has("rotation") else None,
        visible=node.flag("visible", default=True) if node.has("visible") else None,
        gid=node.integer("gid", least=1, most=_MOST_GID) if node.has("gid") else None,
        shape=shape,
        points=_points(mark, shape) if mark and shape in _SIZED else (),
        text=mark.text if mark and shape is Shape.TEXT else "",
        properties=read_properties(node),
    )


def _points(node: Node, shape: Shape | None) -> tuple[tuple[float, float], ...]:
    """The corners: JSON has an object each, XML one text such as `0,0 16,8`."""
    words = [] if node.typed else node.string("points").split(None, MAX_CORNERS)
    if max(len(words), len(node.children)) > MAX_CORNERS:
        raise node.fault(f"at most {MAX_CORNERS} corners", "more")
    if node.typed:
        corners = [(corner.number("x"), corner.number("y")) for corner in node.children]
    else:
        corners = []
        for word in words:
            across, _, down = word.partition(",")
            x, y = finite(across, typed=False), finite(down, typed=False)
            if x is None or y is None:
                raise node.fault('pairs of numbers such as "0,0 16,8" in "points"', quoted(word))
            corners.append((x, y))
    least = _SIZED[shape] if shape else 1
    if len(corners) < least:
        raise node.fault(f"at least {least} corners", str(len(corners)))
    return tuple(corners)


def _over(draft: _Draft, template: _Draft) -> _Draft:
    """What an instance says, and where it says nothing, what its template says."""
    own = draft.shape is not None or draft.gid is not None
    return _Draft(
        name=_first(draft.name, template.name),
        class_=_first(draft.class_, template.class_),
        width=_first(draft.width, template.width),
        height=_first(draft.height, template.height),
        rotation=_first(draft.rotation, template.rotation),
        visible=_first(draft.visible, template.visible),
        gid=_first(draft.gid, template.gid),
        shape=draft.shape if own else template.shape,
        points=draft.points if own else template.points,
        text=draft.text if own else template.text,
        properties=merged(template.properties, draft.properties),
    )


def _first(own: _T | None, other: _T | None) -> _T | None:
    return other if own is None else own
