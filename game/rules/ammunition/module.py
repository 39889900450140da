"""The module of the ammunition rules: everything it brings, in one declaration."""

from __future__ import annotations

from game.core.events import UnitMoved
from game.core.rulebook import Module, Switch
from game.rules.ammunition import mines
from game.rules.ammunition.rounds import CODEONE, ELECTROMAGNETIC, EM, not_in_codeone
from game.rules.skirmish import names
from game.rules.skirmish.actions import Place
from game.rules.skirmish.events import TemplatePlaced

AMMUNITION = Module(
    name="ammunition",
    requires=("base", "orders", "skills", "combat"),
    resolvers={mines.MineDue: mines.go_off},
    bars={Place: (mines.no_mines_in_codeone,)},
    listeners={UnitMoved: (mines.stepped,), TemplatePlaced: (mines.spent,)},
    contributes={
        names.WEAPON_BARS: (not_in_codeone,),
        names.DANGERS: (mines.dangers,),
        names.MORE_ATTACKS: (mines.blasts,),
        names.AFTER_ORDER: (mines.overdue,),
    },
    tables={
        names.AMMO: {EM: ELECTROMAGNETIC},
        names.EQUIPMENT: {mines.EM_MINE: "OR-3"},
        names.DEPLOYABLES: {mines.EM_MINE: mines.MINE_ROW},
        names.USAGES: {mines.DISARM: mines.DISARM_ROW},
        names.BREAKABLE: {names.MINE: "removed"},
    },
    switches={CODEONE: Switch(False, "EM-01")},
    refusals={"NOT_IN_CODEONE": "EM-01", "NO_MINES_LEFT": "OR-3", "MINE_NEAR_ENEMY": "OR-3"},
)
