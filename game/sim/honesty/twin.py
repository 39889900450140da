"""Another state that one side cannot tell from the true one: everything it may not know is drawn anew (HI-1, HI-2).

What is secret is not listed here but found: it is whatever the view of that side has not, or has otherwise. Each
change is kept only if the view stays the same, so that a twin is consistent with it whatever the rule systems hide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from game.api import NO_CELL, Dice, Game, Side, SideState, State, Unit, avatar

MOST_ORDERS: Final = 12
MOST_POINTS: Final = 200
MOST_COUNTED: Final = 4
POLICIES: Final = ("ask", "shoot", "dodge", "hold")
DRAWN: Final = "secret"
"""The purpose under which all this is drawn."""

Change = Callable[[State], State]


class Twin(Struct, frozen=True):
    """The other state, and which kinds of secrets are others in it: reserves, markers, orders, cards, steps."""

    state: State
    secrets: tuple[str, ...] = ()


def resampled(game: Game, state: State, side: Side, chance: Dice) -> Twin:
    """A state with the same view for ``side``, drawn by ``chance``; the same state where nothing is hidden."""
    seen = game.redacted(state, side)
    twin, secrets = state, dict[str, None]()
    for name, change in _changes(game, state, seen, chance):
        other = change(twin)
        if other == twin:
            continue
        other = game.indexed(other)
        if game.redacted(other, side) == seen:
            twin = other
            secrets[name] = None
    return Twin(twin, tuple(secrets))


def _changes(game: Game, state: State, seen: State, chance: Dice) -> Iterator[tuple[str, Change]]:
    for unit in state.units.values():
        known = seen.units.get(unit.id)
        if known is None and unit.cell == NO_CELL and chance.roll(DRAWN, 2) == 1:
            yield "reserves", _without(unit)
        elif known != unit:
            yield "reserves" if known is None else "markers", _with(_another(game, unit, chance))
    for side in state.sides.values():
        known_side = seen.sides[side.id]
        if known_side != side:
            yield "orders", _counting(side, known_side, chance)
    memory = state.ext.get("avatar")
    if isinstance(memory, avatar.AvatarState) and memory != seen.ext.get("avatar"):
        shown = seen.ext.get("avatar")
        kept = shown.cards if isinstance(shown, avatar.AvatarState) else ()
        for record in memory.cards:
            if record not in kept:
                yield "cards", _holding(_another_card(record, chance), record)
    if state.agenda != seen.agenda:
        yield "steps", lambda twin: replace(twin, agenda=seen.agenda)


def _without(unit: Unit) -> Change:
    def change(twin: State) -> State:
        return replace(twin, units={number: found for number, found in twin.units.items() if number != unit.id})

    return change


def _with(unit: Unit) -> Change:
    return lambda twin: replace(twin, units={**twin.units, unit.id: unit})


def _another(game: Game, unit: Unit, chance: Dice) -> Unit:
    """The unit with another identity, form, history and orders; no larger than it is, or it would show."""
    kinds = sorted(
        name
        for name, kind in game.kinds.items()
        if name == unit.kind or (kind.faction == "human" and all(p.size == unit.size for p in kind.profiles))
    )
    kind = kinds[chance.roll(DRAWN, len(kinds)) - 1]
    return replace(
        unit,
        kind=kind,
        form=chance.roll(DRAWN, len(game.kinds[kind].profiles)) - 1,
        wounds=chance.roll(DRAWN, 2) - 1,
        counters=(("orders", chance.roll(DRAWN, MOST_COUNTED)),),
        policy=POLICIES[chance.roll(DRAWN, len(POLICIES)) - 1],
        upgrades=(),
    )


def _counting(side: SideState, known: SideState, chance: Dice) -> Change:
    """Another number of orders, and other counts where these are hidden."""
    pool = chance.roll(DRAWN, MOST_ORDERS) if known.pool != side.pool else side.pool
    counters = tuple(
        (name, count) if (name, count) in known.counters else (name, chance.roll(DRAWN, MOST_POINTS))
        for name, count in side.counters
    )
    other = replace(side, pool=pool, counters=counters)
    return lambda twin: replace(twin, sides={**twin.sides, side.id: other})


def _another_card(record: avatar.MasterCard, chance: Dice) -> avatar.MasterCard:
    names = sorted(avatar.cards.CARDS)
    return replace(
        record,
        card=names[chance.roll(DRAWN, len(names)) - 1],
        progress=chance.roll(DRAWN, MOST_COUNTED) - 1,
        failed=chance.roll(DRAWN, 2) - 1,
        standing=chance.roll(DRAWN, 2) == 1,
    )


def _holding(other: avatar.MasterCard, record: avatar.MasterCard) -> Change:
    def change(twin: State) -> State:
        memory = twin.ext["avatar"]
        cards = tuple(other if found == record else found for found in memory.cards)
        return replace(twin, ext={**twin.ext, "avatar": avatar.AvatarState(cards)})

    return change
