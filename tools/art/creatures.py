"""The hive from above, heads to the north: plates of chitin, limbs and claws that tell each creature at a glance."""

from __future__ import annotations

from math import cos, pi, sin

from tools.art.ink import (
    BODY,
    BONE,
    CHITIN,
    CYAN,
    DEEP,
    FLESH,
    INK,
    LIME,
    PALE,
    VIOLET,
    YELLOW,
    curve,
    dot,
    mirrored,
    number,
    oval,
    path,
    poly,
    star,
)

ROUND = 30


def plate() -> list[str]:
    """A lobed, thorny plate: no straight edge in it."""
    return [_lobes(30, 3.6, DEEP, INK, 1.5), _lobes(26.5, 3.2, DEEP, BODY, 3.4)]


def _lobes(radius: float, swing: float, fill: str, line: str, width: float) -> str:
    """A closed curve with eight thorns."""
    count = 8
    data = ""
    for index in range(count):
        tip = -pi / 2 + index * 2 * pi / count
        valley = tip + pi / count
        tx, ty = 32 + (radius + swing * 0.4) * cos(tip), 32 + (radius + swing * 0.4) * sin(tip)
        vx, vy = 32 + (radius - swing) * cos(valley), 32 + (radius - swing) * sin(valley)
        after = tip + 2 * pi / count
        nx, ny = 32 + (radius + swing * 0.4) * cos(after), 32 + (radius + swing * 0.4) * sin(after)
        if not data:
            data = f"M{number(tx)} {number(ty)}"
        data += f"Q{number(vx)} {number(vy)} {number(nx)} {number(ny)}"
    return path(data + "Z", fill, line, width)


# --- parts -------------------------------------------------------------------------------------------------------


def limb(data: str, width: float = 4, fill: str = BODY) -> str:
    return curve(data, INK, width + 3) + curve(data, fill, width)


def legs(*ends: tuple[float, float, float, float, float]) -> str:
    """Jointed legs on both sides: from x, y over a knee to an end; each as (x, y, knee_x, end_x, end_y)."""
    return mirrored(*[limb(f"M{x} {y}L{knee} {(y + ey) / 2 - 4}L{ex} {ey}", 3) for x, y, knee, ex, ey in ends])


def eyes(x: float = 28, y: float = 22, r: float = 2, fill: str = YELLOW) -> str:
    return mirrored(dot(x, y, r, fill, INK, 1))


def claw(data: str) -> str:
    return path(data, BONE, INK, 2)


def spine(top: float, low: float, count: int = 4) -> str:
    gap = (low - top) / count
    return "".join(
        path(f"M26 {number(top + i * gap)}Q32 {number(top + i * gap + 5)} 38 {number(top + i * gap)}", "none", INK, 1.8)
        for i in range(count)
    )


# --- small ones --------------------------------------------------------------------------------------------------


def spore() -> list[str]:
    thorns = "".join(
        poly([(32 + 12 * cos(a - 0.25), 32 + 12 * sin(a - 0.25)), (32 + 24 * cos(a), 32 + 24 * sin(a)),
              (32 + 12 * cos(a + 0.25), 32 + 12 * sin(a + 0.25))], PALE)
        for a in (i * pi / 3 + pi / 6 for i in range(6))
    )  # fmt: skip
    return [thorns, dot(32, 32, 15, BODY), dot(32, 32, 8, LIME), dot(29, 29, 2.5, PALE, width=0)]


def swarm() -> list[str]:
    spots = ((32, 16), (18, 24), (46, 24), (32, 33), (16, 43), (48, 43), (32, 50))
    parts = []
    for x, y in spots:
        parts.append(curve(f"M{x - 7} {y - 4}L{x + 7} {y + 4}M{x + 7} {y - 4}L{x - 7} {y + 4}", INK, 2.4))
        parts.append(oval(x, y, 5, 7, BODY, INK, 2) + oval(x, y - 5, 3, 3, PALE, INK, 1.4))
    return parts


def gaunt() -> list[str]:
    return [
        legs((24, 38, 10, 9, 50), (25, 44, 14, 16, 58)),
        mirrored(limb("M26 28L14 24L20 10", 3.4), claw("M17 14Q16 4 27 6Q21 9 22 16Z")),
        path("M32 14Q40 20 38 34Q37 52 32 60Q27 52 26 34Q24 20 32 14Z", BODY),
        spine(30, 50),
        oval(32, 19, 6, 8, PALE),
        eyes(29.5, 17, 1.8),
    ]


def stealer() -> list[str]:
    return [
        legs((24, 44, 14, 14, 58)),
        mirrored(
            limb("M24 34L8 30L8 14", 4),
            claw("M4 16Q4 4 14 4Q10 9 13 16Z"),
            limb("M24 40L10 42L8 32", 3.4),
        ),
        oval(32, 42, 11, 15, BODY),
        spine(38, 54),
        path("M32 8Q44 14 42 28Q38 36 32 36Q26 36 22 28Q20 14 32 8Z", VIOLET),
        eyes(27.5, 26, 2.6),
    ]


