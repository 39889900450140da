"""The module of the ammunition rules: everything it brings, in one declaration."""

from __future__ import annotations

from game.core.rulebook import Module, Switch
from game.rules.ammunition.rounds import CODEONE, ELECTROMAGNETIC, EM, not_in_codeone
from game.rules.skirmish import names

AMMUNITION = Module(
    name="ammunition",
    requires=("base", "orders", "combat"),
    contributes={names.WEAPON_BARS: (not_in_codeone,)},
    tables={names.AMMO: {EM: ELECTROMAGNETIC}},
    switches={CODEONE: Switch(False, "EM-01")},
    refusals={"NOT_IN_CODEONE": "EM-01"},
)
