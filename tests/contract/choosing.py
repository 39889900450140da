"""Ways of choosing by chance that bring about more than a fair pick among all options does."""

from __future__ import annotations

from game.api import Action, Game, SeededDice, State
from tests.contract.checks import Choose

SELDOM = ("Idle", "EndTurn", "SetPolicy", "Pass")
"""Kinds of answers that are taken only once in ``RARELY`` times they come up."""
RARELY = 4


def by_kind(seed: int | str) -> Choose:
    """Pick a kind of answer, then one of that kind: what is offered once among a hundred moves comes up as often."""
    dice = SeededDice(seed).fork("kinds")

    def choose(game: Game, state: State, _number: int) -> Action:
        kinds: dict[str, list[Action]] = {}
        for action in game.options(state):
            kinds.setdefault(type(action).__name__, []).append(action)
        names = sorted(kinds)
        name = names[dice.roll("kind", len(names)) - 1]
        if name in SELDOM and len(names) > 1 and dice.roll("seldom", RARELY) > 1:
            names.remove(name)
            name = names[dice.roll("kind", len(names)) - 1]
        found = kinds[name]
        return found[dice.roll("which", len(found)) - 1]

    return choose
