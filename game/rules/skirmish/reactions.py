"""Who may react to a running order, with what, and in which window (OR-5, OR-5a, MV-5)."""

from __future__ import annotations

from typing import NamedTuple

from game.board import Mask, cells_of, cover, visible_from
from game.core.refusal import Refusal, refuse
from game.core.state import NO_CELL, Action, Unit
from game.core.tx import Ctx
from game.core.types import Cell, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.actions import Berserk, Fight, Shoot
from game.rules.skirmish.blasts import blast_cells
from game.rules.skirmish.moving.ground import holding
from game.rules.skirmish.moving.trail import look_of
from game.rules.skirmish.queries import barred, can_engage, foes_of, is_fit, is_hive, is_marker, range_between
from game.rules.skirmish.tasks import HIDDEN, LOW, Order, doors_of

REACTION_RANGE = 8
"""OR-5: the acting unit within this many cells lets a unit try Reset without seeing it."""
REACTIONS = ("shoot", "fight", "dodge", "reset")
"""Tags of the actions that may be reactions (OR-5)."""
HIVE_REACTIONS = {"melee": ("fight", "dodge"), "all": REACTIONS, "none": ()}
"""What hive units may react with, by the switch ``hive_reactions`` (OR-5)."""


# -- what the order has shown -------------------------------------------------------------------------


class Moment(NamedTuple):
    """Where the actor stood at one point of its order, with the doors that were open and the bits of its look."""

    cell: Cell
    doors: Mask
    look: int


def moments(ctx: Ctx, order: Order) -> tuple[Moment, ...]:
    """Every point of the actor's trail; what nobody noted is as it stands now."""
    key = ("moments", order.actor, len(order.trail))
    found: tuple[Moment, ...] | None = ctx.memo.get(key)
    if found is None:
        trail, doors, looks = order.trail, order.doors, order.looks
        if not len(trail) == len(doors) == len(looks):
            actor = ctx.state.units.get(order.actor)
            doors = (*doors, *(ctx.state.doors,) * (len(trail) - len(doors)))
            looks = (*looks, *(0 if actor is None else look_of(actor),) * (len(trail) - len(looks)))
        found = ctx.memo[key] = tuple(map(Moment, trail, doors, looks))
    return found


def _saw(ctx: Ctx, unit: Unit, actor: Unit, moment: Moment) -> bool:
    """Had ``unit`` the actor in sight, or in contact, at that moment (BD-8, BD-9)?"""
    board, murk = ctx.board, ctx.state.murk
    under = board.footprint_mask(moment.cell, actor.size)
    return bool(visible_from(board, unit.cell, unit.size, moment.doors, murk) & under) or (
        murk != 0 and board.contact(unit.cell, unit.size, moment.cell, actor.size, moment.doors)
    )


def firing(ctx: Ctx, unit: Unit, order: Order) -> dict[Cell, Moment]:
    """Where on its trail ``unit`` may shoot the actor, each cell at its best moment (OR-5, AT-1).

    The actor is in sight, no Camouflaged marker any more, and not in contact, unless with one that does not engage.
    """
    key = ("firing", unit.id, len(order.trail))
    found: dict[Cell, Moment] | None = ctx.memo.get(key)
    if found is None:
        found = ctx.memo[key] = {}
        actor = ctx.state.units[order.actor]
        engages = can_engage(ctx, actor)
        for moment in moments(ctx, order):
            if moment.look & HIDDEN or not _saw(ctx, unit, actor, moment):
                continue
            if engages and _touched(ctx, unit, actor, moment):
                continue
            known = found.get(moment.cell)
            if known is None or (known != moment and _is_better(ctx, unit, actor, moment, known)):
                found[moment.cell] = moment
    return found


def _is_better(ctx: Ctx, unit: Unit, actor: Unit, one: Moment, other: Moment) -> bool:
    """Of two moments on one cell: is the first the better one to shoot at, upright or without the cover of a door?"""
    if (one.look ^ other.look) & LOW:
        return not one.look & LOW
    return _is_covered(ctx, unit, actor, other) and not _is_covered(ctx, unit, actor, one)


def _is_covered(ctx: Ctx, unit: Unit, actor: Unit, moment: Moment) -> bool:
    return cover(ctx.board, unit.cell, unit.size, moment.cell, actor.size, moment.doors, ctx.state.murk)


def targets_of(action: Action) -> tuple[int, ...]:
    """The units or markers that an attack is aimed at."""
    if isinstance(action, Shoot):
        return action.targets
    if isinstance(action, Fight | Berserk):
        return (action.target,)
    return ()


def template_cells(ctx: Ctx, order: Order, index: int) -> Mask:
    """The cells under the template of the actor's skill of that number, 0 for one without a template (AT-5)."""
    declared = order.skills[index]
    action = declared.action
    if not isinstance(action, Shoot) or action.at == NO_CELL:
        return 0
    weapon = ctx.game.weapons[action.weapon]
    if not weapon.template:
        return 0
    actor = ctx.state.units.get(order.actor)
    size = 1 if actor is None else actor.size
    return blast_cells(ctx, weapon, declared.cell, size, action.at, doors=doors_of(order, index))


