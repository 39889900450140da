"""The cursor of hands that have but keys: a cell at a time, or from one thing that may be chosen to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.api import NO_CELL

if TYPE_CHECKING:
    from game.ui.scenes.play import PlayScene


def step(scene: PlayScene, dx: int, dy: int) -> None:
    """A cell on; from nowhere the cursor comes to the selected unit, or the middle of the view."""
    board = scene.game.board
    if scene.cursor == NO_CELL:
        unit = scene.shown.units.get(scene.selected)
        if unit is not None and unit.cell != NO_CELL:
            scene.cursor = unit.cell
        else:
            x, y = scene.camera.x, scene.camera.y
            scene.cursor = board.cell(min(int(x), board.width - 1), min(int(y), board.height - 1))
    else:
        x, y = board.xy(scene.cursor)
        if board.inside(x + dx, y + dy):
            scene.cursor = board.cell(x + dx, y + dy)
    _look(scene)
    scene.refresh()


def go_on(scene: PlayScene, by: int) -> bool:
    """To the next thing (``by`` 1) or the one before (-1): a unit that may go, a target, a place, a unit of this side.

    False if there is nothing of the kind.
    """
    choices = scene.choices
    if choices is not None and not choices.ready:
        spots = _targets(scene) or ([] if choices.actor else sorted(choices.cells))
        if spots:
            scene.cursor = _after(spots, scene.cursor, by)
            _look(scene)
            scene.refresh()
            return True
    if choices is not None and choices.ready:
        units = scene.marching.order(choices.ready)
    else:
        units = [unit.id for unit in scene.shown.units.values() if unit.side == scene.viewer and unit.cell != NO_CELL]
    if not units:
        return False
    chosen = _after(units, scene.selected, by)
    scene.select(chosen)
    cell = scene.shown.units[chosen].cell
    if cell != NO_CELL:
        scene.cursor = cell
        _look(scene)
    return cell != NO_CELL


def _after(items: list[int], now: int, by: int) -> int:
    place = items.index(now) if now in items else -by if by > 0 else 0
    return items[(place + by) % len(items)]


def _targets(scene: PlayScene) -> list[int]:
    """The cells of what can be aimed at."""
    choices = scene.choices
    things = choices.things if choices is not None else {}
    state = scene.shown
    found = [it.cell for thing in things if (it := state.units.get(thing) or state.markers.get(thing)) is not None]
    return sorted(cell for cell in found if cell != NO_CELL)


def _look(scene: PlayScene) -> None:
    """Keep the cursor in view."""
    x, y = scene.game.board.xy(scene.cursor)
    scene.camera.show(x + 0.5, y + 0.5)
