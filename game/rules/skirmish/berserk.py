"""Berserk: the run into contact and the blow that ends it (AT-4, D-I17). Combat resolves the blow."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, Path
from game.rules.skirmish.actions import Berserk, Idle
from game.rules.skirmish.declare import may_declare
from game.rules.skirmish.moving.ground import holding
from game.rules.skirmish.moving.plan import needs_judging, path_in, walk_reach, walk_refusal
from game.rules.skirmish.moving.trail import announce, record, stand_up, walk
from game.rules.skirmish.queries import (
    arms_of,
    as_mover,
    foes_of,
    has_skill,
    is_marker,
    profile_of,
    range_between,
    sees,
    weapon_bar,
)
from game.rules.skirmish.tasks import DeclareFirst

BERSERK = "berserk"
"""The skill that allows it."""


def run_points(ctx: Ctx, unit: Unit) -> int:
    """MOV a + b (AT-4); whoever lies prone stands up first, at no cost (MV-6)."""
    return sum(profile_of(ctx, unit).mov)


def blades(ctx: Ctx, unit: Unit) -> list[str]:
    """The unit's weapons for close combat, in the order of its profile."""
    weapons = ctx.game.weapons
    return [
        name
        for name in arms_of(ctx, unit)
        if weapons[name].use in ("cc", "both") and weapon_bar(ctx.game, weapons[name]) is None
    ]


def _is_target(ctx: Ctx, unit: Unit, foe: Unit) -> bool:
    """In sight, within the run, and no marker (D-I17)."""
    return not is_marker(foe) and range_between(ctx, unit, foe) <= run_points(ctx, unit) and sees(ctx, unit, foe)


def runs(ctx: Ctx, unit: Unit) -> dict[int, Path]:
    """Each target that can be reached, by id, with the cheapest run into contact; no step from contact."""
    key = ("berserk", unit.id, unit.form)
    found: dict[int, Path] | None = ctx.memo.get(key)
    if found is None:
        found = ctx.memo[key] = _runs(ctx, unit)
    return found


def _runs(ctx: Ctx, unit: Unit) -> dict[int, Path]:
    board, state = ctx.board, ctx.state
    found: dict[int, Path] = {}
    near = board.contact_mask(unit.cell, unit.size, state.doors)
    foes = [foe for foe in foes_of(ctx, unit.side) if _is_target(ctx, unit, foe)]
    away = []
    for foe in foes:
        if near & board.footprint_mask(foe.cell, foe.size):
            found[foe.id] = ()
        else:
            away.append(foe)
    if not away or holding(ctx, unit):
        return found
    points = run_points(ctx, unit)
    ways = walk_reach(ctx, unit, points)
    judge = needs_judging(ctx, unit)
    for foe in away:
        around = board.anchors_over(board.contact_mask(foe.cell, foe.size, state.doors), unit.size)
        ends = [cell for cell in ways.cost if around >> cell & 1]
        for cell in sorted(ends, key=lambda end: _nearness(ctx, ways.cost[end], unit, end, foe)):
            path = path_in(ways, cell)
            if not judge or walk_refusal(ctx, unit, path, points) is None:
                found[foe.id] = path
                break
    return found


def _nearness(ctx: Ctx, cost: int, unit: Unit, end: Cell, foe: Unit) -> tuple[int, int, Cell]:
    """The ties of C-8 among the ends of a run: points, straight distance to the target, lowest (y, x)."""
    return cost, ctx.board.squared_gap(end, unit.size, foe.cell, foe.size), end


def _options(ctx: Ctx, task: DeclareFirst) -> Sequence[Action]:
    unit = ctx.state.units[task.actor]
    if not has_skill(ctx, unit, BERSERK) or may_declare(ctx, task, "berserk") is not None:
        return ()
    unit = as_mover(ctx, unit)
    arms = blades(ctx, unit)
    return [Berserk(target, arm, path) for target, path in sorted(runs(ctx, unit).items()) for arm in arms]


def _verdict(ctx: Ctx, task: DeclareFirst, action: Berserk) -> Refusal | None:
    unit = ctx.state.units[task.actor]
    if not has_skill(ctx, unit, BERSERK):
        return refuse("NO_BERSERK", "AT-4", unit=unit.id)
    refusal = may_declare(ctx, task, "berserk")
    if refusal is not None:
        return refusal
    unit = as_mover(ctx, unit)
    if action.weapon not in blades(ctx, unit):
        return refuse("NOT_HIS_WEAPON", "UN-4", weapon=action.weapon)
    foe = ctx.state.units.get(action.target)
    if foe is None or foe not in foes_of(ctx, unit.side) or not _is_target(ctx, unit, foe):
        return refuse("NO_TARGET", "D-I17", unit=action.target)
    if action.path:
        refusal = walk_refusal(ctx, unit, action.path, run_points(ctx, unit))
        if refusal is not None:
            return refusal
    if not _in_contact(ctx, unit, foe, _end(unit, action.path), action.path):
        return refuse("NO_CONTACT", "AT-4", unit=action.target)
    return None


def _end(unit: Unit, path: Path) -> Cell:
    return next((step for step in reversed(path) if step >= 0), unit.cell)


def _in_contact(ctx: Ctx, unit: Unit, foe: Unit, cell: Cell, path: Path) -> bool:
    """Contact at the end of the run, doors as the run leaves them."""
    doors = ctx.state.doors
    for step in path:
        if step < 0:
            doors ^= 1 << (-step - 1)
    return ctx.board.contact(cell, unit.size, foe.cell, foe.size, doors)


def _berserk(tx: Tx, task: DeclareFirst, action: Berserk) -> None:
    """A run that did not come to contact after all is Idle (D-I17)."""
    tx.pop()
    announce(tx, task.actor, action)
    stand_up(tx, task.actor)
    if action.path:
        walk(tx, task.actor, action.path, how="berserk")
    unit, foe = tx.state.units[task.actor], tx.state.units.get(action.target)
    touches = foe is not None and _in_contact(tx, unit, foe, unit.cell, ())
    record(tx, task.actor, action if touches else Idle(), announced=True)


def berserk_offers() -> tuple[Offer, ...]:
    """Berserk, alone in its order."""
    return (Offer(DeclareFirst, Berserk, _options, _verdict, _berserk),)
