"""The lines of a save: one JSON object a line, each sealed with a sum over itself and everything before it.

A save is a header, then a line for each action, undo and checkpoint. The seal makes every kind of damage show at
the line where it is: a changed byte, a missing line, two lines changed over. Only a last line without its line
break is taken for torn: the process died while writing it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from game.core.dice import seed_text
from game.core.errors import DataError
from game.core.events import DiceRolled
from game.core.game import RULES_VERSION, Game
from game.core.state import Event, State
from game.core.types import Side
from game.io.errors import Kind, fault, printable, quoted
from game.io.paths import read_bounded

FORMAT_VERSION: Final = 1
"""Changes whenever a save of the old form cannot be read any more."""
MAX_BYTES: Final = 64 << 20
MAX_LINE: Final = 1 << 20
"""Bytes of a save and of one of its lines."""
SEAT_MARK: Final = b'{"broodfall":"seat",'
_SAVE_MARK: Final = b'{"broodfall":"save",'
"""How a record for one seat begins, and how a save does."""
_SEAL: Final = b',"sum":"'
_SUM_BYTES: Final = 6
_SEAL_LENGTH: Final = len(_SEAL) + 2 * _SUM_BYTES + len(b'"}')

Rolls = tuple[tuple[str, int, tuple[int, ...]], ...]
"""Dice of one action: purpose, sides, faces in the order they fell."""


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: what is played. ``scenario`` names a file of an allowed folder, or ``position`` is the text
    of a position file; the digests tell whether they are still what they were. ``modules`` are the rule systems
    from outside that it was played with.
    """

    broodfall: str
    version: int
    rules: str
    seed: str
    scenario_digest: str
    board_digest: str
    start_digest: str
    scenario: str = ""
    position: str = ""
    seats: dict[Side, str] = {}
    modules: tuple[str, ...] = ()


