"""Where saved games are kept on this machine."""

from __future__ import annotations

import os
from pathlib import Path

from game.core.errors import DataError


def saves_dir() -> Path:
    """The folder of saved games, made if it is not there; ``BROODFALL_SAVES`` names another one.

    Raises DataError if it cannot be made.
    """
    named = os.environ.get("BROODFALL_SAVES")
    if named:
        folder = Path(named).expanduser()
    else:
        from platformdirs import user_data_path

        folder = user_data_path("broodfall", appauthor=False) / "saves"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or "an error").lower()
        message = f"expected a folder for saved games (or --no-save), found {reason}"
        said = {"folder": str(folder)}
        raise DataError(message, file=str(folder), kind="no_saves_folder", values=said) from None
    return folder


def free_path(stem: str, suffix: str) -> Path:
    """A new file in the folder of saves: ``stem`` and the next number."""
    folder = saves_dir()
    tails = [file.stem.rpartition("-") for file in folder.glob(f"{stem}-*{suffix}")]
    numbers = [int(tail) for head, _, tail in tails if head == stem and tail.isdecimal()]
    return folder / f"{stem}-{max(numbers, default=0) + 1}{suffix}"
