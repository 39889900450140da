"""Dice: one stream of faces for each purpose (RL-7), so that a new die in one rule leaves the others alone.

Three kinds: `SeededDice` for play, `ScriptedDice` for tests, `RecordedDice` for replays. A purpose is
a name such as ``save`` or ``hive.door``; a position says how many faces of each purpose were drawn.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol, Self, TypeAlias

from game.core.errors import BroodfallError

Position: TypeAlias = tuple[tuple[str, int], ...]
"""Purpose and number of faces drawn, sorted by purpose; purposes never drawn are absent."""

Seed: TypeAlias = int | str

MAX_SIDES: Final = 1 << 32
_WORD_BITS: Final = 64
_WORDS_IN_BLOCK: Final = 8
_UNPACK_BLOCK: Final = struct.Struct(f"<{_WORDS_IN_BLOCK}Q").unpack
_PERSON: Final = b"broodfall.dice"
_DECIMAL_SEED_BITS: Final = 1024  # above it seeds are written in hexadecimal: Python bounds long decimals


class DiceError(BroodfallError):
    """The dice cannot give what was asked."""


class DiceExhausted(DiceError):
    """A scripted purpose has no face left."""

    def __init__(self, purpose: str, sides: int) -> None:
        super().__init__(purpose, sides)
        self.purpose = purpose
        self.sides = sides

    def __str__(self) -> str:
        return f"no scripted die left for '{self.purpose}' (a d{self.sides} was asked)"


class DiceLeftOver(DiceError):
    """Scripted or recorded dice were never rolled."""


class FaceOutOfRange(DiceError):
    """A scripted face does not exist on the die that was asked."""


class RecordMismatch(DiceError):
    """A replay asked for another die than the one on record; *index* counts rolls from 0."""

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(index, reason)
        self.index = index
        self.reason = reason

    def __str__(self) -> str:
        return f"roll {self.index}: {self.reason}"


class Dice(Protocol):
    """What a match rolls with."""

    def roll(self, purpose: str, sides: int) -> int:
        """Draw the next face, 1 to *sides*, of a purpose."""
        ...

    def position(self) -> Position:
        """How many faces of each purpose were drawn so far."""
        ...

    def rewind(self, position: Position) -> None:
        """Go back to an earlier position of these dice, as a failed or undone action needs."""
        ...

    def copy(self) -> Self:
        """Dice that stand at the same position, roll the same faces and move on their own."""
        ...


def seed_text(seed: Seed) -> str:
    """A seed with its kind, for saves and logs; `parse_seed` reads it back.

    >>> seed_text(7), seed_text("alpha"), seed_text("7")
    ('int:7', 'text:alpha', 'text:7')
    """
    if isinstance(seed, str):
        return f"text:{seed}"
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise TypeError(f"a seed is a whole number or a text, not {type(seed).__name__}")
    return f"int:{seed}" if seed.bit_length() <= _DECIMAL_SEED_BITS else f"int:{seed:#x}"


def parse_seed(text: str) -> Seed:
    """The seed that `seed_text` wrote; without a kind a whole number is one and all else is text.

    Raises ValueError if ``int:`` is not followed by a whole number.

    >>> parse_seed("int:7"), parse_seed("text:7"), parse_seed("7"), parse_seed("alpha")
    (7, '7', 7, 'alpha')
    """
    kind, colon, value = text.partition(":")
    if colon and kind == "text":
        return value
    if colon and kind == "int":
        return int(value, 0)
    try:
        return int(text, 10)
    except ValueError:
        return text


def face_of(word: int, sides: int, *, bits: int = _WORD_BITS) -> int | None:
    """Map a word of *bits* random bits to a face, or None for the tail that would favour low faces.

    Each face gets the same number of words; what does not divide evenly is for the caller to redraw.

    >>> face_of(251, 6, bits=8), face_of(252, 6, bits=8)
    (6, None)
    """
    words = 1 << bits
    return word % sides + 1 if word < words - words % sides else None


def _seed_key(seed: Seed) -> bytes:
    if isinstance(seed, str):
        canonical = b"text:" + seed.encode("utf-8", "surrogatepass")
    else:
        seed_text(seed)  # refuses what is no seed
        canonical = f"int:{seed:x}".encode("ascii")
    return hashlib.blake2b(canonical, digest_size=64, person=_PERSON).digest()


class _Stream:
    """The words of one purpose: word k is number k % 8 of the hash of block k // 8."""

    __slots__ = ("_block", "_hasher", "_words")

    def __init__(self, seed_hasher: hashlib.blake2b, purpose: str) -> None:
        name = purpose.encode("utf-8")
        self._hasher = seed_hasher.copy()
        self._hasher.update(len(name).to_bytes(4, "little") + name)
        self._block = -1
        self._words: tuple[int, ...] = ()

    def word(self, k: int) -> int:
        block, place = divmod(k, _WORDS_IN_BLOCK)
        if block != self._block:
            hasher = self._hasher.copy()
            hasher.update(block.to_bytes(8, "little"))
            self._words = _UNPACK_BLOCK(hasher.digest())
            self._block = block
        return self._words[place]

    def spare_face(self, k: int, sides: int) -> int:
        """The k-th face when its own word fell into the tail: further words that belong to k alone."""
        attempt = 0
        while True:
            hasher = self._hasher.copy()
            hasher.update(k.to_bytes(8, "little") + attempt.to_bytes(8, "little"))
            for word in _UNPACK_BLOCK(hasher.digest()):
                face = face_of(word, sides)
                if face is not None:
                    return face
            attempt += 1


