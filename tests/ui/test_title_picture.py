"""The moment behind the title is one that the rules would allow."""

from game.api import Terrain
from game.ui.scenes.previews import game_of
from game.ui.scenes.title_picture import _CAST, MISSION


def test_everybody_stands_on_ground_of_their_own():
    game = game_of(MISSION)
    board = game.board
    taken: set[int] = set()
    for kind, _, x, y, wounds in _CAST:
        profile = game.kinds[kind].profiles[0]
        cells = set(board.footprint(board.cell(x, y), profile.size))
        assert not cells & taken, kind
        assert {board.terrain[cell] for cell in cells} <= {Terrain.FLOOR, Terrain.DIFFICULT, Terrain.DOOR}, kind
        assert wounds < profile.w, kind
        taken |= cells
