"""``broodfall sim``: many games without a screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from game.cli.options import Hive, Marines, Modules, Plain, Seats, Seed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from game.sim.batch import Batch
    from game.sim.results import Rows, RowWriter
    from game.sim.summary import Summary
    from game.text.screen import Screen


def command(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="A mission's name, or a scenario file.")],
    games: Annotated[int, typer.Option("-n", "--games", min=1, max=1_000_000, help="How many games.")] = 100,
    marines: Marines = None,
    hive: Hive = None,
    seat: Seats = None,
    seed: Seed = "1",
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=256, help="Processes that play at once.")] = 1,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE.jsonl", help="Write every game there.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the batch in FILE.jsonl.")] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace FILE.jsonl if it is there.")] = False,
    cap: Annotated[int, typer.Option("--cap", min=1, help="Actions after which a game is stopped as stuck.")] = 50_000,
    timing: Annotated[bool, typer.Option("--timing", help="Measure each decision (median, 95th, longest).")] = False,
    bundles: Annotated[
        Path | None,
        typer.Option(
            "--bundles",
            metavar="DIR",
            help="Where spoilt games are kept, a few of each kind, for `shrink`; beside --out if not said.",
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Hold the rules' invariants after every action; takes longer.")
    ] = False,
    module: Modules = None,
    plain: Plain = False,
) -> None:
    """Play many games between bots and sum them up.

    The same seed plays the same games with any number of jobs. Ctrl-C keeps the games that are finished.
    """
    from game.api import open_game
    from game.cli.output import NEGATIVE, admit_all
    from game.cli.seats import read_seats, read_seed
    from game.core.errors import DataError
    from game.sim.batch import Batch, check_resumable
    from game.sim.match import rules_of
    from game.sim.results import finished_games
    from game.sim.summary import summarise
    from game.text.screen import Screen

    if resume and out is None:
        raise DataError("expected --out with the file to go on with", place="--resume")
    modules = admit_all(module)
    game = open_game(scenario).game
    batch = Batch(
        scenario=scenario,
        seats=read_seats(game.scenario, marines=marines, hive=hive, seats=seat or ()),
        games=games,
        seed=read_seed("1" if seed is None else seed),
        cap=cap,
        timed=timing,
        modules=modules,
        bundles=str(_folder(bundles, out) or ""),
        checked=check,
    )
    kept: list[Rows] = []
    if out is not None and out.exists():
        if resume:
            kept = [rows for rows in finished_games(out, len(batch.seats), repair=True) if rows[0].game < games]
            check_resumable(batch, game.scenario.id, kept, file=str(out), rules=rules_of(game))
        elif overwrite:
            out.unlink()
        else:
            raise DataError("expected a new file (--resume goes on with it, --overwrite replaces it)", file=str(out))
    output = Screen(plain=plain)
    whole = _play(batch, jobs, kept, out, output)
    summary = summarise(kept)
    _show(summary, batch, output, jobs)
    if not whole:
        output.say(f"Stopped after {summary.games} of {games} games.", style="bold yellow")
    if batch.bundles and summary.void:
        output.say(f"Spoilt games are in {batch.bundles}; `broodfall shrink FILE` makes a small test of one.")
    if not whole or summary.void:
        raise typer.Exit(NEGATIVE)


def _folder(bundles: Path | None, out: Path | None) -> Path | None:
    """Where bundles go: the folder that was asked for, or one beside the results."""
    if bundles is not None or out is None:
        return bundles
    return out.with_name(f"{out.stem}-failures")


def _play(batch: Batch, jobs: int, kept: list[Rows], out: Path | None, output: Screen) -> bool:
    """Play what is missing, adding to ``kept``; False when a person stopped it."""
    from contextlib import ExitStack

    from game.sim.batch import Interrupted, run
    from game.sim.results import RowWriter

    with ExitStack() as stack:
        writer: RowWriter | None = stack.enter_context(RowWriter(out)) if out is not None else None
        games = run(batch, jobs=jobs, done=[rows[0].game for rows in kept])
        try:
            for rows in _watched(games, batch.games, len(kept), output):
                _keep(rows, kept, writer)
        except Interrupted as stopped:
            for rows in stopped.finished:
                _keep(rows, kept, writer)
            return False
        except KeyboardInterrupt:
            return False
    return True


def _keep(rows: Rows, kept: list[Rows], writer: RowWriter | None) -> None:
    kept.append(rows)
    if writer is not None:
        writer.write(rows)


def _watched(games: Iterator[Rows], total: int, done: int, output: Screen) -> Iterator[Rows]:
    """The same games, with a progress bar (or a line at each tenth) on standard error."""
    import sys

    if output.plain or not sys.stderr.isatty():
        for number, rows in enumerate(games, done + 1):
            yield rows
            if output.plain and number * 10 // total > (number - 1) * 10 // total:
                print(f"{number} of {total} games", file=sys.stderr, flush=True)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=total, completed=done)
        for rows in games:
            yield rows
            progress.advance(task)


def _show(summary: Summary, batch: Batch, output: Screen, jobs: int) -> None:
    if not summary.games:
        return
    output.table(
        ("side", "bot", "wins", "rate", "95 % interval", "decisions", "attacks"),
        [
            (
                side.side,
                side.bot,
                f"{side.wins.count} of {side.wins.of}",
                f"{side.wins.share:.1%}",
                f"{side.wins.low:.1%} to {side.wins.high:.1%}",
                f"{side.decisions:.1f}",
                f"{side.attacks:.1f}",
            )
            for side in summary.sides
        ],
        title=f"{batch.scenario}, {summary.games} games, seed {batch.seed}",
    )
    reasons = ", ".join(f"{reason} {count}" for reason, count in summary.reasons.items())
    output.say(f"Ends: {reasons}. Draws: {summary.draws}.")
    output.say(
        f"Length: {summary.rounds_mean:.1f} rounds on average, median {summary.rounds_median:g}; "
        f"{summary.decisions_mean:.0f} decisions a game; {summary.seconds:.1f} s of play."
    )
    for side in summary.sides:
        if side.losses:
            lost = ", ".join(f"{count:.2f} {kind}" for kind, count in side.losses.items())
            output.say(f"Losses of {side.side} a game: {lost}.")
    for side in summary.sides:
        if side.thinking is not None:
            middle, high, longest = side.thinking
            output.say(f"Thinking, {side.side}: median {middle:g} ms, 95th {high:g} ms, longest {longest:g} ms.")
    for error in summary.errors[:_SHOWN]:
        output.say(error, style="red")
    if len(summary.errors) > _SHOWN:
        output.say(f"... and {len(summary.errors) - _SHOWN} more spoilt games.")
    seats = " ".join(f"--seat '{side}={bot}'" for side, bot in batch.seats)
    seats += "".join(f" --module {name}" for name in batch.modules)
    output.say(f"Again: broodfall sim {batch.scenario} -n {batch.games} {seats} --seed {batch.seed} --jobs {jobs}")


_SHOWN = 5
"""Errors that are shown in full."""
