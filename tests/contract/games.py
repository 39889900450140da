"""The games that contracts are held against: every shipped scenario, and small ones that bring together what these
use little: marines against marines, friends, hidden and airborne troopers, every creature, cards, switches.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from game.api import Game, MarkerSetup, Objective, Recruit, Scenario, SideSetup, list_scenarios, load_scenario
from game.board import Board, from_ascii
from game.io.roster import shipped_roster
from game.rules.compose import assemble, rulebook_for
from tests.contract.arenas import ARENAS

SHIPPED = tuple(meta.id for meta in list_scenarios())
"""Every scenario that comes with the game."""

YARD = """
....................
.........,,.........
....###+##.....==...
....#....#..........
....+....#...##++##.
....#....#...#....#.
....##/###...#....#.
.............#....#.
..~~.........###/##.
..~~....123.........
........1.3.........
.............,,,....
.====.........~.....
....................
"""
"""Rooms with single and wide doors, pits, barricades, rough ground and heights."""
WEST, EAST = range(3), range(17, 20)
HEIGHT, WIDTH = 14, 20


def yard() -> Board:
    """The yard with its zones."""
    plain = from_ascii(YARD)
    return from_ascii(
        YARD,
        zones={
            "deploy:red": [plain.cell(x, y) for x in WEST for y in range(8)],
            "deploy:blue": [plain.cell(x, y) for x in EAST for y in range(8)],
            "exit": [plain.cell(x, HEIGHT - 1) for x in range(8)],
            "drop": [plain.cell(x, y) for x in range(9, 14) for y in range(9, 12)],
            "objective:hill": [plain.cell(x, y) for x in range(8, 12) for y in range(9, 12)],
        },
    )


SQUAD = ("officer", "rifle", "gunner", "burner", "medic", "engineer", "scout", "zealot", "jumper")
OTHERS = ("officer", "heavy", "marksman", "breacher", "scout", "psyker", "drone", "exosuit", "jumper")
BROOD = ("spore", "spore", "swarm", "gaunt", "gaunt", "stealer", "warrior", "mantis", "crusher", "tunneller")


def force(*kinds: str) -> tuple[Recruit, ...]:
    """Troopers to be deployed; jumpers wait off board."""
    return tuple(Recruit(kind, lieutenant=kind == "officer", reserve=kind == "jumper") for kind in kinds)


def brood(board: Board, *kinds: str) -> tuple[Recruit, ...]:
    """Creatures that stand along the southern edge, and the largest where they have room."""
    places = iter([(19, 9), (18, 9), (17, 10), (16, 9), (16, 10), (11, 12), (12, 12), (12, 9), (10, 0), (10, 3)])
    return tuple(Recruit(kind, board.cell(*next(places))) for kind in kinds)


def human(side: str, *kinds: str, team: str = "", objective: Objective | None = None) -> SideSetup:
    """A human side."""
    return SideSetup(side, "human", team or side, force(*kinds), objective, f"deploy:{side}")


def made(scenario: Scenario, board: Board | None = None) -> Game:
    """A game with the shipped roster."""
    rulebook = rulebook_for(scenario.modules)
    roster = shipped_roster(rulebook)
    return assemble(rulebook, board or yard(), scenario, roster.kinds, roster.weapons, roster.upgrades)


def duel() -> Game:
    """Marines against marines, by score at the limit."""
    sides = (human("red", *SQUAD), human("blue", *OTHERS))
    return made(Scenario("duel", sides, rounds=3, modules=("skirmish",)))


def hold() -> Game:
    """Marines against marines for a hill, with cards, full retreat and hard saves."""
    goal = Objective("hold", n=2, zone="objective:hill")
    sides = (human("red", *SQUAD[:6], objective=goal), human("blue", *OTHERS[:6], objective=goal))
    rules = {"save_style": "n5", "orders_per_trooper": 3, "retreat": "full"}
    deck = ("lockdown", "power_surge", "adrenaline", "second_wind", "static", "silence")
    return made(Scenario("hold", sides, rounds=4, deck=deck, rules=rules))


def siege() -> Game:
    """Marines against every creature of the hive, which reacts with all it has."""
    board = yard()
    sides = (
        human("red", *SQUAD, "psyker", "spotter", objective=Objective("exit", n=4)),
        SideSetup("hive", "hive", "hive", brood(board, *BROOD)),
    )
    rules = {"hive_reactions": "all", "catharsis_timing": "next_turn", "max_xenos": 40}
    markers = (MarkerSetup("nest", board.cell(15, 6)), MarkerSetup("infestation", board.cell(6, 4)))
    return made(Scenario("siege", sides, level=0, rounds=4, markers=markers, rules=rules), board)


def allies() -> Game:
    """Two sides of marines, friends, against the hive; consoles and an item to carry out."""
    board = yard()
    console = Objective("console", n=1, target="pump")
    sides = (
        human("red", *SQUAD[:5], team="marines", objective=Objective("all", parts=(console,))),
        human("blue", *OTHERS[:5], team="marines", objective=Objective("carry", target="relic")),
        SideSetup("hive", "hive", "hive", brood(board, *BROOD[:6])),
    )
    markers = (
        MarkerSetup("console", board.cell(6, 5), "pump"),
        MarkerSetup("item", board.cell(5, 9), "relic"),
        MarkerSetup("nest", board.cell(12, 4)),
    )
    rules = {"spore_burst": False, "hive_reactions": "none", "template_reach": 8}
    return made(Scenario("allies", sides, mission="offensive", rounds=5, markers=markers, rules=rules), board)


def haunted() -> Game:
    """Psykers and others in the midst of a hive with all its dice, from the first moment on the board."""
    board = yard()
    stands = zip(("officer", "psyker", "psyker", "spotter", "burner", "medic"), (5, 6, 7, 5, 8, 7), strict=True)
    troopers = tuple(Recruit(kind, board.cell(x, 4 + n % 2), lieutenant=n == 0) for n, (kind, x) in enumerate(stands))
    sides = (
        SideSetup("red", "human", "red", (*troopers, Recruit("jumper", reserve=True)), Objective("survive", n=6)),
        SideSetup("hive", "hive", "hive", brood(board, "gaunt", "gaunt", "warrior", "stealer", "swarm", "spore")),
    )
    markers = (MarkerSetup("infestation", board.cell(7, 1)), MarkerSetup("nest", board.cell(15, 6)))
    rules = {"orders_per_trooper": 1, "catharsis_timing": "at_once"}
    return made(Scenario("haunted", sides, level=0, rounds=6, markers=markers, rules=rules), board)


SMALL: dict[str, Callable[[], Game]] = {
    "duel": duel,
    "hold": hold,
    "siege": siege,
    "allies": allies,
    "haunted": haunted,
}

NAMES = (*SHIPPED, *SMALL, *ARENAS)
"""Every game by name."""


@cache
def game_of(name: str) -> Game:
    """A game by its name; the same object each time, since games never change."""
    made_here = {**SMALL, **ARENAS}
    return made_here[name]() if name in made_here else load_scenario(name).game
