"""What the enemy can do in its next turn: whom it can reach, whom it can shoot, and what that would cost."""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import NamedTuple

from ai.marines.ground import square
from ai.marines.gunplay import Gunplay
from ai.marines.picture import Picture
from ai.marines.settings import REACTION_KILL
from ai.odds import Harm, expected, points_left
from game.api import Cell, Mask, Unit, UnitId, Weapon, geometry, names, queries, weapons_for

SPORE_CHANCE = 0.15
"""A spore drifts by a die: one direction in eight leads to any one trooper (HM-04)."""
DOOR_CHANCE = 1 / 6
"""A lesser creature opens a door on a 6 (HM-13)."""
FAR = 12
"""Cells beyond an enemy's move at which it is no threat to anybody in the coming turn."""
OVERWATCH = 2
SPORE_BURST = 0.35
"""The part of a trooper's worth that a burst beside it takes on average."""
TROOPER_FIRE = 1.0
"""How much the coming fire of enemy troopers counts, who have their orders to share out."""
SHAKES_OFF = 0.3
"""The danger of one who has to shake off a state first."""
LEVELS = 6
SAMPLES = 6
"""Cells of an enemy's reach from which its fire is looked at."""


class Threat(NamedTuple):
    """One enemy in its next turn: the cells it can walk to, where it can attack hand to hand, where only if a door
    gives way, where it can shoot, and all those where it is a danger.
    """

    foe: Unit
    reach: Mask
    strike: Mask
    maybe: Mask
    fire: Mask
    carry: Mask