def dangers(ctx: Ctx, order: Order, skills: int) -> Mask:
    """The cells under templates that nobody fired, set off by the first ``skills`` skills of the order."""
    cells = 0
    for danger in ctx.game.rulebook.points[names.DANGERS]:
        cells |= danger(ctx, order, skills)
    return cells


def _endangered(ctx: Ctx, unit: Unit, order: Order, skills: int) -> bool:
    """Is the unit a target of one of the first ``skills`` skills, or in a template of one (MV-5)?"""
    under = ctx.board.footprint_mask(unit.cell, unit.size)
    return bool(dangers(ctx, order, skills) & under) or any(
        unit.id in targets_of(order.skills[index].action) or template_cells(ctx, order, index) & under
        for index in range(skills)
    )


def _touched(ctx: Ctx, unit: Unit, actor: Unit, moment: Moment) -> bool:
    """Were the two in contact at that moment (BD-7)?"""
    return ctx.board.contact(unit.cell, unit.size, moment.cell, actor.size, moment.doors)


def _touches(ctx: Ctx, unit: Unit, actor: Unit) -> bool:
    """Are the two in contact now?"""
    return ctx.board.contact(unit.cell, unit.size, actor.cell, actor.size, ctx.state.doors)


def may_dodge(ctx: Ctx, unit: Unit, order: Order, *, skills: int | None = None) -> bool:
    """Does MV-5 let the unit Dodge: a target, in a template, or brought into contact by the actor?

    ``skills`` looks at the order as it stood after so many skills.
    """
    known = len(order.skills) if skills is None else skills
    if _endangered(ctx, unit, order, known):
        return True
    actor = ctx.state.units.get(order.actor)
    if actor is None or is_marker(actor):
        return False
    walked = moments(ctx, order)
    if skills is not None:
        walked = walked[: order.marks[skills - 1] if skills else 1]
    if not walked or not _touched(ctx, unit, actor, walked[-1]):
        return False
    return not all(_touched(ctx, unit, actor, moment) for moment in walked)


# -- may it react? ------------------------------------------------------------------------------------


def may_react(ctx: Ctx, unit: Unit, order: Order, window: int, skill: str) -> Refusal | None:
    """Why ``unit`` may not react with ``skill`` (an action's tag) in this window of the order, or None."""
    key = ("react", unit.id, skill, window, len(order.skills), len(order.reactions))
    if key in ctx.memo:
        found: Refusal | None = ctx.memo[key]
        return found
    refusal = _general(ctx, unit, order, skill)
    if refusal is None:
        refusal = _JUDGES[skill](ctx, unit, order, window)
    ctx.memo[key] = refusal
    return refusal


def _general(ctx: Ctx, unit: Unit, order: Order, skill: str) -> Refusal | None:
    if skill not in REACTIONS:
        return refuse("NO_REACTION_SKILL", "OR-5", skill=skill)
    actor = ctx.state.units.get(order.actor)
    if actor is None or actor.cell == NO_CELL or not is_fit(unit):
        return refuse("CANNOT_REACT", "OR-5", unit=unit.id)
    if ctx.game.teams[unit.side] == ctx.game.teams[order.side]:
        return refuse("CANNOT_REACT", "TS-0", unit=unit.id)
    if any(reaction.unit == unit.id for reaction in order.reactions):
        return refuse("REACTED", "OR-5", unit=unit.id)
    if is_hive(ctx, unit) and skill not in HIVE_REACTIONS[ctx.rules["hive_reactions"]]:
        return refuse("HIVE_REACTION", "OR-5", skill=skill)
    if cannot_react_at_all(ctx, unit, order):
        return refuse("CANNOT_REACT", "OR-5", unit=unit.id)
    if not _touches(ctx, unit, actor) and holding(ctx, unit):
        return refuse("ENGAGED", "D-I11", skill=skill)
    return barred(ctx, unit, skill)


def cannot_react_at_all(ctx: Ctx, unit: Unit, order: Order) -> bool:
    """Does a module keep this unit from reacting (HM-41)?"""
    return any(bars(ctx, unit, order) for bars in ctx.game.rulebook.points[names.NO_REACTION])


def _asked(unit: Unit, order: Order, window: int) -> bool:
    return window == 2 and unit.id in order.asked


def _shoot(ctx: Ctx, unit: Unit, order: Order, window: int) -> Refusal | None:
    if _asked(unit, order, window):
        return refuse("ONLY_NOW", "OR-4", skill="shoot")
    if is_marker(ctx.state.units[order.actor]):
        return refuse("NOT_DISCOVERED", "ST-10", unit=order.actor)
    in_hive_turn = ctx.game.side_kinds.get(ctx.state.turn) == "hive"
    if in_hive_turn and unit.count(names.OVERWATCH) >= ctx.rules["overwatch"]:
        return refuse("OVERWATCH_SPENT", "OR-5a", unit=unit.id)
    if any(foe != order.actor for foe in holding(ctx, unit)):
        return refuse("ENGAGED", "ST-7", unit=unit.id)
    if not firing(ctx, unit, order):
        return refuse("NO_LOS", "OR-5", unit=unit.id)
    return None


