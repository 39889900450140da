"""A frame of the window: 150 pieces on a board of 128x128, at 1280x720, beside a blit for every tile."""

from __future__ import annotations

import os
from statistics import median
from typing import TYPE_CHECKING

from msgspec.structs import replace

from benchmarks.rounds import Result, Span, Work, interleaved, ratio
from benchmarks.tables import standard
from game.api import Board, Game, State, Terrain, Unit

if TYPE_CHECKING:
    from game.ui.scenes.play import PlayScene

SIDE = 128
PIECES = 150
MOST_MS = 4
NEAR, FAR = 32, 11
"""Pixels a cell of the two zooms that are measured: a fighting one, and one where much is in view."""
ROOM = 16
"""Cells from one wall to the next."""


def large_board() -> Board:
    """Rooms of 15x15 with a gap in each wall, some rubble, some crates."""
    terrain = []
    for cell in range(SIDE * SIDE):
        x, y = cell % SIDE, cell // SIDE
        if x % ROOM == 0 or y % ROOM == 0:
            gap = ROOM // 2 in (x % ROOM, y % ROOM) and 0 < x < SIDE - 1 and 0 < y < SIDE - 1
            terrain.append(Terrain.FLOOR if gap else Terrain.WALL)
        elif (x * 7 + y * 13) % 23 == 0:
            terrain.append(Terrain.DIFFICULT if x % 2 else Terrain.BARRICADE)
        else:
            terrain.append(Terrain.FLOOR)
    return Board.build(SIDE, SIDE, terrain, name="large")


def crowd() -> tuple[Game, State]:
    """A game on the large board, and a state with a third of the pieces in the middle of it."""
    base = standard()
    board = large_board()
    game = Game(base.rulebook, board, base.scenario, base.kinds, base.weapons, base.upgrades)
    sides = {kind: side for side, kind in game.side_kinds.items()}
    kinds = sorted(kind.id for kind in game.kinds.values() if kind.profiles[0].size == 1)
    free = [cell for cell in range(board.size) if board.terrain[cell] is Terrain.FLOOR]
    middle = [cell for cell in free if all(50 <= part < 78 for part in board.xy(cell))]
    places = middle[:: max(1, len(middle) // (PIECES // 3))][: PIECES // 3]
    places += [cell for cell in free[:: len(free) // PIECES] if cell not in places][: PIECES - len(places)]
    units = {}
    for number, cell in enumerate(places, 1):
        kind = game.kinds[kinds[number % len(kinds)]]
        side = sides["hive" if kind.faction == "hive" else "human"]
        units[number] = Unit(number, kind.id, side, cell, wounds=number % 2, group=number // 9)
    return game, game.indexed(replace(game.empty(), round=3, units=units))


def opened(game: Game, state: State) -> PlayScene:
    """The scene of a match in a window without a screen."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from game.api import SeededDice, Session
    from game.ui.play.match import Match
    from game.ui.play.thinker import DirectThinker
    from game.ui.scenes.play import PlayScene
    from game.ui.services import Services
    from game.ui.settings import Settings
    from game.ui.window import Window

    services = Services(bots=(), maker="", usual=lambda _kind: "", fresh_seed=lambda: 0)
    window = Window(Settings(), services, size=(1280, 720))
    session = Session(game, SeededDice("bench"), state)
    seats = dict.fromkeys(game.side_kinds, "human")
    scene = PlayScene(window, Match(session, seats, DirectThinker(game, _nobody, 0, {}), seed=0))
    window.open(scene)
    return scene


def works(scene: PlayScene, game: Game, state: State) -> dict[str, Work]:
    """What is drawn: a frame, a frame of a board that glides, and the board alone blit by blit."""
    import pygame

    window, camera, table = scene.window, scene.camera, scene.table

    def frame() -> int:
        window.draw()
        return 1

    def gliding() -> int:
        camera.pan(3, 2)
        window.draw()
        if camera.x > SIDE - 30:
            camera.centre(30, 30, glide=False)
        return 1

    def naive() -> int:
        target, cells, px = window.surface, camera.cells(), camera.px
        for y in range(cells.top, cells.bottom):
            for x in range(cells.left, cells.right):
                kind = game.board.terrain[y * SIDE + x]
                name = "wall_0" if kind is Terrain.WALL else "floor_0"
                target.blit(window.art.picture(name, px), camera.screen(x, y))
        for unit in state.units.values():
            target.blit(table.tokens.piece(unit, px), camera.screen(*game.board.xy(unit.cell)))
        pygame.display.flip()
        return 1

    return {"frame": frame, "gliding": gliding, "naive": naive}


def run(span: Span) -> list[Result]:
    """Frames of the whole screen, panels and all; standing still and gliding."""
    game, state = crowd()
    scene = opened(game, state)
    results = []
    for px in (NEAR, FAR):
        scene.camera.px = px
        scene.camera.centre(SIDE / 2, SIDE / 2, glide=False)
        scene.window.draw()
        times = interleaved(works(scene, game, state), span)
        shown = f"{PIECES} pieces on {SIDE}x{SIDE}, {px} px a cell"
        results += [
            Result(f"frame, {shown}", median(times["frame"]) * 1e3, "ms", MOST_MS),
            Result(f"gliding, {px} px a cell", median(times["gliding"]) * 1e3, "ms", MOST_MS),
            Result(
                f"blit by blit against a frame, {px} px",
                ratio(times["naive"], times["frame"]),
                "x",
                note="board alone, without shade, panels or marks",
            ),
        ]
    scene.window.close()
    return results


def _nobody(spec: str, _dice: object) -> object:
    raise AssertionError(f"no bot plays here, not {spec}")
