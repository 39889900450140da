"""The module of the impetuous rules: everything it brings, in one declaration."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.refusal import Refusal, refuse
from game.core.rulebook import Module, Step
from game.core.state import Unit
from game.core.tx import Ctx
from game.rules.impetuous import activation, phase, secrets
from game.rules.impetuous.names import COMBOS, FORBIDDEN, IMPETUOUS
from game.rules.impetuous.tasks import ImpetuousFirst, ImpetuousNext, ImpetuousPhase, ImpetuousStart, ImpetuousTokens
from game.rules.skirmish import names
from game.rules.skirmish.queries import has_skill

AFTER_MOVE: tuple[str, ...] = ("fight", "shoot", "dodge", "idle", "move")
"""What may follow a Move (IM-12 to IM-16)."""
IMPERSONATION = "impersonation"
"""A marker state that nothing in the game brings about yet (D-I16)."""
_OWN_PHASES = ("tactical", IMPETUOUS)


def forbidden(ctx: Ctx, unit: Unit, state: str) -> Refusal | None:
    """Impetuous troopers take on no marker state, nor any other whose text says so (IM-36, IM-37, IM-A13)."""
    clause = ctx.game.rulebook.tables[FORBIDDEN].get(state)
    if clause is None or not has_skill(ctx, unit, IMPETUOUS):
        return None
    return refuse("IMPETUOUS_STATE", clause, unit=unit.id, state=state)


def sound(ctx: Ctx) -> Iterator[str]:
    """Tokens lie beside troopers in their own tactical and impetuous phases only, states they cannot have never."""
    state, states = ctx.state, ctx.game.rulebook.tables[FORBIDDEN]
    for unit in state.units.values():
        if unit.count(IMPETUOUS) and (unit.side != state.turn or state.phase not in _OWN_PHASES):
            yield f"unit {unit.id} ({unit.kind}) keeps its impetuous token into the phase {state.phase} (IM-06)"
        if unit.states and unit.kind in ctx.game.kinds:
            for found in unit.states:
                if found in states and has_skill(ctx, unit, IMPETUOUS):
                    yield f"unit {unit.id} ({unit.kind}) is impetuous and {found} ({states[found]})"


IMPETUOUS_MODULE = Module(
    name="impetuous",
    requires=("base", "flow", "orders", "skills", "combat"),
    decisions={ImpetuousPhase: phase.phase_side},
    resolvers={
        ImpetuousTokens: phase.place_tokens,
        ImpetuousStart: phase.start_phase,
        ImpetuousNext: phase.next_activation,
        ImpetuousFirst: activation.first_skill,
    },
    offers=phase.phase_offers(),
    steps=(
        Step(
            "human_turn",
            "impetuous_tokens",
            ImpetuousTokens,
            after=("tactical",),
            before=("command",),
            wanted=phase.could_be_impetuous,
        ),
        Step(
            "human_turn",
            IMPETUOUS,
            ImpetuousStart,
            after=("command",),
            before=("orders_start",),
            wanted=phase.could_be_impetuous,
        ),
    ),
    contributes={names.STATE_BARS: (forbidden,)},
    tables={
        names.SKILLS: {IMPETUOUS: "IM-02"},
        names.ORDER_KINDS: {IMPETUOUS: activation.KIND},
        COMBOS: {"move": AFTER_MOVE, "jump": (), "climb": (), "berserk": (), "drop": ()},
        FORBIDDEN: {names.CAMOUFLAGED: "IM-36", IMPERSONATION: "IM-36"},
    },
    refusals={
        "NO_TOKEN": "IM-05",
        "NOT_IMPETUOUS_COMBO": "IM-11",
        "NOT_FULL_MOV": "IM-22",
        "CONTACT_POSSIBLE": "IM-23",
        "NOT_NEARER": "IM-25",
        "DOUBLES_BACK": "IM-26",
        "NOT_NEAREST": "IM-28",
        "LEAVES_ZONE": "IM-30",
        "OUT_OF_REACH": "MV-1",
        "IMPETUOUS_STATE": "IM-36",
        "WITHDRAWS": "HM-38",
    },
    redactions=(secrets.redact,),
    redact_events=(secrets.redact_event,),
    invariants=(sound,),
)
