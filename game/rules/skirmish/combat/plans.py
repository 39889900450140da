"""What is rolled in an order: every attack, Dodge and Reset with its dice and success value, before any die falls.

The resolver reads dice with a plan, the forecast counts its chances; both have it from here (RL-6).
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from game.core.profile import Weapon
from game.core.state import NO_CELL, Action, Unit
from game.core.tx import Ctx
from game.core.types import Cell, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.actions import Berserk, Dodge, Fight, Reset, Shoot
from game.rules.skirmish.combat.blasts import CIRCLE, CONE, blast_cells, markers_in, middle_of, units_in
from game.rules.skirmish.combat.contacts import melee_friends
from game.rules.skirmish.combat.modifiers import BS, CC, MELEE, RESETS, is_covered
from game.rules.skirmish.combat.values import DAMAGE, Attempt, SuccessValue, success_value
from game.rules.skirmish.reactions import firing
from game.rules.skirmish.tasks import LOW, Order, doors_of


class Aim(Struct, frozen=True):
    """Dice of an attack at one thing: a unit or marker (``target``), a door, or the middle of a template.

    ``value`` is None for a cone, which rolls no dice. ``loose`` is the success value without the modifier for
    friends in the melee, ``friends`` who they are (AT-2). ``covered``: the target saves with cover (RL-5).
    """

    target: int
    door: int
    cell: Cell
    dice: int
    value: SuccessValue | None
    loose: int
    friends: tuple[UnitId, ...]
    covered: bool


class Victim(Struct, frozen=True):
    """Something in a template: a unit's or marker's id, and whether it has cover from the attacker."""

    target: int
    covered: bool


class Attack(Struct, frozen=True):
    """An attack as it will be rolled. ``fixed``: its target's reaction is not face-to-face (AT-4).

    ``cells`` are those of its template (0: none), ``victims`` what stands in it.
    """

    unit: UnitId
    action: Action
    weapon: Weapon
    mode: str
    cell: Cell
    damage: int
    reaction: bool
    fixed: bool
    aims: tuple[Aim, ...]
    cells: int = 0
    victims: tuple[Victim, ...] = ()

    def threatens(self, unit: UnitId) -> bool:
        """Is this unit a target, or does it stand in the template (MV-5)?"""
        if self.cells:
            return any(victim.target == unit for victim in self.victims)
        return any(aim.target == unit for aim in self.aims)

    def dice_at(self, unit: UnitId) -> Aim | None:
        """The dice that could hit this unit, if any are rolled."""
        if self.cells:
            return self.aims[0] if self.threatens(unit) and self.aims[0].value is not None else None
        for aim in self.aims:
            if aim.target == unit:
                return aim
        return None


class Reply(Struct, frozen=True):
    """What one unit does in an order, the acting unit or a reacting one: an attack, a Dodge, a Reset, or nothing."""

    unit: UnitId
    attack: Attack | None = None
    dodge: SuccessValue | None = None
    resets: tuple[tuple[str, SuccessValue], ...] = ()


class Plan(Struct, frozen=True):
    """All that is rolled in an order: the acting unit's own part first, then the reactions as they were declared.

    Last come attacks that no unit makes: their ``unit`` is the id of a marker.
    """

    actor: Reply
    replies: tuple[Reply, ...]

    def reply_of(self, unit: UnitId) -> Reply | None:
        """The reaction of a unit, if it has one."""
        for reply in self.replies:
            if reply.unit == unit:
                return reply
        return None

    def opposes(self, reply: Reply) -> Aim | None:
        """The acting unit's dice that this reaction is rolled against face to face, or None: normal rolls (RL-3)."""
        attack = self.actor.attack
        if attack is None or attack.fixed or (reply.attack is None and reply.dodge is None):
            return None
        if reply.attack is not None and reply.attack.aims[0].value is None:
            return None
        return attack.dice_at(reply.unit)

    def dodge_of(self, unit: int) -> SuccessValue | None:
        """The Dodge of a unit in this order, if it dodges."""
        if unit == self.actor.unit:
            return self.actor.dodge
        reply = self.reply_of(unit)
        return None if reply is None else reply.dodge

    def met_by_dodge(self, unit: UnitId) -> list[tuple[Reply, Aim]]:
        """The dice that a unit's Dodge is opposed to: of every attack on it, of friends' templates too (D-I20, AT-5).

        A cone rolls none, and Berserk's are not face-to-face (AT-4).
        """
        found: list[tuple[Reply, Aim]] = []
        for part in (self.actor, *self.replies):
            if part.unit != unit and part.attack is not None and not part.attack.fixed:
                aim = part.attack.dice_at(unit)
                if aim is not None and aim.value is not None:
                    found.append((part, aim))
        return found


