"""Troopers and machines from above, facing north: shoulders, helmet, and the gear that tells each from the others."""

from __future__ import annotations

from tools.art.forms import (
    adept,
    adept_surging,
    breakaway,
    breakaway_driver,
    drone,
    exosuit,
    exosuit_pilot,
    facet_line,
    facet_siege,
    facet_swift,
    fury,
    fury_roused,
    sleeper,
    sleeper_pod,
)
from tools.art.ink import (
    AMBER,
    BODY,
    CYAN,
    DEEP,
    FLAME,
    GREEN,
    GUN,
    INK,
    LIME,
    PALE,
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
)
from tools.art.parts import barrel, hands, helmet, hood, pack, shoulders

# --- line troops -------------------------------------------------------------------------------------------------


def rifle() -> list[str]:
    return [pack(), barrel(46, 10, 40), box(43, 24, 6, 12, GUN, width=2), shoulders(), hands(), helmet()]


def gunner() -> list[str]:
    return [
        pack(26, 9),
        box(40, 8, 4, 22, STEEL, width=2),
        box(46, 8, 4, 22, STEEL, width=2),
        box(38, 22, 14, 16, GUN, width=2, r=1),
        path("M38 34Q28 24 18 30", "none", YELLOW, 4.5),
        shoulders(18),
        hands(46, 36),
        helmet(),
    ]


def burner() -> list[str]:
    return [
        mirrored(oval(23, 49, 6, 8, FLAME)),
        barrel(46, 20, 42, 6),
        path("M46 5Q54 12 51 19Q49 23 46 23Q43 23 41 19Q39 13 46 5Z", FLAME),
        path("M46 12Q49 16 48 19Q47 21 46 21Q44 21 44 18Z", YELLOW, width=0),
        shoulders(17),
        hands(46, 35),
        helmet(9, 35, PALE, FLAME),
    ]


def breacher() -> list[str]:
    return [
        pack(18),
        barrel(47, 16, 44, 5, "#b98a54"),
        box(37, 8, 20, 13, STEEL, r=1.5),
        box(37, 8, 6, 13, AMBER, width=2),
        shoulders(19),
        hands(47, 34),
        helmet(10),
    ]


def marksman() -> list[str]:
    return [
        poly([(14, 54), (32, 44), (50, 54), (32, 58)], DEEP),
        barrel(42, 3, 42, 4),
        box(39, 20, 8, 9, GUN, width=2),
        dot(43, 16, 4.5, CYAN, width=2),
        shoulders(15),
        hands(42, 35),
        hood(),
    ]


def veteran() -> list[str]:
    return [
        pack(18),
        barrel(47, 16, 40, 5),
        poly([(15, 40), (11, 12), (15, 6), (19, 12)], WHITE),
        shoulders(19, 40, 9),
        mirrored(dot(17, 40, 5, PALE)),
        helmet(9.5, 35, PALE, RED),
    ]


def medic() -> list[str]:
    return [
        box(17, 42, 30, 13, WHITE, r=3),
        barrel(48, 18, 40, 4),
        shoulders(16),
        dot(32, 34, 13, WHITE),
        path("M29 24H35V31H42V37H35V44H29V37H22V31H29Z", RED, width=0),
    ]


def engineer() -> list[str]:
    gear = "".join(
        box(30, 20, 4, 28, AMBER, INK, 1.5).replace("<rect", f'<rect transform="rotate({a} 32 34)"')
        for a in (0, 45, 90, 135)
    )
    return [
        path("M46 44L43 20Q36 14 42 6L46 12L51 12L54 5Q60 14 53 20L52 44Z", STEEL),
        shoulders(17),
        gear,
        dot(32, 34, 10.5, AMBER),
        dot(32, 34, 5, DEEP),
    ]


def spotter() -> list[str]:
    return [
        pack(20),
        shoulders(16),
        helmet(8, 38),
        curve("M17 22Q32 8 47 22", CYAN, 4),
        curve("M22 29Q32 19 42 29", CYAN, 4),
        dot(32, 33, 4, CYAN),
        barrel(50, 28, 46, 4),
    ]


def scout() -> list[str]:
    return [
        poly([(32, 8), (52, 54), (32, 46), (12, 54)], BODY),
        barrel(44, 14, 38, 4),
        hood(36, PALE),
        path("M27 34H37L32 41Z", SHADE, width=0),
    ]


def zealot() -> list[str]:
    teeth = [(50 + (4 if i % 2 else 0), 8 + i * 3.4) for i in range(9)]
    return [
        poly([(42, 38), (42, 8), (46, 4), *teeth, (50, 38)], STEEL),
        box(42, 34, 9, 9, RED, width=2),
        poly([(14, 38), (20, 30), (32, 34), (44, 30), (50, 38), (46, 58), (32, 52), (18, 58)], BODY),
        hood(36, PALE),
        path("M25 37L32 33L39 37L32 45Z", RED, width=0),
    ]


def officer() -> list[str]:
    return [
        poly([(14, 40), (22, 34), (42, 34), (50, 40), (48, 58), (32, 54), (16, 58)], BODY),
        barrel(48, 20, 40, 4),
        dot(32, 31, 14, PALE),
        poly(star(32, 31, 12, 5, 5), AMBER, INK, 1.5),
    ]


def psyker() -> list[str]:
    return [
        dot(32, 32, 23, "none", VIOLET, 3),
        poly([(14, 50), (22, 34), (42, 34), (50, 50), (32, 57)], BODY),
        hood(34, PALE),
        path("M20 32Q32 20 44 32Q32 44 20 32Z", WHITE),
        dot(32, 32, 6, VIOLET, INK, 1.5),
    ]


def heavy() -> list[str]:
    return [
        box(9, 16, 14, 34, STEEL, r=3),
        box(41, 16, 14, 34, STEEL, r=3),
        box(44, 6, 8, 18, GUN, width=2),
        shoulders(21, 42, 11),
        box(22, 26, 20, 18, PALE, r=4),
        box(25, 29, 14, 5, SHADE, width=0),
    ]


def jumper() -> list[str]:
    return [
        mirrored(poly([(26, 40), (6, 54), (9, 34), (20, 26)], STEEL), path("M12 52L9 62L18 57Z", FLAME, width=1.5)),
        barrel(44, 12, 36, 4),
        shoulders(13),
        helmet(9.5, 34),
    ]


def marshal() -> list[str]:
    return [
        poly([(10, 36), (22, 30), (42, 30), (54, 36), (52, 60), (32, 54), (12, 60)], RED),
        poly([(48, 40), (46, 10), (50, 4), (54, 10), (52, 40)], WHITE),
        shoulders(16, 38),
        dot(32, 32, 13, PALE),
        poly([(22, 36), (22, 26), (27, 31), (32, 22), (37, 31), (42, 26), (42, 36)], AMBER, INK, 1.5),
    ]


def seer() -> list[str]:
    return [
        poly(star(32, 32, 27, 16, 8), VIOLET, INK, 2, 0.75),
        poly([(18, 54), (24, 34), (40, 34), (46, 54)], BODY),
        dot(32, 33, 13, PALE),
        path("M32 23V43M22 33H42", "none", SHADE, 3.5),
        dot(32, 33, 5, SHADE, VIOLET, 2.5),
    ]


def artificer() -> list[str]:
    return [
        mirrored(
            stroke([(24, 44), (10, 48), (6, 30), (12, 16)], INK, 7),
            stroke([(24, 44), (10, 48), (6, 30), (12, 16)], STEEL, 4),
            poly([(8, 20), (12, 8), (18, 18)], STEEL),
        ),
        shoulders(17, 42, 10, RED),
        helmet(10, 35, PALE, GREEN),
        dot(36, 33, 3.5, GREEN, INK, 1.5),
    ]


