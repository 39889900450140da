"""Cases RNG: dice and determinism. The dice alone are proved in tests/core/test_dice.py (RNG-01, RNG-03)."""

from __future__ import annotations

import ast

import pytest

from game.api import SeededDice
from tests.arch.source import name_of, parse, python_files
from tests.contract.fingerprint import fingerprint


@pytest.mark.rule("RL-7")
def test_rng_01_sums_of_two_dice_are_even():
    """Chi-square of 2d6 over 60,000 pairs against their exact chances, 10 degrees of freedom."""
    dice = SeededDice("rng 01")
    rolls = 60_000
    counts = dict.fromkeys(range(2, 13), 0)
    for _ in range(rolls):
        counts[dice.roll("swarm", 6) + dice.roll("swarm", 6)] += 1
    expected = {total: rolls * (6 - abs(total - 7)) / 36 for total in counts}
    assert sum((counts[total] - expected[total]) ** 2 / expected[total] for total in counts) < 40


def test_rng_02_and_06_one_seed_is_one_game_and_another_seed_another():
    assert fingerprint("culvert", 7) == fingerprint("culvert", 7) != fingerprint("culvert", 8)


def test_rng_06_no_code_of_the_game_draws_from_a_module_generator():
    """Engine, rules, files, simulator and bots draw from dice; the command line alone may make up a fresh seed."""
    banned = {"random", "secrets", "uuid", "numpy.random"}
    found = []
    for path in python_files("game/core", "game/board", "game/rules", "game/io", "game/sim", "ai"):
        for node in ast.walk(parse(path)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            found += [f"{name_of(path)}: {name}" for name in names if name in banned]
    assert found == []
