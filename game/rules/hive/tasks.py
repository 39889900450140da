"""What waits on the agenda in the hive's turn."""

from __future__ import annotations

from game.core.state import Task
from game.core.types import Side, UnitId


class HiveTurn(Task, frozen=True):
    """The hive's turn begins (TS-6): a step of the round. ``side`` empty: the scenario's hive."""

    side: Side = ""


class MovePhase(Task, frozen=True):
    """First step: the xenos on the board are activated (HM-02)."""

    side: Side


class NextXeno(Task, frozen=True):
    """Ask for the next xeno while any is left; ``closed``: the hive passed, so only what must move moves (HM-A29)."""

    side: Side
    closed: bool = False


class HiveMove(Task, frozen=True):
    """Decision: which xeno goes next, or no more (HM-02, HM-05, HM-07)."""

    side: Side


class Drift(Task, frozen=True):
    """A spore drifts (HM-04); the order is the next task."""

    actor: UnitId


class Advance(Task, frozen=True):
    """A xeno makes for the nearest trooper without being asked (HM-08, HM-28); the order is the next task."""

    actor: UnitId


class Strike(Task, frozen=True):
    """A xeno in Catharsis attacks what it touches (HM-29); the order is the next task."""

    actor: UnitId


class XenoMove(Task, frozen=True):
    """Decision: the move of a xeno, or none (OR-7)."""

    actor: UnitId


class XenoAttack(Task, frozen=True):
    """Decision: the attack of a xeno after its move, or none (OR-7)."""

    actor: UnitId


class NestsPhase(Task, frozen=True):
    """Second step: every nest may bring forth its creatures (HM-14)."""

    side: Side


class NestTurn(Task, frozen=True):
    """It is this nest's turn, if it still stands and has room (HM-14, X-32)."""

    side: Side
    nest: int


class NestChoice(Task, frozen=True):
    """Decision: what this nest brings forth, or nothing (HM-15)."""

    side: Side
    nest: int


class NestPlace(Task, frozen=True):
    """Decision: where the next of ``left`` creatures of a nest appears, or no more (HM-16)."""

    side: Side
    nest: int
    kind: str
    left: int
    brood: int


class DicePhase(Task, frozen=True):
    """Third step: the swarm dice (HM-17)."""

    side: Side


class DiceChoice(Task, frozen=True):
    """Decision: what the dice are spent on, or nothing; ``pool`` holds them rising, ones left out (HM-25)."""

    side: Side
    pool: tuple[int, ...]


class MindEffect(Task, frozen=True):
    """An effect of the hive mind takes hold (HM-26)."""

    side: Side
    effect: str


class Catharsis(Task, frozen=True):
    """Every xeno advances and strikes; ``left`` are those still to go, in order, once it has begun (HM-28)."""

    side: Side
    left: tuple[UnitId, ...] = ()
    begun: bool = False


class ShadowChoice(Task, frozen=True):
    """Decision: the psyker upon whom the Warp shadow falls (HM-A10)."""

    side: Side
    psykers: tuple[UnitId, ...]


class GasAttack(Task, frozen=True):
    """Gas streams from every infestation marker (HM-47)."""

    side: Side


class PlacePhase(Task, frozen=True):
    """Last step: the creatures and markers that the dice bring, in the order of HM-A26."""

    side: Side
    plan: tuple[str, ...] = ()


class CorpseSwarms(Task, frozen=True):
    """A swarm on each cell where a trooper was killed this round (HM-44)."""

    side: Side


class Brood(Task, frozen=True):
    """``left`` creatures of one item of the dice are still to be placed, if there is room (HM-A17)."""

    side: Side
    item: str
    kinds: tuple[str, ...]
    left: int
    brood: int = 0


class Reinforcement(Task, frozen=True):
    """Decision: where the next of ``left`` new creatures goes, which of ``kinds`` it is, or no more (HM-57)."""

    side: Side
    item: str
    kinds: tuple[str, ...]
    left: int
    brood: int


class Location(Task, frozen=True):
    """An infestation marker or nest is to be placed, if any cell is left for it (HM-68)."""

    side: Side
    kind: str


class MarkerChoice(Task, frozen=True):
    """Decision: where the infestation marker or nest goes, or nowhere (HM-68)."""

    side: Side
    kind: str


class HiveEnd(Task, frozen=True):
    """The hive's turn is over: what lasted until now ends; ``stunned`` were so before it began (ST-6)."""

    side: Side
    stunned: tuple[UnitId, ...] = ()


class WithdrawFire(Task, frozen=True):
    """Decision: the shot, or the blow, of a hemmed-in trooper before he withdraws (HM-38)."""

    actor: UnitId


class WithdrawMove(Task, frozen=True):
    """Decision: where a hemmed-in trooper withdraws to (HM-38)."""

    actor: UnitId


class WithdrawTask(Task, frozen=True):
    """A hemmed-in trooper withdraws: forced where there is one way, else asked (HM-38)."""

    actor: UnitId


class FreeWay(Task, frozen=True):
    """A hemmed-in trooper's compulsory activation is due (HM-A5)."""

    unit: UnitId
