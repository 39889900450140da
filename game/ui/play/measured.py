"""How missions went when bots played them: written by `python -m tools.balance`, shown where a mission is chosen."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

import msgspec

from game.api import DataError

FILE: Final = "measured.toml"
HEAD: Final = "# Written by `python -m tools.balance --write`: games between bots, by mission.\n"


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of a mission's games: ``side`` won ``wins`` of the ``of`` that count.

    ``low`` and ``high`` bound the chance with 95 % confidence, in thousandths; ``rounds`` is the mean length in tenths.
    """

    side: str
    wins: int
    of: int
    low: int
    high: int
    rounds: int

    @property
    def share(self) -> int:
        """Games won, in percent."""
        return (200 * self.wins + self.of) // (2 * self.of) if self.of else 0


def parse_measured(text: str, *, file: str) -> dict[str, Measured]:
    """What was measured, by mission. Raises DataError for the first fault."""
    try:
        return msgspec.convert(tomllib.loads(text), dict[str, Measured])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise DataError(str(error), file=file) from None


def measured_text(found: Mapping[str, Measured]) -> str:
    """The file for what was measured; `parse_measured` reads it again."""
    parts = [HEAD]
    for mission in sorted(found):
        parts.append(f"\n[{mission}]\n")
        for name, value in msgspec.structs.asdict(found[mission]).items():
            parts.append(f'{name} = "{value}"\n' if isinstance(value, str) else f"{name} = {value}\n")
    return "".join(parts)


@cache
def measured_missions() -> Mapping[str, Measured]:
    """What comes with the game; missions that were never measured are missing. Raises DataError if it is damaged."""
    try:
        text = resources.files("game.ui.play").joinpath(FILE).read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(error.strerror or str(error), file=FILE) from None
    return parse_measured(text, file=FILE)
