"""``broodfall card``: the behaviour report card of a bot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple

import typer

from game.cli.options import Isolate, Jobs, Json, Lang, Missions, Modules, MoveTime, Plain, Seed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.sim.card.grade import Card
    from game.sim.card.run import Plan, Watched
    from game.sim.card.tally import Case
    from game.text.screen import Screen
    from game.text.words import Words

USUAL: Final = ("culvert", "relay")
"""The missions that are played when none is named."""


def command(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="Whose card; see `broodfall bots`.")],
    on: Missions = None,
    games: Annotated[int, typer.Option("-n", "--games", min=1, max=100_000, help="Games on each mission.")] = 10,
    opponent: Annotated[
        list[str] | None,
        typer.Option("--opponent", metavar="BOT", help="Who plays against it; give one for each kind of side."),
    ] = None,
    seat: Annotated[
        Literal["human", "hive"] | None, typer.Option("--as", help="Watch it only at sides of this kind.")
    ] = None,
    seed: Seed = "1",
    jobs: Jobs = 1,
    move_time: MoveTime = None,
    isolate: Isolate = False,
    json: Json = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="DIR", help="Write the worst case of each kind there.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace cases that are in DIR.")] = False,
    most: Annotated[
        list[str] | None,
        typer.Option("--max", metavar="KIND=RATE", help="Exit code 1 if the rate is surely above; may be repeated."),
    ] = None,
    thresholds: Annotated[
        Path | None, typer.Option("--thresholds", metavar="FILE.toml", help="A table \\[max] of KIND = RATE.")
    ] = None,
    module: Modules = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Watch a bot play and count its bad habits, each with its rate and its worst case.

    A rate is surely above a limit when the lower end of its 95 % interval is. The same seed watches the same games
    with any number of jobs. Ctrl-C grades the games that are finished.
    Exit code 1: a rate is surely above its limit, a game was spoilt, or it was stopped.
    """
    from game.cli.card_files import check_free, keep_worst, write_json
    from game.cli.card_limits import read_limits
    from game.cli.output import NEGATIVE, admit_all, language
    from game.cli.series import check_places
    from game.sim.card.grade import card_of, over
    from game.text.screen import Screen
    from game.text.words import Words

    check_places(json)
    limits = read_limits(most or (), thresholds)
    modules = admit_all(module)
    asked = _Asked(
        bot, tuple(on or USUAL), tuple(opponent or ()), seat, games, "1" if seed is None else seed, move_time, modules
    )
    plans = _plans(asked)
    if out is not None:
        check_free(out, overwrite=overwrite)
    words, screen = Words(language(lang)), Screen(plain=plain)
    watched, whole = _watch(plans, jobs, screen, isolate=isolate)
    card = card_of(bot, watched)
    too_high = over(card, limits)
    files = keep_worst(card, watched, out) if out is not None else {}
    again = _again(asked, isolate=isolate)
    if json is not None:
        write_json(json, card, watched, limits=limits, files=files, again=again)
    _show(card, watched, words, screen, limits, files)
    for game in watched:
        if game.error:
            screen.say(
                words.of("card", "spoilt", game=game.index, mission=game.scenario, error=game.error), style="red"
            )
    for grade, limit in too_high:
        name = words.of("habits", grade.kind)
        screen.say(words.of("card", "over", kind=name, low=f"{grade.rate.low:.1%}", limit=f"{limit:.1%}"), style="red")
    if not whole:
        total = sum(plan.games for plan in plans)
        screen.say(words.of("card", "stopped", count=len(watched), total=total), style="bold yellow")
    screen.say(words.of("card", "again", command=again))
    if too_high or card.spoilt or not whole:
        raise typer.Exit(NEGATIVE)


class _Asked(NamedTuple):
    """Which games are watched, as the command line says it."""

    bot: str
    missions: tuple[str, ...]
    opponents: tuple[str, ...]
    seat: str | None
    games: int
    seed: str
    move_time: float | None
    modules: tuple[str, ...]


