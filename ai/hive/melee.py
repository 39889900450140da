"""What a blow comes to, before it is struck: harm done and harm taken, the trooper answering as he does best."""

from __future__ import annotations

from typing import NamedTuple

from ai.hive.front import Foe, Front
from ai.odds import NOBODY, Pool, expected, harm, points_left
from game.api import Ctx, Profile, Unit, Weapon, names, queries

MOST_HELP = 3
"""Further friends in contact with the target that count (AT-3)."""


class Clash(NamedTuple):
    """One attack hand to hand: the share of the trooper it takes, the share of the xeno it costs."""

    taken: float
    lost: float
    kill: float


class Melee:
    """Blows under one front, each worked out once."""

    def __init__(self, front: Front) -> None:
        self.front = front
        self._made: dict[tuple[object, ...], Clash] = {}

    def helpers(self, ctx: Ctx, foe: Foe, without: int) -> int:
        """Xenos in contact with a trooper that would help against him (AT-3)."""
        counts: dict[int, tuple[int, ...]] = ctx.memo.setdefault("ai.helpers", {})
        found = counts.get(foe.id)
        if found is None:
            unit = ctx.state.units.get(foe.id)
            found = () if unit is None else tuple(x.id for x in queries.engaged_with(ctx, unit))
            counts[foe.id] = found
        return len(found) - (without in found)

    def clash(self, ctx: Ctx, xeno: Unit, profile: Profile, foe: Foe, helpers: int, *, harder: int = 0) -> Clash:
        """The better of the xeno's weapons against the better of the trooper's answers."""
        key = (xeno.kind, xeno.form, xeno.wounds, xeno.states, foe.id, min(helpers, MOST_HELP), harder)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = self._clash(ctx, xeno, profile, foe, min(helpers, MOST_HELP), harder)
        return found

    def _clash(self, ctx: Ctx, xeno: Unit, profile: Profile, foe: Foe, helpers: int, harder: int) -> Clash:
        best = Clash(0.0, 0.0, 0.0)
        own = points_left(profile, xeno)
        left = points_left(foe.profile, foe.unit)
        dazed = 3 if names.STUNNED in xeno.states else 0
        for name in profile.weapons:
            blade = ctx.game.weapons[name]
            if blade.use == "bs":
                continue
            attack: Pool = (blade.burst, profile.cc + helpers - dazed)
            answers = self._answers(ctx, foe)
            worst: Clash | None = None
            for answer, back in answers:
                hit = harm(ctx, blade, foe.profile, left, attack, answer, damage=blade.damage + harder, melee=True)
                lost = 0.0
                if back is not None:
                    hurt = harm(ctx, back, profile, own, answer, attack, melee=True)
                    lost = 0.5 * hurt.kill + 0.5 * hurt.wounds / own
                made = Clash(expected(hit, left), lost, hit.kill)
                if worst is None or made.taken - made.lost < worst.taken - worst.lost:
                    worst = made
            if (worst is not None and worst.taken - worst.lost > best.taken - best.lost) or best.taken == 0.0:
                best = worst or best
        return best

    def _answers(self, ctx: Ctx, foe: Foe) -> list[tuple[Pool, Weapon | None]]:
        """What a trooper can oppose a blow with: a Dodge, a blow of his own, or nothing."""
        if not foe.stirs or queries.has_effect(ctx, foe.unit, names.WARP_SHADOW):
            return [(NOBODY, None)]
        found: list[tuple[Pool, Weapon | None]] = [((1, foe.profile.ph), None)] if foe.profile.ph > 0 else []
        found += [((1, foe.profile.cc), blade) for blade in foe.blades]
        return found or [(NOBODY, None)]
