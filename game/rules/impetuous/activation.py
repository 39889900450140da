"""One impetuous activation: who may be activated, which skills it may be made of, where they lead (IM-05 to IM-35)."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.refusal import Refusal, refuse
from game.core.state import Action, Task, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, Path, Side, UnitId
from game.rules.impetuous.duty import IDLE, duty, jump_bar, points_now, walk_bar
from game.rules.impetuous.names import COMBOS, IMPETUOUS
from game.rules.impetuous.tasks import ImpetuousFirst
from game.rules.skirmish import names
from game.rules.skirmish.actions import Idle, Move
from game.rules.skirmish.airborne import can_arrive
from game.rules.skirmish.deciding import only_pass
from game.rules.skirmish.declare import may_declare, open_to, tag_of
from game.rules.skirmish.leaps import entire_points
from game.rules.skirmish.moves import holding
from game.rules.skirmish.moving.plan import climbs, has_ledges, may_be_barred, may_climb, path_bar
from game.rules.skirmish.orders import second_skill
from game.rules.skirmish.queries import has_effect, is_fit, on_board
from game.rules.skirmish.tasks import Compulsion, DeclareFirst, DeclareSecond, Order, OrderKind, Walks

MOVING: frozenset[str] = frozenset({"move", "jump", "climb"})
"""Skills that a trooper kept from every step has no use for (X-15)."""


# -- what an activation is made of -----------------------------------------------------------------------------------


def combination(ctx: Ctx, order: Order, task: Task, skill: str) -> Refusal | None:
    """Does the closed list of the phase have this skill here (IM-11)? A Move that came to nothing counts (IM-A14)."""
    combos = ctx.game.rulebook.tables[COMBOS]
    listed = combos
    if isinstance(task, DeclareSecond) and order.skills:
        first = order.skills[0].action
        listed = combos.get("move" if isinstance(first, Idle) else tag_of(type(first)), ())
    if skill not in listed:
        return refuse("NOT_IMPETUOUS_COMBO", "IM-11", skill=skill)
    unit = ctx.state.units[order.actor]
    if skill not in MOVING or not on_board(unit):
        return None
    return _held(ctx, unit, skill) or kept_still(ctx, unit)


def _held(ctx: Ctx, unit: Unit, skill: str) -> Refusal | None:
    """Engaged it does not walk off, whatever the command is (IM-A15)."""
    return refuse("ENGAGED", "ST-7", skill=skill) if holding(ctx, unit) else None


def kept_still(ctx: Ctx, unit: Unit) -> Refusal | None:
    """Why the unit may not take a single step, whichever way, if something keeps it from all of them (X-15)."""
    found: Refusal | None = None
    if may_be_barred(ctx, unit):
        for cell in ctx.board.neighbours(unit.cell):
            found = path_bar(ctx, unit, (cell,))
            if found is None:
                return None
    return found


def _points(ctx: Ctx, unit: Unit, climb: bool) -> int:
    return entire_points(ctx, unit, prone=False) if climb else points_now(ctx, unit)


def _walks(ctx: Ctx, unit: Unit, climb: bool) -> Walks:
    """The ends of the duty; of a Climb only those that take one."""
    points = _points(ctx, unit, climb)
    if climb and not (has_ledges(ctx.board) and may_climb(ctx, unit, points)):
        return Walks()
    found = duty(ctx, unit, points, climb=climb)
    if climb:
        return Walks([end for end in found.ends if climbs(ctx, unit, found.path(end))], found.path)
    return Walks((unit.cell,)) if found.option == IDLE else Walks(found.ends, found.path)


def _walk(ctx: Ctx, unit: Unit, path: Path, climb: bool) -> Refusal | None:
    return walk_bar(ctx, unit, path, _points(ctx, unit, climb), climb=climb)


def _jump(ctx: Ctx, unit: Unit, cell: Cell) -> Refusal | None:
    return jump_bar(ctx, unit, cell)


def _first(_ctx: Ctx, order: Order) -> Task | None:
    return ImpetuousFirst(order.actor)


KIND = OrderKind(_first, second_skill, Compulsion(combination, _walks, _walk, _jump))
"""Row ``impetuous`` of the table of order kinds."""


def first_skill(tx: Tx, task: ImpetuousFirst) -> None:
    """Ask for the first skill, unless the one thing to do is a Move to one end, or to none."""
    declare = DeclareFirst(task.actor)
    if only_pass(tx, declare):
        return
    tx.push(declare)
    action = only_move(tx, declare)
    if action is not None:
        tx.game.rulebook.offer_of[(DeclareFirst, Move)].perform(tx, declare, action)


def only_move(ctx: Ctx, task: DeclareFirst) -> Move | None:
    """The Move that is the only answer listed, if that is how it is."""
    book = ctx.game.rulebook
    found: list[Action] = []
    for offer in book.offers[DeclareFirst]:
        bars = book.bars.get(offer.action, ())
        found.extend(
            action for action in offer.options(ctx, task) if all(bar(ctx, task, action) is None for bar in bars)
        )
        if len(found) > 1:
            return None
    return found[0] if found and isinstance(found[0], Move) else None


# -- who may be activated --------------------------------------------------------------------------------------------


class AsIf(Ctx):
    """The table as if an order ran on it: to know what could be declared before the order is given."""

    __slots__ = ("_tasks",)

    def __init__(self, ctx: Ctx, order: Order) -> None:
        """``ctx`` with ``order`` on top of its agenda, and a memo of its own."""
        super().__init__(ctx.game, ctx.state)
        self._tasks: tuple[Task, ...] = (*ctx.tasks, order)

    @property
    def tasks(self) -> Sequence[Task]:
        """The agenda with the order that is imagined."""
        return self._tasks


def activation_refusal(ctx: Ctx, side: Side, unit_id: UnitId) -> Refusal | None:
    """Why ``side`` may not activate this trooper in the Impetuous phase, or None."""
    unit = ctx.state.units.get(unit_id)
    if unit is None or unit.side != side:
        return refuse("NOT_YOUR_UNIT", "IM-07", unit=unit_id)
    if not unit.count(IMPETUOUS):
        return refuse("NO_TOKEN", "IM-05", unit=unit_id)
    if not on_board(unit):
        return None if can_arrive(ctx, unit) else refuse("OFF_BOARD", "D-I18", unit=unit_id)
    if not is_fit(unit):
        return refuse("NOT_FIT", "ST-2", unit=unit_id)
    if has_effect(ctx, unit, names.HEMMED_IN):
        return refuse("WITHDRAWS", "HM-38", unit=unit_id)
    return None if can_declare(ctx, unit) else _nothing(ctx, unit)


def can_declare(ctx: Ctx, unit: Unit) -> bool:
    """Is there anything on the list of the phase that the unit could begin with?"""
    key = ("impetuous", unit.id)
    found: bool | None = ctx.memo.get(key)
    if found is None:
        order = Order(unit.id, unit.side, IMPETUOUS, stage=2, trail=(unit.cell,))
        table, task = AsIf(ctx, order), DeclareFirst(unit.id)
        free = may_declare(table, task, "move") is None  # a Move is always listed, if only one that comes to nothing
        found = ctx.memo[key] = free or not only_pass(table, task)
    return found


def _nothing(ctx: Ctx, unit: Unit) -> Refusal:
    """What keeps the unit from moving, since all else there is on the list is not for it, either."""
    found = _held(ctx, unit, "move") or open_to(ctx, unit, "move") or kept_still(ctx, unit)
    return found or refuse("NOTHING_TO_DECLARE", "IM-11", unit=unit.id)


def may_activate(ctx: Ctx, side: Side) -> list[UnitId]:
    """The troopers that can be activated now, by id."""
    tokens = sorted(unit.id for unit in ctx.state.units.values() if unit.side == side and unit.count(IMPETUOUS))
    return [unit_id for unit_id in tokens if activation_refusal(ctx, side, unit_id) is None]