class SeededDice:
    """Dice for play: the k-th face of a purpose is a hash of seed, purpose and k, and nothing else.

    The same on every platform and under every hash seed. *counts* puts the dice at a position.
    Measured: about 0.4 microseconds a roll, as one hash serves eight faces.
    """

    __slots__ = ("_counts", "_hasher", "_seed", "_streams")

    _counts: dict[str, int]
    _hasher: hashlib.blake2b
    _seed: Seed
    _streams: dict[str, _Stream]

    def __init__(self, seed: Seed, counts: Mapping[str, int] | Position = ()) -> None:
        self._seed = seed
        self._hasher = hashlib.blake2b(key=_seed_key(seed), digest_size=64, person=_PERSON)
        self._streams = {}
        self._counts = _checked_counts(counts)

    @property
    def seed(self) -> Seed:
        """The seed as it was given, kind and value."""
        return self._seed

    def roll(self, purpose: str, sides: int) -> int:
        """Draw the next face, 1 to *sides*; raises ValueError for a die that cannot exist."""
        if not 0 < sides <= MAX_SIDES:
            raise ValueError(f"a die has 1 to {MAX_SIDES} sides, not {sides}")
        stream = self._streams.get(purpose)
        if stream is None:
            stream = self._streams[purpose] = _Stream(self._hasher, purpose)
        k = self._counts.get(purpose, 0)
        face = face_of(stream.word(k), sides)
        if face is None:
            face = stream.spare_face(k, sides)
        self._counts[purpose] = k + 1
        return face

    def position(self) -> Position:
        """How many faces of each purpose were drawn so far."""
        return tuple(sorted(self._counts.items()))

    def rewind(self, position: Position) -> None:
        """Stand at *position*; any position of these dice can be reached."""
        self._counts = _checked_counts(position)

    def copy(self) -> SeededDice:
        """Dice with the same seed at the same position, moving on their own."""
        twin = SeededDice.__new__(SeededDice)
        twin._seed = self._seed
        twin._hasher = self._hasher
        twin._streams = self._streams  # a cache of what the seed fixes anyway, so it can be shared
        twin._counts = self._counts.copy()
        return twin

    def fork(self, label: str) -> SeededDice:
        """Fresh dice of a seed made from this one and *label*: a bot's own, or one game's of a batch."""
        return SeededDice(f"{seed_text(self._seed)}/{label}")

    def nameless(self) -> SeededDice:
        """The same dice for the hands of a player: their seed is a hash that leads to no other dice."""
        twin = self.copy()
        twin._seed = hashlib.blake2b(_seed_key(self._seed), digest_size=16, person=_PERSON).hexdigest()
        return twin


