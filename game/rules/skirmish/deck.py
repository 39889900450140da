"""The event deck: one card at the start of each round, drawn by a die and never put back (MS-4, D-H18)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from game.core.events import DoorClosed, DoorOpened, ModuleStateSet, PhaseBegan, StateLost
from game.core.game import Game
from game.core.reducers import log_only
from game.core.rulebook import Module, Step
from game.core.state import Task
from game.core.tx import Ctx, Tx
from game.core.types import Side
from game.rules.skirmish import names
from game.rules.skirmish.events import CardDrawn
from game.rules.skirmish.queries import marker_cells
from game.rules.skirmish.turns import start_effect

EXTRA_ORDERS = "extra_orders"
"""Effect on a side: that many more orders in its pool at the next order count."""


class DeckState(Struct, frozen=True, tag=True):
    """Which cards of the scenario's deck (by place in its list) have been drawn; the rest has no order yet."""

    drawn: tuple[int, ...] = ()


class DrawCard(Task, frozen=True):
    """The event phase of a round (TS-1)."""


def _humans(ctx: Ctx) -> list[Side]:
    return [side.id for side in ctx.game.scenario.sides if side.kind == "human"]


def _silence(_tx: Tx) -> None:
    """Nothing happens."""


def _power_surge(tx: Tx) -> None:
    """Every closed door that is not sealed slides open."""
    for door in tx.board.doors:
        bit = 1 << door.id
        if not tx.state.doors & bit and not tx.state.sealed & bit:
            tx.emit(DoorOpened(door.id))


def _lockdown(tx: Tx) -> None:
    """Every open door with nothing in its frame slides shut."""
    filled = tx.state.occupied | marker_cells(tx)
    for door in tx.board.doors:
        bit = 1 << door.id
        clear = not any(filled >> cell & 1 for cell in door.cells)
        if tx.state.doors & bit and not tx.state.broken & bit and clear:
            tx.emit(DoorClosed(door.id))


def _adrenaline(tx: Tx) -> None:
    """Each human side has one more order in its pool this round."""
    for side in _humans(tx):
        start_effect(tx, EXTRA_ORDERS, side, expires=f"states:{side}", value=1)


def _second_wind(tx: Tx) -> None:
    """Stunned troopers shake it off."""
    kinds = tx.game.side_kinds
    for unit in list(tx.state.units.values()):
        if kinds[unit.side] == "human" and names.STUNNED in unit.states:
            tx.emit(StateLost(unit.id, names.STUNNED, "second_wind"))


def _static(tx: Tx) -> None:
    """No officer is heard this round."""
    for side in _humans(tx):
        start_effect(tx, "leaderless", side, expires=f"states:{side}")


CARDS: dict[str, Callable[[Tx], None]] = {
    "silence": _silence,
    "power_surge": _power_surge,
    "lockdown": _lockdown,
    "adrenaline": _adrenaline,
    "second_wind": _second_wind,
    "static": _static,
}


def _draw(tx: Tx, _task: DrawCard) -> None:
    deck = tx.game.scenario.deck
    drawn: tuple[int, ...] = tx.state.ext["deck"].drawn
    left = [index for index in range(len(deck)) if index not in drawn]
    if not left:
        return
    tx.emit(PhaseBegan("event"))
    index = left[tx.pick(len(left))]
    tx.emit(ModuleStateSet("deck", DeckState(tuple(sorted((*drawn, index))))))
    tx.emit(CardDrawn(deck[index]))
    tx.game.rulebook.tables[names.CARDS][deck[index]](tx)


def _fresh(_game: Game) -> DeckState:
    return DeckState()


DECK = Module(
    name="deck",
    requires=("base", "flow"),
    resolvers={DrawCard: _draw},
    reducers={CardDrawn: log_only},
    steps=(Step("round", "event", lambda _owner: DrawCard(), before=("humans",)),),
    tables={names.CARDS: CARDS},
    initial=_fresh,
)
