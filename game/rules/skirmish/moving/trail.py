"""Carrying walks out, and what the running order remembers of them (OR-4, OR-5)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.board import Gait
from game.core.events import StateLost, UnitCounted, UnitMoved
from game.core.state import Action, Unit
from game.core.tx import Tx
from game.core.types import Cell, Path, UnitId, door_of
from game.rules.skirmish import names
from game.rules.skirmish.actions import Move, Reset, Shoot
from game.rules.skirmish.events import MarkerDiscovered, ReactionDeclared, SkillDeclared
from game.rules.skirmish.moving.ground import close_door, halts, holding
from game.rules.skirmish.queries import door_rule, foes_of, is_hive, is_marker, on_board
from game.rules.skirmish.tasks import HIDDEN, LOW, Declared, Order, Reaction, running_order


def amend(tx: Tx, **changes: Any) -> Order | None:
    """Change fields of the running order where it lies on the agenda; the new order, or None without one."""
    agenda = tx.agenda
    for index in range(len(agenda) - 1, -1, -1):
        task = agenda[index]
        if isinstance(task, Order):
            order = replace(task, **changes)
            agenda[index] = order
            return order
    return None


def reveal(tx: Tx, unit_id: UnitId, *, by: UnitId = 0, why: str = "revealed") -> None:
    """A Camouflaged marker shows to every side what it is (ST-10); nothing happens to any other unit."""
    unit = tx.state.units.get(unit_id)
    if unit is not None and is_marker(unit):
        tx.emit(StateLost(unit_id, names.CAMOUFLAGED, why))
        tx.emit(MarkerDiscovered(unit_id, tx.state.units[unit_id], by))


def walk(tx: Tx, unit_id: UnitId, path: Path, *, how: str = "move") -> bool:
    """Carry a walk out: steps, doors on the way, the stop in contact (MV-2). False when it was cut short.

    The path must be one that ``walk_refusal`` lets pass. Steps are told in one event up to each door worked.
    """
    start = tx.state.units[unit_id]
    held = holding(tx, start)
    trail: list[Cell] = []
    doors: list[int] = []
    segment: list[Cell] = []
    at, complete = start.cell, True
    stops = halts(tx, start, tx.state.doors, held)
    for index, step in enumerate(path):
        if step < 0:
            _flush(tx, unit_id, segment, how)
            if not _work(tx, unit_id, door_of(step)):
                complete = False
                break
            stops = halts(tx, start, tx.state.doors, held)  # nothing else that happens on a walk changes them
        else:
            segment.append(step)
            at = step
        trail.append(at)
        doors.append(tx.state.doors)
        if stops >> at & 1:
            complete = index == len(path) - 1
            break
    _flush(tx, unit_id, segment, how)
    leave_trail(tx, unit_id, trail, doors)
    find_markers(tx, unit_id)
    return complete


def stand_up(tx: Tx, unit_id: UnitId) -> None:
    """Leave Prone, if that is how the unit lies (MV-6)."""
    if names.PRONE in tx.state.units[unit_id].states:
        tx.emit(StateLost(unit_id, names.PRONE, "stood"))
        note_look(tx, unit_id)


def _work(tx: Tx, unit_id: UnitId, door: int) -> bool:
    """Work a door; False when it stays shut against the mover."""
    unit = tx.state.units[unit_id]
    if tx.state.doors >> door & 1:
        close_door(tx, unit, door)
        return True
    return door_rule(tx, unit).work(tx, unit, door)


def _flush(tx: Tx, unit_id: UnitId, segment: list[Cell], how: str) -> None:
    if segment:
        unit = tx.state.units[unit_id]
        tx.emit(UnitMoved(unit_id, tuple(segment), how, _cost(tx, unit, segment, how)))
        segment.clear()


def _cost(tx: Tx, unit: Unit, segment: list[Cell], how: str) -> int:
    """Points a segment took; a jump counts cells (MV-3)."""
    if how == "jump":
        return len(segment)
    gait = Gait.CLIMB if how == "climb" else Gait.WALK
    steps = tx.board.step_table(tx.state.doors, size=unit.size, gait=gait).ahead
    total, at = 0, unit.cell
    for step in segment:
        total += steps.cost(at, step) or 0
        at = step
    return total


def leave_trail(tx: Tx, unit_id: UnitId, cells: list[Cell], doors: list[int]) -> None:
    """Add cells to the running order's trail, if this is its actor, and how it was there."""
    order = running_order(tx)
    if order is not None and order.actor == unit_id and cells:
        looks = (look_of(tx.state.units[unit_id]),) * len(cells)
        amend(tx, trail=(*order.trail, *cells), doors=(*order.doors, *doors), looks=(*order.looks, *looks))


