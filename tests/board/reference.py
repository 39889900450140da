"""Boards at random, and the rules of the grid written a second time: slowly, straight from the clauses."""

from itertools import product

import networkx as nx
from hypothesis import strategies as st

from game.board import Board, Gait, Terrain, cells_of, from_ascii


@st.composite
def boards(draw, signs="....##+,=~/", most=9, least=1, heights=False):
    """A small board of random terrain; doors that touch by an edge are one door."""
    width, height = draw(st.integers(least, most)), draw(st.integers(least, most))
    drawing = ["".join(draw(st.lists(st.sampled_from(signs), min_size=width, max_size=width))) for _ in range(height)]
    levels = None
    if heights:
        levels = [
            "".join(draw(st.lists(st.sampled_from("00000123"), min_size=width, max_size=width))) for _ in range(height)
        ]
    return from_ascii([row.replace("/", "+") for row in drawing], heights=levels)


def door_masks(board):
    return st.integers(0, board.all_doors)


def cells(board):
    return st.integers(0, board.size - 1)


def blocks(board, doors, murk=0):
    """The places that block sight in this state."""
    return {board.xy(c) for c in range(board.size) if board.blocks_sight(c, doors) or murk >> c & 1}


# --- BD-8, in half cells -----------------------------------------------------------------------------------------


def slow_sees(board, a, b, solid, murk=0):
    """BD-8 and BD-9 word by word: every cell and every corner near the segment, one after another.

    ``solid`` are the places that block; all coordinates are doubled, so that corners are whole numbers.
    """
    if a == b:
        return True
    if (murk >> a | murk >> b) & 1:
        return False
    (ax, ay), (bx, by) = board.xy(a), board.xy(b)
    dx, dy = bx - ax, by - ay
    columns = range(min(ax, bx), max(ax, bx) + 1)
    rows = range(min(ay, by), max(ay, by) + 1)

    def side(corner_x, corner_y):
        """On which side of the line a corner lies; 0 on it."""
        return dx * (corner_y - 2 * ay) - dy * (corner_x - 2 * ax)

    for x, y in product(columns, rows):
        if (x, y) in solid and (x, y) not in ((ax, ay), (bx, by)):
            sides = [side(2 * x + i, 2 * y + j) for i in (-1, 1) for j in (-1, 1)]
            if min(sides) < 0 < max(sides):  # it has the line inside, and lies between the ends
                return False
    for x, y in product(columns[:-1], rows[:-1]):
        if side(2 * x + 1, 2 * y + 1) == 0:
            beside = {(x + 1, y), (x, y + 1)} if dx * dy > 0 else {(x, y), (x + 1, y + 1)}
            if beside <= solid:
                return False
    return True


# --- BD-3, BD-4, with networkx -------------------------------------------------------------------------------------

ENTER = {Terrain.FLOOR: 1, Terrain.DOOR: 1, Terrain.DIFFICULT: 2, Terrain.BARRICADE: 2}


def slow_step(board, x, y, dx, dy, doors, gait=Gait.WALK):
    """Cost of one cell's step, or 0."""
    if not (board.inside(x, y) and board.inside(x + dx, y + dy)):
        return 0
    solid = blocks(board, doors)
    here, there = board.cell(x, y), board.cell(x + dx, y + dy)
    if (x, y) in solid and board.terrain[here] is Terrain.WALL:
        return 0
    if (x + dx, y + dy) in solid:
        return 0
    if dx and dy and ((x + dx, y) in solid or (x, y + dy) in solid):
        return 0
    cost = ENTER.get(board.terrain[there], 0)
    if cost == 0:
        return 0
    levels = abs(board.heights[here] - board.heights[there])
    if levels >= 2:
        return 2 * levels if gait is Gait.CLIMB else 0
    return cost + levels


def slow_graph(board, doors, size=1, gait=Gait.WALK, blocked=0, free=()):
    """All steps of a footprint as a graph, made cell by cell from the clauses; into ``free`` anchors always."""
    graph: nx.DiGraph = nx.DiGraph()
    graph.add_nodes_from(range(board.size))
    for y, x in product(range(board.height - size + 1), range(board.width - size + 1)):
        old = set(product(range(x, x + size), range(y, y + size)))
        for dx, dy in product((-1, 0, 1), repeat=2):
            new = {(cx + dx, cy + dy) for cx, cy in old}
            target = (y + dy) * board.width + x + dx
            if (dx, dy) == (0, 0) or not all(board.inside(*place) for place in new):
                continue
            if target not in free and any(blocked >> board.cell(*place) & 1 for place in new):
                continue
            costs = {(cx, cy): slow_step(board, cx, cy, dx, dy, doors, gait) for cx, cy in old}
            if all(costs.values()):
                cost = max(cost for (cx, cy), cost in costs.items() if (cx + dx, cy + dy) not in old)
                graph.add_edge(y * board.width + x, target, cost=cost)
    return graph


def slow_field(graph, targets):
    """Distance of every node to the nearest target, by networkx."""
    return nx.multi_source_dijkstra_path_length(graph.reverse(copy=False), set(targets), weight="cost")


def places(board, mask_or_cells):
    """Cells as a set of (x, y), for comparing with what a test writes down."""
    found = cells_of(mask_or_cells) if isinstance(mask_or_cells, int) else mask_or_cells
    return {board.xy(cell) for cell in found}


def room(width, height):
    """An open board of floor."""
    return Board.from_ascii(["." * width] * height)


def door_board():
    """The ledger's DOOR: x 0 to 20, y 0 to 10, a wall at x = 10 with a door at (10, 5)."""
    rows = ["." * 10 + ("+" if y == 5 else "#") + "." * 10 for y in range(11)]
    return Board.from_ascii(rows)
