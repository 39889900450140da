"""Units that change form, and tables with them: `shift` of the ledger and its kin (section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from game.api import Action, Event, Profile, UnitKind
from game.rules.skirmish.actions import GiveOrder
from tests.rules.combat.scene import held
from tests.support.table import Table

E = TypeVar("E", bound=Event)


def profile(id: str, **fields: Any) -> Profile:
    """Profile A of the reference unit, with what differs."""
    values: dict[str, Any] = {
        "type": "LI",
        "mov": (4, 4),
        "cc": 15,
        "bs": 12,
        "ph": 10,
        "wip": 13,
        "arm": 3,
        "bts": 3,
        "w": 3,
        "weapons": ("rifle", "knife"),
        **fields,
    }
    return Profile(id=id, **values)


A = profile("a", figure="A")
B = profile("b", mov=(6, 2), ph=14, arm=1, figure="B", skills=("berserk",), weapons=("cannon", "sword"))
C = profile("c", mov=(2, 2), arm=5)
SEED = profile("seed", mov=(0, 0), arm=1, weapons=("knife",))
GROWN = profile("grown", mov=(6, 2), ph=14, arm=2, s=5, size=2, figure="GROWN", weapons=("sword",))


def shifter(bracket: str, *profiles: Profile, faction: str = "human") -> UnitKind:
    """A kind with a condition in brackets: profiles A and B unless others are given."""
    return UnitKind("shift", faction, profiles or (A, B), 30, figure="A", transmutation=bracket)


def table(*rows: str, shift: UnitKind, more: dict[str, UnitKind] | None = None, **legend: Any) -> Table:
    """Marines against marines on at least 16 x 16 cells, red's turn; ``shift`` is the kind of that name."""
    width = max(16, *(len(row) for row in rows))
    drawn = [row.ljust(width, ".") for row in rows]
    drawn += ["." * width] * (16 - len(drawn))
    options = {name: legend.pop(name) for name in ("sides", "rules", "zones", "force", "objective") if name in legend}
    sides = options.pop("sides", ("red", "blue"))
    found = Table(drawn, sides=sides, kinds={"shift": shift, **(more or {})}, **options, **legend)
    return found.orders(sides[0])


def red(kind: str = "shift", **fields: Any) -> dict[str, Any]:
    """One of the acting side."""
    return held(kind, side="red", **fields)


def blue(kind: str = "shift", **fields: Any) -> dict[str, Any]:
    """One of the other side; it reacts to nothing unless told to be asked."""
    return held(kind, side="blue", **fields)


def started(found: Table, letter: str) -> Table:
    """An order was given to that unit."""
    found.act(GiveOrder(found.id(letter)))
    return found


def listed(found: Table, kind: type[Action]) -> list[Any]:
    """The listed options of one type, for reading their fields."""
    return list(found.options(kind))


def waits(found: Table) -> Any:
    """The decision that waits, for reading its fields."""
    return found.waiting


def of(events: Sequence[Event], kind: type[E]) -> list[E]:
    """The events of a type."""
    return [event for event in events if isinstance(event, kind)]


def story(events: Sequence[Event]) -> list[str]:
    """The types of what happened, in order, without bookkeeping."""
    return [type(event).__name__ for event in events]
