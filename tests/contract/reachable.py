"""What can be reached from a value by attributes, items, closures and the modules of the game that hold its code."""

from __future__ import annotations

import types
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

PLAIN = (str, bytes, int, float, complex, bool, type(None), range, types.BuiltinFunctionType)
OURS = ("game", "ai")
"""Packages whose module-level names are followed; what lies in others is no business of a match."""


def reachable(start: Any) -> Iterator[tuple[str, Any]]:
    """Every object that ``start`` leads to, with the way to it; each once, the nearest first."""
    met: dict[int, Any] = {}
    waiting: deque[tuple[str, Any]] = deque([("view", start)])
    while waiting:
        way, found = waiting.popleft()
        if isinstance(found, PLAIN) or id(found) in met:
            continue
        met[id(found)] = found  # kept, so that no number is used twice
        yield way, found
        waiting.extend((way + step, inner) for step, inner in _steps(found))


def _steps(found: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(found, types.ModuleType):
        if found.__name__.partition(".")[0] in OURS:
            yield from ((f".{name}", inner) for name, inner in vars(found).items())
        return
    if isinstance(found, Mapping):
        for key, inner in found.items():
            yield f"[{key!r:.40}]", inner
            yield f".key({key!r:.40})", key
    elif isinstance(found, tuple | list | set | frozenset | deque):
        yield from ((f"[{index}]", inner) for index, inner in enumerate(found))
    if isinstance(found, Struct):
        yield from ((f".{name}", getattr(found, name)) for name in found.__struct_fields__)
    for name in ("__wrapped__", "__self__", "__func__", "__closure__", "__defaults__", "__kwdefaults__"):
        yield f".{name}", getattr(found, name, None)
    if isinstance(found, types.CellType):
        yield ".cell_contents", _contents(found)
    if isinstance(found, types.FunctionType) and (found.__module__ or "").partition(".")[0] in OURS:
        yield from ((f".__globals__[{name}]", inner) for name, inner in found.__globals__.items())
    if isinstance(found, types.GeneratorType | types.FrameType):
        return
    yield from ((f".{name}", inner) for name, inner in getattr(found, "__dict__", {}).items())
    for kind in type(found).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            own = f"_{kind.__name__.lstrip('_')}{name}" if name.startswith("__") and not name.endswith("__") else name
            yield f".{name}", getattr(found, own, None)


def _contents(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return None
