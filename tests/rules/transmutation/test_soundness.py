"""What always holds of units that change form, in states that break it and in games played at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from game.api import Action, Game, MarkerSetup, Objective, Recruit, Scenario, SeededDice, SideSetup
from game.board import from_ascii
from game.io.roster import shipped_roster
from game.rules.compose import assemble, rulebook_for
from game.rules.skirmish import names
from game.rules.transmutation.events import FormChanged
from tests.rules.transmutation.scene import GROWN, SEED, A, B, red, shifter, table

HIDING = replace(A, skills=("camouflage",))
DECISIONS = 700


@pytest.mark.rule("TR-01", "TR-11", "TR-27", "TR-33", "TR-39", "TR-A6", "X-36")
@pytest.mark.parametrize(
    ("bracket", "profiles", "fields", "said"),
    [
        ("Auto", (A, B), {"counters": (("committed", 1),)}, "owes a movement"),
        ("2", (A, B), {"counters": (("committed", 1),)}, "owes a movement"),
        ("Auto", (A, B), {"size": 2}, "more than its form"),
        ("Auto", (A, B), {"states": (names.CAMOUFLAGED,)}, "a form that cannot be one"),
        (
            "Hatching",
            (HIDING, HIDING),
            {"form": 1, "states": (names.CAMOUFLAGED,)},
            "",
        ),
        ("2", (A, replace(B, prone=False)), {"form": 1, "states": (names.PRONE,)}, "lies down"),
        ("Hatching", (SEED, GROWN), {"form": 1, "size": 1}, ""),
        ("WIP", (A, B), {"form": 1}, ""),
        ("Auto", (HIDING, B), {"states": (names.CAMOUFLAGED,)}, ""),
    ],
)
def test_what_cannot_be_is_noticed(bracket: str, profiles: tuple[Any, ...], fields: dict[str, Any], said: str):
    found = table("s", shift=shifter(bracket, *profiles), s=red(**fields))
    problems = found.game.problems(found.state)
    assert [said in problem for problem in problems] == [True] * bool(said)


@pytest.mark.rule("TR-39")
def test_a_rolled_form_outside_every_turn_is_noticed():
    found = table("s", shift=shifter("WIP"), s=red(form=1))
    found.set(turn="")
    assert "no turn is being played" in found.game.problems(found.state)[0]


ROWS = """
....................
.........,,.........
....###+##.....==...
....#....#..........
....+....#...##++##.
....#....#...#....#.
....##+###...#....#.
.............#....#.
..~~.........###+##.
..~~................
....................
.............,,,....
.====.........~.....
....................
"""
CROWD = ("fury", "breakaway", "sleeper", "facet", "adept")


def force(side: str) -> SideSetup:
    """One of each kind and a trooper."""
    recruits = tuple(Recruit(kind, lieutenant=kind == "rifle") for kind in ("rifle", *CROWD))
    return SideSetup(side, "human", side, recruits, Objective("survive", n=1), f"deploy:{side}")


def match(*, hive: bool) -> Game:
    """Both sides with every kind, or one of them against seeds."""
    plain = from_ascii(ROWS)
    zones = {
        "deploy:red": [plain.cell(x, y) for x in range(3) for y in range(8)],
        "deploy:blue": [plain.cell(x, y) for x in range(17, 20) for y in range(8)],
    }
    board = from_ascii(ROWS, zones=zones)
    other = force("blue")
    markers: tuple[MarkerSetup, ...] = ()
    if hive:
        seeds = [("veil_stalker", (10, 10)), ("shell_ram", (15, 6)), ("veil_stalker", (6, 4)), ("gaunt", (18, 9))]
        brood = tuple(Recruit(kind, board.cell(*spot)) for kind, spot in seeds)
        other = SideSetup("hive", "hive", "hive", brood)
        markers = (MarkerSetup("nest", board.cell(15, 13)),)
    rulebook = rulebook_for(())
    roster = shipped_roster(rulebook)
    scenario = Scenario("forms", (force("red"), other), level=0 if hive else None, rounds=3, markers=markers)
    return assemble(rulebook, board, scenario, roster.kinds, roster.weapons, roster.upgrades)


def any_of(options: Sequence[Action], chance: SeededDice) -> Action:
    """Any answer, each type of them as likely as the others; turns are not ended in haste."""
    kinds = sorted({type(option).__name__ for option in options} - {"SetPolicy"})
    kind = kinds[chance.roll("kind", len(kinds)) - 1]
    if kind == "EndTurn" and chance.roll("again", 4) > 1:
        kind = kinds[chance.roll("kind", len(kinds)) - 1]
    found = [option for option in options if type(option).__name__ == kind]
    return found[chance.roll("which", len(found)) - 1]


@pytest.mark.rule("TR-01", "TR-05", "X-36")
@pytest.mark.parametrize("hive", [False, True])
def test_games_at_random_stay_sound_and_every_listed_answer_is_legal(hive: bool):
    game = match(hive=hive)
    reasons: set[str] = set()
    for seed in range(3):
        dice = SeededDice(f"forms {hive} {seed}")
        chance = dice.fork("choice")
        state, _ = game.begin(game.initial(), dice)
        for _ in range(DECISIONS):
            if game.to_act(state) is None:
                break
            picked = any_of(game.options(state), chance)
            assert game.verdict(state, picked).refusal is None
            state, events = game.apply(state, picked, dice)
            assert game.problems(state) == []
            reasons.update(event.why for event in events if isinstance(event, FormChanged))
    assert reasons >= {"hatched", "roll", "turn"} | set(() if hive else ("chosen",))
