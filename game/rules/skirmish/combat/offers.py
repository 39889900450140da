"""BS Attack, CC Attack, Dodge and Reset as answers to a declaration or a reaction (OR-3, OR-5, section 7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from game.core.profile import Weapon
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import NO_CELL, Action, Task, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.actions import Dodge, Fight, Reset, Shoot
from game.rules.skirmish.combat.modifiers import RESETS
from game.rules.skirmish.combat.plans import shot
from game.rules.skirmish.combat.targets import (
    BREACH,
    aim_refusal,
    aims,
    breaks_doors,
    door_refusal,
    in_range,
    marks_of,
    melee_targets,
    reaction_aim,
    shut_doors,
    target_refusal,
    weapon_refusal,
    weapons_for,
)
from game.rules.skirmish.declare import may_declare, open_to
from game.rules.skirmish.moving.ground import access_doors
from game.rules.skirmish.moving.trail import record
from game.rules.skirmish.reactions import firing
from game.rules.skirmish.tasks import LOW, DeclareFirst, DeclareSecond, Order, React, running_order

Judge = Callable[[Ctx, Task, Unit, Any], Refusal | None]
Lister = Callable[[Ctx, Task, Unit], Sequence[Action]]

NO_DOOR: Final = -1
"""The door of an attack that is not aimed at one."""


def asked_unit(task: Task) -> UnitId:
    """The unit that a decision asks: the acting unit, or the one that may react."""
    unit: UnitId = task.unit if isinstance(task, React) else task.actor  # type: ignore[attr-defined]
    return unit


def declarable(ctx: Ctx, task: Task, unit: Unit, skill: str) -> Refusal | None:
    """Why the unit may not name this skill in answer to this task, or None (OR-3, OR-5, section 9)."""
    if isinstance(task, DeclareFirst | DeclareSecond | React):
        return may_declare(ctx, task, skill)
    return open_to(ctx, unit, skill)


# -- BS Attack ------------------------------------------------------------------------------------------


def _shots(ctx: Ctx, task: Task, unit: Unit) -> Sequence[Action]:
    """Each weapon at each target in reach with all its dice; a burst that is shared out need not be listed (RL-4)."""
    if isinstance(task, React):
        return _reaction_shots(ctx, unit)
    found: list[Action] = []
    for weapon in weapons_for(ctx, unit, "bs"):
        if weapon.template:
            found += [Shoot(weapon.id, at=aim) for aim in aims(ctx, unit, weapon)]
            continue
        found += [Shoot(weapon.id, (m.id,)) for m in marks_of(ctx, unit) if in_range(weapon, m.distance)]
        if BREACH in weapon.traits:
            found += [
                Shoot(weapon.id, door=door)
                for door in shut_doors(ctx)
                if door_refusal(ctx, unit, weapon, door, melee=False) is None
            ]
    return found


def _reaction_shots(ctx: Ctx, unit: Unit) -> Sequence[Action]:
    """Each weapon at the cell of the walk where its chance is best (OR-5)."""
    order = running_order(ctx)
    if order is None:
        return ()
    found = []
    for weapon in weapons_for(ctx, unit, "bs"):
        cell = best_cell(ctx, unit, weapon, order)
        if cell != NO_CELL:
            found.append(_reaction_shot(weapon, order, cell))
    return found


def _reaction_shot(weapon: Weapon, order: Order, cell: Cell) -> Shoot:
    return Shoot(weapon.id, () if weapon.template else (order.actor,), cell)


def best_cell(ctx: Ctx, unit: Unit, weapon: Weapon, order: Order) -> Cell:
    """The cell of the acting unit's walk at which this shot has the best SV, the first of several; -1: none (OR-5)."""
    key = ("best_cell", unit.id, weapon.id, len(order.skills), len(order.trail))
    known: Cell | None = ctx.memo.get(key)
    if known is None:
        known = ctx.memo[key] = _best_cell(ctx, unit, weapon, order)
    return known


