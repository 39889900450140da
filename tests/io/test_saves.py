"""Saves: written as the match goes, resumed at the last action, refused in one line when damaged."""

from __future__ import annotations

import errno
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from game.core.errors import BroodfallError, DataError, ReplayMismatch
from game.core.refusal import IllegalAction
from game.core.session import Session
from game.io.replay import open_replay
from game.io.save_format import _SEAL_LENGTH, read_save, sealed
from game.io.saves import SaveWriter, list_saves, load_save
from tests.io.toy import Strike, ToyChoice, play, toy_opener, toy_session

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def saved(path: Path, actions: int, *, seed: int = 7) -> Session:
    """A match of so many actions, written to ``path`` while it was played."""
    session = toy_session(seed)
    writer = SaveWriter.create(path, session, scenario="toy", seats={"marines": "human", "hive": "random"})
    play(session, actions)
    writer.close()
    assert writer.problem is None
    return session


def bodies(path: Path) -> list[dict[str, object]]:
    """The lines of a save without their seals."""
    return [json.loads(line[:-_SEAL_LENGTH] + b"}") for line in path.read_bytes().splitlines()]


def forged(path: Path, lines: list[dict[str, object]]) -> None:
    """Write lines with right seals: what a careful forger, or a bug, would leave."""
    total, out = "", b""
    for line in lines:
        text, total = sealed(line, total)  # type: ignore[arg-type]
        out += text
    path.write_bytes(out)


def commands(lines: list[dict[str, object]]) -> list[int]:
    """The places of the action lines."""
    return [place for place, line in enumerate(lines) if "do" in line]


# --- resuming ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("actions", [0, 1, 5, 12, 40])
def test_a_match_goes_on_as_if_it_had_never_been_saved(path: Path, actions: int):
    first = saved(path, actions)
    loaded = load_save(path, toy_opener)
    again = loaded.session
    assert loaded.torn == 0
    assert again.digest() == first.digest()
    assert again.to_act == first.to_act
    assert list(again.game.options(again.state)) == list(first.game.options(first.state))
    assert again.log == first.log
    play(first, 30, seed=3)
    play(again, 30, seed=3)
    assert again.log == first.log
    assert again.digest() == first.digest()


def test_save_load_save_is_a_fixpoint_at_every_step(path: Path, tmp_path: Path):
    session = toy_session()
    writer = SaveWriter.create(path, session, scenario="toy")
    for step in range(25):
        play(session, 1, seed=step)
        before = path.read_bytes()
        loaded = load_save(path, toy_opener)
        loaded.writer.close()
        assert path.read_bytes() == before
        assert loaded.session.state == session.state
    writer.close()


def test_a_save_with_an_open_choice_waits_for_the_same_answer(path: Path):
    session = toy_session()
    SaveWriter.create(path, session, scenario="toy")
    while not isinstance(session.game.waiting(session.state), ToyChoice):
        session.act(Strike())
    again = load_save(path, toy_opener).session
    assert again.game.waiting(again.state) == session.game.waiting(session.state)
    assert again.to_act == "hive"


def test_the_save_of_an_ended_game_loads_as_ended(path: Path):
    session = saved(path, 400)
    assert session.over
    again = load_save(path, toy_opener).session
    assert again.state.outcome == session.state.outcome
    with pytest.raises(IllegalAction):
        again.act(Strike())
    assert "end" in bodies(path)[-1]


def test_a_save_begun_in_mid_match_holds_what_came_before(path: Path):
    session = toy_session()
    play(session, 9)
    writer = SaveWriter.create(path, session, scenario="toy")
    play(session, 9, seed=2)
    writer.close()
    assert load_save(path, toy_opener).session.log == session.log


def test_undo_and_redo_are_written_and_read(path: Path):
    session = toy_session()
    writer = SaveWriter.create(path, session, scenario="toy")
    walk = session.game.options(session.state)[0]
    session.act(walk)
    session.undo()
    session.act(walk)
    session.undo()
    session.redo()
    session.act(Strike())
    writer.close()
    assert [line.get("undo", False) for line in bodies(path)[1:]] == [False, True, False, True, False, False]
    again = load_save(path, toy_opener).session
    assert again.log == session.log
    assert again.digest() == session.digest()


