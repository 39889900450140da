"""How dice are read: success, normal roll, face-to-face roll and saving roll (RL-1 to RL-5).

The only place where a d20 becomes a success. `game.core.odds` counts with the same table, so what is
shown before a roll and what the roll does cannot differ. A success value SV may be any whole number.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

SIDES: Final = 20
"""Every roll of this module is a d20."""

MODIFIER_LIMIT: Final = 12
"""All modifiers of a roll together stay within this many points, up or down (RL-1)."""

MISS_RANK: Final = 0
CRITICAL_RANK: Final = SIDES + 1
"""Above every plain success: a critical is cancelled by a critical only (RL-3)."""

SaveStyle: TypeAlias = Literal["n4", "n5"]


class Outcome(IntEnum):
    """What one die says."""

    MISS = 0
    HIT = 1
    CRIT = 2


class Dicepool(NamedTuple):
    """Dice of one unit at one success value."""

    dice: int
    sv: int

    @property
    def rolled(self) -> int:
        """How many dice fall: none if the success value is below 1 (RL-1)."""
        return self.dice if self.sv >= 1 else 0


class Die(NamedTuple):
    """One die as it was read: its face, its rank in a comparison, and whether its success took effect."""

    face: int
    rank: int
    survives: bool

    @property
    def outcome(self) -> Outcome:
        """What the die says by itself, cancelled or not."""
        return _outcome(self.rank)


class Tally(NamedTuple):
    """All dice of one unit in a roll, in the order they fell."""

    dice: tuple[Die, ...]

    @property
    def hits(self) -> int:
        """Plain successes that take effect; criticals are counted apart."""
        return sum(1 for die in self.dice if die.survives and die.rank < CRITICAL_RANK)

    @property
    def crits(self) -> int:
        """Criticals that take effect."""
        return sum(1 for die in self.dice if die.survives and die.rank == CRITICAL_RANK)

    @property
    def effective(self) -> int:
        """Successes that take effect, plain or critical."""
        return sum(1 for die in self.dice if die.survives)


class Result(NamedTuple):
    """A face-to-face roll after cancelling (RL-3). At most one of the two sides has successes left."""

    a: Tally
    b: Tally

    @property
    def outcome_class(self) -> tuple[int, int, int, int]:
        """Hits and criticals left to a, hits and criticals left to b: the key of the exact odds."""
        return self.a.hits, self.a.crits, self.b.hits, self.b.crits


def success_value(attribute: int, *modifiers: int) -> int:
    """SV of an attribute, the sum of its modifiers kept within -12 to +12 (RL-1).

    >>> success_value(12, -6, -6, -3), success_value(13, 3)
    (0, 16)
    """
    return attribute + max(-MODIFIER_LIMIT, min(MODIFIER_LIMIT, sum(modifiers)))


@lru_cache(maxsize=256)
def ranks(sv: int) -> tuple[int, ...]:
    """The rank of each face, 1 to 20, against a success value (RL-1).

    0 is a failure, `CRITICAL_RANK` a critical, and what lies between is the value that a face-to-face
    roll compares: the face, or above 20 the face with SV - 20 added.
    """
    if sv < 1:
        return (MISS_RANK,) * SIDES
    bonus = max(0, sv - SIDES)
    target = min(sv, SIDES)
    totals = (face + bonus for face in range(1, SIDES + 1))
    if bonus:
        return tuple(CRITICAL_RANK if total >= target else total for total in totals)
    return tuple(CRITICAL_RANK if total == target else total if total < target else MISS_RANK for total in totals)


def rank(face: int, sv: int) -> int:
    """The rank of one face (see `ranks`); raises ValueError if there is no such face."""
    if not 1 <= face <= SIDES:
        raise ValueError(f"a d{SIDES} has no face {face}")
    return ranks(sv)[face - 1]


def success(face: int, sv: int) -> Outcome:
    """Read one d20 (RL-1).

    >>> [success(face, 12).name for face in (11, 12, 13)]
    ['HIT', 'CRIT', 'MISS']
    >>> [success(face, 22).name for face in (1, 17, 18, 20)]
    ['HIT', 'HIT', 'CRIT', 'CRIT']
    """
    return _outcome(rank(face, sv))


def is_stray(face: int, sv: int, sv_without: int) -> bool:
    """Whether a die misses at *sv* that would have hit at *sv_without* the engaged-friends modifier (AT-2).

    A unit with SV below 1 rolls no die, so none strays.
    """
    return sv >= 1 and rank(face, sv) == MISS_RANK and rank(face, sv_without) > MISS_RANK


def resolve_normal(faces: Sequence[int], sv: int) -> Tally:
    """Read a roll that nobody opposes: each success takes effect (RL-2)."""
    return _tally(faces, [rank(face, sv) for face in faces], MISS_RANK)


def resolve_face_to_face(faces_a: Sequence[int], sv_a: int, faces_b: Sequence[int], sv_b: int) -> Result:
    """Read a face-to-face roll (RL-3).

    A success takes effect if it ranks above every success of the other side, cancelled ones included.
    That one comparison holds the whole clause: equal ranks fall together, and criticals are equal.

    >>> resolve_face_to_face([4, 9, 15], 12, [7], 11).outcome_class
    (1, 0, 0, 0)
    """
    ranks_a = [rank(face, sv_a) for face in faces_a]
    ranks_b = [rank(face, sv_b) for face in faces_b]
    return Result(
        _tally(faces_a, ranks_a, max(ranks_b, default=MISS_RANK)),
        _tally(faces_b, ranks_b, max(ranks_a, default=MISS_RANK)),
    )


def save_fails(face: int, damage: int, protection: int, *, style: SaveStyle = "n4") -> bool:
    """Whether a saving roll fails against a hit of *damage*, with ARM or BTS and cover as *protection* (RL-5).

    ``n4``: saved if face + protection > damage. ``n5`` (EM-A1) reads the die the other way round: saved
    if face <= PS + protection, where PS is the weapon's 20 - damage. The chances are the same.

    >>> save_fails(9, 13, 4), save_fails(10, 13, 4)
    (True, False)
    >>> save_fails(11, 13, 4, style="n5"), save_fails(12, 13, 4, style="n5")
    (False, True)
    """
    if not 1 <= face <= SIDES:
        raise ValueError(f"a d{SIDES} has no face {face}")
    if style == "n5":
        return face > SIDES - damage + protection
    return face + protection <= damage


def _outcome(rank_: int) -> Outcome:
    if rank_ == MISS_RANK:
        return Outcome.MISS
    return Outcome.CRIT if rank_ == CRITICAL_RANK else Outcome.HIT


def _tally(faces: Sequence[int], own: Sequence[int], bar: int) -> Tally:
    return Tally(tuple(Die(face, r, r > bar) for face, r in zip(faces, own, strict=True)))
