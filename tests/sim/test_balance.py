"""What the balance sheet counts where there is no hive."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from game.api import Scenario, SideSetup
from game.sim.summary import SideSummary, Summary, wilson

BALANCE = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "balance.py"), run_name="balance")


def summary(**wins: int) -> Summary:
    sides = tuple(
        SideSummary(side, side, "random", wilson(count, 10), 0.0, 0.0, {}, None) for side, count in wins.items()
    )
    return Summary(10, 10, 0, 0, sides, {"round_limit": 10}, 1.0, 1.0, 1.0, 1.0, ())


def scenario(**kinds: str) -> Scenario:
    sides = tuple(SideSetup(side, kind, side) for side, kind in kinds.items())
    return Scenario("toy", sides, level=2 if "hive" in kinds else None, rounds=1)


@pytest.mark.parametrize(
    ("kinds", "wins", "share", "dice"),
    [
        ({"marines": "human", "hive": "hive"}, {"marines": 4, "hive": 5}, 0.4, "2"),
        ({"red": "human", "blue": "human"}, {"red": 3, "blue": 5}, 0.375, "none"),
    ],
)
def test_the_marines_share_is_of_all_games_or_of_those_that_one_side_won(
    kinds: dict[str, str], wins: dict[str, int], share: float, dice: str
):
    found = summary(**wins)
    assert BALANCE["marines_rate"](scenario(**kinds), found).share == pytest.approx(share)
    assert BALANCE["row"]("toy", scenario(**kinds), found).split("|")[2].strip() == dice


def test_the_window_is_told_the_same_share():
    kept = BALANCE["measured"](scenario(red="human", blue="human"), summary(red=3, blue=5))
    assert (kept.side, kept.wins, kept.of, kept.rounds) == ("red", 3, 8, 10)
    assert 0 < kept.low < 375 < kept.high < 1000