def _best_cell(ctx: Ctx, unit: Unit, weapon: Weapon, order: Order) -> Cell:
    mover = ctx.state.units[order.actor]
    best, best_value = NO_CELL, 0
    for cell, (_, doors, look) in firing(ctx, unit, order).items():
        if not reaction_aim(ctx, unit, weapon, mover, cell, doors):
            continue
        if weapon.template == "cone":
            return cell
        aim = shot(ctx, unit, weapon, mover.id, -1, unit.cell, cell, 1, reaction=True, doors=doors, low=look & LOW)
        value = aim.value.value if aim.value is not None else 0
        if best == NO_CELL or value > best_value:
            best, best_value = cell, value
    return best


def _judge_shot(ctx: Ctx, task: Task, unit: Unit, action: Shoot) -> Refusal | None:
    refusal = weapon_refusal(ctx, unit, action.weapon, "bs")
    if refusal is not None:
        return refusal
    weapon = ctx.game.weapons[action.weapon]
    if isinstance(task, React):
        return _judge_reaction_shot(ctx, unit, action, weapon)
    if action.door != NO_DOOR:
        if action.targets or action.at != NO_CELL or weapon.template:
            return refuse("ONE_KIND_OF_TARGET", "AT-1")
        return door_refusal(ctx, unit, weapon, action.door, melee=False)
    if weapon.template:
        return refuse("ONE_KIND_OF_TARGET", "AT-5") if action.targets else aim_refusal(ctx, unit, weapon, action.at)
    if action.at != NO_CELL:
        return refuse("ONE_KIND_OF_TARGET", "AT-1")
    if len(action.targets) not in (1, weapon.burst):
        return refuse("DICE_OF_BURST", "RL-4", burst=weapon.burst)
    for target in dict.fromkeys(action.targets):
        refusal = target_refusal(ctx, unit, weapon, target)
        if refusal is not None:
            return refusal
    return None


def _judge_reaction_shot(ctx: Ctx, unit: Unit, action: Shoot, weapon: Weapon) -> Refusal | None:
    """A reaction is aimed at the acting unit, on a cell of its walk (OR-5, D-I3)."""
    order = running_order(ctx)
    if order is None or action.door != NO_DOOR or action.targets not in ((), (order.actor,)):
        return refuse("ONLY_THE_ACTOR", "OR-5", unit=0 if order is None else order.actor)
    if not weapon.template and not action.targets:
        return refuse("ONLY_THE_ACTOR", "OR-5", unit=order.actor)
    moments = firing(ctx, unit, order)
    mover = ctx.state.units[order.actor]
    if action.at == NO_CELL:
        if best_cell(ctx, unit, weapon, order) != NO_CELL:
            return None
        near = min(ctx.board.range(unit.cell, unit.size, cell, mover.size) for cell in moments)
        return refuse("OUT_OF_RANGE", "AT-1", weapon=weapon.id, distance=near)
    moment = moments.get(action.at)
    if moment is None:
        return refuse("NOT_ON_ITS_WALK", "OR-5", cell=action.at)
    if not reaction_aim(ctx, unit, weapon, mover, action.at, moment.doors):
        distance = ctx.board.range(unit.cell, unit.size, action.at, mover.size)
        return refuse("OUT_OF_RANGE", "AT-1", weapon=weapon.id, distance=distance)
    return None


def settled(ctx: Ctx, task: Task, unit: Unit, action: Action) -> Action:
    """A reaction shot without a cell is taken at the best one (OR-5)."""
    if isinstance(task, React) and isinstance(action, Shoot) and action.at == NO_CELL:
        order = running_order(ctx)
        if order is not None:
            return replace(action, at=best_cell(ctx, unit, ctx.game.weapons[action.weapon], order))
    return action


# -- CC Attack ------------------------------------------------------------------------------------------


def _blows(ctx: Ctx, task: Task, unit: Unit) -> Sequence[Action]:
    weapons = weapons_for(ctx, unit, "cc")
    if not weapons:
        return ()
    if isinstance(task, React):
        order = running_order(ctx)
        return [] if order is None else [Fight(weapon.id, order.actor) for weapon in weapons]
    targets = melee_targets(ctx, unit)
    found: list[Action] = [Fight(weapon.id, target) for weapon in weapons for target in targets]
    at_hand = access_doors(ctx, unit.cell, unit.size) if ctx.board.doors else 0
    if at_hand:
        found += [
            Fight(weapon.id, door=door)
            for weapon in weapons
            if breaks_doors(ctx, unit, weapon)
            for door in shut_doors(ctx)
            if at_hand >> door & 1
            if door_refusal(ctx, unit, weapon, door, melee=True) is None
        ]
    return found


