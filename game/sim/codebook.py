"""The codebook of what a batch writes: every column's name, kind, unit and meaning, and since which format it is there.

Columns are those of `game.sim.results.Row`, in its order. CSV and Parquet files are written from it, and the table in
``docs/simulation.md`` is `table`.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from game.sim.results import FORMAT

Kind = Literal["whole", "decimal", "text", "counts", "dice", "times", "tracks"]

KINDS: Final[dict[Kind, str]] = {
    "whole": "whole number",
    "decimal": "number",
    "text": "text",
    "counts": "counts by name",
    "dice": "dice by name",
    "times": "three times",
    "tracks": "tracks",
}
"""What each kind is called in the table."""


class Column(Struct, frozen=True):
    """One column. ``empty`` says that there may be nothing in it, which is not the same as 0."""

    name: str
    kind: Kind
    meaning: str
    unit: str = ""
    since: int = 1
    empty: bool = False


COLUMNS: Final = (
    Column("format", "whole", "the version of this table"),
    Column("game", "whole", "the number of the game in its batch, from 0"),
    Column("seed", "text", "the game's seed, with its kind in front (`text:7/12`); `play --seed` takes it as it is"),
    Column("scenario", "text", "the mission"),
    Column("rules", "text", "the version of the rules, then `+` and the name of each rule system from outside"),
    Column("side", "text", "the side whose row it is"),
    Column("team", "text", "with whom that side plays"),
    Column("bot", "text", "the bot at that seat, with its parameters"),
    Column("winner", "text", "the team that won; empty for a draw and for a void game"),
    Column("result", "text", "`win`, `loss`, `draw`, or `void` for a game that the rules did not end"),
    Column("reason", "text", "why it ended, of the list below"),
    Column("rounds", "whole", "the round in which it ended", "rounds"),
    Column("score", "whole", "what the enemies cost that the side put out of action (MS-3)", "points"),
    Column("decisions", "whole", "answers the side gave where it had a choice", "answers"),
    Column("forced", "whole", "answers where there was only one", "answers"),
    Column("actions", "counts", "how many of each kind of action", "actions"),
    Column("dice", "whole", "dice that fell for the side's units, or in its turn", "dice"),
    Column("dice_by_purpose", "dice", "for each purpose of RL-7 how many fell, and the sum of their faces", "dice"),
    Column("losses", "counts", "units lost, by kind; those safely out are not among them", "units"),
    Column("down", "counts", "units that lay unconscious or incapacitated at the end, by kind", "units"),
    Column("safe", "counts", "units that left by the exit, by kind", "units"),
    Column("kills", "counts", "enemies removed by the side's units, by kind (AT-6)", "units"),
    Column("seconds", "decimal", "how long the game took", "seconds"),
    Column(
        "thinking",
        "times",
        "median, 95th of a hundred and longest time of the side's decisions; empty without `--timing`",
        "milliseconds",
        empty=True,
    ),
    Column(
        "imagined",
        "whole",
        "actions the side's bot carried out in thought, in the whole game",
        "actions",
        2,
        empty=True,
    ),
    Column("imagined_most", "whole", "as many for the decision that took most of them", "actions", 2, empty=True),
    Column("limits", "text", "what a game and a bot were allowed, as `name=value`, with a comma between", "", 2),
    Column("digest", "text", "a digest of the last state, without the dice (that of a save counts them, too)"),
    Column("fault", "text", "for a void game the side at fault, or `engine`"),
    Column("error", "text", "for a void game what happened"),
    Column(
        "tracks",
        "tracks",
        "what the side did over the game, for reports: [Reports](report.md) explains it; empty if it was not kept",
        "",
        2,
        empty=True,
    ),
)
"""Every column of format `FORMAT`."""


def table() -> str:
    """The codebook as a table in Markdown."""
    lines = [
        f"Format {FORMAT}.",
        "",
        "| Column | Kind | Unit | Since | Holds |",
        "|---|---|---|---|---|",
        *(f"| `{c.name}` | {KINDS[c.kind]} | {c.unit} | {c.since} | {c.meaning} |" for c in COLUMNS),
    ]
    return "\n".join(line.replace("|  |", "| |") for line in lines) + "\n"