def jammer() -> list[str]:
    return [
        pack(20),
        barrel(46, 20, 42, 7, GUN),
        path("M50 4L42 15H48L43 26L55 12H48Z", YELLOW, INK, 1.5),
        shoulders(17),
        helmet(9, 35, PALE, YELLOW),
        hands(46, 35),
    ]


# --- by class, where a kind has no figure of its own -------------------------------------------------------------


def light() -> list[str]:
    return [barrel(45, 14, 40, 4), shoulders(15), helmet()]


def medium() -> list[str]:
    return [pack(), barrel(46, 12, 40), shoulders(18, 40, 9), helmet(9.5)]


def armoured() -> list[str]:
    return [
        barrel(48, 10, 40, 7),
        shoulders(21, 41, 12),
        box(22, 26, 20, 18, PALE, r=5),
        box(25, 30, 14, 4, SHADE, width=0),
    ]


def walker() -> list[str]:
    return [mirrored(box(7, 20, 13, 30, STEEL, r=3)), poly(ring(32, 35, 20, 8, -67.5), BODY), dot(32, 33, 9, PALE)]


def machine() -> list[str]:
    return [poly(ring(32, 34, 22, 3), STEEL), box(22, 26, 20, 18, BODY, r=3), dot(32, 34, 5, RED)]


def skirmisher() -> list[str]:
    return [poly([(32, 9), (51, 54), (32, 46), (13, 54)], BODY), hood(36, PALE)]


def mob() -> list[str]:
    return [poly(star(32, 36, 25, 15, 7), BODY), helmet(10, 35, PALE, RED)]


def wheels() -> list[str]:
    return [
        mirrored(box(8, 12, 9, 16, SHADE, r=2), box(8, 38, 9, 16, SHADE, r=2)),
        box(16, 8, 32, 48, BODY, r=6),
        box(22, 18, 20, 14, PALE, r=3),
    ]


def hidden() -> list[str]:
    """What stands for a trooper in camouflage to those who do not know it."""
    return [
        dot(32, 32, 21, SHADE, PALE, 2.5),
        path("M24 26Q24 18 32 18Q41 18 41 26Q41 31 35 34Q33 35.500 33 40", "none", INK, 8),
        path("M24 26Q24 18 32 18Q41 18 41 26Q41 31 35 34Q33 35.500 33 40", "none", LIME, 5),
        dot(33, 47, 3.6, LIME, INK, 1.5),
    ]


SMALL = frozenset(
    {"rifle", "gunner", "burner", "breacher", "marksman", "veteran", "spotter", "jammer", "jumper", "fury"}
    | {"breakaway_driver", "sleeper", "class_LI", "class_MI", "class_WB"}
)
"""Figures that are drawn a fifth larger than they are written, to fill their plate."""

FIGURES = {
    "rifle": rifle, "gunner": gunner, "burner": burner, "breacher": breacher, "marksman": marksman,
    "veteran": veteran, "medic": medic, "engineer": engineer, "spotter": spotter, "scout": scout, "zealot": zealot,
    "officer": officer, "psyker": psyker, "heavy": heavy, "jumper": jumper, "drone": drone, "exosuit": exosuit,
    "exosuit_pilot": exosuit_pilot, "marshal": marshal, "seer": seer, "artificer": artificer, "jammer": jammer,
    "fury": fury, "fury_roused": fury_roused, "breakaway": breakaway, "breakaway_driver": breakaway_driver,
    "sleeper_pod": sleeper_pod, "sleeper": sleeper, "facet_line": facet_line, "facet_swift": facet_swift,
    "facet_siege": facet_siege, "adept": adept, "adept_surging": adept_surging, "hidden": hidden,
    "class_LI": light, "class_MI": medium, "class_HI": armoured, "class_TAG": walker, "class_REM": machine,
    "class_SK": skirmisher, "class_WB": mob, "class_Vehicle": wheels,
}  # fmt: skip
"""A figure for each form that has one of its own (by the id of its profile), and one for each class."""
