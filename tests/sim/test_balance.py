"""The balance sheet: what is played for it differs from the mission in the one thing it says, and its page adds up."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from game.api import Game, load_scenario
from game.sim.summary import SideSummary, Summary, wilson
from tools.balance.sheet import Found, change, difference, mission_row, outside, sheet
from tools.balance.variants import BASE, Variant, by_dice, by_level, by_switch, dice_of, scenario_of

MISSIONS = ("culvert", "terraces", "switchyard")
"""By mission and by level, with and without rules of their own, with and without a hive."""
CHANGED = [
    variant
    for mission in MISSIONS
    for game in [load_scenario(mission).game]
    for variant in (*by_dice(mission, game.scenario), *by_switch(mission, game))
]


def summary(
    wins: int, games: int, *, void: int = 0, draws: int = 0, sides: Sequence[str] = ("marines", "hive")
) -> Summary:
    found = tuple(
        SideSummary(side, side, "random", wilson(count, games), 10.0, 1.0, {}, None)
        for side, count in zip(sides, (wins, games - wins - draws), strict=True)
    )
    return Summary(
        games, games - void, void, draws, found, {"objective": wins, "overrun": games - wins}, 8, 8, 20, 1, ()
    )


def found(mission: str, **summaries: Summary) -> Found:
    return Found(load_scenario(mission).game, summaries)


@pytest.mark.parametrize("variant", CHANGED, ids=lambda variant: variant.id)
def test_a_variant_is_its_mission_with_one_thing_changed(variant: Variant, tmp_path: Path):
    own: Game = load_scenario(variant.mission).game
    game = load_scenario(scenario_of(variant, tmp_path)).game
    differing = {name for name, value in game.rules.items() if value != own.rules[name]}
    assert differing == ({variant.switch[0]} if variant.switch else set())
    if variant.switch:
        assert game.rules[variant.switch[0]] == variant.switch[1]
    assert dice_of(game.scenario) == (variant.dice or dice_of(own.scenario))
    assert game.scenario.sides == own.scenario.sides
    assert (game.board.width, game.board.height, game.board.zones) == (
        own.board.width,
        own.board.height,
        own.board.zones,
    )


def test_every_switch_of_the_rules_is_turned():
    game = load_scenario("culvert").game
    assert {variant.switch[0] for variant in by_switch("culvert", game) if variant.switch} == set(game.rules)


def test_names_of_variants_are_their_own():
    assert len({variant.id for variant in CHANGED}) == len(CHANGED)
    assert [variant.name for variant in by_level("culvert", load_scenario("culvert").game.scenario)] == [
        "marines_line-hive_instinct",
        "random-hive_cunning",
        "random-hive_instinct",
    ]


@pytest.mark.parametrize(
    ("mission", "share", "dice"), [("culvert", "40.0%", "1"), ("switchyard", "44.4%", "none")], ids=("hive", "marines")
)
def test_between_marines_only_games_that_one_side_won_count(mission: str, share: str, dice: str):
    one = found(mission, base=summary(4, 10, draws=1, sides=[s.id for s in load_scenario(mission).game.scenario.sides]))
    assert mission_row(mission, one).startswith(f"| {mission} | {dice} | 10 | {share} |")


def test_the_difference_of_two_rates_is_newcombes():
    # Newcombe's own example: 56 of 70 against 48 of 80.
    assert [round(end, 4) for end in difference(wilson(48, 80), wilson(56, 70))] == [0.2, 0.0524, 0.3339]
    assert change(wilson(48, 80), wilson(56, 70)) == "**+20 (+5 to +33)**"
    assert change(wilson(50, 100), wilson(51, 100)) == "+1 (-13 to +15)"


def test_the_page_holds_what_was_played():
    one = found(
        "culvert",
        base=summary(40, 100),
        dice2=summary(10, 20),
        dice3=summary(5, 20),
        dice4=summary(0, 20),
        **{"overwatch-0": summary(2, 20)},
    )
    page = sheet({"culvert": one}, "the command", {"dice": 20, "bots": 0, "switches": 20})
    assert "the command" in page
    assert "| culvert | 1 | 100 | 40.0% | 30.9% to 49.8% | 8.0 | 20 | objective 40, overrun 60 |" in page
    assert "| culvert | **40% (31 to 50)** | 50% (30 to 70) | 25% (11 to 47) | 0% (0 to 16) |" in page
    assert "| `overwatch = 0` | OR-5a | **-30 (-42 to -8)** |" in page
    assert "## Bots" not in page


def test_what_leaves_the_bounds_or_was_spoilt_is_named():
    games = {
        "culvert": found("culvert", base=summary(50, 100)),
        "relay": found("relay", base=summary(60, 100)),
        "chapel": found("chapel", base=summary(50, 100), dice1=summary(5, 10, void=1)),
    }
    assert outside(games, 0.35, 0.65) == ["relay", "chapel"]
    assert BASE in games["relay"].summaries
