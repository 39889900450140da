"""Mines: laid in the open, set off by an enemy's own step, disarmed by engineers (decision 0012)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from game.board import Board, Mask, Terrain, cells_of, circle, mask_of
from game.core.events import MarkerCounted, MarkerPlaced, MarkerRemoved, UnitCounted, UnitMoved
from game.core.profile import Weapon
from game.core.refusal import Refusal, refuse
from game.core.state import Marker, Task, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, UnitId
from game.rules.ammunition.rounds import CODEONE, EM
from game.rules.skirmish import names
from game.rules.skirmish.actions import Place, Use
from game.rules.skirmish.combat import call_guts, hit_unit
from game.rules.skirmish.combat.blasts import CIRCLE, units_in
from game.rules.skirmish.combat.plans import Aim, Attack, Victim
from game.rules.skirmish.events import AttackResolved, TemplatePlaced
from game.rules.skirmish.gear import ENGINEER, Usage, markers_at_hand
from game.rules.skirmish.placing import Deployable
from game.rules.skirmish.queries import foes_of, has_skill, is_fit, is_marker, marker_cells
from game.rules.skirmish.tasks import Order, running_order

EM_MINE: Final = "em_mine"
"""The name of the gear, and of the weapon that a mine is."""
DISARM: Final = "disarm"
"""The way of ``Use`` by which an engineer removes a mine."""
CARRIED: Final = 2
"""Mines that one trooper has."""
KEEPS_AWAY: Final = 2
"""No mine is laid where an enemy is within this many cells."""
CHARGE: Final = Weapon(EM_MINE, "bs", 13, 1, (EM,), (), CIRCLE)
"""What goes off unless the roster says other: Damage 13, a circle (AT-5), electromagnetic."""
BLAST: Final = "mine"
"""Kind of attack: neither BS nor CC, so cover adds nothing to the saves (RL-5)."""
LAID: Final = "mines_laid"
"""Counter of a unit: mines it has laid."""
BY, AT, SKILL = "tripped_by", "tripped_at", "tripped_in"
"""Counters of a mine that was set off and has not gone off yet: by whom, on which anchor (plus one), and in which skill
of the running order (the first is 1)."""
MOVED_BY_OTHERS: Final = frozenset({"push", "event"})
"""How units move that are moved by others; that sets nothing off (X-42)."""
SPENT, DISARMED = "set_off", "removed"
ROLLS: Final = 6
"""Orders from this stage on have had their rolls (OR-4)."""


class MineDue(Task, frozen=True):
    """A mine that was set off after the rolls of an order, or outside any, goes off at once."""

    marker: int


def charge_of(ctx: Ctx) -> Weapon:
    """What a mine does when it goes off."""
    return ctx.game.weapons.get(EM_MINE, CHARGE)


def owner_team(ctx: Ctx, mine: Marker) -> str:
    """The team of the side that laid it; nobody's for a mine without a known side."""
    return ctx.game.teams.get(mine.name, "")


def is_mine(marker: Marker) -> bool:
    """Is this marker a mine?"""
    return marker.kind == names.MINE


def is_tripped(mine: Marker) -> bool:
    """Was it set off?"""
    return any(name == BY for name, _ in mine.counters)


def reading(mine: Marker, name: str) -> int:
    """A counter of a mine, 0 if it has none of that name."""
    return next((value for key, value in mine.counters if key == name), 0)


def blast_of(ctx: Ctx, mine: Marker, doors: Mask) -> Mask:
    """The cells that a mine reaches: the circle around it that it sees (AT-5)."""
    return circle(ctx.board, mine.cell, doors, reach2=ctx.rules["template_reach"], murk=ctx.state.murk)


# -- laying one (OR-3) ---------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _open_ground(board: Board) -> Mask:
    ground = (Terrain.FLOOR, Terrain.DIFFICULT)
    return mask_of(cell for cell, terrain in enumerate(board.terrain) if terrain in ground)


def _free(ctx: Ctx) -> Mask:
    """Open ground on which nothing stands or lies."""
    return _open_ground(ctx.board) & ~ctx.state.occupied & ~marker_cells(ctx)


