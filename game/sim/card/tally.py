"""What watchers count: how often a habit showed, how often it could have, and the worst case of it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from game.api import Cell, Game, State, Unit
from game.sim.card.moment import Moment, Turn


class Case(Struct, frozen=True):
    """One time that a habit showed, after ``number`` actions of its game; the larger ``weight``, the worse.

    ``who`` is the unit, ``where`` its place, ``what`` the facts that make it a case, all as short texts.
    """

    number: int
    weight: float
    who: str = ""
    where: str = ""
    what: str = ""


class Tally(Struct, frozen=True):
    """The counts of one kind over one game, or over several.

    ``uses``: how often each skill was offered and chosen; ``cases``: where each was first on offer in vain.
    """

    kind: str
    count: int = 0
    chances: int = 0
    worst: Case | None = None
    uses: dict[str, tuple[int, int]] = {}
    cases: tuple[Case, ...] = ()


class Counter:
    """The counts that a watcher keeps; the watchers are made of it."""

    kind = ""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.count = 0
        self.chances = 0
        self.worst: Case | None = None
        self.uses: dict[str, tuple[int, int]] = {}
        self.cases: dict[str, Case] = {}

    def turn(self, turn: Turn) -> None:
        """Nothing to see in a turn."""

    def aside(self, moment: Moment) -> None:
        """Nothing to see outside one's turn."""

    def caught(self, case: Case) -> None:
        """Count a case, and keep it if none was as bad."""
        self.count += 1
        if self.worst is None or case.weight > self.worst.weight:
            self.worst = case

    def tally(self) -> Tally:
        """The counts so far."""
        uses = dict(sorted(self.uses.items()))
        return Tally(self.kind, self.count, self.chances, self.worst, uses, tuple(self.cases.values()))

    def label(self, unit: Unit) -> str:
        """A unit for people: its kind and id."""
        return f"{unit.kind} #{unit.id}"

    def place(self, cell: Cell) -> str:
        """A cell for people."""
        return "({}, {})".format(*self.game.board.xy(cell))

    def named(self, state: State, number: int) -> str:
        """A unit or marker for people."""
        unit = state.units.get(number)
        if unit is not None:
            return self.label(unit)
        marker = state.markers.get(number)
        return f"{marker.kind} #{number}" if marker is not None else f"#{number}"


def added(uses: Iterable[dict[str, tuple[int, int]]]) -> dict[str, tuple[int, int]]:
    """What was offered and chosen, summed up."""
    total: dict[str, tuple[int, int]] = {}
    for found in uses:
        for name, (offered, chosen) in found.items():
            before = total.get(name, (0, 0))
            total[name] = (before[0] + offered, before[1] + chosen)
    return dict(sorted(total.items()))
