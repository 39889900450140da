"""``broodfall shrink``: a failure made small, and a test of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from game.cli.options import Modules, Plain, Seats

if TYPE_CHECKING:
    from game.api import Bundle
    from game.sim.shrink import Progress, Shrunk


def command(
    bundle: Annotated[
        Path, typer.Argument(metavar="BUNDLE", help="A failed game, as `sim` writes it beside its results.")
    ],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE.py", help="Where the test goes (test_NAME.py).")
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=1, max=86_400, help="Stop trying after so long.")] = 120,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file if it is there.")] = False,
    seat: Seats = None,
    module: Modules = None,
    plain: Plain = False,
) -> None:
    """Find the shortest way and the smallest board on which a game still fails in the same way.

    Writes a pytest file that fails as long as the fault is there. Exit code 1 when the game does not fail any more.
    Ctrl-C keeps the smallest that was found.
    Only the bots and rule systems that the bundle names are loaded; the latter if --module admits them, and a bot that
    is a command line if --seat says it, too, for a file may come from anybody.
    """
    from ai.player import make_bot
    from game.api import read_bundle
    from game.cli.output import NEGATIVE, admit_all, plural
    from game.cli.series import check_places, save_text
    from game.core.errors import DataError
    from game.io.errors import printable
    from game.io.outside import missing, option_for
    from game.sim.failure import in_one_line
    from game.sim.pytest_file import proof_of, pytest_text
    from game.sim.shrink import NotAgain, shrink
    from game.text.screen import Screen

    output = Screen(plain=plain)
    admit_all(module)
    found = read_bundle(bundle)
    file = printable(str(bundle))
    lacking = missing(found.modules)
    if lacking is not None:
        raise DataError(f"expected {option_for(lacking)}, found no such option", file=file, place="modules")
    found = _seated(found, seat or (), file)
    target = out if out is not None else Path(f"test_{_identifier(bundle.stem)}.py")
    if target.exists() and not overwrite:
        raise DataError("expected a new file (--overwrite replaces it)", file=printable(str(target)))
    check_places(target)
    output.say(f"The failure: {in_one_line(found.failure)}")
    try:
        with told(plain=plain) as progress:
            shrunk = shrink(found, make_bot, seconds=seconds, progress=progress)
    except NotAgain as other:
        output.say(f"{file}: {other.message}.", style="yellow")
        raise typer.Exit(NEGATIVE) from None
    text = pytest_text(shrunk.case, command=f"broodfall shrink {bundle.name}")
    proof = proof_of(text, str(target))
    save_text(target, text)
    output.say(f"Before: {shrunk.before}.")
    output.say(f"Now:    {shrunk.after}; {plural(shrunk.tries, 'game')} tried.")
    if not shrunk.whole:
        output.say("Stopped before everything was tried; --seconds gives it more time.", style="yellow")
    for line in drawing(shrunk):
        output.say(line)
    if not proof:
        output.say(f"{target} was written, but does not fail when it is run.", style="yellow")
        raise typer.Exit(NEGATIVE)
    output.say(f"{target} fails now, with {proof}")


def _seated(found: Bundle, given: Sequence[str], file: str) -> Bundle:
    """The bundle with the bots that are given in place of its own.

    Raises DataError for a side that it has not, and where it would start a program that nobody asked for.
    """
    from shlex import quote

    from msgspec.structs import replace

    from ai.player import starts_program
    from game.core.errors import DataError, nearest
    from game.sim.rerun import case_of

    seats = dict(found.seats)
    named = set()
    for text in given:
        side, equals, spec = text.partition("=")
        if not equals or side not in seats:
            raise DataError(f'expected SIDE=BOT with the side {nearest(side, seats)}, found "{text}"', place="--seat")
        seats[side] = spec
        named.add(side)
    for side in case_of(found).acting:
        if side not in named and starts_program(seats[side]):
            line = f"expected --seat {quote(f'{side}={seats[side]}')} (a file starts no program by itself)"
            raise DataError(line, file=file, place=f"seats.{side}")
    return replace(found, seats=seats)


def drawing(shrunk: Shrunk) -> list[str]:
    """The board of a small failure, and the answers that lead to it."""
    from game.sim.document import drawing_of

    rows = drawing_of(shrunk.case.start) if shrunk.case.start else []
    return [*(f"    {row}" for row in rows), *(f"    then {action}" for action in shrunk.case.actions)]


@contextmanager
def told(*, plain: bool) -> Iterator[Progress]:
    """Progress on standard error: a line that is written over on a terminal, else nothing."""
    import sys

    if plain or not sys.stderr.isatty():
        yield lambda _what, _tries: None
        return
    from rich.console import Console

    with Console(stderr=True).status("") as status:
        yield lambda what, tries: status.update(f"{tries} games tried: {what}")


def _identifier(name: str) -> str:
    return "".join(sign if sign.isalnum() and sign.isascii() else "_" for sign in name)
