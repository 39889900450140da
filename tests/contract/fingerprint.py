"""The digests of a game as it goes, for comparing it between processes (``python -m tests.contract.fingerprint``)."""

from __future__ import annotations

import sys
from collections.abc import Callable

from game.api import SeededDice, Session
from tests.contract.games import game_of

EVERY = 20
"""Actions between two digests."""


def quiet() -> None:
    """Nothing between two actions."""


def fingerprint(name: str, seed: int, *, between: Callable[[], object] = quiet) -> list[str]:
    """Digests of a game of random choices, and last of all its number of actions; ``between`` comes at each action."""
    session, chance = Session(game_of(name), SeededDice(seed)), SeededDice(seed).fork("choice")
    found = [session.digest()]
    while not session.over:
        options = session.view(session.to_act or "").options()
        session.act(options[chance.roll("choice", len(options)) - 1])
        between()
        if len(session.log) % EVERY == 0 or session.over:
            found.append(session.digest())
    return [*found, str(len(session.log))]


if __name__ == "__main__":
    for game in sys.argv[1:]:
        print(game, *fingerprint(game, 7))
