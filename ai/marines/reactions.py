"""Reactions: shoot, strike, dodge or hold, by the odds, with an eye on those who are still to come (OR-5, OR-5a)."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from ai.marines.gunplay import Gunplay
from ai.marines.picture import Picture
from ai.marines.places import Terms
from ai.marines.settings import REACTION_KILL
from ai.odds import NOBODY, Harm, Pool, expected, points_left, success
from game.api import (
    Action,
    Cell,
    Unit,
    Weapon,
    actions,
    blast_cells,
    combat,
    geometry,
    names,
    queries,
    tasks,
    units_in,
    weapons_for,
)

FOLLOWED = 0.72
"""What is left of a target's worth for the next one who reacts to it."""
IN_SIGHT, NEAR_BY, FAR_OFF = 0.45, 0.15, 0.03
"""Chance that an enemy which has yet to move comes to be a target: seen now, near by, far away."""
NEAR_CELLS = 14
FRIENDLY_FIRE = 3.0
STRAY_HARM = 0.3
SOON = 2.5
"""Points of harm that an enemy left alive will do before long, if it is near us."""
FREE_RESET = 0.5
SHOOTS_ANYBODY = 0.5
"""Chance that an enemy with a gun, who touches nobody, shoots at a trooper who is alone."""

TROOPER_SHOOTS = 0.8
"""Chance that an enemy trooper shoots at one of those it sees, with the skill it has left."""


class Answer(NamedTuple):
    """A reaction and what it promises, in points."""

    score: float
    action: Action
    terms: Terms


class Assault(NamedTuple):
    """The attack that the acting unit is about to make on a trooper: its chance, weapon, dice, and its kind."""

    chance: float
    weapon: Weapon | None
    pool: Pool
    melee: bool
    declared: bool


