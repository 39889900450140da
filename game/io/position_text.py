"""Writing a position: any state at a decision as a file that reads back to the very same state."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import to_builtins
from msgspec.structs import asdict

from game.board import NO_CELL, Board, Door, Terrain, cells_of, from_ascii
from game.core.game import Game
from game.core.scenario import Objective
from game.core.state import State, Unit
from game.core.types import Cell
from game.io.position_tasks import TaskLines, usual_agenda

SIGNS: Final = {
    Terrain.FLOOR: ".",
    Terrain.WALL: "#",
    Terrain.DIFFICULT: ",",
    Terrain.BARRICADE: "=",
    Terrain.PIT: "~",
}
LETTERS: Final = "MABCDEFGHIJKLNOPQRSTUVWXYZ"
"""Signs for kinds of units on the board: capitals for troopers, small letters for the hive."""
HUMAN: Final = "human"
FLOW: Final = "flow"
"""The module that remembers in which order the sides play."""


def write_position(game: Game, state: State, *, note: str = "") -> str:
    """The text of a position file: the game's board and rules, and the state with all that waits."""
    writer = _Writer(game, state)
    return writer.text(note)


def toml_lines(fields: Mapping[str, Any]) -> str:
    """Values by key as TOML, each on a line of its own; tables and lists stand on one line."""
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in fields.items())


