"""``broodfall scenarios``: the missions that can be played."""

from __future__ import annotations

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
    """List the missions that come with the game, and those of further folders."""
    from game.cli.output import language
    from game.io.scenario import list_scenarios
    from game.text.screen import Screen
    from game.text.words import Words

    chosen = language(lang)
    words = Words(chosen)
    Screen(plain=plain).table(
        (*(words.of("lists", key) for key in ("name", "title", "minutes")), ""),
        [
            (meta.id, meta.title[chosen], str(meta.minutes or ""), meta.description[chosen])
            for meta in list_scenarios(folders=folder or ())
        ],
    )
