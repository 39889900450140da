"""In which order a swarm might move: who has gone, who can go now, who later, and who goes in any case."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from game.api import NO_CELL, Unit, View, geometry, names, queries
from game.ui.play.planning import can_watch

Standing = Literal["must", "ready", "later", "gone"]
"""Goes now and in any case, can go now, can go when those before it have gone, has gone."""
_COMPELLED: Final = ("spore", "swarm")
"""Classes that go before all others, by themselves, whether their side moves anybody or not (HM-05, HM-07, HM-A29)."""
_ORDER: Final[tuple[Standing, ...]] = ("must", "ready", "later", "gone")


@dataclass(frozen=True, slots=True)
class Rank:
    """Creatures of one brood, or of one kind without one, that stand alike, in the order in which they might go."""

    standing: Standing
    kind: str
    units: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class March:
    """The order that is suggested: whoever is nearest to an enemy goes first, so that nobody stands in the way."""

    order: tuple[int, ...]
    """Those that can go now."""
    ranks: tuple[Rank, ...]
    """Every creature on the board: those that go first come first."""


def march_of(view: View, ready: Collection[int]) -> March:
    """The march of the side that looks; ``ready`` are those that may be chosen now."""
    own = [unit for unit in view.own if unit.cell != NO_CELL and unit.kind in view.game.kinds]
    far = _distances(view, own)
    own.sort(key=lambda unit: (far[unit.id], unit.id))
    ranks = [rank for standing in _ORDER for rank in _ranks(view, own, ready, standing)]
    return March(tuple(unit.id for unit in own if unit.id in ready), tuple(ranks))


def _ranks(view: View, own: list[Unit], ready: Collection[int], standing: Standing) -> list[Rank]:
    """Those that stand so: a brood is told of once, and so are creatures of a kind without one that follow another."""
    alike: dict[tuple[str, int], list[int]] = {}
    last, parts = ("", 0), 0
    for unit in own:
        if _standing(view, unit, ready) == standing:
            if (unit.kind, unit.group) != last:
                last, parts = (unit.kind, unit.group), parts + 1
            alike.setdefault((unit.kind, unit.group or -parts), []).append(unit.id)
    return [Rank(standing, kind, tuple(units)) for (kind, _), units in alike.items()]


def _standing(view: View, unit: Unit, ready: Collection[int]) -> Standing:
    if unit.count(names.ACTED):
        return "gone"
    if unit.id not in ready:
        return "later"
    return "must" if queries.profile_of(view.ctx, unit).type in _COMPELLED else "ready"


def _distances(view: View, own: list[Unit]) -> dict[int, tuple[int, int]]:
    """How far each has to walk to an enemy that is known, doors opened on the way; then as the crow flies."""
    board, state = view.board, view.state
    foes = [foe for foe in view.foes if can_watch(view, foe)]
    if not foes:
        return {unit.id: (0, 0) for unit in own}
    targets = [cell for foe in foes for cell in board.footprint(foe.cell, foe.size)]
    shut = board.all_doors & ~state.doors & ~state.sealed
    steps = geometry.field(board, targets, state.doors, door_extra=shut)
    return {
        unit.id: (
            min(steps[cell] for cell in board.footprint(unit.cell, unit.size)),
            min(board.range(unit.cell, unit.size, foe.cell, foe.size) for foe in foes),
        )
        for unit in own
    }