class Danger:
    """The threats of one picture and what they come to at a cell."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.gunplay = Gunplay(picture)
        self._prizes: dict[UnitId, float] = {}
        self._sights: dict[UnitId, list[Mask]] = {}

    @cached_property
    def threats(self) -> list[Threat]:
        """Enemies near enough to matter, by id."""
        p = self.picture
        found = []
        for standing in p.foes:
            foe = queries.as_mover(p.ctx, standing) if p.kind(standing).transmutation else standing
            profile = p.profile(foe)
            far = profile.mov[0] + FAR
            if self._guns(foe) or square(p.board, foe.cell, foe.size, far) & p.friend_cells:
                found.append(self._threat(foe))
        return found

    def _guns(self, foe: Unit) -> tuple[Weapon, ...]:
        return weapons_for(self.picture.ctx, foe, "bs")

    def _threat(self, foe: Unit) -> Threat:
        p = self.picture
        doors = p.state.doors
        near = square(p.board, foe.cell, foe.size, p.profile(foe).mov[0] + 1) & p.friend_cells
        key = (foe.id, foe.cell, foe.form, foe.size, foe.states, doors, p.state.sealed, near)
        found = p.atlas.reaches.get(key)
        if found is None:
            found = p.atlas.reaches[key] = self._masks(foe)
        reach, strike, maybe = found
        fire = 0
        if self._guns(foe):
            fire = p.sight(foe)
            cells = geometry.cells_of(reach)
            for cell in cells[:: max(1, len(cells) // SAMPLES)]:
                fire |= p.seen_from(cell, foe.size)
        return Threat(foe, reach, strike, maybe, fire, strike | maybe | fire)

    def _masks(self, foe: Unit) -> tuple[Mask, Mask, Mask]:
        """Where it can walk, where it can strike for certain, and where only if a closed door gives way."""
        p = self.picture
        board, doors = p.board, p.state.doors
        profile = p.profile(foe)
        held = any(state in names.IMMOBILE for state in foe.states) or bool(queries.engaged_with(p.ctx, foe))
        points = 0 if held else profile.mov[0]
        blocked = p.friend_cells
        sure = profile.type not in ("lesser", "swarm", "spore")
        openable = p.openable if sure else 0
        walk = geometry.reach(board, foe.cell, points, doors, size=foe.size, blocked=blocked, openable=openable)
        strike = self._around(walk.cost, foe.size, doors | openable)
        maybe = 0
        if profile.type == "lesser" and p.openable and not held:
            wide = geometry.reach(board, foe.cell, points, doors, size=foe.size, blocked=blocked, openable=p.openable)
            if len(wide.cost) > len(walk.cost):
                maybe = self._around(wide.cost, foe.size, doors | p.openable) & ~strike
        return walk.cells, strike, maybe

    def _around(self, anchors: dict[Cell, int], size: int, doors: Mask) -> Mask:
        mask = 0
        contact = self.picture.board.contact_mask
        for anchor in anchors:
            mask |= contact(anchor, size, doors)
        return mask

    # -- what a blow would cost ---------------------------------------------------------------------------

    def exchange(self, attacker: Unit, target: Unit) -> tuple[float, float]:
        """Hand to hand, the target answering as best it can: points that its side and the attacker's lose."""
        p = self.picture
        key = (
            attacker.kind, attacker.form, attacker.wounds, attacker.states,
            target.kind, target.form, target.wounds, target.states, target.id in p.carriers,
            p.arms(attacker), p.arms(target),
        )  # fmt: skip
        found = p.atlas.losses.get(key)
        if found is None:
            found = p.atlas.losses[key] = self._exchange(attacker, target)
        return found

    def _exchange(self, attacker: Unit, target: Unit) -> tuple[float, float]:
        p = self.picture
        own, other = p.profile(attacker), p.profile(target)
        if own.type == "spore":
            return SPORE_BURST * p.worth(target), 0.0
        dazed = 3 if names.STUNNED in attacker.states else 0
        best: tuple[float, float] | None = None
        helpless = queries.is_null(target)
        for weapon in weapons_for(p.ctx, attacker, "cc"):
            attack = (weapon.burst, own.cc - dazed)
            answers: list[tuple[float, float]] = []
            if not helpless:
                dodge = p.harm(weapon, other, points_left(other, target), attack, (1, other.ph), melee=True)
                answers.append((self._cost(dodge, target), 0.0))
                for blade in weapons_for(p.ctx, target, "cc"):
                    hit = p.harm(weapon, other, points_left(other, target), attack, (1, other.cc), melee=True)
                    back = p.harm(blade, own, points_left(own, attacker), (1, other.cc), attack, melee=True)
                    answers.append((self._cost(hit, target), self._cost(back, attacker)))
            else:
                hit = p.harm(weapon, other, points_left(other, target), attack, melee=True)
                answers.append((self._cost(hit, target), 0.0))
            answer = min(answers, key=lambda pair: pair[0] - pair[1])
            if best is None or answer[0] - answer[1] > best[0] - best[1]:
                best = answer
        return best or (0.0, 0.0)

    def _cost(self, found: Harm, unit: Unit) -> float:
        return expected(found, points_left(self.picture.profile(unit), unit)) * self.picture.worth(unit)

    def gunfire(self, shooter: Unit, target: Unit, *, covered: bool) -> float:
        """Points a target loses to the shooter's best weapon at middling range, unopposed."""
        p = self.picture
        key = ("fire", shooter.kind, shooter.form, shooter.states, target.kind, target.form, target.wounds, covered)
        found = p.atlas.losses.get(key)
        if found is None:
            own, other = p.profile(shooter), p.profile(target)
            value = own.bs - (3 if covered else 0)
            left = points_left(other, target)
            losses = []
            for weapon in self._guns(shooter):
                attack = (1, 20) if weapon.template == "cone" else (weapon.burst, value)
                cone = weapon.template == "cone"
                hurt = p.harm(weapon, other, left, attack, (1, other.ph), covered=covered, sure=cone)
                losses.append(self._cost(hurt, target))
            found = p.atlas.losses[key] = (max(losses, default=0.0), 0.0)
        return found[0]

    # -- at a cell --------------------------------------------------------------------------------------------

    def watchers(self, cell: Cell, without: UnitId) -> int:
        """Friends who see a cell and can shoot there, one trooper counted in wherever it goes."""
        sights = self._sights.get(without)
        if sights is None:
            p = self.picture
            sights = self._sights[without] = [p.sight(unit) for unit in p.friends if unit.id != without]
        bit = 1 << cell
        return 1 + len([1 for sight in sights if sight & bit])

    def shares(self, threat: Threat) -> int:
        """How many friends a threat may choose from."""
        found = 0
        for unit in self.picture.friends:
            if threat.strike & self.picture.board.footprint_mask(unit.cell, unit.size):
                found += 1
        return found

    @cached_property
    def _shares(self) -> dict[UnitId, int]:
        return {threat.foe.id: self.shares(threat) for threat in self.threats}

    def at(self, unit: Unit, cell: Cell, watchers: int) -> float:
        """Points that a trooper standing on a cell loses in the enemy's next turn, on average."""
        p = self.picture
        under = p.board.footprint_mask(cell, unit.size)
        blows: list[float] = []
        shots = 0.0
        for threat in self.threats:
            if not threat.carry & under:  # so it is with nine in ten
                continue
            chance = 0.0
            if not p.is_hive(threat.foe):
                shots += self._trooper(threat, unit, cell, under) / sqrt(1 + len(p.friends))
                continue
            if threat.strike & under:
                chance = SPORE_CHANCE if p.profile(threat.foe).type == "spore" else 1.0
            elif threat.maybe & under:
                chance = DOOR_CHANCE
            if chance:
                lost, gained = self.exchange(threat.foe, unit)
                others = self._shares[threat.foe.id] - (1 if self._strikes_home(threat, unit) else 0)
                blows.append(chance * max(0.0, lost - 0.5 * gained) / sqrt(1 + others))
            if self._shoots(threat, under):
                covered = self.gunplay.covered(threat.foe, unit, cell)
                shots += self.gunfire(threat.foe, unit, covered=covered) / sqrt(1 + len(p.friends))
        if not blows:
            return shots
        blows.sort(reverse=True)
        per_foe = OVERWATCH * 0.8 * watchers / len(blows)
        passed = float((1 - REACTION_KILL) ** min(4.0, per_foe))
        return shots + passed * sum(blows[: self._room(unit, cell)])

    def _trooper(self, threat: Threat, unit: Unit, cell: Cell, under: Mask) -> float:
        """Points that an enemy trooper takes off one who stands on a cell, by a shot or by a blow."""
        worst = 0.0
        if self._shoots(threat, under):
            worst = TROOPER_FIRE * self.gunplay.coming(threat.foe, unit, cell) * self.picture.worth(unit)
        if threat.strike & under:
            lost, gained = self.exchange(threat.foe, unit)
            worst = max(worst, lost - 0.5 * gained)
        return SHAKES_OFF * worst if self.picture.is_stopped(threat.foe) else worst

    def _shoots(self, threat: Threat, under: Mask) -> bool:
        """May it shoot there? A creature that can strike does that instead."""
        return bool(threat.fire & under) and not (threat.strike & under and self.picture.is_hive(threat.foe))

    def shooters(self, unit: Unit, cell: Cell) -> list[bool]:
        """For each enemy that may shoot a trooper on a cell whether it finds cover in the way."""
        under = self.picture.board.footprint_mask(cell, unit.size)
        found = []
        for threat in self.threats:
            if self._shoots(threat, under):
                foe, covered = threat.foe, self.gunplay.covered(threat.foe, unit, cell)
                if self.picture.is_hive(foe):
                    harm = self.gunfire(foe, unit, covered=covered)
                else:
                    harm = self.gunplay.coming(foe, unit, cell)
                if harm > 0:  # not from beyond the reach of its guns
                    found.append(covered)
        return found

    def _strikes_home(self, threat: Threat, unit: Unit) -> bool:
        return bool(threat.strike & self.picture.board.footprint_mask(unit.cell, unit.size))

    def _room(self, unit: Unit, cell: Cell) -> int:
        """Cells from which a trooper there could be attacked."""
        p = self.picture
        around = p.board.contact_mask(cell, unit.size, p.state.doors) & ~p.friend_cells
        return max(1, around.bit_count())

    @cached_property
    def masks(self) -> list[Mask]:
        """Cells in reach of at least 1, 2, 3 ... enemies, walking or shooting."""
        found = [0] * LEVELS
        for threat in self.threats:
            carry = threat.strike | threat.fire
            for index, level in enumerate(found):
                found[index], carry = level | carry, level & carry
                if not carry:
                    break
        return found

    @cached_property
    def levels(self) -> list[int]:
        """For each cell by how many enemies it is in reach, up to `LEVELS`: a quick measure of danger."""
        exactly = [mask & ~more for mask, more in zip(self.masks, (*self.masks[1:], 0), strict=True)]
        return geometry.numbered((0, *exactly), self.picture.board.size, 0)

    # -- what an enemy is worth being stopped ------------------------------------------------------------------

    @cached_property
    def bounties(self) -> dict[UnitId, float]:
        """For each enemy the points it would cost us in its next turn, against the friend it hurts most."""
        p = self.picture
        found: dict[UnitId, float] = {}
        for threat in self.threats:
            worst = 0.0
            for unit in p.friends:
                under = p.board.footprint_mask(unit.cell, unit.size)
                if not p.is_hive(threat.foe):
                    worst = max(worst, self._trooper(threat, unit, unit.cell, under))
                elif threat.strike & under:
                    lost, gained = self.exchange(threat.foe, unit)
                    chance = SPORE_CHANCE if p.profile(threat.foe).type == "spore" else 1.0
                    worst = max(worst, chance * (lost - 0.5 * gained))
                elif threat.fire & under:
                    worst = max(worst, self.gunfire(threat.foe, unit, covered=False))
            found[threat.foe.id] = worst
        return found

    def prize(self, foe: Unit) -> float:
        """What taking an enemy out now is worth: its points and the harm it will not do."""
        found = self._prizes.get(foe.id)
        if found is None:
            found = self._prizes[foe.id] = self.picture.worth(foe) + 0.7 * self.bounties.get(foe.id, 0.0)
        return found
