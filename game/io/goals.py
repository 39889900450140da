"""Objectives of a scenario file: goals of MS-2 as nested tables."""

from __future__ import annotations

from typing import Final

from game.board import Board
from game.core.scenario import MarkerSetup, Objective
from game.io.errors import nearest, quoted
from game.io.toml import Table
from game.rules.skirmish import names
from game.rules.skirmish.objectives import TESTS

DEEPEST: Final = 6
"""How deep ``all`` and ``any`` may stand inside one another."""
NESTED: Final = frozenset({"all", "any"})
COUNTED: Final = frozenset({"exit", "hold", "survive", "console", "carry", "keep"})
"""Goals with a number: troopers, rounds, or how many of a kind."""
ZONED: Final = frozenset({"hold"})
AIMED: Final = frozenset({"eliminate", "console", "carry", "keep"})
"""Goals that name a unit kind, a console or an item."""
EXIT_ZONE: Final = "exit"


class Surroundings:
    """What goals may speak of: the board's zones, the kinds of units, and the markers there are at the start;
    in a position (``markers`` None) any, as some may have been carried out or destroyed.
    """

    def __init__(self, board: Board, markers: tuple[MarkerSetup, ...] | None, kinds: tuple[str, ...]) -> None:
        self.zones = tuple(board.zones)
        self.named: dict[str, tuple[str, ...]] = {}
        if markers is not None:
            self.named["console"] = tuple(m.name for m in markers if m.kind == names.CONSOLE)
            self.named["carry"] = tuple(m.name for m in markers if m.kind == names.ITEM)
        self.kinds = kinds


def read_objective(table: Table, around: Surroundings, *, depth: int = 0) -> Objective:
    """The goal a table describes; faults are noted in the table."""
    kind = table.text("kind", choices=tuple(TESTS))
    n = table.whole("n", 1, least=1, most=99)
    zone = table.text("zone", "")
    target = table.text("target", "")
    at_once = table.flag("at_once") if table.has("at_once") else None
    parts = table.tables("parts")
    for key, allowed in (("n", COUNTED), ("zone", ZONED), ("target", AIMED), ("parts", NESTED)):
        if table.has(key) and kind not in allowed:
            table.note(f"no {key} for the goal {kind}", "one", key=key)
    if kind in NESTED and not parts:
        table.note("the goals it is made of", "none", key="parts")
    if depth >= DEEPEST:
        table.note(f"goals at most {DEEPEST} deep", "more", key="parts")
        parts = []
    _check_names(table, kind, n, zone, target, around)
    found = tuple(read_objective(part, around, depth=depth + 1) for part in parts)
    table.done()
    return Objective(kind=kind, n=n, zone=zone, target=target, parts=found, at_once=at_once)


def _check_names(table: Table, kind: str, n: int, zone: str, target: str, around: Surroundings) -> None:
    if kind == "exit" and EXIT_ZONE not in around.zones:
        table.note("a zone named exit on the map", "none", key="kind")
    if kind == "hold":
        _one_of(table, "zone", zone, around.zones, "a zone of the map")
    if kind == "keep":
        _one_of(table, "target", target, around.kinds, "a kind of unit")
    if kind == "eliminate" and target:
        _one_of(table, "target", target, (*around.kinds, "all"), "a kind of unit")
    there = around.named.get(kind)
    if there is None:
        return
    if target:
        _one_of(table, "target", target, there, f"the name of one on the map ({kind})")
    if n > (1 if target else len(set(there))):
        table.note(f"at most {len(set(there))}, the number on the map", str(n), key="n")


def _one_of(table: Table, key: str, word: str, valid: tuple[str, ...], what: str) -> None:
    if word not in valid:
        known = nearest(word, valid) if valid else "none is there"
        table.note(f"{what}: {known}", quoted(word) if word else "nothing", key=key)
