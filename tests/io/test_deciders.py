"""A save says who decided each action: whoever had the seat then, or somebody in that player's place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.core.session import Session
from game.io.deciders import Decider
from game.io.replay import open_replay
from game.io.save_format import _SEAL_LENGTH
from game.io.saves import SaveWriter, load_save
from tests.io.toy import Strike, play, toy_opener, toy_session

SEATS = {"marines": "human", "hive": "random"}
PERSON, BOT = Decider("human"), Decider("random")
HELPER = Decider("marines:line", stood_in=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


class Played:
    """A match of which it is known who decided what."""

    def __init__(self) -> None:
        self.session: Session = toy_session()
        self.by: list[Decider] = []

    def whose(self, number: int) -> Decider | None:
        return self.by[number - 1] if number <= len(self.by) else None

    def play(self, count: int, **by: Decider) -> None:
        """So many actions, each decided by whoever is named for its side."""
        for _ in range(count):
            side = self.session.to_act
            assert side is not None
            del self.by[len(self.session.log) :]
            self.by.append(by[side])
            play(self.session, 1, seed=len(self.by))


def read(path: Path) -> tuple[Decider, ...]:
    loaded = load_save(path, toy_opener)
    loaded.writer.close()
    return loaded.deciders


def bodies(path: Path) -> list[dict[str, object]]:
    return [json.loads(line[:-_SEAL_LENGTH] + b"}") for line in path.read_bytes().splitlines()]


def test_who_stood_in_for_a_player_is_written_with_the_action(path: Path):
    match = Played()
    writer = SaveWriter.create(path, match.session, scenario="toy", seats=SEATS, whose=match.whose)
    match.play(5, marines=PERSON, hive=BOT)
    match.play(12, marines=HELPER, hive=BOT)
    match.play(4, marines=PERSON, hive=Decider("human", stood_in=True))
    writer.close()
    assert HELPER in match.by
    assert read(path) == tuple(match.by)
    said = [line.get("by", "") for line in bodies(path) if "do" in line]
    assert said == [by.spec if by.stood_in else "" for by in match.by], "nothing is written of whoever has the seat"


def test_a_replay_tells_who_decided_as_far_as_it_has_come(path: Path):
    match = Played()
    writer = SaveWriter.create(path, match.session, scenario="toy", seats=SEATS, whose=match.whose)
    match.play(12, marines=HELPER, hive=BOT)
    writer.close()
    replay = open_replay(path, toy_opener)
    assert replay.deciders == []
    replay.finish()
    assert replay.deciders == match.by
    replay.goto(3)
    assert replay.deciders == match.by[: len(replay.session.log)]


def test_a_save_without_it_loads_and_credits_whoever_had_the_seat(path: Path):
    session = toy_session()
    writer = SaveWriter.create(path, session, scenario="toy", seats=SEATS)
    play(session, 12)
    writer.close()
    assert all("by" not in line for line in bodies(path))
    assert read(path) == tuple(Decider(SEATS[entry.side]) for entry in session.log)


def test_a_save_without_seats_credits_nobody(path: Path):
    session = toy_session()
    SaveWriter.create(path, session, scenario="toy").close()
    writer = load_save(path, toy_opener)
    play(writer.session, 3)
    writer.writer.close()
    assert {by.spec for by in read(path)} == {""}


def test_what_was_played_before_a_seat_changed_hands_stays_with_whoever_had_it(path: Path):
    match = Played()
    writer = SaveWriter.create(path, match.session, scenario="toy", seats=SEATS, whose=match.whose)
    match.play(8, marines=PERSON, hive=BOT)
    writer.reseat({"marines": "marines:line", "hive": "human"})
    match.play(8, marines=Decider("marines:line"), hive=PERSON)
    writer.close()
    assert read(path) == tuple(match.by)
    assert len(set(match.by)) == 3


def test_a_save_begun_after_a_seat_changed_hands_has_it_from_the_beginning(path: Path):
    match = Played()
    match.play(8, marines=PERSON, hive=BOT)
    match.play(8, marines=Decider("marines:line"), hive=PERSON)
    now = {"marines": "marines:line", "hive": "human"}
    SaveWriter.create(path, match.session, scenario="toy", seats=now, whose=match.whose).close()
    assert read(path) == tuple(match.by)
    assert bodies(path)[0]["seats"] == SEATS
    loaded = load_save(path, toy_opener)
    assert loaded.seats == now
    loaded.writer.close()


def test_a_seat_that_is_somebody_elses_when_nobody_has_played_yet(path: Path):
    match = Played()
    match.play(6, marines=PERSON, hive=BOT)
    now = {"marines": "human", "hive": "hive:cunning"}
    SaveWriter.create(path, match.session, scenario="toy", seats=now, whose=match.whose).close()
    loaded = load_save(path, toy_opener)
    assert loaded.seats == now
    assert loaded.deciders == tuple(match.by)
    loaded.writer.close()


def test_another_player_than_the_save_names_is_written_when_a_match_goes_on(path: Path):
    match = Played()
    writer = SaveWriter.create(path, match.session, scenario="toy", seats=SEATS, whose=match.whose)
    match.play(6, marines=PERSON, hive=BOT)
    writer.close()
    loaded = load_save(path, toy_opener)
    again = Played()
    again.session, again.by = loaded.session, list(loaded.deciders)
    loaded.writer.whose = again.whose
    again.play(8, marines=PERSON, hive=Decider("hive:instinct"))
    loaded.writer.close()
    assert read(path) == tuple(again.by)
    assert {BOT, Decider("hive:instinct")} <= set(again.by)


def test_what_is_taken_back_and_done_again_has_the_same_decider(path: Path):
    match = Played()
    writer = SaveWriter.create(path, match.session, scenario="toy", seats=SEATS, whose=match.whose)
    session = match.session
    walk = session.game.options(session.state)[0]
    match.by.append(HELPER)
    session.act(walk)
    session.undo()
    session.redo()
    session.undo()
    match.by[0] = PERSON
    session.act(walk)
    match.by.append(HELPER)
    session.act(Strike())
    writer.close()
    assert read(path) == (PERSON, HELPER)


def test_who_decided_what_was_taken_back_is_known_in_case_it_is_done_again(path: Path):
    match = Played()
    writer = SaveWriter.create(path, match.session, scenario="toy", seats=SEATS, whose=match.whose)
    match.by.append(HELPER)
    match.session.act(match.session.game.options(match.session.state)[0])
    match.session.undo()
    writer.close()
    loaded = load_save(path, toy_opener)
    loaded.writer.close()
    assert loaded.session.log == []
    assert loaded.session.can_redo
    assert loaded.deciders == (HELPER,)


def test_dice_and_digests_are_those_of_the_match_without_it(path: Path, tmp_path: Path):
    match = Played()
    plain = SaveWriter.create(tmp_path / "plain.jsonl", match.session, scenario="toy", seats=SEATS)
    writer = SaveWriter.create(path, match.session, scenario="toy", seats=SEATS, whose=match.whose)
    match.play(20, marines=HELPER, hive=BOT)
    writer.close()
    plain.close()
    without = [{key: value for key, value in line.items() if key != "by"} for line in bodies(path)]
    assert without == bodies(tmp_path / "plain.jsonl")
