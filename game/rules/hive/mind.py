"""The four effects of the hive mind (HM-26 to HM-33, HM-39 to HM-42, HM-A3, HM-A10, HM-A11, X-55)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Side, UnitId
from game.rules.hive.actions import ChoosePsyker
from game.rules.hive.events import HiveMindActs
from game.rules.hive.names import CATHARSIS_DUE, HOWL, PSYKER
from game.rules.hive.tasks import Catharsis, MindEffect, ShadowChoice
from game.rules.skirmish import names
from game.rules.skirmish.combat import gain
from game.rules.skirmish.queries import has_effect, has_skill, is_marker, troopers
from game.rules.skirmish.tasks import Order
from game.rules.skirmish.turns import start_effect


def mind_effect(tx: Tx, task: MindEffect) -> None:
    """Set off one effect."""
    tx.emit(HiveMindActs(task.effect))
    EFFECTS[task.effect](tx, task.side)


def human_sides(ctx: Ctx) -> list[Side]:
    """Every human side, in the scenario's order (X-55)."""
    return [side.id for side in ctx.game.scenario.sides if side.kind == "human"]


def _catharsis(tx: Tx, side: Side) -> None:
    """At once, or by the switch at the start of the hive's next turn (HM-A1)."""
    if tx.rules["catharsis_timing"] == "at_once":
        tx.push(Catharsis(side))
    else:
        start_effect(tx, CATHARSIS_DUE, side)


def _warp_field(tx: Tx, _side: Side) -> None:
    """No officer's command on the next turn of each human side (HM-32, HM-A3)."""
    for human in human_sides(tx):
        start_effect(tx, names.WARP_FIELD, human, expires=f"states:{human}")


def _psychic_howl(tx: Tx, _side: Side) -> None:
    """The howl is heard when each human side's next turn starts (HM-A5)."""
    for human in human_sides(tx):
        start_effect(tx, HOWL, human, expires=f"turn_start:{human}")


def psykers(ctx: Ctx) -> list[Unit]:
    """Fit arcanists and librarians on the board that are known to be such, by id (HM-40, D-H12, HI-1)."""
    return [unit for unit in troopers(ctx) if has_skill(ctx, unit, PSYKER) and not is_marker(unit)]


def may_darken(ctx: Ctx) -> bool:
    """True when the Warp shadow has anybody to fall upon."""
    return bool(troopers(ctx))


def _warp_shadow(tx: Tx, side: Side) -> None:
    """One psyker is held fast; without any, a random fit trooper drops out of action (HM-40, HM-42)."""
    found = psykers(tx)
    fit = troopers(tx)
    if len(found) > 1:
        tx.push(ShadowChoice(side, tuple(unit.id for unit in found)))
    elif found:
        darken(tx, found[0].id)
    elif fit:
        gain(tx, fit[tx.pick(len(fit))].id, names.INCAPACITATED)


def darken(tx: Tx, unit_id: UnitId) -> None:
    """Hold a psyker fast through the next human turn and the hive turn that follows it (HM-40, HM-41)."""
    unit = tx.state.units[unit_id]
    start_effect(tx, names.WARP_SHADOW, unit.side, unit=unit_id, expires=shadow_token(tx.state.round + 1))


def shadow_token(round_number: int) -> str:
    """The expiry of what ends with the hive's turn of a round."""
    return f"hive_end:{round_number}"


EFFECTS: Final[dict[str, Callable[[Tx, Side], None]]] = {
    "catharsis": _catharsis,
    "warp_field": _warp_field,
    "psychic_howl": _psychic_howl,
    "warp_shadow": _warp_shadow,
}


# -- the choice among several psykers ----------------------------------------------------------------------------


def _psyker_options(_ctx: Ctx, task: ShadowChoice) -> Sequence[Action]:
    return [ChoosePsyker(unit_id) for unit_id in task.psykers]


def _psyker_verdict(_ctx: Ctx, task: ShadowChoice, action: ChoosePsyker) -> Refusal | None:
    return None if action.unit in task.psykers else refuse("NO_PSYKER", "HM-A10", unit=action.unit)


def _choose_psyker(tx: Tx, _task: ShadowChoice, action: ChoosePsyker) -> None:
    tx.pop()
    darken(tx, action.unit)


OFFERS: Final = (Offer(ShadowChoice, ChoosePsyker, _psyker_options, _psyker_verdict, _choose_psyker),)


# -- what the Warp shadow forbids --------------------------------------------------------------------------------


def shadow_skill_bar(ctx: Ctx, unit: Unit, skill: str) -> Refusal | None:
    """A psyker under the Warp shadow declares nothing (HM-40)."""
    if has_effect(ctx, unit, names.WARP_SHADOW):
        return refuse("WARP_SHADOW", "HM-40", skill=skill)
    return None


def shadow_reaction_bar(ctx: Ctx, unit: Unit, _order: Order) -> bool:
    """A psyker under the Warp shadow does not react (HM-41)."""
    return has_effect(ctx, unit, names.WARP_SHADOW)