def plan_order(ctx: Ctx, order: Order) -> Plan:
    """Everything that the running order rolls as it stands now."""
    actor = ctx.state.units.get(order.actor)
    own = Reply(order.actor)
    if actor is not None:
        for index, skill in enumerate(order.skills):
            doors = doors_of(order, index)
            found = plan_action(ctx, order, actor, skill.action, skill.cell, reaction=False, doors=doors)
            if found is not None:
                own = found
    replies = []
    for reaction in order.reactions:
        unit = ctx.state.units.get(reaction.unit)
        if unit is not None:
            then = as_of(order, reaction.window)
            found = plan_action(ctx, then, unit, reaction.action, unit.cell, reaction=True)
            if found is not None:
                replies.append(found)
    for more in ctx.game.rulebook.points[names.MORE_ATTACKS]:
        replies.extend(Reply(attack.unit, attack) for attack in more(ctx, order))
    return Plan(own, tuple(replies))


def as_of(order: Order, window: int) -> Order:
    """The order with its trail as those saw it who reacted in this window (OR-4)."""
    known = order.marks[order.seen - 1] if window == 1 and 0 < order.seen <= len(order.marks) else len(order.trail)
    if known == len(order.trail):
        return order
    return replace(order, trail=order.trail[:known], doors=order.doors[:known], looks=order.looks[:known])


def plan_action(
    ctx: Ctx, order: Order, unit: Unit, action: Action, cell: Cell, *, reaction: bool, doors: int = -1
) -> Reply | None:
    """What one declared action rolls; None for one without a roll of combat.

    ``doors`` are those that were open when the actor declared it (-1: as they stand now); a reaction has its own.
    """
    make = _PLANS.get(type(action))
    return None if make is None else make(ctx, order, unit, action, cell, reaction, doors)


def rolls(action: Action) -> bool:
    """Is this an action with a roll of combat?"""
    return type(action) in _PLANS


def _dodge(ctx: Ctx, _order: Order, unit: Unit, _action: Dodge, cell: Cell, reaction: bool, _doors: int) -> Reply:
    return Reply(unit.id, dodge=success_value(ctx, Attempt(unit.id, "dodge", "ph", cell=cell, reaction=reaction)))


def _reset(ctx: Ctx, _order: Order, unit: Unit, _action: Reset, cell: Cell, reaction: bool, _doors: int) -> Reply:
    return Reply(
        unit.id,
        resets=tuple(
            (state, success_value(ctx, Attempt(unit.id, "reset", "wip", cell=cell, reaction=reaction, detail=state)))
            for state in RESETS
            if state in unit.states
        ),
    )


def damage_of(ctx: Ctx, order: Order, unit: UnitId, weapon: Weapon) -> int:
    """A weapon's damage in this order, other modules' share included (HM-30)."""
    damage = weapon.damage
    for more in ctx.game.rulebook.points[DAMAGE]:
        damage += more(ctx, order, unit, weapon)
    return damage


def _melee(
    ctx: Ctx, order: Order, unit: Unit, action: Fight | Berserk, cell: Cell, reaction: bool, _doors: int
) -> Reply | None:
    """A blow; one that answers the actor is struck where that stood when it was declared."""
    weapon = ctx.game.weapons[action.weapon]
    door = action.door if isinstance(action, Fight) else -1
    skill = "berserk" if isinstance(action, Berserk) else "fight"
    target_cell = where_is(ctx, action.target, door, cell, unit.size)
    if target_cell == NO_CELL:
        return None
    if reaction and order.trail:
        target_cell = order.trail[-1]
    value = success_value(
        ctx, Attempt(unit.id, skill, CC, action.weapon, action.target, door, cell, target_cell, reaction)
    )
    dice = 1 if reaction else weapon.burst
    aim = Aim(action.target, door, target_cell, dice, value, value.value, (), covered=False)
    damage = damage_of(ctx, order, unit.id, weapon)
    return Reply(unit.id, Attack(unit.id, action, weapon, CC, cell, damage, reaction, skill == "berserk", (aim,)))


def where_is(ctx: Ctx, target: int, door: int, cell: Cell, size: int) -> Cell:
    """Anchor of a unit, cell of a marker, or the leaf of a door nearest to the attacker; -1 if it is gone."""
    if door >= 0:
        board = ctx.board
        return min(board.doors[door].cells, key=lambda leaf: (board.squared_gap(cell, size, leaf, 1), leaf))
    unit = ctx.state.units.get(target)
    if unit is not None:
        return unit.cell
    marker = ctx.state.markers.get(target)
    return marker.cell if marker is not None else NO_CELL