def _watched(ctx: Ctx, unit: Unit, cell: Cell) -> bool:
    """Is an enemy too near?"""
    return any(
        ctx.board.range(cell, 1, foe.cell, foe.size) <= KEEPS_AWAY for foe in foes_of(ctx, unit.side) if is_fit(foe)
    )


def mine_cells(ctx: Ctx, unit: Unit) -> Sequence[Cell]:
    """The cells in contact on which this trooper may lay a mine."""
    if unit.count(LAID) >= CARRIED:
        return ()
    near = ctx.board.contact_mask(unit.cell, unit.size, ctx.state.doors) & _free(ctx)
    return [cell for cell in cells_of(near) if not _watched(ctx, unit, cell)]


def why_not_there(ctx: Ctx, unit: Unit, cell: Cell) -> Refusal | None:
    """What there is to say about a cell that a mine may not be laid on."""
    if unit.count(LAID) >= CARRIED:
        return refuse("NO_MINES_LEFT", "OR-3", count=CARRIED)
    if 0 <= cell < ctx.board.size and _free(ctx) >> cell & 1 and _watched(ctx, unit, cell):
        return refuse("MINE_NEAR_ENEMY", "OR-3", cells=KEEPS_AWAY)
    return None


def lay(tx: Tx, user: UnitId, cell: Cell) -> None:
    """Put the mine down, if its cell is still free; it belongs to the side of whoever laid it, and all may see it."""
    unit = tx.state.units[user]
    if not _free(tx) >> cell & 1:
        return
    tx.emit(UnitCounted(user, LAID, unit.count(LAID) + 1))
    tx.emit(MarkerPlaced(Marker(tx.state.next_id, names.MINE, cell, name=unit.side)))


MINE_ROW: Final = Deployable(mine_cells, lay, why_not_there)


def no_mines_in_codeone(ctx: Ctx, _task: object, action: Place) -> Refusal | None:
    """The simplified rules have none (EM-01); a bar on Place."""
    if action.equipment == EM_MINE and ctx.rules[CODEONE]:
        return refuse("NOT_IN_CODEONE", "EM-01", weapon=EM_MINE)
    return None


# -- setting one off -----------------------------------------------------------------------------------------


def stepped(tx: Tx, event: UnitMoved) -> None:
    """A listener: the first step of an enemy's own move that ends in a mine's reach sets it off; the move goes on."""
    if not tx.state.markers or event.how in MOVED_BY_OTHERS:
        return
    mines = [m for m in tx.state.markers.values() if is_mine(m) and not is_tripped(m)]
    if not mines:
        return
    unit = tx.state.units[event.unit]
    if is_marker(unit):
        return
    for mine in sorted(mines, key=lambda mine: mine.id):
        if owner_team(tx, mine) == tx.game.teams[unit.side]:
            continue
        reach = blast_of(tx, mine, tx.state.doors)
        for cell in event.path:
            if tx.board.footprint_mask(cell, unit.size) & reach:
                trip(tx, mine, unit.id, cell)
                break


def trip(tx: Tx, mine: Marker, unit: UnitId, cell: Cell) -> None:
    """Set a mine off: it goes off with the rolls of the running order, or at once where there are none to come."""
    order = running_order(tx)
    _mark(tx, mine, unit, cell)
    if order is not None and order.stage < ROLLS:
        tx.emit(MarkerCounted(mine.id, SKILL, len(order.skills) + 1))
    else:
        tx.push(MineDue(mine.id))


def _mark(tx: Tx, mine: Marker, unit: UnitId, cell: Cell) -> None:
    tx.emit(MarkerCounted(mine.id, BY, unit))
    tx.emit(MarkerCounted(mine.id, AT, cell + 1))


def _tripped(ctx: Ctx) -> list[Marker]:
    """Mines that were set off in the running order and have not gone off, by id."""
    found = [mine for mine in ctx.state.markers.values() if mine.counters and is_mine(mine) and is_tripped(mine)]
    return sorted(found, key=lambda mine: mine.id) if found else found


