"""``broodfall play``: a game in the terminal, at any seat a person or a bot."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from game.cli.options import Hive, Lang, Marines, Modules, Plain, Seats, Seed

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from game.api import Session
    from game.io.deciders import Decider
    from game.io.meta import Meta
    from game.io.saves import SaveWriter
    from game.text.words import Words

FIRST = "culvert"
"""The mission that is played when none is named."""


class Setup(NamedTuple):
    """A game that is about to be played."""

    session: Session
    seats: Mapping[str, str]
    seed: int | str
    origin: tuple[str, str]
    saver: SaveWriter | None
    torn: int = 0
    deciders: Sequence[Decider] = ()


def command(
    scenario: Annotated[
        str | None, typer.Argument(metavar="[SCENARIO]", help="A mission's name, or a scenario or position file.")
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Play by typing, even where no terminal is found.")] = False,
    marines: Marines = None,
    hive: Hive = None,
    seat: Seats = None,
    seed: Seed = None,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")] = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Save the game there.")] = None,
    unsaved: Annotated[bool, typer.Option("--no-save", help="Do not save the game.")] = False,
    confirm: Annotated[bool, typer.Option("--confirm/--no-confirm", help="Ask before dice fall.")] = True,
    module: Modules = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Play a mission. Seats are 'human' or the name of a bot; without a terminal to ask at, bots play it out.

    Every action is saved as it happens; a game that was interrupted goes on with --load.
    """
    from ai.player import make_bot
    from game.cli.output import NEGATIVE, admit_all, language
    from game.core.errors import BroodfallError, DataError
    from game.text.faults import told
    from game.text.play import TextGame
    from game.text.screen import Screen
    from game.text.words import Words

    admit_all(module)
    asked = text or (sys.stdin.isatty() and sys.stdout.isatty())
    if load is None:
        setup = _new(scenario or FIRST, marines, hive, seat or (), seed, save, asked=asked, unsaved=unsaved)
    elif scenario is None and seed is None and save is None:
        setup = _resumed(load, marines, hive, seat or ())
    else:
        raise DataError("expected no scenario, --seed or --save beside it: the saved game has them", place="--load")
    words = Words(language(lang))
    screen = Screen(plain=plain)
    title, meta = _introduction(setup.origin[0], scenario, words)
    table = TextGame(
        setup.session,
        setup.seats,
        seed=setup.seed,
        make_bot=make_bot,
        words=words,
        screen=screen,
        origin=setup.origin,
        saver=setup.saver,
        deciders=setup.deciders,
        briefings={side: meta.briefing(side, words.language) for side in setup.seats} if meta is not None else None,
    )
    table.confirm = confirm
    screen.say(words.say("welcome" if asked else "demo", title=title, seed=setup.seed), style="bold")
    people = table.people()
    if len(people) == 1:
        table.brief(people[0])
    elif meta is not None and not people:
        screen.say(meta.description[words.language])
    if setup.torn:
        screen.say(words.say("torn", line=setup.torn))
    try:
        table.run()
    except BroodfallError as error:
        screen.say(told(error, words, paths=True), style="red")
        raise typer.Exit(NEGATIVE) from None
    finally:
        if setup.saver is not None:
            setup.saver.close()
    if not asked:
        screen.say(words.say("demo_end"))


def _new(
    name: str,
    marines: str | None,
    hive: str | None,
    seats: Sequence[str],
    seed: str | None,
    save: Path | None,
    *,
    asked: bool,
    unsaved: bool,
) -> Setup:
    """A new game. Where a person can be asked, one plays the human sides unless it is said otherwise."""
    from game.api import SeededDice, Session, open_game
    from game.cli.seats import HUMAN, read_seats, read_seed
    from game.cli.storage import free_path
    from game.core.errors import DataError
    from game.io.saves import SUFFIX, SaveWriter

    opened = open_game(name)
    usual = HUMAN if asked else None
    players = dict(
        read_seats(
            opened.game.scenario, marines=usual if marines is None else marines, hive=hive, seats=seats, people=True
        )
    )
    if not asked and HUMAN in players.values():
        raise DataError("expected a terminal to ask a person at, or --text", place="play")
    dice_seed = read_seed(seed) if seed is not None else fresh_seed()
    session = Session(opened.game, SeededDice(dice_seed), opened.start)
    saver = None
    if save is not None or (asked and not unsaved):
        path = save or free_path(Path(opened.scenario).stem or "position", SUFFIX)
        saver = SaveWriter.create(path, session, scenario=opened.scenario, position=opened.position, seats=players)
    return Setup(session, players, dice_seed, (opened.scenario, opened.position), saver)


def _resumed(path: Path, marines: str | None, hive: str | None, seats: Sequence[str]) -> Setup:
    """A saved game, at its last completed action; seats stay as they were unless others are named."""
    from game.api import parse_seed
    from game.cli.seats import read_seats
    from game.io.openers import opener
    from game.io.saves import load_save

    taken = load_save(path, opener([path.resolve().parent]))
    kinds = taken.session.game.side_kinds
    instead = {side: marines if kind == "human" else hive for side, kind in kinds.items()}
    before = [f"{side}={spec}" for side, spec in taken.seats.items() if instead[side] is None]
    _refuse_code(path, before, {text.partition("=")[0] for text in seats})
    players = read_seats(taken.session.game.scenario, marines=marines, hive=hive, seats=[*before, *seats], people=True)
    origin = (taken.header.scenario, taken.header.position)
    return Setup(
        taken.session, dict(players), parse_seed(taken.header.seed), origin, taken.writer, taken.torn, taken.deciders
    )


def _refuse_code(path: Path, seats: Sequence[str], given: Collection[str]) -> None:
    """Raises DataError if a file seats a bot that is code or a program: only who plays may start one."""
    from shlex import quote

    from ai.player import loads_code
    from game.core.errors import DataError

    for seat in seats:
        side, _, spec = seat.partition("=")
        if side not in given and loads_code(spec):
            raise DataError(f"expected --seat {quote(seat)} (a file starts no code by itself)", file=str(path))


def fresh_seed() -> int:
    """A seed nobody chose, short enough to be written down."""
    import secrets

    return secrets.randbelow(1_000_000_000)


def _introduction(file: str, named: str | None, words: Words) -> tuple[str, Meta | None]:
    """The mission's title and what else is told of it; of a position nothing is."""
    from game.core.errors import DataError
    from game.io.scenario import find_scenario, read_meta

    if not file:
        return words.say("position"), None
    try:
        meta = read_meta(find_scenario(named or file))
    except DataError:  # a saved game whose mission lies in a folder of its own: it was found, its title is not needed
        return file, None
    return meta.title[words.language], meta
