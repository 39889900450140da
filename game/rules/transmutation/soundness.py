"""What must hold of every unit that changes form."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.state import Unit
from game.core.tx import Ctx
from game.rules.skirmish import names
from game.rules.skirmish.queries import footprint_of, is_marker, kind_of
from game.rules.transmutation.forms import FIRST, condition_of, may_hide
from game.rules.transmutation.parse import AUTO, HATCHING, WIP
from game.rules.transmutation.supposing import asked_unit, is_committed


def forms_fit(ctx: Ctx) -> Iterator[str]:
    """Forms exist, footprints are no larger than theirs, and what is owed or borrowed is so for good reason."""
    for unit in ctx.state.units.values():
        if unit.kind not in ctx.game.kinds or not ctx.game.kinds[unit.kind].transmutation:
            continue
        for problem in _problems(ctx, unit):
            yield f"unit {unit.id} ({unit.kind}) {problem}"


def _problems(ctx: Ctx, unit: Unit) -> Iterator[str]:
    condition = condition_of(ctx, unit)
    if condition is None or not 0 <= unit.form < len(kind_of(ctx, unit).profiles):
        yield f"is on form {unit.form}, which it has not"
        return
    if unit.size > footprint_of(ctx, unit):
        yield f"covers {unit.size} cells a side, more than its form {unit.form} does (X-36)"
    if is_marker(unit) and not may_hide(ctx, unit):
        yield "is a marker on a form that cannot be one (TR-A6)"
    if condition.kind == WIP and unit.form != FIRST and not ctx.state.turn:
        yield "is on its second form, but no turn is being played (TR-39)"
    if is_committed(unit):
        asked = any(asked_unit(task) == unit.id for task in ctx.state.agenda)
        if condition.kind not in (AUTO, HATCHING) or not asked:
            yield "owes a movement, and nobody asks for it (TR-33)"
    if names.PRONE in unit.states and not kind_of(ctx, unit).profiles[unit.form].prone:
        yield "lies down on a form that cannot (TR-11)"
