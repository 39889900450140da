"""How far a long command is, told on standard error: a bar on a terminal, a line at each tenth in plain mode."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Tell = Callable[[int, int], None]
"""Told how many are over, of how many."""


@contextmanager
def counted(*, plain: bool, begun: int = 0, what: str = "games") -> Iterator[Tell]:
    """What to call after each of them. Where nobody looks, and without ``--plain``, nothing is told.

    Args:
        plain: lines instead of a bar.
        begun: how many are over before the first call.
        what: what is counted.
    """
    if plain:
        said = begun

        def line(done: int, total: int) -> None:
            nonlocal said
            if done * 10 // max(1, total) > said * 10 // max(1, total):
                print(f"{done} of {total} {what}", file=sys.stderr, flush=True)
            said = done

        yield line
        return
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        # What was over before is no sign of how fast it goes.
        task = progress.add_task(what, total=None, completed=begun)
        yield lambda done, total: progress.update(task, completed=done, total=total)
