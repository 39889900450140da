"""``broodfall compare``: which of two bots is the better one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from game.cli.options import (
    Cap,
    GameImagines,
    GameTime,
    Isolate,
    Jobs,
    Json,
    Missions,
    Modules,
    MoveImagines,
    MoveTime,
    Out,
    Overwrite,
    Plain,
    Resume,
    Seed,
)
from game.cli.output import plural

if TYPE_CHECKING:
    from game.sim.batch import Batch
    from game.sim.compare import Cell, CellReport, Comparison, Contender, Running
    from game.sim.results import Rows
    from game.sim.series import Place
    from game.sim.summary import Rate
    from game.text.screen import Screen

UNDECIDED = 3
"""Exit code: the games did not say enough."""

MISSIONS = ("relay", "culvert", "depot")
"""Where bots are compared when nothing else is said: two short missions with a hive and one between marines."""

SAME = 10
"""Pairs of each cell that are enough to see that a bot plays like itself."""


def command(
    a: Annotated[str, typer.Argument(metavar="A", help="The bot that may be better; see `broodfall bots`.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The bot it is compared with.")],
    on: Missions = None,
    opponent: Annotated[
        list[str] | None,
        typer.Option("--opponent", metavar="BOT", help="Whom both play against; may be given several times."),
    ] = None,
    pairs: Annotated[int, typer.Option("--pairs", "-n", min=1, max=1_000_000, help="The most pairs of games.")] = 400,
    elo0: Annotated[float, typer.Option("--elo0", help="Rejected is a difference of so much Elo or less.")] = 0.0,
    elo1: Annotated[float, typer.Option("--elo1", help="Accepted is a difference of so much Elo or more.")] = 70.0,
    alpha: Annotated[float, typer.Option("--alpha", help="The chance to accept wrongly.")] = 0.05,
    beta: Annotated[float, typer.Option("--beta", help="The chance to reject wrongly.")] = 0.05,
    seed: Seed = "1",
    jobs: Jobs = 1,
    out: Out = None,
    resume: Resume = False,
    overwrite: Overwrite = False,
    cap: Cap = 50_000,
    move_imagines: MoveImagines = None,
    game_imagines: GameImagines = None,
    move_time: MoveTime = None,
    game_time: GameTime = None,
    isolate: Isolate = False,
    json: Json = None,
    module: Modules = None,
    plain: Plain = False,
) -> None:
    """Compare two bots by pairs of games with the same seed, and stop as soon as the verdict is clear.

    Exit code 0: A is accepted as better; 1: rejected; 3: undecided after all pairs, or stopped; 2: bad input.
    The same seed gives the same verdict with any number of jobs. To ask whether A is no worse than B, give
    --elo0 -70 --elo1 0.
    """
    from game.cli.output import NEGATIVE, admit_all
    from game.cli.seats import read_seed
    from game.cli.series import again, check_places, contender, play, save_json
    from game.sim.batch import Batch
    from game.sim.budget import Budget
    from game.sim.compare import Running
    from game.sim.series import check_distinct
    from game.sim.sprt import Bounds, Verdict, check_bounds
    from game.text.screen import Screen

    check_places(out, json)
    bounds = Bounds(elo0=elo0, elo1=elo1, alpha=alpha, beta=beta)
    check_bounds(bounds)
    base = Batch(
        scenario="",
        seats=(),
        games=0,
        seed=read_seed("1" if seed is None else seed),
        cap=cap,
        budget=Budget(
            move_imagines=move_imagines, game_imagines=game_imagines, move_time=move_time, game_time=game_time
        ),
        modules=admit_all(module),
    )
    first, second = contender(a), contender(b)
    places = _places(on, first, second, opponent, pairs, base)
    cells = [place.cell for place in places]
    check_distinct([cell.one for cell in cells])
    running = Running(cells, bounds, min(pairs, SAME * len(cells)) if first.spec == second.spec else pairs)
    done = _done(running, places, out, resume=resume, overwrite=overwrite)
    screen = Screen(plain=plain)

    def take(number: int, rows: Rows) -> bool:
        running.add(number, rows)
        return running.over

    whole = running.over or play(
        running.batches,
        done,
        take,
        lambda: len(running.pairs),
        total=running.most,
        jobs=jobs,
        out=out,
        screen=screen,
        what="pairs",
        isolate=isolate,
    )
    comparison = running.report(first.spec, second.spec, stopped=not whole)
    words = ["compare", a, b, *(word for name in on or () for word in ("--on", name))]
    words += [word for spec in opponent or () for word in ("--opponent", spec)]
    words += ["--pairs", str(pairs), "--elo0", f"{elo0:g}", "--elo1", f"{elo1:g}"]
    words += ["--alpha", f"{alpha:g}", "--beta", f"{beta:g}"]
    line = again(words, base, jobs, isolate=isolate)
    _show(comparison, running.errors, line, screen)
    if json is not None:
        save_json(json, comparison, line)
    if comparison.verdict is not Verdict.ACCEPTED:
        raise typer.Exit(NEGATIVE if comparison.verdict is Verdict.REJECTED else UNDECIDED)


class _Placed(NamedTuple):
    """A cell and where it is."""

    cell: Cell
    place: Place


def _places(
    on: list[str] | None, a: Contender, b: Contender, opponent: list[str] | None, pairs: int, base: Batch
) -> list[_Placed]:
    """The cells of all missions, each with no more pairs than its share."""
    from game.cli.seats import default_bot
    from game.cli.series import contender, opened
    from game.core.errors import DataError
    from game.sim.compare import cells_of

    opponents = [contender(spec) for spec in opponent or [default_bot("human"), default_bot("hive")]]
    places: list[_Placed] = []
    for name, scenario, place in opened(on or MISSIONS):
        cells = cells_of(scenario, name, a, b, opponents, pairs, base)
        if on and not cells:
            found = f"expected bots that can play the same seat, and an opponent for it, found {a.spec} and {b.spec}"
            raise DataError(found, place=name)
        places += [_Placed(cell, place) for cell in cells]
    if not places:
        raise DataError("expected two bots that can play the same seat", place=f"{a.spec} and {b.spec}")
    each = -(-pairs // len(places))
    return [place._replace(cell=shortened(place.cell, each)) for place in places]


def shortened(cell: Cell, pairs: int) -> Cell:
    """The cell with that many pairs at most."""
    from msgspec.structs import replace

    return replace(cell, one=replace(cell.one, games=pairs), two=replace(cell.two, games=pairs))


def _done(
    running: Running, places: list[_Placed], out: Path | None, *, resume: bool, overwrite: bool
) -> dict[tuple[int, int], Rows]:
    """The games of the file that is gone on with, checked and taken in."""
    from game.cli.series import begin
    from game.sim.series import kept_games

    if not begin(out, resume=resume, overwrite=overwrite) or out is None:
        return {}
    done = kept_games(out, running.batches, [place.place for place in places for _ in range(2)])
    for (number, _), rows in sorted(done.items()):
        running.add(number, rows)
    return done


def _show(comparison: Comparison, errors: list[str], line: str, screen: Screen) -> None:
    reports = comparison.cells if len(comparison.cells) == 1 else (*comparison.cells, comparison.total)
    screen.table(
        ("on", "seat", "against", "pairs", "A won", "B won", "ahead : alike : behind", "gain of A a game"),
        [_row(report) for report in reports],
        title=f"A: {comparison.a}, B: {comparison.b}",
    )
    total = comparison.total
    outcomes = ", ".join(f"{margin:+g}: {count}" for margin, count in total.margins.items())
    screen.say(f"Pairs by points of A less points of B: {outcomes or 'none'}.")
    found = total.difference
    screen.say(
        f"Elo difference {found.elo:+.0f} (95 % interval {found.low:+.0f} to {found.high:+.0f}); "
        f"likelihood that A is the better one: {found.superiority:.2%}."
    )
    bounds = comparison.bounds
    screen.say(
        f"Sequential test of {bounds.elo0:+g} against {bounds.elo1:+g} Elo (alpha {bounds.alpha:g}, beta "
        f"{bounds.beta:g}): {comparison.llr:+.2f} after {plural(comparison.pairs, 'pair')} "
        f"(of up to {comparison.most}), bounds {comparison.lower:+.2f} and {comparison.upper:+.2f}."
    )
    if comparison.alike == comparison.pairs + comparison.dropped and comparison.alike:
        screen.say("Both games of every pair went exactly alike.", style="bold yellow")
    if comparison.void:
        spoilt = ", ".join(f"{bot} {count}" for bot, count in comparison.void.items())
        screen.say(
            f"Spoilt games: {spoilt}. They are lost for the bot that spoilt them; {comparison.dropped} pairs that the "
            "engine spoilt are left out.",
            style="bold red",
        )
        for error in errors[:_SHOWN]:
            screen.say(error, style="red")
    if comparison.stopped:
        screen.say("Stopped before there was a verdict.", style="bold yellow")
    screen.say(_said(comparison), style="bold")
    screen.say(f"Again: {line}")


def _said(comparison: Comparison) -> str:
    """The verdict in words: what of the two claims does not hold."""
    a, b, bounds = comparison.a, comparison.b, comparison.bounds
    if comparison.verdict.value == "undecided":
        return f"Undecided: the games do not tell {a} from {b}."
    if comparison.verdict.value == "accepted":
        if bounds.elo0 < 0:
            return f"Accepted: {a} is not worse than {b} by {-bounds.elo0:g} Elo."
        more = f" by more than {bounds.elo0:g} Elo" if bounds.elo0 else ""
        return f"Accepted: {a} is better than {b}{more}."
    if bounds.elo1 > 0:
        return f"Rejected: {a} is not better than {b} by {bounds.elo1:g} Elo."
    more = f" by more than {-bounds.elo1:g} Elo" if bounds.elo1 else ""
    return f"Rejected: {a} is worse than {b}{more}."


def _row(report: CellReport) -> tuple[str, ...]:
    ahead = sum(count for margin, count in report.margins.items() if margin > 0)
    behind = sum(count for margin, count in report.margins.items() if margin < 0)
    middle, low, high = report.gain
    return (
        report.mission or "all",
        report.seat,
        report.opponent or ("each other" if report.mission else ""),
        str(report.pairs),
        _rate(report.a),
        _rate(report.b),
        f"{ahead} : {report.pairs - ahead - behind} : {behind}",
        f"{middle:+.1%} ({low:+.1%} to {high:+.1%})",
    )


def _rate(rate: Rate) -> str:
    return f"{rate.count} of {rate.of} ({rate.low:.0%} to {rate.high:.0%})"


_SHOWN = 5
"""Errors that are shown in full."""
