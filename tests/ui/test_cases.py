"""Cases UI: machines without sound or display, sizes that change under the hand, and one press too many."""

from __future__ import annotations

import os
import subprocess
import sys

import pygame
import pytest

from game.text.phrases import tag_of
from game.ui.screen import LEAST
from game.ui.sound import Sounds
from tests.arch.source import ROOT
from tests.ui.test_deciding import first_unit, in_orders
from tests.ui.test_missions import spot


def program(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_ui_01_without_a_sound_device_everything_is_silent_and_that_is_said_once():
    code = """
from game.ui.scenes.title import TitleScene
from game.ui.settings import Settings
from game.ui.window import Window
from tests.ui.support import services

window = Window(Settings(volume=60), services(), size=(960, 600))
window.open(TitleScene(window))
for _ in range(3):
    window.step(0.05)
    assert not window.sounds.play("click")
    assert not window.sounds.of_event("unit_died")
print("silent")
"""
    ran = program(code, SDL_AUDIODRIVER="nonsense")
    assert (ran.returncode, ran.stdout.splitlines()[-1:]) == (0, ["silent"])
    assert [line for line in ran.stderr.splitlines() if line.startswith("broodfall")] == [
        "broodfall: no sound: Audio target 'nonsense' not available"
    ]


def test_ui_01_a_sound_that_is_not_there_is_not_heard(monkeypatch: pytest.MonkeyPatch, tmp_path, capsys):
    monkeypatch.setattr("game.ui.sound.assets_dir", lambda: tmp_path)
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = Sounds(40, 40)
    try:
        assert [sounds.play("click"), sounds.play("click")] == [False, False]
    finally:
        pygame.mixer.quit()
    assert capsys.readouterr().err == "broodfall: no sound: click: No such file or directory\n"


NO_PYGAME = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("pygame", "PIL"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
from game.app import run
"""


def test_ui_02_without_the_graphics_package_games_are_played_and_maps_are_checked():
    code = NO_PYGAME + (
        "assert run(['sim', 'relay', '-n', '3', '--marines', 'random', '--hive', 'random', '--plain']) == 0\n"
        "assert run(['check', 'maps/relay.toml']) == 0\n"
        "assert run(['play', 'relay', '--no-save', '--plain', '--marines', 'passive', '--hive', 'passive']) == 0\n"
        "print('pygame' in sys.modules)"
    )
    ran = program(code)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == "False"


def test_ui_02_the_window_says_in_a_line_what_it_lacks():
    ran = program(NO_PYGAME + "sys.exit(run([]))")
    assert ran.returncode == 2
    assert ran.stderr.splitlines() == [
        "broodfall: no window: pygame-ce is not installed (pip install 'broodfall[ui]')",
        "broodfall: broodfall play --text plays without one",
    ]


@pytest.mark.parametrize("size", [(1920, 1080), (700, 1000), (480, 300), (333, 700)])
def test_ui_03_the_cell_under_the_hand_is_the_one_that_answers_at_any_size(size: tuple[int, int]):
    driver, scene = in_orders()
    unit = first_unit(driver, scene)
    driver.resize(size)
    driver.wait(2)
    assert scene.selected == unit, "what was selected is still selected"
    picture = driver.window.surface.get_size()
    assert (picture == size) == (size[0] >= LEAST[0] and size[1] >= LEAST[1])
    board = scene.game.board
    for cell in list(scene.choices.cells)[:5]:
        x, y = spot(scene, cell)
        at = (x * size[0] // picture[0], y * size[1] // picture[1])
        driver.move(at)
        assert scene.cursor == cell, f"{board.xy(cell)} at {at}"
    other = next(ready for ready in sorted(scene.choices.ready) if ready != unit)
    x, y = spot(scene, scene.shown.units[other].cell)
    driver.click((x * size[0] // picture[0], y * size[1] // picture[1]))
    assert scene.selected == other


def test_ui_06_two_presses_at_once_end_one_turn_and_none_is_kept_for_the_next():
    driver, scene = in_orders(confirm="never")
    down = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_e, mod=0, unicode="e")
    up = pygame.event.Event(pygame.KEYUP, key=pygame.K_e, mod=0)
    before = scene.shown.round
    driver.feed(down, up, down, up)
    presses = 0
    for _ in range(1500):
        asked = tag_of(scene.asked) if scene.choices is not None else ""
        if asked in ("command_step", "orders_phase"):
            break
        if asked:
            driver.press("option_pass" if scene.stage.find("option_pass") is not None else "option_1")
        else:
            presses += 1
            driver.feed(*((down, up) * 2 if presses % 2 else (down, down, down, up)))
    assert presses > 10
    assert (scene.shown.round, scene.shown.turn) == (before + 1, "marines")
    driver.wait(5)
    assert (scene.shown.round, scene.shown.turn) == (before + 1, "marines")
