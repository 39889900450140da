"""``broodfall what-if``: a saved game played on from one of its points."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from game.cli.options import Hive, Jobs, Json, Marines, Modules, Plain, Seats, Seed
from game.cli.output import plural

if TYPE_CHECKING:
    from game.sim.whatif import Fork, WhatIf
    from game.text.screen import Screen


def command(
    replay: Annotated[Path, typer.Argument(metavar="REPLAY", help="A saved game.")],
    at: Annotated[int, typer.Option("--at", min=0, metavar="N", help="Go on from there after N actions.")],
    do: Annotated[
        str | None, typer.Option("--do", metavar="ACTION", help="Try this action, too, in the notation of the save.")
    ] = None,
    games: Annotated[int, typer.Option("-n", "--games", min=1, max=100_000, help="Games of each way on.")] = 100,
    marines: Marines = None,
    hive: Hive = None,
    seat: Seats = None,
    seed: Seed = "1",
    jobs: Jobs = 1,
    json: Json = None,
    module: Modules = None,
    plain: Plain = False,
) -> None:
    """Let bots play a saved game on from any point, many times, and show the spread beside how it really went.

    Three ways on are shown: the bots choose at once; after the action that was played; and after that of --do. Each
    is played with the same dice. Exit code 1: a game was spoilt, or it was stopped.
    """
    from game.cli.output import NEGATIVE, admit_all
    from game.cli.progress import counted
    from game.cli.seats import read_seed
    from game.cli.series import check_places, save_json
    from game.cli.standing import Standing, again, plain_values, plan_for, played
    from game.core.errors import DataError
    from game.sim.whatif import what_if
    from game.text.screen import Screen

    check_places(json)
    modules, chosen = admit_all(module), read_seed("1" if seed is None else seed)
    history, rosters = played(replay)
    if at >= len(history.states):
        raise DataError(f"expected 0 to {len(history.entries)} actions, found {at}", file=str(replay), place="--at")
    table = Standing(history.game, history.states[at], rosters)
    plan = plan_for(table.game, games=games, seed=chosen, marines=marines, hive=hive, seats=seat, modules=modules)
    with counted(plain=plain) as progress:
        found = what_if(history, at, table.source, plan, instead=do or "", jobs=jobs, progress=progress)
    screen = Screen(plain=plain)
    _show(found, screen)
    more = ["--at", str(at), *(["--do", do] if do else [])]
    line = again("what-if", str(replay), plan, *more, jobs=jobs)
    screen.say(f"Again: {line}")
    if json is not None:
        save_json(json, plain_values(found, table.game), line)
    if not found.whole:
        screen.say("Stopped before all games were over.", style="bold yellow")
    if not found.whole or any(fork.outcomes.void for fork in found.forks):
        raise typer.Exit(NEGATIVE)


def _show(found: WhatIf, screen: Screen) -> None:
    from game.cli.study import SPREADS, gained, show_errors, spread, valued

    side = next(side for side in found.forks[0].outcomes.sides if side.team == found.team)
    after = plural(found.at, "action")
    screen.say(f"After {after} {found.side} is to act. Values are for {found.team}, bot {side.bot}.")
    rows = []
    for fork in found.forks:
        own = next(side for side in fork.outcomes.sides if side.side == found.side)
        compared = fork.name != "played" and len(found.forks) > 1
        rows.append(
            (
                _way(fork),
                *valued(own.value),
                gained(fork.gain) if compared else "",
                spread(own.score),
                spread(fork.outcomes.rounds),
            )
        )
    columns = ("way on", "value", "95 % interval", "against what was played", "score", "last round")
    screen.table(columns, rows, title=f"{plural(found.forks[0].outcomes.games, 'game')} of each")
    screen.say(SPREADS)
    for fork in found.forks:
        reasons = ", ".join(f"{reason} {count}" for reason, count in fork.outcomes.reasons.items())
        screen.say(f"Ends, {_way(fork)}: {reasons}.")
        show_errors(fork.outcomes.errors, screen)
    real = found.real
    if not real.over:
        screen.say("The saved game itself is not over.")
        return
    scores = ", ".join(f"{name} {score}" for name, score in real.scores.items())
    screen.say(f"In truth: {real.winner or 'nobody'} won in round {real.rounds} ({real.reason}); scores {scores}.")
    outcomes = found.forks[0].outcomes
    if outcomes.games == outcomes.void:
        return
    screen.say(
        f"The bots' games ended with a smaller lead for {found.team} in {real.below:.0%}, with the same in "
        f"{real.same:.0%}, with a larger one in {1 - real.below - real.same:.0%}."
    )


def _way(fork: Fork) -> str:
    return {"bots": "the bots choose", "played": "as played", "instead": "instead"}[fork.name] + (
        f": {fork.action}" if fork.action else ""
    )
