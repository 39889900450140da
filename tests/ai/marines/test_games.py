"""Whole games and questions of fairness: the human side's player wins where it must, and knows only what it may."""

import pytest

from ai.marines.line import LineBot
from ai.player import make_bot
from game.api import Objective, SeededDice, actions, load_scenario, tasks
from game.sim.match import play
from tests.contract.games import game_of
from tests.support.table import Table


def played(name: str, hive: str, seed: int):
    """A game of a shipped scenario against a hive."""
    game = load_scenario(name).game
    players = {
        side: make_bot("marines:line" if kind == "human" else hive, SeededDice(f"{seed}/{side}"))
        for side, kind in game.side_kinds.items()
    }
    return play(game, players, SeededDice(seed))


@pytest.mark.parametrize(("name", "hive"), [("culvert", "random"), ("relay", "passive"), ("ductworks", "random")])
def test_weak_hives_are_beaten(name: str, hive: str):
    game = played(name, hive, seed=3)
    assert (game.error, game.winner, game.reason) == ("", "marines", "objective")


def test_a_last_stand_is_held():
    game = played("bastion", "random", seed=2)
    assert (game.error, game.winner) == ("", "marines")


def test_it_beats_chance_between_marines():
    game = game_of("duel")
    players = {
        side: make_bot("marines:line" if side == "red" else "random", SeededDice(side)) for side in game.side_kinds
    }
    found = play(game, players, SeededDice(1))
    assert (found.error, found.winner) == ("", "red")


@pytest.mark.parametrize("seed", [1])
def test_the_same_view_leads_to_the_same_answer_whoever_is_asked(seed: int):
    """A player that saw the whole game and one that sees this decision first agree at every tenth decision."""
    game = game_of("siege")
    veteran = LineBot(SeededDice(1))
    chance = make_bot("random", SeededDice(f"{seed}/hive"))
    dice = SeededDice(seed)
    state, _ = game.begin(game.initial(), dice)
    for number in range(120):
        side = game.to_act(state)
        if side is None:
            break
        view, options = game.view(state, side), game.options(state)
        action = (veteran if side == "red" else chance).decide(view, options)
        if side == "red" and number % 10 == 0:
            assert LineBot(SeededDice(7)).decide(game.view(state, side), game.options(state)) == action
        state, _ = game.apply(state, action, dice)


def test_what_a_hidden_marker_is_makes_no_difference():
    rows = [".M" + "." * 10 + "S" + "." * 8, "." * 21]
    answers = []
    for kind in ("scout", "medic", "tag"):
        hidden = {"kind": kind, "side": "rebels", "states": ("camouflaged",), "size": 1}
        table = Table(rows, M="marine", S=hidden, sides=("marines", "rebels"), objective=Objective("eliminate"))
        table.orders()
        table.act(actions.GiveOrder(table.id("M")))
        player = LineBot(SeededDice(1))
        answers.append(player.decide(table.game.view(table.state, "marines"), table.game.options(table.state)))
    assert answers[0] == answers[1] == answers[2]
    assert isinstance(answers[0], actions.Discover | actions.Move)


def test_the_turn_ends_though_orders_are_left_when_none_can_do_any_good():
    table = Table("M" + "." * 20, M="marine", objective=Objective("survive", n=3)).orders()
    turns = 0
    while isinstance(table.waiting, tasks.OrdersPhase | tasks.DeclareFirst | tasks.DeclareSecond):
        view, options = table.game.view(table.state, "marines"), table.game.options(table.state)
        table.state, _ = table.game.apply(table.state, LineBot(SeededDice(1)).decide(view, options), SeededDice(5))
        turns += 1
        assert turns < 20
