"""What goes wrong is told in the player's language: which file, by its name, what is wrong, what can be done."""

from __future__ import annotations

import errno
import os
import pickle
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from ai.player import read_spec
from game.api import BroodfallError, DataError, IllegalAction, SeededDice, Session, load_scenario, open_game, refuse
from game.io import resources
from game.io.errors import Kind, unwritable
from game.io.openers import opener
from game.io.replay import open_replay
from game.io.save_format import read_header
from game.io.saves import SaveWriter, load_save
from game.io.scenario import find_scenario
from game.io.seat_record import seen_by, write_record
from game.io.text import LANGUAGES
from game.io.toml import read_text
from game.text.faults import told
from game.text.words import Words
from game.ui.play.thinker import failure
from tests.arch.source import ROOT
from tests.io.test_saves import bodies, forged

SAVE = "mine.jsonl"
FRAMES = {"fault", "fault_at", "fault_in_line", "refused"}
"""What is told around an English line, or around a refusal of the rules."""


def saved(folder: Path) -> tuple[Path, Session]:
    """A match of three actions on a mission that lies beside it."""
    for name in ("culvert.toml", "culvert.tmx", "broodfall.tsx", "broodfall.png"):
        shutil.copy(ROOT / "maps" / name, folder)
    opened = open_game(folder / "culvert.toml")
    session = Session(opened.game, SeededDice(7))
    path = folder / SAVE
    writer = SaveWriter.create(path, session, scenario=opened.scenario, overwrite=True)
    for _ in range(3):
        assert session.to_act is not None
        session.act(next(iter(session.view(session.to_act).options())))
    writer.close()
    return path, session


def header(folder: Path, **changes: object) -> None:
    """Read a save whose header says something else, with right seals."""
    path, _ = saved(folder)
    first, *rest = bodies(path)
    forged(path, [{**first, **changes}, *rest])
    load_save(path, opener([folder]))


def holding(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, _ = saved(folder)

    def busy(*_: object) -> None:
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr("fcntl.lockf", busy)
    load_save(path, opener([folder]))


def outside(folder: Path) -> None:
    path, session = saved(folder)
    path.unlink()
    writer = SaveWriter.create(path, session)
    with path.open("ab") as stream:
        stream.write(b"more\n")
    session.undo()
    writer.close()
    assert writer.problem is not None
    raise writer.problem


def written(code: int) -> Callable[..., None]:
    def fail(folder: Path) -> None:
        raise unwritable(folder / SAVE, OSError(code, os.strerror(code)))

    return fail


def unread(code: int) -> Callable[..., None]:
    def fail(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def stat(*_: object, **__: object) -> None:
            raise OSError(code, os.strerror(code))

        with monkeypatch.context() as here:
            here.setattr(Path, "stat", stat)
            read_header(folder / SAVE)

    return fail


def content(data: bytes) -> Callable[..., None]:
    def fail(folder: Path) -> None:
        (folder / SAVE).write_bytes(data)
        read_header(folder / SAVE)

    return fail


def too_large(folder: Path) -> None:
    with (folder / SAVE).open("wb") as stream:
        stream.truncate((64 << 20) + 1)
    read_header(folder / SAVE)


def no_text(folder: Path) -> None:
    (folder / SAVE).write_bytes(b"\xff\xfe")
    read_text(folder / SAVE, what="a scenario")


def record(folder: Path) -> None:
    path, session = saved(folder)
    out = folder / "seat.jsonl"
    write_record(out, session, "marines", scenario="culvert.toml", position="", seats={})
    assert seen_by(session, "marines") is not None
    shutil.move(out, path)
    load_save(path, opener([folder]))


def damaged(folder: Path) -> None:
    path, _ = saved(folder)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], lines[2].replace(b'"n":2', b'"n":3'), *lines[3:]]))
    load_save(path, opener([folder]))


def other_play(folder: Path) -> None:
    path, _ = saved(folder)
    first, second, *rest = bodies(path)
    forged(path, [first, {**second, "side": "hive"}, *rest])
    load_save(path, opener([folder]))


def other_mission(folder: Path) -> None:
    path, _ = saved(folder)
    mission = folder / "culvert.toml"
    mission.write_text(re.sub(r"(?m)^rounds = \d+", "rounds = 3", mission.read_text(encoding="utf-8")), "utf-8")
    open_replay(path, opener([folder]))


def other_board(folder: Path) -> None:
    path, _ = saved(folder)
    first, *rest = bodies(path)
    forged(path, [{**first, "board_digest": "0" * 32}, *rest])
    open_replay(path, opener([folder]))


def part_missing(folder: Path) -> None:
    saved(folder)
    (folder / "broodfall.tsx").unlink()
    load_scenario(folder / "culvert.toml")


