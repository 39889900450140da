"""Set-up: mustering the forces, initiative, and placing troopers one at a time (TS-0)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.core.events import MarkerPlaced, SideCounted, StateGained, UnitArrived, UnitPlaced, UnitRemoved
from game.core.options import Joined, Mapped
from game.core.profile import Profile
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.scenario import Recruit, SideSetup
from game.core.state import NO_CELL, Action, Marker, Unit
from game.core.tx import Ctx, Tx
from game.core.types import WAITING_IDS, Cell, Side, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.actions import Deploy
from game.rules.skirmish.queries import footprint_of, has_skill, marker_cells, profile_of, state_bar, units_of
from game.rules.skirmish.tasks import Deployment

WAITING_ROW = 1000
"""Ids kept for those of one side who wait off board; no side may have more of them."""


def muster(tx: Tx) -> None:
    """Put the scenario's markers and placed units on the table, everyone else beside it; count the points.

    Those who wait off board have ids of a row of their own, one for each side: no gap among the others' ids, and none
    among those of what comes later, tells of them (HI-1).
    """
    scenario = tx.game.scenario
    for thing in scenario.markers:
        tx.emit(MarkerPlaced(Marker(tx.state.next_id, thing.kind, thing.cell, 0, thing.name)))
    sides = sorted(scenario.sides, key=lambda s: s.kind != "hive")
    for side in sides:
        for recruit in side.force:
            if not recruit.reserve:
                _enlist(tx, side, recruit, tx.state.next_id)
    for place, side in enumerate(sorted(sides, key=lambda s: s.kind == "hive")):
        waiting = [recruit for recruit in side.force if recruit.reserve]
        for id_, recruit in enumerate(waiting, start=WAITING_IDS + WAITING_ROW * place):
            _enlist(tx, side, recruit, id_)
    for side in sides:
        points = sum(tx.game.kinds[recruit.kind].cost for recruit in side.force)
        if points:
            tx.emit(SideCounted(side.id, "points", points))
        if any(recruit.lieutenant for recruit in side.force):
            tx.emit(SideCounted(side.id, "led", 1))


def _enlist(tx: Tx, side: SideSetup, recruit: Recruit, id_: UnitId) -> None:
    """Bring a unit into the game, with all that rule systems have to say about it."""
    tx.emit(UnitPlaced(_unit(tx, side, recruit, id_)))
    for brings in tx.game.rulebook.points[names.RECRUITED]:
        brings(tx, id_, recruit)


def _unit(tx: Tx, side: SideSetup, recruit: Recruit, id_: UnitId) -> Unit:
    profile: Profile = tx.game.kinds[recruit.kind].profiles[recruit.form]
    counters = [(names.LIEUTENANT, 1)] if recruit.lieutenant else []
    if recruit.master:
        counters.append((names.MASTER, 1))
    states = [names.WAITING] if recruit.reserve else []
    unit = Unit(
        id=id_,
        kind=recruit.kind,
        side=side.id,
        cell=NO_CELL if recruit.reserve else recruit.cell,
        size=profile.size,
        form=recruit.form,
        states=tuple(sorted(states)),
        group=recruit.group,
        policy=recruit.policy,
        counters=tuple(sorted(counters)),
        upgrades=recruit.upgrades,
    )
    if recruit.hidden and state_bar(tx, unit, names.CAMOUFLAGED) is None:
        unit = replace(unit, states=tuple(sorted((*states, names.CAMOUFLAGED))))
    return unit


def initiative(tx: Tx) -> tuple[Side, ...]:
    """The order of the human sides: the scenario's against the hive, else by initiative, highest first (TS-0)."""
    humans = [side.id for side in tx.game.scenario.sides if side.kind == "human"]
    if len(humans) < 2 or "hive" in tx.game.side_kinds.values():
        return tuple(humans)
    return tuple(_ranked(tx, humans))


def _ranked(tx: Tx, sides: list[Side]) -> list[Side]:
    """``sides`` by d20 + the Lieutenant's WIP; those that tie roll again among themselves."""
    if len(sides) == 1:
        return sides
    totals: dict[int, list[Side]] = {}
    for side in sides:
        lieutenant = next((u for u in units_of(tx, side) if u.count(names.LIEUTENANT)), None)
        wip = profile_of(tx, lieutenant).wip if lieutenant is not None else 0
        face = tx.roll("initiative", unit=lieutenant.id if lieutenant is not None else 0)[0]
        totals.setdefault(face + wip, []).append(side)
    return [side for total in sorted(totals, reverse=True) for side in _ranked(tx, totals[total])]


