"""The floor every other module stands on: kernel reducers, extension points, shared tables and switches."""

from __future__ import annotations

from game.core.reducers import REDUCERS
from game.core.rulebook import Module, Switch
from game.rules.skirmish import names

BASE = Module(
    name="base",
    reducers=REDUCERS,
    points=(
        names.ABILITIES,
        names.TOKENS,
        names.MOVER,
        names.DEPLOY_FORMS,
        names.FOOTPRINT,
        names.RECRUITED,
        names.MODIFIERS,
        names.WEAPON_BARS,
        names.STATE_BARS,
        names.SKILL_BARS,
        names.PATH_BARS,
        names.MOVEMENT,
        names.AFTER_ORDER,
        names.BEFORE_ORDER,
        names.BEFORE_REACTION,
        names.DANGERS,
        names.MORE_ATTACKS,
        names.NO_REACTION,
        names.SPENT_UNIT,
    ),
    purposes={"pick": 0, "wip": 20},
    refusals={
        "NOT_NOW": "OR-4",
        "GAME_OVER": "MS-3",
        "NOT_YOUR_DECISION": "TS-1",
        "NOTHING_TO_UNDO": "RL-6",
        "NOTHING_TO_REDO": "RL-6",
        "POINT_OF_NO_RETURN": "RL-6",
        "OTHER_SIDE_ANSWERED": "RL-6",
    },
    switches={
        "max_xenos": Switch(120, "UN-3a", least=1, most=1000),
        "orders_per_trooper": Switch(2, "OR-2", least=1, most=20),
        "overwatch": Switch(2, "OR-5a", least=0, most=20),
        "hive_reactions": Switch("melee", "OR-5", allowed=("melee", "all", "none")),
        "save_style": Switch("n4", "EM-A1", allowed=("n4", "n5")),
        "template_reach": Switch(5, "AT-5", least=1, most=50),
        "retreat": Switch("auto", "ST-9", allowed=("auto", "light", "full")),
    },
)
