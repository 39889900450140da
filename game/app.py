"""The composition root: the command line ``broodfall``, and the one place that turns errors into exit codes.

Exit codes: 0 good; 1 a negative verdict; 2 bad usage or input, with one line on standard error.
"""

from __future__ import annotations

import io
import os
import sys
import threading
from collections.abc import Sequence
from typing import Annotated

import typer

from game import __version__
from game.cli import (
    bots,
    card,
    check,
    compare,
    curve,
    export,
    honesty,
    play,
    replay,
    report,
    rules,
    scenarios,
    shrink,
    sim,
    study,
    tournament,
    try_,
    units,
    what_if,
    window,
)
from game.cli.output import BAD_INPUT, GOOD, NEGATIVE
from game.core.errors import BroodfallError, ReplayMismatch

INTERRUPTED = 130
"""What shells expect of a program that a person stopped."""

_GRACE = 1.0
"""Seconds that threads have to end when a command is over."""

app = typer.Typer(
    name="broodfall",
    help="A board game of marines against a hive mind: play it, simulate it, look things up.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(play.command)
app.command("sim")(sim.command)
app.command("export")(export.command)
app.command("report")(report.command)
app.command("compare")(compare.command)
app.command("tournament")(tournament.command)
app.command("study")(study.command)
app.command("what-if")(what_if.command)
app.command("curve")(curve.command)
app.command("shrink")(shrink.command)
app.command("replay")(replay.command)
app.command("check")(check.command)
app.command("try")(try_.command)
app.command("rules")(rules.command)
app.command("scenarios")(scenarios.command)
app.command("units")(units.command)
app.command("bots")(bots.command)
app.command("card")(card.command)
app.command("honesty")(honesty.command)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"broodfall {__version__}")
        raise typer.Exit(GOOD)


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        raise typer.Exit(window.command())


def run(arguments: Sequence[str]) -> int:
    """Carry a command line out and answer with its exit code; bad input is told in one line on standard error."""
    command = typer.main.get_command(app)
    try:
        code = command.main(args=list(arguments), prog_name="broodfall", standalone_mode=False)
    except ReplayMismatch as error:
        return _told(_worded(error, str(error), arguments), NEGATIVE)
    except BroodfallError as error:
        return _told(_worded(error, str(error), arguments), BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has heard enough; the interpreter must not complain about it when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return GOOD
    except Exception as error:
        # Usage errors are the parser's own type, which its package does not always export.
        if hasattr(error, "format_message"):
            return _told(f"{error.format_message()} (see broodfall {_subcommand(arguments)}--help)", BAD_INPUT)
        if os.environ.get("BROODFALL_TRACEBACK"):
            raise
        if isinstance(error, OSError):
            reason = (error.strerror or "an error").lower()
            line = f"{error.filename or 'output'}: expected a file that can be used, found {reason}"
            return _told(_worded(error, line, arguments), BAD_INPUT)
        text = f"{type(error).__name__}: {error}"
        return _told(f"unexpected error: {text} (BROODFALL_TRACEBACK=1 shows where)", NEGATIVE)
    return code if isinstance(code, int) else GOOD


def _subcommand(arguments: Sequence[str]) -> str:
    names = [command.name for command in app.registered_commands]
    return f"{arguments[0]} " if arguments and arguments[0] in names else ""


def _worded(error: BroodfallError | OSError, line: str, arguments: Sequence[str]) -> str:
    """What went wrong, in the language of the command line; in English it is the ``line`` with file and place."""
    from game.cli.output import asked_language

    language = asked_language(arguments)
    if language == "en":
        return line
    from game.text.faults import told
    from game.text.words import Words

    try:
        return told(error, Words(language), paths=True)
    except BroodfallError:  # the words that come with the game are what is damaged
        return line


def _told(message: str, code: int) -> int:
    print("broodfall: " + " ".join(message.split()), file=sys.stderr)
    return code


def _settle_streams() -> None:
    """Streams that whoever started the program closed are empty; letters they have no code for are question marks."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _leave_threads(code: int) -> None:
    """End the program soon, whatever threads go on that a bot began; the interpreter would wait for them for ever."""
    left = [thread for thread in threading.enumerate() if not thread.daemon and thread is not threading.main_thread()]

    def end() -> None:
        for thread in left:
            thread.join(_GRACE / len(left))
        if any(thread.is_alive() for thread in left):
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    if left:
        threading.Thread(target=end, daemon=True).start()


def main() -> None:
    """The command ``broodfall``."""
    _settle_streams()
    code = run(sys.argv[1:])
    _leave_threads(code)
    sys.exit(code)
