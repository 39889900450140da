"""The round itself: two saves on half the BTS, no wounds, and electronics that fail (EM-01 to EM-18)."""

from __future__ import annotations

from typing import Final

from game.core.game import Game
from game.core.profile import Weapon
from game.core.refusal import Refusal, refuse
from game.core.state import Unit
from game.core.tx import Ctx
from game.rules.skirmish import names
from game.rules.skirmish.combat import BTS, Ammo
from game.rules.skirmish.queries import profile_of

EM: Final = "em"
"""The name of these rounds in the ammunition table."""
CODEONE: Final = "codeone"
"""Switch: the simplified rules, which leave these rounds out (EM-01)."""
ELECTRONIC: Final = frozenset({"HI", "TAG", "REM", "Vehicle"})
"""Troop types that stop dead when their electronics go (EM-13, D-E3)."""


def burnt_out(ctx: Ctx, unit: Unit) -> tuple[str, ...]:
    """What a unit becomes that fails: Isolated; with the types of EM-13 in force also Immobilized-B (EM-08, X-03)."""
    if profile_of(ctx, unit).type in ELECTRONIC:
        return names.ISOLATED, names.IMMOBILIZED_B
    return (names.ISOLATED,)


ELECTROMAGNETIC: Final = Ammo(attribute=BTS, saves=2, extra=1, halved=True, wounds=0, states=burnt_out, clause="EM-04")
"""Two saves for a hit (EM-04) on half the BTS, rounded up (EM-05, EM-06), one more for a critical (EM-18), no wound
(EM-03)."""


def not_in_codeone(game: Game, weapon: Weapon) -> Refusal | None:
    """A weapon with these rounds in it is not to be had under the simplified rules (EM-01)."""
    if game.rules[CODEONE] and EM in weapon.ammo:
        return refuse("NOT_IN_CODEONE", "EM-01", weapon=weapon.id)
    return None
