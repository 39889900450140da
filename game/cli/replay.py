"""``broodfall replay``: a saved game told again, or proved to be what it says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from game.cli.options import Lang, Modules, Plain

if TYPE_CHECKING:
    from game.core.view import View
    from game.io.replay import Replay
    from game.io.seat_record import SeatRecord
    from game.text.screen import Screen
    from game.text.words import Words


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Only play it again and compare every die and digest.")
    ] = False,
    at: Annotated[int | None, typer.Option("--at", min=0, metavar="N", help="Draw the board after N actions.")] = None,
    side: Annotated[
        str | None, typer.Option("--as", metavar="SIDE", help="Tell it as that side saw it, without others' secrets.")
    ] = None,
    export: Annotated[
        Path | None, typer.Option("--export", metavar="FILE.jsonl", help="With --as: write a record for that seat.")
    ] = None,
    module: Modules = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Tell a saved game from its beginning. A replay that goes another way than recorded gives exit code 1.

    A record for a seat, which --export writes, is told like a save, as far as that side saw what happened.
    """
    from game.cli.output import admit_all, language
    from game.core.errors import DataError
    from game.io.openers import opener
    from game.io.replay import open_replay
    from game.io.seat_record import is_record, read_record, seen_by, write_record
    from game.text.faults import remarks
    from game.text.screen import Screen
    from game.text.words import Words

    admit_all(module)
    words = Words(language(lang))
    screen = Screen(plain=plain)
    find = opener([file.resolve().parent])
    if is_record(file):
        record = read_record(file, find)
        if side not in (None, record.side) or export is not None:
            raise DataError(f"expected no --as and no --export, this is the record of {record.side}", place="replay")
        if at is not None:
            _seen_board(record, at, words, screen)
        elif verify:
            screen.say(f"what {record.side} knows of {record.entries[-1].n} actions, as it was written", style="green")
        else:
            _tell_seen(record, words, screen)
        return
    if export is not None and side is None:
        raise DataError("expected --as with the side that the record is for", place="--export")
    replay = open_replay(file, find)
    if side is not None:
        replay.finish()
        if export is not None:
            head = replay.save.header
            origin = {"scenario": head.scenario, "position": head.position}
            write_record(export, replay.session, side, seats=replay.seats, **origin)
            screen.say(f"{export}: what {side} knows of {len(replay.session.log)} actions", style="green")
        elif at is not None:
            _seen_board(seen_by(replay.session, side), at, words, screen)
        else:
            _tell_seen(seen_by(replay.session, side), words, screen)
    elif verify:
        replay.finish()
        screen.say(f"{len(replay.session.log)} actions, the same as recorded: {replay.session.digest()}", style="green")
    elif at is not None:
        _board(replay, at, words, screen)
    else:
        _tell(replay, words, screen)
    note = remarks(words, torn=replay.save.torn, complete=replay.complete)
    if note:
        screen.say(note, style="yellow")


def _tell(replay: Replay, words: Words, screen: Screen) -> None:
    from game.text.phrases import Phrases

    for event in replay.session.opening:
        _say(Phrases(replay.game, replay.session.state, words).event(event), screen)
    while replay.position < len(replay):
        line = replay.save.lines[replay.position].line
        before = Phrases(replay.game, replay.session.state, words)
        events = replay.step()
        if line.undo:
            screen.say(f"{line.n}. {words.say('taken_back')}", style="dim")
        elif line.do:
            screen.say(f"{line.n}. {before.naming.side(line.side)}: {before.action(replay.session.log[-1].action)}")
        phrases = Phrases(replay.game, replay.session.state, words)
        for event in events:
            _say(phrases.event(event), screen)


def _tell_seen(record: SeatRecord, words: Words, screen: Screen) -> None:
    """A match as one side saw it: others' actions show by what followed them alone."""
    from game.io.replay import action_codec
    from game.text.phrases import Phrases

    codec, board = action_codec(record.game.rulebook), record.game.board
    for seen, before, after in record.states():
        phrases = Phrases(record.game, before, words)
        if seen.do:
            action = codec.parse(seen.do, board, place=f"action {seen.n}")
            screen.say(f"{seen.n}. {phrases.naming.side(seen.side)}: {phrases.action(action)}")
        elif seen.n:
            screen.say(f"{seen.n}. {phrases.naming.side(seen.side)}")
        for event in seen.events:
            _say(Phrases(record.game, after, words).event(event), screen)


def _seen_board(record: SeatRecord, number: int, words: Words, screen: Screen) -> None:
    """The table after so many actions, as far as the side saw it."""
    from game.core.view import View

    state = record.start
    for seen, _, after in record.states():
        if seen.n > number:
            break
        state = after
    _draw(View(record.game, state, record.side), words, screen)


def _say(said: str, screen: Screen) -> None:
    if said:
        screen.say(f"   {said}")


def _board(replay: Replay, number: int, words: Words, screen: Screen) -> None:
    """The table after so many actions, as the side that is then to act sees it."""
    while replay.position < len(replay) and len(replay.session.log) < number:
        replay.step()
    session = replay.session
    _draw(session.view(session.to_act or session.game.scenario.sides[0].id), words, screen)


def _draw(view: View, words: Words, screen: Screen) -> None:
    """The board and the units on it, as a view shows them."""
    from game.text.lookout import Lookout
    from game.text.naming import Naming
    from game.text.picture import Picture

    naming = Naming(view.game, view.state, words)
    if not screen.plain:
        picture = Picture(view, naming)
        screen.draw(picture.drawn())
        screen.say(picture.key(), style="dim")
    lookout = Lookout(view, naming)
    for said in (*lookout.units(own=True), *lookout.units(own=False)):
        screen.say(said)
