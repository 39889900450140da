"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
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
Missions = Annotated[
    list[str] | None,
    typer.Option("--on", metavar="MISSION", help="A mission's name or file; may be given several times."),
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, max=256, help="Processes that play at once.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE.jsonl", help="Write every game there.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the games in FILE.jsonl.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace FILE.jsonl if it is there.")]
Cap = Annotated[int, typer.Option("--cap", min=1, help="Actions after which a game is stopped as stuck.")]
MoveImagines = Annotated[
    int | None, typer.Option("--move-imagines", min=0, help="Actions a bot may imagine for each decision.")
]
GameImagines = Annotated[
    int | None, typer.Option("--game-imagines", min=0, help="Actions a bot may imagine in a whole game.")
]
MoveTime = Annotated[
    float | None, typer.Option("--move-time", min=0.001, metavar="SECONDS", help="The longest an answer may take.")
]
GameTime = Annotated[
    float | None, typer.Option("--game-time", min=0.001, metavar="SECONDS", help="The longest a game may take.")
]
Isolate = Annotated[
    bool, typer.Option("--isolate", help="Play in a process that a bot may take down even if there is one job.")
]
Json = Annotated[Path | None, typer.Option("--json", metavar="FILE.json", help="Write the result there as JSON.")]
