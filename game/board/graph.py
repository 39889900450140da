"""The board as a networkx graph; the only module of the game that imports networkx."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx

from game.board.bits import cells_of
from game.board.terrain import MOVE_COST, OCTANTS, Cell, Mask, Terrain

if TYPE_CHECKING:
    from game.board.board import Board


def step_graph(board: Board) -> nx.DiGraph[tuple[int, int]]:
    """All cells of the board and all steps between them with every door open (BD-3).

    A step costs what the entered cell costs, so the two directions of a step are two edges.
    """
    graph: nx.DiGraph[tuple[int, int]] = nx.DiGraph(name=board.name, width=board.width, height=board.height)
    for cell in range(board.size):
        graph.add_node(board.xy(cell), terrain=board.terrain[cell], height=board.heights[cell])
    for cell in range(board.size):
        for dx, dy in OCTANTS:
            step = _step(board, cell, dx, dy)
            if step is not None:
                other, cost, needs = step
                graph.add_edge(board.xy(cell), board.xy(other), cost=cost, doors=tuple(cells_of(needs)))
    return graph


def _step(board: Board, cell: Cell, dx: int, dy: int) -> tuple[Cell, int, Mask] | None:
    """The cell that a step leads to, what it costs, and the doors that must be open for it (BD-2, BD-3)."""
    x, y = board.xy(cell)
    if not board.inside(x + dx, y + dy) or board.terrain[cell] is Terrain.WALL:
        return None
    other = board.cell(x + dx, y + dy)
    levels = abs(board.heights[cell] - board.heights[other])
    if board.terrain[other] not in MOVE_COST or levels > 1:
        return None
    passed = [other] if not (dx and dy) else [other, board.cell(x + dx, y), board.cell(x, y + dy)]
    if any(board.terrain[beside] is Terrain.WALL for beside in passed):
        return None
    needs = 0
    for beside in passed:
        needs |= 1 << board.door_at[beside] if beside in board.door_at else 0
    return other, MOVE_COST[board.terrain[other]] + levels, needs


def open_graph(board: Board, doors: int) -> nx.DiGraph[tuple[int, int]]:
    """A copy of the graph with only the steps that are legal in this door state."""
    graph: nx.DiGraph[tuple[int, int]] = nx.DiGraph()
    graph.add_nodes_from(board.graph.nodes(data=True))
    graph.add_edges_from(
        (a, b, data) for a, b, data in board.graph.edges(data=True) if all(doors >> door & 1 for door in data["doors"])
    )
    return graph
