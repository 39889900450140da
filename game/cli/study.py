"""``broodfall study``: one position, played on many times."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Annotated

import typer

from game.cli.options import Hive, Jobs, Json, Lang, Marines, Modules, Plain, Seats, Seed
from game.cli.output import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.sim.playouts import Gain, Value
    from game.sim.study import Outcomes, Spread, Study
    from game.text.phrases import Phrases
    from game.text.screen import Screen


def command(
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="A position or scenario file, a mission's name, or a saved game.")
    ],
    bot: Annotated[
        str | None, typer.Option("--bot", "-b", metavar="BOT", help="Who plays the side that is to act.")
    ] = None,
    games: Annotated[int, typer.Option("-n", "--games", min=1, max=100_000, help="How often it is played on.")] = 50,
    options: Annotated[
        int, typer.Option("--options", min=0, max=1000, help="Try so many first actions, each as often.")
    ] = 0,
    at: Annotated[
        int | None, typer.Option("--at", min=0, metavar="N", help="Of a saved game: after N actions.")
    ] = None,
    marines: Marines = None,
    hive: Hive = None,
    seat: Seats = None,
    seed: Seed = "1",
    jobs: Jobs = 1,
    json: Json = None,
    module: Modules = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Play a position on many times: what comes of it, what the bot does first and why, and what else it might do.

    The same seed gives the same result with any number of jobs. Ctrl-C keeps the games that are finished.
    """
    from ai.player import make_bot
    from game.cli.output import NEGATIVE, admit_all, language
    from game.cli.progress import counted
    from game.cli.seats import read_seed
    from game.cli.series import check_places, save_json
    from game.cli.standing import again, plain_values, plan_for, standing
    from game.sim.study import study
    from game.text.phrases import Phrases
    from game.text.screen import Screen
    from game.text.words import Words

    check_places(json)
    modules, chosen = admit_all(module), read_seed("1" if seed is None else seed)
    words = Words(language(lang))
    table = standing(position, at=at, seed=chosen)
    side = table.game.to_act(table.state) or ""
    seats = [*(seat or []), *([f"{side}={bot}"] if bot is not None else [])]
    plan = plan_for(table.game, games=games, seed=chosen, marines=marines, hive=hive, seats=seats, modules=modules)
    with counted(plain=plain) as progress:
        found = study(
            table.game, table.state, table.source, plan, make_bot, options=options, jobs=jobs, progress=progress
        )
    screen = Screen(plain=plain)
    more = [*(["--options", str(options)] if options else []), *(["--at", str(at)] if at is not None else [])]
    line = again("study", position, plan, *more, jobs=jobs)
    _show(found, Phrases(table.game, table.state, words), screen)
    screen.say(f"Again: {line}")
    if json is not None:
        save_json(json, plain_values(found, table.game), line)
    if not found.whole:
        screen.say(f"Stopped after {found.outcomes.games} of {games} games.", style="bold yellow")
    if not found.whole or found.outcomes.void:
        raise typer.Exit(NEGATIVE)


def _show(found: Study, phrases: Phrases, screen: Screen) -> None:
    from game.text.explained import explained

    show_outcomes(found.outcomes, screen, title=f"{plural(found.outcomes.games, 'game')} played on")
    if found.choices:
        asked = found.choices[0].asked
        alike = ", as it rolls no dice for it" if found.outcomes.games > 1 else ""
        times = f"once{alike}" if asked == 1 else f"{asked} times"
        screen.say(f"First choice of {found.bot} for {found.side}, one of {found.options} options, asked {times}:")
    if found.failed:
        screen.say(f"{found.bot} fails at its first choice for {found.side}: {found.failed}", style="red")
    for choice in found.choices[:_CHOICES]:
        share = f"{choice.count / choice.asked:.0%}: " if choice.asked > 1 else ""
        screen.say(f"  {share}{phrases.action(choice.action)}  ({choice.text})")
        if choice.reasons is not None:
            for said in explained(choice.reasons, phrases):
                screen.say(f"    {said}")
    if len(found.choices) > _CHOICES:
        screen.say(f"  and {len(found.choices) - _CHOICES} others, each as seldom or more seldom.")
    if found.tried:
        screen.table(
            ("first action", "by", "value", "95 % interval", "against the first", "points ahead", "against the first"),
            [
                (
                    tried.text,
                    tried.source,
                    *valued(tried.value),
                    gained(tried.gain) if place else "",
                    f"{tried.lead.mean:+.1f}" if tried.lead else "",
                    gained(tried.lead_gain, points=True) if place else "",
                )
                for place, tried in enumerate(found.tried)
            ],
            title=f"What comes of first actions, for {found.team}, with the same dice for each",
        )


def show_outcomes(outcomes: Outcomes, screen: Screen, *, title: str) -> None:
    """A table of what came of games for each side, and how they ended."""
    screen.table(
        ("side", "bot", "wins", "value", "95 % interval", "score", "losses"),
        [
            (
                side.side,
                side.bot,
                f"{side.wins}" + (f" and {side.draws} drawn" if side.draws else ""),
                *valued(side.value),
                spread(side.score),
                ", ".join(f"{count:.2f} {kind}" for kind, count in side.losses.items()),
            )
            for side in outcomes.sides
        ],
        title=title,
    )
    reasons = ", ".join(f"{reason} {count}" for reason, count in outcomes.reasons.items())
    screen.say(f"Ends: {reasons}. Last round: {spread(outcomes.rounds)}.")
    screen.say(SPREADS)
    show_errors(outcomes.errors, screen)


def show_errors(errors: Sequence[str], screen: Screen) -> None:
    """What spoilt games, each thing once, and how many games it spoilt."""
    from collections import Counter

    found = Counter(errors)
    for error, count in found.most_common(_ERRORS):
        screen.say(f"{error} (spoilt {plural(count, 'game')})", style="red")
    if len(found) > _ERRORS:
        screen.say(f"... and {len(found) - _ERRORS} other errors.", style="red")


def valued(value: Value) -> tuple[str, str]:
    """A value and its interval; nothing where no game was played to its end."""
    return (f"{value.mean:.1%}", f"{value.low:.1%} to {value.high:.1%}") if value.games else ("", "")


def gained(gain: Gain | None, *, points: bool = False) -> str:
    """A gain with its interval."""
    if gain is None:
        return ""
    shown = "+.1f" if points else "+.1%"
    if not isfinite(gain.high):
        return f"{gain.mean:{shown}}"
    return f"{gain.mean:{shown}} ({gain.low:{shown}} to {gain.high:{shown}})"


def spread(found: Spread | None) -> str:
    """A spread in few words: the mean, and the least, middle and most."""
    if found is None:
        return ""
    if found.least == found.most:
        return f"{found.mean:g}"
    steps = (found.least, found.quarter, found.middle, found.three_quarters, found.most)
    return f"{found.mean:.1f} ({', '.join(f'{step:g}' for step in steps)})"


SPREADS = "In brackets after a mean: the least, the quarters and the most."
_CHOICES = 5
"""First choices that are shown."""
_ERRORS = 5
"""Errors that are told."""