def _reach_then(ctx: Ctx, mine: Marker, order: Order) -> Mask:
    """What it reaches, with the doors that were open when it was set off: shutting one afterwards is no help (OR-5)."""
    skill, cell = reading(mine, SKILL), reading(mine, AT) - 1
    walked = order.marks[skill - 2] if 1 < skill <= len(order.marks) + 1 else 0
    noted = order.trail[: len(order.doors)]
    if skill and cell in noted[walked:]:
        return blast_of(ctx, mine, order.doors[noted.index(cell, walked)])
    return blast_of(ctx, mine, ctx.state.doors)


def dangers(ctx: Ctx, order: Order, skills: int) -> Mask:
    """The cells of mines that the first skills of the order set off: who stands there may Dodge (MV-5)."""
    cells = 0
    if ctx.state.markers:
        for mine in _tripped(ctx):
            if 0 < reading(mine, SKILL) <= skills:
                cells |= _reach_then(ctx, mine, order)
    return cells


def blasts(ctx: Ctx, order: Order) -> Iterator[Attack]:
    """What the mines that were set off do in the rolls of the order: no die, every unit in the circle, friends too.

    Whoever set one off is where it did so, all others where they stand (AT-5, OR-5).
    """
    if ctx.state.markers:
        charge = charge_of(ctx)
        for mine in _tripped(ctx):
            cells = _reach_then(ctx, mine, order)
            caught = units_in(ctx, cells, mover=reading(mine, BY), mover_cell=reading(mine, AT) - 1)
            yield Attack(
                unit=mine.id,
                action=Place(EM_MINE, mine.cell),
                weapon=charge,
                mode=BLAST,
                cell=mine.cell,
                damage=charge.damage,
                reaction=True,
                fixed=False,
                aims=(Aim(0, -1, mine.cell, 1, None, 0, (), covered=False),),
                cells=cells,
                victims=tuple(Victim(unit.id, covered=False) for unit in caught),
            )


def spent(tx: Tx, event: TemplatePlaced) -> None:
    """A listener: a mine whose circle lies on the board is gone."""
    mine = tx.state.markers.get(event.unit)
    if mine is not None and is_mine(mine):
        tx.emit(MarkerRemoved(mine.id, SPENT))


def go_off(tx: Tx, task: MineDue) -> None:
    """A mine goes off at once: nobody reacts, units are hit where they stand."""
    mine = tx.state.markers.get(task.marker)
    if mine is None:
        return
    charge, cells = charge_of(tx), blast_of(tx, mine, tx.state.doors)
    tx.emit(TemplatePlaced(mine.id, EM_MINE, mine.cell, cells))
    threats: dict[UnitId, list[Cell]] = {}
    for unit in units_in(tx, cells):
        tx.emit(AttackResolved(mine.id, EM_MINE, unit.id, 1, 0))
        if hit_unit(tx, unit.id, charge.damage, charge.ammo, kind=BLAST):
            threats[unit.id] = [mine.cell]
    call_guts(tx, threats)


def overdue(tx: Tx, _order: Order) -> None:
    """At the end of an order whose rolls never came, what it set off goes off all the same."""
    if tx.state.markers:
        tx.push(*[MineDue(mine.id) for mine in _tripped(tx)])


# -- disarming one -------------------------------------------------------------------------------------------


def _at_hand(ctx: Ctx, unit: Unit) -> Sequence[tuple[int, int]]:
    """Enemy mines in contact with an engineer."""
    if not ctx.state.markers or not has_skill(ctx, unit, ENGINEER):
        return ()
    team = ctx.game.teams[unit.side]
    return [(mine.id, -1) for mine in markers_at_hand(ctx, unit, names.MINE) if owner_team(ctx, mine) != team]


def _disarm(tx: Tx, user: UnitId, action: Use, passed: bool, cell: Cell) -> None:
    """A WIP roll before the other rolls of the order: passed, the mine is gone; failed, it goes off with those."""
    mine = tx.state.markers.get(action.target)
    if mine is None:
        return
    if passed:
        tx.emit(MarkerRemoved(mine.id, DISARMED, user))
    elif not is_tripped(mine):
        _mark(tx, mine, user, cell)


def _wip(_ctx: Ctx, _unit: Unit) -> str:
    return "wip"


DISARM_ROW: Final = Usage(_at_hand, _disarm, _wip)
