"""Colours and measures. A palette colours the sides, a theme everything else; both can be changed at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

Colour: TypeAlias = tuple[int, int, int]


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: all of ``one`` at 0, all of ``other`` at 1."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(one, other, strict=True))
    return r, g, b


def hexed(colour: Colour) -> str:
    """A colour as SVG writes it."""
    return f"#{colour[0]:02x}{colour[1]:02x}{colour[2]:02x}"


@dataclass(frozen=True, slots=True)
class SideColours:
    """How a side's pieces look: body and outline, highlights, plate."""

    body: Colour
    pale: Colour
    deep: Colour

    @classmethod
    def of(cls, body: Colour) -> SideColours:
        """The colours that go with a body."""
        return cls(body, mix(body, (255, 255, 255), 0.72), mix((8, 11, 15), body, 0.2))


@dataclass(frozen=True, slots=True)
class Palette:
    """Body colours: sides of marines in the scenario's order, then the hive."""

    name: str
    humans: tuple[Colour, ...]
    hive: Colour

    def side(self, kind: str, index: int) -> SideColours:
        """The colours of a side of ``kind``, the ``index``-th of its kind."""
        return SideColours.of(self.hive if kind == "hive" else self.humans[index % len(self.humans)])


PALETTES: Final = (
    # Blue against orange stays apart in every common colour blindness; lightness differs as well.
    Palette("standard", ((74, 168, 255), (255, 206, 74), (110, 214, 160), (214, 150, 255)), (255, 106, 61)),
    Palette("violet", ((96, 208, 240), (250, 240, 120), (180, 230, 150), (255, 170, 200)), (198, 92, 255)),
    Palette("contrast", ((255, 255, 255), (255, 235, 60), (120, 255, 180), (150, 190, 255)), (255, 70, 40)),
)


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of panels, texts and marks."""

    name: str = "foundry"
    back: Colour = (10, 13, 17)
    panel: Colour = (22, 27, 33)
    raised: Colour = (36, 43, 52)
    hover: Colour = (52, 63, 76)
    press: Colour = (26, 31, 38)
    edge: Colour = (62, 73, 86)
    text: Colour = (232, 237, 242)
    dim: Colour = (160, 172, 184)
    faint: Colour = (110, 122, 134)
    accent: Colour = (255, 182, 56)
    good: Colour = (123, 216, 106)
    bad: Colour = (255, 99, 88)
    info: Colour = (95, 227, 240)
    focus: Colour = (255, 255, 255)
    void: Colour = (6, 8, 11)
    reach: Colour = (80, 190, 255)
    reach_far: Colour = (52, 118, 190)
    path: Colour = (255, 255, 255)
    threat: Colour = (255, 90, 60)
    fire: Colour = (255, 222, 92)
    blast: Colour = (255, 140, 50)
    place: Colour = (197, 139, 255)
    shroud: int = 98
    stark: bool = False
    """The board is drawn plainly: dark flat floor with a grid, black walls with white rims, strong marks."""


CONTRAST: Final = replace(
    Theme(),
    name="contrast",
    back=(0, 0, 0),
    panel=(8, 8, 10),
    raised=(24, 26, 30),
    hover=(58, 66, 78),
    edge=(190, 200, 210),
    text=(255, 255, 255),
    dim=(222, 228, 234),
    faint=(180, 188, 196),
    shroud=120,
    reach_far=(90, 130, 255),
    stark=True,
)
THEMES: Final = {theme.name: theme for theme in (Theme(), CONTRAST)}


LEAST_SCALE: Final = 1.0
MOST_SCALE: Final = 2.0


@dataclass(frozen=True, slots=True)
class Metrics:
    """Sizes in pixels at an interface scale of 1 to 2."""

    scale: float = 1.0

    def px(self, units: float) -> int:
        """So many units in pixels."""
        return max(1, round(units * self.scale))

    @property
    def small(self) -> int:
        """The smallest text."""
        return self.px(13)

    @property
    def normal(self) -> int:
        """Running text."""
        return self.px(15)

    @property
    def large(self) -> int:
        """Headings."""
        return self.px(20)

    @property
    def huge(self) -> int:
        """The title."""
        return self.px(56)

    @property
    def gap(self) -> int:
        """Space between things that belong together."""
        return self.px(8)

    @property
    def pad(self) -> int:
        """Space inside a panel."""
        return self.px(12)

    @property
    def line(self) -> int:
        """Height of a button or a row."""
        return self.px(34)
