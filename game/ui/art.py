"""Pictures from `assets/art`, in any size and side's colours, each made once."""

from __future__ import annotations

import io
from functools import cache
from typing import TYPE_CHECKING, Final

import pygame

from game.io.resources import assets_dir
from game.ui.theme import SideColours, hexed

if TYPE_CHECKING:
    from game.api import Profile

# What the drawing scripts write where the side's own colours go.
_BODY, _PALE, _DEEP = "#4aa8ff", "#cfe8ff", "#14283c"
UNKNOWN: Final = "unknown"
"""The kind that stands for a marker nobody has found out about."""
_KEPT: Final = 4096
"""Pictures kept before those not asked for lately are forgotten."""


@cache
def _source(name: str) -> str | None:
    """The text of a picture, or None if there is none of that name."""
    file = assets_dir().joinpath("art", f"{name}.svg")
    return file.read_text(encoding="utf-8") if file.is_file() else None


def has_picture(name: str) -> bool:
    """Whether there is a picture of that name."""
    return _source(name) is not None


def figure_of(profile: Profile | None, kind: str) -> str:
    """The picture of a unit's form: its own, its kind's, or its class's; a question mark for an unknown one."""
    if profile is not None and kind != UNKNOWN:
        for name in (f"unit_{profile.id}", f"unit_{kind}", f"unit_class_{profile.type}"):
            if has_picture(name):
                return name
    return "unit_hidden"


class Art:
    """Rasterised pictures by name, size and colours."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, int, int, SideColours | None], pygame.Surface] = {}

    def picture(self, name: str, size: int, colours: SideColours | None = None, *, quarter: int = 0) -> pygame.Surface:
        """A square picture; ``quarter`` turns it by so many quarters of a circle. Raises KeyError for no such name."""
        key = (name, size, quarter, colours)
        found = self._made.pop(key, None)
        if found is None:
            found = self._draw(name, size, colours)
            if quarter:
                found = pygame.transform.rotate(found, -90 * quarter)
        self._made[key] = found
        if len(self._made) > _KEPT:
            del self._made[next(iter(self._made))]
        return found

    def _draw(self, name: str, size: int, colours: SideColours | None) -> pygame.Surface:
        text = _source(name)
        if text is None:
            raise KeyError(name)
        if colours is not None:
            for stand_in, colour in ((_BODY, colours.body), (_PALE, colours.pale), (_DEEP, colours.deep)):
                text = text.replace(stand_in, hexed(colour))
        drawn = pygame.image.load_sized_svg(io.BytesIO(text.encode()), (size, size))
        return drawn.convert_alpha() if pygame.display.get_init() and pygame.display.get_surface() else drawn
