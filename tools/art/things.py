"""Ground, doors, markers, icons and dice."""

from __future__ import annotations

from tools.art.ink import (
    AMBER,
    BONE,
    CHITIN,
    CYAN,
    FLAME,
    FLESH,
    GREEN,
    GUN,
    INK,
    LIME,
    RED,
    SHADE,
    STEEL,
    VIOLET,
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
    turned,
)

FLOOR = "#4a5764"
SEAM = "#3c4752"
GLEAM = "#515e6b"
ROCK = "#0f1318"
RIM = "#6d7c8b"


class Dust:
    """Small numbers in a fixed order: specks and scratches that are the same on every machine."""

    def __init__(self, seed: int) -> None:
        self._value = seed * 2654435761 % (1 << 32)

    def upto(self, most: int) -> int:
        """The next number, from 0 to one less than ``most``."""
        self._value = (self._value * 1664525 + 1013904223) % (1 << 32)
        return (self._value >> 16) % most


# --- ground ------------------------------------------------------------------------------------------------------


def floor(variant: int) -> list[str]:
    """A steel deck plate; the variants differ in seams, rivets, grating and wear."""
    dust = Dust(variant + 1)
    parts = [box(0, 0, 64, 64, FLOOR, width=0)]
    parts.append(path("M0 64V0H64", "none", GLEAM, 1.4))
    parts.append(path("M64 0V64H0", "none", SEAM, 2))
    if variant in (1, 4):
        parts += [dot(x, y, 1.9, SEAM, width=0) for x in (7, 57) for y in (7, 57)]
    if variant == 2:
        parts += [box(14, 14 + i * 9, 36, 4, SEAM, width=0, r=2) for i in range(4)]
    if variant == 3:
        parts.append(path("M32 2V62M2 32H62", "none", SEAM, 1.6))
    if variant == 5:
        parts += [stroke([(8 + i * 12, 56), (20 + i * 12, 44)], SEAM, 1.6) for i in range(3)]
    # Most plates are of the first kind, so it is plain: whatever it had would be seen again and again.
    for _ in range(3 if variant else 0):
        x, y = 6 + dust.upto(50), 6 + dust.upto(50)
        parts.append(stroke([(x, y), (x + 3 + dust.upto(7), y - 2 + dust.upto(5))], SEAM, 1.1, 0.7))
    return parts


def wall(variant: int) -> list[str]:
    """Solid: nearly black, faintly hatched. Its bright rim is drawn where it meets open ground."""
    parts = [box(0, 0, 64, 64, ROCK, width=0)]
    parts += [
        stroke([(i * 16 - 32 + variant * 8, 64), (i * 16 + 32 + variant * 8, 0)], "#161c22", 3) for i in range(-1, 5)
    ]
    return parts


