"""The ammunition table (AM-1) and how its rows combine (AM-2). Later modules add rows; nothing here names them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from game.core.game import Game
from game.core.profile import Weapon
from game.core.refusal import Refusal, refuse
from game.core.state import Unit
from game.core.tx import Ctx
from game.rules.skirmish import names

ARM, BTS, PH = "arm", "bts", "ph"

States = Callable[[Ctx, Unit], tuple[str, ...]]
"""The states that a unit takes on when it fails a save against a round."""


class Ammo(Struct, frozen=True):
    """What one kind of round does to a unit that it hits.

    Args:
        attribute: What the save is made on: ``arm`` or ``bts`` (RL-5), or another attribute for a roll of
            attribute + ``modifier`` in place of a save (PARA); empty: the round asks for no save.
        saves: Saving rolls for each hit.
        extra: Saving rolls more for a critical hit (RL-5).
        halved: Whether ARM or BTS is halved, rounded up, before cover.
        modifier: What is added to the attribute of a roll in place of a save.
        wounds: Points of W or STR for each failed save; 0 for non-lethal rounds (AM-3).
        shock: A unit with one point left that fails goes straight to Dead.
        states: The states that follow from a failed save.
        cloud: The kind of zero-visibility zone that the template leaves (BD-9), if any.
        clause: Where it is written.
    """

    attribute: str = ARM
    saves: int = 1
    extra: int = 1
    halved: bool = False
    modifier: int = 0
    wounds: int = 1
    shock: bool = False
    states: States | None = None
    cloud: str = ""
    clause: str = "AM-1"


class Saves(Struct, frozen=True):
    """The saving rolls that combined ammunition asks for on one attribute (AM-2)."""

    attribute: str
    saves: int
    extra: int
    halved: bool
    modifier: int
    wounds: int
    shock: bool
    states: tuple[States, ...]

    @property
    def is_roll(self) -> bool:
        """True for a roll of an attribute in place of a save (PARA)."""
        return self.attribute not in (ARM, BTS)

    def number(self, hits: int, crits: int) -> int:
        """How many dice fall for some hits and criticals (RL-5)."""
        return (hits + crits) * self.saves + crits * self.extra


def always(*states: str) -> States:
    """The same states for every unit."""
    return lambda _ctx, _unit: states


def halved(value: int) -> int:
    """Half, rounded up, so that what is above 0 stays above 0 (EM-06, EM-07).

    >>> [halved(n) for n in (0, 1, 3, 6, 9)]
    [0, 1, 2, 3, 5]
    """
    return (value + 1) // 2


AMMUNITION: Final[dict[str, Ammo]] = {
    "n": Ammo(),
    "ap": Ammo(halved=True),
    "da": Ammo(saves=2),
    "exp": Ammo(saves=3),
    "shock": Ammo(shock=True),
    "t2": Ammo(wounds=2),
    "stun": Ammo(attribute=BTS, wounds=0, states=always(names.STUNNED)),
    "para": Ammo(attribute=PH, modifier=-6, wounds=0, states=always(names.IMMOBILIZED_A)),
    "smoke": Ammo(attribute="", saves=0, extra=0, wounds=0, cloud="smoke"),
    "eclipse": Ammo(attribute="", saves=0, extra=0, wounds=0, cloud="eclipse"),
}
"""The rows of AM-1, but for E/M."""


def known_rounds(game: Game, weapon: Weapon) -> Refusal | None:
    """A weapon whose rounds no module of this game knows cannot be used (AM-1); a point of WEAPON_BARS."""
    table = game.rulebook.tables[names.AMMO]
    for name in weapon.ammo:
        if name not in table:
            return refuse("NO_SUCH_AMMO", "AM-1", weapon=weapon.id, ammo=name)
    return None


def rows(game: Game, ammo: Sequence[str]) -> list[Ammo]:
    """The rows of the table that a weapon's ammunition names."""
    table = game.rulebook.tables[names.AMMO]
    return [table[name] for name in ammo]


@lru_cache(maxsize=512)
def saves_against(game: Game, ammo: tuple[str, ...]) -> tuple[Saves, ...]:
    """The saving rolls that a hit asks for: parts on one attribute share them, others roll apart (AM-2)."""
    parts: dict[str, list[Ammo]] = {}
    for row in rows(game, ammo):
        if row.attribute:
            parts.setdefault(row.attribute, []).append(row)
    return tuple(
        Saves(
            attribute=attribute,
            saves=max(row.saves for row in shared),
            extra=max(row.extra for row in shared),
            halved=any(row.halved for row in shared),
            modifier=min(row.modifier for row in shared),
            wounds=max(row.wounds for row in shared),
            shock=any(row.shock for row in shared),
            states=tuple(row.states for row in shared if row.states is not None),
        )
        for attribute, shared in parts.items()
    )


def cloud_of(ctx: Ctx, ammo: Sequence[str]) -> str:
    """The kind of zero-visibility zone that a round leaves, or nothing."""
    for row in rows(ctx.game, ammo):
        if row.cloud:
            return row.cloud
    return ""


def is_harmful(ctx: Ctx, ammo: Sequence[str]) -> bool:
    """Does a hit ask for a save at all?"""
    return any(row.attribute for row in rows(ctx.game, ammo))


def is_damaging(ctx: Ctx, ammo: Sequence[str]) -> bool:
    """Can it remove wounds (AM-3)? Only such rounds hurt nests, doors and infestation markers."""
    return any(row.attribute and row.wounds for row in rows(ctx.game, ammo))
