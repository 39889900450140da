"""Legal actions as a lazy sequence: counted, indexed and sampled without being listed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import TypeVar, overload

from game.core.state import Action

T = TypeVar("T", covariant=True)


class Mapped(Sequence[Action]):
    """A family of actions made one by one from ``items``."""

    __slots__ = ("_items", "_like", "_make")

    def __init__(self, items: Sequence[int], make: Callable[[int], Action], like: Action | None = None) -> None:
        """``like`` is what `sample` gives, where the first action is dear to make."""
        self._items = items
        self._make = make
        self._like = like

    @property
    def items(self) -> Sequence[int]:
        """What each action is made from, in their order; no action is made."""
        return self._items

    @property
    def sample(self) -> Action:
        """An action that shows what all of them have in common, though it may lead nowhere itself."""
        return self[0] if self._like is None else self._like

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return [self._make(item) for item in self._items[index]]
        return self._make(self._items[index])

    def __iter__(self) -> Iterator[Action]:
        return map(self._make, self._items)


class Joined(Sequence[T]):
    """Several sequences as one, none of them listed."""

    __slots__ = ("_ends", "_parts", "_total")

    def __init__(self, parts: Sequence[Sequence[T]]) -> None:
        self._parts = [part for part in parts if len(part)]
        self._ends: list[int] = []
        total = 0
        for part in self._parts:
            total += len(part)
            self._ends.append(total)
        self._total = total

    @property
    def parts(self) -> Sequence[Sequence[T]]:
        """The sequences, those without anything left out."""
        return self._parts

    def __len__(self) -> int:
        return self._total

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...
    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._total))]
        if index < 0:
            index += self._total
        if not 0 <= index < self._total:
            raise IndexError(index)
        which = bisect_right(self._ends, index)
        before = self._ends[which - 1] if which else 0
        return self._parts[which][index - before]

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(self._parts)


class Options(Joined[Action]):
    """Every legal action of the waiting decision, in a fixed order, as a chain of families."""

    __slots__ = ("_given", "_legal")

    def __init__(
        self, families: Sequence[Sequence[Action]], legal: Callable[[Action], bool], given: set[Action] | None = None
    ) -> None:
        """Chain families; ``given`` takes note of the options that were picked one by one."""
        super().__init__(families)
        self._legal = legal
        self._given = given

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        found = super().__getitem__(index)
        if self._given is not None and isinstance(found, Action):
            self._given.add(found)
        return found

    def __contains__(self, action: object) -> bool:
        """Legal now? An explicit path that is legal but not listed counts as contained."""
        return isinstance(action, Action) and self._legal(action)

    def of(self, kind: type[Action]) -> list[Action]:
        """The listed options of one action type."""
        return [action for action in self if isinstance(action, kind)]


NONE = Options((), lambda _action: False)
"""No options: it is not this side's decision, or the game is over."""
