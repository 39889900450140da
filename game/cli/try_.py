"""``broodfall try``: one action, or several, on a position, with the dice that are to fall."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from game.cli.options import Lang, Modules, Plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from game.api import Action, Event, Session
    from game.text.screen import Screen
    from game.text.words import Words


def command(
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="A position or scenario file, or a mission's name.")
    ],
    do: Annotated[
        list[str] | None,
        typer.Option("--do", metavar="ACTION", help='Such as "move 3 12,5" or "move path=5,5>6,5"; may be repeated.'),
    ] = None,
    dice: Annotated[
        list[str] | None,
        typer.Option("--dice", metavar="PURPOSE=FACES", help="Faces that fall, such as bs=12,5,17; may be repeated."),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="S", help="Roll the dice instead of naming them.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer in one JSON object.")] = False,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the position afterwards.")] = None,
    module: Modules = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Carry actions out on a position and tell what happens, or why not; exit code 1 if one is refused.

    Without --do, the options of the decision that waits are listed.
    """
    from game.api import Session, open_game
    from game.cli.output import NEGATIVE, admit_all, language
    from game.io.position_text import write_position
    from game.text.screen import Screen
    from game.text.words import Words

    admit_all(module)
    opened = open_game(position)
    words = Words(language(lang))
    screen = Screen(plain=plain)
    source = _dice(dice or (), seed)
    with _told_how_to_roll():
        session = Session(opened.game, source, opened.start)
    if not do:
        _options(session, words, screen, json=json)
        return
    told: list[dict[str, Any]] = []
    legal = True
    for text in do:
        with _told_how_to_roll():
            result = _one(session, text, words, screen, json=json)
        told.append(result)
        legal = bool(result["legal"])
        if not legal:
            break
    if json:
        _print_json({"actions": told, **_where(session)})
    if legal:
        _all_fell(source)
    if out is not None and legal:
        out.write_text(write_position(session.game, session.state), encoding="utf-8")
    if not legal:
        raise typer.Exit(NEGATIVE)


@contextmanager
def _told_how_to_roll() -> Iterator[None]:
    """A die that nobody named is an error that says how to come by one."""
    from game.api import DataError
    from game.core.dice import DiceExhausted

    try:
        yield
    except DiceExhausted as error:
        how = f"--dice {error.purpose}=FACES names what falls, --seed S rolls it"
        raise DataError(f"{error}; {how}", place="try") from None


def _dice(given: Sequence[str], seed: str | None) -> Any:
    from game.api import DataError, ScriptedDice, SeededDice
    from game.cli.seats import read_seed

    if seed is not None:
        if given:
            raise DataError("expected --dice or --seed, found both", place="--seed")
        return SeededDice(read_seed(seed))
    faces: dict[str, list[int]] = {}
    for text in given:
        purpose, equals, numbers = text.partition("=")
        parts = [part.strip() for part in numbers.split(",")]
        if not equals or not purpose or not all(part.isdecimal() and int(part) > 0 for part in parts):
            raise DataError(f'expected PURPOSE=FACES such as bs=12,5, found "{text}"', place="--dice")
        faces.setdefault(purpose.strip(), []).extend(int(part) for part in parts)
    return ScriptedDice(faces)


def _all_fell(dice: Any) -> None:
    from game.api import ScriptedDice

    if isinstance(dice, ScriptedDice):
        dice.assert_spent()


def _one(session: Session, text: str, words: Words, screen: Screen, *, json: bool) -> dict[str, Any]:
    """Do what a text says; what happened, or why it did not."""
    from game.io.replay import action_codec
    from game.text.phrases import Phrases

    side = session.to_act
    actions, refusal = _read(session, text, words)
    if refusal is not None:
        if not json:
            screen.say(str(refusal["text"]), style="red")
        return {"do": text, "side": side, "legal": False, "refusal": refusal}
    codec = action_codec(session.game.rulebook)
    done, events = [], list[Any]()
    for action in actions:
        done.append(codec.text(action, session.game.board))
        happened = session.act(action)
        events += happened
        if not json:
            screen.say(f"{done[-1]}:", style="bold")
            phrases = Phrases(session.game, session.state, words)
            for said in filter(None, map(phrases.event, happened)):
                screen.say(f"  {said}")
    return {"do": text, "side": side, "legal": True, "done": done, "events": _event_lines(session, events)}


def _read(session: Session, text: str, words: Words) -> tuple[tuple[Action, ...], dict[str, str] | None]:
    """The actions of a text, or a refusal as plain values.

    Raises DataError for a text that stands for no action at all, and for one that may mean several.
    """
    from game.api import DataError
    from game.io.replay import action_codec
    from game.text.typed import Typed

    if not text.strip():
        raise DataError('expected an action, found ""', place="--do")
    side = session.to_act
    if side is None:
        return (), {"code": "GAME_OVER", "clause": "MS-3", "text": words.say("game_over")}
    if "=" in text or len(text.split()) == 1:
        codec = action_codec(session.game.rulebook)
        if "=" in text or text.strip() in codec.verbs:
            action = codec.parse(text, session.game.board, file="--do")
            refusal = session.verdict(action).refusal
            if refusal is None:
                return (action,), None
            said = words.texts.refusal(refusal)
            return (), {"code": refusal.code, "clause": refusal.clause, "text": said}
    reading = Typed(words).read(text, session.view(side))
    if reading.choices:
        raise DataError(f'expected one action, found {len(reading.choices)} that "{text}" may mean', place="--do")
    if reading.problem:
        return (), {"code": "", "clause": "", "text": reading.problem}
    return reading.actions, None


def _event_lines(session: Session, events: Sequence[Event]) -> list[str]:
    from msgspec import Struct

    from game.core.notation import Codec

    book = session.game.rulebook
    memories = dict.fromkeys(type(value) for value in session.state.ext.values() if isinstance(value, Struct))
    nested = [*book.action_types, *book.decisions, *book.resolvers, *memories]
    codec: Codec[Any] = Codec(book.reducers, nested=nested)
    return [codec.text(event, session.game.board) for event in events]


def _where(session: Session) -> dict[str, Any]:
    state = session.state
    outcome = state.outcome
    return {
        "to_act": session.to_act,
        "round": state.round,
        "phase": state.phase,
        "digest": session.game.digest(state),
        "outcome": None if outcome is None else {"winner": outcome.winner, "reason": outcome.reason},
    }


def _options(session: Session, words: Words, screen: Screen, *, json: bool) -> None:
    from game.io.replay import action_codec
    from game.text.phrases import Phrases

    side = session.to_act
    options = session.game.options(session.state)
    codec = action_codec(session.game.rulebook)
    lines = [codec.text(action, session.game.board) for action in options]
    if json:
        _print_json({"options": lines, **_where(session)})
        return
    task = session.game.waiting(session.state)
    if side is None or task is None:
        screen.say(words.say("game_over"))
        return
    screen.say(Phrases(session.game, session.state, words).task(task), style="bold")
    for line in lines:
        screen.say(f"  {line}")


def _print_json(value: dict[str, Any]) -> None:
    from msgspec import json

    print(json.format(json.encode(value), indent=2).decode())
