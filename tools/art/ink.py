"""Shapes as SVG text. Pictures are 64 units wide and high; numbers are written the same way on every machine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, radians, sin

SIDE = 64

INK = "#080b0f"
"""Outlines and gaps."""
BODY = "#4aa8ff"
"""Stands for the side's own colour; the window puts the side's colour in its place."""
PALE = "#cfe8ff"
"""Stands for the side's light colour."""
DEEP = "#14283c"
"""Stands for the side's dark colour."""

STEEL = "#a7b4c2"
GUN = "#4b5763"
SHADE = "#2a323b"
BONE = "#e9dfc4"
FLESH = "#8d3b54"
CHITIN = "#5a2238"
AMBER = "#ffb638"
FLAME = "#ff7a2e"
RED = "#ff4b4b"
WHITE = "#f6f9fc"
VIOLET = "#c58bff"
CYAN = "#5fe3f0"
GREEN = "#7bd86a"
LIME = "#c3e64a"
YELLOW = "#ffe14d"

Point = tuple[float, float]


def number(value: float) -> str:
    """At most one decimal, and no trailing zero."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _paint(fill: str, line: str, width: float, opacity: float) -> str:
    parts = [f'fill="{fill}"']
    if line and width:
        parts.append(f'stroke="{line}" stroke-width="{number(width)}" stroke-linejoin="round" stroke-linecap="round"')
    if opacity < 1:
        parts.append(f'opacity="{opacity:.2f}"')
    return " ".join(parts)


def path(data: str, fill: str, line: str = INK, width: float = 2.2, opacity: float = 1) -> str:
    """A path in SVG's own notation."""
    return f'<path d="{data}" {_paint(fill, line, width, opacity)}/>'


def poly(points: Sequence[Point], fill: str, line: str = INK, width: float = 2.2, opacity: float = 1) -> str:
    """A closed polygon."""
    data = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"
    return path(data, fill, line, width, opacity)


def stroke(points: Sequence[Point], line: str, width: float, opacity: float = 1) -> str:
    """An open line through some points."""
    data = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return path(data, "none", line, width, opacity)


def curve(data: str, line: str, width: float, opacity: float = 1) -> str:
    """An open curve in SVG's own notation."""
    return path(data, "none", line, width, opacity)


def dot(x: float, y: float, r: float, fill: str, line: str = INK, width: float = 2.2, opacity: float = 1) -> str:
    """A circle."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" {_paint(fill, line, width, opacity)}/>'


def oval(
    x: float, y: float, rx: float, ry: float, fill: str, line: str = INK, width: float = 2.2, opacity: float = 1
) -> str:
    """An ellipse."""
    return (
        f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}" '
        f"{_paint(fill, line, width, opacity)}/>"
    )


def box(
    x: float,
    y: float,
    w: float,
    h: float,
    fill: str,
    line: str = INK,
    width: float = 2.2,
    r: float = 0,
    opacity: float = 1,
) -> str:
    """A rectangle by its corner, with round corners if asked."""
    corner = f' rx="{number(r)}"' if r else ""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"{corner} '
        f"{_paint(fill, line, width, opacity)}/>"
    )


def turned(parts: Iterable[str], degrees: float, x: float = 32, y: float = 32) -> str:
    """Some shapes turned clockwise about a point."""
    return f'<g transform="rotate({number(degrees)} {number(x)} {number(y)})">{"".join(parts)}</g>'


def grown(parts: Iterable[str], times: float, x: float, y: float) -> str:
    """Some shapes enlarged about a point."""
    move = f"translate({number(x - times * x)} {number(y - times * y)})"
    return f'<g transform="{move} scale({times:.2f})">{"".join(parts)}</g>'


def mirrored(*parts: str) -> str:
    """Some shapes and their mirror images, left and right of the middle."""
    inner = "".join(parts)
    return f'{inner}<g transform="matrix(-1 0 0 1 64 0)">{inner}</g>'


def star(x: float, y: float, outer: float, inner: float, tips: int, start: float = -90) -> list[Point]:
    """The corners of a star."""
    found = []
    for index in range(tips * 2):
        r = inner if index % 2 else outer
        angle = radians(start + index * 180 / tips)
        found.append((x + r * cos(angle), y + r * sin(angle)))
    return found


def ring(x: float, y: float, r: float, corners: int, start: float = -90) -> list[Point]:
    """The corners of a regular polygon."""
    return [
        (x + r * cos(radians(start + i * 360 / corners)), y + r * sin(radians(start + i * 360 / corners)))
        for i in range(corners)
    ]


def sheet(parts: Iterable[str], *, defs: str = "", side: int = SIDE) -> str:
    """A whole picture."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" height="{side}">'
    return head + (f"<defs>{defs}</defs>" if defs else "") + "".join(parts) + "</svg>\n"
