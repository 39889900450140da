"""A game between bots ends with a reason of a closed list, whoever plays badly."""

import pytest

from ai.player import make_bot
from game.api import SeededDice
from game.sim.match import play
from game.sim.results import CAPPED, CRASHED, ILLEGAL
from game.sim.rows import rows_of
from tests.sim.toy import LENGTH, ROUNDS, Runner, load_game

ZOO = "tests.sim.zoo/"


def match(marines: str, hive: str, scenario: str = "race", seed: str = "s", **options):
    game = load_game(scenario)
    dice = SeededDice(seed)
    players = {"marines": make_bot(marines, dice.fork("m")), "hive": make_bot(hive, dice.fork("h"))}
    return play(game, players, dice, **options)


def test_a_game_ends_by_its_rules_and_says_who_won():
    played = match(f"{ZOO}runner", "passive")
    assert (played.reason, played.winner, played.fault, played.error) == ("objective", "marines", "", "")


def test_the_rows_tell_what_each_side_did():
    played = match(f"{ZOO}runner", "passive")
    bots = {"marines": "runner", "hive": "passive"}
    marines, hive = rows_of(played, index=4, seed="s", scenario="race", bots=bots)
    assert (marines.game, marines.seed, marines.result, hive.result) == (4, "text:s", "win", "loss")
    assert marines.actions == {"run": marines.decisions}
    assert hive.actions == {"pass": hive.decisions}
    count, total = marines.dice_by_purpose["run"]
    assert count == marines.dice == marines.decisions
    assert count <= total <= 6 * count
    assert hive.dice == 0
    assert marines.digest == hive.digest == played.game.digest(played.state)


def test_nobody_wins_a_draw():
    played = match("passive", "passive")
    assert (played.reason, played.winner) == ("round_limit", "")
    rows = rows_of(played, index=0, seed="s", scenario="race", bots={"marines": "a", "hive": "b"})
    assert [row.result for row in rows] == ["draw", "draw"]
    assert rows[0].rounds == played.state.round


@pytest.mark.parametrize(
    ("marines", "hive", "reason", "fault", "error"),
    [
        (f"{ZOO}runner(nerve=3)", "passive", CRASHED, "marines", "RuntimeError: out of breath in tests.sim.toy.decide"),
        ("passive", f"{ZOO}runner(nerve=1)", CRASHED, "hive", "RuntimeError: out of breath"),
        ("passive", f"{ZOO}cheat", ILLEGAL, "hive", "NOT_NOW [OR-4]"),
        ("passive", f"{ZOO}deaf", CRASHED, "hive", "KeyError: 'told'"),
    ],
)
def test_a_bad_bot_spoils_its_game_and_is_named(marines, hive, reason, fault, error):
    played = match(marines, hive)
    assert (played.reason, played.fault, played.winner) == (reason, fault, "")
    assert played.error.startswith(error)
    assert "\n" not in played.error
    rows = rows_of(played, index=0, seed="s", scenario="race", bots={"marines": marines, "hive": hive})
    assert [row.result for row in rows] == ["void", "void"]


def test_a_game_without_an_end_is_stopped():
    played = match("passive", "passive", "stuck", cap=100)
    assert (played.reason, played.error) == (CAPPED, "no end after 100 actions")
    assert sum(tally.decisions for tally in played.seats.values()) == 100


def test_an_error_of_the_rules_is_nobody_elses_fault(monkeypatch):
    game = load_game("race")

    def broken(state, side):
        raise ZeroDivisionError("rules")

    monkeypatch.setattr(game, "view", broken)
    played = play(game, {}, SeededDice(1))
    assert (played.reason, played.fault) == (CRASHED, "engine")


def test_players_hear_everything_from_the_first_event_on():
    game = load_game("race")
    dice = SeededDice(3)
    listener = Runner(dice)
    play(game, {"marines": listener, "hive": make_bot("passive", dice)}, dice)
    kinds = [type(event).__name__ for event in listener.heard]
    assert kinds[0] == "TurnBegan"
    assert kinds.count("SideCounted") == LENGTH
    assert kinds[-1] == "GameEnded"


def test_decisions_are_timed_only_when_asked():
    bots = {"marines": "a", "hive": "b"}
    quick = rows_of(match("passive", "passive"), index=0, seed=1, scenario="race", bots=bots)
    timed = rows_of(match("passive", "passive", timed=True), index=0, seed=1, scenario="race", bots=bots)
    assert quick[0].thinking is None
    assert timed[0].thinking is not None
    assert timed[0].thinking == tuple(sorted(timed[0].thinking))


def test_a_bots_dice_are_not_the_tables():
    """What a bot draws for itself changes no die of the game."""
    one = match("random", "random", seed="x")
    assert set(dict(one.seats["marines"].dice)) <= {"run"}
    assert one.state.round <= ROUNDS
