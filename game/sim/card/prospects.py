"""What a unit could do now that is worth doing: an attack, a deed for the objective, a safe step nearer to a goal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from game.api import (
    Action,
    Cell,
    Ctx,
    Game,
    IllegalAction,
    Pass,
    State,
    Task,
    Unit,
    UnitId,
    actions,
    combat,
    geometry,
    hive_actions,
    hive_tasks,
    moves,
    names,
    queries,
    tasks,
)
from game.sim.card.aims import FAR, aims_of
from game.sim.card.danger import danger_of

WORTHWHILE: Final = 0.25
"""The chance of doing harm from which on an attack is worth making when nothing answers it."""
WORTHWHILE_ANSWERED: Final = 0.5
"""The same against somebody who can shoot back: about half of it is left face to face."""
FRIEND_AT_RISK: Final = 0.1
"""An attack that is likelier than this to hit a friend is not worth making."""
GAIN: Final = 3
"""Points by which a step must be nearer to a goal to be worth an order, unless it arrives there."""
DEEDS: Final = frozenset({"console", "item"})
"""Uses that an objective may ask for."""
HELP: Final = frozenset({"medikit", "doctor", "engineer", "cleanse"})
"""Uses that help the side whatever its objective."""
DECLARING: Final = (tasks.DeclareFirst, tasks.DeclareSecond, hive_tasks.XenoMove, hive_tasks.XenoAttack)


class NoDice:
    """Dice that never fall: what asks for one was not a free look."""

    def roll(self, purpose: str, sides: int) -> int:
        """Raises LookupError."""
        raise LookupError(purpose)


NO_DICE: Final = NoDice()


class Attack(NamedTuple):
    """An attack on offer and the chance that it does harm."""

    action: actions.Shoot | actions.Fight
    chance: float

    @property
    def worthwhile(self) -> bool:
        """Is it above the threshold, which was taken into the chance already?"""
        return self.chance >= WORTHWHILE


def offered(game: Game, state: State, *kinds: type[Action]) -> Iterator[Action]:
    """The listed answers to the waiting decision that are of some kinds; no other family is made."""
    task = game.waiting(state)
    if task is None:
        return
    ctx, book = game.ctx(state), game.rulebook
    for offer in book.offers.get(type(task), ()):
        if offer.action in kinds:
            bars = book.bars.get(offer.action, ())
            for action in offer.options(ctx, task):
                if all(bar(ctx, task, action) is None for bar in bars):
                    yield action


def attacks(game: Game, state: State) -> list[Attack]:
    """The attacks that the waiting decision lists, templates only where they are aimed at an enemy, each with its
    chance of harm: of a wound, of a harmful state, of structure lost.

    The chance is halved against somebody who can shoot back, and 0 where a friend is at risk.
    """
    task = game.waiting(state)
    if not isinstance(task, DECLARING):
        return []
    ctx = game.ctx(state)
    unit = state.units.get(task.actor)
    if unit is None:
        return []
    at_foes = {cell for foe in queries.foes_of(ctx, unit.side) for cell in ctx.board.footprint(foe.cell, foe.size)}
    at_foes |= {marker.cell for marker in state.markers.values() if marker.kind == names.NEST}
    found = []
    for action in offered(game, state, actions.Shoot, actions.Fight):
        assert isinstance(action, actions.Shoot | actions.Fight)
        if action.door >= 0 or (isinstance(action, actions.Shoot) and action.at >= 0 and action.at not in at_foes):
            continue
        found.append(Attack(action, _chance(ctx, task, unit, action)))
    return found


def _chance(ctx: Ctx, task: Task, unit: Unit, action: Action) -> float:
    forecast = combat.forecast(ctx, task, action)
    if forecast is None:
        return 0.0
    spared = 1.0
    for line in forecast.lines:
        target = ctx.state.units.get(line.target)
        if target is not None and not queries.are_foes(ctx, unit.side, target.side):
            if line.hit > FRIEND_AT_RISK:
                return 0.0
            continue
        if target is not None and not queries.is_fit(target):
            continue
        harm = max(1.0 - float(line.harm.wounds[0]), *(float(p) for _, p in line.states), 0.0)
        if target is not None and isinstance(action, actions.Shoot) and _answers(ctx, target):
            harm *= WORTHWHILE / WORTHWHILE_ANSWERED
        spared *= 1.0 - harm
    return 1.0 - spared


def _answers(ctx: Ctx, target: Unit) -> bool:
    return not queries.is_hive(ctx, target) and any(
        ctx.game.weapons[name].use != "cc" for name in queries.arms_of(ctx, target)
    )


def best_attack(game: Game, state: State) -> Attack | None:
    """The likeliest attack on offer that is worth making, if any."""
    found = [attack for attack in attacks(game, state) if attack.worthwhile]
    return max(found, key=lambda attack: attack.chance, default=None)


def ordered(game: Game, state: State, unit: UnitId) -> State | None:
    """The table once the unit has been given the turn or order that it could have now; None if it cannot."""
    task = game.waiting(state)
    options: list[Action] = []
    if isinstance(task, hive_tasks.HiveMove):
        options = [hive_actions.ActivateXeno(unit)]
    elif isinstance(task, tasks.OrdersPhase):
        options = [actions.GiveOrder(unit, kind) for kind in ("own", "lieutenant", "pool")]
    for option in options:
        try:
            after, _ = game.apply(state, option, NO_DICE)
        except (IllegalAction, LookupError):
            continue
        asked = game.waiting(after)
        if isinstance(asked, DECLARING) and asked.actor == unit:
            return after
    return None


def standing(game: Game, state: State) -> State:
    """The table once a xeno that may move has declined; any other table as it is."""
    if isinstance(game.waiting(state), hive_tasks.XenoMove):
        try:
            return game.apply(state, Pass(), NO_DICE)[0]
        except LookupError:
            return state
    return state


class Prospect(NamedTuple):
    """The most useful thing at hand, and how much it matters."""

    what: str
    weight: float


def prospect(game: Game, state: State, unit: Unit) -> Prospect | None:
    """The most useful thing that a unit, which is asked for its first skill or its move, could do."""
    deed = next(iter(deeds(game, state, unit)), None)
    if deed is not None:
        return Prospect(deed.what, 2.0)
    attack = best_attack(game, standing(game, state))
    if attack is not None:
        return Prospect(told(attack), attack.chance)
    step = advance(game, state, unit)
    if step is not None:
        return Prospect("-> ({}, {})".format(*game.board.xy(step)), 0.1)
    return None


def told(attack: Attack) -> str:
    """An attack as a short text."""
    action = attack.action
    target = action.target if isinstance(action, actions.Fight) else action.targets[0] if action.targets else 0
    aim = f" -> #{target}" if target else ""
    return f"{action.weapon}{aim} {attack.chance:.0%}"


def deeds(game: Game, state: State, unit: Unit) -> Iterator[actions.Use]:
    """The uses on offer that the side's objective asks for, or that help one who is down."""
    aims = aims_of(game.ctx(state), unit.side)
    for action in offered(game, state, actions.Use):
        assert isinstance(action, actions.Use)
        marker = state.markers.get(action.target)
        wanted = action.what in DEEDS and marker is not None and aims.wants(marker)
        if wanted or action.what in HELP:
            yield action


