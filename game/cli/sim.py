"""``broodfall sim``: many games without a screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from game.cli.options import (
    Cap,
    GameImagines,
    GameTime,
    Hive,
    Isolate,
    Jobs,
    Marines,
    Modules,
    MoveImagines,
    MoveTime,
    Out,
    Overwrite,
    Plain,
    Resume,
    Seats,
    Seed,
)

if TYPE_CHECKING:
    from game.api import Game
    from game.sim.batch import Batch
    from game.sim.engines import Engine
    from game.sim.results import Rows
    from game.text.screen import Screen


def command(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="A mission's name, or a scenario file.")],
    games: Annotated[int, typer.Option("-n", "--games", min=1, max=1_000_000, help="How many games.")] = 100,
    marines: Marines = None,
    hive: Hive = None,
    seat: Seats = None,
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
    engine: Annotated[str, typer.Option("--engine", metavar="local|ray", help="Where games are played.")] = "local",
    address: Annotated[
        str | None, typer.Option("--address", help="With --engine ray: a cluster that is running, such as auto.")
    ] = None,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE.csv", help="Write a CSV table, too.")] = None,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", metavar="FILE.parquet", help="Write a Parquet table, too.")
    ] = None,
    max_passive: Annotated[
        int | None,
        typer.Option(
            "--max-passive", min=0, metavar="ROUNDS", help="Say no if a side attacks nobody for more rounds in a row."
        ),
    ] = None,
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

    The same seed plays the same games with any number of jobs, on any engine. Ctrl-C keeps the games that are finished.
    Exit code 1: a game was spoilt, a side was passive, or the batch was stopped.
    """
    from game.api import open_game
    from game.cli.extras import need
    from game.cli.output import NEGATIVE, admit_all
    from game.cli.seats import read_seats, read_seed
    from game.cli.series import begin, check_places
    from game.cli.sim_summary import passive, show
    from game.sim.batch import Batch
    from game.sim.budget import Budget
    from game.sim.engines import RAY, engine_of
    from game.sim.results import settle
    from game.sim.summary import summarise
    from game.sim.tables import write_table
    from game.text.screen import Screen

    tables = _prepared(
        [_named(csv, ".csv", "--csv"), _named(parquet, ".parquet", "--parquet")], keep=resume or overwrite
    )
    check_places(out, *tables)
    modules = admit_all(module)
    game = open_game(scenario).game
    batch = Batch(
        scenario=scenario,
        seats=read_seats(game.scenario, marines=marines, hive=hive, seats=seat or ()),
        games=games,
        seed=read_seed("1" if seed is None else seed),
        cap=cap,
        timed=timing,
        budget=Budget(
            move_imagines=move_imagines, game_imagines=game_imagines, move_time=move_time, game_time=game_time
        ),
        modules=modules,
        bundles=str(_folder(bundles, out) or ""),
        checked=check,
    )
    kept = _kept(batch, game, out) if begin(out, resume=resume, overwrite=overwrite) and out is not None else []
    output = Screen(plain=plain)
    if engine == RAY:
        need("ray", extra="ray")
    with engine_of(engine, jobs=jobs, address=address) as workers:
        whole = _play(batch, kept, out, output, jobs=jobs, isolate=isolate, engine=workers)
    kept.sort(key=lambda rows: rows[0].game)
    if out is not None:
        settle(out, len(batch.seats))
    for path in tables:
        write_table([row for rows in kept for row in rows], path)
    summary = summarise(kept)
    options = _options(batch, jobs=jobs, engine=engine, address=address, isolate=isolate, timing=timing)
    show(summary, batch, output, _again(batch, options))
    quiet = max_passive is not None and passive(kept, max_passive, output)
    if not whole:
        output.say(f"Stopped after {summary.games} of {games} games.", style="bold yellow")
    if batch.bundles and summary.void:
        output.say(f"Spoilt games are in {batch.bundles}; `broodfall shrink FILE` makes a small test of one.")
    if not whole or summary.void or quiet:
        raise typer.Exit(NEGATIVE)


