"""Many cells as options without listing them: counted and indexed on the bit sets themselves."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import overload

from game.board import cells_of
from game.core.state import Action
from game.core.types import Cell


def nth_cell(mask: int, n: int) -> Cell:
    """The cell of the ``n``-th bit set in ``mask``, counted from 0 and upwards; ``mask`` must have that many.

    Halving the set takes a dozen steps where listing it takes thousands.

    >>> [nth_cell(0b101100, n) for n in range(3)]
    [2, 3, 5]
    """
    first, width = 0, mask.bit_length()
    while width > 1:
        half = width >> 1
        low = mask & ((1 << half) - 1)
        count = low.bit_count()
        if n < count:
            mask, width = low, half
        else:
            mask >>= half
            first, width, n = first + half, width - half, n - count
    return first


class Places(Sequence[Action]):
    """One action for each cell of each of several bit sets; ``make`` gets the place of the set and the cell."""

    __slots__ = ("_ends", "_make", "_masks")

    def __init__(self, masks: Sequence[int], make: Callable[[int, Cell], Action]) -> None:
        self._masks = masks
        self._make = make
        self._ends = list(accumulate(mask.bit_count() for mask in masks))

    @property
    def masks(self) -> Sequence[int]:
        """The bit sets, in their order; no action is made."""
        return self._masks

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[Action]:
        for which, mask in enumerate(self._masks):
            for cell in cells_of(mask):
                yield self._make(which, cell)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return list(self)[index]
        count = len(self)
        place = index + count if index < 0 else index
        if not 0 <= place < count:
            raise IndexError(index)
        which = bisect_right(self._ends, place)
        before = self._ends[which - 1] if which else 0
        return self._make(which, nth_cell(self._masks[which], place - before))
