"""Tight spots and special ways: hand to hand, held fast, Berserk runs, hidden markers, coming down from the air."""

from __future__ import annotations

from typing import NamedTuple

from ai.marines.fire import Fire
from ai.marines.movement import Movement, Way
from ai.marines.picture import Picture
from ai.marines.places import Places, Terms
from ai.marines.threat import Danger
from ai.odds import expected, points_left, success
from game.api import (
    Action,
    Cell,
    Unit,
    Weapon,
    actions,
    airborne,
    berserk,
    combat,
    moves,
    names,
    queries,
    tasks,
    weapons_for,
)

FREEDOM = 0.45
"""The part of a trooper's worth that shaking off Isolated or an immobilizing state is worth."""
ESCAPE = 0.4
"""The part of its danger that an engaged trooper is rid of by a Dodge that succeeds."""
IDLE_GAIN = -0.5
FOUND = 4.0
"""What it is worth to know what a hidden marker is, and to be able to shoot at it."""
STRIKE = 0.5
"""Who is in contact and may strike does not stand about."""
ARRIVAL = 6.0
"""What it is worth that a trooper off board comes down at all."""
LANDINGS = 24
"""Landing cells that are weighed, evenly spread over all there are."""
RUSH = 6
"""Berserk adds so much to CC (AT-4)."""


class Plan(NamedTuple):
    """A way to use an order, or the rest of one: what to declare now, its value in points, and why."""

    score: float
    action: Action | Way
    terms: Terms


class Tight:
    """What troopers can do who are not free to do as they like."""

    def __init__(self, picture: Picture, danger: Danger, fire: Fire, places: Places, movement: Movement) -> None:
        self.picture = picture
        self.danger = danger
        self.fire = fire
        self.places = places
        self.movement = movement

    def engaged(self, unit: Unit, may: frozenset[str], which: int = 0) -> list[Plan]:
        """Hand to hand: strike, slip away, or leave under Fall Back with the first (``which`` 0) or second Move."""
        p = self.picture
        found: list[Plan] = []
        if "fight" in may:
            found += [Plan(a.gain + STRIKE, a.action, (("attack", a.gain),)) for a in self.fire.blows(unit)]
        if "dodge" in may:
            chance = success(p.profile(unit).ph - (3 if names.PRONE in unit.states else 0))
            gain = chance * ESCAPE * self.danger.at(unit, unit.cell, 1)
            found.append(Plan(gain, actions.Dodge(), (("escape", gain),)))
        if "move" in may and moves.may_leave(p.ctx, unit):
            found += self._leaving(unit, which)
        if "berserk" in may:
            found += self.charges(unit)
        if "idle" in may:
            found.append(Plan(IDLE_GAIN, actions.Idle(), ()))
        return found

    def _leaving(self, unit: Unit, which: int) -> list[Plan]:
        points = self.movement.points(unit, which)
        walk = self.movement.reach(unit, points)
        cells = self.movement.best_cells(unit, list(walk.cost)[1:], 2 * self.picture.settings.width)
        walks = [self.movement.walked(unit, Way(walk, cell, points)) for cell in cells]
        return [Plan(walked.gain, walked.way, walked.terms) for walked in walks]

    def struggles(self, unit: Unit, may: frozenset[str]) -> list[Plan]:
        """Shake off what holds a trooper (ST-4, ST-5)."""
        p = self.picture
        found: list[Plan] = []
        profile = p.profile(unit)
        if "reset" in may and {names.ISOLATED, names.IMMOBILIZED_B} & set(unit.states):
            chance = success(profile.wip - (9 if names.ISOLATED in unit.states else 3))
            found.append(Plan(chance * FREEDOM * p.worth(unit), actions.Reset(), (("free", chance),)))
        if "dodge" in may and names.IMMOBILIZED_A in unit.states:
            chance = success(profile.ph - 6)
            found.append(Plan(chance * FREEDOM * p.worth(unit), actions.Dodge(), (("free", chance),)))
        return found

    def charges(self, unit: Unit) -> list[Plan]:
        """Berserk runs: the blows of both sides count (AT-4)."""
        p = self.picture
        if not queries.has_skill(p.ctx, unit, berserk.BERSERK):
            return []
        found = []
        own = p.profile(unit)
        for target, path in sorted(berserk.runs(p.ctx, unit).items()):
            foe = p.state.units[target]
            lost = max(
                (self._blow(foe, unit, w, 1, p.profile(foe).cc) for w in weapons_for(p.ctx, foe, "cc")), default=0.0
            )
            lost *= p.worth(unit)
            end: Cell = next((step for step in reversed(path) if step >= 0), unit.cell)
            shift = min(0.0, self.movement.change(unit, end)[0]) if path else 0.0
            for blade in weapons_for(p.ctx, unit, "cc"):
                gain = self._blow(unit, foe, blade, blade.burst, own.cc + RUSH) * self.danger.prize(foe)
                terms: Terms = (("attack", gain), ("risk", -lost), ("place", shift))
                found.append(Plan(gain - lost + shift, actions.Berserk(target, blade.id, path), terms))
        return found

    def _blow(self, unit: Unit, foe: Unit, blade: Weapon, dice: int, value: int) -> float:
        """The part of a target's worth that an unopposed blow takes."""
        p = self.picture
        profile = p.profile(foe)
        left = points_left(profile, foe)
        return expected(p.harm(blade, profile, left, (dice, value), melee=True), left)

    def discoveries(self, unit: Unit) -> list[Plan]:
        """Hidden markers in sight that are worth a second look (ST-10)."""
        p = self.picture
        order = tasks.running_order(p.ctx)
        done = [skill.action for skill in order.skills] if order is not None else []
        found = []
        for foe in p.known_foes:
            if not queries.is_marker(foe) or unit.count(f"looked:{foe.id}") or actions.Discover(foe.id) in done:
                continue
            if queries.sees(p.ctx, unit, foe):
                attempt = combat.Attempt(unit.id, "discover", "wip", target=foe.id, cell=unit.cell)
                gain = FOUND * success(combat.success_value(p.ctx, attempt).value)
                found.append(Plan(gain, actions.Discover(foe.id), (("discover", gain),)))
        return found

    def landings(self, unit: Unit) -> list[Plan]:
        """Where a trooper off board could come down (D-I18)."""
        p = self.picture
        found = []
        for way, chance in ((airborne.JUMP, success(p.profile(unit).ph)), (airborne.CHUTE, 1.0)):
            cells = airborne.landing_cells(p.ctx, unit, way)
            for cell in cells[:: max(1, len(cells) // LANDINGS)]:
                found.append((chance, self.places.place(unit, cell), actions.Drop(cell, way)))
        if not found:
            return []
        best = max(place.value for _, place, _ in found)
        return [Plan(ARRIVAL * chance + place.value - best, drop, place.terms) for chance, place, drop in found]
