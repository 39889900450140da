"""The numbers that bots show upon the board: worked out when asked for, true to the decision, without a trace."""

import pytest

from ai.kinds import Charting, Field
from ai.player import make_bot
from game.api import SeededDice, Session, open_game
from game.sim.seats import BotDice

BOTS = {"human": "marines:line", "hive": "hive:cunning"}


def decisions(*, chart: bool, most: int = 150) -> tuple[list[object], list[tuple[str, list[Field]]]]:
    """The actions of a game between both bots, and the fields after each where they are asked for."""
    game = open_game("culvert").game
    session = Session(game, SeededDice(3))
    bots = {side: (make_bot(BOTS[kind], dice := BotDice(3, side)), dice) for side, kind in game.side_kinds.items()}
    acts: list[object] = []
    fields: list[tuple[str, list[Field]]] = []
    while not session.over and len(acts) < most:
        side = session.to_act
        assert side is not None
        bot, dice = bots[side]
        view = session.view(side)
        dice.at(len(session.log))
        action = bot.decide(view, view.options())
        if chart:
            assert isinstance(bot, Charting)
            fields.append((game.side_kinds[side], list(bot.fields())))
        acts.append(action)
        session.act(action, side)
    return acts, fields


def test_being_asked_for_its_numbers_changes_nothing_a_bot_does():
    asked, fields = decisions(chart=True)
    assert asked == decisions(chart=False)[0]
    shown = {(kind, field.name) for kind, listed in fields for field in listed}
    assert {("human", "reached"), ("human", "place"), ("human", "goal")} <= shown
    assert {("hive", "seen"), ("hive", "contact"), ("hive", "drawn"), ("hive", "exposed")} <= shown


@pytest.mark.parametrize("spec", BOTS.values())
def test_before_the_first_decision_there_are_no_numbers(spec: str):
    bot = make_bot(spec, BotDice(1, "x"))
    assert isinstance(bot, Charting)
    assert list(bot.fields()) == []


def test_a_field_speaks_of_cells_of_the_board_and_of_a_unit_upon_it():
    size = open_game("culvert").game.board.size
    for _, listed in decisions(chart=True, most=60)[1]:
        assert len({field.name for field in listed}) == len(listed)
        for field in listed:
            assert field.values
            assert all(0 <= cell < size for cell in field.values)
