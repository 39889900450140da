"""Partial cover (BD-10)."""

from __future__ import annotations

from functools import lru_cache

from game.board.board import Board
from game.board.lines import SightCache
from game.board.sight import Offset
from game.board.terrain import OCTANTS, Cell, Mask


@lru_cache(maxsize=1 << 15)
def cover(
    board: Board,
    attacker: Cell,
    attacker_size: int,
    target: Cell,
    target_size: int,
    doors: Mask,
    murk: Mask = 0,
) -> bool:
    """Whether the target has partial cover from the attacker (BD-10).

    The attacker uses its best pair of cells, so one pair in sight without cover is enough for none. A target
    with a cell on a barricade is covered from all that are not in contact with it. Units that do not see each
    other at all have nothing to be covered from: the answer is no.

    Args:
        board: The board.
        attacker: Anchor of the attacker.
        attacker_size: Side of its footprint.
        target: Anchor of the target.
        target_size: Side of its footprint.
        doors: The doors that are open or destroyed.
        murk: The zero-visibility cells.
    """
    sight = board.lines.cache(murk)
    own = board.footprint_mask(target, target_size)
    touching = board.contact_mask(attacker, attacker_size, doors) & own != 0
    covered = False
    for cell in board.footprint(attacker, attacker_size):
        for aim in board.footprint(target, target_size):
            if not _paired(board, sight, cell, aim, doors):
                continue
            if not _is_shielded(board, cell, aim, doors):
                return bool(board.barricades & own) and not touching
            covered = True
    return covered


def _paired(board: Board, sight: SightCache, cell: Cell, aim: Cell, doors: Mask) -> bool:
    """Whether the attack can run between two cells: in sight, or in contact (BD-9)."""
    return bool((sight.visible(cell, doors) | board.contact_mask(cell, 1, doors)) >> aim & 1)


def _is_shielded(board: Board, cell: Cell, aim: Cell, doors: Mask) -> bool:
    """Whether something beside the aimed-at cell, towards the attacker, gives cover."""
    width = board.width
    ax, ay = aim % width, aim // width
    for dx, dy in shields(cell % width - ax, cell // width - ay):
        if board.inside(ax + dx, ay + dy):
            beside = aim + dy * width + dx
            if board.barricades >> beside & 1 or board.blocks_sight(beside, doors):
                return True
    return False


@lru_cache(maxsize=1 << 14)
def shields(dx: int, dy: int) -> tuple[Offset, ...]:
    """The neighbours of a target at (0, 0) that could cover it from an attacker at (dx, dy) (BD-10).

    They are nearer to the attacker's centre than the target's, and the segment between the two centres
    crosses them or touches their edge or corner.
    """
    reach = dx * dx + dy * dy
    return tuple((x, y) for x, y in OCTANTS if (dx - x) ** 2 + (dy - y) ** 2 < reach and _meets(dx, dy, x, y))


def _meets(dx: int, dy: int, x: int, y: int) -> bool:
    """Whether the segment from (0, 0) to (dx, dy) meets the closed unit square around (x, y).

    In half cells, so that all corners are whole: they part only along an axis or across the segment.
    """
    if 2 * x - 1 > max(0, 2 * dx) or 2 * x + 1 < min(0, 2 * dx):
        return False
    if 2 * y - 1 > max(0, 2 * dy) or 2 * y + 1 < min(0, 2 * dy):
        return False
    sides = [dx * (2 * y + j) - dy * (2 * x + i) for i in (-1, 1) for j in (-1, 1)]
    return min(sides) <= 0 <= max(sides)
