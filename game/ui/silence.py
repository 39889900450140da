"""Quiet for what the system's own libraries write about devices that are missing: one line of ours says it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def silent_libraries() -> Iterator[None]:
    """What is written to the process's standard error meanwhile is lost."""
    try:
        kept = os.dup(2)
    except OSError:
        # There is nothing that could be written to.
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
