"""What waits on the agenda because of transmutation."""

from __future__ import annotations

from game.core.state import Task
from game.core.tx import Ctx
from game.core.types import Side, UnitId


class FormRoll(Task, frozen=True):
    """Decision: roll for the second form before the first skill, or the reaction, is declared; or not (TR-38)."""

    unit: UnitId


class Growth(Task, frozen=True):
    """Decision: which larger footprint the unit's new form stands on, where several are free (X-36)."""

    unit: UnitId


class Settle(Task, frozen=True):
    """Change the form of every unit that carries wounds enough; guts rolls lie above it (TR-15, TR-43)."""


class Eclipse(Task, frozen=True):
    """Set the Eclipse template of an Escape System around the unit's new footprint (TR-18, TR-A8)."""

    unit: UnitId


def side_of(ctx: Ctx, task: FormRoll | Growth) -> Side:
    """Whose decision it is."""
    return ctx.state.units[task.unit].side
