"""A duel on a tiny table, and saves of it: what studies of positions are tried on."""

from __future__ import annotations

from pathlib import Path

from ai.player import make_bot
from game.api import SeededDice, Session, position_of
from game.io.saves import SaveWriter
from game.sim.seats import BotDice

DUEL = """
board = '''
#######
#RR.BB#
#..=..#
#######
'''
rounds = 2
[sides.red]
kind = "human"
team = "red"
[sides.blue]
kind = "human"
team = "blue"
[legend.R]
kind = "rifle"
side = "red"
[legend.B]
kind = "rifle"
side = "blue"
"""
SIDES = ("red", "blue")


def saved(path: Path, *, seed: str = "s", actions: int = 1000) -> Path:
    """A game of chance on the duel's table, as it is saved, after so many actions at most."""
    game, start = position_of(DUEL)
    session = Session(game, SeededDice(seed), start)
    writer = SaveWriter.create(path, session, position=DUEL, seats=dict.fromkeys(SIDES, "random"))
    own = {side: BotDice(seed, side) for side in SIDES}
    bots = {side: make_bot("random", own[side]) for side in SIDES}
    while not session.over and len(session.log) < actions:
        side = session.to_act or ""
        own[side].at(len(session.log))
        session.act(bots[side].decide(session.view(side), game.options(session.state)))
    writer.close()
    return path
