"""Whole games, random against random; unit activations against the actions of another engine's random players."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from statistics import median
from time import process_time

from ai.random_bot import RandomBot
from benchmarks.rounds import Result, Span, Work, interleaved, ratio
from benchmarks.tables import SEED, play_game, standard
from game.api import Dice, Event, Game, SeededDice
from game.rules.skirmish.events import OrderGiven
from game.sim.batch import game_seed
from game.sim.match import play
from game.sim.seats import BotDice

LEAST_DECISIONS = 3000
AIMED_DECISIONS = 9000
LEAST_GAMES = 1


class Counting(RandomBot):
    """A random player that counts the orders and activations it hears of."""

    listens = True

    def __init__(self, dice: Dice) -> None:
        super().__init__(dice)
        self.orders = 0

    def observe(self, events: Sequence[Event]) -> None:
        self.orders += sum(1 for event in events if isinstance(event, OrderGiven))


def activations(game: Game, index: int) -> int:
    """Orders and activations of one game; counted apart, as it costs time."""
    seed = game_seed(SEED, index)
    own = {side.id: BotDice(seed, side.id) for side in game.scenario.sides}
    players = {side: Counting(dice) for side, dice in own.items()}
    play(game, players, SeededDice(seed), bot_dice=own)
    return next(iter(players.values())).orders


def catanatron_game() -> Work | None:
    """A game of catanatron's random players as work; None if it is not installed (extra ``bench``)."""
    if find_spec("catanatron") is None:
        return None
    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan

    number = 0

    def once() -> int:
        nonlocal number
        number += 1
        game = Catan([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=number)
        game.play()
        return len(getattr(game.state, "action_records", None) or game.state.actions)

    return once


def run(span: Span) -> list[Result]:
    """Decisions, games and activations a second on one core."""
    game = standard()
    orders = [activations(game, index) for index in range(span.games)]
    games: list[tuple[int, float]] = []
    turn = 0

    def ours() -> int:
        nonlocal turn
        index = turn % span.games
        turn += 1
        began = process_time()
        played = play_game(game, index)
        games.append((sum(seat.decisions for seat in played.seats.values()), process_time() - began))
        return orders[index]

    candidates: dict[str, Work] = {"ours": ours}
    other = catanatron_game()
    if other is not None:
        candidates["catanatron"] = other
    found = interleaved(candidates, span)
    decisions = median(count / seconds for count, seconds in games)
    per_game = sum(count for count, _ in games) / len(games)
    lines = [
        Result("random against random", decisions, "decisions/s", LEAST_DECISIONS, True, f"aim {AIMED_DECISIONS}"),
        Result("random against random", decisions / per_game, "games/s", LEAST_GAMES, least=True),
        Result("random against random", 1 / median(found["ours"]), "activations/s"),
    ]
    if other is None:
        lines.append(Result("catanatron", 0, "", note="not installed: pip install broodfall[bench]"))
    else:
        lines.append(Result("catanatron, random players", 1 / median(found["catanatron"]), "actions/s"))
        share = ratio(found["catanatron"], found["ours"])
        lines.append(Result("activations to catanatron's actions", share, "x"))
    return lines
