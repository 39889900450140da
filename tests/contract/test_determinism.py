"""One seed, one game: whatever the hash seed, the process, and whoever else draws from the world's generators."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec

import pytest

from tests.contract.fingerprint import fingerprint
from tests.io.test_saves import ROOT

GAMES = ("culvert", "siege", "hold", "menagerie", "feud", "coalition")


@pytest.fixture(scope="module")
def known() -> dict[str, list[str]]:
    """The fingerprints of this process."""
    return {name: fingerprint(name, 7) for name in GAMES}


@pytest.mark.parametrize("salt", ["0", "1", "2", "random"])
def test_the_hash_seed_of_the_process_changes_nothing(known: dict[str, list[str]], salt: str):
    env = {**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.contract.fingerprint", *GAMES]
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=120)
    assert ran.stderr == ""
    assert ran.stdout.splitlines() == [" ".join([name, *known[name]]) for name in GAMES]


def test_generators_of_the_world_change_nothing(known: dict[str, list[str]]):
    def pollute() -> None:
        random.seed(random.random())
        if numpy is not None:
            numpy.random.rand()

    numpy = import_module("numpy") if find_spec("numpy") is not None else None
    before = random.getstate()
    for start in (1, 2):
        random.seed(start)
        assert fingerprint("siege", 7, between=pollute) == known["siege"]
    random.setstate(before)


def test_no_game_draws_from_the_generators_of_the_world():
    before = random.getstate()
    fingerprint("hold", 3)
    assert random.getstate() == before


def test_another_seed_is_another_game(known: dict[str, list[str]]):
    for name in GAMES:
        assert fingerprint(name, 8) != known[name]


def test_a_game_played_twice_in_one_process_is_the_same(known: dict[str, list[str]]):
    """Caches of boards, sight and odds that the first game filled must not show in the second."""
    for name in GAMES:
        assert fingerprint(name, 7) == known[name]
