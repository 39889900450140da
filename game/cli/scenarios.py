"""``broodfall scenarios``: the missions that can be played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from game.cli.options import Lang, Plain


def command(
    folder: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FOLDER]", help="Further folders of scenarios.", exists=True, file_okay=False),
    ] = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """List the missions that come with the game, and those of further folders; exit code 1 if one is broken."""
    from game.cli.output import NEGATIVE, language
    from game.io.scenario import scan_scenarios
    from game.text.screen import Screen
    from game.text.words import Words

    chosen = language(lang)
    words = Words(chosen)
    found, faults = scan_scenarios(folder or ())
    Screen(plain=plain).table(
        (*(words.of("lists", key) for key in ("name", "title", "minutes")), ""),
        [(meta.id, meta.title[chosen], str(meta.minutes or ""), meta.description[chosen]) for meta in found],
    )
    for fault in faults:
        print(f"broodfall: {fault}", file=sys.stderr)
    if faults:
        raise typer.Exit(NEGATIVE)
