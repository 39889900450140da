"""What a Master's player may choose in the course of a manifestation."""

from __future__ import annotations

from game.core.state import NO_CELL, Action
from game.core.types import Cell, UnitId


class ChooseCard(Action, frozen=True):
    """Lay this manifestation card face down beside the Master (AV-03, AV-41)."""

    card: str


class Prepare(Action, frozen=True):
    """Short skill of a Master with an avatar upgrade: make ready (OR-3, D-A11). It has no effect that anybody sees."""


class Sacrifice(Action, frozen=True):
    """Short skill of a Master with an avatar upgrade: a friend within 2 cells is removed (OR-3, D-A11)."""

    target: UnitId


class Manifest(Action, frozen=True):
    """Reveal the card and go through the steps of a manifestation (AV-43)."""


class PlaceAvatar(Action, frozen=True):
    """Put the avatar's figure down, ``cell`` being the top-left cell of its footprint (AV-48)."""

    cell: Cell


class ChooseEvent(Action, frozen=True):
    """Choose the manifestation event that happens now (AV-37, AV-53)."""

    event: str


class AimEvent(Action, frozen=True):
    """Whom an event concerns; ``cell`` is where a friend goes, ``name`` the state or upgrade that is lost."""

    target: UnitId
    cell: Cell = NO_CELL
    name: str = ""