# --- synapse creatures -------------------------------------------------------------------------------------------


def brood_leader() -> list[str]:
    return [
        mirrored(
            limb("M22 34L6 28L8 10", 4.4),
            claw("M4 13Q3 1 15 2Q10 8 13 14Z"),
            limb("M22 42L6 46L5 34", 4),
            limb("M24 50L14 60", 4),
        ),
        oval(32, 43, 13, 16, BODY),
        spine(38, 56),
        path("M32 4Q47 11 45 28Q40 38 32 38Q24 38 19 28Q17 11 32 4Z", VIOLET),
        poly([(25, 12), (28, 19), (32, 8), (36, 19), (39, 12), (38, 25), (26, 25)], YELLOW, INK, 1.5),
        eyes(27, 29, 2.4, PALE),
    ]


def warrior() -> list[str]:
    return [
        legs((22, 46, 10, 12, 60)),
        mirrored(claw("M20 32Q6 24 10 4Q15 16 26 28Z")),
        limb("M40 40L50 34L50 18", 4.4, CHITIN),
        path("M47 20L50 6L53 20Z", LIME, INK, 1.8),
        path("M32 20Q48 26 44 44Q40 58 32 58Q24 58 20 44Q16 26 32 20Z", BODY),
        spine(36, 54),
        path("M32 8L41 18L38 32H26L23 18Z", PALE),
        eyes(29, 21, 2),
    ]


def spore_launcher() -> list[str]:
    return [
        legs((20, 40, 8, 8, 54), (22, 48, 12, 16, 60)),
        oval(32, 40, 17, 19, BODY),
        dot(32, 38, 11, INK),
        dot(32, 38, 8, LIME),
        oval(32, 14, 7, 8, PALE),
        mirrored(dot(20, 50, 4, LIME, INK, 1.5)),
        eyes(29.5, 12, 1.8),
    ]


def mantis() -> list[str]:
    return [
        legs((25, 46, 12, 12, 60)),
        mirrored(limb("M27 34L12 40L8 26", 3.6), claw("M5 28Q2 6 24 2Q10 12 12 28Z")),
        path("M32 18Q38 28 37 44Q35 58 32 62Q29 58 27 44Q26 28 32 18Z", BODY),
        spine(34, 54),
        poly([(32, 28), (22, 12), (28, 15), (32, 8), (36, 15), (42, 12)], PALE),
        eyes(30, 17, 1.8, CYAN),
    ]


def veil_seed() -> list[str]:
    return [
        oval(32, 36, 15, 20, CYAN, INK, 2.2, 0.85),
        oval(32, 36, 9, 13, DEEP, BODY, 2.5),
        dot(32, 40, 4, CYAN, width=0),
        mirrored(limb("M22 22L14 12", 3)),
    ]


def veil_stalker() -> list[str]:
    return [
        path("M32 4Q60 20 54 54Q44 46 32 60Q20 46 10 54Q4 20 32 4Z", CYAN, INK, 2.2, 0.8),
        mirrored(claw("M20 34Q10 22 16 8Q18 20 26 28Z")),
        path("M32 16Q42 24 38 44L32 54L26 44Q22 24 32 16Z", BODY),
        eyes(29, 26, 2.2, PALE),
    ]


# --- large ones --------------------------------------------------------------------------------------------------


def crusher() -> list[str]:
    return [
        mirrored(
            limb("M20 46L10 56", 6),
            limb("M20 32L8 30", 7),
            claw("M3 34Q0 14 14 8Q20 16 13 22L16 34Z"),
        ),
        path("M32 14Q54 16 52 40Q48 60 32 60Q16 60 12 40Q10 16 32 14Z", BODY),
        path("M20 30Q32 38 44 30M18 40Q32 48 46 40M22 50Q32 56 42 50", "none", INK, 2.4),
        path("M32 6L43 16L38 29H26L21 16Z", PALE),
        poly([(29, 10), (32, 0), (35, 10)], BONE),
        eyes(28.5, 19, 2),
    ]


def swarm_tyrant() -> list[str]:
    return [
        mirrored(
            path("M24 34Q2 34 3 8Q10 20 26 24Z", FLESH),
            claw("M22 30Q10 20 16 2Q20 14 28 24Z"),
            limb("M24 48L14 60", 5),
        ),
        path("M32 18Q48 24 46 42Q42 60 32 62Q22 60 18 42Q16 24 32 18Z", BODY),
        spine(36, 58, 5),
        path("M32 5L45 14L40 31L32 35L24 31L19 14Z", PALE),
        poly([(22, 14), (26, 3), (30, 12), (32, 0), (34, 12), (38, 3), (42, 14)], YELLOW, INK, 1.6),
        eyes(28, 21, 2.2),
    ]