def difficult(variant: int) -> list[str]:
    """Rubble: angular lumps over the plate."""
    dust = Dust(variant + 31)
    parts = floor(variant)[:3]
    for index in range(7):
        x, y = 10 + (index % 3) * 20 + dust.upto(9) - 4, 12 + (index // 3) * 19 + dust.upto(9) - 4
        r = 6 + dust.upto(4)
        corners = ring(x, y, r, 5, dust.upto(90))
        parts.append(poly(corners, ("#77705f", "#8b826d", "#5f5a4e")[dust.upto(3)], INK, 1.8))
        parts.append(stroke([corners[3], corners[4]], "#a89d83", 1.6))
    return parts


def barricade() -> list[str]:
    """A low wall one can climb: crates bound with a hazard band, seen a little from the south."""
    parts = floor(0)[:3]
    parts.append(box(5, 50, 55, 10, "#27313b", width=0, r=4))
    parts.append(box(4, 8, 56, 47, "#4f3b26", INK, 2.4, r=3))
    parts.append(box(5.5, 9.5, 53, 26, "#7d6142", width=0, r=2))
    parts.append(path("M6 11H58", "none", "#9a7b57", 2))
    parts += [stroke([(x, 12), (x, 34)], "#6a5136", 2) for x in (23, 41)]
    parts.append(box(4, 34, 56, 12, YELLOW, INK, 2))
    parts += [poly([(x, 46), (x + 7, 34), (x + 14, 34), (x + 7, 46)], INK, width=0) for x in (6, 24, 42)]
    parts.append(path("M7 50H57", "none", "#3a2b1b", 1.8))
    return parts


def pit() -> list[str]:
    """A hole: darkness. Its lit edge is drawn where it meets the ground."""
    return [
        box(0, 0, 64, 64, "#05070a", width=0),
        stroke([(0, 44), (44, 0)], "#0d1218", 4),
        stroke([(20, 64), (64, 20)], "#0d1218", 4),
    ]


def door_closed(sealed: bool = False) -> list[str]:
    """A leaf across the cell, lying east and west; the window turns it."""
    parts = [
        box(0, 17, 64, 30, GUN, INK, 2.4),
        box(3, 21, 28, 22, "#8894a2", INK, 1.8),
        box(33, 21, 28, 22, "#8894a2", INK, 1.8),
        path("M5 23H29M35 23H59", "none", "#c4d0dc", 2),
    ]
    if sealed:
        parts.append(stroke([(8, 14), (56, 50)], INK, 11))
        parts.append(stroke([(56, 14), (8, 50)], INK, 11))
        parts.append(stroke([(8, 14), (56, 50)], RED, 7))
        parts.append(stroke([(56, 14), (8, 50)], RED, 7))
    else:
        parts.append(dot(32, 32, 5.5, AMBER, INK, 2))
    return parts


def door_open() -> list[str]:
    """The leaves drawn back, with a green light at each side."""
    return [
        box(0, 17, 12, 30, GUN, INK, 2.2),
        box(52, 17, 12, 30, GUN, INK, 2.2),
        box(10, 30, 44, 4, SEAM, width=0),
        box(2, 21, 8, 22, "#8894a2", INK, 1.6),
        box(54, 21, 8, 22, "#8894a2", INK, 1.6),
        dot(6, 32, 3, GREEN, INK, 1.4),
        dot(58, 32, 3, GREEN, INK, 1.4),
    ]


def door_broken() -> list[str]:
    """Torn leaves."""
    return [
        poly([(0, 17), (13, 19), (8, 27), (17, 33), (7, 40), (11, 47), (0, 47)], GUN, INK, 2),
        poly([(64, 17), (53, 22), (57, 30), (46, 34), (56, 41), (50, 47), (64, 47)], GUN, INK, 2),
        poly([(26, 40), (37, 36), (34, 46)], "#8894a2", INK, 1.6),
        poly([(30, 22), (38, 26), (31, 29)], "#8894a2", INK, 1.6),
    ]


def exit_zone() -> list[str]:
    """Chevrons on the floor of the way out."""
    return [path(f"M{x} 14L{x + 16} 32L{x} 50", "none", GREEN, 5, 0.85) for x in (12, 28)]


def zone(colour: str) -> list[str]:
    """A zone's cells: corner marks."""
    data = "M4 16V4H16M48 4H60V16M60 48V60H48M16 60H4V48"
    return [path(data, "none", colour, 3, 0.8)]


def creep() -> list[str]:
    """What the hive leaves on the floor around its nests."""
    return [path("M4 20Q16 2 30 10Q50 2 58 20Q66 36 54 50Q40 64 26 56Q6 60 4 40Z", "#5a1f45", "#8b3168", 2, 0.55)]


# --- markers -----------------------------------------------------------------------------------------------------


def nest() -> list[str]:
    return [
        path("M32 4Q58 8 58 36Q56 60 32 60Q8 60 6 36Q6 8 32 4Z", CHITIN),
        path("M8 44Q20 34 14 18M56 44Q44 34 50 18M32 60V48", "none", FLESH, 4.5),
        path("M32 14Q48 22 44 38Q38 48 32 48Q26 48 20 38Q16 22 32 14Z", INK),
        path("M32 19Q42 26 39 36Q36 43 32 43Q28 43 25 36Q22 26 32 19Z", LIME, width=0),
        *[
            poly([(x, y), (x + dx, y + dy), (x + 6, y)], BONE, INK, 1.5)
            for x, y, dx, dy in ((17, 22, 8, 6), (41, 22, -2, 6))
        ],
    ]


def infestation() -> list[str]:
    return [
        *[turned([path("M32 32Q24 18 32 4Q40 18 32 32Z", FLESH)], a) for a in range(0, 360, 60)],
        dot(32, 32, 11, LIME),
        *[dot(x, y, 3, CHITIN, width=0) for x, y in ((29, 29), (36, 31), (31, 36))],
    ]


def console() -> list[str]:
    return [
        box(9, 36, 46, 20, GUN, r=3),
        box(13, 8, 38, 27, SHADE, r=3),
        box(17, 12, 30, 19, CYAN, INK, 1.6, r=1.5),
        path("M21 26L27 18L32 24L37 16L43 22", "none", INK, 2.6),
        *[box(15 + i * 9, 42, 6, 6, (AMBER, GREEN, RED, STEEL)[i], INK, 1.2) for i in range(4)],
    ]


def item() -> list[str]:
    return [
        box(10, 20, 44, 32, "#b9812f", r=3),
        box(24, 12, 16, 10, "none", INK, 7, r=3),
        box(24, 12, 16, 10, "none", AMBER, 3.4, r=3),
        box(10, 31, 44, 8, INK, width=0),
        poly(star(32, 35, 10, 4.5, 5), YELLOW, INK, 1.6),
    ]


def mine() -> list[str]:
    prongs = [turned([box(29, 6, 6, 12, STEEL, width=2)], a) for a in range(0, 360, 60)]
    return [*prongs, dot(32, 32, 19, GUN), dot(32, 32, 12, SHADE), dot(32, 32, 6, RED)]


def charge() -> list[str]:
    return [
        *[box(12 + i * 14, 16, 12, 36, RED, r=2) for i in range(3)],
        box(9, 27, 46, 12, SHADE),
        path("M36 30L29 34H35L28 38", "none", YELLOW, 2.6),
    ]


def seed() -> list[str]:
    return [
        path("M32 6Q52 18 48 40Q42 58 32 58Q22 58 16 40Q12 18 32 6Z", BONE),
        path("M32 8V58M32 22L21 32M32 22L43 32M32 38L20 46M32 38L44 46", "none", CHITIN, 2.4),
        dot(32, 34, 6, VIOLET),
    ]


def other() -> list[str]:
    return [poly(ring(32, 32, 26, 4), SHADE, YELLOW, 3.5), poly(ring(32, 32, 12, 4), YELLOW)]


def cloud(fill: str, gleam: str) -> list[str]:
    """A cell of smoke or gas; its cells overlap."""
    return [
        *[
            dot(x, y, r, fill, width=0, opacity=0.62)
            for x, y, r in ((20, 22, 22), (46, 20, 20), (24, 46, 21), (47, 46, 22))
        ],
        *[dot(x, y, r, gleam, width=0, opacity=0.4) for x, y, r in ((24, 18, 10), (44, 42, 11), (20, 44, 8))],
    ]


# --- states, as small round badges -------------------------------------------------------------------------------


def badge(fill: str, *inside: str) -> list[str]:
    return [dot(32, 32, 28, fill, INK, 4), *inside]


def _mark(data: str, colour: str = INK, width: float = 7) -> str:
    return path(data, "none", colour, width)


ICONS = {
    "unconscious": badge(RED, _mark("M18 22L28 30M28 22L18 30M36 22L46 30M46 22L36 30M22 46Q32 38 42 46", width=5)),
    "incapacitated": badge(VIOLET, _mark("M18 44L46 20M18 20L46 44", width=8)),
    "intoxicated": badge(LIME, path("M32 14Q48 32 44 40Q40 50 32 50Q24 50 20 40Q16 32 32 14Z", INK, width=0)),
    "isolated": badge(CYAN, _mark("M32 50V30M20 22Q32 12 44 22"), stroke([(16, 48), (48, 14)], RED, 6)),
    "immobilized_a": badge(
        AMBER, box(20, 30, 24, 18, INK, width=0, r=2), _mark("M24 30V24Q24 16 32 16Q40 16 40 24V30", width=5)
    ),
    "immobilized_b": badge(YELLOW, _mark("M34 12L22 32H32L28 52L44 28H34Z", width=4)),
    "stunned": badge(YELLOW, poly(star(32, 32, 20, 8, 6), INK, width=0)),
    "prone": badge(STEEL, _mark("M14 40H50"), dot(18, 30, 5, INK, width=0), _mark("M26 32H48", width=6)),
    "camouflaged": badge(GREEN, _mark("M16 38Q24 20 32 34Q40 48 48 26", width=7)),
    "waiting": badge(STEEL, _mark("M22 16H42L22 48H42Z", width=5)),
    "impetuous": badge(FLAME, _mark("M20 46L32 18L44 46M26 36H38", width=5)),
    "lieutenant": badge(AMBER, poly(star(32, 32, 22, 9, 5), INK, width=0)),
    "engaged": badge(RED, _mark("M18 46L46 18M18 18L46 46", WHITE, 6)),
    "suspended": badge(CYAN, _mark("M24 20V44M40 20V44", width=7)),
    "carrier": badge(AMBER, box(18, 26, 28, 20, INK, width=0, r=2), _mark("M26 26V19H38V26", width=4)),
    "effect": badge(VIOLET, dot(32, 32, 9, INK, width=0), _mark("M32 12V18M32 46V52M12 32H18M46 32H52", width=5)),
    "ask": badge(STEEL, _mark("M24 25Q24 17 32 17Q40 17 40 25Q40 31 33 34V39", width=5), dot(33, 47, 3, INK, width=0)),
    "shoot": badge(RED, dot(32, 32, 13, "none", INK, 4.5), _mark("M32 12V24M32 40V52M12 32H24M40 32H52", width=4.5)),
    "dodge": badge(CYAN, _mark("M18 40Q18 22 40 24M32 16L42 24L33 33", width=5)),
    "hold": badge(GREEN, path("M32 14L48 20V32Q46 44 32 52Q18 44 16 32V20Z", INK, width=0)),
    "skull": [
        path("M32 8Q54 8 54 30Q54 40 45 44V54H19V44Q10 40 10 30Q10 8 32 8Z", WHITE),
        mirrored(oval(23, 31, 6, 7, INK, width=0)),
        path("M32 38L28 45H36Z", INK, width=0),
        stroke([(27, 48), (27, 54)], INK, 3),
        stroke([(37, 48), (37, 54)], INK, 3),
    ],
    "warning": [
        path("M32 6L60 56H4Z", AMBER, INK, 4),
        stroke([(32, 24), (32, 39)], INK, 7),
        dot(32, 48, 4, INK, width=0),
    ],
    "no_return": [
        path("M32 6L60 56H4Z", AMBER, INK, 4),
        box(22, 30, 20, 20, INK, width=0, r=3),
        *[dot(x, y, 2.6, AMBER, width=0) for x, y in ((27, 35), (37, 45), (32, 40))],
    ],
    "undo": [curve("M14 28H40Q54 28 54 42Q54 54 40 54H22", WHITE, 6), path("M26 12L10 28L26 44Z", WHITE, WHITE, 2)],
    "redo": [curve("M50 28H24Q10 28 10 42Q10 54 24 54H42", WHITE, 6), path("M38 12L54 28L38 44Z", WHITE, WHITE, 2)],
    "play": [path("M16 8L54 32L16 56Z", WHITE, WHITE, 2)],
    "pause": [box(14, 10, 12, 44, WHITE, width=0, r=2), box(38, 10, 12, 44, WHITE, width=0, r=2)],
    "skip": [path("M8 10L30 32L8 54ZM30 10L52 32L30 54Z", WHITE, WHITE, 2), box(52, 10, 7, 44, WHITE, width=0)],
    "step": [path("M12 10L42 32L12 54Z", WHITE, WHITE, 2), box(46, 10, 8, 44, WHITE, width=0)],
    "gear": [
        *[turned([box(27, 3, 10, 14, WHITE, width=0, r=2)], a) for a in range(0, 360, 45)],
        dot(32, 32, 19, WHITE, width=0),
        dot(32, 32, 8, SHADE, width=0),
    ],
    "order": [poly(ring(32, 32, 26, 6), GREEN, INK, 4), path("M22 34L30 42L44 24", "none", INK, 7)],
    "eye": [path("M4 32Q32 4 60 32Q32 60 4 32Z", WHITE, INK, 3), dot(32, 32, 12, CYAN), dot(32, 32, 5, INK, width=0)],
    "target": [
        dot(32, 32, 26, "none", INK, 7), dot(32, 32, 26, "none", RED, 3.6),
        path("M32 2V13M32 51V62M2 32H13M51 32H62", "none", INK, 7),
        path("M32 2V13M32 51V62M2 32H13M51 32H62", "none", RED, 3.6),
    ],
    "select": [path("M4 20V4H20M44 4H60V20M60 44V60H44M20 60H4V44", "none", INK, 8),
               path("M4 20V4H20M44 4H60V20M60 44V60H44M20 60H4V44", "none", WHITE, 4.5)],
    "blast": [poly(star(32, 32, 31, 15, 9), FLAME, INK, 2),
              poly(star(32, 32, 20, 9, 9), YELLOW, width=0), dot(32, 32, 7, WHITE, width=0)],
    "slash": [path("M8 56Q22 18 58 6Q44 32 8 56Z", WHITE, RED, 3)],
    "shield": [path("M32 6L56 14V32Q54 50 32 60Q10 50 8 32V14Z", CYAN, INK, 4),
               path("M20 32L29 41L45 22", "none", INK, 7)],
}  # fmt: skip


# --- dice --------------------------------------------------------------------------------------------------------


def die(sides: int) -> list[str]:
    """A die without its number, by its number of sides: a cube for d6, a cut gem for d20."""
    if sides == 6:
        return [box(5, 5, 54, 54, "#e8edf2", INK, 4, r=11), path("M12 10H52", "none", WHITE, 3)]
    hexagon = ring(32, 32, 29, 6)
    return [
        poly(hexagon, "#e8edf2", INK, 4),
        poly(ring(32, 32, 18, 3), "#ffffff", "#9fb0c0", 2),
        *[
            stroke([corner, (32 + (corner[0] - 32) * 0.62, 32 + (corner[1] - 32) * 0.62)], "#9fb0c0", 2)
            for corner in hexagon
        ],
    ]


PICTURES = {
    **{f"floor_{n}": floor(n) for n in range(6)},
    **{f"wall_{n}": wall(n) for n in range(2)},
    **{f"difficult_{n}": difficult(n) for n in range(3)},
    "barricade": barricade(),
    "pit": pit(),
    "door_closed": door_closed(),
    "door_sealed": door_closed(sealed=True),
    "door_open": door_open(),
    "door_broken": door_broken(),
    "zone_exit": exit_zone(),
    "zone_deploy": zone(CYAN),
    "zone_entry": zone(VIOLET),
    "zone_hold": zone(AMBER),
    "creep": creep(),
    "nest": nest(),
    "infestation": infestation(),
    "console": console(),
    "item": item(),
    "mine": mine(),
    "charge": charge(),
    "seed": seed(),
    "marker": other(),
    "cloud_smoke": cloud("#c9d2da", "#ffffff"),
    "cloud_gas": cloud("#7e9c2c", "#d6f06a"),
    "die_6": die(6),
    "die_20": die(20),
    **{f"icon_{name}": parts for name, parts in ICONS.items()},
}
