"""What waits on the agenda in the Impetuous phase."""

from __future__ import annotations

from game.core.state import Task
from game.core.types import Side, UnitId


class ImpetuousTokens(Task, frozen=True):
    """Set a token by each impetuous trooper of ``side``, after the order count (TS-3, IM-04)."""

    side: Side


class ImpetuousStart(Task, frozen=True):
    """The Impetuous phase of ``side`` begins, if there is a token (D-I10)."""

    side: Side


class ImpetuousNext(Task, frozen=True):
    """Ask ``side`` for the next activation while there is one, then end the phase (IM-06)."""

    side: Side


class ImpetuousPhase(Task, frozen=True):
    """Decision: activate an impetuous trooper, or end the phase (IM-07)."""

    side: Side


class ImpetuousFirst(Task, frozen=True):
    """The first skill of an activation: carried out if it is a Move with one end, else asked for (section 10)."""

    actor: UnitId
