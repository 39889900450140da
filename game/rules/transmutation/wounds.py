"""(X) and (Escape System-X): the change that wounds bring, at the end of the order, after guts (TR-12 to TR-19)."""

from __future__ import annotations

from typing import Final

from game.board import circle
from game.core.events import CloudPlaced, UnitWounded
from game.core.state import NO_CELL, Cloud
from game.core.tx import Ctx, Tx
from game.core.types import Cell
from game.rules.skirmish.queries import is_marker
from game.rules.skirmish.tasks import Order, running_order
from game.rules.skirmish.turns import STATES_TOKEN
from game.rules.transmutation.changing import WOUNDED, change_form
from game.rules.transmutation.forms import SECOND, condition_of, counts_wounds, first_due
from game.rules.transmutation.parse import ESCAPE
from game.rules.transmutation.tasks import Eclipse, Settle

ROLLED_STAGE: Final = 6
"""Orders from this stage on have come to their rolls: what wounds cause waits for no further skill (OR-4)."""
ECLIPSE: Final = "eclipse"
"""The kind of cloud (D-T4)."""


def wounded(tx: Tx, event: UnitWounded) -> None:
    """Wounds by rolls of an order, or by a single effect: settle below the guts rolls that follow (TR-43, TR-A3).

    A marker makes no guts roll, and what waits for it would tell what it is: in an order it waits for the end (HI-2).
    """
    unit = tx.state.units[event.unit]
    if not counts_wounds(tx, unit):
        return
    order = running_order(tx)
    now = order is None or (order.stage >= ROLLED_STAGE and not is_marker(unit))
    if now and Settle() not in tx.agenda:
        tx.push(Settle())


def order_over(tx: Tx, _order: Order) -> None:
    """Wounds taken earlier in the order, and units that came round in it: change now; AFTER_ORDER (TR-15)."""
    if first_due(tx) is not None and Settle() not in tx.agenda:
        settle(tx, Settle())


def settle(tx: Tx, task: Settle) -> None:
    """Change one unit after another, lowest id first, each wholly before the next (TR-14, TR-A1)."""
    unit = first_due(tx)
    if unit is None:
        return
    tx.push(task)
    condition = condition_of(tx, unit)
    if condition is not None and condition.kind == ESCAPE:
        tx.push(Eclipse(unit.id))
    change_form(tx, unit.id, SECOND, WOUNDED)


def middle(ctx: Ctx, cell: Cell, size: int) -> Cell:
    """The centre cell of a footprint; of an even one the upper left of the four in the middle (TR-A8)."""
    x, y = ctx.board.xy(cell)
    off = (size - 1) // 2
    return ctx.board.cell(x + off, y + off)


def eclipse(tx: Tx, task: Eclipse) -> None:
    """The disc around the figure that was set down just now; it ends as any Eclipse does (TR-18, TR-A9, D-T4)."""
    unit = tx.state.units.get(task.unit)
    if unit is None or unit.cell == NO_CELL:
        return
    centre = middle(tx, unit.cell, unit.size)
    reach2: int = tx.rules["template_reach"]
    cells = circle(tx.board, centre, tx.state.doors, reach2=reach2, murk=tx.state.murk)
    tx.emit(CloudPlaced(Cloud(tx.state.next_id, ECLIPSE, cells, STATES_TOKEN)))
