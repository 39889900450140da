"""The numbers that the hive's bot shows of fire are those that its walks were weighed with."""

from typing import Any

import pytest

from ai.hive.fire import Fire
from ai.hive.front import Foe
from ai.player import make_bot
from game.api import Cell, Ctx, Profile, SeededDice, Session, Unit, hive_tasks, open_game
from game.sim.seats import BotDice


def test_who_shoots_past_cover_is_whose_fire_a_place_was_weighed_with(monkeypatch: pytest.MonkeyPatch):
    """While a xeno decides where to walk, every shot that it fears and that finds it is written down."""
    feared: dict[tuple[int, Cell], dict[int, bool]] = {}
    shot = Fire.shot

    def noted(self: Fire, ctx: Ctx, foe: Foe, xeno: Unit, profile: Profile, cell: Cell, *, active: bool) -> float:
        found = shot(self, ctx, foe, xeno, profile, cell, active=active)
        if active and found > 0:
            feared.setdefault((xeno.id, cell), {})[foe.id] = self.covered(foe, xeno, cell)
        return found

    game = open_game("culvert").game
    session = Session(game, SeededDice(3))
    bots: dict[str, tuple[Any, BotDice]] = {
        side: (make_bot("marines:line" if kind == "human" else "hive:cunning", dice := BotDice(3, side)), dice)
        for side, kind in game.side_kinds.items()
    }
    compared = behind = 0
    while not session.over and len(session.log) < 400:
        side = session.to_act
        assert side is not None
        bot, dice = bots[side]
        view = session.view(side)
        task = game.waiting(session.state)
        if isinstance(task, hive_tasks.XenoMove):
            feared.clear()
            fresh: Any = make_bot("hive:cunning", BotDice(3, side))  # it remembers nothing and works everything out
            with monkeypatch.context() as patched:
                patched.setattr(Fire, "shot", noted)
                fresh.decide(view, view.options())
            fields = {field.name: field for field in fresh.fields()}
            bare = fields["bare"].values if "bare" in fields else {}
            for (xeno, cell), finds in feared.items():
                if xeno == task.actor and cell in fields["exposed"].values:
                    assert bare[cell] == list(finds.values()).count(False)
                    compared += 1
                    behind += any(finds.values())
        dice.at(len(session.log))
        session.act(bot.decide(view, view.options()), side)
    assert compared > 50
    assert behind > 5
