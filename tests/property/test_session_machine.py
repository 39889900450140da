"""A session driven at random: acting, taking back, doing again, and being asked for what is not allowed."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from game.api import DiceRolled, IllegalAction, SeededDice, Session
from game.rules.avatar.events import CardRevealed
from game.rules.skirmish.events import MarkerDiscovered
from tests.contract.games import game_of
from tests.contract.samples import stranger

FINAL = (DiceRolled, MarkerDiscovered, CardRevealed)
"""What cannot be taken back: a die that fell, a marker found out, a card shown (UND-01, UND-02)."""


class Past(NamedTuple):
    """What was so before an action: the session's digest, who was to act, and whether the action may be taken back."""

    digest: str
    side: str
    final: bool


class Table(RuleBasedStateMachine):
    """A session beside a plain stack of what came before."""

    def __init__(self) -> None:
        super().__init__()
        self.past: list[Past] = []
        self.undone: list[str] = []

    @initialize(
        name=st.sampled_from(["duel", "siege", "allies", "menagerie", "feud", "coalition"]),
        seed=st.integers(0, 99),
        ahead=st.integers(0, 70),
    )
    def begin(self, name: str, seed: int, ahead: int) -> None:
        """A match that has been going on for a while."""
        played, chance = Session(game_of(name), SeededDice(seed)), SeededDice(seed).fork("ahead")
        for _ in range(ahead):
            options = played.game.options(played.state)
            if not options:
                break
            played.act(options[chance.roll("choice", len(options)) - 1])
        self.session = Session(played.game, played.dice, played.state)
        self.chance = SeededDice(seed).fork("machine")
        self.heard = 0
        self.session.listeners.append(self.hear)

    def hear(self, _session: Session, _entry: object) -> None:
        """Listeners are told of each change, once."""
        self.heard += 1

    @rule(choice=st.integers(0, 1 << 16))
    def act(self, choice: int) -> None:
        """Any option is carried out and noted in the log."""
        session = self.session
        options = session.game.options(session.state)
        if not options:
            return
        before, side, heard = session.digest(), session.to_act or "", self.heard
        action = options[choice % len(options)]
        events = session.act(action, side)
        final = any(isinstance(event, FINAL) for event in events)
        self.past.append(Past(before, side, final))
        self.undone.clear()
        assert session.log[-1].action == action
        assert session.log[-1].events == events
        assert self.heard == heard + 1

    @rule()
    def act_wrongly(self) -> None:
        """What is not allowed leaves state, dice, log and undo as they were."""
        session = self.session
        action = stranger(session.game, session.state, [entry.action for entry in session.log], self.chance)
        if session.verdict(action):
            return
        before, log = session.digest(), list(session.log)
        with pytest.raises(IllegalAction):
            session.act(action)
        assert (session.digest(), session.log) == (before, log)

    @rule()
    def act_out_of_turn(self) -> None:
        """Nobody acts for another side."""
        session = self.session
        options = session.game.options(session.state)
        others = [side for side in session.game.teams if side != session.to_act]
        before = session.digest()
        if options:
            with pytest.raises(IllegalAction, match="NOT_YOUR_DECISION"):
                session.act(options[0], others[0])
        assert session.digest() == before

    @rule(mine=st.booleans())
    def undo(self, mine: bool) -> None:
        """The last action is taken back unless a die fell or something came out; by its own side only."""
        session = self.session
        last = self.past[-1] if self.past else None
        by = None if mine or last is None else next(side for side in session.game.teams if side != last.side)
        after = session.digest()
        if last is None or last.final or by is not None:
            with pytest.raises(IllegalAction):
                session.undo(by)
            assert session.digest() == after
            return
        session.undo(by)
        assert session.digest() == last.digest
        self.past.pop()
        self.undone.append(after)

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self) -> None:
        """What was taken back is done again, just as it was."""
        session = self.session
        before, side = session.digest(), session.to_act or ""
        session.redo()
        assert session.digest() == self.undone.pop()
        self.past.append(Past(before, side, final=False))

    @invariant()
    def the_table_is_sound(self) -> None:
        """No invariant breaks; the log and the stack are of one length, and undo knows its bounds."""
        if hasattr(self, "session"):
            session = self.session
            assert session.game.problems(session.state) == []
            assert len(session.log) == len(self.past)
            assert session.can_redo == bool(self.undone)
            final = not self.past or self.past[-1].final
            assert (session.cannot_undo() is not None) == final


Table.TestCase.settings = settings(
    max_examples=60,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestTable = Table.TestCase