class _Writer:
    def __init__(self, game: Game, state: State) -> None:
        self._game = game
        self._state = state
        self._board: Board = game.board
        self._lines: list[str] = []
        self._letters: dict[str, list[Unit]] = {}
        self._loose: list[Unit] = []
        self._sort_units()

    def text(self, note: str) -> str:
        game, state = self._game, self._state
        scenario = game.scenario
        usual: dict[str, Any] = {
            "note": note,
            "id": scenario.id,
            "name": self._board.name,
            "systems": list(scenario.modules),
            "modules": list(scenario.outside),
            "mission": scenario.mission,
            "level": scenario.level,
            "rounds": scenario.rounds,
            "deck": list(scenario.deck),
        }
        self._fields(
            {
                key: value
                for key, value in usual.items()
                if value not in ("", [], None, 0) or (key == "level" and value == 0)
            }
        )
        self._fields({"round": state.round, "turn": state.turn, "phase": state.phase, "next_id": state.next_id})
        if state.agenda != usual_agenda(game, state) and state.outcome is None:
            lines = TaskLines(game)
            self._lines.append("agenda = [")
            self._lines.extend(f"    {_value(lines.task(task))}," for task in state.agenda)
            self._lines.append("]")
        self._drawing()
        self._sides()
        self._table("rules", dict(scenario.rules))
        self._manifestation()
        self._zones()
        self._doors()
        self._units()
        self._things()
        self._memory()
        return "\n".join(self._lines).strip() + "\n"

    def _manifestation(self) -> None:
        """The cards and events that the scenario brings itself, in full."""
        scenario = self._game.scenario
        for table, records in (("cards", scenario.cards), ("card_events", scenario.card_events)):
            for name, record in records.items():
                fields = {key: value for key, value in to_builtins(record).items() if key != "id"}
                self._table(f"{table}.{_key(name)}", fields)

    # --- pieces --------------------------------------------------------------------------------------------------

    def _fields(self, fields: Mapping[str, Any]) -> None:
        self._lines.extend(f"{key} = {_value(value)}" for key, value in fields.items())

    def _table(self, name: str, fields: Mapping[str, Any], *, array: bool = False) -> None:
        if fields:
            self._lines.append(f"\n[[{name}]]" if array else f"\n[{name}]")
            self._fields({_key(key): value for key, value in fields.items()})

    def _xy(self, cell: Cell) -> list[int]:
        return list(self._board.xy(cell))

    def _sort_units(self) -> None:
        """Units that differ in nothing but id and cell share a letter; those on special ground are listed."""
        groups: dict[str, list[Unit]] = {}
        for unit in sorted(self._state.units.values(), key=lambda unit: unit.id):
            if unit.cell == NO_CELL or self._board.terrain[unit.cell] is not Terrain.FLOOR:
                self._loose.append(unit)
            else:
                groups.setdefault(_value(self._unit_fields(unit)), []).append(unit)
        free = {HUMAN: list(LETTERS), "hive": [letter.lower() for letter in LETTERS]}
        for units in groups.values():
            faction = self._game.kinds[units[0].kind].faction
            letter = _pick(free[faction], units[0].kind)
            if letter:
                self._letters[letter] = sorted(units, key=lambda unit: unit.cell)
            else:
                self._loose.extend(units)

    def _unit_fields(self, unit: Unit) -> dict[str, Any]:
        profile = self._game.kinds[unit.kind].profiles[unit.form]
        fields: dict[str, Any] = {"kind": unit.kind, "side": unit.side}
        if unit.form:
            fields["form"] = unit.form
        if unit.size != profile.size:
            fields["size"] = unit.size
        for key in ("wounds", "states", "group"):
            if getattr(unit, key):
                fields[key] = getattr(unit, key)
        if unit.policy != "ask":
            fields["policy"] = unit.policy
        if unit.counters:
            fields["counters"] = dict(unit.counters)
        if unit.upgrades:
            fields["upgrades"] = list(unit.upgrades)
        return fields

    def _drawing(self) -> None:
        board = self._board
        signs = [SIGNS.get(kind, "") for kind in board.terrain]
        for door in board.doors:
            for cell in door.cells:
                signs[cell] = "/" if self._state.doors >> door.id & 1 else "+"
        for letter, units in self._letters.items():
            for unit in units:
                signs[unit.cell] = letter
        rows = [signs[y * board.width : (y + 1) * board.width] for y in range(board.height)]
        self._lines += ["board = '''", *("".join(row) for row in rows), "'''"]
        if any(board.heights):
            levels = [str(level) if level else "." for level in board.heights]
            rows = [levels[y * board.width : (y + 1) * board.width] for y in range(board.height)]
            self._lines += ["heights = '''", *("".join(row) for row in rows), "'''"]

    def _sides(self) -> None:
        for setup in self._game.scenario.sides:
            state = self._state.sides[setup.id]
            fields: dict[str, Any] = {"kind": setup.kind, "team": setup.team}
            if setup.deploy:
                fields["deploy"] = setup.deploy
            if state.pool or setup.kind == HUMAN:
                fields["pool"] = state.pool
            if state.worked:
                fields["worked"] = list(cells_of(state.worked))
            fields["counters"] = dict(state.counters)
            if setup.objective is not None:
                fields["objective"] = _goal(setup.objective)
            self._table(f"sides.{_key(setup.id)}", fields)

    def _zones(self) -> None:
        self._table("zones", {name: boxes(cells, self._board) for name, cells in self._board.zones.items()})

    def _doors(self) -> None:
        """Doors that are more than their drawing says; then all of them, so that their numbers stay."""
        state, drawn = self._state, self._redrawn()
        listed = [self._door_fields(door) for door in self._board.doors]
        plain = [door.cells for door in drawn.doors] == [door.cells for door in self._board.doors]
        if plain and all(fields.keys() == {"at"} for fields in listed):
            return
        if state.door_wounds or not plain or any(fields.keys() != {"at"} for fields in listed):
            for fields in listed:
                self._table("doors", fields, array=True)

    def _redrawn(self) -> Board:
        signs = [SIGNS.get(kind, "+") for kind in self._board.terrain]
        width = self._board.width
        return from_ascii(["".join(signs[y * width : (y + 1) * width]) for y in range(self._board.height)])

    def _door_fields(self, door: Door) -> dict[str, Any]:
        bit = 1 << door.id
        usual = Door(0, "", ())
        fields: dict[str, Any] = {"at": [self._xy(cell) for cell in door.cells]}
        given: dict[str, Any] = {
            "name": door.name,
            "sealed": bool(self._state.sealed & bit),
            "solid": door.solid,
            "broken": bool(self._state.broken & bit),
            "wounds": self._state.door_wounds.get(door.id, 0),
        }
        fields.update({key: value for key, value in given.items() if value})
        for key in ("structure", "armour"):
            if getattr(door, key) != getattr(usual, key):
                fields[key] = getattr(door, key)
        return fields

    def _units(self) -> None:
        for letter, units in sorted(self._letters.items()):
            ids = [unit.id for unit in units]
            self._table(f"legend.{letter}", {**self._unit_fields(units[0]), "ids": ids if len(ids) > 1 else ids[0]})
        for unit in self._loose:
            where = {"at": self._xy(unit.cell)} if unit.cell != NO_CELL else {}
            self._table("units", {**where, **self._unit_fields(unit), "ids": unit.id}, array=True)

    def _things(self) -> None:
        state = self._state
        for gone in state.gone.values():
            fields = {"id": gone.unit.id, **self._unit_fields(gone.unit), "reason": gone.reason, "round": gone.round}
            if "size" not in fields:
                fields["size"] = gone.unit.size
            self._table("gone", {**fields, **self._at(gone.cell), "by": gone.by}, array=True)
        for marker in state.markers.values():
            fields = {key: value for key, value in asdict(marker).items() if value not in (0, "", ())}
            fields.pop("cell", None)
            fields["counters"] = dict(marker.counters)
            self._table("markers", {**fields, **self._at(marker.cell)}, array=True)
        for effect in state.effects:
            self._table("effects", {k: v for k, v in asdict(effect).items() if v not in (0, "")}, array=True)
        for cloud in state.clouds:
            cells = boxes(cells_of(cloud.cells), self._board)
            self._table(
                "clouds", {"id": cloud.id, "kind": cloud.kind, "expires": cloud.expires, "cells": cells}, array=True
            )
        if state.outcome is not None:
            outcome = {**asdict(state.outcome), "scores": dict(state.outcome.scores)}
            self._table("outcome", outcome)

    def _at(self, cell: Cell) -> dict[str, Any]:
        return {"at": self._xy(cell)} if cell != NO_CELL else {}

    def _memory(self) -> None:
        # Before initiative was rolled nobody has an order yet, while a position that tells none has that of its file.
        usual = {**self._game.empty().ext, FLOW: None}
        changed = {name: value for name, value in self._state.ext.items() if usual.get(name) != value}
        if changed:
            lines = TaskLines(self._game)
            self._table("memory", {name: lines.memory(value) for name, value in changed.items()})


