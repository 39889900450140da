"""Custom properties: the declared type decides, and a value that does not fit it is a fault, not a guess."""

import re

from game.io.errors import DataError, quoted
from game.io.tiled.limits import MAX_PROPERTIES
from game.io.tiled.model import Property, PropertyValue
from game.io.tiled.node import Node, finite, whole

TYPES = ("string", "int", "float", "bool", "color", "file", "object", "class", "list")
"""The types Tiled knows, up to its version 1.12."""

_TRUTH = {"true": True, "1": True, "false": False, "0": False}
_COLOR = re.compile(r"#?(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|")
_INT_LIMIT = 2**53


def read_properties(owner: Node) -> tuple[Property, ...]:
    """The properties of an element, in file order.

    Raises:
        DataError: two of one name, an unknown type, or a value that is not of its type.
    """
    holder = owner.only("properties")
    if holder is None:
        return ()
    holder.allow("property")
    if len(holder.children) > MAX_PROPERTIES:
        raise holder.fault(f"at most {MAX_PROPERTIES} properties", str(len(holder.children)))
    found: dict[str, Property] = {}
    for node in holder.children:
        name = node.string("name")
        if name in found:
            raise node.fault("each property once", "a second one of this name")
        found[name] = _property(node, name)
    return tuple(found.values())


def _property(node: Node, name: str) -> Property:
    kind = node.choice("type", TYPES, "string")
    return Property(name=name, type=kind, custom_type=node.string("propertytype", ""), value=_value(node, kind))


def _value(node: Node, kind: str) -> PropertyValue:
    if kind == "class":
        node.allow("properties")
        return read_properties(node)
    if kind == "list":
        node.allow("item")
        if len(node.children) > MAX_PROPERTIES:
            raise node.fault(f"a list of at most {MAX_PROPERTIES}", str(len(node.children)))
        return tuple(_property(item, "") for item in node.children)
    node.allow()
    # Tiled writes a text of several lines as the element's content instead of an attribute.
    raw = node.attrs.get("value", "" if node.typed else node.text)
    if kind in {"string", "color", "file"}:
        if not isinstance(raw, str) or (kind == "color" and not _COLOR.fullmatch(raw)):
            raise _wrong(node, "#RRGGBB or #AARRGGBB" if kind == "color" else "a text", raw)
        return raw
    if kind == "bool":
        truth = raw if isinstance(raw, bool) else _TRUTH.get(raw.lower()) if isinstance(raw, str) else None
        if truth is None:
            raise _wrong(node, "true or false", raw)
        return truth
    if kind == "float":
        real = finite(raw, typed=node.typed)
        if real is None:
            raise _wrong(node, "a number", raw)
        return real
    number = whole(raw, typed=node.typed)
    if number is None or abs(number) >= _INT_LIMIT or (kind == "object" and number < 0):
        raise _wrong(node, "the number of an object" if kind == "object" else "a whole number", raw)
    return number


def _wrong(node: Node, expected: str, raw: object) -> DataError:
    return node.fault(expected, quoted(raw))


def merged(under: tuple[Property, ...], over: tuple[Property, ...]) -> tuple[Property, ...]:
    """Properties where the second set overrides the first by name."""
    named = {entry.name: entry for entry in under}
    named.update((entry.name, entry) for entry in over)
    return tuple(named.values())