def test_each_action_is_on_disk_before_the_next_one(path: Path):
    session = toy_session()
    SaveWriter.create(path, session, scenario="toy")
    for count in range(1, 6):
        session.act(Strike()) if isinstance(session.game.waiting(session.state), ToyChoice) is False else play(
            session, 1
        )
        assert len(commands(bodies(path))) == count


def test_a_match_killed_at_any_moment_resumes_at_its_last_action(path: Path):
    code = (
        "import os, sys; from pathlib import Path; from game.io.saves import SaveWriter; from tests.io.toy import *\n"
        "s = toy_session(); SaveWriter.create(Path(sys.argv[1]), s, scenario='toy'); play(s, 17)\n"
        "print(s.digest(), flush=True); os.kill(os.getpid(), 9)"
    )
    killed = subprocess.run(
        [sys.executable, "-c", code, str(path)], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert killed.returncode == -9
    assert load_save(path, toy_opener).session.digest() == killed.stdout.strip()


def test_a_digest_follows_each_change_of_turn(path: Path):
    saved(path, 60)
    lines = bodies(path)[1:]
    rests = [place for place, line in enumerate(lines) if line.get("do") == "rest"]
    assert rests
    assert all("digest" in lines[place + 1] for place in rests)


def test_saving_twice_gives_the_same_bytes(path: Path, tmp_path: Path):
    saved(path, 30)
    saved(tmp_path / "other.jsonl", 30)
    assert path.read_bytes() == (tmp_path / "other.jsonl").read_bytes()


def test_a_save_that_is_there_is_not_overwritten_by_chance(path: Path):
    saved(path, 3)
    before = path.read_bytes()
    with pytest.raises(DataError, match="file exists"):
        SaveWriter.create(path, toy_session(), scenario="toy")
    assert path.read_bytes() == before


def test_a_save_is_played_by_one_process_at_a_time(path: Path):
    session = toy_session()
    writer = SaveWriter.create(path, session, scenario="toy")
    play(session, 3)
    size = path.stat().st_size
    code = (
        "import sys; from pathlib import Path; from game.io.saves import load_save; from tests.io.toy import *\n"
        "try: play(load_save(Path(sys.argv[1]), toy_opener).session, 2)\n"
        "except Exception as error: print(error)"
    )
    second = subprocess.run(
        [sys.executable, "-c", code, str(path)], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert second.stdout == f"{path}: file: expected a save that nobody else is playing, found one in use\n"
    assert path.stat().st_size == size
    writer.close()


def test_a_writer_whose_file_somebody_else_wrote_to_stops(path: Path):
    saved(path, 3)
    mine, other = load_save(path, toy_opener), load_save(path, toy_opener)
    play(other.session, 2)
    play(mine.session, 2)
    assert str(mine.writer.problem).endswith("expected a save that nobody else is playing, found one in use")
    assert other.writer.problem is None
    mine.writer.close()
    other.writer.close()
    assert len(load_save(path, toy_opener).session.log) == 5


def test_a_full_disk_stops_the_writing_but_not_the_match(path: Path, monkeypatch: pytest.MonkeyPatch):
    session = toy_session()
    writer = SaveWriter.create(path, session, scenario="toy")
    play(session, 2)

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    play(session, 3)
    monkeypatch.undo()
    play(session, 3)
    writer.close()
    assert len(session.log) == 8
    assert str(writer.problem) == f"{path}: file: expected a file that can be written, found no space left on device"
    assert len(load_save(path, toy_opener).session.log) == 3


# --- damage ------------------------------------------------------------------------------------------------------


def test_a_torn_last_line_is_cut_off_and_said_so(path: Path):
    saved(path, 20)
    whole = path.read_bytes()
    starts = [i + 1 for i, byte in enumerate(whole) if byte == 10]
    torn = whole[: starts[-2] + 5]
    path.write_bytes(torn)
    loaded = load_save(path, toy_opener)
    loaded.writer.close()
    assert loaded.torn == len(starts)
    assert path.read_bytes() == whole[: starts[-2]]


def test_a_match_that_resumed_after_a_tear_can_be_saved_and_resumed_again(path: Path):
    saved(path, 20)
    path.write_bytes(path.read_bytes()[:-7])
    loaded = load_save(path, toy_opener)
    play(loaded.session, 10, seed=5)
    loaded.writer.close()
    assert load_save(path, toy_opener).session.log == loaded.session.log


def test_cut_anywhere_it_resumes_or_is_refused_in_one_line(path: Path):
    whole_session = saved(path, 40)
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    for part in range(50):
        cut = len(whole) * part // 50
        path.write_bytes(whole[:cut])
        if cut < header:
            with pytest.raises(DataError, match="line 1") as caught:
                load_save(path, toy_opener)
            assert "\n" not in str(caught.value)
            assert str(path) in str(caught.value)
        else:
            loaded = load_save(path, toy_opener)
            loaded.writer.close()
            assert loaded.session.log == whole_session.log[: len(loaded.session.log)]


def test_no_flipped_byte_is_ever_accepted(path: Path):
    saved(path, 30)
    whole = path.read_bytes()
    for number in range(200):
        place = (number * 7919) % (len(whole) - 1)
        broken = bytearray(whole)
        broken[place] ^= 1 << number % 8
        path.write_bytes(bytes(broken))
        with pytest.raises(BroodfallError) as caught:
            load_save(path, toy_opener)
        assert "\n" not in str(caught.value)
        assert f"{path}: line " in str(caught.value)
        assert path.read_bytes() == bytes(broken), "a file that cannot be loaded is left as it is"


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"{}\n", b"hello\n", b"\x00" * 100, b"\xff\xfe\n", b'{"broodfall":"save"}\n', b"[" * 100_000 + b"\n"],
)
def test_the_wrong_kind_of_file_is_refused_by_name(path: Path, content: bytes):
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        load_save(path, toy_opener)
    assert str(caught.value).startswith(f"{path}: line 1: expected the header of a save, found ")


