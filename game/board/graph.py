"""The board as a networkx graph; the only module of the game that imports networkx."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx

from game.board.bits import cells_of
from game.board.steps import single_links
from game.board.terrain import Gait

if TYPE_CHECKING:
    from game.board.board import Board


def step_graph(board: Board) -> nx.DiGraph[tuple[int, int]]:
    """All cells of the board and all steps between them with every door open (BD-3).

    A step costs what the entered cell costs, so the two directions of a step are two edges.
    """
    graph: nx.DiGraph[tuple[int, int]] = nx.DiGraph(name=board.name, width=board.width, height=board.height)
    for cell in range(board.size):
        graph.add_node(board.xy(cell), terrain=board.terrain[cell], height=board.heights[cell])
    for cell, row in enumerate(single_links(board, Gait.WALK)):
        for link in row:
            if link is not None:
                other, cost, needs = link
                graph.add_edge(board.xy(cell), board.xy(other), cost=cost, doors=tuple(cells_of(needs)))
    return graph


def open_graph(board: Board, doors: int) -> nx.DiGraph[tuple[int, int]]:
    """A copy of the graph with only the steps that are legal in this door state."""
    graph: nx.DiGraph[tuple[int, int]] = nx.DiGraph()
    graph.add_nodes_from(board.graph.nodes(data=True))
    graph.add_edges_from(
        (a, b, data) for a, b, data in board.graph.edges(data=True) if all(doors >> door & 1 for door in data["doors"])
    )
    return graph