def _shoot(ctx: Ctx, order: Order, unit: Unit, action: Shoot, cell: Cell, reaction: bool, doors: int) -> Reply | None:
    weapon = ctx.game.weapons[action.weapon]
    damage = damage_of(ctx, order, unit.id, weapon)
    low = -1
    if reaction:
        moment = firing(ctx, unit, order).get(action.at)
        if moment is not None:
            doors, low = moment.doors, moment.look & LOW
    if weapon.template:
        return Reply(unit.id, _blast(ctx, order, unit, action, weapon, cell, damage, reaction, doors, low))
    if reaction:
        aims = [shot(ctx, unit, weapon, order.actor, -1, cell, action.at, 1, reaction=True, doors=doors, low=low)]
    else:
        aims = [
            shot(ctx, unit, weapon, target, action.door, cell, there, dice, reaction=False, doors=doors)
            for target, dice in allotted(action, weapon.burst)
            if (there := where_is(ctx, target, action.door, cell, unit.size)) != NO_CELL
        ]
    if not aims:
        return None
    return Reply(unit.id, Attack(unit.id, action, weapon, BS, cell, damage, reaction, False, tuple(aims)))


def allotted(action: Shoot, burst: int) -> list[tuple[int, int]]:
    """The dice of each target, in the order in which targets were first named (RL-4)."""
    if len(action.targets) <= 1:
        return [(action.targets[0] if action.targets else 0, burst)]
    return [(target, action.targets.count(target)) for target in dict.fromkeys(action.targets)]


def shot(
    ctx: Ctx,
    unit: Unit,
    weapon: Weapon,
    target: int,
    door: int,
    cell: Cell,
    there: Cell,
    dice: int,
    *,
    reaction: bool,
    doors: int = -1,
    low: int = -1,
) -> Aim:
    """Some dice of a shot from ``cell`` at a target that stands, or lies ``low``, ``there`` (AT-1, AT-2)."""
    attempt = Attempt(unit.id, "shoot", BS, weapon.id, target, door, cell, there, reaction, doors=doors, low=low)
    value = success_value(ctx, attempt)
    friends: tuple[UnitId, ...] = ()
    loose = value.value
    if value.has(MELEE):
        loose = value.without(MELEE)
        near = melee_friends(ctx, unit, ctx.state.units[target], there, doors=doors)
        friends = tuple(friend.id for friend in near)
    return Aim(target, door, there, dice, value, loose, friends, covered=value.has("cover"))


def _blast(
    ctx: Ctx,
    order: Order,
    unit: Unit,
    action: Shoot,
    weapon: Weapon,
    cell: Cell,
    damage: int,
    reaction: bool,
    doors: int,
    low: int,
) -> Attack:
    """A template weapon's attack: a circle is rolled for at the aimed cell, a cone needs no roll (AT-5).

    The actor is where it was at that moment: at the cell shot at, or where it stood when it fired.
    """
    mover, mover_cell = (order.actor, action.at) if reaction else (unit.id, cell)
    at = action.at
    if reaction and weapon.template == CIRCLE and order.actor in ctx.state.units:
        at = middle_of(ctx, unit, at, ctx.state.units[order.actor].size, doors=doors)
    cells = blast_cells(ctx, weapon, cell, unit.size, at, doors=doors)
    caught = units_in(ctx, cells, mover=mover, mover_cell=mover_cell)
    if weapon.template == CONE:
        aim = Aim(0, -1, at, 1, None, 0, (), covered=False)
    else:
        target = mover if reaction else ctx.state.at.get(action.at, 0)
        seen = ctx.state.units.get(target)
        if seen is None or target == unit.id or names.CAMOUFLAGED in seen.states:
            target = 0
        there = action.at if reaction or not target else ctx.state.units[target].cell
        dice = 1 if reaction else weapon.burst
        aim = shot(ctx, unit, weapon, target, -1, cell, there, dice, reaction=reaction, doors=doors, low=low)
        aim = replace(aim, cell=at)
    places = [(other.id, mover_cell if other.id == mover else other.cell, other.size) for other in caught]
    places += [(marker.id, marker.cell, 1) for marker in markers_in(ctx, cells)]
    victims = [Victim(id, is_covered(ctx, unit, cell, place, size, doors=doors)) for id, place, size in places]
    return Attack(
        unit.id, action, weapon, BS, cell, damage, reaction, False, (aim,), cells=cells, victims=tuple(victims)
    )


_PLANS: dict[type[Action], Callable[..., Reply | None]] = {
    Shoot: _shoot,
    Fight: _melee,
    Berserk: _melee,
    Dodge: _dodge,
    Reset: _reset,
}