def _fight(ctx: Ctx, unit: Unit, order: Order, window: int) -> Refusal | None:
    actor = ctx.state.units[order.actor]
    if is_marker(actor) or not _touches(ctx, unit, actor):
        return refuse("NO_CONTACT", "AT-3", unit=unit.id)
    if _asked(unit, order, window) and order.seen:
        before = moments(ctx, order)[: order.marks[order.seen - 1]]
        if before and not before[-1].look & HIDDEN and _touched(ctx, unit, actor, before[-1]):
            return refuse("ONLY_NOW", "OR-4", skill="fight")
    return None


def _dodge(ctx: Ctx, unit: Unit, order: Order, window: int) -> Refusal | None:
    if not may_dodge(ctx, unit, order):
        return refuse("NOTHING_TO_DODGE", "MV-5", unit=unit.id)
    if _asked(unit, order, window) and may_dodge(ctx, unit, order, skills=order.seen):
        return refuse("ONLY_NOW", "OR-4", skill="dodge")
    return None


def _reset(ctx: Ctx, unit: Unit, order: Order, window: int) -> Refusal | None:
    if names.ISOLATED not in unit.states and names.IMMOBILIZED_B not in unit.states:
        return refuse("NOTHING_TO_RESET", "ST-4", unit=unit.id)
    if unit.count(names.RESET_TRIED):
        return refuse("RESET_TRIED", "MV-5", unit=unit.id)
    if _asked(unit, order, window):
        return refuse("ONLY_NOW", "OR-4", skill="reset")
    actor = ctx.state.units[order.actor]
    close = (
        any(ctx.board.range(unit.cell, unit.size, cell, actor.size) <= REACTION_RANGE for cell in order.trail)
        or range_between(ctx, unit, actor) <= REACTION_RANGE
    )
    if close or any(_saw(ctx, unit, actor, moment) for moment in moments(ctx, order)):
        return None
    return refuse("NO_LOS", "OR-5", unit=unit.id)


_JUDGES = {"shoot": _shoot, "fight": _fight, "dodge": _dodge, "reset": _reset}


# -- who ----------------------------------------------------------------------------------------------


def reactors(ctx: Ctx, order: Order, window: int) -> list[Unit]:
    """The units with at least one kind of reaction open to them in this window, by id (OR-5)."""
    return [unit for unit in _candidates(ctx, order) if open_reactions(ctx, unit, order, window)]


def open_reactions(ctx: Ctx, unit: Unit, order: Order, window: int) -> tuple[str, ...]:
    """The tags of the reactions that this unit may declare now."""
    return tuple(skill for skill in REACTIONS if may_react(ctx, unit, order, window, skill) is None)


def _candidates(ctx: Ctx, order: Order) -> list[Unit]:
    """A net around those who may react, by bit sets alone: most units have no part in an order.

    In it are those who saw the actor, touch it, are aimed at or stand in a template; and all who could Reset.
    """
    actor = ctx.state.units.get(order.actor)
    if actor is None or actor.cell == NO_CELL:
        return []
    board, murk = ctx.board, ctx.state.murk
    near = board.contact_mask(actor.cell, actor.size, ctx.state.doors) | dangers(ctx, order, len(order.skills))
    aimed: set[UnitId] = set()
    for index, declared in enumerate(order.skills):
        aimed.update(targets_of(declared.action))
        near |= template_cells(ctx, order, index)
    aimed.update(ctx.state.at[cell] for cell in cells_of(near & ctx.state.occupied))
    watching = ("human", "hive") if ctx.rules["hive_reactions"] == "all" else ("human",)
    kinds, teams = ctx.game.side_kinds, ctx.game.teams
    if not any(kinds[side] in watching and teams[side] != teams[order.side] for side in kinds):
        return [unit for unit in foes_of(ctx, order.side) if unit.id in aimed] if aimed else []
    walked: dict[Mask, Mask] = {}
    for cell, doors, _look in moments(ctx, order):
        walked[doors] = walked.get(doors, 0) | board.footprint_mask(cell, actor.size)
    looks = list(walked.items())
    found = []
    for unit in foes_of(ctx, order.side):
        if unit.id in aimed:
            found.append(unit)
        elif kinds[unit.side] in watching:
            if unit.states and (names.ISOLATED in unit.states or names.IMMOBILIZED_B in unit.states):
                found.append(unit)
                continue
            for doors, cells in looks:
                if visible_from(board, unit.cell, unit.size, doors, murk) & cells:
                    found.append(unit)
                    break
    return found
