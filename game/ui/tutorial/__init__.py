"""Three lessons on boards of their own: what each step asks for, and how it is known to be done. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Lesson:
    """A board, the side that is played, and its steps: pairs of a label's key and the goal that ends the step.

    A goal is a word of `game.ui.scenes.tutor`. Every step can be passed over, so none can be a dead end.
    """

    id: str
    side: str
    bot: str
    steps: tuple[str, ...]

    @property
    def path(self) -> Path:
        """The position that the lesson starts from."""
        return Path(str(resources.files("game.ui.tutorial").joinpath(f"{self.id}.toml")))


LESSONS: Final = (
    Lesson("walking", "marines", "passive", ("select", "moved", "second", "undone", "door", "ended")),
    Lesson("shooting", "marines", "hive:instinct", ("select", "aimed", "shot", "policy", "threat", "ended", "reacted")),
    Lesson("swarming", "hive", "passive", ("activated", "attacked", "passed", "spent", "placed")),
)