def incomplete(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.resources.files", lambda _: folder / "game")
    resources.maps_dir()


def no_saves_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from game.cli.storage import saves_dir

    (folder / "file").touch()
    monkeypatch.setenv("BROODFALL_SAVES", str(folder / "file" / "saves"))
    saves_dir()


def bot_failed() -> None:
    raise failure(ValueError("no idea"))


def bots_gone() -> None:
    from game.ui.play.worker import _gone

    raise _gone()


CASES: dict[str, Callable[..., object]] = {
    "in_use": holding,
    "changed_outside": outside,
    "exists": lambda folder: SaveWriter.create(saved(folder)[0], saved(folder)[1]),
    "disk_full": written(errno.ENOSPC),
    "write_protected": written(errno.EROFS),
    "no_folder": written(errno.ENOENT),
    "no_writing": written(errno.EIO),
    "not_found": lambda folder: read_header(folder / SAVE),
    "part_not_found": part_missing,
    "read_protected": unread(errno.EACCES),
    "no_reading": unread(errno.EIO),
    "no_file": lambda folder: read_header(folder),
    "too_large": too_large,
    "no_text": no_text,
    "empty_save": content(b""),
    "save_cut": content(b'{"broodfall":"save","vers'),
    "no_save": content(b"nonsense\n"),
    "seat_record": record,
    "newer_save": lambda folder: header(folder, version=2, more="that this version does not know"),
    "older_save": lambda folder: header(folder, version=0),
    "other_rules": lambda folder: header(folder, rules="0.9"),
    "damaged": damaged,
    "other_play": other_play,
    "no_mission": lambda folder: header(folder, scenario="sewer.toml"),
    "mission_changed": other_mission,
    "board_changed": other_board,
    "no_module": lambda folder: header(folder, modules=["quarry:QUARRY"]),
    "unknown_mission": lambda: find_scenario("culvrt"),
    "installation": incomplete,
    "no_saves_folder": no_saves_folder,
    "unknown_bot": lambda: read_spec("marines:lien"),
    "bot_failed": bot_failed,
    "bots_gone": bots_gone,
}


def test_every_kind_has_a_sentence_and_every_sentence_a_kind():
    assert list(CASES) == list(get_args(Kind))
    for language in LANGUAGES:
        assert set(Words(language).keys("faults")) == {*CASES, *FRAMES}


@pytest.mark.parametrize("kind", CASES)
def test_what_goes_wrong_is_told_in_each_language(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    case: Any = CASES[kind]
    code = case.__code__
    fixtures = {"folder": tmp_path, "monkeypatch": monkeypatch}
    with pytest.raises(BroodfallError) as raised:
        case(*[fixtures[name] for name in code.co_varnames[: code.co_argcount]])
    monkeypatch.undo()
    error = raised.value
    assert error.kind == kind
    english, spanish = told(error, Words("en")), told(error, Words("es"))
    assert english != spanish
    for said in (english, spanish):
        assert said.endswith("."), said
        assert "{" not in said, "every value is there"
        assert "\n" not in said
        if kind != "no_saves_folder":  # a folder is found by its path
            assert str(tmp_path) not in said
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.kind, told(again, Words("es"))) == (str(error), kind, spanish)


def test_files_are_named_by_their_names_unless_whole_paths_are_wanted(tmp_path: Path):
    with pytest.raises(BroodfallError) as raised:
        read_header(tmp_path / SAVE)
    assert f'"{SAVE}"' in told(raised.value, Words("es"))
    assert f'"{tmp_path / SAVE}"' in told(raised.value, Words("es"), paths=True)


@pytest.mark.parametrize(
    ("text", "spanish"),
    [
        ("title = 3", '"mine.toml" tiene un fallo en title: expected a table, found 3'),
        ("\ntitle = !", '"mine.toml" tiene un fallo en la línea 2: Invalid value (at line 2, column 9)'),
        ("title = [", '"mine.toml" tiene un fallo: Invalid value (at end of document)'),
    ],
)
def test_what_only_authors_meet_is_told_in_a_frame_around_the_english_line(tmp_path: Path, text: str, spanish: str):
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BroodfallError) as raised:
        load_scenario(tmp_path / "mine.toml")
    assert told(raised.value, Words("es")) == spanish


def test_what_the_system_or_the_rules_refuse_is_told_too():
    gone = FileNotFoundError(errno.ENOENT, "No such file or directory", "/saves/gone.jsonl")
    assert told(gone, Words("en")).startswith('There is no file "gone.jsonl"')
    bad = IllegalAction(refuse("OCCUPIED", "MV-2", cell=3))
    assert told(bad, Words("es")).startswith("Las reglas no lo permiten: ")


def test_the_command_line_tells_it_in_spanish_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any):
    from game.app import run

    path = tmp_path / SAVE
    path.write_text("nonsense\n", encoding="utf-8")
    spanish = f'broodfall: "{path}" no es una partida guardada de este juego.\n'
    for asked in (["--lang", "es"], ["--lang=es"]):
        assert run(["replay", str(path), *asked]) == 2
        assert capsys.readouterr().err == spanish
    monkeypatch.setenv("BROODFALL_LANG", "es")
    assert run(["replay", str(path)]) == 2
    assert capsys.readouterr().err == spanish
    assert run(["rules", "--lang", "de"]) == 2
    assert capsys.readouterr().err.startswith('broodfall: --lang: expected "en" or "es"'), "what has no words as it is"
    assert run(["replay", str(path), "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith(f"broodfall: {path}: line 1: expected the header of a save")


def test_damaged_words_hide_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any):
    from game.app import run

    def damaged_words(*_: object) -> None:
        raise DataError("damaged", file="es.toml")

    monkeypatch.setenv("BROODFALL_LANG", "es")
    monkeypatch.setattr("game.text.words.load_words", damaged_words)
    path = tmp_path / "nowhere.jsonl"
    assert run(["sim", "nowhere/at/all.toml"]) == 2
    assert capsys.readouterr().err.startswith("broodfall: nowhere/at/all.toml: file: expected")
    assert run(["what-if", str(path), "--at", "1"]) == 2
    assert str(path) in capsys.readouterr().err
