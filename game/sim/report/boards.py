"""Heat maps: where units went, attacked and died, drawn over the board of the mission."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, sqrt
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from game.api import Board, Scenario, Terrain
from game.sim.report.courses import Places, cell_of
from game.sim.report.style import DIM, DOOR, INK, LINE, PAPER, ROUGH, SIDES, WALL, sheet
from game.sim.report.words import Words

LEVELS: Final = 7
"""Shades of a heat map; the eye tells no more apart."""
_PANEL: Final = 4.1
"""Width of one board, in inches."""

Cells = Iterable[tuple[int, int]]


def levels(counts: Mapping[str, int]) -> dict[int, list[tuple[int, int]]]:
    """The cells of each shade, 1 to ``LEVELS``: by the square root of how often, so that rare cells can be seen.

    >>> levels({"0,0": 1, "1,0": 49})
    {1: [(0, 0)], 7: [(1, 0)]}
    """
    most = max(counts.values(), default=0)
    found: dict[int, list[tuple[int, int]]] = {}
    for cell, count in counts.items():
        if count > 0:
            shade = min(LEVELS, ceil(LEVELS * sqrt(count / most) - 1e-9))
            found.setdefault(shade, []).append(cell_of(cell))
    return dict(sorted(found.items()))


def panels(places: Places) -> tuple[tuple[str, dict[str, int]], ...]:
    """What is drawn side by side: moves, attacks of both sorts, deaths."""
    attacks = dict(places.shots)
    for cell, count in places.fights.items():
        attacks[cell] = attacks.get(cell, 0) + count
    return (("moves", places.moves), ("attacks", attacks), ("deaths", places.deaths))


def heat_maps(places: Places, colour: int, words: Words, board: Board | None, scenario: Scenario | None) -> Figure:
    """The three maps of a side. Without the board they lie on a plain grid."""
    drawn = panels(places)
    met = [cell_of(cell) for _, counts in drawn for cell in counts]
    width = board.width if board is not None else max((x for x, _ in met), default=0) + 2
    height = board.height if board is not None else max((y for _, y in met), default=0) + 2
    figure = sheet(_PANEL * len(drawn), _PANEL * height / width + 0.75)
    for place, (name, counts) in enumerate(drawn, 1):
        axes = figure.add_subplot(1, len(drawn), place)
        total = sum(counts.values())
        axes.set_title(words(f"map_{name}"), pad=6)
        _ground(axes, width, height, board)
        for shade, cells in levels(counts).items():
            _fill(axes, cells, SIDES[colour], alpha=round(0.1 + 0.9 * shade / LEVELS, 3), zorder=3)
        if board is not None:
            _features(axes, board, scenario)
        most = max(counts.values(), default=0)
        axes.set_xlabel(words("map_scale", most=words.count(most), total=words.count(total)), fontsize=8.5)
    return figure


def letters(board: Board) -> dict[str, str]:
    """The letter that marks each zone on the maps."""
    return {zone: chr(ord("A") + place) for place, zone in enumerate(sorted(board.zones)) if place < 26}


def _ground(axes: Axes, width: int, height: int, board: Board | None) -> None:
    axes.set_xlim(-0.3, width + 0.3)
    axes.set_ylim(height + 0.3, -0.3)
    axes.set_aspect("equal")
    axes.grid(visible=False)
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_visible(board is None)
    if board is None:
        return
    of = {kind: [board.xy(cell) for cell, found in enumerate(board.terrain) if found is kind] for kind in Terrain}
    _fill(axes, [*of[Terrain.FLOOR], *of[Terrain.DOOR]], PAPER, zorder=1)
    _fill(axes, [*of[Terrain.DIFFICULT], *of[Terrain.BARRICADE]], ROUGH, zorder=1)
    _fill(axes, of[Terrain.PIT], LINE, zorder=1)
    _fill(axes, of[Terrain.WALL], WALL, zorder=2)


def _features(axes: Axes, board: Board, scenario: Scenario | None) -> None:
    """Doors, barricades, the outlines of zones with their letters, and the markers that are there from the start."""
    leaves = [board.xy(cell) for door in board.doors for cell in door.cells]
    _outline(axes, leaves, DOOR, inset=0.12, zorder=5)
    low = [board.xy(cell) for cell, kind in enumerate(board.terrain) if kind is Terrain.BARRICADE]
    _outline(axes, low, WALL, inset=0.18, zorder=4)
    marks = letters(board)
    for zone, cells in board.zones.items():
        spots = [board.xy(cell) for cell in cells]
        _edge(axes, spots)
        for part in _parts(spots):
            if zone in marks:
                x, y = _middle(part)
                _note(axes, x, y, marks[zone])
    for marker in scenario.markers if scenario is not None else ():
        x, y = board.xy(marker.cell)
        axes.plot(
            [x + 0.5], [y + 0.5], marker="D", markersize=4.5, markerfacecolor=PAPER, markeredgecolor=INK, zorder=8
        )


def _note(axes: Axes, x: int, y: int, text: str) -> None:
    frame: dict[str, Any] = {"boxstyle": "circle,pad=0.22", "facecolor": PAPER, "edgecolor": DIM, "linewidth": 0.6}
    axes.text(x + 0.5, y + 0.5, text, ha="center", va="center", fontsize=6.5, color=INK, zorder=9, bbox=frame)


def _fill(axes: Axes, cells: Cells, colour: str, *, zorder: float, alpha: float = 1.0) -> None:
    """All cells as one shape, so that neighbours show no seam and the page stays small."""
    points: list[tuple[float, float]] = []
    for y, start, end in _runs(cells):
        points += [(start, y), (end, y), (end, y + 1), (start, y + 1), (start, y)]
    if points:
        codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY] * (len(points) // 5)
        patch = PathPatch(Path(points, codes), facecolor=colour, edgecolor="none", alpha=alpha, zorder=zorder)
        axes.add_patch(patch)


def _runs(cells: Cells) -> list[tuple[int, int, int]]:
    """Cells as runs of a row: row, first column, the column after the last."""
    runs: list[tuple[int, int, int]] = []
    for y, x in sorted((y, x) for x, y in cells):
        if runs and runs[-1][0] == y and runs[-1][2] == x:
            runs[-1] = (y, runs[-1][1], x + 1)
        else:
            runs.append((y, x, x + 1))
    return runs


def _outline(axes: Axes, cells: Cells, colour: str, *, inset: float, zorder: float) -> None:
    points: list[tuple[float, float]] = []
    for x, y in cells:
        left, top, right, low = x + inset, y + inset, x + 1 - inset, y + 1 - inset
        points += [(left, top), (right, top), (right, low), (left, low), (left, top)]
    if points:
        codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY] * (len(points) // 5)
        axes.add_patch(PathPatch(Path(points, codes), facecolor="none", edgecolor=colour, linewidth=1.1, zorder=zorder))


def _edge(axes: Axes, cells: Sequence[tuple[int, int]]) -> None:
    """The border of a zone, dotted."""
    inside = frozenset(cells)
    points: list[tuple[float, float]] = []
    for x, y in cells:
        sides = (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x, y + 1), (x, y + 1), (x + 1, y + 1)),
            ((x - 1, y), (x, y), (x, y + 1)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
        )
        for beyond, start, end in sides:
            if beyond not in inside:
                points += [start, end]
    codes = [Path.MOVETO, Path.LINETO] * (len(points) // 2)
    line = PathPatch(
        Path(points, codes), facecolor="none", edgecolor=INK, linewidth=0.9, linestyle=(0, (1.5, 1.5)), zorder=6
    )
    axes.add_patch(line)


def _parts(cells: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The pieces of a zone, in the order of their first cells."""
    left = dict.fromkeys(sorted(cells, key=lambda cell: (cell[1], cell[0])))
    parts = []
    while left:
        first = next(iter(left))
        del left[first]
        part = [first]
        for x, y in part:
            for near in ((x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)):
                if near in left:
                    del left[near]
                    part.append(near)
        parts.append(part)
    return parts


def _middle(cells: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The cell of a piece that is nearest to its centre."""
    x, y = sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)
    return min(cells, key=lambda cell: ((cell[0] - x) ** 2 + (cell[1] - y) ** 2, cell[1], cell[0]))
