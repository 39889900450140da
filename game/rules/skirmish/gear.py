"""Use: medikits, doctors, engineers, consoles, items, infestation markers (OR-3, ST-2 to ST-6, BD-11, D-H8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from game.board import cells_of
from game.core.contest import Outcome, success
from game.core.events import DoorUnsealed, MarkerCounted, MarkerMoved, MarkerRemoved, UnitWounded
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import NO_CELL, Action, Marker, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.actions import Discover, Place, Use
from game.rules.skirmish.camouflage import resolve_discover
from game.rules.skirmish.combat.values import Attempt, Modifier, success_value
from game.rules.skirmish.combat.wounds import lose, remove
from game.rules.skirmish.declare import may_declare, tag_of
from game.rules.skirmish.moving.ground import access_doors
from game.rules.skirmish.moving.trail import record
from game.rules.skirmish.placing import resolve_place
from game.rules.skirmish.queries import has_gear, has_skill, is_fit, is_hive, is_null, profile_of, touching
from game.rules.skirmish.tasks import DeclareFirst, DeclareSecond, Order

MEDIKIT, DOCTOR, ENGINEER = "medikit", "doctor", "engineer"
CONSOLE, ITEM, DROP_ITEM, CLEANSE = "console", "item", "drop", "cleanse"
UNTRAINED = Modifier("untrained", -3, "ST-2")
"""A medikit in the hands of anyone but a medic: PH - 3."""
HEALED = 1
"""Points given back to one who is brought round (ST-2)."""


class Usage(Struct, frozen=True):
    """One way of ``Use``: what can be used now, and what comes of it in step 7 of the order.

    ``aims`` lists (target, door) pairs; ``attribute`` is rolled on, or nothing when empty. ``effect`` is told whether
    the roll was passed and on which anchor the user stood when it declared this.
    """

    aims: Callable[[Ctx, Unit], Sequence[tuple[int, int]]]
    effect: Callable[[Tx, UnitId, Use, bool, Cell], None]
    attribute: Callable[[Ctx, Unit], str] | None = None


# -- who and what is at hand -------------------------------------------------------------------------------


def patients(ctx: Ctx, unit: Unit) -> list[Unit]:
    """Friends in contact, by id."""
    teams = ctx.game.teams
    return [other for other in touching(ctx, unit) if teams[other.side] == teams[unit.side]]


def _wounded(ctx: Ctx, unit: Unit, *, machine: bool) -> Iterator[Unit]:
    for other in patients(ctx, unit):
        if names.UNCONSCIOUS in other.states and profile_of(ctx, other).machine is machine:
            yield other


def _medikit(ctx: Ctx, unit: Unit) -> list[tuple[int, int]]:
    if not has_gear(ctx, unit, MEDIKIT):
        return []
    return [(other.id, -1) for other in _wounded(ctx, unit, machine=False)]


def _doctor(ctx: Ctx, unit: Unit) -> list[tuple[int, int]]:
    """A medic ends incapacitation and stunning (ST-3, ST-6); bringing round takes a medikit (ST-2)."""
    if not has_skill(ctx, unit, DOCTOR):
        return []
    ills = {names.INCAPACITATED, names.STUNNED}
    return [
        (other.id, -1)
        for other in patients(ctx, unit)
        if not ills.isdisjoint(other.states) and not profile_of(ctx, other).machine
    ]


def _engineer(ctx: Ctx, unit: Unit) -> list[tuple[int, int]]:
    """An engineer mends machines, ends Isolated and Immobilized-B, and unseals doors (ST-2, ST-4, ST-5, BD-11)."""
    if not has_skill(ctx, unit, ENGINEER):
        return []
    found = [(other.id, -1) for other in patients(ctx, unit) if _mendable(ctx, other)]
    doors = access_doors(ctx, unit.cell, unit.size) & ctx.state.sealed & ~ctx.state.doors
    return [*found, *((0, door) for door in cells_of(doors))]


def _mendable(ctx: Ctx, unit: Unit) -> bool:
    if names.ISOLATED in unit.states or names.IMMOBILIZED_B in unit.states:
        return True
    machine = profile_of(ctx, unit).machine
    return machine and not {names.UNCONSCIOUS, names.STUNNED}.isdisjoint(unit.states)


def markers_at_hand(ctx: Ctx, unit: Unit, kind: str) -> list[Marker]:
    """Markers of a kind that lie under the unit or in contact with it, by id."""
    board = ctx.board
    near = board.contact_mask(unit.cell, unit.size, ctx.state.doors) | board.footprint_mask(unit.cell, unit.size)
    found = [m for m in ctx.state.markers.values() if m.kind == kind and not m.carrier and near >> m.cell & 1]
    return sorted(found, key=lambda marker: marker.id)


def _console(ctx: Ctx, unit: Unit) -> list[tuple[int, int]]:
    return [(marker.id, -1) for marker in markers_at_hand(ctx, unit, names.CONSOLE)]


def _item(ctx: Ctx, unit: Unit) -> list[tuple[int, int]]:
    return [(marker.id, -1) for marker in markers_at_hand(ctx, unit, names.ITEM)]


def _cleanse(ctx: Ctx, unit: Unit) -> list[tuple[int, int]]:
    return [(marker.id, -1) for marker in markers_at_hand(ctx, unit, names.INFESTATION)]


def carried(ctx: Ctx, unit_id: UnitId) -> list[Marker]:
    """The items a unit carries, by id."""
    return sorted((m for m in ctx.state.markers.values() if m.carrier == unit_id), key=lambda marker: marker.id)


def _carried(ctx: Ctx, unit: Unit) -> list[tuple[int, int]]:
    return [(marker.id, -1) for marker in carried(ctx, unit.id)]


# -- what comes of it ----------------------------------------------------------------------------------------


def _bring_round(tx: Tx, target: UnitId, passed: bool) -> None:
    """Back with one point, or dead (ST-2)."""
    unit = tx.state.units.get(target)
    if unit is None or names.UNCONSCIOUS not in unit.states:
        return
    if not passed:
        remove(tx, target, "killed")
        return
    tx.emit(UnitWounded(target, -HEALED))
    lose(tx, target, names.UNCONSCIOUS, "healed")


def _heal(tx: Tx, _user: UnitId, action: Use, passed: bool, _cell: Cell) -> None:
    _bring_round(tx, action.target, passed)


def _treat(tx: Tx, _user: UnitId, action: Use, passed: bool, _cell: Cell) -> None:
    if passed:
        for state in (names.INCAPACITATED, names.INTOXICATED, names.STUNNED):
            lose(tx, action.target, state, "treated")


def _mend(tx: Tx, user: UnitId, action: Use, passed: bool, _cell: Cell) -> None:
    if action.door >= 0:
        if passed and tx.state.sealed >> action.door & 1:
            tx.emit(DoorUnsealed(action.door, user))
        return
    unit = tx.state.units.get(action.target)
    if unit is None:
        return
    if names.UNCONSCIOUS in unit.states and profile_of(tx, unit).machine:
        _bring_round(tx, action.target, passed)
    elif passed:
        for state in (names.ISOLATED, names.IMMOBILIZED_B, names.STUNNED):
            if state != names.STUNNED or profile_of(tx, unit).machine:
                lose(tx, action.target, state, "mended")


def _work_console(tx: Tx, _user: UnitId, action: Use, _passed: bool, _cell: Cell) -> None:
    marker = tx.state.markers.get(action.target)
    if marker is not None:
        used = dict(marker.counters).get("used", 0)
        tx.emit(MarkerCounted(marker.id, "used", used + 1))


def _take_up(tx: Tx, user: UnitId, action: Use, _passed: bool, _cell: Cell) -> None:
    """A trooper that is gone or down by now takes nothing up."""
    marker, unit = tx.state.markers.get(action.target), tx.state.units.get(user)
    if marker is not None and not marker.carrier and unit is not None and is_fit(unit):
        tx.emit(MarkerMoved(marker.id, unit.cell, user))


def _put_down(tx: Tx, user: UnitId, action: Use, _passed: bool, cell: Cell) -> None:
    """It lies where it was put down, wherever its carrier goes afterwards."""
    marker = tx.state.markers.get(action.target)
    if marker is not None and marker.carrier == user:
        tx.emit(MarkerMoved(marker.id, cell, 0))


def _burn(tx: Tx, user: UnitId, action: Use, _passed: bool, _cell: Cell) -> None:
    if action.target in tx.state.markers:
        tx.emit(MarkerRemoved(action.target, "removed", user))


def _medic_attribute(ctx: Ctx, unit: Unit) -> str:
    return "wip" if has_skill(ctx, unit, DOCTOR) else "ph"


def _wip(_ctx: Ctx, _unit: Unit) -> str:
    return "wip"


USAGES: dict[str, Usage] = {
    MEDIKIT: Usage(_medikit, _heal, _medic_attribute),
    DOCTOR: Usage(_doctor, _treat, _wip),
    ENGINEER: Usage(_engineer, _mend, _wip),
    CONSOLE: Usage(_console, _work_console),
    ITEM: Usage(_item, _take_up),
    DROP_ITEM: Usage(_carried, _put_down),
    CLEANSE: Usage(_cleanse, _burn),
}
"""Every way of ``Use`` that the base rules bring, by ``Use.what``: rows of the table ``usages``."""


def usages(ctx: Ctx) -> Mapping[str, Usage]:
    """Every way of ``Use`` in this game."""
    return ctx.game.rulebook.tables[names.USAGES]


def untrained(_ctx: Ctx, attempt: Attempt) -> Sequence[Modifier]:
    """A medikit without a medic: PH - 3 (ST-2); a point of MODIFIERS."""
    return (UNTRAINED,) if attempt.skill == "use" and attempt.detail == MEDIKIT and attempt.attribute == "ph" else ()


def use_attempt(ctx: Ctx, unit: Unit, action: Use, cell: Cell = NO_CELL) -> Attempt | None:
    """The roll that this use takes, or None for one without a roll."""
    usage = usages(ctx)[action.what]
    if usage.attribute is None:
        return None
    return Attempt(
        unit.id,
        "use",
        usage.attribute(ctx, unit),
        target=action.target,
        door=action.door,
        cell=cell,
        detail=action.what,
    )


# -- the offer -------------------------------------------------------------------------------------------------


def use_refusal(ctx: Ctx, unit: Unit, action: Use) -> Refusal | None:
    """Why this trooper may not use that now, or None."""
    usage = usages(ctx).get(action.what)
    if usage is None:
        return refuse("NO_SUCH_USE", "OR-3", what=action.what)
    if is_hive(ctx, unit) or (action.target, action.door) not in usage.aims(ctx, unit):
        return refuse("NOTHING_TO_USE", "OR-3", what=action.what)
    return None


def _options(ctx: Ctx, task: DeclareFirst | DeclareSecond) -> Sequence[Action]:
    if may_declare(ctx, task, "use") is not None:
        return ()
    unit = ctx.state.units[task.actor]
    if is_hive(ctx, unit):
        return ()
    return [Use(what, target, door) for what, usage in usages(ctx).items() for target, door in usage.aims(ctx, unit)]


def _verdict(ctx: Ctx, task: DeclareFirst | DeclareSecond, action: Use) -> Refusal | None:
    refusal = may_declare(ctx, task, "use")
    return use_refusal(ctx, ctx.state.units[task.actor], action) if refusal is None else refusal


def _use(tx: Tx, task: DeclareFirst | DeclareSecond, action: Use) -> None:
    tx.pop()
    record(tx, task.actor, action)


def use_offers() -> tuple[Offer, ...]:
    """Use, as a first and as a second skill."""
    return tuple(Offer(task, Use, _options, _verdict, _use) for task in (DeclareFirst, DeclareSecond))


# -- step 6 of an order, for all that is no attack ---------------------------------------------------------------


def resolve_skills(tx: Tx, order: Order) -> None:
    """Roll and carry out what is no attack, in the order in which it was declared: Discover, Use, Place and skills
    of the table ``skill_effects``.
    """
    effects = tx.game.rulebook.tables.get(names.SKILL_EFFECTS, {})
    for declared in order.skills:
        action = declared.action
        if isinstance(action, Use):
            resolve_use(tx, order.actor, action, declared.cell)
        elif isinstance(action, Discover):
            resolve_discover(tx, order, action, declared.cell)
        elif isinstance(action, Place):
            resolve_place(tx, order.actor, action)
        elif effects and (effect := effects.get(tag_of(type(action)))) is not None:
            effect(tx, order, declared)


def resolve_use(tx: Tx, user: UnitId, action: Use, cell: Cell) -> None:
    """The WIP roll, if there is one, and what follows."""
    unit = tx.state.units.get(user)
    if unit is None:
        return
    attempt = use_attempt(tx, unit, action, cell)
    passed = True
    if attempt is not None:
        value = success_value(tx, attempt).value
        passed = value >= 1 and success(tx.roll("wip", unit=user, target=value)[0], value) is not Outcome.MISS
    usages(tx)[action.what].effect(tx, user, action, passed, cell)


# -- items (MS-2) ------------------------------------------------------------------------------------------------


def drop_items(tx: Tx, unit_id: UnitId) -> None:
    """Whoever leaves the table otherwise than by the exit leaves what it carried where it stood."""
    unit = tx.state.units.get(unit_id)
    if unit is not None and unit.cell != NO_CELL:
        for marker in carried(tx, unit_id):
            tx.emit(MarkerMoved(marker.id, unit.cell, 0))


def let_go(tx: Tx, event: object) -> None:
    """A listener on StateGained: one who goes down lets items go."""
    unit = tx.state.units.get(getattr(event, "unit", 0))
    if unit is not None and is_null(unit):
        drop_items(tx, unit.id)