class Line(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any further line: an action (``do``), an undo, a checkpoint (``digest``), which the end is, too, or new players.

    ``n`` counts actions from 1; an undo has the number of the action it takes back, the others that of the last one
    before them. ``dice`` are the faces that fell, ``end`` the reason why the game is over, ``seats`` who plays each
    side from here on. ``by`` is who decided an action in place of the player at the seat: a bot's spec, or ``human``.
    """

    n: int
    side: Side = ""
    do: str = ""
    dice: Rolls = ()
    undo: bool = False
    digest: str = ""
    end: str = ""
    winner: str = ""
    seats: dict[Side, str] = {}
    by: str = ""


class _Version(Struct, frozen=True):
    """What a header of any version has."""

    version: int


class Numbered(NamedTuple):
    """A line of a file with its number, from 1."""

    number: int
    line: Line


class SaveFile(NamedTuple):
    """What a file holds: header, lines, the bytes that are whole, the sum so far, and the number of a last line that
    was torn while it was written and is left out (0: none was).
    """

    header: Header
    lines: tuple[Numbered, ...]
    good: int
    sum: str
    torn: int

    @property
    def seats(self) -> dict[Side, str]:
        """Who plays each side in the end."""
        changes = [line.seats for _, line in self.lines if line.seats]
        return changes[-1] if changes else self.header.seats


T = TypeVar("T")


def sealed(value: Struct, previous: str) -> tuple[bytes, str]:
    """The line of a value with its seal and line break, and the sum that the next line goes on from."""
    body = msgspec.json.encode(value)
    total = _sum(previous, body)
    return body[:-1] + _SEAL + total.encode() + b'"}\n', total


def _sum(previous: str, body: bytes) -> str:
    return blake2b(previous.encode() + body, digest_size=_SUM_BYTES, person=b"broodfall.save").hexdigest()


def rolls_of(events: Sequence[Event]) -> Rolls:
    """The dice that fell in ``events``."""
    return tuple((e.purpose, e.sides, e.faces) for e in events if isinstance(e, DiceRolled))


def digests(game: Game) -> tuple[str, str]:
    """Digests of the scenario with its roster, and of the board: 32 hex digits each."""
    board = game.board
    doors = [(d.name, d.cells, d.sealed, d.solid, d.open, d.structure, d.armour) for d in board.doors]
    plain = (board.width, board.height, board.terrain, board.heights, doors, dict(board.zones))
    rules = (game.scenario, dict(game.kinds), dict(game.weapons), dict(game.upgrades), game.rules)
    return _digest(rules), _digest(plain)


def _digest(value: Any) -> str:
    encoded = msgspec.msgpack.encode(value, order="deterministic")
    return blake2b(encoded, digest_size=16).hexdigest()


def header_for(
    game: Game, start: State, seed: int | str, *, scenario: str, position: str, seats: dict[Side, str]
) -> Header:
    """The header of a new save."""
    scenario_digest, board_digest = digests(game)
    return Header(
        broodfall="save",
        version=FORMAT_VERSION,
        rules=RULES_VERSION,
        seed=seed_text(seed),
        scenario_digest=scenario_digest,
        board_digest=board_digest,
        start_digest=game.digest(start),
        scenario=scenario,
        position=position,
        seats=seats,
        modules=game.scenario.outside,
    )


def read_save(path: Path) -> SaveFile:
    """Read a whole save and check each line's seal; the play itself is not looked at.

    Raises:
        DataError: it is no save, of another version, or damaged anywhere but in a torn last line.
    """
    data = read_bounded(path, limit=MAX_BYTES, what="a save", file=path, place="file")
    raw = data.split(b"\n")
    rest = raw.pop()  # what follows the last line break: nothing, unless a line was torn
    if not raw:
        _not_a_save(path, rest)
    header, total = _header(path, raw[0])
    lines = []
    for number, text in enumerate(raw[1:], start=2):
        body, total = unsealed(path, number, text, total)
        lines.append(Numbered(number, decoded(path, number, body, Line)))
    return SaveFile(header, tuple(lines), len(data) - len(rest), total, len(raw) + 1 if rest else 0)


def read_header(path: Path) -> Header:
    """The header alone, for lists of saves. Raises DataError as :func:`read_save` does."""
    data = read_bounded(path, limit=MAX_BYTES, what="a save", file=path, place="file")
    first, found, _ = data.partition(b"\n")
    if not found:
        _not_a_save(path, first)
    return _header(path, first)[0]


def _not_a_save(path: Path, text: bytes) -> None:
    found = "an empty file" if not text else "no whole line"
    kind: Kind = "save_cut" if text.startswith(_SAVE_MARK) else "no_save" if text else "empty_save"
    raise fault("the header of a save", found, file=path, place="line 1", kind=kind)


def is_seat_record(data: bytes) -> bool:
    """Are these the first bytes of what one seat may know of a match, instead of a save?"""
    return data.startswith(SEAT_MARK)


def _header(path: Path, text: bytes) -> tuple[Header, str]:
    if is_seat_record(text):
        found = "the record of one seat: it can be watched, not played on"
        raise fault("the header of a save", found, file=path, place="line 1", kind="seat_record")
    if not text.startswith(_SAVE_MARK):
        found = "something else: this is not a save"
        raise fault("the header of a save", found, file=path, place="line 1", kind="no_save")
    body, total = unsealed(path, 1, text, "")
    version = decoded(path, 1, body, _Version).version  # first of all: other versions may have other keys
    if version != FORMAT_VERSION:
        kind: Kind = "newer_save" if version > FORMAT_VERSION else "older_save"
        expected = f"format version {FORMAT_VERSION}"
        raise fault(expected, str(version), file=path, place="line 1: version", kind=kind)
    header = decoded(path, 1, body, Header)
    if header.rules != RULES_VERSION:
        expected, found = f"rules version {RULES_VERSION}", quoted(header.rules)
        raise fault(
            expected,
            found,
            file=path,
            place="line 1: rules",
            kind="other_rules",
            theirs=header.rules,
            ours=RULES_VERSION,
        )
    if bool(header.scenario) == bool(header.position):
        expected, found = "either a scenario or a position", "both or neither"
        raise fault(expected, found, file=path, place="line 1", kind="damaged", line=1)
    return header, total


def unsealed(path: Path, number: int, text: bytes, previous: str) -> tuple[bytes, str]:
    """The line without its seal, and the sum with it."""
    place = f"line {number}"
    if len(text) > MAX_LINE:
        expected = f"a line of at most {MAX_LINE} bytes"
        raise fault(expected, str(len(text)), file=path, place=place, kind="damaged", line=number)
    body, seal = text[:-_SEAL_LENGTH] + b"}", text[-_SEAL_LENGTH:]
    total = _sum(previous, body)
    if seal != _SEAL + total.encode() + b'"}':
        found = "one that is damaged or out of place"
        raise fault("a line as it was written", found, file=path, place=place, kind="damaged", line=number)
    return body, total


def decoded(path: Path, number: int, body: bytes, type_: type[T]) -> T:
    """The value of an unsealed line. Raises DataError."""
    try:
        return msgspec.json.decode(body, type=type_)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        file = printable(str(path))
        said = {"file": file, "line": str(number)}
        raise DataError(printable(str(error)), file=file, place=f"line {number}", kind="damaged", values=said) from None
