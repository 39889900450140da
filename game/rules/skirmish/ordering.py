"""The modules of orders, moves and reactions."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.events import PhaseBegan, StateGained, TurnBegan
from game.core.reducers import log_only
from game.core.refusal import Refusal
from game.core.rulebook import Module, Offer
from game.core.state import Action
from game.core.tx import Ctx, Tx
from game.core.types import Side
from game.rules.skirmish import (
    airborne,
    berserk,
    camouflage,
    command,
    declare,
    gear,
    leaps,
    leaving,
    moves,
    names,
    orders,
    placing,
    policies,
)
from game.rules.skirmish.actions import Idle
from game.rules.skirmish.deciding import pass_offer
from game.rules.skirmish.events import MarkerDiscovered, OrderGiven, ReactionDeclared, SkillDeclared
from game.rules.skirmish.moving.ground import HUMAN_TYPES, TROOPER_DOORS
from game.rules.skirmish.moving.trail import record
from game.rules.skirmish.tasks import (
    DeclareFirst,
    DeclareSecond,
    ExitOffer,
    Order,
    OrdersPhase,
    React,
    running_order,
)


def declaring_side(ctx: Ctx, _task: DeclareFirst | DeclareSecond) -> Side:
    """Whose decision a skill is; asked of the order, as the actor may be hidden from the asker (HI-1)."""
    order = running_order(ctx)
    return "" if order is None else order.side


def _idle_first(ctx: Ctx, task: DeclareFirst) -> Sequence[Action]:
    return (Idle(),) if declare.may_declare(ctx, task, "idle") is None else ()


def _idle_second(_ctx: Ctx, _task: DeclareSecond) -> Sequence[Action]:
    """Legal but not listed: as a second skill it is no more than Pass (D-I19)."""
    return ()


def _idle_verdict(ctx: Ctx, task: DeclareFirst | DeclareSecond, _action: Idle) -> Refusal | None:
    return declare.may_declare(ctx, task, "idle")


def _idle(tx: Tx, task: DeclareFirst | DeclareSecond, action: Idle) -> None:
    tx.pop()
    record(tx, task.actor, action)


IDLE_OFFERS = (
    Offer(DeclareFirst, Idle, _idle_first, _idle_verdict, _idle),
    Offer(DeclareSecond, Idle, _idle_second, _idle_verdict, _idle),
)

ORDER_SEQUENCE = Module(
    name="orders",
    requires=("base", "flow"),
    decisions={
        OrdersPhase: lambda _ctx, task: task.side,
        DeclareFirst: declaring_side,
        DeclareSecond: declaring_side,
        React: policies.react_side,
        ExitOffer: leaving.exit_side,
    },
    resolvers={Order: orders.run_order},
    offers=(
        *orders.phase_offers(),
        command.late_offer(),
        *IDLE_OFFERS,
        *moves.move_offers(),
        *leaving.exit_offers(),
        pass_offer(DeclareSecond),
        pass_offer(React),
    ),
    reducers=dict.fromkeys((OrderGiven, SkillDeclared, ReactionDeclared), log_only),
    listeners={PhaseBegan: (orders.phase_began,)},
    contributes={names.SKILL_BARS: (declare.state_bars,)},
    tables={
        names.ORDER_KINDS: orders.ORDER_KINDS,
        names.DOOR_RULES: dict.fromkeys(HUMAN_TYPES, TROOPER_DOORS),
        declare.SKILL_CLASS: declare.CLASSES,
    },
    refusals={
        "NOT_YOUR_UNIT": "OR-2",
        "NO_SUCH_ORDER": "OR-1",
        "NO_OWN_ORDER": "OR-1",
        "POOL_EMPTY": "OR-1",
        "ISOLATED": "OR-2",
        "ORDER_LIMIT": "OR-2",
        "NOT_FIT": "ST-2",
        "NOTHING_TO_DECLARE": "OR-3",
        "NO_SUCH_POLICY": "OR-8",
        "POLICY_JUST_SET": "OR-8",
        "NO_SUCH_SKILL": "OR-3",
        "ENTIRE_ALONE": "OR-3",
        "TWO_SHORT_SKILLS": "OR-3",
        "ENGAGED": "ST-7",
        "IMMOBILIZED": "ST-5",
        "STUNNED": "ST-6",
        "NO_REACTION_SKILL": "OR-5",
        "CANNOT_REACT": "OR-5",
        "REACTED": "OR-5",
        "HIVE_REACTION": "OR-5",
        "ONLY_NOW": "OR-4",
        "OVERWATCH_SPENT": "OR-5a",
        "NO_LOS": "OR-5",
        "NO_CONTACT": "AT-3",
        "NOTHING_TO_DODGE": "MV-5",
        "NOTHING_TO_RESET": "ST-4",
        "RESET_TRIED": "MV-5",
        "NO_STEP_TAKEN": "MV-1",
        "TOO_FAR": "MV-1",
        "STOPS_IN_CONTACT": "MV-2",
        "NOT_LEAVING": "OR-6",
        "NO_SUCH_STEP": "BD-3",
        "NEEDS_JUMP": "BD-2",
        "OCCUPIED": "BD-5",
        "DOOR_CLOSED": "BD-11",
        "NO_SUCH_DOOR": "BD-11",
        "NOT_AT_DOOR": "BD-11",
        "DOOR_WORKED": "BD-11",
        "SEALED": "BD-11",
        "CANNOT_OPEN": "BD-11",
        "CANNOT_CLOSE": "BD-11",
        "NO_SUCH_STANCE": "MV-6",
        "CANNOT_GO_PRONE": "MV-6",
        "NOT_PRONE": "MV-6",
        "STAYS_UP": "IM-34",
        "NOT_ON_EXIT": "MS-2",
    },
)

SPECIAL_SKILLS = Module(
    name="skills",
    requires=("orders",),
    decisions={airborne.Stray: airborne.stray_side},
    offers=(
        *airborne.airborne_offers(),
        *leaps.leap_offers(),
        *berserk.berserk_offers(),
        *camouflage.camouflage_offers(),
        *placing.place_offers(),
        *gear.use_offers(),
    ),
    reducers={MarkerDiscovered: camouflage.discovered},
    listeners={TurnBegan: (camouflage.forget_tries,), StateGained: (gear.let_go,)},
    contributes={
        names.MODIFIERS: (camouflage.distance_band, gear.untrained),
        names.SPENT_UNIT: (camouflage.reveal_before_leaving, gear.drop_items),
    },
    tables={
        names.SKILLS: {
            berserk.BERSERK: "AT-4",
            names.CAMOUFLAGE: "ST-10",
            airborne.AIRBORNE: "D-I18",
            gear.DOCTOR: "ST-2",
            gear.ENGINEER: "ST-4",
        },
        names.EQUIPMENT: {gear.MEDIKIT: "ST-2", placing.D_CHARGE: "BD-11"},
        names.USAGES: gear.USAGES,
        names.DEPLOYABLES: placing.DEPLOYABLES,
    },
    purposes={"discover": 20, "landing": 20},
    refusals={
        "OFF_BOARD": "D-I18",
        "ON_BOARD": "D-I18",
        "NO_SUCH_LANDING": "D-I18",
        "NO_LANDING": "D-I18",
        "NO_JUMP": "MV-3",
        "NO_BERSERK": "AT-4",
        "NOT_HIS_WEAPON": "UN-4",
        "NO_TARGET": "D-I17",
        "NOT_DISCOVERED": "ST-10",
        "NOT_A_MARKER": "ST-10",
        "LOOKED_ALREADY": "ST-10",
        "HIDDEN_ALREADY": "ST-10",
        "SEEN": "ST-10",
        "NO_SUCH_USE": "OR-3",
        "NOTHING_TO_USE": "OR-3",
        "NO_SUCH_GEAR": "UN-4",
        "CANNOT_PLACE": "OR-3",
    },
)

ORDERS: tuple[Module, ...] = (ORDER_SEQUENCE, SPECIAL_SKILLS)
"""In the order of composition."""
