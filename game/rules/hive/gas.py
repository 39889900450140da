"""Toxic gas from the infestation markers (HM-47 to HM-50, HM-A15)."""

from __future__ import annotations

from game.board import flood
from game.core.state import Marker, Unit
from game.core.tx import Ctx, Tx
from game.rules.hive.events import GasSpread
from game.rules.hive.names import POISON_FACE
from game.rules.hive.tasks import GasAttack
from game.rules.skirmish import names
from game.rules.skirmish.combat import gain


def infestations(ctx: Ctx) -> list[Marker]:
    """The infestation markers on the board, by id."""
    found = (m for m in ctx.state.markers.values() if m.kind == names.INFESTATION)
    return sorted(found, key=lambda marker: marker.id)


def gas_attack(tx: Tx, _task: GasAttack) -> None:
    """One die a marker for the reach of its gas, then one die for each trooper caught by any of it."""
    covered = 0
    for marker in infestations(tx):
        reach = tx.roll("gas.reach", target=marker.id)[0]
        cells = flood(tx.board, marker.cell, reach, tx.state.doors)
        tx.emit(GasSpread(marker.id, cells))
        covered |= cells
    for unit in _caught(tx, covered):
        if tx.roll("gas.marine", unit=unit.id)[0] <= POISON_FACE and unit.id in tx.state.units:
            gain(tx, unit.id, names.INTOXICATED)
            gain(tx, unit.id, names.INCAPACITATED)


def _caught(ctx: Ctx, covered: int) -> list[Unit]:
    """Troopers with a cell in the gas, by id; one already incapacitated has nothing more to lose."""
    kinds = ctx.game.side_kinds
    return sorted(
        (
            unit
            for unit in ctx.state.units.values()
            if kinds[unit.side] == "human"
            and ctx.board.footprint_mask(unit.cell, unit.size) & covered
            and names.INCAPACITATED not in unit.states
        ),
        key=lambda unit: unit.id,
    )
