"""From the text of a `.tmj`, `.tsj` or `.tj` file to the same tree of nodes that the XML format gives.

The JSON format differs from the XML one in where it puts things (a layer's kind is a key, an image is three
keys, properties of a class value have no types); those differences end here. Nesting and size are bounded by
a pass over the text before the decoder sees it.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from game.io.errors import fault, nearest, quoted
from game.io.tiled.limits import MAX_DEPTH, MAX_NODES
from game.io.tiled.node import Node, Scalar

LAYER_TAGS = {"tilelayer": "layer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}
"""A JSON layer's `type` and the XML element that means the same."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL)
_OPENING = "[{"
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")

Json = dict[str, object]


def read_json(file: Path, text: str, *, kind: str) -> Node:
    """The root element of a JSON text.

    Args:
        file: where the text comes from, for messages.
        text: the whole file.
        kind: what the file should be: "map", "tileset" or "template".

    Raises:
        DataError: the text is not JSON, not of that kind, or too deep or too large.
    """
    _bound(file, text)
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise fault("well-formed JSON", error.msg.lower(), file=file, place=f"line {error.lineno}") from None
    except ValueError as error:
        raise fault("well-formed JSON", str(error), file=file, place="whole file") from None
    if _SURROGATE.search(text) and not _is_text(value):
        raise fault("well-formed JSON", "half a character", file=file, place="whole file")
    root = Node(kind, {}, file=file, where="top level", typed=True)
    if not isinstance(value, dict):
        raise root.fault(f"a JSON object that holds a {kind}", "another value")
    found = value.pop("type", kind)
    if found != kind:
        raise root.fault(f'"{kind}" in "type"', quoted(found))
    _fill(root, value, "")
    return root


def _bound(file: Path, text: str) -> None:
    """Refuse a text that would cost the decoder its stack or its memory."""
    depth = count = 0
    for token in _TOKEN.finditer(text):
        mark = token.group()
        if mark in _OPENING:
            depth += 1
            count += 1
            if depth > MAX_DEPTH or count > MAX_NODES:
                line = text.count("\n", 0, token.start()) + 1
                bound = f"{MAX_DEPTH} nested" if depth > MAX_DEPTH else f"{MAX_NODES}"
                raise fault(f"at most {bound} arrays and objects", "more", file=file, place=f"line {line}")
        elif not mark.startswith('"'):
            depth -= 1


def _unique(pairs: list[tuple[str, object]]) -> Json:
    keys = dict(pairs)
    if len(keys) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"the key {quoted(key)} twice in one object")
            seen.add(key)
    return keys


