"""Cases SAV and REP: saves and replays of real games. Damage to files is proved in tests/io/test_saves.py
(SAV-06, SAV-08, REP-03), seats, axes and ids in tests/io/test_matches.py (SAV-01, SAV-04, SAV-05).
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.api import Gone, SeededDice, Session
from game.core.state import Effect
from game.io.openers import opener
from game.io.position import parse_position
from game.io.position_text import write_position
from game.io.replay import open_replay
from game.io.roster import Roster
from game.io.saves import SaveWriter, load_save
from game.rules.skirmish.tasks import GutsRoll, Order
from tests.contract.games import game_of
from tests.support.reference import KINDS, WEAPONS
from tests.support.table import Table


def played(path: Path, name: str, actions: int, *, seed: int = 3) -> Session:
    """A match of so many actions by chance, saved as it goes."""
    session, chance = Session(game_of(name), SeededDice(seed)), SeededDice(seed).fork("choice")
    writer = SaveWriter.create(path, session, scenario=name)
    go_on(session, chance, actions)
    writer.close()
    return session


def go_on(session: Session, chance: SeededDice, actions: int) -> None:
    """Play so many actions by chance."""
    for _ in range(actions):
        options = session.game.options(session.state)
        if not options:
            return
        session.act(options[chance.roll("choice", len(options)) - 1])


@pytest.mark.parametrize("name", ["culvert", "relay"])
def test_sav_02_at_any_moment_save_load_save_is_a_fixpoint_and_play_goes_on_alike(tmp_path: Path, name: str):
    """Whatever waits (a reaction, a guts roll, a placement) waits again, and the file grows as it would have."""
    path, copy = tmp_path / "match.jsonl", tmp_path / "copy.jsonl"
    session, chance = Session(game_of(name), SeededDice(5)), SeededDice(6)
    writer = SaveWriter.create(path, session, scenario=name)
    waited = set()
    for part in range(9):
        go_on(session, chance, 17)
        waited.add(type(session.game.waiting(session.state)))
        shutil.copy(path, copy)
        loaded = load_save(copy, opener())
        assert copy.read_bytes() == path.read_bytes()
        again = loaded.session
        assert (again.digest(), again.to_act, again.log) == (session.digest(), session.to_act, session.log)
        assert again.game.waiting(again.state) == session.game.waiting(session.state)
        assert list(again.game.options(again.state)) == list(session.game.options(session.state))
        twin = Session(session.game, session.dice.copy(), session.state)
        go_on(twin, SeededDice(part), 12)
        go_on(again, SeededDice(part), 12)
        assert again.digest() == twin.digest()
        loaded.writer.close()
    writer.close()
    assert len(waited) > 3


def test_sav_02_an_order_outlives_the_trooper_that_had_it():
    """A reaction killed the actor: its order is still under way, since others roll their guts because of it (OR-4)."""
    table = Table("M...N...\n" + "\n".join(["........"] * 7), M="marine", N="marine", g="gaunt")
    fallen = Order(actor=9, side="marines", kind="pool", stage=7, trail=(0,), doors=(0,))
    waiting = table.agenda(fallen, turn="marines", phase="orders").state
    gone = replace(table.unit("M"), id=9)
    state = replace(waiting, gone={9: Gone(gone, "killed", 1, gone.cell)}, next_id=10)
    state = replace(state, agenda=(fallen, GutsRoll(table.id("N"), (0,))))
    assert table.game.problems(state) == []
    again, faults = parse_position(write_position(table.game, state), file="table", roster=Roster(KINDS, WEAPONS))
    assert again is not None, faults
    assert again.state == state


def test_sav_05_values_of_effects_may_be_cells_of_the_largest_boards():
    table = Table("M.......\n" + "\n".join(["........"] * 7), M="marine").orders()
    state = replace(table.state, effects=(Effect("hemmed_in", "marines", 1, "states:marines", 65_535),))
    again, faults = parse_position(write_position(table.game, state), file="table", roster=Roster(KINDS, WEAPONS))
    assert again is not None, faults
    assert again.state.effects == state.effects


@pytest.mark.parametrize("name", ["culvert", "ductworks"])
def test_rep_01_a_whole_game_replays_alike_again_and_from_any_place(tmp_path: Path, name: str):
    path = tmp_path / "match.jsonl"
    session = played(path, name, 2_000)
    assert session.over
    replay = open_replay(path, opener())
    digests = [replay.session.digest()]
    while replay.position < len(replay):
        replay.step()
        digests.append(replay.session.digest())
    assert (replay.complete, digests[-1]) == (True, session.digest())
    replay.restart()
    for place in (len(replay) // 2, 10, len(replay)):
        replay.goto(place)
        assert replay.session.digest() == digests[place]
