"""What must hold in every state, whatever was done: asked by tests, soak runs and readers of files, never in play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.core.rulebook import Module
from game.core.state import NO_CELL, State, Task, Unit
from game.core.tx import Ctx
from game.core.types import WAITING_IDS
from game.rules.skirmish import names
from game.rules.skirmish.combat.saves import NEST_STRUCTURE
from game.rules.skirmish.queries import is_hive, kind_of, profile_of
from game.rules.skirmish.tasks import DeclareFirst, DeclareSecond, React, running_order

Problems = Iterator[str]

SIZES = (1, 2, 3)
"""Footprints there are, in cells a side (BD-4)."""


def _named(unit: Unit) -> str:
    return f"unit {unit.id} ({unit.kind})"


def _given(state: State, number: int) -> bool:
    """Was this id given, in the row that ``next_id`` goes on with or to one who waited off board?"""
    return 0 < number < state.next_id or number >= WAITING_IDS > state.next_id


def units_exist(ctx: Ctx) -> Problems:
    """Each unit is of a known kind, form, side and size, and stands under its own id, given before ``next_id``."""
    state, game = ctx.state, ctx.game
    for key, unit in state.units.items():
        if key != unit.id or not _given(state, key):
            yield f"{_named(unit)} is kept under {key}, the next id being {state.next_id}"
        if key in state.gone or key in state.markers:
            yield f"the id of {_named(unit)} is given twice"
        if unit.kind not in game.kinds or unit.side not in game.teams:
            yield f"{_named(unit)} of side {unit.side} is unknown"
        elif not 0 <= unit.form < len(kind_of(ctx, unit).profiles):
            yield f"{_named(unit)} has no form {unit.form}"
        elif unit.size not in SIZES:
            yield f"{_named(unit)} covers {unit.size} cells a side"
    for key, gone in state.gone.items():
        if key != gone.unit.id or not _given(state, key):
            yield f"the gone unit {gone.unit.id} is kept under {key}, the next id being {state.next_id}"


def units_stand(ctx: Ctx) -> Problems:
    """One unit a cell, its whole footprint on the board, on no wall, pit, closed door or nest (BD-4, BD-5)."""
    board, state = ctx.board, ctx.state
    taken = 0
    for marker in state.markers.values():
        if marker.kind == names.NEST and marker.cell != NO_CELL:
            taken |= 1 << marker.cell
    for unit in state.units.values():
        if unit.cell == NO_CELL:
            continue
        mask = board.footprint_mask(unit.cell, unit.size) if 0 <= unit.cell < board.size else 0
        if not mask:
            yield f"{_named(unit)} stands off the board"
        elif mask & taken:
            yield f"{_named(unit)} stands on another unit or a nest"
        elif any(board.blocks_move(cell, state.doors) for cell in board.footprint(unit.cell, unit.size)):
            yield f"{_named(unit)} stands where nobody can"
        taken |= mask


def units_wait(ctx: Ctx) -> Problems:
    """Off the board are those that wait there and, before the first round, those still to be deployed (TS-0)."""
    for unit in ctx.state.units.values():
        waits = names.WAITING in unit.states
        if waits and unit.cell != NO_CELL:
            yield f"{_named(unit)} is on the board and waits beside it"
        elif not waits and unit.cell == NO_CELL and ctx.state.round > 0:
            yield f"{_named(unit)} is off the board and does not wait there"


def units_live(ctx: Ctx) -> Problems:
    """Wounds fit states: a trooper at 0 is Unconscious, below it gone, a xeno gone at 0 (ST-1, C-11)."""
    for unit in ctx.state.units.values():
        if unit.kind not in ctx.game.kinds:
            continue
        left = profile_of(ctx, unit).w - unit.wounds
        if unit.wounds < 0:
            yield f"{_named(unit)} has {unit.wounds} wounds"
        elif left < 0 or (left == 0 and is_hive(ctx, unit)):
            yield f"{_named(unit)} has {unit.wounds} wounds and is still there"
        elif left == 0 and names.UNCONSCIOUS not in unit.states:
            yield f"{_named(unit)} has {unit.wounds} wounds and is still up"


def units_are(ctx: Ctx) -> Problems:
    """States are sorted, each once, and go together; counters are sorted, each once, never negative or zero."""
    for unit in ctx.state.units.values():
        if list(unit.states) != sorted(set(unit.states)):
            yield f"{_named(unit)} has the states {unit.states}"
        if names.CAMOUFLAGED in unit.states and not names.NULL.isdisjoint(unit.states):
            yield f"{_named(unit)} is down and still hidden"
        yield from _counters(_named(unit), unit.counters)
        spent = unit.count(names.ORDERS)
        if spent > ctx.rules["orders_per_trooper"]:
            yield f"{_named(unit)} has had {spent} orders of the pool (OR-2)"
    for side in ctx.state.sides.values():
        yield from _counters(f"side {side.id}", side.counters)
    for marker in ctx.state.markers.values():
        yield from _counters(f"marker {marker.id}", marker.counters)


def _counters(owner: str, counters: tuple[tuple[str, int], ...]) -> Problems:
    given = [name for name, _ in counters]
    if given != sorted(set(given)):
        yield f"{owner} counts {given}"
    for name, value in counters:
        if value < 1:
            yield f"{owner} counts {value} for {name}"


def sides_stand(ctx: Ctx) -> Problems:
    """Sides are those of the scenario, no pool is overdrawn, the hive stays within its limit (OR-1, UN-3a)."""
    state, game = ctx.state, ctx.game
    if list(state.sides) != list(game.teams):
        yield f"the sides are {list(state.sides)}, the scenario's {list(game.teams)}"
    for side in state.sides.values():
        if side.pool < 0:
            yield f"side {side.id} has {side.pool} orders in its pool"
        if not 0 <= side.worked < 1 << len(ctx.board.doors):
            yield f"side {side.id} has worked doors that do not exist"
    if state.turn and state.turn not in game.teams:
        yield f"it is the turn of {state.turn}, which does not play"
    hive = sum(1 for u in state.units.values() if u.cell != NO_CELL and game.side_kinds.get(u.side) == "hive")
    if hive > ctx.rules["max_xenos"]:
        yield f"{hive} xenos are on the board, the limit being {ctx.rules['max_xenos']}"


def doors_stand(ctx: Ctx) -> Problems:
    """A destroyed door is open, a sealed one shut, and none that stands has lost all its structure (BD-11)."""
    state, doors = ctx.state, ctx.board.doors
    for name in ("doors", "broken", "sealed"):
        if not 0 <= getattr(state, name) < 1 << len(doors):
            yield f"{name} names doors that do not exist"
    if state.broken & ~state.doors:
        yield "a destroyed door is closed"
    if state.sealed & state.doors:
        yield "a sealed door is open"
    for door, wounds in state.door_wounds.items():
        if not 0 <= door < len(doors):
            yield f"door {door} is damaged, which does not exist"
        elif wounds < 0 or (wounds >= doors[door].structure and not state.broken >> door & 1):
            yield f"door {door} has lost {wounds} points of structure and stands"


def things_lie(ctx: Ctx) -> Problems:
    """Markers lie on the board or are carried by a unit; nests have structure left; clouds cover cells of the board."""
    state, board = ctx.state, ctx.board
    for key, marker in state.markers.items():
        if key != marker.id or not _given(state, key):
            yield f"marker {marker.id} is kept under {key}, the next id being {state.next_id}"
        if marker.carrier and marker.carrier not in state.units:
            yield f"marker {key} is carried by {marker.carrier}, who is not there"
        if not marker.carrier and not 0 <= marker.cell < board.size:
            yield f"marker {key} lies off the board"
        if marker.wounds < 0 or (marker.kind == names.NEST and marker.wounds >= NEST_STRUCTURE):
            yield f"marker {key} ({marker.kind}) has lost {marker.wounds} points of structure and stands"
    for cloud in state.clouds:
        if not 0 < cloud.cells < 1 << board.size:
            yield f"cloud {cloud.id} covers no cell, or cells off the board"


def effects_last(ctx: Ctx) -> Problems:
    """An effect lies on a side, or on a unit that is there."""
    for effect in ctx.state.effects:
        if effect.side not in ctx.game.teams:
            yield f"the effect {effect.name} lies on {effect.side}, which does not play"
        if effect.unit and effect.unit not in ctx.state.units:
            yield f"the effect {effect.name} lies on unit {effect.unit}, which is not there"


def agenda_waits(ctx: Ctx) -> Problems:
    """Once a game has begun a decision waits, about a unit that is there, until it is over and nothing waits."""
    state, book = ctx.state, ctx.game.rulebook
    if state.outcome is not None:
        if state.agenda:
            yield "the game is over, and something still waits"
        if state.outcome.winner and state.outcome.winner not in ctx.game.teams.values():
            yield f"the winner is {state.outcome.winner}, which does not play"
        return
    for task in state.agenda:
        if type(task) not in book.decisions and type(task) not in book.resolvers:
            yield f"nobody knows what to do about {type(task).__name__}"
    if state.agenda and type(state.agenda[-1]) in book.decisions:
        yield from _asked(ctx, state.agenda[-1])


def _asked(ctx: Ctx, task: Task) -> Problems:
    for name in ("actor", "unit"):
        unit = getattr(task, name, None)
        if unit is not None and unit not in ctx.state.units:
            yield f"{type(task).__name__} asks unit {unit}, which is not there"
    side = getattr(task, "side", None)
    if side is not None and side not in ctx.game.teams:
        yield f"{type(task).__name__} asks {side}, which does not play"
    if isinstance(task, DeclareFirst | DeclareSecond | React) and running_order(ctx) is None:
        yield f"{type(task).__name__} waits, but no order runs"


INVARIANTS = (
    units_exist,
    units_stand,
    units_wait,
    units_live,
    units_are,
    sides_stand,
    doors_stand,
    things_lie,
    effects_last,
    agenda_waits,
)


def everything(ctx: Ctx) -> Iterable[str]:
    """Every problem of a state; what is asked first may say why what comes later cannot be asked."""
    for invariant in INVARIANTS:
        found = list(invariant(ctx))
        yield from found
        if found and invariant is units_exist:
            return


SOUNDNESS = Module(name="soundness", requires=("base", "flow", "orders", "combat"), invariants=(everything,))
