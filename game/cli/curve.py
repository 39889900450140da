"""``broodfall curve``: the chance to win along a saved game, its turning points, and what the dice did."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from game.cli.options import Hive, Jobs, Json, Lang, Marines, Modules, Plain, Seats, Seed
from game.cli.output import plural

if TYPE_CHECKING:
    from game.sim.curve import Curve, Turning
    from game.sim.history import History
    from game.text.screen import Screen
    from game.text.words import Words

BARS = "▁▂▃▄▅▆▇█"


def command(
    replay: Annotated[Path, typer.Argument(metavar="REPLAY", help="A saved game.")],
    games: Annotated[int, typer.Option("-n", "--games", min=1, max=100_000, help="Games from each point.")] = 20,
    every: Annotated[
        int, typer.Option("--every", min=0, metavar="K", help="A point at each K-th action (0: at each turn).")
    ] = 0,
    turnings: Annotated[int, typer.Option("--turnings", min=0, max=20, help="The most turning points.")] = 3,
    team: Annotated[str | None, typer.Option("--team", metavar="TEAM", help="Whose chance (the first one's).")] = None,
    marines: Marines = None,
    hive: Hive = None,
    seat: Seats = None,
    seed: Seed = "1",
    jobs: Jobs = 1,
    json: Json = None,
    png: Annotated[Path | None, typer.Option("--png", metavar="FILE.png", help="Draw it there.")] = None,
    module: Modules = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Show how the chance to win went along a saved game, where it turned, and the result without the luck.

    At each point bots play the game on, always with the same seeds. docs/studies.md says what luck means.
    Exit code 1: a game was spoilt, or it was stopped.
    """
    from contextlib import nullcontext

    from game.cli.extras import need
    from game.cli.output import NEGATIVE, admit_all, language
    from game.cli.progress import counted
    from game.cli.seats import read_seed
    from game.cli.series import check_places, save_json
    from game.cli.standing import Standing, again, plain_values, plan_for, played
    from game.core.errors import DataError, nearest
    from game.sim.curve import Curver, moments
    from game.sim.curve_picture import draw
    from game.sim.playouts import workers
    from game.text.screen import Screen
    from game.text.words import Words

    if png is not None:
        need("matplotlib", extra="lab")
    check_places(json, png)
    modules, chosen = admit_all(module), read_seed("1" if seed is None else seed)
    words = Words(language(lang))
    history, rosters = played(replay)
    teams = list(dict.fromkeys(history.game.teams.values()))
    whose = teams[0] if team is None else team
    if whose not in teams:
        raise DataError(f'expected {nearest(whose, teams)}, found "{whose}"', place="--team")
    plan = plan_for(history.game, games=games, seed=chosen, marines=marines, hive=hive, seats=seat, modules=modules)
    with counted(plain=plain) as progress, workers(jobs) if jobs > 1 else nullcontext() as engine:
        curver = Curver(
            history,
            lambda number: Standing(history.game, history.states[number], rosters).source,
            plan,
            whose,
            progress=progress,
            engine=engine,
        )
        found = curver.curve(moments(history, every), turnings=turnings)
    screen = Screen(plain=plain)
    _show(found, history, words, screen)
    more = [*(["--every", str(every)] if every else []), *(["--team", team] if team else [])]
    line = again("curve", str(replay), plan, *more, "--turnings", str(turnings), jobs=jobs)
    screen.say(f"Again: {line}")
    if json is not None:
        save_json(json, plain_values(found, history.game), line)
    if png is not None:
        draw(found, png, title=f"{history.game.scenario.id}: the chance of {whose}")
        screen.say(f"{png}: the curve as a picture.")
    if not found.whole:
        screen.say("Stopped before all games were over.", style="bold yellow")
    if not found.whole or found.errors:
        raise typer.Exit(NEGATIVE)


def _show(found: Curve, history: History, words: Words, screen: Screen) -> None:
    from game.cli.study import show_errors

    shown = [point for point in found.points if point.known or point.value.games]
    if not screen.plain and shown:
        line = "".join(BARS[min(len(BARS) - 1, int(point.value.mean * len(BARS)))] for point in shown)
        screen.say(f"{found.team}  {line}")
    stretches = {stretch.first: stretch for stretch in found.stretches}
    rows = []
    for point in shown:
        stretch = stretches.get(point.actions)
        rows.append(
            (
                str(point.actions),
                str(point.round),
                point.turn if not point.known else "the end",
                f"{point.value.mean:.0%}",
                f"{point.value.low:.0%} to {point.value.high:.0%}" if not point.known else "",
                f"{stretch.swing:+.0%}" if stretch else "",
                f"{stretch.choices:+.0%}" if stretch else "",
                f"{stretch.luck:+.0%}" if stretch else "",
            )
        )
    columns = ("actions", "round", "turn", "chance", "95 % interval", "then", "by choice", "by dice")
    screen.table(columns, rows, title=f"The chance of {found.team}, {plural(found.games, 'game')} from each point")
    for turning in found.turnings:
        for said in _turning(turning, found.team, history, words):
            screen.say(said)
    if not found.turnings and found.stretches:
        screen.say("No stretch changed the chance by much.")
    show_errors(found.errors, screen)
    luck = found.luck
    what = "Result" if found.over else "Last value"
    more = "luckier" if luck.mean >= 0 else "less lucky"
    screen.say(
        f"{what} for {found.team}: {found.result:.2f}. Dice: {luck.mean:+.2f} (95 % interval {luck.low:+.2f} to "
        f"{luck.high:+.2f}), {abs(luck.mean):.2f} games {more} than expected. Without luck: {found.adjusted:.2f}."
    )


def _turning(turning: Turning, team: str, history: History, words: Words) -> list[str]:
    from game.io.replay import dice_text
    from game.text.phrases import Phrases
    from game.ui.play.clauses import clause_of

    entry = history.entries[turning.action - 1]
    before = Phrases(history.game, history.states[turning.action - 1], words)
    after = Phrases(history.game, history.states[turning.action], words)
    doubt = "" if turning.sure else " (the intervals meet: more games would tell)"
    found = [
        f"Turning point: action {turning.action}, {before.naming.side(turning.side)}: {before.action(entry.action)}. "
        f"The chance of {team} went from {turning.before.mean:.0%} to {turning.after.mean:.0%}: "
        f"{turning.choices:+.0%} by choice, {turning.luck:+.0%} by dice{doubt}."
    ]
    if turning.dice:
        found.append(f"  Dice: {dice_text(tuple((r.purpose, r.sides, r.faces) for r in turning.dice))}.")
    for event in entry.events:
        said = after.event(event)
        clause = clause_of(event, started=True)
        if said and clause:
            found.append(f"  {said} [{clause}]")
    return found