def look_of(unit: Unit) -> int:
    """How a unit is seen now, in bits of ``Order.looks``; of a marker nobody knows whether it lies (HI-1)."""
    if not unit.states:
        return 0
    return HIDDEN if names.CAMOUFLAGED in unit.states else LOW * (names.PRONE in unit.states)


def note_look(tx: Tx, unit_id: UnitId) -> None:
    """The actor of the running order is seen otherwise now, where it stands; a marker always looks alike."""
    unit = tx.state.units[unit_id]
    if on_board(unit) and not is_marker(unit):
        leave_trail(tx, unit_id, [unit.cell], [tx.state.doors])


def find_markers(tx: Tx, unit_id: UnitId) -> None:
    """A xeno that ended its walk in contact with Camouflaged markers finds them out (ST-10)."""
    unit = tx.state.units[unit_id]
    if not is_hive(tx, unit) or is_marker(unit):
        return
    near = 0
    for foe in foes_of(tx, unit.side):
        if is_marker(foe):
            near = near or tx.board.contact_mask(unit.cell, unit.size, tx.state.doors)
            if near & tx.board.footprint_mask(foe.cell, foe.size):
                reveal(tx, foe.id, by=unit.id, why="met")


def announce(tx: Tx, unit_id: UnitId, action: Action) -> None:
    """The actor says what it does before its move is made; ``record`` notes it afterwards.

    A Camouflaged marker that declares anything but Move shows itself (ST-10).
    """
    if not isinstance(action, Move) and is_marker(tx.state.units[unit_id]):
        reveal(tx, unit_id)
        note_look(tx, unit_id)
    tx.emit(SkillDeclared(unit_id, action))


def record(tx: Tx, unit_id: UnitId, action: Action, *, announced: bool = False) -> None:
    """Note a declared skill or reaction in the running order; for a skill with a move, after that was made.

    The actor's skill gets the cell it stands on and the mark of its trail; anyone else's is a reaction.
    """
    order = running_order(tx)
    if order is None:
        return
    if unit_id == order.actor:
        if not announced:
            announce(tx, unit_id, action)
            order = running_order(tx) or order
        declared = Declared(action, tx.state.units[unit_id].cell)
        amend(tx, skills=(*order.skills, declared), marks=(*order.marks, len(order.trail)))
        return
    reveal(tx, unit_id)
    unit = tx.state.units[unit_id]
    amend(tx, reactions=(*order.reactions, Reaction(unit_id, action, 1 if order.stage < SECOND_STAGE else 2)))
    tx.emit(ReactionDeclared(unit_id, action))
    if isinstance(action, Shoot) and tx.game.side_kinds.get(tx.state.turn) == "hive":
        tx.emit(UnitCounted(unit_id, names.OVERWATCH, unit.count(names.OVERWATCH) + 1))
    elif isinstance(action, Reset):
        tx.emit(UnitCounted(unit_id, names.RESET_TRIED, 1))


SECOND_STAGE = 4
"""Orders from this stage on (OR-4 steps done) are in the second reaction window."""
