"""``broodfall tournament``: everybody against everybody."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from game.sim.batch import Batch
    from game.sim.results import Rows
    from game.sim.sanity import Check
    from game.sim.series import Place
    from game.sim.standings import Standings
    from game.sim.tournament import Course, Fixture
    from game.text.screen import Screen

MISSIONS = ("relay", "culvert")
"""Where bots meet when nothing else is said."""


def command(
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help="The bots to rank; see `broodfall bots`.")],
    on: Missions = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, max=1_000_000, help="Games of each pairing on each mission.")
    ] = 10,
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
    openskill: Annotated[
        bool, typer.Option("--openskill", help="Rate by openskill, too (pip install 'broodfall\\[lab]').")
    ] = False,
    json: Json = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE.csv", help="Write the cross tables of the missions there.")
    ] = None,
    markdown: Annotated[
        Path | None, typer.Option("--markdown", metavar="FILE.md", help="Write the whole result there as a page.")
    ] = None,
    module: Modules = None,
    plain: Plain = False,
) -> None:
    """Let every bot play every other on each mission, with random and passive bots among them, and rate them.

    Marines and hive are rated apart, each against the random bot in the same seat. Exit code 1 when a check of the
    bots fails, a game was spoilt or the tournament was stopped.
    """
    from game.cli.extras import need
    from game.cli.output import NEGATIVE, admit_all, plural
    from game.cli.seats import read_seed
    from game.cli.series import again, check_places, play
    from game.sim.batch import Batch
    from game.sim.budget import Budget
    from game.sim.sanity import checks_of
    from game.sim.series import check_distinct
    from game.sim.standings import standings_of
    from game.sim.tournament import Course
    from game.text.screen import Screen

    check_places(out, json, csv, markdown)
    if openskill:
        need("openskill", extra="lab")
    base = Batch(
        scenario="",
        seats=(),
        games=games,
        seed=read_seed("1" if seed is None else seed),
        cap=cap,
        budget=Budget(
            move_imagines=move_imagines, game_imagines=game_imagines, move_time=move_time, game_time=game_time
        ),
        modules=admit_all(module),
    )
    fixtures, places = _fixtures(bots, on, base)
    batches = [fixture.batch for fixture in fixtures]
    check_distinct(batches)
    course = Course(fixtures)
    done = _done(course, places, out, resume=resume, overwrite=overwrite)
    screen = Screen(plain=plain)
    total = games * len(fixtures)
    screen.say(f"{plural(len(fixtures), 'pairing')}, {plural(total, 'game')}.")

    def take(number: int, rows: Rows) -> bool:
        course.add(number, rows)
        return False

    whole = play(
        batches,
        done,
        take,
        lambda: course.games,
        total=total,
        jobs=jobs,
        out=out,
        screen=screen,
        isolate=isolate,
        in_turn=False,
    )
    repeated, whole = _repeated(course, isolated=isolate or jobs > 1) if whole else ([], False)
    words = ["tournament", *bots, *(word for name in on or () for word in ("--on", name)), "--games", str(games)]
    line = again([*words, *(["--openskill"] if openskill else [])], base, jobs, isolate=isolate)
    standings = standings_of(course, checks_of(course, repeated), of=total, stopped=not whole, openskill=openskill)
    _show(standings, course.errors, line, screen)
    _write(standings, line, json=json, csv=csv, markdown=markdown)
    if not whole or standings.void or standings.failed:
        raise typer.Exit(NEGATIVE)


def _fixtures(bots: list[str], on: list[str] | None, base: Batch) -> tuple[list[Fixture], list[Place]]:
    """Every pairing, and where it is played."""
    from game.cli.seats import default_bot
    from game.cli.series import contender, opened
    from game.core.errors import DataError
    from game.sim.tournament import YARDSTICKS, fixtures_of

    entrants = [contender(spec) for spec in bots]
    if len({bot.spec for bot in entrants}) < len(entrants):
        twice = next(bot.spec for bot in entrants if [other.spec for other in entrants].count(bot.spec) > 1)
        raise DataError("expected each bot once, found it twice", place=f'bot "{twice}"')
    guests = [contender(default_bot(kind)) for kind in ("human", "hive")]
    yardsticks = [contender(spec) for spec in YARDSTICKS]
    fixtures: list[Fixture] = []
    places: list[Place] = []
    for name, scenario, place in opened(on or MISSIONS):
        found = fixtures_of(scenario, name, entrants, guests, yardsticks, base)
        if not found:
            raise DataError("expected a mission that one of the bots can play", place=name)
        fixtures += found
        places += [place] * len(found)
    return fixtures, places


def _done(
    course: Course, places: list[Place], out: Path | None, *, resume: bool, overwrite: bool
) -> dict[tuple[int, int], Rows]:
    """The games of the file that is gone on with, checked and taken in."""
    from game.cli.series import begin
    from game.sim.series import kept_games

    if not begin(out, resume=resume, overwrite=overwrite) or out is None:
        return {}
    done = kept_games(out, [fixture.batch for fixture in course.fixtures], places)
    for (number, _), rows in sorted(done.items()):
        course.add(number, rows)
    return done


def _repeated(course: Course, *, isolated: bool) -> tuple[list[Check], bool]:
    """Whether games that are played again go as before; False when a person stopped it."""
    from game.sim.sanity import repeats

    try:
        return list(repeats(course, isolated=isolated)), True
    except KeyboardInterrupt:
        return [], False


def _write(standings: Standings, line: str, *, json: Path | None, csv: Path | None, markdown: Path | None) -> None:
    """The result in whichever files were asked for. Raises DataError for one that cannot be written."""
    from game.cli.series import save_json, save_text
    from game.sim.standings import as_csv, as_markdown

    if json is not None:
        save_json(json, standings, line)
    if csv is not None:
        save_text(csv, as_csv(standings))
    if markdown is not None:
        save_text(markdown, as_markdown(standings, line))


def _show(standings: Standings, errors: list[str], line: str, screen: Screen) -> None:
    from game.sim.standings import tables_of

    if standings.games:
        for title, columns, rows in tables_of(standings):
            screen.table(columns, rows, title=title)
    for check in standings.failed:
        screen.say(f"{check.bot}: {check.said}.", style="bold red")
    if standings.void:
        spoilt = ", ".join(f"{bot} {count}" for bot, count in standings.void.items())
        screen.say(f"Spoilt games: {spoilt}. They are lost for who spoilt them.", style="bold red")
        for error in errors[:_SHOWN]:
            screen.say(error, style="red")
    if standings.stopped:
        screen.say(f"Stopped after {standings.games} of {standings.of} games.", style="bold yellow")
    screen.say(f"Again: {line}")


_SHOWN = 5
"""Errors that are shown in full."""
