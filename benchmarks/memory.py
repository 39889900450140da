"""What the session of a finished game holds in memory: every state, event and action of its log."""

from __future__ import annotations

import gc
import tracemalloc

from benchmarks.rounds import Result, Span
from benchmarks.tables import SEED, moments, standard
from game.api import SeededDice, Session

MOST_MB = 50


def run(_span: Span) -> list[Result]:
    """The game and its board are loaded, and their caches filled, before anything is counted."""
    game = standard()
    for _ in moments(Session(game, SeededDice(SEED)), marines="marines:line", hive="hive:cunning"):
        pass
    gc.collect()
    tracemalloc.start()
    session = Session(game, SeededDice(SEED))
    for _ in moments(session, marines="marines:line", hive="hive:cunning"):
        pass
    gc.collect()
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    note = f"{len(session.log)} actions, peak {peak / 1e6:.1f} MB"
    return [Result("session of a finished game", held / 1e6, "MB", MOST_MB, note=note)]
