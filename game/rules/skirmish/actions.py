"""What sides may choose under the base rules. One type for each kind of order; skills double as reactions."""

from __future__ import annotations

from game.core.state import NO_CELL, Action
from game.core.types import Cell, Path, UnitId


class Pass(Action, frozen=True):
    """Decline: no second skill, no reaction, no command, no use of a "may"."""


class Deploy(Action, frozen=True):
    """Put a trooper on a cell of its zone during set-up (TS-0), as a Camouflaged marker if ``hidden``."""

    unit: UnitId
    cell: Cell
    hidden: bool = False
    form: int = 0


class Command(Action, frozen=True):
    """The officer's command to its unit (OR-6): advance, steady, brace, fall_back or rally."""

    officer: UnitId
    command: str


class GiveOrder(Action, frozen=True):
    """Spend an order on a trooper (OR-1, OR-2): ``pool``, ``own`` (Irregular) or ``lieutenant``."""

    unit: UnitId
    kind: str = "pool"


class SetPolicy(Action, frozen=True):
    """Set a unit's standing reaction policy (OR-8): ask, shoot, dodge, hold."""

    unit: UnitId
    policy: str


class EndTurn(Action, frozen=True):
    """Spend no more orders this turn (TS-4)."""


class Move(Action, frozen=True):
    """Walk along ``path`` (MV-1); negative elements work a door on the way.

    ``first`` and ``last`` change the stance at the start or the end: ``prone`` or ``stand`` (MV-6).
    """

    path: Path
    first: str = ""
    last: str = ""


class Jump(Action, frozen=True):
    """Jump in a straight line to ``to`` (MV-3)."""

    to: Cell


class Climb(Action, frozen=True):
    """Climb along ``path`` (MV-4); whoever lies stands up first, and may lie down at the ``last`` (MV-6)."""

    path: Path
    last: str = ""


class Berserk(Action, frozen=True):
    """Run along ``path`` into contact with ``target`` and attack it (AT-4); no path when already in contact."""

    target: UnitId
    weapon: str
    path: Path = ()


class Drop(Action, frozen=True):
    """Airborne Deployment onto ``cell`` (D-I18): ``jump`` on a drop zone, ``chute`` on an edge cell.

    ``last``: ``prone`` to lie down on landing (MV-6).
    """

    cell: Cell
    way: str = "jump"
    last: str = ""


class Hide(Action, frozen=True):
    """Become a Camouflaged marker again (ST-10); needs the skill and no enemy in sight."""


class Discover(Action, frozen=True):
    """Try to find out what a Camouflaged marker is (ST-10)."""

    target: UnitId


class Place(Action, frozen=True):
    """Set a deployable (a mine, a D-charge) on ``cell`` or against the door standing there."""

    equipment: str
    cell: Cell


class Shoot(Action, frozen=True):
    """BS Attack (AT-1). ``targets``: one id for all dice, or one id a die; ids of units, nests or other markers.

    ``at``: the aimed cell of a template weapon (AT-5), or, in a reaction, the cell of the mover's walk at which
    the shot is taken (OR-5). ``door``: the door aimed at instead of a target.
    """

    weapon: str
    targets: tuple[int, ...] = ()
    at: Cell = NO_CELL
    door: int = -1


class Fight(Action, frozen=True):
    """CC Attack (AT-3) on a unit or nest in contact, or on a door it could be worked from."""

    weapon: str
    target: int = 0
    door: int = -1


class Dodge(Action, frozen=True):
    """Dodge (MV-5); the move of a success is chosen when it succeeds."""


class Reset(Action, frozen=True):
    """Try to shake off Isolated or Immobilized-B (ST-4, ST-5)."""


class Use(Action, frozen=True):
    """Use equipment (OR-3): ``medikit``, ``doctor``, ``engineer``, ``console``, ``item``, ``cleanse`` ...

    ``target`` is the unit's or marker's id; ``door`` a door for an engineer.
    """

    what: str
    target: int = 0
    door: int = -1


class Idle(Action, frozen=True):
    """A declared skill without effect (D-I19)."""


class Step(Action, frozen=True):
    """The move of a successful Dodge (MV-5): up to two cells, never into contact; none with a stance for its ``last``.

    ``last``: ``prone`` or ``stand`` at the end (MV-6).
    """

    path: Path
    last: str = ""


class TakeGuts(Action, frozen=True):
    """Answer a guts roll (ST-8, D-I7): roll it, or elect to fail; troopers with Courage may pass without a die."""

    choice: str


class Leave(Action, frozen=True):
    """Leave the board by the exit, safe (MS-2)."""