def test_a_folder_and_a_missing_file_are_refused(path: Path):
    with pytest.raises(DataError, match="no file at"):
        load_save(path, toy_opener)
    path.mkdir()
    with pytest.raises(DataError, match="no ordinary file"):
        load_save(path, toy_opener)


def test_a_pickle_is_not_a_save_and_never_runs(path: Path, tmp_path: Path):
    marker = tmp_path / "ran"

    class Bomb:
        def __reduce__(self) -> tuple[object, ...]:
            return (os.mkdir, (str(marker),))

    path.write_bytes(pickle.dumps(Bomb()))
    with pytest.raises(DataError, match="header of a save"):
        load_save(path, toy_opener)
    assert not marker.exists()


def test_a_list_of_saves_shows_the_broken_ones_as_such(tmp_path: Path):
    saved(tmp_path / "a.jsonl", 3)
    (tmp_path / "b.jsonl").write_bytes(b"")
    (tmp_path / "c.jsonl").mkdir()
    saved(tmp_path / "d.jsonl", 3)
    listed = list_saves(tmp_path)
    assert [entry.path.name for entry in listed] == ["a.jsonl", "b.jsonl", "c.jsonl", "d.jsonl"]
    assert [entry.header is not None for entry in listed] == [True, False, False, True]
    assert all("\n" not in str(entry.problem) and entry.path.name in str(entry.problem) for entry in listed[1:3])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 99}, "line 1: version: expected format version 1, found 99"),
        ({"rules": "0"}, 'line 1: rules: expected rules version "'),
        ({"seed": "int:x"}, 'line 1: seed: expected a seed such as int:7, found "int:x"'),
        ({"board_digest": "0"}, "line 1: expected the board as it was when the save was made, found a changed one"),
        ({"scenario_digest": "0"}, "line 1: expected the scenario as it was"),
        ({"scenario": ""}, "line 1: expected either a scenario or a position, found both or neither"),
        ({"extra": 1}, "line 1: Object contains unknown field `extra`"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(path: Path, change: dict[str, object], said: str):
    saved(path, 5)
    head, *rest = bodies(path)
    forged(path, [{**head, **change}, *rest])
    with pytest.raises(DataError) as caught:
        load_save(path, toy_opener)
    assert said.split('"')[0] in str(caught.value)


# --- replays -----------------------------------------------------------------------------------------------------


def test_a_replay_gives_the_same_states_each_time_and_from_any_place(path: Path):
    saved(path, 60)
    replay = open_replay(path, toy_opener)
    digests = [replay.session.digest()]
    while replay.position < len(replay):
        replay.step()
        digests.append(replay.session.digest())
    replay.restart()
    for place in (30, 10, len(replay), 0, 25):
        replay.goto(place)
        assert replay.session.digest() == digests[place]


def test_a_replay_says_whether_it_is_complete(path: Path):
    saved(path, 10)
    assert open_replay(path, toy_opener).note == "incomplete: the save stops before the end of the game"
    path.unlink()
    saved(path, 400)
    replay = open_replay(path, toy_opener)
    assert (replay.complete, replay.note) == (True, "")


def test_a_replay_lists_who_did_what(path: Path):
    session = saved(path, 10)
    replay = open_replay(path, toy_opener)
    assert [play.n for play in replay.plays()] == list(range(1, 11))
    assert [play.side for play in replay.plays()] == [entry.side for entry in session.log]
    assert dict(replay.seats) == {"marines": "human", "hive": "random"}


def test_an_illegal_command_stops_the_replay_there(path: Path):
    saved(path, 20)
    lines = bodies(path)
    fifth = commands(lines)[4]
    lines[fifth]["do"] = "walk unit=1 path=0,0" if lines[fifth]["side"] == "marines" else "walk unit=2 path=0,0"
    forged(path, lines)
    replay = open_replay(path, toy_opener)
    with pytest.raises(ReplayMismatch, match=rf"line {fifth + 1}: command 5 \(walk .*\) is refused: BLOCKED"):
        replay.finish()
    assert replay.position == fifth - 1
    assert len(replay.session.log) == 4


def test_a_dropped_command_stops_the_replay_there(path: Path):
    saved(path, 20)
    lines = bodies(path)
    ninth = commands(lines)[8]
    forged(path, lines[:ninth] + lines[ninth + 1 :])
    with pytest.raises(ReplayMismatch, match=rf"line {ninth + 1}: the number of the action: recorded 10, played 9"):
        open_replay(path, toy_opener).finish()


def test_a_dropped_line_without_new_seals_is_damage(path: Path):
    saved(path, 20)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:5] + lines[6:]))
    with pytest.raises(DataError, match="line 6: expected a line as it was written, found one that is damaged"):
        open_replay(path, toy_opener)


