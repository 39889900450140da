"""States that differ only in what a side may not know: who hides, in which form, who waits, and Masters' cards."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.api import NO_CELL, Game, SeededDice, State, Unit
from game.rules.avatar.cards import CARDS
from game.rules.avatar.state import DOWN, MEMORY, AvatarState, MasterCard, memory_of

HIDDEN = "camouflaged"
MOST_COUNTED = 4
"""Bound of what a card may have counted."""


def with_other_secrets(game: Game, state: State, side: str, chance: SeededDice) -> State | None:
    """A state that ``side`` cannot tell from this one; None if nothing is hidden from it."""
    units = dict(state.units)
    kinds = sorted(kind for kind, found in game.kinds.items() if found.faction == "human")
    for unit in state.units.values():
        if game.teams[unit.side] == game.teams[side] or game.side_kinds[unit.side] != "human":
            continue
        if unit.cell == NO_CELL and chance.roll("secret", 2) == 1:
            del units[unit.id]
        elif unit.cell == NO_CELL or HIDDEN in unit.states:
            units[unit.id] = _other(game, unit, kinds, chance)
    ext = dict(state.ext)
    memory = memory_of(state)
    if memory is not None:
        ext[MEMORY] = with_other_cards(game, state, memory, side, chance)
    if units == state.units and ext == state.ext:
        return None
    return game.indexed(replace(state, units=units, ext=ext))


def _other(game: Game, unit: Unit, kinds: Sequence[str], chance: SeededDice) -> Unit:
    """The unit with another identity, form and history; no trooper hides that is larger than a cell."""
    kind = kinds[chance.roll("secret", len(kinds)) - 1]
    form = chance.roll("secret", len(game.kinds[kind].profiles)) - 1
    wounds = chance.roll("secret", 2) - 1
    return replace(unit, kind=kind, form=form, wounds=wounds, counters=(("orders", 1),), policy="hold")


def with_other_cards(game: Game, state: State, memory: AvatarState, side: str, chance: SeededDice) -> AvatarState:
    """The cards of other teams that lie face down are others, and have counted something else."""
    return AvatarState(
        tuple(
            _another(record, chance) if record.face == DOWN and _foreign(game, state, record, side) else record
            for record in memory.cards
        )
    )


def _foreign(game: Game, state: State, record: MasterCard, side: str) -> bool:
    """Is this card beside a Master of another team?"""
    unit = state.units.get(record.unit)
    if unit is None and record.unit in state.gone:
        unit = state.gone[record.unit].unit
    return unit is not None and game.teams[unit.side] != game.teams[side]


def _another(record: MasterCard, chance: SeededDice) -> MasterCard:
    names = sorted(CARDS)
    return replace(
        record,
        card=names[chance.roll("secret", len(names)) - 1],
        progress=chance.roll("secret", MOST_COUNTED) - 1,
        failed=chance.roll("secret", 2) - 1,
        standing=chance.roll("secret", 2) == 1,
    )
