"""What single things cost: an order with a shot, a change of the state, views, digests, saving and loading."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.rounds import Result, Span, interleaved, measured, ratio
from benchmarks.tables import SEED, STANDARD, moments, standard
from game.api import Action, Game, SeededDice, Session, State, actions
from game.core.events import UnitMoved
from game.io.openers import opener
from game.io.saves import SaveWriter, load_save
from game.rules.skirmish.tasks import OrdersPhase

MOST_A_SHOT_MS = 1


def shots(game: Game) -> list[list[tuple[State, Action]]]:
    """The orders of a game in which a trooper shot, each as the states and actions it was made of."""
    found: list[list[tuple[State, Action]]] = []
    order: list[tuple[State, Action]] = []
    for state, action in moments(Session(game, SeededDice(SEED)), marines="marines:line"):
        if isinstance(game.waiting(state), OrdersPhase):
            if any(isinstance(own, actions.Shoot) for _, own in order):
                found.append(order)
            order = [(state, action)] if isinstance(action, actions.GiveOrder) else []
        elif order:
            order.append((state, action))
    return found


def order_seconds(game: Game, order: list[tuple[State, Action]]) -> tuple[float, float]:
    """Seconds that ``apply`` takes for a whole order, and for its one dearest action."""
    spent = []
    for state, action in order:
        dice = SeededDice(SEED)
        twin = game.indexed(state)  # a state nobody has asked about yet
        began = process_time()
        game.apply(twin, action, dice)
        spent.append(process_time() - began)
    return sum(spent), max(spent)


def shooting(game: Game, span: Span) -> list[Result]:
    """Medians over all orders with a shot of one game."""
    orders = shots(game)
    times = [order_seconds(game, order) for _ in range(span.rounds) for order in orders]
    return [
        Result("apply: a whole order with a shot", median(t for t, _ in times) * 1e3, "ms", MOST_A_SHOT_MS),
        Result("apply: its dearest action", median(t for _, t in times) * 1e3, "ms", note=f"{len(orders)} orders"),
    ]


def changes(game: Game, span: Span) -> list[Result]:
    """One unit moved by its event against a deep copy of the state."""
    state = next(state for state, _ in moments(Session(game, SeededDice(SEED))) if state.round >= 3)
    unit = next(u for u in state.units.values() if u.cell >= 0)
    event = UnitMoved(unit.id, (unit.cell,), "move", 1)

    def change() -> int:
        game.fold(state, (event,))
        return 1

    def copy() -> int:
        deepcopy(state)
        return 1

    def digest() -> int:
        game.digest(state)
        return 1

    side = game.scenario.sides[-1].id

    def view() -> int:
        game.view(state, side)
        return 1

    found = interleaved({"change": change, "copy": copy, "digest": digest, "view": view}, span)
    return [
        Result("a state changed by an event", median(found["change"]) * 1e6, "us"),
        Result("the same against a deep copy", ratio(found["copy"], found["change"]), "x faster"),
        Result("digest of a state", median(found["digest"]) * 1e6, "us"),
        Result("view of a side", median(found["view"]) * 1e6, "us"),
    ]


def saving(session: Session, span: Span) -> list[Result]:
    """A finished game written to a file at once, and played again from it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"

        def save() -> None:
            SaveWriter.create(path, session, scenario=f"{STANDARD}.toml", overwrite=True).close()

        def load() -> None:
            load_save(path, opener()).writer.close()

        wrote = measured(save, span)
        size = path.stat().st_size
        read = measured(load, span)
    note = f"{len(session.log)} actions, {size / 1024:.0f} KiB"
    return [
        Result("save a finished game", wrote * 1e3, "ms", note=note),
        Result("save, for each action", wrote / len(session.log) * 1e6, "us"),
        Result("load it: play it again", read * 1e3, "ms"),
    ]


def run(span: Span) -> list[Result]:
    """All of it on the standard mission."""
    game = standard()
    session = Session(game, SeededDice(SEED))
    for _ in moments(session):
        pass
    return [*shooting(game, span), *changes(game, span), *saving(session, span)]
