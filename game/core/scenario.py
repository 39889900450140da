"""A scenario as the engine knows it: sides and forces, objectives, limits, rule switches. Cells, not files."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from game.core.state import NO_CELL
from game.core.types import Cell, Side


class Recruit(Struct, frozen=True):
    """One unit of a force. ``cell`` -1: to be placed in set-up (TS-0), or waiting off board if ``reserve``.

    ``card`` is the manifestation card picked with an avatar upgrade (AV-03); secret, as is who waits (HI-1).
    """

    kind: str
    cell: Cell = NO_CELL
    lieutenant: bool = False
    master: bool = False
    reserve: bool = False
    hidden: bool = False
    form: int = 0
    group: int = 0
    name: str = ""
    policy: str = "ask"
    upgrades: tuple[str, ...] = ()
    card: str = ""


class Objective(Struct, frozen=True):
    """A goal of MS-2. ``kind``: all, any, eliminate, nests, exit, hold, console, carry, survive, keep.

    ``n`` counts troopers or rounds, ``zone`` names a map zone, ``target`` a unit kind, unit name, console or item.
    ``at_once`` None means the kind's default.
    """

    kind: str
    n: int = 1
    zone: str = ""
    target: str = ""
    parts: tuple[Objective, ...] = ()
    at_once: bool | None = None


class SideSetup(Struct, frozen=True):
    """One side: ``kind`` is ``human`` or ``hive``; sides of one ``team`` are friends (TS-0).

    ``points`` and ``soulstones`` bound what its troopers and their upgrades may cost (D-A14); 0: no bound.
    """

    id: Side
    kind: str
    team: str
    force: tuple[Recruit, ...] = ()
    objective: Objective | None = None
    deploy: str = ""
    points: int = 0
    soulstones: int = 0


class MarkerSetup(Struct, frozen=True):
    """A marker on the table from the start: nest, infestation, console or item."""

    kind: str
    cell: Cell
    name: str = ""


class Scenario(Struct, frozen=True):
    """Everything that stays the same during a game but the board and the rulebook.

    ``mission`` (infiltration, light_offensive, offensive, wave) or ``level`` (3 to 0) sets the swarm dice (MS-1);
    ``rounds`` 0 means no limit (then a deck is compulsory, MS-3); ``rules`` are the scenario's switches.
    ``modules`` names rule systems that come with the game (all if empty), ``outside`` those that do not.
    ``cards`` and ``card_events`` replace rows of the tables of manifestation cards and events, or add some (AV-A1).
    """

    id: str
    sides: tuple[SideSetup, ...]
    mission: str = ""
    level: int | None = None
    rounds: int = 0
    deck: tuple[str, ...] = ()
    markers: tuple[MarkerSetup, ...] = ()
    rules: dict[str, Any] = {}
    modules: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    cards: dict[str, Any] = {}
    card_events: dict[str, Any] = {}

    def without_secrets(self) -> Scenario:
        """The scenario as every side may know it (HI-1).

        Human forces are left out whole: who of them stands on the table openly is read off the table, and any other
        entry would tell who waits, what hides under a marker, or which card lies beside a Master. The deck may be
        read: it is the list of its cards, in no order until one is drawn by a die (D-H18).
        """
        known = tuple(side if side.kind == "hive" else replace(side, force=()) for side in self.sides)
        return replace(self, sides=known)

    @property
    def last_round(self) -> int:
        """The round after which the game is over: the limit, or the deck's last card if that comes before (D-H18)."""
        return min((count for count in (self.rounds, len(self.deck)) if count), default=0)
