"""What a seat is shown: its layout, its range, nothing that it may not see, and nothing that depends on the way."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from typing import Any

import numpy as np
import pytest

from ai.env.flat import SHOWN
from ai.env.rows import UNIT
from ai.env.seats import PRESETS, Seat
from game.api import DataError, actions, open_game
from tests.ai.env.walks import moments

DIGEST = """
from hashlib import blake2b
from ai.env import raw_env
import numpy as np
env = raw_env("viaduct", observation="{preset}")
env.reset(seed=5)
found = blake2b(digest_size=16)
for _ in range(60):
    seen, *_ = env.last()
    found.update(seen["observation"].tobytes())
    found.update(seen["action_mask"].tobytes())
    env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
print(found.hexdigest())
"""


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("mission", ["culvert", "viaduct", "bastion"])
def test_every_number_has_a_name_and_lies_between_0_and_1(mission, preset):
    for _, seat, _ in islice(moments(mission, observation=preset), 0, 200, 7):
        seen = seat.observe()
        assert seen.dtype == np.float32
        assert seen.shape == seat.preset.shape
        assert len(seat.preset.names) == seen.shape[0] == len(set(seat.preset.names))
        assert seen.min() >= 0.0
        assert seen.max() <= 1.0


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("mission", ["culvert", "depot"])
def test_an_observation_depends_on_the_view_alone(mission, preset):
    """A seat that has followed the game shows what one shows that comes to the table only now."""
    for state, seat, options in islice(moments(mission, observation=preset), 0, 240, 11):
        fresh = Seat(seat.game, seat.side, observation=preset)
        fresh.look(state, asked=True)
        assert (fresh.observe() == seat.observe()).all()
        assert (fresh.numbers(options)[0] == seat.numbers(options)[0]).all()


@pytest.mark.parametrize("preset", PRESETS)
def test_it_is_made_from_the_view(preset):
    """A seat that is given the redacted table instead of the true one shows the same."""
    for _, seat, _ in islice(moments("depot", observation=preset), 0, 200, 13):
        blind = Seat(seat.game, seat.side, observation=preset)
        blind.see(seat.view, asked=True)
        assert (blind.observe() == seat.observe()).all()


@pytest.mark.parametrize("preset", PRESETS)
def test_it_is_the_same_under_any_hash_seed(preset):
    digests = {
        subprocess.run(
            [sys.executable, "-c", DIGEST.format(preset=preset)],
            env={"PYTHONHASHSEED": hash_seed, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "4711")
    }
    assert len(digests) == 1


def test_the_rows_of_flat_are_the_units_in_their_slots():
    state, seat, _ = next(
        moment
        for moment in moments("culvert")
        if moment[1].side == "marines" and isinstance(moment[2][0], actions.Move)
    )
    names = seat.preset.names
    seen = dict(zip(names, seat.observe().tolist(), strict=True))
    task: Any = seat.game.waiting(state)
    asked = state.units[task.actor]
    slot = seat.roll.own_slots[asked.id]
    x, y = seat.game.board.xy(asked.cell)
    assert seen[f"own_{slot}_asked"] == seen[f"own_{slot}_acting"] == 1.0
    assert seen[f"own_{slot}_x"] == pytest.approx(x / (seat.game.board.width - 1))
    assert seen[f"own_{slot}_y"] == pytest.approx(y / (seat.game.board.height - 1))
    assert seen[f"decision_{type(task).__name__}"] == 1.0
    assert sum(value for name, value in seen.items() if name.startswith("decision_")) == 1.0
    gaps = [seen[f"foe_{place}_distance"] for place in range(SHOWN[2]) if seen[f"foe_{place}_present"]]
    assert gaps == sorted(gaps)
    assert len(UNIT) == len(set(UNIT))


def test_the_planes_of_spatial_show_units_where_they_stand():
    for state, seat, _ in islice(moments("culvert", observation="spatial"), 60, 90):
        planes = dict(zip(seat.preset.names, seat.observe(), strict=True))
        board = seat.game.board
        for name, sides in (("own", [seat.side]), ("foe", [s for s in ("marines", "hive") if s != seat.side])):
            cells = {
                cell
                for unit in state.units.values()
                if unit.side in sides and unit.cell >= 0
                for cell in board.footprint(unit.cell, unit.size)
            }
            assert set(np.flatnonzero(planes[f"{name}_present"]).tolist()) == cells
        assert planes["wall"].sum() == sum(kind.name == "WALL" for kind in board.terrain)


def test_an_unknown_preset_is_a_line():
    game = open_game("culvert").game
    with pytest.raises(DataError, match=r'observation "flatt".*expected "?flat'):
        Seat(game, "marines", observation="flatt")
