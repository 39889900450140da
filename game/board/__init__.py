"""Geometry: terrain, doors, the board graph, distance fields, sight, footprints, templates and zones."""

from game.board.ascii import from_ascii, marks
from game.board.bits import cells_of, mask_of, mask_up_to
from game.board.board import Board
from game.board.contact import contact_anchors, touching_anchors
from game.board.cover import cover
from game.board.fields import Distances, field, nearest, path, straight
from game.board.flights import Flight, flight, flights, jumps, open_jumps
from game.board.reach import Reach, ends_of, reach
from game.board.rings import numbered
from game.board.sight import first_blocker, line, sees, units_see, visible, visible_from
from game.board.steps import Steps, steps_beyond
from game.board.templates import circle, cone, flood
from game.board.terrain import (
    MAX_HEIGHT,
    MAX_SIDE,
    MIN_SIDE,
    MOVE_COST,
    NO_CELL,
    OCTANTS,
    UNREACHED,
    Cell,
    Door,
    Gait,
    Mask,
    Terrain,
)

__all__ = [
    "Board",
    "Cell",
    "Distances",
    "Door",
    "Flight",
    "Gait",
    "Mask",
    "Reach",
    "Steps",
    "Terrain",
    "MAX_HEIGHT",
    "MAX_SIDE",
    "MIN_SIDE",
    "MOVE_COST",
    "NO_CELL",
    "OCTANTS",
    "UNREACHED",
    "cells_of",
    "circle",
    "cone",
    "contact_anchors",
    "cover",
    "field",
    "first_blocker",
    "flight",
    "flights",
    "flood",
    "from_ascii",
    "jumps",
    "line",
    "marks",
    "mask_of",
    "mask_up_to",
    "nearest",
    "numbered",
    "open_jumps",
    "path",
    "ends_of",
    "reach",
    "sees",
    "steps_beyond",
    "straight",
    "touching_anchors",
    "units_see",
    "visible",
    "visible_from",
]
