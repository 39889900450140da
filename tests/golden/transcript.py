"""Games as readable text: what each side did, what followed, and a digest at each phase; played again from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from msgspec import Struct

from ai.player import make_bot
from game.api import (
    Action,
    BroodfallError,
    DataError,
    Event,
    Game,
    SeededDice,
    Session,
    load_scenario,
    parse_seed,
    seed_text,
)
from game.core.events import AgendaChanged
from game.core.notation import Codec
from game.sim.seats import BotDice

MOST_LINES: Final = 400
MOST_ROUNDS: Final = 3
"""Where a transcript stops: it is to be read, and to show a difference soon."""
HEADER: Final = re.compile(r"# (?P<scenario>[\w-]+), seed (?P<seed>\S+), (?P<seats>.+)")
ACTION: Final = re.compile(r"(?P<side>\w+)> (?P<action>.+)")

Choose = Callable[[Session, int], Action | None]
"""The next action of a match and its number; None to stop."""


class Codecs(NamedTuple):
    """How a game's actions and events are written."""

    actions: Codec[Action]
    events: Codec[Any]


def codecs_of(game: Game) -> Codecs:
    """The text forms of a game."""
    book = game.rulebook
    memories = [type(value) for value in game.empty().ext.values() if isinstance(value, Struct)]
    nested = [*book.action_types, *book.decisions, *book.resolvers, *memories]
    return Codecs(Codec(book.action_types), Codec(list(book.reducers), nested=nested))


def lines_of(game: Game, seed: int | str, seats: str, choose: Choose) -> Iterator[str]:
    """The transcript of a match, line by line as it is played."""
    session, codecs = Session(game, SeededDice(seed)), codecs_of(game)
    yield f"# {game.scenario.id}, seed {seed_text(seed)}, {seats}"
    yield "# Made by `python -m tests.golden.make`. The digest is that of state and dice together."
    place = ""
    events = session.opening
    while True:
        yield from (f"    {codecs.events.text(event, game.board)}" for event in shown(events))
        place, last = _place(session), place
        if place != last:
            yield f"== {place} {session.digest()}"
        action = None if session.over else choose(session, len(session.log))
        if action is None:
            return
        yield f"{session.to_act}> {codecs.actions.text(action, game.board)}"
        events = session.act(action)


def shown(events: tuple[Event, ...]) -> list[Event]:
    """The events worth reading; what waits is in the digests."""
    return [event for event in events if not isinstance(event, AgendaChanged)]


def _place(session: Session) -> str:
    state = session.state
    if state.outcome is not None:
        return f"end: {state.outcome.reason}, winner {state.outcome.winner or 'nobody'}"
    return " ".join(["round", str(state.round), state.turn, state.phase]).rstrip()


def fresh(scenario: str, seed: int | str, bots: dict[str, str]) -> str:
    """A new transcript of a game between bots; ``bots`` by the kind of side they play."""
    game = load_scenario(scenario).game
    seats = {side: bots[kind] for side, kind in game.side_kinds.items()}
    own = {side: BotDice(seed, side) for side in seats}
    players = {side: make_bot(spec, own[side]) for side, spec in seats.items()}
    lines: list[str] = []

    def choose(session: Session, number: int) -> Action | None:
        if len(lines) >= MOST_LINES or session.state.round > MOST_ROUNDS:
            return None
        side = session.to_act or ""
        own[side].at(number)
        return players[side].decide(session.view(side), game.options(session.state))

    for line in lines_of(game, seed, ", ".join(f"{side} by {spec}" for side, spec in seats.items()), choose):
        lines.append(line)
    return "\n".join(lines) + "\n"


class Recorded(NamedTuple):
    """An action of a transcript: its line, counted from 1, whose it is, and its text."""

    line: int
    side: str
    text: str


def mismatch(text: str, *, file: str) -> str:
    """Play a transcript again; the first line that differs, or an empty text."""
    recorded = text.splitlines()
    header = HEADER.fullmatch(recorded[0]) if recorded else None
    if header is None:
        return f"{file}: line 1: expected the header of a transcript"
    game = load_scenario(header["scenario"]).game
    codecs = codecs_of(game)
    given = iter(
        Recorded(number, found["side"], found["action"])
        for number, line in enumerate(recorded, start=1)
        if (found := ACTION.fullmatch(line)) is not None
    )

    def choose(_session: Session, _number: int) -> Action | None:
        entry = next(given, None)
        if entry is None:
            return None
        return codecs.actions.parse(entry.text, game.board, file=file, place=f"line {entry.line}")

    number = 0
    try:
        for number, played in enumerate(lines_of(game, parse_seed(header["seed"]), header["seats"], choose), start=1):
            if number > len(recorded):
                return f"{file}: line {number}: recorded nothing more, played {played!r}"
            if recorded[number - 1] != played:
                return f"{file}: line {number}: recorded {recorded[number - 1]!r}, played {played!r}"
    except DataError as error:
        return str(error)
    except BroodfallError as error:
        return f"{file}: line {number}: {error}"
    if number < len(recorded):
        return f"{file}: line {number + 1}: recorded {recorded[number]!r}, played nothing more"
    return ""
