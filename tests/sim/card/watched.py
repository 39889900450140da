"""A few actions on a drawn table under the eyes of the watchers; whoever is asked for anything else declines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.api import Action, Pass, ScriptedDice, Session
from game.core.events import TurnEnded
from game.sim.card.run import look
from game.sim.card.tally import Case, Tally
from tests.support.table import Table


def watched(
    table: Table,
    *actions: Action,
    side: str = "marines",
    dice: Mapping[str, Sequence[int]] | None = None,
) -> dict[str, Tally]:
    """What the watchers of ``side`` count when it does this and passes whatever else it is asked, as all others do.

    The turn is played to its end.
    """
    log: list[Action] = []
    left = list(actions)
    session = Session(table.game, _dice(dice), table.state)
    ended = False
    while not session.over and (left or not ended):
        mine = bool(left) and session.to_act == side and (session.verdict(left[0]) or not session.verdict(Pass()))
        action = left.pop(0) if mine else Pass()
        ended = any(isinstance(event, TurnEnded) and event.side == side for event in session.act(action))
        log.append(action)
    assert not left
    return {tally.kind: tally for tally in look(table.game, _dice(dice), log, [side], start=table.state)}


def _dice(faces: Mapping[str, Sequence[int]] | None) -> ScriptedDice:
    return ScriptedDice({purpose: list(row) for purpose, row in (faces or {}).items()})


def counts(tallies: Mapping[str, Tally], kind: str) -> tuple[int, int]:
    """Cases and chances of a kind."""
    return tallies[kind].count, tallies[kind].chances


def worst(tallies: Mapping[str, Tally], kind: str) -> Case:
    """The worst case of a kind."""
    found = tallies[kind].worst
    assert found is not None
    return found
