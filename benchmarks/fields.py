"""Distance fields against networkx and against the plainest search there is."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import networkx as nx

from benchmarks.rounds import Result, Span, interleaved, ratio
from benchmarks.tables import LARGE, STANDARD, midgame, standard
from game.api import Game, geometry

MOST_OF_PLAIN = 1.5
LEAST_OF_NETWORKX = 8


def plain_search(near: Sequence[Sequence[int]], targets: Sequence[int], size: int) -> list[int]:
    """Breadth first over flat tables of neighbours; every step counts 1."""
    distances = [geometry.UNREACHED] * size
    for target in targets:
        distances[target] = 0
    edge, points = list(targets), 0
    while edge:
        points += 1
        fresh: list[int] = []
        for cell in edge:
            for other in near[cell]:
                if distances[other] > points:
                    distances[other] = points
                    fresh.append(other)
        edge = fresh
    return distances


def compare(game: Game, span: Span, *, opening: bool) -> list[Result]:
    """All marines at once, in the middle of a game; with the doors as they stand, or for a mover that opens them."""
    board, state = game.board, midgame(game)
    shut = board.all_doors & ~state.doors if opening else 0
    targets = [u.cell for u in state.units.values() if game.side_kinds[u.side] == "human" and u.cell >= 0]
    rows = board.step_table(state.doors, openable=shut).back.rows
    near = [tuple(other for other, _ in row) for row in rows]
    graph: nx.DiGraph[tuple[int, int]] = nx.DiGraph()  # with the nodes of Board.graph
    graph.add_nodes_from(board.xy(cell) for cell in range(board.size))
    graph.add_weighted_edges_from(
        (board.xy(cell), board.xy(other), cost) for cell, row in enumerate(rows) for other, cost in row
    )
    places = [board.xy(cell) for cell in targets]

    def ours() -> int:
        geometry.field(board, targets, state.doors, door_extra=shut)
        return 1

    def plain() -> int:
        plain_search(near, targets, board.size)
        return 1

    def theirs() -> int:
        nx.multi_source_dijkstra_path_length(graph, places)
        return 1

    known = geometry.field(board, targets, state.doors, door_extra=shut)
    by_hand = nx.multi_source_dijkstra_path_length(graph, places)
    if any(known[cell] != by_hand.get(board.xy(cell), geometry.UNREACHED) for cell in range(board.size)):
        raise AssertionError("the field is not what networkx says")
    found = interleaved({"ours": ours, "plain": plain, "networkx": theirs}, span)
    place = f"{board.width}x{board.height}, {'doors opened' if opening else 'doors as they are'}"
    note = f"{len(targets)} targets, {len(by_hand)} cells"
    return [
        Result(f"field {place}", median(found["ours"]) * 1e6, "us", note=note),
        Result("  to a plain search", ratio(found["ours"], found["plain"]), "x", MOST_OF_PLAIN),
        Result(
            "  against multi_source_dijkstra_path_length",
            ratio(found["networkx"], found["ours"]),
            "x faster",
            LEAST_OF_NETWORKX if opening else 0,
            least=True,
        ),
    ]


def run(span: Span) -> list[Result]:
    """The standard board and a larger one."""
    games = [standard(name) for name in (STANDARD, LARGE)]
    return [line for game in games for opening in (True, False) for line in compare(game, span, opening=opening)]
