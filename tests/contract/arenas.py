"""Small games that bring all rule systems together: impetuous troopers, every kind of transmutation, Masters with
each avatar and each card, electromagnetic weapons and mines, seeds of the hive; against the hive and against marines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.api import Game, MarkerSetup, Objective, Recruit, Scenario, SideSetup
from game.board import Board, from_ascii
from game.io.roster import shipped_roster
from game.rules.compose import assemble, rulebook_for

PIT = """
..............
...#..##..,...
...+..#.......
.==#..#...==..
......+....~..
...~..#.,,.#..
..............
....12....#+#.
..............
"""
"""Close quarters: whoever moves soon meets somebody."""
WIDTH, HEIGHT = 14, 9

TURNCOATS = ("zealot", "fury", "breakaway", "sleeper", "facet", "adept", "jammer")
"""A trooper of each further system: impetuous, the five kinds of transmutation, electromagnetic rounds and mines."""
STRANGE_BROOD = ("veil_stalker", "gaunt", "warrior", "veil_stalker", "stealer", "spore", "swarm", "gaunt")
"""Creatures, seeds among them; the large one hatches where it has room."""
AVATARS = {"marshal": "wrath_unbound", "seer": "lidless_eye", "artificer": "engine_heart"}
"""Each Master and the avatar that goes with it."""


def pit() -> Board:
    """The pit with its zones."""
    plain = from_ascii(PIT)
    return from_ascii(
        PIT,
        zones={
            "deploy:red": [plain.cell(x, y) for x in range(3) for y in range(HEIGHT)],
            "deploy:blue": [plain.cell(x, y) for x in range(11, WIDTH) for y in range(HEIGHT)],
            "deploy:grey": [plain.cell(x, y) for x in range(4, 10) for y in range(7, HEIGHT)],
            "exit": [plain.cell(x, 0) for x in range(WIDTH)],
            "drop": [plain.cell(x, y) for x in range(4, 9) for y in range(3, 7)],
            "objective:middle": [plain.cell(x, y) for x in range(4, 10) for y in range(3, 7)],
        },
    )


def master(kind: str, card: str, *more: str) -> Recruit:
    """A Master with its avatar, a card (empty: its side picks one), and further upgrades."""
    return Recruit(kind, master=True, upgrades=(AVATARS[kind], *more), card=card)


def crew(*kinds: str, led: bool = True) -> tuple[Recruit, ...]:
    """Troopers to be deployed, an officer first; jumpers and one sleeper wait off board, upgrades go round."""
    found = [Recruit("officer", lieutenant=True)] if led else []
    for number, kind in enumerate(kinds):
        upgrades = ("steady_nerves",) if number % 3 == 1 else ("killing_edge", "field_kit") if number % 3 == 2 else ()
        found.append(Recruit(kind, reserve=kind == "jumper", upgrades=upgrades))
    return tuple(found)


def seeds(board: Board, *kinds: str) -> tuple[Recruit, ...]:
    """Creatures on the right of the pit."""
    places = iter([(9, 3), (8, 2), (12, 1), (12, 5), (9, 8), (8, 0), (13, 8), (10, 6)])
    return tuple(Recruit(kind, board.cell(*next(places))) for kind in kinds)


def marines(side: str, force: Sequence[Recruit], *, team: str = "", goal: Objective | None = None) -> SideSetup:
    """A human side with a bound of points and soulstones that is not reached."""
    return SideSetup(side, "human", team or side, tuple(force), goal, f"deploy:{side}", points=999, soulstones=99)


def made(scenario: Scenario, board: Board) -> Game:
    """A game with the shipped roster and all systems."""
    rulebook = rulebook_for(scenario.modules)
    roster = shipped_roster(rulebook)
    return assemble(rulebook, board, scenario, roster.kinds, roster.weapons, roster.upgrades)


def menagerie(kind: str = "marshal", card: str = "bloody", **rules: object) -> Game:
    """Every kind of trooper there is, led by a Master, against a hive with seeds."""
    board = pit()
    force = (master(kind, card), *crew(*TURNCOATS))
    hive = (*seeds(board, *STRANGE_BROOD[:-1]), Recruit("shell_ram", board.cell(12, 3)))
    sides = (
        marines("red", force, goal=Objective("hold", n=2, zone="objective:middle")),
        SideSetup("hive", "hive", "hive", hive),
    )
    markers = (MarkerSetup("nest", board.cell(13, 0)), MarkerSetup("infestation", board.cell(9, 0)))
    rules = {"hive_reactions": "all", "max_xenos": 16, **rules}
    return made(Scenario("menagerie", sides, level=1, rounds=4, markers=markers, rules=rules), board)


def feud(red: str = "desperate", blue: str = "sacrificing", **rules: object) -> Game:
    """Marines with all systems against marines with all systems, by score; both sides have a Master."""
    sides = (
        marines("red", (master("artificer", red, "slung_launcher"), *crew("zealot", "fury", "sleeper", "jammer"))),
        marines("blue", (master("seer", blue), *crew("zealot", "facet", "adept", "engineer", "jumper"))),
    )
    return made(Scenario("feud", sides, rounds=4, rules=rules), pit())


def coalition() -> Game:
    """Two marine sides of one team, each with a Master that picks its own card, against the hive."""
    board = pit()
    console = Objective("console", n=1, target="pump")
    sides = (
        marines("red", (master("marshal", "choose"), *crew("zealot", "jammer", "facet")), team="ash", goal=console),
        marines("grey", (master("seer", "choose"), *crew("sleeper", "adept", "zealot", led=False)), team="ash"),
        SideSetup("hive", "hive", "hive", seeds(board, *STRANGE_BROOD)),
    )
    markers = (MarkerSetup("console", board.cell(7, 3), "pump"), MarkerSetup("nest", board.cell(13, 5)))
    rules = {"max_xenos": 16}
    return made(Scenario("coalition", sides, level=1, rounds=4, markers=markers, rules=rules), board)


def triangle() -> Game:
    """Three sides of three teams: two crews of marines that are enemies, and the hive between them."""
    board = pit()
    sides = (
        marines("red", (master("artificer", "planned"), *crew("zealot", "breakaway", "jammer"))),
        marines("blue", (master("marshal", "delayed"), *crew("facet", "fury", "sleeper"))),
        SideSetup("hive", "hive", "hive", seeds(board, "veil_stalker", "gaunt", "gaunt")),
    )
    return made(Scenario("triangle", sides, level=2, rounds=3, rules={"hive_reactions": "all"}), board)


ARENAS: dict[str, Callable[[], Game]] = {
    "menagerie": menagerie,
    "menagerie_eye": lambda: menagerie("seer", "planned"),
    "menagerie_heart": lambda: menagerie("artificer", "sacrificing", hive_reactions="none"),
    "feud": feud,
    "feud_picked": lambda: feud("choose", "delayed"),
    "feud_bloody": lambda: feud("bloody", "planned", codeone=True, save_style="n5", retreat="full"),
    "coalition": coalition,
    "triangle": triangle,
}
"""Every arena by name. Together they have each card at least once, and each avatar with several of them."""