def _kept(batch: Batch, game: Game, out: Path) -> list[Rows]:
    """The games of a file that is gone on with. Raises DataError if they are of another batch."""
    from game.sim.batch import check_resumable
    from game.sim.results import finished_games
    from game.sim.rows import rules_of

    kept = [rows for rows in finished_games(out, len(batch.seats), repair=True) if rows[0].game < batch.games]
    check_resumable(batch, game.scenario.id, kept, file=str(out), rules=rules_of(game))
    return kept


def _named(path: Path | None, suffix: str, option: str) -> Path | None:
    from game.core.errors import DataError

    if path is not None and path.suffix != suffix:
        raise DataError(f'expected a name that ends in {suffix}, found "{path.name}"', place=option)
    return path


def _options(batch: Batch, *, jobs: int, engine: str, address: str | None, isolate: bool, timing: bool) -> list[str]:
    """The options of a batch that its command needs to be the same one."""
    from msgspec.structs import asdict

    from game.sim.match import ACTION_CAP

    words: list[str] = []
    if batch.cap != ACTION_CAP:
        words += ["--cap", str(batch.cap)]
    for name, value in asdict(batch.budget).items():
        if value is not None:
            words += [f"--{name.replace('_', '-')}", f"{value:g}" if isinstance(value, float) else str(value)]
    words += ["--check"] * batch.checked + ["--timing"] * timing + ["--isolate"] * isolate
    if engine != "local":
        words += ["--engine", engine, *(["--address", address] if address else [])]
    return [*words, "--jobs", str(jobs)]


def _folder(bundles: Path | None, out: Path | None) -> Path | None:
    """Where bundles go: the folder that was asked for, or one beside the results."""
    if bundles is not None or out is None:
        return bundles
    return out.parent / f"{out.stem}-failures"


def _prepared(tables: Sequence[Path | None], *, keep: bool) -> list[Path]:
    """The flat files that are to be written. Raises DataError for what cannot be, before a game is played."""
    from game.cli.extras import need
    from game.core.errors import DataError
    from game.sim.tables import PARQUET

    found = [path for path in tables if path is not None]
    for path in found:
        if path.suffix == PARQUET:
            need("pyarrow", extra="lab")
        if path.exists() and not keep:
            raise DataError("expected a new file (--resume and --overwrite replace it)", file=str(path))
    return found


def _play(
    batch: Batch,
    kept: list[Rows],
    out: Path | None,
    output: Screen,
    *,
    jobs: int,
    isolate: bool,
    engine: Engine | None,
) -> bool:
    """Play what is missing, adding to ``kept``; False when a person stopped it."""
    from contextlib import ExitStack

    from game.cli.progress import counted
    from game.sim.batch import run
    from game.sim.results import RowWriter

    with ExitStack() as stack:
        writer: RowWriter | None = stack.enter_context(RowWriter(out)) if out is not None else None
        tell = stack.enter_context(counted(plain=output.plain, begun=len(kept)))

        def keep(rows: Rows) -> None:
            if writer is not None:
                writer.write(rows)
            kept.append(rows)
            tell(len(kept), batch.games)

        done = [rows[0].game for rows in kept]
        try:
            for _ in run(batch, jobs=jobs, done=done, isolated=isolate, engine=engine, on_finish=keep):
                pass
        except KeyboardInterrupt:
            return False
    return True


def _again(batch: Batch, options: Sequence[str]) -> str:
    """The command that plays the same batch again."""
    import shlex

    words = ["broodfall", "sim", batch.scenario, "-n", str(batch.games)]
    for side, bot in batch.seats:
        words += ["--seat", f"{side}={bot}"]
    for name in batch.modules:
        words += ["--module", name]
    return shlex.join([*words, "--seed", str(batch.seed), *options])
