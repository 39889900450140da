"""The hive-mind turn as a module: everything the hive brings to the rulebook."""

from __future__ import annotations

from game.core.events import PhaseBegan, TurnBegan
from game.core.reducers import log_only
from game.core.rulebook import Module, Step, Switch
from game.core.tx import Ctx
from game.core.types import Side
from game.rules.hive import (
    activation,
    catharsis,
    choices,
    doors,
    gas,
    howl,
    mind,
    nests,
    reinforce,
    spores,
    swarm,
    turn,
)
from game.rules.hive import withdraw as withdrawing
from game.rules.hive.events import (
    GasSpread,
    HiveMindActs,
    HowlHeard,
    NestUsed,
    PlacementsLost,
    SporeBurst,
    SwarmDiceSpent,
)
from game.rules.hive.names import AUSPEX, CATHARSIS_ORDER, PSYKER, WITHDRAW, XENO
from game.rules.hive.tasks import (
    Advance,
    Brood,
    Catharsis,
    CorpseSwarms,
    DiceChoice,
    DicePhase,
    Drift,
    FreeWay,
    GasAttack,
    HiveEnd,
    HiveMove,
    HiveTurn,
    Location,
    MarkerChoice,
    MindEffect,
    MovePhase,
    NestChoice,
    NestPlace,
    NestsPhase,
    NestTurn,
    NextXeno,
    PlacePhase,
    Reinforcement,
    ShadowChoice,
    Strike,
    WithdrawFire,
    WithdrawMove,
    WithdrawTask,
    XenoAttack,
    XenoMove,
)
from game.rules.skirmish import names
from game.rules.skirmish.combat import DAMAGE, Dodged

SidedTask = HiveMove | NestChoice | NestPlace | DiceChoice | ShadowChoice | Reinforcement | MarkerChoice


def _owner(_ctx: Ctx, task: SidedTask) -> Side:
    return task.side


HIVE = Module(
    name="hive",
    requires=("base", "flow", "orders", "combat"),
    decisions={
        **dict.fromkeys(
            (HiveMove, NestChoice, NestPlace, DiceChoice, ShadowChoice, Reinforcement, MarkerChoice), _owner
        ),
        XenoMove: choices.side_of,
        XenoAttack: choices.side_of,
        WithdrawFire: withdrawing.side_of,
        WithdrawMove: withdrawing.side_of,
    },
    resolvers={
        HiveTurn: turn.hive_turn,
        HiveEnd: turn.hive_end,
        MovePhase: activation.move_phase,
        NextXeno: activation.next_xeno,
        Advance: activation.advance,
        Drift: spores.drift,
        NestsPhase: nests.nests_phase,
        NestTurn: nests.nest_turn,
        DicePhase: swarm.dice_phase,
        MindEffect: mind.mind_effect,
        Catharsis: catharsis.catharsis,
        Strike: catharsis.strike,
        GasAttack: gas.gas_attack,
        PlacePhase: reinforce.place_phase,
        CorpseSwarms: reinforce.corpse_swarms,
        Brood: reinforce.brood,
        Location: reinforce.location,
        FreeWay: withdrawing.free_activation,
        WithdrawTask: withdrawing.withdraw,
    },
    offers=(
        *activation.OFFERS,
        *choices.OFFERS,
        *nests.OFFERS,
        *swarm.OFFERS,
        *mind.OFFERS,
        *reinforce.OFFERS,
        *withdrawing.OFFERS,
    ),
    reducers=dict.fromkeys(
        (NestUsed, SwarmDiceSpent, HiveMindActs, GasSpread, SporeBurst, PlacementsLost, HowlHeard), log_only
    ),
    listeners={
        TurnBegan: (howl.hear_howl,),
        PhaseBegan: (withdrawing.orders_began,),
        Dodged: (spores.dodged,),
    },
    steps=(
        Step("round", "hive", lambda _owner: HiveTurn(), after=("humans",), before=("round_end",)),
        Step("hive_turn", "move", MovePhase),
        Step("hive_turn", "nests", NestsPhase, after=("move",)),
        Step("hive_turn", "dice", DicePhase, after=("nests",)),
        Step("hive_turn", "place", PlacePhase, after=("dice",)),
    ),
    contributes={
        names.SKILL_BARS: (mind.shadow_skill_bar, catharsis.reaction_bar),
        names.PATH_BARS: (howl.howl_bar,),
        names.NO_REACTION: (mind.shadow_reaction_bar,),
        names.AFTER_ORDER: (spores.burst,),
        DAMAGE: (catharsis.harder,),
    },
    tables={
        names.DOOR_RULES: doors.RULES,
        names.ORDER_KINDS: {
            XENO: activation.KIND,
            CATHARSIS_ORDER: catharsis.KIND,
            WITHDRAW: withdrawing.KIND,
        },
        names.SKILLS: {PSYKER: "HM-40"},
        names.EQUIPMENT: {AUSPEX: "HM-66"},
    },
    purposes={"hive.drift": 8, "hive.door": 6, "swarm": 6, "gas.reach": 6, "gas.marine": 6},
    refusals={
        "SPORES_FIRST": "HM-05",
        "SWARMS_FIRST": "HM-07",
        "NO_SUCH_XENO": "HM-02",
        "ACTIVATED": "OR-7",
        "FIGHTS_IN_CONTACT": "OR-7",
        "NOT_A_XENO_SKILL": "OR-7",
        "CATHARSIS_REACTION": "HM-A1",
        "NO_NEST_KIND": "HM-15",
        "NOT_BESIDE_NEST": "HM-16",
        "WRONG_KIND": "HM-57",
        "NO_SUCH_RESULT": "HM-22",
        "ONCE_A_ROLL": "HM-A13",
        "DICE_MISSING": "HM-23",
        "EMPTY_PLAN": "HM-22",
        "NO_INFESTATION": "HM-47",
        "NO_SUCH_KIND": "HM-61",
        "NO_PSYKER": "HM-A10",
        "WARP_SHADOW": "HM-40",
        "NOT_A_PLACE": "D-H17",
        "IN_LOS": "HM-65",
        "AUSPEX": "HM-66",
        "NOT_LOCATION": "HM-A28",
        "CUT_OFF": "HM-A28",
        "HOWL_CORNERED": "HM-35",
        "HOWL_NEARER": "HM-A5",
        "HEMMED_IN_FIRE": "HM-A5",
        "NOT_FREE_WAY": "HM-A5",
    },
    switches={
        "spore_burst": Switch(True, "HM-A7"),
        "swarm_waits_at_door": Switch(True, "HM-A21"),
        "hatching_reinforcements": Switch(True, "X-27"),
        "catharsis_timing": Switch("at_once", "HM-A1", allowed=("at_once", "next_turn")),
    },
)
"""Compose it after the base rules; without a hive side in the scenario its step of the round does nothing."""
