"""Widgets by pointer and by keyboard, and text that fits."""

import pygame
import pytest

from game.ui import lettering
from game.ui.scenes.title import TitleScene
from game.ui.screen import usual_size
from game.ui.widgets.controls import Button, Chooser
from game.ui.widgets.flow import Column, columns
from game.ui.widgets.stage import Stage
from game.ui.window import unrepeated
from tests.ui.support import Driver
from tests.ui.test_missions import at_board


def event(kind: int, **values) -> pygame.event.Event:
    return pygame.event.Event(kind, **values)


def click(stage: Stage, at: tuple[int, int], *, up: tuple[int, int] | None = None) -> None:
    stage.handle(event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    stage.handle(event(pygame.MOUSEBUTTONUP, pos=up or at, button=1))


def key(stage: Stage, code: int, mod: int = 0) -> bool:
    return stage.handle(event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))


def buttons(done: list[str]) -> list[Button]:
    """Two by two buttons."""

    def button(x: int, y: int) -> Button:
        name = f"{x}{y}"
        return Button(rect=pygame.Rect(x * 110, y * 50, 100, 40), name=name, label="b", act=lambda: done.append(name))

    return [button(x, y) for y in range(2) for x in range(2)]


def test_a_button_is_pressed_where_it_is_let_go():
    done: list[str] = []
    stage = Stage()
    stage.put(buttons(done))
    click(stage, (10, 10))
    click(stage, (10, 10), up=(120, 10))
    assert done == ["00"]


def test_tab_and_arrows_reach_every_button_and_enter_presses_it():
    done: list[str] = []
    stage = Stage()
    stage.put(buttons(done))
    assert stage.focus == "00"
    key(stage, pygame.K_RIGHT)
    key(stage, pygame.K_DOWN)
    key(stage, pygame.K_RETURN)
    key(stage, pygame.K_TAB)
    key(stage, pygame.K_SPACE)
    key(stage, pygame.K_TAB, pygame.KMOD_SHIFT)
    assert done == ["11", "00"]
    assert stage.focus == "11"


def test_a_disabled_button_is_passed_over():
    done: list[str] = []
    all_of_them = buttons(done)
    all_of_them[1] = Button(
        rect=all_of_them[1].rect, name="10", label="b", act=lambda: done.append("no"), enabled=False
    )
    stage = Stage()
    stage.put(all_of_them)
    click(stage, all_of_them[1].rect.center)
    key(stage, pygame.K_TAB)
    assert done == []
    assert stage.focus == "01"


def test_a_chooser_turns_both_ways():
    seen: list[int] = []
    chooser = Chooser(
        rect=pygame.Rect(0, 0, 200, 30), name="c", label="", values=["a", "b", "c"], index=0, change=seen.append
    )
    stage = Stage()
    stage.put([chooser])
    key(stage, pygame.K_LEFT)
    key(stage, pygame.K_RIGHT)
    click(stage, (10, 10))
    click(stage, (190, 10))
    assert seen == [2, 1, 2, 1]


@pytest.mark.parametrize("room", [40, 90, 200])
def test_broken_lines_fit_and_lose_no_word(room: int):
    text = "Cada acción se guarda en partidas/culvert-incomparablemente-larga-1.jsonl, ¿sí?"
    lines = lettering.wrapped(text, 15, room)
    assert all(lettering.width(line, 15) <= room for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_cut_line_fits_and_says_so():
    cut = lettering.fitted("a long line that does not fit", 15, 60)
    assert cut.endswith("…")
    assert lettering.width(cut, 15) <= 60


def test_an_empty_line_can_be_drawn():
    assert lettering.line("", 15, (255, 255, 255)).get_height() > 0


def test_every_spanish_letter_is_in_the_font():
    missing = lettering.font(15).render("\ufffe", True, (255, 255, 255))
    for letter in "áéíóúüñÁÉÍÓÚÜÑ¿¡«»×·…−%":
        drawn = lettering.font(15).render(letter, True, (255, 255, 255))
        assert pygame.image.tobytes(drawn, "RGBA") != pygame.image.tobytes(missing, "RGBA"), letter


def test_rectangles_are_cut_without_overlap():
    column = Column(pygame.Rect(0, 0, 100, 100), gap=5)
    first, second, low = column.take(20), column.take(20), column.take_low(10)
    assert (first.bottom, second.y, low.bottom) == (20, 25, 100)
    assert column.rest == pygame.Rect(0, 50, 100, 35)
    left, right = columns(pygame.Rect(0, 0, 100, 10), 2, 4)
    assert (left.right, right.x, right.right) == (48, 52, 100)


def test_repetitions_of_a_key_that_pile_up_in_a_slow_frame_count_once():
    down = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_t, mod=0, unicode="t")
    up = pygame.event.Event(pygame.KEYUP, key=pygame.K_t, mod=0)
    other = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_i, mod=0, unicode="i")
    held: set[int] = set()
    assert unrepeated([down, down, down, up], held) == [down, up]
    assert unrepeated([down, up, down, up], held) == [down, up, down, up], "pressed twice"
    assert unrepeated([down, other, down, other], held) == [down, other]
    assert held == {pygame.K_t, pygame.K_i}
    assert unrepeated([down, down], held) == [down], "still held: one repetition a turn"
    assert unrepeated([down, up], held) == [up], "it was let go meanwhile"


def test_a_scene_below_a_dialog_gives_no_tips(monkeypatch: pytest.MonkeyPatch):
    told: list[str] = []
    monkeypatch.setattr("game.ui.widgets.stage.draw_tip", lambda _painter, text, *_rest: told.append(text))
    driver = at_board("culvert", "human", blink=1)
    scene = driver.scene
    scene.settle()
    log = scene.stage.find("log")
    assert log is not None
    driver.move(log.rect.center)
    driver.window.draw()
    assert told
    told.clear()
    driver.key(pygame.K_F10)
    driver.window.draw()
    assert told == []


def test_the_window_opens_no_larger_than_the_screen():
    assert usual_size((1920, 1080)) == (1280, 720)
    assert usual_size((3840, 2160)) == (2560, 1440), "no tiny window on a large screen"
    assert usual_size((1024, 768)) == (1024, 720)
    assert usual_size((800, 480)) == (800, 480), "where everything is shown smaller"


@pytest.mark.parametrize(
    ("size", "scale"), [((960, 600), 1.0), ((1280, 720), 1.0), ((1920, 1080), 1.25), ((3840, 2160), 2.0)]
)
def test_the_interface_suits_the_window_where_no_size_was_chosen(size: tuple[int, int], scale: float):
    driver = Driver(size=size)
    driver.open(TitleScene(driver.window))
    assert driver.window.metrics.scale == scale
    driver.window.settings.scale = 1.0
    driver.window.refresh()
    assert driver.window.metrics.scale == 1.0
