"""Lists of saved matches: broken ones by name with what is wrong, one in use elsewhere refused, all others opened."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from game.io.errors import fault
from game.ui.play.bots import HUMAN
from game.ui.play.film import Film
from game.ui.play.shelf import shelf
from game.ui.play.start import begin
from game.ui.scenes.load import LoadScene
from game.ui.scenes.play import PlayScene
from game.ui.scenes.previews import game_of
from game.ui.scenes.replay import ReplayScene
from game.ui.scenes.title import TitleScene, last_save
from game.ui.scenes.tutor import LessonsScene
from game.ui.widgets.plain import Text
from tests.arch.source import ROOT
from tests.ui.short import short_mission
from tests.ui.support import Driver, board_of, services

SEATS = {"marines": HUMAN, "hive": "hive:instinct"}
HOLDS = """
import sys
from pathlib import Path
from game.io.openers import opener
from game.io.saves import load_save
path = Path(sys.argv[1])
taken = load_save(path, opener([path.parent]))
print("held", flush=True)
sys.stdin.readline()
"""


def saved(folder: Path, *, entries: int = 5, mission: str = "culvert") -> Path:
    match: Any = begin(services(folder), mission, SEATS, 5, language="en")
    while len(match.session.log) < entries and not match.session.over:
        if match.person_acts:
            match.carry_out([match.session.view("marines").options()[0]], "marines")
        else:
            match.pump()
    match.close()
    path: Path = match.saver.path
    return path


def broken(folder: Path) -> dict[str, Path]:
    """Files that are no saves, each in another way."""
    good = saved(folder).read_bytes()
    lines = good.splitlines(keepends=True)
    made = {
        "empty": b"",
        "nonsense": b"nonsense\n",
        "binary": bytes(range(256)) * 4,
        "half-a-header": lines[0][: len(lines[0]) // 2],
        "another-version": lines[0].replace(b'"version":', b'"version":9') + b"".join(lines[1:]),
        "torn-middle": b"".join([lines[0], lines[1][:-9] + b"\n", *lines[2:]]),
    }
    found = {}
    for name, data in made.items():
        found[name] = folder / f"{name}.jsonl"
        found[name].write_bytes(data)
    return found


def at_list(folder: Path, *, film: bool) -> tuple[Driver, Any]:
    driver = Driver(still=True, saves=folder)
    driver.open(TitleScene(driver.window))
    scene = LoadScene(driver.window, film=film)
    driver.open(scene)
    return driver, scene


def rows(scene: LoadScene) -> dict[str, str]:
    """The rows of the list by the name of their file."""
    scene.settle()
    return {
        widget.tip.removesuffix(".jsonl"): widget.name
        for widget in scene.stage.widgets
        if widget.tip.endswith(".jsonl")
    }


def told_on(scene: Any) -> str:
    """What a screen says in the colour of bad news, on one line and without a path."""
    scene.settle()
    note = scene.stage.find("fault")
    assert isinstance(note, Text)
    assert note.colour == scene.theme.bad
    said = note.text
    assert note.tip != said, "what the line for authors of files says"
    assert "\n" not in said
    assert "/" not in said
    return str(said)


@pytest.mark.parametrize("film", [False, True])
def test_broken_files_are_listed_and_told_and_the_others_open(tmp_path: Path, film: bool):
    made = broken(tmp_path)
    driver, scene = at_list(tmp_path, film=film)
    assert set(made) <= set(rows(scene))
    for name in made:
        driver.press(rows(scene)[name])
        assert driver.window.scenes[-1] == scene, name
        assert name in told_on(scene)
    (good,) = set(rows(scene)) - set(made)
    driver.press(rows(scene)[good])
    assert isinstance(driver.scene, ReplayScene if film else PlayScene)


def test_a_mission_or_a_lesson_that_is_damaged_is_told_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch):
    def damaged(*_: object, **__: object) -> None:
        raise fault("a map", "none", file="/maps/relay.tmx", place="file", kind="not_found", part="/maps/relay.tmx")

    driver = Driver(still=True)
    title = TitleScene(driver.window)
    driver.open(title)
    driver.press("title_new")
    new: Any = board_of(driver)
    chosen = new.index
    other = f"mission_{new.missions[chosen + 1].id}"
    with monkeypatch.context() as here:
        here.setattr("game.ui.scenes.new_game.game_of", lambda name: (damaged if name in other else game_of)(name))
        driver.press(other)
    assert (new.index, told_on(new).startswith('There is no file "relay.tmx"')) == (chosen, True)
    driver.press(other)
    assert (new.index, new.problem) == (chosen + 1, None)
    driver.window.back()
    with monkeypatch.context() as here:
        here.setattr("game.ui.scenes.new_game.list_scenarios", damaged)
        driver.press("title_new")
    assert board_of(driver) == title
    assert told_on(title).startswith('There is no file "relay.tmx"')
    lessons = LessonsScene(driver.window)
    driver.open(lessons)
    with monkeypatch.context() as here:
        here.setattr("game.ui.scenes.tutor.begin", damaged)
        driver.press("lesson_walking")
    assert board_of(driver) == lessons
    assert told_on(lessons).startswith('There is no file "relay.tmx"')


def test_what_cannot_be_written_from_a_replay_is_told_on_the_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = saved(tmp_path)
    driver = Driver(still=True, saves=tmp_path)
    replay = ReplayScene(driver.window, Film(path))
    driver.open(replay)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as here:
        here.setattr("pygame.image.save", full)
        replay.picture()
    assert told_on(replay) == f'The disk has no room left for "{path.stem}-0.png". Make room, then try again.'
    replay.picture()
    replay.settle()
    assert replay.stage.find("fault") is None


def test_a_file_that_cannot_be_opened_is_one_of_them(tmp_path: Path):
    saved(tmp_path)
    (tmp_path / "a-folder.jsonl").mkdir()
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    driver, scene = at_list(tmp_path, film=False)
    assert "gone" not in rows(scene), "there is nothing to list"
    driver.press(rows(scene)["a-folder"])
    assert told_on(scene) == '"a-folder.jsonl" is no ordinary file, but a folder or a device.'


@pytest.mark.skipif(sys.platform == "win32", reason="files are not locked there")
def test_a_match_that_another_process_plays_is_refused_until_it_is_left(tmp_path: Path):
    path = saved(tmp_path)
    other = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(path)], cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        before = path.read_bytes()
        driver, scene = at_list(tmp_path, film=False)
        driver.press("save_0")
        assert driver.window.scenes[-1] == scene
        assert told_on(scene).startswith(f'"{path.name}" is being played in another window')
        driver.press("back")
        driver.press("title_continue")
        title: Any = board_of(driver)
        assert isinstance(title, TitleScene)
        assert told_on(title).startswith(f'"{path.name}" is being played in another window')
        assert path.read_bytes() == before
        driver.press("title_films")
        driver.press("save_0")
        assert isinstance(driver.scene, ReplayScene), "watching it disturbs nobody"
        driver.window.back()
        assert other.stdin is not None
        other.stdin.write("\n")
        other.stdin.close()
        other.wait(30)
        driver.press("title_continue")
        assert isinstance(board_of(driver), PlayScene)
        driver.window.close()
    finally:
        other.kill()
        other.wait()


def test_what_is_over_is_said_so_and_not_continued(tmp_path: Path):
    over = saved(tmp_path, entries=9999, mission=short_mission(rounds=1))
    driver = Driver(saves=tmp_path)
    title = TitleScene(driver.window)
    driver.open(title)
    assert [entry.over for entry in shelf(tmp_path)] == [True]
    assert last_save(title) is None
    title.settle()
    names = {widget.name for widget in title.stage.widgets}
    assert "title_continue" not in names
    assert {"title_load", "title_films"} <= names
    (tmp_path / "more").mkdir()
    later = saved(tmp_path / "more")
    later.rename(tmp_path / "later.jsonl")
    assert last_save(title) == tmp_path / "later.jsonl"
    assert over.is_file()


def test_a_mission_that_is_not_what_it_was_is_told(tmp_path: Path):
    """Played by another file of the same name than the one that is found now."""
    saved(tmp_path, mission=short_mission(rounds=2))
    driver, scene = at_list(tmp_path, film=False)
    driver.press("save_0")
    assert driver.window.scenes[-1] == scene
    assert told_on(scene).startswith('The mission "culvert" or its units have changed since "')


def test_a_match_whose_last_line_was_cut_off_goes_on_and_the_player_is_told(tmp_path: Path):
    path = saved(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-7])
    driver = Driver(saves=tmp_path, language="es")
    driver.open(LoadScene(driver.window))
    driver.press("save_0")
    scene = board_of(driver)
    assert isinstance(scene, PlayScene)
    line = len(whole.splitlines())
    assert scene.told_off == driver.window.labels.words.say("torn", line=line)
    scene.settle()
    said: Any = scene.stage.find("said")
    assert str(line) in said.text
    scene.match.close()
