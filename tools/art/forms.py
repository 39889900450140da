"""Machines, and troopers of several forms."""

from __future__ import annotations

from tools.art.ink import (
    AMBER,
    BODY,
    CYAN,
    DEEP,
    GREEN,
    GUN,
    INK,
    PALE,
    RED,
    SHADE,
    STEEL,
    WHITE,
    YELLOW,
    box,
    curve,
    dot,
    mirrored,
    oval,
    path,
    poly,
    ring,
    star,
    stroke,
)
from tools.art.parts import barrel, helmet, hood, shoulders

# --- machines ----------------------------------------------------------------------------------------------------


def drone() -> list[str]:
    return [
        stroke([(16, 16), (48, 48)], INK, 8),
        stroke([(48, 16), (16, 48)], INK, 8),
        stroke([(16, 16), (48, 48)], STEEL, 4.5),
        stroke([(48, 16), (16, 48)], STEEL, 4.5),
        *[dot(x, y, 9, BODY, INK, 2) + dot(x, y, 3, PALE, width=0) for x in (17, 47) for y in (17, 47)],
        box(23, 23, 18, 18, PALE, r=4),
        dot(32, 29, 5, RED),
    ]


def exosuit() -> list[str]:
    return [
        mirrored(
            box(6, 22, 14, 26, STEEL, r=3),
            box(9, 6, 8, 20, GUN, r=1),
            box(17, 46, 10, 13, SHADE, r=2),
        ),
        poly([(20, 18), (44, 18), (50, 30), (46, 50), (18, 50), (14, 30)], BODY),
        poly([(24, 24), (40, 24), (43, 33), (32, 40), (21, 33)], PALE),
        box(26, 42, 12, 5, AMBER, width=1.5),
    ]


def exosuit_pilot() -> list[str]:
    return [
        poly([(32, 56), (18, 47), (20, 32), (44, 32), (46, 47)], BODY),
        barrel(46, 22, 40, 4),
        dot(32, 30, 12, PALE),
        oval(32, 28, 9, 5, AMBER, INK, 1.5),
    ]


def breakaway() -> list[str]:
    return [
        mirrored(poly([(22, 20), (8, 26), (6, 48), (18, 52)], STEEL), box(8, 8, 9, 18, GUN, r=1)),
        poly([(22, 14), (42, 14), (48, 52), (32, 58), (16, 52)], BODY),
        path("M32 16L27 28L36 34L29 46L33 56", "none", YELLOW, 3.5),
        dot(32, 26, 7, PALE),
    ]


def breakaway_driver() -> list[str]:
    return [
        *[
            poly([(x, y), (x + 7, y + 2), (x + 3, y + 8)], STEEL, INK, 1.5)
            for x, y in ((9, 12), (46, 10), (8, 46), (48, 48))
        ],
        shoulders(13, 42),
        barrel(44, 18, 38, 4),
        dot(32, 34, 11, PALE),
        path("M24 33H40", "none", YELLOW, 5),
    ]


# --- troopers of several forms -----------------------------------------------------------------------------------


def fury() -> list[str]:
    return [
        poly([(45, 42), (43, 10), (48, 5), (52, 10), (50, 42)], STEEL),
        shoulders(18, 41, 9),
        helmet(10, 35, PALE, RED),
        mirrored(curve("M22 41L14 47", INK, 3)),
    ]


def fury_roused() -> list[str]:
    return [
        poly(star(32, 34, 29, 19, 9), RED, INK, 2),
        mirrored(poly([(12, 38), (9, 8), (15, 3), (20, 10), (19, 38)], WHITE)),
        shoulders(19, 42, 10),
        helmet(11, 35, PALE, RED),
        path("M25 40L32 44L39 40", "none", RED, 3),
    ]


def sleeper_pod() -> list[str]:
    return [
        box(17, 7, 30, 50, STEEL, r=14),
        box(22, 13, 20, 30, CYAN, r=10),
        dot(32, 25, 6.5, DEEP, width=0),
        path("M24 42Q32 28 40 42Z", DEEP, width=0),
        box(26, 47, 12, 4, GREEN, width=1.5),
    ]


def sleeper() -> list[str]:
    return [
        mirrored(curve("M20 46Q6 40 10 22", INK, 8), curve("M20 46Q6 40 10 22", CYAN, 4.5)),
        shoulders(15, 42, 9),
        dot(32, 33, 12, PALE),
        mirrored(oval(27, 32, 3, 4.5, CYAN, INK, 1.5)),
    ]


def facet_line() -> list[str]:
    return [
        barrel(47, 12, 42, 5),
        poly(ring(32, 38, 21, 6), BODY),
        poly(ring(32, 36, 11, 6), PALE),
        dot(32, 36, 4, SHADE, width=0),
    ]


def facet_swift() -> list[str]:
    return [
        poly([(32, 5), (54, 55), (32, 45), (10, 55)], BODY),
        poly([(32, 20), (41, 42), (32, 38), (23, 42)], PALE),
        mirrored(stroke([(14, 18), (9, 34)], CYAN, 4)),
    ]


def facet_siege() -> list[str]:
    return [
        box(11, 13, 42, 42, BODY, r=3),
        mirrored(box(14, 5, 9, 22, GUN, r=1)),
        box(21, 25, 22, 22, PALE, r=2),
        box(26, 30, 12, 12, SHADE, width=0),
    ]


def adept() -> list[str]:
    return [
        poly([(16, 56), (22, 30), (42, 30), (48, 56)], BODY),
        hood(33, PALE),
        dot(47, 22, 7, CYAN),
        stroke([(47, 30), (47, 52)], INK, 5),
        stroke([(47, 30), (47, 52)], STEEL, 2.6),
    ]


def adept_surging() -> list[str]:
    waves = [curve(f"M8 {y}Q16 {y - 8} 24 {y}T40 {y}T56 {y}", CYAN, 4.5) for y in (16, 50)]
    return [
        *waves,
        poly([(18, 52), (22, 28), (42, 28), (46, 52)], BODY),
        dot(32, 32, 13, WHITE),
        poly(star(32, 32, 11, 4, 4), CYAN, INK, 1.5),
    ]
