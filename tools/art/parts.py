"""What troopers are put together from: the plate under them, shoulders, helmets, gear."""

from __future__ import annotations

from tools.art.ink import (
    BODY,
    DEEP,
    GUN,
    INK,
    PALE,
    SHADE,
    STEEL,
    box,
    dot,
    path,
    poly,
)

# --- the plate under every trooper -------------------------------------------------------------------------------


def plate() -> list[str]:
    """A square plate with cut corners."""
    corners = [(13, 3), (51, 3), (61, 13), (61, 51), (51, 61), (13, 61), (3, 51), (3, 13)]
    inner = [(15, 7), (49, 7), (57, 15), (57, 49), (49, 57), (15, 57), (7, 49), (7, 15)]
    return [
        poly(corners, DEEP, INK, 1.5),
        poly(inner, DEEP, BODY, 3.4),
    ]


# --- parts -------------------------------------------------------------------------------------------------------


def shoulders(half: float = 17, y: float = 40, deep: float = 8, fill: str = BODY) -> str:
    left, right, top, low = 32 - half, 32 + half, y - deep, y + deep
    return path(
        f"M{left + 6} {top}H{right - 6}Q{right} {top} {right} {y}Q{right} {low} {right - 7} {low}"
        f"H{left + 7}Q{left} {low} {left} {y}Q{left} {top} {left + 6} {top}Z",
        fill,
    )


def helmet(r: float = 9, y: float = 35, fill: str = PALE, visor: str = SHADE) -> str:
    return dot(32, y, r, fill) + path(
        f"M{32 - r + 3} {y - 2}Q32 {y - r - 1} {32 + r - 3} {y - 2}L32 {y + 1}Z", visor, width=0
    )


def hood(y: float = 35, fill: str = PALE) -> str:
    return path(f"M32 {y - 13}Q43 {y - 4} 41 {y + 5}Q32 {y + 12} 23 {y + 5}Q21 {y - 4} 32 {y - 13}Z", fill)


def barrel(x: float, top: float, low: float, w: float = 5, fill: str = STEEL) -> str:
    return box(x - w / 2, top, w, low - top, fill, width=2)


def hands(x: float = 45, y: float = 31) -> str:
    return dot(x, y, 4, PALE, width=2)


def pack(w: float = 20, h: float = 8, y: float = 45, fill: str = GUN) -> str:
    return box(32 - w / 2, y, w, h, fill, r=2)
