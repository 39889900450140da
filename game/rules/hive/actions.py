"""What the hive player may choose."""

from __future__ import annotations

from game.core.state import Action
from game.core.types import Cell, UnitId


class ActivateXeno(Action, frozen=True):
    """Let this xeno have its turn now (OR-7); spores first, then swarms, then the rest (HM-05, HM-07)."""

    unit: UnitId


class UseNest(Action, frozen=True):
    """What a nest brings forth: ``gaunt`` (four) or ``stealer`` (two) (HM-15)."""

    kind: str


class SpendSwarmDice(Action, frozen=True):
    """What the swarm dice are spent on: names of the dice table; dice it does not need are dropped (HM-22, HM-23)."""

    plan: tuple[str, ...]


class PlaceXeno(Action, frozen=True):
    """Put the next new creature on the board, ``cell`` being the top-left cell of its footprint (HM-57)."""

    kind: str
    cell: Cell


class PlaceMarker(Action, frozen=True):
    """Put the infestation marker or nest on ``cell`` (HM-68)."""

    cell: Cell


class ChoosePsyker(Action, frozen=True):
    """Which of several psykers the Warp shadow falls upon (HM-40, HM-A10)."""

    unit: UnitId
