"""``broodfall report``: figures, pictures and a page on finished games."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from game.cli.options import Modules, Plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.api import Game
    from game.cli.options import Language
    from game.sim.report.measure import Report
    from game.sim.results import Row
    from game.text.words import Words


def command(
    results: Annotated[
        list[Path],
        typer.Argument(metavar="RESULTS", help="Files that `broodfall sim` wrote: .jsonl, .csv, .parquet."),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="The folder to write the report to.")],
    max_passive: Annotated[
        float | None,
        typer.Option(
            "--max-passive",
            min=0.0,
            max=1.0,
            metavar="SHARE",
            help="Alarm, and exit code 1, where a side makes no attack in more than this share of its rounds (0 to 1).",
        ),
    ] = None,
    scenarios: Annotated[
        Path | None, typer.Option("--scenarios", metavar="FOLDER", help="Where missions of your own lie.")
    ] = None,
    module: Modules = None,
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang", "--language", envvar="BROODFALL_LANG", metavar="en|es", help="The language of the report."
        ),
    ] = None,
    plain: Plain = False,
) -> None:
    """Make a report on finished games: a page that needs nothing but itself, pictures, and all numbers as JSON.

    Win rates, lengths, ends, survival, where it happened, what swarm dice were worth, luck, passivity, times.
    """
    from game.cli.extras import need
    from game.cli.output import NEGATIVE, admit_all, language
    from game.sim.report.gather import gather
    from game.sim.report.measure import measure
    from game.sim.report.words import Words as Sentences
    from game.sim.report.write import PAGE, write_report
    from game.text.screen import Screen
    from game.text.words import Words

    need("matplotlib", extra="lab")
    admit_all(module)
    spoken = language(lang)
    report = measure(gather([(str(file), _read(file)) for file in results]), max_passive=max_passive)
    games, titles = _found(report, scenarios, spoken)
    findings = write_report(
        report,
        out,
        games=games,
        names=GameNames(Words(spoken), titles),
        words=Sentences(spoken),
        files=[file.name for file in results],
        command=_again(results, out, max_passive, scenarios, spoken, module or ()),
    )
    output = Screen(plain=plain)
    for finding in findings[:_SHOWN]:
        output.say(finding.text, style="bold red" if finding.alarm else "")
    output.say(f"{out / PAGE}")
    if report.alarms:
        raise typer.Exit(NEGATIVE)


_SHOWN = 6
"""Findings that are told in the terminal."""


class GameNames:
    """The names that the game itself has for things, in one language."""

    def __init__(self, words: Words, titles: dict[str, str]) -> None:
        self._words = words
        self._titles = titles

    def mission(self, scenario: str) -> str:
        """The title of a mission that was found."""
        return self._titles.get(scenario, "")

    def side(self, side: str) -> str:
        """A side or a team."""
        return self._words.texts.name("sides", side)

    def reason(self, reason: str) -> str:
        """Why a game ended."""
        return self._words.of("ends", reason)

    def purpose(self, purpose: str) -> str:
        """What dice were rolled for."""
        return self._words.of("purposes", purpose)

    def item(self, item: str) -> str:
        """What swarm dice buy."""
        return self._words.texts.name("swarm", item)

    def zone(self, zone: str) -> str:
        """A zone of the board."""
        return self._words.texts.zone(zone)

    def marker(self, kind: str) -> str:
        """A kind of marker."""
        return self._words.texts.name("markers", kind)


def _read(file: Path) -> Sequence[Row]:
    """The rows of a file, by the end of its name: JSON lines, CSV or Parquet."""
    from game.cli.extras import need
    from game.sim.tables import PARQUET, read_table

    if file.suffix == PARQUET:
        need("polars", "pyarrow", extra="lab")
    return read_table(file)


def _found(report: Report, scenarios: Path | None, spoken: Language) -> tuple[dict[str, Game], dict[str, str]]:
    """The missions that can be found by their names, and their titles; the report does without the others' boards."""
    from game.core.errors import BroodfallError
    from game.io.scenario import find_scenario, load_scenario

    games: dict[str, Game] = {}
    titles: dict[str, str] = {}
    for name in dict.fromkeys(match.scenario for match in report.match_ups):
        try:
            loaded = load_scenario(find_scenario(name, folders=[scenarios] if scenarios is not None else []))
        except BroodfallError:
            continue
        if loaded.game.scenario.id == name:
            games[name] = loaded.game
            titles[name] = loaded.meta.title[spoken]
    return games, titles


def _again(
    results: Sequence[Path],
    out: Path,
    max_passive: float | None,
    scenarios: Path | None,
    spoken: str,
    modules: Sequence[str],
) -> str:
    parts = ["broodfall", "report", *(str(file) for file in results), "--out", str(out)]
    if max_passive is not None:
        parts += ["--max-passive", f"{max_passive:g}"]
    if scenarios is not None:
        parts += ["--scenarios", str(scenarios)]
    for name in modules:
        parts += ["--module", name]
    return shlex.join([*parts, "--lang", spoken])
