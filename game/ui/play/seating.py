"""Who plays each side of a match: a person or a bot, and bots that stand in for a turn or for one decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from game.api import Session, Side
from game.ui.play.bots import HUMAN

Span = Literal["once", "phase", "turn"]
"""How long a bot stands in: for the decision that waits, until the phase is over, or the turn."""


class _StandIn(NamedTuple):
    """A bot in somebody's place, as long as ``mark`` is the mark of now."""

    spec: str
    span: Span
    mark: tuple[int, Side, str]

    @property
    def once(self) -> bool:
        """Only for the decision that waits?"""
        return self.span == "once"


class Seating:
    """The seats of a match, by side. A seat's id is its side, and ``side/auto`` for a bot that stands in there."""

    def __init__(self, session: Session, seats: Mapping[Side, str]) -> None:
        """``seats``: the spec of every side's player, ``human`` for a person."""
        self._session = session
        self._stand_ins: dict[Side, _StandIn] = {}
        self.of = dict(seats)

    def people(self) -> list[Side]:
        """The sides that people play."""
        return [side for side, spec in self.of.items() if spec == HUMAN]

    def seat(self, side: Side) -> str:
        """The id of the seat that decides for a side now."""
        return side if self._stand_in(side) is None else f"{side}/auto"

    def player(self, side: Side) -> str:
        """The spec of who decides for a side now."""
        found = self._stand_in(side)
        return self.of[side] if found is None else found.spec

    def bots(self) -> dict[str, str]:
        """The specs of the bots that may be asked now, by seat. Whom another decides for once is asked nothing."""
        found = {}
        for side, spec in self.of.items():
            other = self._stand_in(side)
            if other is not None:
                found[f"{side}/auto"] = other.spec
            if spec != HUMAN and (other is None or not other.once):
                found[side] = spec
        return found

    def lend(self, side: Side, spec: str, *, span: Span) -> None:
        """A bot plays a side for so long."""
        self._stand_ins[side] = _StandIn(spec, span, self._mark(span))

    def take_back(self, side: Side) -> bool:
        """Nobody stands in for a side any more; False if nobody did."""
        return self._stand_ins.pop(side, None) is not None

    def lent_once(self, side: Side) -> bool:
        """Whether somebody decides for a side this once."""
        found = self._stand_in(side)
        return found is not None and found.once

    def _stand_in(self, side: Side) -> _StandIn | None:
        found = self._stand_ins.get(side)
        if found is not None and found.mark != self._mark(found.span):
            del self._stand_ins[side]
            return None
        return found

    def _mark(self, span: Span) -> tuple[int, Side, str]:
        session = self._session
        if span == "once":
            return len(session.log), "", ""
        state = session.state
        return state.round, state.turn, state.phase if span == "phase" else ""
