"""Small games between two sides of marines, and of marines together against the hive: what the bots are tried on.

The board is the same for both: turned by half a circle it is itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from ai.player import make_bot
from game.api import Game, MarkerSetup, Objective, Recruit, Scenario, SeededDice, SideSetup
from game.board import Board, from_ascii
from game.io.roster import shipped_roster
from game.rules.compose import assemble, rulebook_for
from game.sim.match import Played, play

HALF = """
........................
........................
....==........##........
.........##...##....==..
...##....##.............
...##..........##+##....
......==.......#...#....
...........=...#...#....
....#+##.......##.##....
....#..#..==............
....#..+........==......
....####................
""".strip().splitlines()
"""The northern half of the board."""
ROWS = [*HALF, *(row[::-1] for row in reversed(HALF))]
SIDE = 24

SQUAD = ("officer", "rifle", "rifle", "gunner", "breacher", "medic")
"""Six troopers, an officer among them."""
WILD = ("marshal", "zealot", "zealot", "facet", "adept", "sleeper")
ODD = ("artificer", "zealot", "fury", "breakaway", "jammer", "jammer")
"""Squads of all rule systems: a Master, impetuous troops, units of several forms, electromagnetic arms and mines."""
AVATARS = {"marshal": "wrath_unbound", "artificer": "engine_heart", "seer": "lidless_eye"}
"""The avatar upgrade of each Master; its card is chosen in set-up."""


def ground(**zones: list[tuple[int, int]]) -> Board:
    """The board, with a deployment zone at its western and one at its eastern edge, a hill in the middle, an exit."""
    plain = from_ascii(ROWS)
    places = {
        "deploy:red": [(x, y) for x in range(3) for y in range(6, 18)],
        "deploy:blue": [(SIDE - 1 - x, SIDE - 1 - y) for x in range(3) for y in range(6, 18)],
        "objective:hill": [(x, y) for x in range(10, 14) for y in range(10, 14)],
        "exit": [(x, y) for x in (10, 11, 12, 13) for y in (0, SIDE - 1)],
        **zones,
    }
    return from_ascii(ROWS, zones={name: [plain.cell(*at) for at in cells] for name, cells in places.items()})


def recruits(kinds: tuple[str, ...]) -> tuple[Recruit, ...]:
    """Troopers to be deployed; the officer is the lieutenant."""
    return tuple(
        Recruit(
            kind,
            lieutenant=kind == "officer",
            master=kind in AVATARS,
            upgrades=(AVATARS[kind],) if kind in AVATARS else (),
            hidden=kind == "sleeper",
        )
        for kind in kinds
    )


def versus(
    red: Objective | None,
    blue: Objective | None,
    *,
    rounds: int = 6,
    squads: tuple[tuple[str, ...], tuple[str, ...]] = (SQUAD, SQUAD),
    rules: Mapping[str, object] | None = None,
) -> Game:
    """Red against blue."""
    board = ground()
    sides = (
        SideSetup("red", "human", "red", recruits(squads[0]), red, "deploy:red"),
        SideSetup("blue", "human", "blue", recruits(squads[1]), blue, "deploy:blue"),
    )
    markers = (
        MarkerSetup("console", board.cell(6, 9), "north"),
        MarkerSetup("console", board.cell(17, 14), "south"),
        MarkerSetup("item", board.cell(11, 12), "relic"),
    )
    scenario = Scenario("versus", sides, rounds=rounds, markers=markers, rules=dict(rules or {}))
    return put_together(scenario, board)


def together(
    red: Objective,
    blue: Objective,
    *brood: str,
    rounds: int = 6,
    squads: tuple[tuple[str, ...], tuple[str, ...]] = (SQUAD, SQUAD),
    rules: Mapping[str, object] | None = None,
) -> Game:
    """Red and blue, friends, against creatures that stand in the middle."""
    board = ground()
    places = [(x, y) for y in (11, 12, 9, 14) for x in range(9, 17, 2)]
    hive = tuple(Recruit(kind, board.cell(*places[i])) for i, kind in enumerate(brood))
    sides = (
        SideSetup("red", "human", "marines", recruits(squads[0]), red, "deploy:red"),
        SideSetup("blue", "human", "marines", recruits(squads[1]), blue, "deploy:blue"),
        SideSetup("hive", "hive", "hive", hive),
    )
    return put_together(Scenario("together", sides, level=0, rounds=rounds, rules=dict(rules or {})), board)


def put_together(scenario: Scenario, board: Board) -> Game:
    """A game with the shipped roster."""
    rulebook = rulebook_for(scenario.modules)
    roster = shipped_roster(rulebook)
    return assemble(rulebook, board, scenario, roster.kinds, roster.weapons, roster.upgrades)


def battle(game: Game, seed: int, **bots: str) -> Played:
    """One game between the named bots, one for each side."""
    players = {side: make_bot(bots[side], SeededDice(f"{seed}/{side}")) for side in game.side_kinds}
    return play(game, players, SeededDice(f"{seed}/table"), cap=6000)
