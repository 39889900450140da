"""Cases END: the limit and the end of a game."""

from __future__ import annotations

import pytest

from game.api import IllegalAction, Objective, ScriptedDice, SeededDice, Session
from game.api import actions as skirmish
from game.core.events import GameEnded
from game.rules.hive.actions import ActivateXeno
from game.rules.skirmish.tasks import StartRound
from tests.cases.scene import FOREVER, path, scene
from tests.contract.checks import walk
from tests.contract.games import game_of
from tests.support.table import Table

ALL = Objective("eliminate")


@pytest.mark.rule("MS-3", "MS-2")
def test_end_01_both_sides_gone_at_once_ends_the_game_once():
    """The last trooper and the last creature fall in one exchange: one end, for the side whose turn it is."""
    table = Table(
        "#####\n#Mg.#\n#####",
        M={"kind": "marine", "wounds": 2, "states": ("prone", "unconscious")},
        g="gaunt",
        objective=ALL,
        level=3,
    ).agenda(StartRound(1))
    dice = SeededDice(1)
    events = list(table.game.begin(table.state, dice)[1])
    state, ended = table.game.fold(table.state, events), [e for e in events if isinstance(e, GameEnded)]
    while state.outcome is None and len(ended) < 2:
        options = table.game.options(state)
        state, events = table.game.apply(state, options[0], dice)  # type: ignore[assignment]
        ended += [event for event in events if isinstance(event, GameEnded)]
    assert len(ended) == 1
    assert state.outcome == ended[0].outcome
    assert (state.agenda, table.game.to_act(state)) == ((), None)


@pytest.mark.rule("MS-3")
def test_end_01_a_side_without_units_ends_the_game_soon():
    table = scene("########\n#......#\n########", objective=None, hive_objective=None, rounds=2).agenda(StartRound(1))
    session = Session(table.game, SeededDice(1), table.state)
    for _ in range(40):
        options = session.game.options(session.state)
        if not options:
            break
        session.act(options[0])
    assert session.over
    assert session.state.outcome is not None
    assert session.state.outcome.reason in ("overrun", "objective", "round_limit")


@pytest.mark.rule("MS-3", "TS-7")
def test_end_02_after_the_end_everything_is_refused_and_nothing_changes():
    played = walk(game_of("culvert"), seed=4, checks=(), seldom=())
    game, state = game_of("culvert"), played.state
    assert state.outcome is not None
    frozen, dice = game.digest(state), ScriptedDice()
    for kind in game.rulebook.action_types:
        fields = {name: () if name in ("path", "targets", "plan") else "" for name in kind.__struct_fields__}
        action = kind(**fields)
        assert game.verdict(state, action).refusal.code == "GAME_OVER"  # type: ignore[union-attr]
        with pytest.raises(IllegalAction, match="GAME_OVER"):
            game.apply(state, action, dice)
    again, events = game.begin(state, dice)
    assert (again, events) == (state, ())
    assert (game.digest(state), dice.position()) == (frozen, ())


@pytest.mark.rule("MS-3")
def test_end_02_no_reaction_is_asked_and_no_undo_given_past_the_end():
    """The blow that ends the game is the last thing that happens; the winner is stored once."""
    table = Table(
        "########\n#M..g.N#\n########",
        M={"kind": "marine", "policy": "ask"},
        N={"kind": "marine", "policy": "ask"},
        g="gaunt",
        objective=ALL,
        hive_objective=FOREVER,
    ).orders()
    session = Session(table.game, ScriptedDice(bs=[9, 9, 9], save=[1, 1, 1]), table.state)
    session.act(skirmish.GiveOrder(table.id("M")))
    session.act(skirmish.Shoot("rifle", (table.id("g"),)))
    while not session.over:
        session.act(skirmish.Pass())
    ends = [event for entry in session.log for event in entry.events if isinstance(event, GameEnded)]
    assert [end.outcome.winner for end in ends] == ["marines"]
    assert session.to_act is None
    with pytest.raises(IllegalAction, match="POINT_OF_NO_RETURN"):
        session.undo()
    with pytest.raises(IllegalAction, match="GAME_OVER"):
        session.act(ActivateXeno(3))
    with pytest.raises(IllegalAction, match="GAME_OVER"):
        session.act(skirmish.Move(path(table, (2, 1))))