def _judge_blow(ctx: Ctx, task: Task, unit: Unit, action: Fight) -> Refusal | None:
    refusal = weapon_refusal(ctx, unit, action.weapon, "cc")
    if refusal is not None:
        return refusal
    if isinstance(task, React):
        order = running_order(ctx)
        if order is None or action.door != NO_DOOR or action.target != order.actor:
            return refuse("ONLY_THE_ACTOR", "OR-5", unit=0 if order is None else order.actor)
        return None
    if action.door != NO_DOOR:
        if action.target:
            return refuse("ONE_KIND_OF_TARGET", "AT-3")
        return door_refusal(ctx, unit, ctx.game.weapons[action.weapon], action.door, melee=True)
    if action.target not in melee_targets(ctx, unit):
        other = ctx.state.units.get(action.target)
        if other is not None and other.cell != NO_CELL and names.CAMOUFLAGED in other.states:
            return refuse("NOT_DISCOVERED", "ST-10", unit=action.target)
        return refuse("NO_CONTACT", "AT-3", unit=action.target)
    return None


# -- Dodge and Reset --------------------------------------------------------------------------------------


def _dodges(_ctx: Ctx, _task: Task, _unit: Unit) -> Sequence[Action]:
    return (Dodge(),)


def _judge_dodge(_ctx: Ctx, _task: Task, _unit: Unit, _action: Dodge) -> Refusal | None:
    return None


def _can_reset(unit: Unit) -> bool:
    return any(state in unit.states for state in RESETS)


def _resets(_ctx: Ctx, _task: Task, unit: Unit) -> Sequence[Action]:
    return (Reset(),) if _can_reset(unit) else ()


def _judge_reset(_ctx: Ctx, _task: Task, unit: Unit, _action: Reset) -> Refusal | None:
    return None if _can_reset(unit) else refuse("NOTHING_TO_RESET", "ST-4", unit=unit.id)


_SKILLS: tuple[tuple[type[Action], str, Lister, Judge], ...] = (
    (Shoot, "shoot", _shots, _judge_shot),
    (Fight, "fight", _blows, _judge_blow),
    (Dodge, "dodge", _dodges, _judge_dodge),
    (Reset, "reset", _resets, _judge_reset),
)


def attack_offers(task_type: type[Task]) -> tuple[Offer, ...]:
    """BS Attack, CC Attack, Dodge and Reset as answers to ``task_type``.

    The task has an ``actor`` (a declaration) or is a React. What a module allows beyond the rules of targets,
    states and reactions it narrows with bars on the actions.
    """
    return tuple(_offer(task_type, *skill) for skill in _SKILLS)


def _offer(task_type: type[Task], action_type: type[Action], skill: str, lister: Lister, judge: Judge) -> Offer:
    def options(ctx: Ctx, task: Task) -> Sequence[Action]:
        unit = ctx.state.units.get(asked_unit(task))
        if unit is None or declarable(ctx, task, unit, skill) is not None:
            return ()
        return lister(ctx, task, unit)

    def verdict(ctx: Ctx, task: Task, action: Any) -> Refusal | None:
        unit = ctx.state.units.get(asked_unit(task))
        if unit is None:
            return refuse("NOT_FIT", "ST-2", unit=asked_unit(task))
        refusal = declarable(ctx, task, unit, skill)
        return judge(ctx, task, unit, action) if refusal is None else refusal

    def perform(tx: Tx, task: Task, action: Any) -> None:
        unit = tx.state.units[asked_unit(task)]
        chosen = settled(tx, task, unit, action)
        tx.pop()
        record(tx, unit.id, chosen)

    return Offer(task_type, action_type, options, verdict, perform)
