"""Where a match begins to be looked at, and what is pointed at while the board moves below the pointer."""

from typing import Any

import pygame
import pytest

from game.api import setup
from game.ui.board.table import Table
from game.ui.scenes.play_home import PLAYABLE
from tests.ui.support import board_of
from tests.ui.test_deciding import in_orders
from tests.ui.test_missions import at_board


def in_view(scene: Any, cells: list[int]) -> int:
    view = scene.camera.cells()
    return sum(view.collidepoint(scene.game.board.xy(cell)) for cell in cells)


@pytest.mark.parametrize("mission", ["broodpit", "foundry", "relay"])
def test_a_large_board_is_first_looked_at_where_the_marines_will_be_set_up(mission: str):
    scene = board_of(at_board(mission, "human"))
    zone = scene.game.board.zones[setup.deploy_zone(scene.match.session.view(scene.viewer).ctx, scene.viewer)]
    assert scene.camera.px == PLAYABLE
    assert in_view(scene, zone) == len(zone)


@pytest.mark.parametrize("mission", ["broodpit", "foundry", "relay"])
def test_a_large_board_is_first_looked_at_where_most_of_the_hive_is(mission: str):
    scene = board_of(at_board(mission, "hive"))
    own = [unit.cell for unit in scene.shown.units.values() if unit.side == scene.viewer]
    assert scene.camera.px == PLAYABLE
    assert in_view(scene, own) > len(own) / 3


def test_a_board_that_fits_is_seen_whole():
    assert board_of(at_board("culvert", "human")).camera.whole


def pointed(scene: Any) -> tuple[int, int]:
    return scene.camera.cell(scene.stage.pointer)


def hold(driver: Any, key: int, frames: int) -> None:
    driver.feed(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    driver.wait(frames)
    driver.feed(pygame.event.Event(pygame.KEYUP, key=key, mod=0))


def test_what_is_pointed_at_changes_when_the_board_moves_below_the_pointer():
    driver = at_board("broodpit", "human", blink=1)
    scene = board_of(driver)
    driver.wait(3)
    driver.move(scene.camera.port.center)
    board = scene.game.board

    def followed() -> bool:
        return board.xy(scene.cursor) == pointed(scene)

    before = scene.cursor
    assert followed()
    hold(driver, pygame.K_d, 8)
    driver.wait()
    assert scene.cursor != before
    assert followed()
    scene.camera.centre(40.5, 20.5)
    driver.wait(20)
    assert followed()
    driver.move((scene.camera.port.x + 90, scene.camera.port.y + 70))
    driver.key(pygame.K_HOME)
    driver.wheel(3)
    driver.wait(10)
    assert followed()


def test_the_pointer_on_a_panel_points_at_no_cell_however_the_board_moves():
    driver = at_board("broodpit", "human", blink=1)
    scene = board_of(driver)
    driver.move(scene.layout.side.center)
    scene.camera.centre(40.5, 20.5, glide=False)
    driver.wait(2)
    assert scene.cursor < 0


def test_a_note_is_shown_again_as_soon_as_a_drag_is_over():
    driver, scene = in_orders(blink=1)
    start = scene.camera.port.center
    driver.move(start)
    driver.feed(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=2))
    there = (start[0] + 60, start[1] + 30)
    driver.feed(pygame.event.Event(pygame.MOUSEMOTION, pos=there, rel=(60, 30), buttons=(0, 1, 0)))
    assert scene.hands.dragged
    driver.feed(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=there, button=2))
    assert not scene.hands.dragged
    assert scene.game.board.xy(scene.cursor) == pointed(scene)


def test_numbers_of_columns_keep_off_the_one_that_is_brought_out():
    crowds = Table._crowds
    assert crowds(45, 44, 13, 3, 6)
    assert not crowds(45, 35, 13, 3, 6)
    assert not crowds(45, -1, 13, 3, 6), "nothing is pointed at"
    assert crowds(100, 97, 13, 3, 6)
