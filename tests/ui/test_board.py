"""Camera, ground, shade and pieces."""

import pygame
import pytest
from msgspec.structs import replace

from game.api import Board, Unit, open_game
from game.ui.art import Art
from game.ui.board.camera import LEVELS, Camera
from game.ui.board.ground import Ground
from game.ui.board.layers import cells_in
from game.ui.board.minimap import Minimap
from game.ui.board.table import Marks, Pose, Table
from game.ui.board.tokens import initials
from game.ui.theme import PALETTES, Theme

PORT = pygame.Rect(0, 40, 800, 600)


def camera(columns: int = 40, rows: int = 40, **options) -> Camera:
    return Camera(columns, rows, PORT, **options)


def test_no_zoom_is_of_a_size_that_is_slow_to_copy():
    assert [level for level in LEVELS if level > 8 and level % 4 == 0 and level % 16] == []
    assert 16 in LEVELS
    assert 96 in LEVELS


def test_a_cell_is_found_where_it_is_drawn():
    eye = camera()
    for x, y in ((0, 0), (39, 39), (12, 7)):
        assert eye.cell(eye.screen(x + 0.5, y + 0.5)) == (x, y)
    assert eye.cell((5, 5)) is None, "outside the port"


@pytest.mark.parametrize("steps", [1, 3, -1])
def test_zooming_keeps_the_pointed_cell_under_the_pointer(steps: int):
    eye = camera(128, 128)
    eye.px = 32
    eye.centre(64, 64, glide=False)
    at = (200, 333)
    before = eye.board(at)
    assert eye.zoom(steps, at)
    after = eye.board(at)
    assert abs(before[0] - after[0]) < 0.1
    assert abs(before[1] - after[1]) < 0.1


def test_the_board_cannot_be_lost():
    eye = camera(128, 128)
    eye.px = 48
    eye.pan(1e6, -1e6)
    assert eye.cells().width > 2
    assert eye.cells().height > 2


def test_a_camera_glides_or_jumps_where_motion_is_reduced():
    eye, still = camera(128, 128), camera(128, 128, still=True)
    for one in (eye, still):
        one.px = 48
        one.centre(20, 20)
    assert eye.moving
    assert not still.moving
    assert eye.tick(1)
    assert (round(eye.x), round(eye.y)) == (round(still.x), round(still.y)) == (20, 20)


def table(name: str = "concourse") -> Table:
    return Table(open_game(name).game, Art(), Theme(), PALETTES[0], {"gaunt": "R"})


def drawn(shown: Table, state, viewer: str, eye: Camera, marks: Marks | None = None, poses=None) -> pygame.Surface:
    surface = pygame.Surface((800, 640))
    shown.draw(surface, eye, state, viewer, marks or Marks(), poses)
    return surface


def at_cell(surface: pygame.Surface, eye: Camera, x: int, y: int) -> tuple[int, ...]:
    return tuple(surface.get_at(eye.screen(x + 0.5, y + 0.55)))[:3]


def scene():
    """A marine at 10,20 of the concourse, and a table to draw it on."""
    shown = table()
    game = shown.game
    cell = game.board.cell(6, 30)
    unit = Unit(1, "rifle", "marines", cell)
    state = game.indexed(replace(game.empty(), units={1: unit}))
    eye = camera()
    return shown, state, eye


def test_what_a_seat_does_not_see_lies_in_shade():
    shown, state, eye = scene()
    lit = at_cell(drawn(shown, state, "marines", eye), eye, 7, 31)
    far = at_cell(drawn(shown, state, "marines", eye), eye, 30, 4)
    shown.shaded = False
    clear = at_cell(drawn(shown, state, "marines", eye), eye, 30, 4)
    assert sum(far) < sum(clear)
    assert lit == at_cell(drawn(shown, state, "marines", eye), eye, 7, 31)


def test_a_board_looks_the_same_from_piece_to_piece_and_drawn_again():
    shown, state, eye = scene()
    once = pygame.image.tobytes(drawn(shown, state, "marines", eye), "RGB")
    assert pygame.image.tobytes(drawn(shown, state, "marines", eye), "RGB") == once
    again, same, _ = scene()
    assert pygame.image.tobytes(drawn(again, same, "marines", eye), "RGB") == once