def next_to_deploy(ctx: Ctx, side: Side) -> Unit | None:
    """The trooper that is placed next: the lowest id that stands off board and does not wait there."""
    for unit in units_of(ctx, side):
        if unit.cell == NO_CELL and names.WAITING not in unit.states:
            return unit
    return None


def deploy_zone(ctx: Ctx, side: Side) -> str:
    """The name of a side's deployment zone (BD-12)."""
    for setup in ctx.game.scenario.sides:
        if setup.id == side and setup.deploy:
            return setup.deploy
    return f"deploy:{side}"


def deploy_cells(ctx: Ctx, unit: Unit) -> list[Cell]:
    """The anchors on which ``unit`` may be deployed: its whole footprint in the zone, enterable and free."""
    board = ctx.board
    zone = board.zone_mask(deploy_zone(ctx, unit.side))
    taken = ctx.state.occupied | marker_cells(ctx)
    return [
        cell
        for cell in board.zones.get(deploy_zone(ctx, unit.side), ())
        if (mask := board.footprint_mask(cell, unit.size))
        and mask & zone == mask
        and not mask & taken
        and not any(board.blocks_move(part, ctx.state.doors) for part in board.footprint(cell, unit.size))
    ]


def _options(ctx: Ctx, task: Deployment) -> Sequence[Action]:
    unit = next_to_deploy(ctx, task.side)
    if unit is None:
        return ()
    families = [_places(ctx, replace(unit, form=form, size=size)) for form, size in _forms(ctx, unit)]
    return families[0] if len(families) == 1 else Joined(families)


def _places(ctx: Ctx, unit: Unit) -> Sequence[Action]:
    """Where a trooper may be put in the form it has here, plainly or as a marker."""
    cells = deploy_cells(ctx, unit)
    ways = [False, True] if _hide_refusal(ctx, unit) is None else [False]
    count = len(cells)
    return Mapped(range(count * len(ways)), lambda i: Deploy(unit.id, cells[i % count], ways[i // count], unit.form))


def _forms(ctx: Ctx, unit: Unit) -> list[tuple[int, int]]:
    """The profiles on which it may deploy, each with its footprint: the one it has, unless a rule system says more."""
    for offers in ctx.game.rulebook.points[names.DEPLOY_FORMS]:
        forms: Sequence[int] = offers(ctx, unit)
        if forms:
            return [(form, footprint_of(ctx, unit, form)) for form in forms]
    return [(unit.form, unit.size)]


def _hide_refusal(ctx: Ctx, unit: Unit) -> Refusal | None:
    """Why this trooper may not be deployed as a marker, or None."""
    if not has_skill(ctx, unit, names.CAMOUFLAGE):
        return refuse("CANNOT_HIDE", "ST-10", unit=unit.id)
    return state_bar(ctx, unit, names.CAMOUFLAGED)


def _verdict(ctx: Ctx, task: Deployment, action: Deploy) -> Refusal | None:
    unit = next_to_deploy(ctx, task.side)
    if unit is None or action.unit != unit.id:
        return refuse("NOT_NEXT_TO_DEPLOY", "TS-0", unit=action.unit)
    sizes = dict(_forms(ctx, unit))
    if action.form not in sizes:
        return refuse("WRONG_FORM", "TR-12", form=action.form)
    unit = replace(unit, form=action.form, size=sizes[action.form])
    refusal = _hide_refusal(ctx, unit) if action.hidden else None
    if refusal is not None:
        return refusal
    if action.cell in deploy_cells(ctx, unit):
        return None
    if (ctx.state.occupied | marker_cells(ctx)) >> max(action.cell, 0) & 1:
        return refuse("ZONE_CELL_TAKEN", "BD-4")
    return refuse("NOT_IN_ZONE", "TS-0", zone=deploy_zone(ctx, task.side))


def _perform(tx: Tx, task: Deployment, action: Deploy) -> None:
    tx.pop()
    unit = tx.state.units[action.unit]
    if action.form != unit.form:
        tx.emit(UnitPlaced(replace(unit, form=action.form, size=footprint_of(tx, unit, action.form))))
    tx.emit(UnitArrived(action.unit, action.cell))
    if action.hidden:
        tx.emit(StateGained(action.unit, names.CAMOUFLAGED))
    push_deployment(tx, task.side)


def push_deployment(tx: Tx, side: Side) -> None:
    """Ask for the next trooper; one that finds no room any more is left behind."""
    while (unit := next_to_deploy(tx, side)) is not None:
        if any(deploy_cells(tx, replace(unit, form=form, size=size)) for form, size in _forms(tx, unit)):
            tx.push(Deployment(side))
            return
        tx.emit(UnitRemoved(unit.id, "no_room"))


OFFERS = (Offer(Deployment, Deploy, _options, _verdict, _perform),)
