"""What the swarm dice are spent on: every legal plan, by what its items are expected to come to."""

from __future__ import annotations

from collections.abc import Sequence

from ai.hive import mission
from ai.hive.choice import Choice
from ai.hive.front import Front
from ai.hive.melee import Melee
from ai.hive.muster import Muster
from ai.hive.placing import pace_of
from ai.hive.settings import (
    CATHARSIS_EXPOSED,
    FIELD_WORTH,
    LOCK,
    NEST_TURNS,
    NEWCOMER,
    NOWHERE,
    READY,
    WIDE_FACTOR,
)
from game.api import (
    Action,
    Ctx,
    Pass,
    UnitKind,
    View,
    geometry,
    hive_actions,
    hive_howl,
    hive_nests,
    hive_placement,
    hive_reinforce,
    hive_spawning,
    names,
    queries,
)

GAS_ODDS = 1 / 6
"""Chance that a trooper caught in gas is poisoned (HM-50)."""
GAS_MOST = 6
OUT = 0.8
"""Share of a trooper's worth for putting him out of action until a medic comes."""
REACH_COMBAT = 2
"""Xenos that must reach combat for Catharsis to be worth breaking a larger group up (HM-A16)."""


class Dicing:
    """The worth of each item of the dice at one moment."""

    def __init__(self, view: View, front: Front, melee: Melee, muster: Muster) -> None:
        self.view = view
        self.ctx: Ctx = view.ctx
        self.front = front
        self.melee = melee
        self.muster = muster
        self.left = mission.rounds_left(view)
        self._worth: dict[str, float] = {}
        self._more: dict[str, float] = {}

    def plans(self, options: Sequence[Action]) -> list[Choice]:
        """Every listed plan with its worth; nothing at all is one of them."""
        found = []
        for option in options:
            if isinstance(option, hive_actions.SpendSwarmDice):
                terms = self._terms(option.plan)
                found.append(Choice(sum(terms), option, option.plan, terms))
        found.append(Choice(0.0, Pass()))
        return found

    def _terms(self, plan: tuple[str, ...]) -> tuple[float, ...]:
        """The worth of each item of a plan; a second one of a kind is worth a little less."""
        room = hive_spawning.room_left(self.ctx)
        terms = []
        for place, name in enumerate(plan):
            worth = self.worth(name)
            worth *= 0.9 ** plan[:place].count(name)
            count = _COUNTS.get(name, 0)
            if count:
                worth *= min(1.0, max(0, room) / count)
                room -= count
            terms.append(worth)
        return tuple(terms)

    def worth(self, name: str) -> float:
        """Points that one item is expected to be worth."""
        found = self._worth.get(name)
        if found is None:
            found = self._worth[name] = _JUDGES[name](self, name)
        return found

    # -- the hive's mind -----------------------------------------------------------------------------------------

    def catharsis(self, _name: str) -> float:
        """A second advance and blow for all, without a shot in answer; who ends in the open pays for it later."""
        if self.ctx.rules["catharsis_timing"] != "at_once":
            return 4.0
        total, fights = 0.0, 0
        share = min(1.0, 8.0 / max(1, self.muster.ranks.crowd))
        for unit in self.view.own:
            if unit.cell < 0 or names.ISOLATED in unit.states:
                continue
            profile = queries.profile_of(self.ctx, unit)
            if profile.type == "spore":
                continue
            away = self.front.note(unit, profile).away
            if away <= profile.mov[0]:
                fights += 1
                foe = min(self.front.foes, key=lambda f: (queries.range_between(self.ctx, unit, f.unit), f.id))
                clash = self.melee.clash(self.ctx, unit, profile, foe, 1, harder=1)
                gain = foe.worth * (clash.taken + (0.0 if away == 0 else LOCK * (1.0 - clash.lost)))
                total += gain - self.muster.value(unit) * clash.lost
            elif away < NOWHERE and self.left:
                total -= CATHARSIS_EXPOSED * share * self.muster.value(unit)
        return total if fights >= REACH_COMBAT else min(total, 3.0)

    def warp_field(self, _name: str) -> float:
        """No command next turn: worth something only if there is an officer to give one."""
        if not self.left:
            return 0.0
        officers = [f for f in self.front.foes if queries.kind_of(self.ctx, f.unit).command > 0]
        return FIELD_WORTH * (1.0 + 0.3 * len(self.front.foes)) if officers else 0.3

    def psychic_howl(self, _name: str) -> float:
        """Cornered troopers do not move; hemmed-in ones are driven back, but shoot first."""
        if not self.left:
            return 0.0
        total = 0.5
        for foe in self.front.foes:
            status = hive_howl.plight(self.ctx, foe.unit).status
            if status == names.CORNERED:
                total += foe.worth * 0.3
            elif status == names.HEMMED_IN:
                total += foe.worth * 0.08
        return total

    def warp_shadow(self, _name: str) -> float:
        """A psyker held fast, or any one trooper out of action."""
        if not self.front.foes:
            return 0.0
        psykers = [f.worth for f in self.front.foes if "psyker" in f.profile.skills]
        if psykers:
            return max(psykers) * 0.6
        return OUT * sum(f.worth for f in self.front.foes) / len(self.front.foes)

    # -- corruption ------------------------------------------------------------------------------------------------

    def gas(self, _name: str) -> float:
        """Expected victims of gas from the markers that lie there."""
        kept = dict.fromkeys((f.id for f in self.front.foes), 1.0)
        for marker in self.ctx.state.markers.values():
            if marker.kind != names.INFESTATION:
                continue
            clouds = [
                geometry.flood(self.ctx.board, marker.cell, n, self.ctx.state.doors) for n in range(1, GAS_MOST + 1)
            ]
            for foe in self.front.foes:
                under = self.ctx.board.footprint_mask(foe.unit.cell, foe.unit.size)
                caught = sum(1 for cloud in clouds if cloud & under) / GAS_MOST
                kept[foe.id] *= 1.0 - caught
        return OUT * GAS_ODDS * sum(f.worth * (1.0 - kept[f.id]) for f in self.front.foes)

    def corpse_swarms(self, _name: str) -> float:
        """A swarm for each trooper who died this round, most of them among the living."""
        kind = self.ctx.game.kinds.get("swarm")
        if kind is None or not self.left:
            return 0.0
        return 1.2 * kind.cost * len(hive_reinforce.killed_cells(self.ctx))

    def spores(self, _name: str) -> float:
        """Four that drift: little, but a spore in a tight place is a nuisance."""
        return 2.2 if self.left else 0.0

    def infestation(self, _name: str) -> float:
        """Gas in later turns: each needs a three on some die."""
        if self.left < 2:
            return 0.0
        worth = sum(f.worth for f in self.front.foes)
        present = sum(1 for m in self.ctx.state.markers.values() if m.kind == names.INFESTATION)
        return min(self.left - 1, 4) * 0.4 * 0.35 * OUT * GAS_ODDS * worth / (1 + present)

    def nest(self, _name: str) -> float:
        """A brood each turn for as long as the game lasts, within reason."""
        kind = self.ctx.game.kinds.get("gaunt")
        cost = hive_nests.NEST_OUTPUT["gaunt"] * (kind.cost if kind is not None else 0)
        return 0.6 * cost * min(max(0, self.left - 1), NEST_TURNS)

    # -- new creatures -----------------------------------------------------------------------------------------------

    def creatures(self, name: str) -> float:
        """Their points, less where few cells are near enough to strike from; nothing when they never get to move."""
        if not self.left:
            return 0.05
        kinds = [self.ctx.game.kinds[kind] for kind in hive_reinforce.item_kinds(self.ctx, name)]
        count = _COUNTS.get(name, 1)
        return max((self._kind(kind, count) for kind in kinds), default=0.0)

    def _kind(self, kind: UnitKind, count: int) -> float:
        profile = kind.profiles[0]
        legal = hive_placement.grounds(self.ctx).anchors(profile.size)
        if not legal:
            return 0.0
        pull = self.front.pull(profile.size, profile.type)
        mov = max(1, pace_of(kind))
        turns = sorted(pull[cell] / mov for cell in geometry.cells_of(legal))[:count]
        if profile.size > 1 and turns[0] * mov >= NOWHERE:
            return 0.0  # nothing that large gets from there to anybody
        worth = 0.0
        for away in turns:
            if away <= self.left:
                worth += kind.cost * (1.0 if away <= 1 else max(0.25, 1.0 - 0.18 * (away - 1)))
        factor = WIDE_FACTOR if profile.size > 1 else 1.0
        return NEWCOMER * factor * worth + READY * 0.2 * worth


_COUNTS = {
    "spores": 4,
    "gaunt_brood": 8,
    "stealer_brood": 4,
    "synapse": 1,
    "monstrous": 1,
    "gargantuan": 1,
}
"""How many creatures each item brings (HM-46, HM-55, HM-58, HM-60 to HM-63)."""

_JUDGES = {
    "catharsis": Dicing.catharsis,
    "warp_field": Dicing.warp_field,
    "psychic_howl": Dicing.psychic_howl,
    "warp_shadow": Dicing.warp_shadow,
    "gas": Dicing.gas,
    "corpse_swarms": Dicing.corpse_swarms,
    "spores": Dicing.spores,
    "infestation": Dicing.infestation,
    "nest": Dicing.nest,
    "gaunt_brood": Dicing.creatures,
    "stealer_brood": Dicing.creatures,
    "synapse": Dicing.creatures,
    "monstrous": Dicing.creatures,
    "gargantuan": Dicing.creatures,
}
