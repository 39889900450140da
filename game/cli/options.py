"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import typer

Language: TypeAlias = Literal["en", "es"]

Plain = Annotated[
    bool, typer.Option("--plain", envvar="BROODFALL_PLAIN", help="For screen readers: no colours, no boxes.")
]
Lang = Annotated[
    str | None,
    typer.Option("--lang", envvar="BROODFALL_LANG", metavar="en|es", help="The language of the game's texts."),
]
Marines = Annotated[
    str | None, typer.Option("--marines", metavar="BOT", help="Who plays the human sides; see `broodfall bots`.")
]
Hive = Annotated[str | None, typer.Option("--hive", metavar="BOT", help="Who plays the hive.")]
Seats = Annotated[
    list[str] | None,
    typer.Option("--seat", metavar="SIDE=BOT", help="Who plays one side by its name; may be given several times."),
]
Modules = Annotated[
    list[str] | None,
    typer.Option(
        "--module",
        metavar="PACKAGE.MODULE:NAME",
        help="Load a rule system of your own and play with it, too; may be given several times.",
    ),
]
Seed = Annotated[
    str | None, typer.Option("--seed", metavar="S", help="A number or a word; the same one, the same dice.")
]
