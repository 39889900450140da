"""Who plays which side, read from the options of a command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from game.core.dice import Seed
    from game.core.scenario import Scenario

HUMAN: Final = "human"
"""The spec of a seat at which a person sits."""

PREFERRED: Final = {"human": ("marines:line", "random"), "hive": ("hive:cunning", "hive:instinct", "random")}
"""For each kind of side the bots that play it when nothing else is said: the first that there is."""


def read_seed(text: str) -> Seed:
    """The seed that was typed. Raises DataError for one that is empty or cannot be written down."""
    from game.api import parse_seed
    from game.core.errors import DataError

    try:
        seed = parse_seed(text)
        written = str(seed).encode()
    except ValueError:  # of int: without a number, and of bytes that are no text
        written = b""
    if not written:
        raise DataError(f"expected a number or a word, found {text!a}", place="--seed")
    return seed


def default_bot(kind: str) -> str:
    """The bot that plays a kind of side (``human`` or ``hive``) when nothing else is said."""
    from ai.player import known_bots

    known = [bot.name for bot in known_bots(installed=False)]
    return next(name for name in PREFERRED[kind] if name in known)


def read_seats(
    scenario: Scenario,
    *,
    marines: str | None,
    hive: str | None,
    seats: Sequence[str] = (),
    people: bool = False,
) -> tuple[tuple[str, str], ...]:
    """The spec of each side's player, every bot checked. ``people`` allows the spec ``human``.

    Raises DataError, one line, for an unknown side or bot, for a bot that does not play that kind of side, and for
    a player of the hive where there is none (X-53).
    """
    from ai.player import read_spec
    from game.core.errors import DataError, nearest

    kinds = {side.id: side.kind for side in scenario.sides}
    given: dict[str, str] = {}
    for text in seats:
        side, equals, spec = text.partition("=")
        if not equals or side not in kinds:
            raise DataError(f'expected SIDE=BOT with the side {nearest(side, kinds)}, found "{text}"', place="--seat")
        given[side] = spec
    if hive is not None and "hive" not in kinds.values():
        raise DataError(f'expected no player for a hive between marines, found "{hive}"', place="--hive")
    by_kind = {"human": marines, "hive": hive}
    found: list[tuple[str, str]] = []
    for side, kind in kinds.items():
        said = given.get(side, by_kind[kind])
        spec = default_bot(kind) if said is None else said
        if not (people and spec == HUMAN):
            bot = read_spec(spec).kind
            if kind not in bot.seats:
                raise DataError(f"expected a bot that plays {kind} sides, found {bot.name}", place=f"side {side}")
        found.append((side, spec))
    return tuple(found)