def _is_text(value: object) -> bool:
    """Whether all text in the value can be written at all: JSON lets half a character through."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _constant(word: str) -> NoReturn:
    raise ValueError(f"the number {word}")


# --- from JSON values to nodes -------------------------------------------------------------------------------------


def _fill(node: Node, value: Json, path: str) -> None:
    """Give the node the scalars of a JSON object as attributes and its arrays and objects as children."""
    table = _PARTS.get(node.tag, {})
    for key, item in value.items():
        where = f"{path}.{key}" if path else key
        if key in table:
            table[key](node, item, where)
        elif isinstance(item, str | int | float | bool):
            node.attrs[key] = item
        elif item is not None:
            expected = nearest(key, table) if table else "a plain value"
            raise fault(expected, quoted(key), file=node.file, place=node.place())


def _new(parent: Node, tag: str, where: str, attrs: dict[str, Scalar] | None = None) -> Node:
    child = Node(tag, attrs or {}, file=parent.file, where=where, parent=parent, typed=True)
    parent.children.append(child)
    return child


def _objects(parent: Node, value: object, where: str) -> list[tuple[Json, str]]:
    """The entries of an array of JSON objects, each with its key path."""
    if not isinstance(value, list):
        raise _wrong(parent, "an array", value, where)
    found: list[tuple[Json, str]] = []
    for number, item in enumerate(value):
        found.append((_object(parent, item, f"{where}[{number}]"), f"{where}[{number}]"))
    return found


def _object(parent: Node, value: object, where: str) -> Json:
    if not isinstance(value, dict):
        raise _wrong(parent, "an object", value, where)
    return value


def _wrong(parent: Node, expected: str, value: object, where: str) -> Exception:
    found = "an array" if isinstance(value, list) else "an object" if isinstance(value, dict) else quoted(value)
    return fault(expected, found, file=parent.file, place=where)


def _ignore(parent: Node, value: object, where: str) -> None:
    """Editor settings, animations, collision shapes: nothing the board needs."""


def _one(tag: str) -> Callable[[Node, object, str], None]:
    def part(parent: Node, value: object, where: str) -> None:
        _fill(_new(parent, tag, where), _object(parent, value, where), where)

    return part


def _many(tag: str) -> Callable[[Node, object, str], None]:
    def part(parent: Node, value: object, where: str) -> None:
        for item, place in _objects(parent, value, where):
            _fill(_new(parent, tag, place), item, place)

    return part


def _mark(tag: str) -> Callable[[Node, object, str], None]:
    """A shape that JSON marks with `true` and XML with an empty element."""

    def part(parent: Node, value: object, where: str) -> None:
        if not isinstance(value, bool):
            raise _wrong(parent, "true or false", value, where)
        if value:
            _new(parent, tag, where)

    return part


def _layers(parent: Node, value: object, where: str) -> None:
    for item, place in _objects(parent, value, where):
        kind = item.pop("type", None)
        tag = LAYER_TAGS.get(kind) if isinstance(kind, str) else None
        if tag is None:
            word = kind if isinstance(kind, str) else ""
            raise fault(f'{nearest(word, LAYER_TAGS)} in "type"', quoted(kind), file=parent.file, place=place)
        _fill(_new(parent, tag, place), item, place)


def _image(parent: Node, value: object, where: str) -> None:
    """An image is a key with its source here; its size lies in two keys beside it, which stay attributes."""
    if not isinstance(value, str):
        raise _wrong(parent, "a text", value, where)
    _new(parent, "image", where, {"source": value} if value else {})


def _data(parent: Node, value: object, where: str) -> None:
    _cells(parent if parent.tag == "chunk" else _data_of(parent, where), value, where)


def _cells(node: Node, value: object, where: str) -> None:
    if isinstance(value, str):
        node.text = value
    elif isinstance(value, list):
        node.array = value
    else:
        raise _wrong(node, "an array or a text", value, where)


def _chunks(parent: Node, value: object, where: str) -> None:
    data = _data_of(parent, where)
    for item, place in _objects(parent, value, where):
        _fill(_new(data, "chunk", place), item, place)


def _data_of(layer: Node, where: str) -> Node:
    return layer.only("data") or _new(layer, "data", where)


def _encoding(key: str) -> Callable[[Node, object, str], None]:
    """JSON writes the encoding on the layer, XML on the data inside it."""

    def part(parent: Node, value: object, where: str) -> None:
        if not isinstance(value, str):
            raise _wrong(parent, "a text", value, where)
        _data_of(parent, where).attrs[key] = value

    return part


def _points(tag: str) -> Callable[[Node, object, str], None]:
    def part(parent: Node, value: object, where: str) -> None:
        shape = _new(parent, tag, where)
        for item, place in _objects(parent, value, where):
            _fill(_new(shape, "corner", place), item, place)

    return part


def _text(parent: Node, value: object, where: str) -> None:
    part = _object(parent, value, where)
    words = part.pop("text", "")
    if not isinstance(words, str):
        raise _wrong(parent, "a text", words, f"{where}.text")
    node = _new(parent, "text", where)
    _fill(node, part, where)
    node.text = words


def _properties(parent: Node, value: object, where: str) -> None:
    holder = _new(parent, "properties", where)
    for item, place in _objects(parent, value, where):
        _fill(_new(holder, "property", place), item, place)


def _value(node: Node, value: object, where: str) -> None:
    """A property's value: a scalar, the members of a class (without types of their own) or a list."""
    if isinstance(value, dict):
        members = _new(node, "properties", where)
        for name, item in value.items():
            place = f"{where}.{name}"
            member = _new(members, "property", place, {"name": name, "type": _type_of(item)})
            _value(member, item, place)
    elif isinstance(value, list):
        for item, place in _objects(node, value, where):
            _fill(_new(node, "item", place), item, place)
    elif isinstance(value, str | int | float | bool):
        node.attrs["value"] = value
    else:
        raise _wrong(node, "a value", value, where)


def _type_of(value: object) -> str:
    if isinstance(value, bool):
        return "bool"
    names = {dict: "class", list: "list", int: "int", float: "float"}
    return names.get(type(value), "string")


_Part = Callable[[Node, object, str], None]

_LAYER: dict[str, _Part] = {"properties": _properties}

_PARTS: dict[str, dict[str, _Part]] = {
    "map": {
        "properties": _properties,
        "tilesets": _many("tileset"),
        "layers": _layers,
        "editorsettings": _ignore,
    },
    "tileset": {
        "properties": _properties,
        "tiles": _many("tile"),
        "image": _image,
        "editorsettings": _ignore,
        "grid": _ignore,
        "terrains": _ignore,
        "tileoffset": _ignore,
        "transformations": _ignore,
        "wangsets": _ignore,
    },
    "tile": {
        "properties": _properties,
        "image": _image,
        "animation": _ignore,
        "objectgroup": _ignore,
        "terrain": _ignore,
    },
    "layer": {
        **_LAYER,
        "data": _data,
        "chunks": _chunks,
        "encoding": _encoding("encoding"),
        "compression": _encoding("compression"),
    },
    "chunk": {"data": _data},
    "objectgroup": {**_LAYER, "objects": _many("object")},
    "imagelayer": {**_LAYER, "image": _image},
    "group": {**_LAYER, "layers": _layers},
    "object": {
        "properties": _properties,
        "ellipse": _mark("ellipse"),
        "point": _mark("point"),
        "capsule": _mark("capsule"),
        "polygon": _points("polygon"),
        "polyline": _points("polyline"),
        "text": _text,
    },
    "template": {"tileset": _one("tileset"), "object": _one("object")},
    "property": {"value": _value},
    "item": {"value": _value},
}
