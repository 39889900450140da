"""Sets of cells or doors as integers: bit n stands for cell (or door) n."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_BYTE_BITS: Final = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
_FEW: Final = 12  # below this many bits picking them off one by one is quicker than going byte by byte


def cells_of(mask: int) -> list[int]:
    """The numbers of the bits set in ``mask``, rising (so by y, then x, when the bits are cells)."""
    cells: list[int] = []
    if mask.bit_count() < _FEW:
        while mask:
            low = mask & -mask
            cells.append(low.bit_length() - 1)
            mask ^= low
        return cells
    first = (mask & -mask).bit_length() - 1 & ~7
    mask >>= first
    for byte in mask.to_bytes((mask.bit_length() + 7) >> 3, "little"):
        if byte:
            for bit in _BYTE_BITS[byte]:
                cells.append(first + bit)
        first += 8
    return cells


def mask_of(cells: Iterable[int]) -> int:
    """The mask with exactly the bits ``cells``; the inverse of ``cells_of``."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask
