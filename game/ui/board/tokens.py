"""Pieces: a figure on its side's plate with number or letter, wounds and states, made once for each look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import pygame

from game.api import Game, Profile, Unit
from game.ui import lettering
from game.ui.art import Art, figure_of, has_picture
from game.ui.theme import Colour, Palette, SideColours

_LEAST_LETTER: Final = 22
"""Pixels a cell from which on a piece bears its number or letter."""
_LEAST_BADGE: Final = 16
_KEPT: Final = 1500
_INK: Final[Colour] = (8, 11, 15)
_HURT: Final[Colour] = (255, 75, 75)
_WHOLE: Final[Colour] = (123, 216, 106)
_DOWN: Final = frozenset({"unconscious", "incapacitated"})
_MOST_BADGES: Final = 3


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that a piece shows."""

    figure: str
    colours: SideColours
    px: int
    size: int
    label: str
    left: int
    wounds: int
    badges: tuple[str, ...]
    down: bool


def side_colours(game: Game, palette: Palette) -> dict[str, SideColours]:
    """The colours of every side of a game."""
    found: dict[str, SideColours] = {}
    count: dict[str, int] = {}
    for side, kind in game.side_kinds.items():
        found[side] = palette.side(kind, count.get(kind, 0))
        count[kind] = count.get(kind, 0) + 1
    return found


class Tokens:
    """Draws the pieces of one game."""

    def __init__(
        self, game: Game, art: Art, palette: Palette, initials: Mapping[str, str], *, stark: bool = False
    ) -> None:
        """``initials``: the letter of each kind of creature; ``stark``: pieces with a rim."""
        self._stark = stark
        self.game = game
        self.colours = side_colours(game, palette)
        self._art = art
        self._initials = initials
        self._made: dict[Look, pygame.Surface] = {}

    def profile(self, unit: Unit) -> Profile | None:
        """The form of a unit, None for one that is not known."""
        kind = self.game.kinds.get(unit.kind)
        if kind is None or not 0 <= unit.form < len(kind.profiles):
            return None
        return kind.profiles[unit.form]

    def look(self, unit: Unit, px: int) -> Look:
        """What a unit's piece shows at a zoom."""
        profile = self.profile(unit)
        human = self.game.side_kinds.get(unit.side) == "human"
        label = str(unit.id) if human else self._initials.get(unit.kind, "")
        wounds = profile.w if profile is not None else 1
        badges = [state for state in unit.states if has_picture(f"icon_{state}")]
        if unit.count("lieutenant"):
            badges.append("lieutenant")
        if unit.count("impetuous"):
            badges.append("impetuous")
        return Look(
            figure=figure_of(profile, unit.kind),
            colours=self.colours[unit.side],
            px=px,
            size=unit.size,
            label=label if px >= _LEAST_LETTER else "",
            left=max(0, wounds - unit.wounds),
            wounds=wounds,
            badges=tuple(badges[:_MOST_BADGES]),
            down=bool(_DOWN & set(unit.states)),
        )

    def piece(self, unit: Unit, px: int) -> pygame.Surface:
        """The picture of a unit's piece, as wide as its footprint."""
        look = self.look(unit, px)
        found = self._made.get(look)
        if found is None:
            if len(self._made) >= _KEPT:
                self._made.clear()
            found = self._made[look] = self._drawn(look)
        return found

    def portrait(self, unit: Unit, pixels: int) -> pygame.Surface:
        """The figure alone, for a card."""
        return self._art.picture(figure_of(self.profile(unit), unit.kind), pixels, self.colours[unit.side])

    def _drawn(self, look: Look) -> pygame.Surface:
        side = look.px * look.size
        surface = pygame.Surface((side, side), pygame.SRCALPHA)
        figure = self._art.picture(look.figure, side, look.colours)
        if look.down:
            figure = figure.copy()
            figure.fill((120, 120, 125, 255), special_flags=pygame.BLEND_RGBA_MULT)
        surface.blit(figure, (0, 0))
        if self._stark:
            pygame.draw.rect(surface, _INK, (0, 0, side, side), max(2, look.px // 10))
            pygame.draw.rect(surface, look.colours.pale, (0, 0, side, side), max(1, look.px // 16))
        if look.wounds > 1:
            self._wounds(surface, look, side)
        if look.label:
            self._label(surface, look, side)
        if look.px >= _LEAST_BADGE:
            self._badges(surface, look, side)
        return surface

    def _wounds(self, surface: pygame.Surface, look: Look, side: int) -> None:
        """A bar of cells along the lower edge: bright for what is left, red for what is lost."""
        high = max(3, look.px // 9)
        room = side - max(2, side // 8)
        each = max(2, room // look.wounds)
        left = (side - each * look.wounds) // 2
        top = side - high - max(1, look.px // 16)
        surface.fill(_INK, (left - 1, top - 1, each * look.wounds + 2, high + 2))
        for index in range(look.wounds):
            colour = _WHOLE if index < look.left else _HURT
            shown = pygame.Rect(left + index * each + (index > 0), top, each - (index > 0), high)
            surface.fill(colour if index < look.left else (90, 28, 28), shown)
            if index >= look.left:
                surface.fill(_HURT, (shown.x, shown.bottom - max(1, high // 3), shown.width, max(1, high // 3)))

    def _label(self, surface: pygame.Surface, look: Look, side: int) -> None:
        size = max(10, look.px * 34 // 100)
        drawn = lettering.line(look.label, size, look.colours.pale)
        box = pygame.Rect(0, 0, max(drawn.get_width() + size // 3, size), size * 11 // 10)
        box.topleft = (0, 0)
        pygame.draw.rect(surface, _INK, box, border_radius=size // 4)
        surface.blit(drawn, drawn.get_rect(center=(box.centerx, box.centery + 1)))

    def _badges(self, surface: pygame.Surface, look: Look, side: int) -> None:
        each = max(8, look.px * 2 // 5)
        for index, name in enumerate(look.badges):
            at = (side - each, index * (each - max(1, each // 6)))
            surface.blit(self._art.picture(f"icon_{name}", each), at)


def initials(names: Mapping[str, str]) -> dict[str, str]:
    """A letter for each kind from its name; kinds that share their first letter take another of their own."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for kind, name in names.items():
        wished = [letter for letter in name.upper() if letter.isalpha()]
        letter = next((wish for wish in wished if wish not in taken), wished[0] if wished else "?")
        taken.add(letter)
        found[kind] = letter
    return found
