"""Batches: what two workers give over one, and what `sim` costs over the bare engine."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from ai.player import make_bot
from benchmarks.rounds import Result, Span
from benchmarks.tables import SEED, STANDARD, standard
from game.api import Game, SeededDice, State
from game.sim.batch import Batch, Table, game_seed, run
from game.sim.results import Rows, RowWriter
from game.sim.seats import BotDice
from game.sim.workers import Crew

BOTS = (("marines", "random"), ("hive", "random"))
LEAST_RATIO = 1.8
MOST_OVERHEAD = 10


def bare_game(game: Game, seed: str) -> State:
    """A game as short as the engine allows: ask, answer, carry out; nothing is counted, told or kept."""
    own = {side: BotDice(seed, side) for side, _ in BOTS}
    players = {side: make_bot(bot, own[side]) for side, bot in BOTS}
    dice = SeededDice(seed)
    state, _ = game.begin(game.initial(), dice)
    number = 0
    while (side := game.to_act(state)) is not None:
        own[side].at(number)
        number += 1
        view = game.view(state, side)
        state, _ = game.apply(state, players[side].decide(view, view.options()), dice)
    return state


def batch(games: int) -> Batch:
    """Games of the standard mission between random bots."""
    return Batch(scenario=STANDARD, seats=BOTS, games=games, seed=SEED)


def overhead(span: Span) -> float:
    """Per cent of processor time that `sim` with a file of results takes beyond the bare engine, for the same games."""
    asked = batch(max(1, span.games // 4))
    table, game = Table(asked), standard()
    ratios: list[float] = []
    with TemporaryDirectory() as folder:

        def with_sim(turn: int) -> list[str]:
            with RowWriter(Path(folder) / f"{turn}.jsonl") as writer:
                found = []
                for index in range(asked.games):
                    rows = table.play(index)
                    writer.write(rows)
                    found.append(rows[0].digest)
                return found

        def without(_turn: int) -> list[str]:
            return [game.digest(bare_game(game, game_seed(SEED, index))) for index in range(asked.games)]

        for turn in range(span.rounds + 1):
            spent: dict[str, float] = {}
            played: dict[str, list[str]] = {}
            candidates = [("sim", with_sim), ("bare", without)]
            for name, work in candidates[:: 1 if turn % 2 else -1]:
                began = process_time()
                played[name] = work(turn)
                spent[name] = process_time() - began
            if played["sim"] != played["bare"]:
                raise AssertionError("the bare engine should play the same games")
            if turn:  # the first round only warms up
                ratios.append(spent["sim"] / spent["bare"])
    return (median(ratios) - 1) * 100


def two_to_one(span: Span) -> float:
    """Games a second of two workers to those of one, by the clock on the wall; the workers have started before."""
    asked = batch(2 * span.games)
    ratios: list[float] = []
    with Crew[Rows](1) as one, Crew[Rows](2) as two:
        for crew in (one, two):
            list(run(batch(2), engine=crew))
        for turn in range(max(1, span.rounds // 3)):
            spent: dict[int, float] = {}
            for number, crew in [(1, one), (2, two)][:: 1 if turn % 2 else -1]:
                began = perf_counter()
                list(run(asked, engine=crew))
                spent[number] = perf_counter() - began
            ratios.append(spent[1] / spent[2])
    return median(ratios)


def measure(span: Span) -> list[Result]:
    """What the lab is held to."""
    return [
        Result("two workers to one", two_to_one(span), "x", LEAST_RATIO, least=True, note="needs two idle processors"),
        Result("sim over the bare engine", overhead(span), "% more", MOST_OVERHEAD),
    ]