def boxes(cells: Iterable[Cell], board: Board) -> list[list[int]]:
    """Cells as boxes: ``[x, y]`` for one, ``[x, y, x2, y2]`` for a rectangle."""
    left = dict.fromkeys(sorted(cells))
    found = []
    while left:
        x, y = board.xy(next(iter(left)))
        x2, y2 = x, y
        while board.inside(x2 + 1, y) and board.cell(x2 + 1, y) in left:
            x2 += 1
        while board.inside(x, y2 + 1) and all(board.cell(c, y2 + 1) in left for c in range(x, x2 + 1)):
            y2 += 1
        for row in range(y, y2 + 1):
            for column in range(x, x2 + 1):
                del left[board.cell(column, row)]
        found.append([x, y] if (x, y) == (x2, y2) else [x, y, x2, y2])
    return found


def _pick(free: list[str], kind: str) -> str:
    """A letter for a kind: its first one if that is free, else the next free one; none if all are used."""
    wanted = [letter for letter in free if letter.lower() == kind[0]]
    for letter in (*wanted, *free):
        free.remove(letter)
        return letter
    return ""


def _goal(goal: Objective) -> dict[str, Any]:
    fields: dict[str, Any] = {"kind": goal.kind}
    if goal.n != 1:
        fields["n"] = goal.n
    for key in ("zone", "target"):
        if getattr(goal, key):
            fields[key] = getattr(goal, key)
    if goal.at_once is not None:
        fields["at_once"] = goal.at_once
    if goal.parts:
        fields["parts"] = [_goal(part) for part in goal.parts]
    return fields


def _key(name: str) -> str:
    """A bare key, or a quoted one."""
    return (
        name
        if name and all(letter.isascii() and (letter.isalnum() or letter in "_-") for letter in name)
        else (_value(name))
    )


def _value(value: Any) -> str:
    """A value in TOML; tables and lists on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, Iterable):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    raise TypeError(f"{type(value).__name__} has no form in TOML")