def _plans(asked: _Asked) -> list[Plan]:
    """The games on each mission. Raises DataError for an unknown bot, mission or seat."""
    from ai.player import read_spec
    from game.api import DataError, open_game
    from game.cli.seats import default_bot, read_seed
    from game.sim.budget import Budget
    from game.sim.card.run import Plan
    from game.sim.card.seating import seatings

    bot, seat = asked.bot, asked.seat
    kinds = set(read_spec(bot).kind.seats)
    if seat is not None and seat not in kinds:
        raise DataError(f"expected a kind of side that {bot} plays, found {seat}", place="--as")
    kinds = kinds if seat is None else {seat}
    against = {kind: default_bot(kind) for kind in ("human", "hive")}
    for spec in asked.opponents:
        against.update(dict.fromkeys(read_spec(spec).kind.seats, spec))
    found = []
    for mission in asked.missions:
        scenario = open_game(mission).game.scenario
        found.append(
            Plan(
                scenario=mission,
                seats=seatings(scenario, bot, kinds, against),
                games=asked.games,
                seed=read_seed(asked.seed),
                budget=Budget(move_time=asked.move_time),
                modules=asked.modules,
            )
        )
    return found


def _watch(plans: Sequence[Plan], jobs: int, screen: Screen, *, isolate: bool) -> tuple[list[Watched], bool]:
    """The games that were watched; False when a person stopped it."""
    from contextlib import closing

    from game.cli.progress import counted
    from game.sim.card.run import in_turn, run

    total = sum(plan.games for plan in plans)
    found: list[Watched] = []
    whole = True
    with counted(plain=screen.plain) as tell, closing(run(plans, jobs=jobs, isolated=isolate)) as games:
        try:
            for game in games:
                found.append(game)
                tell(len(found), total)
        except KeyboardInterrupt:
            whole = False
    return in_turn(found), whole


def _show(
    card: Card,
    watched: Sequence[Watched],
    words: Words,
    screen: Screen,
    limits: dict[str, float],
    files: dict[str, tuple[str, str]],
) -> None:
    heads = tuple(words.of("card", head) for head in ("habit", "cases", "chances", "rate", "interval", "limit"))
    rows = []
    for grade in card.grades:
        rate = grade.rate
        limit = f"{limits[grade.kind]:.1%}" if grade.kind in limits else ""
        shown = ("", "")
        if rate.of:
            shown = f"{rate.share:.1%}", words.of("card", "from_to", low=f"{rate.low:.1%}", high=f"{rate.high:.1%}")
        rows.append((words.of("habits", grade.kind), f"{rate.count}", f"{rate.of}", *shown, limit))
    screen.table(heads, rows, title=words.of("card", "title", bot=card.bot, games=card.games))
    for grade in card.grades:
        if grade.worst is None:
            continue
        screen.say()
        screen.say(f"{words.of('habits', grade.kind)} ({grade.kind})", style="bold")
        screen.say(words.of("habit_meanings", grade.kind))
        if grade.unused:
            screen.say(words.of("card", "unused", skills=", ".join(grade.unused)))
        game, case = watched[grade.game], grade.worst
        facts = {"who": case.who, "where": case.where, "what": case.what}
        place = words.of("card", "place", mission=game.scenario, seed=game.seed, number=case.number)
        screen.say(f"{words.of('habit_cases', _case_key(grade.kind, case), **facts)} {place}")
        for line in files.get(grade.kind, ()):
            screen.say(f"  {line}")


def _case_key(kind: str, case: Case) -> str:
    """The sentence for a case; what no unit would have done, but the hive itself, has sentences of its own."""
    from game.sim.card.waste import NEST

    if kind == "waste" and not case.who:
        return "waste_nest" if case.what == NEST else "waste_dice"
    return kind


def _again(asked: _Asked, *, isolate: bool) -> str:
    """The command that watches the same games again."""
    import shlex

    parts = ["broodfall", "card", asked.bot]
    for name, values in (("--on", asked.missions), ("--opponent", asked.opponents), ("--module", asked.modules)):
        for value in values:
            parts += [name, value]
    parts += ["--as", asked.seat] if asked.seat else []
    parts += ["--move-time", f"{asked.move_time:g}"] if asked.move_time is not None else []
    parts += ["--isolate"] * isolate
    return shlex.join([*parts, "-n", str(asked.games), "--seed", asked.seed])