def test_marks_and_pieces_on_their_way_are_drawn():
    shown, state, eye = scene()
    plain = drawn(shown, state, "marines", eye)
    cell = shown.game.board.cell(8, 30)
    tinted = drawn(shown, state, "marines", eye, Marks(tints={cell: (255, 0, 0, 255)}))
    assert at_cell(tinted, eye, 8, 30) == (255, 0, 0)
    moved = drawn(shown, state, "marines", eye, poses={1: Pose(8, 30)})
    assert at_cell(moved, eye, 8, 30) != at_cell(plain, eye, 8, 30)


@pytest.mark.parametrize("px", [16, 32, 96])
def test_a_piece_shows_wounds_and_states_at_every_size(px: int):
    shown, _, _ = scene()
    whole = Unit(1, "rifle", "marines", 0)
    looks = [
        pygame.image.tobytes(shown.tokens.piece(unit, px), "RGBA")
        for unit in (whole, replace(whole, wounds=1), replace(whole, states=("stunned",)))
    ]
    assert len(set(looks)) == len(looks)


def test_an_unknown_unit_is_a_question_mark():
    shown, _, _ = scene()
    for kind in ("unknown", "never_heard_of"):
        assert shown.tokens.look(Unit(9, kind, "marines", 0), 32).figure == "unit_hidden"


def test_kinds_share_no_initial_while_there_are_letters():
    assert initials({"a": "Raker", "b": "Ram beast", "c": "Rrr"}) == {"a": "R", "b": "A", "c": "R"}


def test_the_minimap_answers_with_the_place_that_is_pointed_at():
    small = Minimap(Board.build(20, 10, [0] * 200), Theme())
    rect = small.place(pygame.Rect(100, 100, 200, 200))
    assert rect.size == (200, 100)
    assert small.point((rect.x + 100, rect.y + 50)) == (10, 5)
    assert small.point((0, 0)) is None


def test_cells_of_a_bit_set_come_rising():
    assert cells_in(0b1000_0101) == [0, 2, 7]


def test_a_board_that_was_shown_whole_is_so_in_another_size():
    camera = Camera(24, 24, pygame.Rect(0, 40, 940, 640), still=True)
    near = camera.px
    camera.resize(pygame.Rect(0, 40, 700, 400))
    assert camera.whole
    camera.resize(pygame.Rect(0, 40, 1900, 1100))
    assert camera.whole
    assert camera.px > near


def test_a_board_that_was_shown_whole_is_so_again_after_a_window_too_small_for_it():
    camera = Camera(24, 24, pygame.Rect(0, 40, 940, 640), still=True)
    near = camera.px
    for size in ((500, 30), (40, 400), (940, 640)):
        camera.resize(pygame.Rect(0, 40, *size))
    assert camera.px == near
    assert camera.whole


def test_a_zoom_stays_that_happens_to_show_the_whole_board_in_another_size():
    camera = Camera(24, 24, pygame.Rect(0, 40, 940, 640), still=True)
    camera.zoom(1)
    chosen = camera.px
    for size in ((24 * chosen + 60, 24 * chosen + 60), (1900, 1300)):
        camera.resize(pygame.Rect(0, 40, *size))
        assert camera.px == chosen


def test_a_zoom_that_was_chosen_stays_in_another_size():
    camera = Camera(24, 24, pygame.Rect(0, 40, 940, 640), still=True)
    camera.zoom(3)
    chosen = camera.px
    camera.resize(pygame.Rect(0, 40, 700, 400))
    assert camera.px == chosen


def sum_at(surface: pygame.Surface, x: float, y: float, px: int) -> int:
    return sum(tuple(surface.get_at((int(x * px), int(y * px))))[:3])


@pytest.mark.parametrize("px", [16, 32, 48, 96])
def test_walls_stand_out_of_the_ground(px: int):
    wall = [0] * 64
    wall[3 * 8 + 3] = 1
    ground = Ground(Board.build(8, 8, wall), Art(), Theme())
    surface = pygame.Surface((8 * px, 8 * px))
    eye = Camera(8, 8, surface.get_rect(), still=True)
    eye.px = px
    eye.x = eye.y = 4
    ground.draw(surface, eye)
    top, face = sum_at(surface, 3.3, 3.3, px), sum_at(surface, 3.3, 3.75, px)
    beside, far = sum_at(surface, 3.3, 4.1, px), sum_at(surface, 3.3, 5.7, px)
    assert face > top, "a wall has a face towards the south, lighter than its top"
    assert beside < far, "it throws a shadow that ends"
    assert sum_at(surface, 4.15, 3.3, px) < far, "to the east, too"
    assert abs(far - sum_at(surface, 1.3, 1.7, px)) < 60, "and far from it the floor is nearly even"