class Reactions:
    """The reactions of one trooper to the running order."""

    def __init__(self, picture: Picture, unit: Unit, order: tasks.Order) -> None:
        self.picture = picture
        self.unit = unit
        self.order = order
        self.actor = picture.state.units[order.actor]
        self.own = picture.profile(unit)
        self.foe = picture.profile(self.actor)
        self.assault = self._assault()

    def answers(self, options: list[Action]) -> list[Answer]:
        """Every listed reaction with its value, the best first."""
        found = [self._answer(action) for action in options]
        return sorted(found, key=lambda answer: -answer.score)

    def _answer(self, action: Action) -> Answer:
        if isinstance(action, actions.Shoot):
            return self._shot(action)
        if isinstance(action, actions.Fight):
            return self._blow(action)
        if isinstance(action, actions.Dodge):
            value = self._value("dodge", "ph")
            loss = self._loss((1, value))
            return Answer(-loss, action, (("risk", -loss),))
        if isinstance(action, actions.Reset):
            loss = self._loss(NOBODY)
            free = FREE_RESET * self.picture.worth(self.unit) * success(self.own.wip - 6)
            return Answer(free - loss, action, (("free", free), ("risk", -loss)))
        loss = self._loss(NOBODY)
        return Answer(-loss, action, (("risk", -loss),))

    # -- what is coming -----------------------------------------------------------------------------------------

    def _assault(self) -> Assault:
        p = self.picture
        for declared in self.order.skills:
            made = declared.action
            if isinstance(made, actions.Fight | actions.Berserk):
                weapon = p.ctx.game.weapons[made.weapon]
                chance = 1.0 if made.target == self.unit.id else 0.0
                rush = 6 if isinstance(made, actions.Berserk) else 0
                return Assault(chance, weapon, (weapon.burst, self.foe.cc + rush), melee=True, declared=True)
            if isinstance(made, actions.Shoot):
                weapon = p.ctx.game.weapons[made.weapon]
                return self._declared_shot(made, weapon, declared.cell)
        touched = [
            other
            for other in queries.touching_foes(p.ctx, self.actor)
            if not queries.is_null(other) and not queries.is_marker(other)
        ]
        blades = weapons_for(p.ctx, self.actor, "cc")
        if touched:
            mine = any(other.id == self.unit.id for other in touched)
            if not mine or not blades:
                return Assault(0.0, None, NOBODY, melee=True, declared=False)
            blade = max(blades, key=lambda w: (w.burst, w.damage))
            return Assault(1.0 / len(touched), blade, (blade.burst, self.foe.cc), melee=True, declared=False)
        guns = [gun for gun in weapons_for(p.ctx, self.actor, "bs") if gun.damage]
        if not guns:
            return Assault(0.0, None, NOBODY, melee=False, declared=False)
        if not p.is_hive(self.actor):
            return self._trooper_shot(guns)
        gun = max(guns, key=lambda w: (w.burst, w.damage))
        pool = (1, 20) if gun.template == "cone" else (gun.burst, self.foe.bs)
        return Assault(SHOOTS_ANYBODY / max(1, len(p.own) - 1), gun, pool, melee=False, declared=False)

    def _trooper_shot(self, guns: list[Weapon]) -> Assault:
        """The shot that an enemy trooper has yet to declare, at one of those it sees; none after its second skill."""
        p = self.picture
        seen = [friend for friend in p.friends if queries.sees(p.ctx, self.actor, friend)]
        if len(self.order.skills) > 1 or not any(friend.id == self.unit.id for friend in seen):
            return Assault(0.0, None, NOBODY, melee=False, declared=False)
        distance = queries.range_between(p.ctx, self.actor, self.unit)
        covered = self._covered
        gunplay = Gunplay(p)
        pools = [(gunplay.pool(self.actor, gun, distance, covered=covered), gun) for gun in guns]
        (dice, value), gun = max(pools, key=lambda pair: (pair[0][0] * max(0, pair[0][1]), pair[1].damage))
        return Assault(TROOPER_SHOOTS / len(seen), gun, (dice, value), melee=False, declared=False)

    @cached_property
    def _covered(self) -> bool:
        """Does the trooper stand in cover from the acting unit?"""
        p = self.picture
        return geometry.cover(
            p.board, self.actor.cell, self.actor.size, self.unit.cell, self.unit.size, p.state.doors, p.state.murk
        )

    def _declared_shot(self, made: actions.Shoot, weapon: Weapon, cell: Cell) -> Assault:
        p = self.picture
        if weapon.template:
            cells = blast_cells(p.ctx, weapon, cell, self.actor.size, made.at)
            caught = bool(cells & p.board.footprint_mask(self.unit.cell, self.unit.size))
            pool = (1, 20) if weapon.template == "cone" else (weapon.burst, self.foe.bs)
            return Assault(1.0 if caught else 0.0, weapon, pool, melee=False, declared=True)
        aimed = made.targets.count(self.unit.id)
        dice = weapon.burst if len(made.targets) == 1 else aimed
        attempt = combat.Attempt(self.actor.id, "shoot", "bs", weapon.id, self.unit.id, -1, cell, self.unit.cell)
        value = combat.success_value(p.ctx, attempt).value if aimed else 0
        return Assault(1.0 if aimed else 0.0, weapon, (dice, value), melee=False, declared=True)

    def _loss(self, against: Pool) -> float:
        """Points that the coming attack costs, opposed by this."""
        coming = self.assault
        if coming.weapon is None or not coming.chance:
            return 0.0
        p = self.picture
        covered = not coming.melee and self._covered
        left = points_left(self.own, self.unit)
        found = p.harm(
            coming.weapon,
            self.own,
            left,
            coming.pool,
            against,
            covered=covered,
            melee=coming.melee,
            sure=coming.weapon.template == "cone",
        )
        return coming.chance * expected(found, left) * p.worth(self.unit)

    # -- answers ---------------------------------------------------------------------------------------------------

    def _value(self, skill: str, attribute: str, weapon: str = "", *, at: Cell = -1) -> int:
        p = self.picture
        target = self.actor.id if weapon else 0
        there = (at if at >= 0 else self.actor.cell) if weapon else -1
        attempt = combat.Attempt(self.unit.id, skill, attribute, weapon, target, -1, self.unit.cell, there, True)
        return combat.success_value(p.ctx, attempt).value

    def prize(self) -> float:
        """What stopping the acting unit is worth to the one who reacts next."""
        p = self.picture
        earlier = sum(1 for made in self.order.reactions if isinstance(made.action, actions.Shoot | actions.Fight))
        return (p.worth(self.actor) + SOON) * FOLLOWED**earlier

    def _shot(self, action: actions.Shoot) -> Answer:
        p = self.picture
        weapon = p.ctx.game.weapons[action.weapon]
        wait = self._reserve()
        if weapon.template:
            return self._template(action, weapon, wait)
        value = self._value("shoot", "bs", weapon.id, at=action.at)
        covered = geometry.cover(
            p.board, self.unit.cell, self.unit.size, action.at, self.actor.size, p.state.doors, p.state.murk
        )
        pool = (1, value)
        gain = self.prize() * self._effect(weapon, pool, covered=covered)
        loss = self._loss(pool)
        stray = self._stray(weapon, value, action.at)
        terms: Terms = (("attack", gain), ("risk", -loss), ("friends", -stray), ("reserve", -wait))
        return Answer(gain - loss - stray - wait, action, terms)

    def _effect(self, weapon: Weapon, pool: Pool, *, covered: bool = False, melee: bool = False) -> float:
        """The part of the acting unit's worth that an answer takes, face to face only if it is attacked itself."""
        p = self.picture
        left = points_left(self.foe, self.actor)
        free: Harm = p.harm(weapon, self.foe, left, pool, covered=covered, melee=melee)
        chance = self.assault.chance
        if not chance:
            return expected(free, left)
        met = p.harm(weapon, self.foe, left, pool, self.assault.pool, covered=covered, melee=melee)
        return chance * expected(met, left) + (1 - chance) * expected(free, left)

    def _stray(self, weapon: Weapon, value: int, at: Cell) -> float:
        """What a shot into a melee may cost friends (AT-2)."""
        p = self.picture
        if self.foe.type == "spore":
            return 0.0
        beside = p.board.contact_mask(at, self.actor.size, p.state.doors) & p.friend_cells
        if not beside:
            return 0.0
        ids = dict.fromkeys(p.state.at[cell] for cell in geometry.cells_of(beside))
        friends = [p.state.units[i] for i in ids if i != self.unit.id and queries.can_engage(p.ctx, p.state.units[i])]
        if not friends:
            return 0.0
        return self._strayed(weapon, success(value + 6 * len(friends)) - success(value), friends)

    def _strayed(self, weapon: Weapon, chance: float, friends: list[Unit]) -> float:
        """What a die costs that finds one of these friends with that chance."""
        return chance * STRAY_HARM * max(self.picture.worth(unit) for unit in friends)

    def _template(self, action: actions.Shoot, weapon: Weapon, wait: float) -> Answer:
        p = self.picture
        cells = blast_cells(p.ctx, weapon, self.unit.cell, self.unit.size, action.at)
        sure = weapon.template == "cone"
        pool = (1, 20) if sure else (1, self._value("shoot", "bs", weapon.id, at=action.at))
        gain = 0.0
        for other in units_in(p.ctx, cells, mover=self.actor.id, mover_cell=action.at):
            profile = p.profile(other)
            left = points_left(profile, other)
            taken = expected(p.harm(weapon, profile, left, pool, sure=sure), left)
            if p.ctx.game.teams[other.side] == p.team:
                gain -= FRIENDLY_FIRE * p.worth(other) * taken
            elif other.id == self.actor.id:
                gain += self.prize() * taken
            elif not queries.is_marker(other):
                gain += p.worth(other) * taken
        loss = self._loss(NOBODY if sure else pool)
        return Answer(gain - loss - wait, action, (("attack", gain), ("risk", -loss), ("reserve", -wait)))

    def _blow(self, action: actions.Fight) -> Answer:
        weapon = self.picture.ctx.game.weapons[action.weapon]
        pool = (1, self._value("fight", "cc", weapon.id))
        gain = self.prize() * self._effect(weapon, pool, melee=True)
        loss = self._loss(pool)
        return Answer(gain - loss, action, (("attack", gain), ("risk", -loss)))

    # -- those still to come ------------------------------------------------------------------------------------------

    def _reserve(self) -> float:
        """What the shot would be worth later in this hive turn: the best that could then not be taken (OR-5a)."""
        p = self.picture
        if p.ctx.game.side_kinds.get(p.state.turn) != "hive":
            return 0.0
        left = p.ctx.rules["overwatch"] - self.unit.count(names.OVERWATCH)
        if self.assault.chance:
            return 0.0
        coming = [foe for foe in p.foes if foe.id != self.actor.id and not foe.count(names.ACTED)]
        if len(coming) < left:
            return 0.0
        sight = p.sight(self.unit)
        values = []
        for foe in coming:
            if sight >> foe.cell & 1:
                chance = IN_SIGHT
            elif p.board.range(self.unit.cell, self.unit.size, foe.cell, foe.size) <= NEAR_CELLS:
                chance = NEAR_BY
            else:
                chance = FAR_OFF
            profile = p.profile(foe)
            values.append(chance * REACTION_KILL / max(1, profile.w - foe.wounds) * (p.worth(foe) + SOON))
        values.sort(reverse=True)
        return values[left - 1] if left >= 1 else 0.0


def running(picture: Picture) -> tasks.Order:
    """The order that is being reacted to."""
    order = tasks.running_order(picture.ctx)
    assert order is not None, "a reaction without an order"
    return order
