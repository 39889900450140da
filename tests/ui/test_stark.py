"""The board in the theme of high contrast: as its panels are, so it is drawn."""

import pygame
import pytest

from game.api import Board, Terrain, Unit, open_game
from game.ui.art import Art
from game.ui.board.camera import Camera
from game.ui.board.ground import Ground
from game.ui.board.layers import Tints
from game.ui.board.tokens import Tokens
from game.ui.theme import CONTRAST, PALETTES, Theme
from tests.ui.support import board_of
from tests.ui.test_missions import at_board

Colour = pygame.Color | tuple[int, ...]


def light(colour: Colour) -> float:
    """Relative luminance, as contrast is measured for those who see badly."""
    parts = [value / 255 for value in tuple(colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def ground(theme: Theme, px: int, kind: Terrain = Terrain.WALL) -> pygame.Surface:
    terrain = [Terrain.FLOOR] * 64
    terrain[3 * 8 + 3] = kind
    surface = pygame.Surface((8 * px, 8 * px))
    eye = Camera(8, 8, surface.get_rect(), still=True)
    eye.px = px
    eye.x = eye.y = 4
    Ground(Board.build(8, 8, terrain), Art(), theme).draw(surface, eye)
    return surface


@pytest.mark.parametrize("px", [16, 32, 96])
def test_a_wall_is_black_with_a_white_rim_and_stands_out_of_the_floor(px: int):
    surface = ground(CONTRAST, px)
    floor = surface.get_at((int(5.4 * px), int(5.4 * px)))
    middle = surface.get_at((int(3.5 * px), int(3.5 * px)))
    rim = surface.get_at((3 * px + 1, int(3.5 * px)))
    assert middle[:3] == (0, 0, 0)
    assert contrast(rim, floor) > 10
    plain = ground(Theme(), px)
    assert contrast(plain.get_at((3 * px + 1, int(3.5 * px))), plain.get_at((int(5.4 * px), int(5.4 * px)))) < 7


@pytest.mark.parametrize("px", [16, 32, 96])
def test_the_floor_is_one_even_grid(px: int):
    surface = ground(CONTRAST, px)
    cells = {surface.get_at((int((x + 0.4) * px), int((y + 0.4) * px)))[:3] for x in range(5, 8) for y in range(8)}
    assert len(cells) == 1
    assert contrast(surface.get_at((6 * px - 1, int(5.4 * px))), cells.pop()) > 2


@pytest.mark.parametrize("kind", [Terrain.DIFFICULT, Terrain.BARRICADE])
def test_what_lies_on_the_floor_is_still_seen(kind: Terrain):
    surface = ground(CONTRAST, 32, kind)
    floor = surface.get_at((5 * 32 + 12, 5 * 32 + 12))
    there = [surface.get_at((3 * 32 + x, 3 * 32 + y)) for x in range(30) for y in range(30)]
    assert max(contrast(colour, floor) for colour in there) > 4


def test_marks_are_stronger():
    eye = Camera(8, 8, pygame.Rect(0, 0, 256, 256), still=True)
    eye.px, eye.x, eye.y = 32, 4, 4
    seen = []
    for stark in (False, True):
        target = pygame.Surface((256, 256))
        tints = Tints(8, 8, stark=stark)
        tints.put({9: (200, 200, 200, 58)}, [(frozenset({9}), (255, 255, 255))])
        tints.draw(target, eye)
        seen.append((target.get_at((48, 48))[0], target.get_at((32 + 16, 32 + 2))[0]))
    (faint, thin), (strong, thick) = seen
    assert strong > faint * 1.5
    assert thick > thin


@pytest.mark.parametrize("px", [16, 32, 96])
def test_pieces_have_a_rim(px: int):
    game, pale = open_game("concourse").game, None
    unit = Unit(1, "rifle", "marines", 0)
    corners = []
    for stark in (False, True):
        tokens = Tokens(game, Art(), PALETTES[0], {}, stark=stark)
        pale = tokens.colours["marines"].pale
        corners.append(tokens.piece(unit, px).get_at((px - 1, px * 3 // 5))[:3])
    assert corners[1] == pale != corners[0]


def test_the_board_changes_with_the_theme():
    looks = []
    for theme in ("foundry", "contrast"):
        driver = at_board("culvert", "human", blink=1, theme=theme)
        driver.wait(3)
        scene = board_of(driver)
        looks.append(pygame.image.tobytes(driver.window.surface.subsurface(scene.camera.port), "RGB"))
        assert scene.table.shaded
    assert looks[0] != looks[1]