def shell_seed() -> list[str]:
    return [
        path("M32 8Q54 14 50 42Q44 58 32 58Q20 58 14 42Q10 14 32 8Z", BONE),
        path("M32 8V58M32 20L19 30M32 20L45 30M32 34L17 44M32 34L47 44", "none", INK, 2.2),
        dot(32, 34, 6, BODY),
    ]


def shell_ram() -> list[str]:
    return [
        mirrored(limb("M18 36L6 34", 6), limb("M20 48L10 58", 6)),
        oval(32, 38, 21, 23, BONE),
        path("M32 18V60M14 32Q32 24 50 32M13 44Q32 36 51 44", "none", INK, 2.4),
        poly([(20, 22), (24, 4), (32, 12), (40, 4), (44, 22), (32, 28)], BODY),
        eyes(29, 17, 2),
    ]


def brood_mother() -> list[str]:
    return [
        mirrored(
            limb("M14 30L4 26", 4),
            limb("M14 40L3 42", 4),
            limb("M18 50L8 58", 4),
            claw("M22 18Q8 14 14 2Q20 10 28 12Z"),
        ),
        oval(32, 40, 22, 21, BODY),
        *[dot(x, y, 5, LIME, INK, 1.8) for x, y in ((22, 34), (42, 34), (32, 40), (22, 48), (42, 48), (32, 53))],
        oval(32, 15, 10, 10, PALE),
        eyes(28, 12, 2),
    ]


def burrower() -> list[str]:
    teeth = "".join(
        poly([(32 + 15 * cos(a - 0.2), 24 + 15 * sin(a - 0.2)), (32 + 7 * cos(a), 24 + 7 * sin(a)),
              (32 + 15 * cos(a + 0.2), 24 + 15 * sin(a + 0.2))], BONE, INK, 1.2)
        for a in (i * pi / 4 for i in range(8))
    )  # fmt: skip
    return [
        path("M18 22Q8 44 32 62Q56 44 46 22Z", BODY),
        path("M20 40Q32 48 44 40M24 50Q32 56 40 50", "none", INK, 2.6),
        dot(32, 24, 20, CHITIN),
        dot(32, 24, 15, INK, width=0),
        teeth,
    ]


def tunneller() -> list[str]:
    coil = "M46 52Q58 42 44 34Q26 28 22 40Q20 52 36 50"
    return [
        curve(coil, INK, 15),
        curve(coil, BODY, 11),
        curve("M46 52Q58 42 44 34Q26 28 22 40", PALE, 2.4),
        limb("M22 40Q12 30 26 18", 9),
        path("M26 26Q14 16 28 3Q46 8 40 22Q34 30 26 26Z", PALE),
        path("M28 3L34 14L40 8Z", BONE, INK, 1.6),
        dot(29, 17, 2.4, YELLOW, INK, 1),
        dot(36, 18, 2.4, YELLOW, INK, 1),
    ]


# --- by class, where a creature has no figure of its own ----------------------------------------------------------


def small() -> list[str]:
    return [legs((24, 38, 10, 10, 50)), path("M32 12Q42 24 39 42L32 58L25 42Q22 24 32 12Z", BODY), eyes(29.5, 22, 2)]


def middle() -> list[str]:
    return [
        mirrored(claw("M22 32Q8 24 12 6Q18 18 28 28Z")),
        oval(32, 40, 15, 19, BODY),
        oval(32, 20, 9, 10, PALE),
        eyes(28.5, 18, 2),
    ]


def large() -> list[str]:
    return [
        mirrored(claw("M18 36Q2 28 8 6Q16 20 26 28Z"), limb("M20 48L8 58", 6)),
        oval(32, 40, 20, 20, BODY),
        poly(star(32, 22, 13, 8, 5), PALE),
        eyes(28.5, 22, 2.2),
    ]


FIGURES = {
    "spore": spore, "swarm": swarm, "gaunt": gaunt, "stealer": stealer, "brood_leader": brood_leader,
    "warrior": warrior, "spore_launcher": spore_launcher, "mantis": mantis, "crusher": crusher,
    "swarm_tyrant": swarm_tyrant, "brood_mother": brood_mother, "burrower": burrower, "tunneller": tunneller,
    "veil_seed": veil_seed, "veil_stalker": veil_stalker, "shell_seed": shell_seed, "shell_ram": shell_ram,
    "class_spore": spore, "class_swarm": swarm, "class_lesser": small, "class_synapse": middle,
    "class_monstrous": large, "class_gargantuan": large,
}  # fmt: skip
"""A figure for each creature and form, and one for each class."""
