"""What the composition root gives the window: bots, a place for saves, seeds. The window knows no more of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from game.io.text import Language
from game.ui.play.bots import BotInfo, MakeBot


@dataclass(frozen=True, slots=True)
class Services:
    """Everything from outside.

    ``maker`` is where the function that makes bots is found (``module:name``), for the process they think in;
    ``direct`` makes them in this process instead. ``free_path`` answers with a new file for saves; None: matches are
    not saved. ``usual`` is the bot of a kind of side (``human``, ``hive``) when nothing else is said.
    """

    bots: tuple[BotInfo, ...]
    maker: str
    usual: Callable[[str], str]
    fresh_seed: Callable[[], int]
    saves: Callable[[], Path] | None = None
    free_path: Callable[[str, str], Path] | None = None
    direct: MakeBot | None = None
    language: Language = "en"

    def knows(self, spec: str) -> bool:
        """Whether a spec names one of the bots. Any other is code or a program, which no file may start."""
        return spec.partition("(")[0].strip() in {bot.name for bot in self.bots}
