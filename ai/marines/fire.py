"""Attacks and what they promise: shots from any cell, templates, blows."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from ai.marines.picture import Picture
from ai.marines.settings import MARKER_WORTH
from ai.marines.threat import Danger
from ai.odds import EM, NOBODY, Harm, Pool, expected, points_left, success
from game.api import (
    Action,
    Cell,
    Mask,
    Profile,
    Unit,
    Weapon,
    actions,
    blast_cells,
    combat,
    geometry,
    names,
    queries,
    units_in,
    weapons_for,
)

NEST = Profile("nest", "nest", (0, 0), 0, 0, 0, 0, arm=2, w=3)
"""A nest's structure and armour (D-H7)."""
STRAY_HARM = 0.3
"""The part of a friend's worth that a stray round takes on average."""
FRIENDLY_FIRE = 3.0
"""A friend caught in our own template counts more than an enemy."""
CLOSEST = 6
"""At most so many enemies are weighed as targets from one cell: the most valuable of those in sight."""
CONE_REACH = 8


class Attack(NamedTuple):
    """An attack and what it is expected to come to: points gained, less points lost; chance to take a target out."""

    gain: float
    action: Action
    kill: float


class Fire:
    """Every attack of one picture."""

    def __init__(self, picture: Picture, danger: Danger) -> None:
        self.picture = picture
        self.danger = danger
        self._shots: dict[tuple[int, Cell], list[Attack]] = {}

    # -- shooting -----------------------------------------------------------------------------------------------

    def best_shot(self, unit: Unit, cell: Cell) -> Attack | None:
        """The most promising shot from a cell, or None if there is none worth its powder."""
        found = self.shots(unit, cell)
        best = max(found, key=lambda attack: attack.gain, default=None)
        return best if best is not None and best.gain > 0 else None

    def shots(self, unit: Unit, cell: Cell) -> list[Attack]:
        """Every shot from a cell at what is seen from there, as things stand."""
        found = self._shots.get((unit.id, cell))
        if found is None:
            found = self._shots[unit.id, cell] = self._shots_from(unit, cell)
        return found

    @cached_property
    def _by_prize(self) -> list[tuple[Unit, Mask]]:
        """Enemies and the cells they stand on, the most valuable first."""
        return sorted(self.picture.standing, key=lambda row: (-self.danger.prize(row[0]), row[0].id))

    def _shots_from(self, unit: Unit, cell: Cell) -> list[Attack]:
        p = self.picture
        guns = weapons_for(p.ctx, unit, "bs")
        if not guns:
            return []
        seen = p.seen_from(cell, unit.size) | p.board.contact_mask(cell, unit.size, p.state.doors)
        targets = [foe for foe, under in self._by_prize if seen & under][:CLOSEST]
        found: list[Attack] = []
        for weapon in guns:
            if weapon.template:
                found += self._templates(unit, cell, weapon, targets, seen)
                continue
            for foe in targets:
                attack = self._shot(unit, cell, weapon, foe)
                if attack is not None:
                    found.append(attack)
            found += self._at_nests(unit, cell, weapon, seen)
        return found

    def _shot(self, unit: Unit, cell: Cell, weapon: Weapon, foe: Unit) -> Attack | None:
        p = self.picture
        if not in_band(weapon, p.board.range(cell, unit.size, foe.cell, foe.size)):
            return None
        if weapon.ammo == (EM,) and names.ISOLATED in foe.states:
            return None
        key = (p.shooter_mark(unit), weapon.id, cell, p.target_mark(foe))
        known = p.atlas.shots.get(key)
        if known is None:
            value = self.value(unit, weapon, cell, foe)
            covered = self._covered(unit, cell, foe)
            known = p.atlas.shots[key] = (value, *self._effect(weapon, (weapon.burst, value), foe, covered))
        value, share, kill = known
        prize = self.danger.prize(foe)
        gain = prize * share
        if self._answers(foe):
            covered = self._covered(unit, cell, foe)
            gain, kill = self._duel(unit, cell, weapon, (weapon.burst, value), foe, covered, (gain, kill))
        friends = self._entangled(unit, foe)
        if friends:
            gain -= self._stray(weapon, success(value + 6 * len(friends)) - success(value), friends)
        return Attack(gain, actions.Shoot(weapon.id, (foe.id,)), kill)

    def _effect(
        self, weapon: Weapon, attack: Pool, foe: Unit, covered: bool, *, sure: bool = False
    ) -> tuple[float, float]:
        """The part of its worth that an enemy loses which dodges, and the chance to take it out."""
        p = self.picture
        profile = p.profile(foe)
        left = points_left(profile, foe)
        dodge = NOBODY if sticks(foe) else (1, profile.ph - (3 if names.PRONE in foe.states else 0))
        found = p.harm(weapon, profile, left, attack, dodge, covered=covered, sure=sure)
        return expected(found, left), found.kill

    def _answers(self, foe: Unit) -> bool:
        """May an enemy shoot in reaction (OR-5)?"""
        p = self.picture
        if p.is_hive(foe):
            return bool(p.ctx.rules["hive_reactions"] == "all")
        return not p.is_stopped(foe)

    def _duel(
        self,
        unit: Unit,
        cell: Cell,
        weapon: Weapon,
        attack: Pool,
        foe: Unit,
        covered: bool,
        dodged: tuple[float, float],
    ) -> tuple[float, float]:
        """Gain and chance against an enemy that shoots back if that is better for it than to dodge."""
        back = self._fire_back(unit, foe) if self.picture.is_hive(foe) else self._trooper_back(unit, cell, foe)
        if back is None:
            return dodged
        p = self.picture
        gun, answer = back
        profile, own = p.profile(foe), p.profile(unit)
        left, own_left = points_left(profile, foe), points_left(own, unit)
        sure = weapon.template == "cone"
        duel = p.harm(weapon, profile, left, attack, answer, covered=covered, sure=sure)
        hurt = p.harm(gun, own, own_left, answer, attack)
        met = self.danger.prize(foe) * expected(duel, left) - p.worth(unit) * expected(hurt, own_left)
        return min(dodged, (met, duel.kill))

    def _fire_back(self, unit: Unit, foe: Unit) -> tuple[Weapon, Pool] | None:
        """The gun with which an enemy answers a shot, and its one die."""
        p = self.picture
        best: tuple[Weapon, Pool] | None = None
        distance = p.board.range(unit.cell, unit.size, foe.cell, foe.size)
        for gun in weapons_for(p.ctx, foe, "bs"):
            if gun.template or not in_band(gun, distance) or gun.damage < 1:
                continue
            value = self.value(foe, gun, foe.cell, unit)
            if best is None or value > best[1][1]:
                best = gun, (1, value)
        return best

    def _trooper_back(self, unit: Unit, cell: Cell, foe: Unit) -> tuple[Weapon, Pool] | None:
        """The same for an enemy trooper, who answers where the shot comes from."""
        p = self.picture
        distance = p.board.range(cell, unit.size, foe.cell, foe.size)
        covered = geometry.cover(p.board, foe.cell, foe.size, cell, unit.size, p.state.doors, p.state.murk)
        best: tuple[Weapon, Pool] | None = None
        for gun in weapons_for(p.ctx, foe, "bs"):
            if gun.template or gun.damage < 1:
                continue
            pool = self.danger.gunplay.pool(foe, gun, distance, covered=covered, dice=1)
            if pool[0] and (best is None or pool[1] > best[1][1]):
                best = gun, pool
        return best

    def value(self, unit: Unit, weapon: Weapon, cell: Cell, target: Unit) -> int:
        """Success value of a shot, remembered for as long as nothing it depends on changes."""
        p = self.picture
        key = (p.shooter_mark(unit), weapon.id, cell, p.target_mark(target))
        found = p.atlas.values.get(key)
        if found is None:
            attempt = combat.Attempt(unit.id, "shoot", "bs", weapon.id, target.id, -1, cell, target.cell)
            found = p.atlas.values[key] = combat.success_value(p.ctx, attempt).value
        return found

    def _stray(self, weapon: Weapon, chance: float, friends: list[Unit]) -> float:
        """What a burst costs of which each round finds one of these friends with that chance (AT-2)."""
        return weapon.burst * chance * STRAY_HARM * max(self.picture.worth(friend) for friend in friends)

    def _entangled(self, unit: Unit, foe: Unit) -> list[Unit]:
        """Friends in contact with an enemy, whom a shot at it may hit (AT-2)."""
        p = self.picture
        if p.profile(foe).type == "spore":
            return []
        beside = p.board.contact_mask(foe.cell, foe.size, p.state.doors) & p.friend_cells
        if not beside:
            return []
        ids = dict.fromkeys(p.state.at[cell] for cell in geometry.cells_of(beside))
        return [p.state.units[i] for i in ids if i != unit.id and queries.can_engage(p.ctx, p.state.units[i])]

    def _covered(self, unit: Unit, cell: Cell, foe: Unit) -> bool:
        p = self.picture
        return geometry.cover(p.board, cell, unit.size, foe.cell, foe.size, p.state.doors, p.state.murk)

    # -- nests ----------------------------------------------------------------------------------------------------

    def _at_nests(self, unit: Unit, cell: Cell, weapon: Weapon, seen: Mask) -> list[Attack]:
        p = self.picture
        found = []
        for marker in p.state.markers.values():
            if marker.kind != names.NEST or not seen >> marker.cell & 1:
                continue
            distance = p.board.range(cell, unit.size, marker.cell, 1)
            if not in_band(weapon, distance):
                continue
            attempt = combat.Attempt(unit.id, "shoot", "bs", weapon.id, marker.id, -1, cell, marker.cell)
            value = combat.success_value(p.ctx, attempt).value
            covered = geometry.cover(p.board, cell, unit.size, marker.cell, 1, p.state.doors, p.state.murk)
            hurt = p.harm(weapon, NEST, NEST.w - marker.wounds, (weapon.burst, value), covered=covered)
            gain = self.nest_gain(hurt, marker.wounds)
            if gain > 0:
                found.append(Attack(gain, actions.Shoot(weapon.id, (marker.id,)), hurt.kill))
        return found

    def nest_gain(self, hurt: Harm, wounds: int) -> float:
        """What an attack on a nest is worth: a wound now spares an order later."""
        worth = self.picture.nest_worth
        return worth * (0.5 * hurt.kill + 0.5 * hurt.wounds / (NEST.w - wounds))

    # -- templates --------------------------------------------------------------------------------------------------

    def _templates(self, unit: Unit, cell: Cell, weapon: Weapon, targets: list[Unit], seen: Mask) -> list[Attack]:
        p = self.picture
        if not weapon.damage:
            return []
        aims = [self._aim(foe, seen) for foe in targets]
        aims += [m.cell for m in p.state.markers.values() if m.kind == names.NEST and seen >> m.cell & 1]
        found = []
        for aim in dict.fromkeys(aims):
            distance = p.board.range(cell, unit.size, aim, 1)
            if distance > CONE_REACH if weapon.template == "cone" else not in_band(weapon, distance):
                continue
            attack = self._template(unit, cell, weapon, aim)
            if attack is not None:
                found.append(attack)
        return found

    def _aim(self, foe: Unit, seen: Mask) -> Cell:
        """The first cell in sight under an enemy."""
        board = self.picture.board
        return next((cell for cell in board.footprint(foe.cell, foe.size) if seen >> cell & 1), foe.cell)

    def _template(self, unit: Unit, cell: Cell, weapon: Weapon, aim: Cell) -> Attack | None:
        p = self.picture
        cells = blast_cells(p.ctx, weapon, cell, unit.size, aim)
        if not cells:
            return None
        sure = weapon.template == "cone"
        attack: Pool = (1, 20)
        if not sure:
            under = p.state.at.get(aim, 0)
            target = p.state.units.get(under)
            attempt = combat.Attempt(
                unit.id, "shoot", "bs", weapon.id, 0 if target is None else under, -1, cell,
                aim if target is None else target.cell,
            )  # fmt: skip
            attack = (weapon.burst, combat.success_value(p.ctx, attempt).value)
        gain = kill = 0.0
        caught = False
        for other in units_in(p.ctx, cells, mover=unit.id, mover_cell=cell):
            if p.ctx.game.teams[other.side] == p.team:
                profile = p.profile(other)
                hurt = p.harm(weapon, profile, points_left(profile, other), attack, sure=sure)
                gain -= FRIENDLY_FIRE * p.worth(other) * expected(hurt, points_left(profile, other))
            elif not queries.is_marker(other) and not queries.is_null(other):
                caught = True
                covered = self._covered(unit, cell, other)
                share, chance = self._effect(weapon, attack, other, covered, sure=sure)
                worth = self.danger.prize(other) * share
                if self._answers(other):
                    worth, chance = self._duel(unit, cell, weapon, attack, other, covered, (worth, chance))
                gain += worth
                kill = max(kill, chance)
        for marker in p.state.markers.values():
            if not cells >> marker.cell & 1:
                continue
            if marker.kind == names.NEST:
                caught = True
                hurt = p.harm(weapon, NEST, NEST.w - marker.wounds, attack, sure=sure)
                gain += self.nest_gain(hurt, marker.wounds)
            elif marker.kind == names.INFESTATION:
                gain += MARKER_WORTH * (1.0 if sure else success(attack[1]))
        if not caught:
            return None
        return Attack(gain, actions.Shoot(weapon.id, at=aim), kill)

    # -- hand to hand --------------------------------------------------------------------------------------------------

    def blows(self, unit: Unit) -> list[Attack]:
        """Every blow at what a trooper touches now."""
        p = self.picture
        found: list[Attack] = []
        own = p.profile(unit)
        for foe in queries.touching_foes(p.ctx, unit):
            if queries.is_marker(foe) or queries.is_null(foe):
                continue
            other = p.profile(foe)
            for weapon in weapons_for(p.ctx, unit, "cc"):
                attempt = combat.Attempt(unit.id, "fight", "cc", weapon.id, foe.id, -1, unit.cell, foe.cell)
                attack = (weapon.burst, combat.success_value(p.ctx, attempt).value)
                found.append(self._blow(unit, own, weapon, attack, foe, other))
        near = p.board.contact_mask(unit.cell, unit.size, p.state.doors)
        for marker in p.state.markers.values():
            if marker.kind == names.NEST and near >> marker.cell & 1:
                for weapon in weapons_for(p.ctx, unit, "cc"):
                    hurt = p.harm(weapon, NEST, NEST.w - marker.wounds, (weapon.burst, own.cc), melee=True)
                    found.append(
                        Attack(self.nest_gain(hurt, marker.wounds), actions.Fight(weapon.id, marker.id), hurt.kill)
                    )
        return found

    def _blow(self, unit: Unit, own: Profile, weapon: Weapon, attack: Pool, foe: Unit, other: Profile) -> Attack:
        """The enemy answers with the better of a blow and a Dodge."""
        p = self.picture
        prize = self.danger.prize(foe)
        left = points_left(other, foe)
        dodge = NOBODY if sticks(foe) else (1, other.ph)
        found = p.harm(weapon, other, left, attack, dodge, melee=True)
        best = prize * expected(found, left), found.kill
        for blade in weapons_for(p.ctx, foe, "cc"):
            hit = p.harm(weapon, other, left, attack, (1, other.cc), melee=True)
            back = p.harm(blade, own, points_left(own, unit), (1, other.cc), attack, melee=True)
            lost = p.worth(unit) * expected(back, points_left(own, unit))
            best = min(best, (prize * expected(hit, left) - lost, hit.kill))
        return Attack(best[0], actions.Fight(weapon.id, foe.id), best[1])


def in_band(weapon: Weapon, distance: int) -> bool:
    """Does the weapon reach that far (AT-1)?"""
    return bool(weapon.bands) and distance <= weapon.bands[-1][0]


def sticks(unit: Unit) -> bool:
    """Is it unable to Dodge (ST-5)?"""
    return names.IMMOBILIZED_B in unit.states