def walkable(ctx: Ctx, unit: Unit) -> geometry.Mask:
    """The anchors that a unit could walk to with its next Move, doors that take a die to open left shut."""
    which = moves_made(ctx)
    mover = queries.as_mover(ctx, unit)
    opens = None if queries.door_rule(ctx, mover).sure else 0
    return moves.walk_reach(ctx, mover, moves.movement_points(ctx, mover, which), openable=opens).cells


def moves_made(ctx: Ctx) -> int:
    """0 for the first Move of the running order, 1 for a later one (MV-1)."""
    order = tasks.running_order(ctx)
    return int(order is not None and any(isinstance(skill.action, actions.Move) for skill in order.skills))


def advance(game: Game, state: State, unit: Unit) -> Cell | None:
    """A cell in reach that is clearly nearer to the unit's goals and in no more danger than its place, if any.

    A creature of the hive may lie in wait: a step that brings it within one walk of its prey is none that it owes.
    """
    ctx = game.ctx(state)
    if unit.cell < 0 or queries.is_engaged(ctx, unit) or queries.barred(ctx, unit, "move") is not None:
        return None
    aims = aims_of(ctx, unit.side)
    here = aims.distance(unit, unit.cell)
    if here in (0, FAR):
        return None
    lurks = queries.is_hive(ctx, unit) and aims.fights
    least = queries.profile_of(ctx, unit).mov[0] if lurks else 0
    danger = danger_of(ctx, unit)
    most = danger.at(unit.cell)[1]
    nearer = [(aims.distance(unit, cell), cell) for cell in geometry.cells_of(walkable(ctx, unit))]
    for away, cell in sorted(nearer):
        if away > max(1, here - GAIN) or away >= here:
            break
        if away >= least and danger.at(cell)[1] <= most:
            return cell
    return None
