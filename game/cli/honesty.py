"""``broodfall honesty``: does a bot use what it cannot see?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from game.cli.options import Isolate, Jobs, Json, Missions, Modules, MoveTime, Plain, Seed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.sim.honesty import Difference, Examined, Examining
    from game.text.screen import Screen

MISSIONS = ("relay", "hothouse", "depot")
"""Where bots are examined when nothing else is said: with markers, forms and reserves, against the hive and marines."""


def command(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot to examine; see `broodfall bots`.")],
    on: Missions = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=10_000, help="Games of each seat.")] = 1,
    every: Annotated[int, typer.Option("--every", min=1, help="Check each so-many-th decision of the bot.")] = 1,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            "--opponent", metavar="BOT", help="Who plays against it (random); give one for each kind of side."
        ),
    ] = None,
    cap: Annotated[int, typer.Option("--cap", min=1, help="Decisions after which a game is left.")] = 1000,
    seed: Seed = "1",
    jobs: Jobs = 1,
    move_time: MoveTime = None,
    isolate: Isolate = False,
    json: Json = None,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Where positions of differences are written.")
    ] = Path("honesty"),
    module: Modules = None,
    plain: Plain = False,
) -> None:
    """Draw anew what a bot cannot see, and look whether its choice changes.

    At each decision that is checked a second bot of the same kind is asked at a table that looks the same to it but
    where hidden troopers, reserves, orders, cards and the dice to come are others. Ctrl-C shows what was checked.
    Exit code 0: it always chose the same; 1: it did not, failed, or was stopped; 2: bad input.
    """
    from game.cli.output import NEGATIVE, admit_all
    from game.cli.seats import read_seed
    from game.cli.series import again, check_places, save_json
    from game.sim.budget import Budget
    from game.sim.honesty import Examining
    from game.text.screen import Screen

    check_places(json)
    base = Examining(
        scenario="",
        seats=(),
        games=games,
        seed=read_seed("1" if seed is None else seed),
        cap=cap,
        budget=Budget(move_time=move_time),
        modules=admit_all(module),
        side="",
        every=every,
    )
    works = _works(base, bot, on or MISSIONS, opponent or ())
    screen = Screen(plain=plain)
    seen, whole = _examined(works, jobs, screen, isolate=isolate)
    _show(works, seen, bot, screen)
    kept = [_told(screen, bot, works[number], examined.difference, out) for number, _, examined in seen]
    checked = sum(examined.checked for *_, examined in seen)
    bad = any(examined.difference or examined.failed for *_, examined in seen)
    if not whole:
        screen.say(f"Stopped after {len(seen)} of {games * len(works)} games.", style="bold yellow")
    if not bad:
        screen.say(f"{bot} chose the same at all {checked} decisions.", style="bold green")
    words = ["honesty", bot, *(word for name in on or () for word in ("--on", name))]
    words += [word for spec in opponent or () for word in ("--opponent", spec)]
    words += ["--games", str(games), "--every", str(every)]
    line = again(words, base, jobs, isolate=isolate)
    screen.say(f"Again: {line}")
    if json is not None:
        rows = [_plain(works[row[0]], *row[1:], files) for row, files in zip(seen, kept, strict=True)]
        save_json(json, {"bot": bot, "checked": checked, "games": rows}, line)
    if bad or not whole:
        raise typer.Exit(NEGATIVE)


def _works(base: Examining, bot: str, missions: Sequence[str], opponents: Sequence[str]) -> list[Examining]:
    """The games of each seat that the bot can take. Raises DataError for an unknown bot or mission, or no such seat."""
    from msgspec.structs import replace

    from ai.player import SEATS, read_spec
    from game.api import open_game
    from game.core.errors import DataError

    seats = read_spec(bot).kind.seats
    against = dict.fromkeys(SEATS, "random")
    for spec in opponents:
        against.update(dict.fromkeys(read_spec(spec).kind.seats, spec))
    works = []
    for mission in missions:
        kinds = open_game(mission).game.side_kinds
        for side, played in kinds.items():
            if played in seats:
                bots = tuple((name, bot if name == side else against[kind]) for name, kind in kinds.items())
                works.append(replace(base, scenario=mission, seats=bots, side=side))
    if not works:
        raise DataError(f"expected a mission with a side that {bot} plays ({', '.join(seats)})", place="--on")
    return works


def _examined(
    works: Sequence[Examining], jobs: int, screen: Screen, *, isolate: bool
) -> tuple[list[tuple[int, int, Examined]], bool]:
    """What the games showed, by the numbers of their works and their own; False when a person stopped it."""
    from contextlib import closing

    from game.cli.progress import counted
    from game.sim.honesty import run

    total = sum(work.games for work in works)
    seen: list[tuple[int, int, Examined]] = []
    whole = True
    with counted(plain=screen.plain) as tell, closing(run(works, jobs=jobs, isolated=isolate)) as games:
        try:
            for number, shown in games:
                seen.append((number, shown.index, shown.examined))
                tell(len(seen), total)
        except KeyboardInterrupt:
            whole = False
    return sorted(seen, key=lambda row: row[:2]), whole


def _show(works: Sequence[Examining], seen: Sequence[tuple[int, int, Examined]], bot: str, screen: Screen) -> None:
    """What was checked in each game, and who failed."""
    names = sorted({name for *_, examined in seen for name in examined.hidden})
    rows = []
    for number, index, examined in seen:
        others = (examined.hidden.get(name, 0) for name in names)
        work = works[number]
        rows.append((work.scenario, work.side, *map(str, (index, examined.decisions, examined.checked, *others))))
    columns = ("mission", "side", "game", "decisions", "checked", *(f"other {name}" for name in names))
    opponents = dict.fromkeys(spec for work in works for side, spec in work.seats if side != work.side)
    if rows:
        screen.table(columns, rows, title=f"{bot}, against {', '.join(opponents)}, seed {works[0].seed}")
    for number, _, examined in seen:
        if examined.failed:
            screen.say(f"{works[number].scenario}: {examined.failed}", style="bold red")


def _told(screen: Screen, bot: str, work: Examining, found: Difference | None, out: Path) -> list[str]:
    """Say what was chosen otherwise, and keep the two positions; their files."""
    from game.api import open_game, write_position
    from game.cli.series import save_text

    if found is None:
        return []
    if found.repeatable:
        verdict = "its choice hangs on what it cannot see"
    else:
        verdict = "it plays another game each time, whatever it sees"
    where = f"{work.scenario}, game {found.seed}, {found.side}, decision {found.number}"
    screen.say(f"{where}: {verdict}.", style="bold red")
    screen.say(f"  It chose {found.chosen}, and otherwise {found.otherwise}.")
    screen.say(f"  Other were: {', '.join(found.secrets)}.")
    if not found.repeatable:
        return []
    game = open_game(work.scenario).game
    stem = f"{Path(work.scenario).stem}-{found.seed.replace('/', '-')}-{found.side}-{found.number}"
    files = []
    out.mkdir(parents=True, exist_ok=True)
    for name, state in (("true", found.state), ("twin", found.twin)):
        file = out / f"{stem}-{name}.toml"
        save_text(file, write_position(game, state, note=f"{bot}: {where}"))
        screen.say(f"  {file}")
        files.append(str(file))
    return files


def _plain(work: Examining, index: int, examined: Examined, files: list[str]) -> dict[str, Any]:
    """One game for JSON."""
    from game.sim.batch import game_seed

    found = examined.difference
    return {
        "mission": work.scenario,
        "side": work.side,
        "seed": game_seed(work.seed, index),
        "decisions": examined.decisions,
        "checked": examined.checked,
        "others": dict(examined.hidden),
        "failed": examined.failed,
        "difference": found
        and {
            "decision": found.number,
            "secrets": found.secrets,
            "chosen": found.chosen,
            "otherwise": found.otherwise,
            "repeatable": found.repeatable,
            "files": files,
        },
    }