def test_an_added_die_stops_the_replay_with_the_state_before_it(path: Path):
    saved(path, 30)
    lines = bodies(path)
    place = next(place for place, line in enumerate(lines) if "dice" in line)
    lines[place]["dice"][0][2].append(20)  # type: ignore[index]
    forged(path, lines)
    replay = open_replay(path, toy_opener)
    with pytest.raises(ReplayMismatch, match=rf"line {place + 1}: command \d+ \(strike\): the dice: recorded bs d20"):
        replay.finish()
    assert replay.position == place - 1
    before = open_replay(path, toy_opener)
    before.goto(place - 1)
    assert replay.session.digest() == before.session.digest()


def test_a_wrong_digest_names_the_line(path: Path):
    saved(path, 60)
    lines = bodies(path)
    place = next(place for place, line in enumerate(lines) if "digest" in line)
    lines[place]["digest"] = "0" * 32
    forged(path, lines)
    with pytest.raises(ReplayMismatch, match=rf"line {place + 1}: the digest after command \d+: recorded 0000"):
        open_replay(path, toy_opener).finish()


def test_play_after_the_end_is_refused(path: Path):
    saved(path, 400)
    lines = bodies(path)
    last = lines[commands(lines)[-1]]
    forged(path, [*lines, {**last, "n": int(str(last["n"])) + 1}])
    with pytest.raises(ReplayMismatch, match=r"the side to act: recorded \w+, played nobody"):
        open_replay(path, toy_opener).finish()


def test_the_reader_takes_a_save_line_by_line(path: Path):
    saved(path, 12)
    save = read_save(path)
    assert [number for number, _ in save.lines] == list(range(2, len(save.lines) + 2))
    assert save.good == path.stat().st_size
