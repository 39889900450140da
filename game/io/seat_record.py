"""What one seat may know of a match, as a file: to be watched, never to be played on (HI-2).

A save holds the seed of the dice, every action and, by its scenario, every force: whoever has it knows all. A record
for a seat holds none of these. Its lines are sealed as those of a save are: a header; the events of set-up; then for
each entry of the log the events as that side saw them, with the action where it was a friend's; last the table as the
side sees it now, as the text of a position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import Struct

from game.core.events import AgendaChanged
from game.core.game import RULES_VERSION, Game
from game.core.notation import Codec
from game.core.rulebook import Rulebook
from game.core.session import Session
from game.core.state import Event, State
from game.core.types import Side
from game.io.errors import fault, nearest, printable, quoted
from game.io.paths import read_bounded
from game.io.position_text import write_position
from game.io.replay import Opener, action_codec
from game.io.save_format import MAX_BYTES, Header, decoded, digests, is_seat_record, sealed, unsealed

RECORD_VERSION: Final = 1
"""Changes whenever a record of the old form cannot be read any more."""


class SeatHeader(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line: whose record it is and what was played; no seed, and digests of what everybody knows alone."""

    broodfall: str
    version: int
    rules: str
    side: Side
    scenario_digest: str
    board_digest: str
    scenario: str = ""
    position: str = ""
    seats: dict[Side, str] = {}
    modules: tuple[str, ...] = ()


class SeatLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any further line: an entry of the log (``n`` from 1, 0 for set-up), or at the end the ``table``.

    ``do`` is the action in text notation, if it was of the seat's own team.
    """

    n: int
    side: Side = ""
    do: str = ""
    events: tuple[str, ...] = ()
    table: str = ""


class Seen(NamedTuple):
    """An entry as the seat saw it: number, who acted, the action in words of the log or ``""``, and what followed."""

    n: int
    side: Side
    do: str
    events: tuple[Event, ...]


class SeatRecord(NamedTuple):
    """A match as one side saw it. ``entries`` begin with set-up; ``table`` is a position, as things stand now."""

    side: Side
    game: Game
    start: State
    entries: tuple[Seen, ...]
    table: str

    def states(self) -> Iterator[tuple[Seen, State, State]]:
        """Every entry with the table before and after it, as far as the side saw it; nothing of it is to be decided."""
        before = self.start
        for seen in self.entries:
            after = self.game.fold(before, seen.events)
            yield seen, before, after
            before = after


def seen_by(session: Session, side: Side) -> SeatRecord:
    """A match as ``side`` saw it, from its start to now.

    Raises:
        DataError: there is no such side.
    """
    game = session.game
    if side not in game.teams:
        raise fault(nearest(side, game.teams), quoted(side), file="record", place="side")
    codec = action_codec(game.rulebook)
    state, entries = session.start, []
    for n, entry in enumerate([None, *session.log]):
        events = session.opening if entry is None else entry.events
        state = game.fold(state, events)
        told = tuple(e for e in game.redacted_events(state, events, side) if not isinstance(e, AgendaChanged))
        actor = "" if entry is None else entry.side
        friend = entry is not None and game.teams.get(actor) == game.teams[side]
        entries.append(Seen(n, actor, codec.text(entry.action, game.board) if entry and friend else "", told))
    start = game.redacted(session.start, side)
    table = write_position(game.public, game.redacted(session.state, side))
    return SeatRecord(side, game.public, start, tuple(entries), table)


@cache
def _codec(events: tuple[type[Event], ...], nested: tuple[type[Struct], ...]) -> Codec[Event]:
    return Codec(events, nested=nested)


def event_codec(book: Rulebook, game: Game) -> Codec[Event]:
    """How the events of a rulebook are written and read."""
    own = [type(value) for value in game.empty().ext.values() if isinstance(value, Struct)]
    kept = (*own, *(module.memory for module in book.modules if module.memory is not None))
    nested = (*book.action_types, *book.decisions, *book.resolvers, *kept)
    return _codec(tuple(book.reducers), tuple(dict.fromkeys(nested)))


def write_record(
    path: Path, session: Session, side: Side, *, scenario: str, position: str, seats: Mapping[Side, str]
) -> None:
    """Write the record of a match for one seat; an existing file is left alone.

    Args:
        path: the file, which must not exist.
        session: the match.
        side: the seat it is for.
        scenario: the name under which the scenario is found again; empty if it started from a position.
        position: anything if it started from a position: the record holds what the seat may know of it.
        seats: who plays each side.

    Raises:
        DataError: there is no such side, or the file exists or cannot be written.
    """
    record = seen_by(session, side)
    codec, board = event_codec(record.game.rulebook, record.game), record.game.board
    scenario_digest, board_digest = digests(record.game)
    lines: list[Struct] = [
        SeatHeader(
            broodfall="seat",
            version=RECORD_VERSION,
            rules=RULES_VERSION,
            side=side,
            scenario_digest=scenario_digest,
            board_digest=board_digest,
            scenario=scenario,
            position=write_position(record.game, record.start) if position else "",
            seats=dict(seats),
            modules=record.game.scenario.outside,
        )
    ]
    lines += [
        SeatLine(seen.n, seen.side, seen.do, tuple(codec.text(event, board) for event in seen.events))
        for seen in record.entries
    ]
    lines.append(SeatLine(len(session.log), table=record.table))
    total, parts = "", []
    for line in lines:
        text, total = sealed(line, total)
        parts.append(text)
    try:
        with path.open("xb") as stream:
            stream.write(b"".join(parts))
    except OSError as error:
        reason = (error.strerror or "an error").lower()
        raise fault("a file that can be written", reason, file=path, place="file") from None


def is_record(path: Path) -> bool:
    """Is the file a record for one seat? False for a file that cannot be read."""
    try:
        with path.open("rb") as stream:
            return is_seat_record(stream.read(64))
    except OSError:
        return False


def read_record(path: Path, opener: Opener) -> SeatRecord:
    """Read a record to watch it.

    Args:
        path: the file.
        opener: finds the scenario that it names; of that only what everybody may know is used.

    Raises:
        DataError: it is no record, damaged, cut off, or of a scenario or board that is not what it was.
    """
    data = read_bounded(path, limit=MAX_BYTES, what="a record for a seat", file=path, place="file")
    raw = data.split(b"\n")
    if not is_seat_record(data) or len(raw) < 3 or raw.pop():
        raise fault("a whole record for a seat", "something else or a part of one", file=path, place="file")
    body, total = unsealed(path, 1, raw[0], "")
    header = decoded(path, 1, body, SeatHeader)
    if (header.version, header.rules) != (RECORD_VERSION, RULES_VERSION):
        wanted = f"version {RECORD_VERSION} and rules {RULES_VERSION}"
        found = f"{header.version} and {quoted(header.rules)}"
        raise fault(
            wanted, found, file=path, place="line 1", kind="other_rules", theirs=header.rules, ours=RULES_VERSION
        )
    game, start = _opened(path, header, opener)
    lines: list[SeatLine] = []
    for number, text in enumerate(raw[1:], start=2):
        body, total = unsealed(path, number, text, total)
        lines.append(decoded(path, number, body, SeatLine))
    if not lines[-1].table:
        raise fault("the table at the end of the record", "none", file=path, place=f"line {len(raw)}")
    entries = tuple(_seen(path, number, line, game) for number, line in enumerate(lines[:-1], start=2))
    return SeatRecord(header.side, game, start, entries, lines[-1].table)


def _opened(path: Path, header: SeatHeader, opener: Opener) -> tuple[Game, State]:
    asked = Header(
        broodfall="save",
        version=header.version,
        rules=header.rules,
        seed="",
        scenario_digest=header.scenario_digest,
        board_digest=header.board_digest,
        start_digest="",
        scenario=header.scenario,
        position=header.position,
        modules=header.modules,
    )
    whole, start = opener(asked, path)
    game = whole.public
    if header.side not in game.teams:
        raise fault(nearest(header.side, game.teams), quoted(header.side), file=path, place="line 1: side")
    if not header.position and digests(game) != (header.scenario_digest, header.board_digest):
        raise fault("the scenario as it was when the record was made", "a changed one", file=path, place="line 1")
    return game, start if start is not None else game.initial()


def _seen(path: Path, number: int, line: SeatLine, game: Game) -> Seen:
    codec = event_codec(game.rulebook, game)
    file, place = printable(str(path)), f"line {number}"
    events: Sequence[Event] = [codec.parse(text, game.board, file=file, place=place) for text in line.events]
    return Seen(line.n, line.side, line.do, tuple(events))
