"""Records for one seat: they hold what that seat may know, can be watched, and cannot be played on (HI-1, HI-2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.app import run
from game.core.dice import SeededDice
from game.core.errors import DataError
from game.core.session import Session
from game.io.check import check_path
from game.io.openers import open_game, opener
from game.io.position_text import write_position
from game.io.saves import SaveWriter, list_saves, load_save
from game.io.scenario import load_scenario
from game.io.seat_record import is_record, read_record, seen_by, write_record
from tests.support.versus import versus


def match(path: Path, actions: int = 60, seed: int = 5) -> Session:
    """A match under way."""
    session, chance = Session(load_scenario(path).game, SeededDice(seed)), SeededDice("choice")
    while not session.over and len(session.log) < actions:
        options = session.game.options(session.state)
        session.act(options[chance.roll("choice", len(options)) - 1])
    return session


def exported(folder: Path, side: str, session: Session | None = None) -> Path:
    path = folder / f"{side}.jsonl"
    session = session or match(versus(folder))
    write_record(path, session, side, scenario="versus.toml", position="", seats={"red": "human", "blue": "random"})
    return path


@pytest.mark.rule("HI-1", "HI-2", "AV-10")
def test_a_record_for_a_seat_holds_no_secret_of_another(tmp_path: Path) -> None:
    text = exported(tmp_path, "blue").read_text(encoding="utf-8")
    assert "bloody" not in text
    assert '"seed"' not in text
    assert "marshal" in text
    assert "jumper" in text, "one's own may be there"
    assert "jumper" not in exported(tmp_path, "red", match(tmp_path / "versus.toml", 6)).read_text(encoding="utf-8")


@pytest.mark.rule("HI-2", "AV-10")
def test_two_matches_that_differ_only_in_secrets_give_the_same_record(tmp_path: Path) -> None:
    texts = []
    for card in ("bloody", "delayed"):
        folder = tmp_path / card
        folder.mkdir()
        path = versus(folder)
        path.write_text(path.read_text(encoding="utf-8").replace('"bloody"', f'"{card}"'), encoding="utf-8")
        session = Session(load_scenario(path).game, SeededDice(5))
        while session.state.round < 1:
            session.act(session.game.options(session.state)[0])
        texts.append(exported(folder, "blue", session).read_text(encoding="utf-8"))
    assert texts[0] == texts[1]


@pytest.mark.rule("HI-2")
@pytest.mark.parametrize("side", ["red", "blue"])
def test_watched_again_a_record_shows_what_the_seat_saw(tmp_path: Path, side: str) -> None:
    session = match(versus(tmp_path))
    record = read_record(exported(tmp_path, side, session), opener([tmp_path]))
    assert (record.side, len(record.entries)) == (side, len(session.log) + 1)
    *_, (_, _, last) = record.states()
    seen = session.game.redacted(session.state, side)
    assert (last.units, last.gone, last.sides, last.markers, last.ext) == (
        seen.units,
        seen.gone,
        seen.sides,
        seen.markers,
        seen.ext,
    )
    assert record.table == write_position(session.game.public, seen)
    assert record == seen_by(session, side)._replace(game=record.game)
    assert all(not entry.do for entry in record.entries if entry.side not in ("", side))


def test_a_match_from_a_position_can_be_recorded_for_a_seat(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(
        write_position(match(versus(tmp_path)).game, match(tmp_path / "versus.toml").state)
    )
    opened = open_game(tmp_path / "p.toml")
    session = Session(opened.game, SeededDice(1), opened.start)
    path = tmp_path / "blue.jsonl"
    write_record(path, session, "blue", scenario="", position=opened.position, seats={})
    assert "bloody" not in path.read_text(encoding="utf-8")
    assert read_record(path, opener([tmp_path])).start.units == session.game.redacted(session.start, "blue").units


@pytest.mark.rule("HI-2")
def test_a_record_cannot_be_played_on(tmp_path: Path) -> None:
    path = exported(tmp_path, "red")
    said = "line 1: expected the header of a save, found the record of one seat: it can be watched, not played on"
    with pytest.raises(DataError) as caught:
        load_save(path, opener([tmp_path]))
    assert str(caught.value) == f"{path}: {said}"
    assert [str(listed.problem).endswith(said) for listed in list_saves(tmp_path)] == [True]
    assert is_record(path)


def test_a_record_is_checked_and_its_damage_found(tmp_path: Path) -> None:
    path = exported(tmp_path, "red")
    assert check_path(path) == []
    whole = path.read_bytes()
    for damaged in (whole[:-20], whole.replace(b'"n":3', b'"n":4'), whole.replace(b"versus.toml", b"verses.toml")):
        path.write_bytes(damaged)
        assert len(check_path(path)) == 1
    path.write_bytes(whole)
    with pytest.raises(DataError, match="a file that can be written, found file exists"):
        exported(tmp_path, "red", match(tmp_path / "versus.toml", 3))
    with pytest.raises(DataError, match='expected "red", found "rde"'):
        seen_by(match(tmp_path / "versus.toml", 3), "rde")


def test_a_save_is_no_record(tmp_path: Path) -> None:
    session = Session(load_scenario(versus(tmp_path)).game, SeededDice(5))
    SaveWriter.create(tmp_path / "save.jsonl", session, scenario="versus.toml").close()
    assert not is_record(tmp_path / "save.jsonl")
    assert not is_record(tmp_path / "nothing.jsonl")
    with pytest.raises(DataError, match="expected a whole record for a seat"):
        read_record(tmp_path / "save.jsonl", opener([tmp_path]))


def test_a_save_is_told_as_a_side_saw_it_and_written_down_for_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = match(versus(tmp_path))
    save, out = tmp_path / "save.jsonl", tmp_path / "blue.jsonl"
    SaveWriter.create(save, session, scenario="versus.toml").close()

    def said(*arguments: object) -> str:
        assert run([str(argument) for argument in ("replay", *arguments, "--plain", "--lang", "en")]) == 0
        return capsys.readouterr().out

    assert "Bloody" in said(save, "--as", "red")
    told = said(save, "--as", "blue")
    assert "Bloody" not in told
    assert "Ash marshal" in told
    assert "what blue knows" in said(save, "--as", "blue", "--export", out)
    stops = "The save stops before the end of the game.\n"
    assert said(out) + stops == told
    assert said(out, "--at", "20") + stops == said(save, "--as", "blue", "--at", "20")
    assert said(out, "--verify").startswith("what blue knows of ")
    for arguments, complaint in (
        ((out, "--as", "red"), "this is the record of blue"),
        ((save, "--export", out), "expected --as with the side"),
        ((save, "--as", "green"), 'found "green"'),
    ):
        assert run(["replay", *map(str, arguments)]) != 0
        assert complaint in capsys.readouterr().err
