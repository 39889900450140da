"""``broodfall export``: the results of a batch as a flat table, and what its columns mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from game.cli.options import Plain


def command(
    source: Annotated[
        Path | None, typer.Argument(metavar="RESULTS", help="What a batch wrote: .jsonl, .csv or .parquet.")
    ] = None,
    target: Annotated[
        Path | None, typer.Argument(metavar="TABLE", help="A new file that ends in .csv or .parquet.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace TABLE if it is there.")] = False,
    codebook: Annotated[bool, typer.Option("--codebook", help="Say what every column means, in Markdown.")] = False,
    plain: Plain = False,
) -> None:
    """Write the results of a batch as CSV or Parquet, one row for each side of each game."""
    from game.cli.extras import need
    from game.cli.output import plural
    from game.cli.series import check_places
    from game.core.errors import DataError
    from game.sim.codebook import table
    from game.sim.tables import PARQUET, read_table, write_table
    from game.text.screen import Screen

    if codebook:
        print(table(), end="")
        return
    if source is None or target is None:
        raise DataError("expected a file of results and the table to write", place="export")
    if PARQUET in (source.suffix, target.suffix):
        need("pyarrow", extra="lab")
    if target.exists() and not overwrite:
        raise DataError("expected a new file (--overwrite replaces it)", file=str(target))
    check_places(target)
    rows = sorted(read_table(source), key=lambda row: row.game)
    write_table(rows, target)
    Screen(plain=plain).say(f"{plural(len(rows), 'row')} in {target}")
