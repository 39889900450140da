"""How long the shipped bots think: for a decision, for an order of a trooper, for a xeno's activation."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from time import process_time

from ai.player import Player
from benchmarks.rounds import Result, Span
from benchmarks.tables import SEED, seats, standard
from game.api import Action, Event, Game, SeededDice, View, actions, hive_actions
from game.sim.batch import game_seed
from game.sim.match import play

MARINES, HIVE = "marines:line", "hive:cunning"
MOST_AN_ORDER_MS = 20
MOST_A_XENO_MS = 3
_BEGINS = (actions.GiveOrder, hive_actions.ActivateXeno)


class Stopwatch:
    """A player that does what another does, and notes how long that took."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.decisions: list[float] = []
        self.orders: list[float] = []

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        began = process_time()
        chosen = self._player.decide(view, options)
        spent = process_time() - began
        self.decisions.append(spent)
        if isinstance(chosen, _BEGINS):
            self.orders.append(spent)  # the choice whom to activate belongs to the activation
        elif self.orders and view.state.turn == view.side:
            self.orders[-1] += spent
        return chosen

    def observe(self, events: Sequence[Event]) -> None:
        self._player.observe(events)


def watched(game: Game, index: int) -> dict[str, Stopwatch]:
    """Play a game between the two, watched."""
    seed = game_seed(SEED, index)
    bots = seats(game, seed, marines=MARINES, hive=HIVE)
    watches = {side: Stopwatch(player) for side, (player, _) in bots.items()}
    played = play(game, watches, SeededDice(seed), bot_dice={side: dice for side, (_, dice) in bots.items()})
    if played.error:
        raise AssertionError(played.error)
    return watches


def run(span: Span) -> list[Result]:
    """Medians over some games; the first game of a process, on a cold board, among them."""
    game = standard()
    decisions: dict[str, list[float]] = {"human": [], "hive": []}
    orders: dict[str, list[float]] = {"human": [], "hive": []}
    for index in range(max(1, span.games // 4)):
        for side, watch in watched(game, index).items():
            decisions[game.side_kinds[side]] += watch.decisions
            orders[game.side_kinds[side]] += watch.orders
    return [
        Result(f"{MARINES}, a decision", median(decisions["human"]) * 1e3, "ms"),
        Result(f"{MARINES}, an order", median(orders["human"]) * 1e3, "ms", MOST_AN_ORDER_MS),
        Result(f"{HIVE}, a decision", median(decisions["hive"]) * 1e3, "ms"),
        Result(f"{HIVE}, a xeno", median(orders["hive"]) * 1e3, "ms", MOST_A_XENO_MS),
    ]
