"""The DICE step: roll, choose a plan, set off what does not wait for the PLACE step (HM-17, HM-22 to HM-26)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from game.core.events import PhaseBegan
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action
from game.core.tx import Ctx, Tx
from game.rules.hive.actions import SpendSwarmDice
from game.rules.hive.dice import ITEMS, Plan, dice_used, in_order, legal_plans, plan_refusal, pool_of, swarm_dice
from game.rules.hive.events import SwarmDiceSpent
from game.rules.hive.gas import infestations
from game.rules.hive.mind import EFFECTS, may_darken
from game.rules.hive.names import DICE
from game.rules.hive.reinforce import MARKERS, item_kinds, killed_cells
from game.rules.hive.tasks import DiceChoice, DicePhase, GasAttack, MindEffect, PlacePhase
from game.rules.skirmish.deciding import pass_offer


def dice_count(ctx: Ctx) -> int:
    """Swarm dice of this scenario (HM-18 to HM-21, HM-A8)."""
    scenario = ctx.game.scenario
    return swarm_dice(level=scenario.level, mission=scenario.mission)


def dice_phase(tx: Tx, task: DicePhase) -> None:
    """Roll the swarm dice; ones are put aside, and a pool that can buy nothing is not asked about."""
    tx.emit(PhaseBegan(DICE))
    faces = tx.roll("swarm", dice_count(tx))
    pool = pool_of(faces)
    if legal_plans(pool, unlisted(tx)):
        tx.push(DiceChoice(task.side, pool))
    else:
        tx.emit(SwarmDiceSpent(task.side, (), len(faces)))


def impossible(ctx: Ctx) -> frozenset[str]:
    """Items that cannot be chosen now: gas without a marker, creatures that the roster lacks (HM-47)."""
    found: frozenset[str] | None = ctx.memo.get("hive.impossible")
    if found is None:
        barred = [name for name in ITEMS if name not in EFFECTS and name not in MARKERS and not item_kinds(ctx, name)]
        if infestations(ctx):
            barred.remove("gas")
        found = ctx.memo["hive.impossible"] = frozenset(barred)
    return found


def unlisted(ctx: Ctx) -> frozenset[str]:
    """Items left out of the options: the impossible ones, and those that would yield nothing (HM-44, HM-39)."""
    pointless = [] if killed_cells(ctx) else ["corpse_swarms"]
    if not may_darken(ctx):
        pointless.append("warp_shadow")
    return impossible(ctx).union(pointless)


def default_plan(ctx: Ctx, task: DiceChoice) -> Plan:
    """The plan that uses most dice in the largest groups (HM-26); empty if the dice can buy nothing."""
    plans = legal_plans(task.pool, unlisted(ctx))
    return plans[0] if plans else ()


def _plans(ctx: Ctx, task: DiceChoice) -> Sequence[Action]:
    return [SpendSwarmDice(plan) for plan in legal_plans(task.pool, unlisted(ctx))]


def _verdict(ctx: Ctx, task: DiceChoice, action: SpendSwarmDice) -> Refusal | None:
    if not action.plan:
        return refuse("EMPTY_PLAN", "HM-22")
    for name in action.plan:
        if name in impossible(ctx):
            return refuse("NO_INFESTATION" if name == "gas" else "NO_SUCH_KIND", ITEMS[name].clause, item=name)
    return plan_refusal(action.plan, task.pool)


def _spend(tx: Tx, task: DiceChoice, action: SpendSwarmDice) -> None:
    """Effects and gas come at once, in the order of the table; the rest waits for the PLACE step (HM-A26)."""
    tx.pop()
    plan = in_order(action.plan)
    tx.emit(SwarmDiceSpent(task.side, plan, dice_count(tx) - dice_used(plan)))
    if "gas" in plan:
        tx.push(GasAttack(task.side))
    _keep_for_placing(tx, tuple(name for name in plan if name not in EFFECTS and name != "gas"))
    tx.push(*[MindEffect(task.side, name) for name in plan if name in EFFECTS])


def _keep_for_placing(tx: Tx, plan: Plan) -> None:
    """Write what is still to be placed into the PLACE step, which waits on the agenda."""
    for place in range(len(tx.agenda) - 1, -1, -1):
        waiting = tx.agenda[place]
        if isinstance(waiting, PlacePhase):
            tx.agenda[place] = replace(waiting, plan=plan)
            return


def _waste(tx: Tx, task: DiceChoice) -> None:
    tx.emit(SwarmDiceSpent(task.side, (), dice_count(tx)))


OFFERS: Final = (
    Offer(DiceChoice, SpendSwarmDice, _plans, _verdict, _spend),
    pass_offer(DiceChoice, _waste),
)
