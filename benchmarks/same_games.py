"""Prove that a change of the code changed no game: play seeded games and print one fingerprint for each scenario.

    python -m benchmarks.same_games > before.txt                  # the code as it was
    python -m benchmarks.same_games --against before.txt          # the code as it is now; exit code 1 on a difference
    python -m benchmarks.same_games --deep -n 3 terraces          # every option listed and judged, not only the chosen

A fingerprint covers the final states and, for every decision, how many options there were and which was taken;
``--deep`` adds each single option and its verdict. Bots roll dice of their own, so any change in the order of
options shows as another game.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

from ai.player import Player, make_bot
from game.api import Action, Event, Game, SeededDice, View, list_scenarios, open_game
from game.sim.batch import game_seed
from game.sim.match import play
from game.sim.seats import BotDice


class Witness:
    """A player that does what another does, and notes what it was offered and what it took."""

    def __init__(self, player: Player, notes: blake2b, *, deep: bool) -> None:
        self._player = player
        self._notes = notes
        self._deep = deep

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        chosen = self._player.decide(view, options)
        self._notes.update(f"{len(options)} {chosen!r}\n".encode())
        if self._deep:
            for option in options:
                self._notes.update(f"{option!r} {view.verdict(option)}\n".encode())
        return chosen

    def observe(self, events: Sequence[Event]) -> None:
        self._player.observe(events)


def fingerprint(game: Game, *, games: int, bots: dict[str, str], deep: bool = False) -> tuple[str, int]:
    """What ``games`` seeded games came to, as a digest, and the decisions in them."""
    notes = blake2b(digest_size=12)
    decisions = 0
    for index in range(games):
        seed = game_seed("same", index)
        own = {side.id: BotDice(seed, side.id) for side in game.scenario.sides}
        players = {
            side.id: Witness(make_bot(bots.get(side.kind, "random"), own[side.id]), notes, deep=deep)
            for side in game.scenario.sides
        }
        played = play(game, players, SeededDice(seed), bot_dice=own)
        notes.update(f"{game.digest(played.state)} {played.reason} {played.error}\n".encode())
        decisions += sum(seat.decisions for seat in played.seats.values())
    return notes.hexdigest(), decisions


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each scenario; 1 if one differs from the file given with ``--against``."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.same_games", description=__doc__.splitlines()[0])
    parser.add_argument("scenarios", nargs="*", help="names or files; all shipped scenarios if left out")
    parser.add_argument("-n", "--games", type=int, default=20, help="games of each scenario (20)")
    parser.add_argument("--marines", default="random", help="bot of the human sides")
    parser.add_argument("--hive", default="random", help="bot of the hive")
    parser.add_argument("--deep", action="store_true", help="list and judge every option of every decision")
    parser.add_argument("--against", type=Path, help="lines printed by an earlier run")
    asked = parser.parse_args(arguments)
    before = asked.against.read_text(encoding="utf-8").splitlines() if asked.against else []
    differ = 0
    for name in asked.scenarios or [scenario.id for scenario in list_scenarios()]:
        game = open_game(name).game
        bots = {"human": asked.marines, "hive": asked.hive}
        digest, decisions = fingerprint(game, games=asked.games, bots=bots, deep=asked.deep)
        line = f"{name} {asked.games} games {decisions} decisions {digest}"
        known = [old for old in before if old.startswith(f"{name} ")]
        if known and known[0] != line:
            differ += 1
            print(f"DIFFERENT {line}", f"   before {known[0]}", sep="\n", flush=True)
        else:
            print(line, flush=True)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