class ScriptedDice:
    """Dice for tests: ``ScriptedDice(save=[15, 3], **{"hive.door": [5]})``, or the same as one mapping.

    A missing die raises `DiceExhausted`; `assert_spent` raises `DiceLeftOver` for what nobody rolled.
    """

    __slots__ = ("_counts", "_faces")

    def __init__(self, script: Mapping[str, Sequence[int]] | None = None, /, **faces: Sequence[int]) -> None:
        given = dict(script or {})
        for purpose in faces:
            if purpose in given:
                raise ValueError(f"the dice of '{purpose}' are given twice")
        self._faces = {purpose: tuple(dice) for purpose, dice in (given | faces).items()}
        for purpose, dice in self._faces.items():
            for face in dice:
                if type(face) is not int or face < 1:
                    raise FaceOutOfRange(f"'{purpose}' is given {face!r}, but faces are whole numbers from 1")
        self._counts: dict[str, int] = {}

    def roll(self, purpose: str, sides: int) -> int:
        """Give the next scripted face of a purpose."""
        k = self._counts.get(purpose, 0)
        dice = self._faces.get(purpose, ())
        if k >= len(dice):
            raise DiceExhausted(purpose, sides)
        if dice[k] > sides:
            raise FaceOutOfRange(f"die {k} of '{purpose}' is scripted {dice[k]}, but a d{sides} was asked")
        self._counts[purpose] = k + 1
        return dice[k]

    def position(self) -> Position:
        """How many faces of each purpose were drawn so far."""
        return tuple(sorted(self._counts.items()))

    def rewind(self, position: Position) -> None:
        """Stand at *position* again."""
        self._counts = _checked_counts(position)

    def copy(self) -> ScriptedDice:
        """Dice with the same script at the same position."""
        twin = ScriptedDice(self._faces)
        twin._counts = dict(self._counts)
        return twin

    def assert_spent(self) -> None:
        """Raise `DiceLeftOver`, naming them, if scripted dice were not rolled."""
        left = {
            purpose: list(dice[self._counts.get(purpose, 0) :])
            for purpose, dice in sorted(self._faces.items())
            if self._counts.get(purpose, 0) < len(dice)
        }
        if left:
            raise DiceLeftOver("never rolled: " + ", ".join(f"{name} {dice}" for name, dice in left.items()))


class RecordedDice:
    """Dice for replays: rolls must come in the recorded order with the recorded purpose and sides."""

    __slots__ = ("_counts", "_index", "_record")

    def __init__(self, record: Iterable[tuple[str, int, int]]) -> None:
        self._record = tuple(record)
        self._index = 0
        self._counts: dict[str, int] = {}

    def roll(self, purpose: str, sides: int) -> int:
        """Give the next recorded face; any difference raises `RecordMismatch`."""
        index = self._index
        if index >= len(self._record):
            raise RecordMismatch(index, f"'{purpose}' d{sides} was asked, but the record ends here")
        there, faces, face = self._record[index]
        if (there, faces) != (purpose, sides):
            raise RecordMismatch(index, f"'{purpose}' d{sides} was asked, but the record has '{there}' d{faces}")
        if not 1 <= face <= sides:
            raise RecordMismatch(index, f"the record has a {face} on a d{sides} of '{purpose}'")
        self._index = index + 1
        self._counts[purpose] = self._counts.get(purpose, 0) + 1
        return face

    def position(self) -> Position:
        """How many faces of each purpose were drawn so far."""
        return tuple(sorted(self._counts.items()))

    def rewind(self, position: Position) -> None:
        """Stand at an earlier position: as many rolls into the record as it counts."""
        self._counts = _checked_counts(position)
        self._index = sum(self._counts.values())

    def copy(self) -> RecordedDice:
        """Dice with the same record at the same position."""
        twin = RecordedDice(self._record)
        twin._index = self._index
        twin._counts = dict(self._counts)
        return twin

    def assert_spent(self) -> None:
        """Raise `DiceLeftOver` if the record goes on."""
        left = len(self._record) - self._index
        if left:
            purpose, sides, _ = self._record[self._index]
            raise DiceLeftOver(
                f"{left} recorded rolls never asked, the next is roll {self._index}: '{purpose}' d{sides}"
            )


def _checked_counts(counts: Mapping[str, int] | Position) -> dict[str, int]:
    drawn = dict(counts)
    for purpose, count in drawn.items():
        if count < 0:
            raise ValueError(f"'{purpose}' cannot have been drawn {count} times")
    return {purpose: count for purpose, count in drawn.items() if count}
