"""``broodfall check``: every problem of maps, scenarios, rosters, positions and saves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from game.cli.options import Modules, Plain


def command(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files, or folders to search.")],
    module: Modules = None,
    plain: Plain = False,
) -> None:
    """Tell everything that is wrong with files of the game, a line each; exit code 1 for errors."""
    from game.cli.output import NEGATIVE, admit_all
    from game.core.errors import DataError
    from game.io.check import check_path
    from game.text.screen import Screen

    admit_all(module)
    for path in paths:
        if not path.exists():
            raise DataError("expected a file or folder, found nothing of that name", file=str(path))
    problems = [problem for path in paths for problem in check_path(path)]
    for problem in problems:
        print(problem)
    if any(not problem.warning for problem in problems):
        raise typer.Exit(NEGATIVE)
    Screen(plain=plain).say("Nothing is wrong." if not problems else "Nothing but warnings.", style="green")
