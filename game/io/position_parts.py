"""The things of a position file: units, the fallen, markers, clouds, effects, doors, the outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from game.board import NO_CELL, mask_of
from game.core.game import Game
from game.core.state import Cloud, Effect, Gone, Marker, Outcome, Unit
from game.core.types import WAITING_IDS, Cell
from game.io.errors import quoted
from game.io.forces import POLICIES, Ground, read_boxes, read_cell
from game.io.text import load_names
from game.io.toml import Table, shown
from game.rules.skirmish import names

MOST_ID: Final = 1_000_000
MARKERS: Final = (names.NEST, names.INFESTATION, names.CONSOLE, names.ITEM, names.MINE, names.CHARGE)


class Parts:
    """Reads the tables of a position one after another; ids that are not given follow the largest given one."""

    def __init__(self, root: Table, game: Game, drawn: Mapping[str, tuple[Cell, ...]]) -> None:
        self._root = root
        self._game = game
        self._drawn = drawn
        self._ground = Ground(game.board)
        self._states = tuple(load_names("en")["states"])
        self._legend = root.table("legend").entries()
        self._marker_tables: list[tuple[Table, Cell]] = []
        self._last = self._largest()

    def units(self) -> dict[int, Unit]:
        """The units, by id: those of the legend in the order of their cells, then those of ``[[units]]``."""
        waiting: list[tuple[Cell, Table, int]] = []
        for sign, cells in self._drawn.items():
            table = self._legend.get(sign)
            if table is None:
                self._root.note(f"an entry for {quoted(sign)}, which is on the board", "none", key="legend")
                continue
            if table.has("marker"):
                self._marker_tables.extend((table, cell) for cell in cells)
                continue
            ids = self._ids(table, len(cells))
            waiting.extend((cell, table, ids[place]) for place, cell in enumerate(cells))
        for sign, table in self._legend.items():
            if sign not in self._drawn:
                table.note("a sign that is on the board", quoted(sign))
        waiting.sort(key=lambda entry: entry[0])
        for table in self._root.tables("units"):
            cell = read_cell(table, "at", table.get("at"), self._game.board) if table.has("at") else NO_CELL
            waiting.append((cell, table, self._ids(table, 1)[0]))
        found: dict[int, Unit] = {}
        taken = {id_ for _, _, id_ in waiting if id_}
        fresh = 0
        for cell, table, id_ in waiting:
            if not id_:
                fresh += 1
                while fresh in taken:
                    fresh += 1
                id_ = fresh
            if id_ in found:
                table.note("an id of its own for each unit", f"{id_} again", key="ids")
            unit = self._unit(table, id_, cell)
            if unit is not None:
                found[id_] = unit
        for _, table, _ in waiting:
            table.done()
        return dict(sorted(found.items()))

    def _ids(self, table: Table, count: int) -> list[int]:
        """The ids of a legend entry's cells in rising order; 0 where the file leaves them to us."""
        value = table.get("ids")
        if value is None:
            return [0] * count
        listed = value if isinstance(value, list) else [value]
        if len(listed) != count or not all(type(n) is int and 0 < n <= MOST_ID for n in listed):
            table.note(f"{count} ids", shown(value), key="ids")
            return [0] * count
        return listed

    def _unit(self, table: Table, id_: int, cell: Cell) -> Unit | None:
        """The unit of an entry; None if it could not be made. Every key is read, whatever is wrong with others."""
        before = len(table.faults)
        fields = self._fields(table)
        size = table.whole("size", 0, least=0, most=3)
        kind = self._game.kinds.get(fields["kind"])
        if kind is None or len(table.faults) > before:
            return None
        if fields["form"] >= len(kind.profiles):
            table.note(f"a form from 0 to {len(kind.profiles) - 1}", str(fields["form"]), key="form")
            return None
        sides = [side for side, what in self._game.side_kinds.items() if what == kind.faction]
        if not fields["side"] and not sides:
            table.note(f"a {kind.faction} side for {kind.id}", "none", key="side")
            return None
        fields["side"] = fields["side"] or sides[0]
        if fields["side"] not in sides:
            table.note(f"a {kind.faction} side for {kind.id}", quoted(fields["side"]), key="side")
            return None
        unit = Unit(id=id_, cell=cell, size=size or kind.profiles[fields["form"]].size, **fields)
        if cell != NO_CELL:
            problem = self._ground.problem(cell, unit.size, unit.kind)
            if problem:
                where = list(self._game.board.xy(cell))
                table.note(f"room for {unit.kind} at {where}", problem, key="at")
                return None
        return unit

    def _fields(self, table: Table) -> dict[str, Any]:
        """What units and fallen units have alike; ``side`` is empty if the file leaves it out."""
        game = self._game
        return {
            "kind": table.text("kind", choices=tuple(game.kinds)),
            "side": table.text("side", choices=tuple(game.side_kinds)) if table.has("side") else "",
            "form": table.whole("form", 0, least=0, most=9),
            "wounds": table.whole("wounds", 0, least=0, most=99),
            "states": tuple(sorted(table.texts("states", choices=self._states))),
            "group": table.whole("group", 0, least=0, most=MOST_ID),
            "policy": table.text("policy", "ask", choices=POLICIES),
            "counters": self._counters(table),
            "upgrades": table.texts("upgrades", choices=tuple(game.upgrades)),
        }

    def _counters(self, table: Table) -> tuple[tuple[str, int], ...]:
        """Counters, with the marks of the Lieutenant and the Master as words of their own."""
        inner = table.table("counters")
        found = {name: inner.whole(name, least=-99_999, most=99_999) for name in inner}
        for mark in (names.LIEUTENANT, names.MASTER):
            if table.flag(mark):
                found[mark] = 1
        return tuple(sorted((name, value) for name, value in found.items() if value))

    def gone(self) -> dict[int, Gone]:
        """Units that left the game, by id."""
        found: dict[int, Gone] = {}
        for table in self._root.tables("gone"):
            id_ = table.whole("id", least=1, most=MOST_ID)
            fields = self._fields(table)
            if not fields["side"]:
                table.note("the side it was on", "nothing", key="side")
            unit = Unit(id=id_, cell=self._cell(table), size=table.whole("size", 1, least=1, most=3), **fields)
            found[id_] = Gone(
                unit=unit,
                reason=table.text("reason", "killed"),
                round=table.whole("round", 0, least=0, most=999),
                cell=unit.cell,
                by=table.whole("by", 0, least=0, most=MOST_ID),
            )
            table.done()
        return found

    def _cell(self, table: Table, key: str = "at") -> Cell:
        return read_cell(table, key, table.get(key), self._game.board) if table.has(key) else NO_CELL

    def markers(self, units: Mapping[int, Unit]) -> dict[int, Marker]:
        """Markers, by id: those of the legend, then those of ``[[markers]]``. Unnumbered ones come after the units."""
        found: dict[int, Marker] = {}
        entries = [(table, "marker", cell) for table, cell in sorted(self._marker_tables, key=lambda entry: entry[1])]
        entries += [(table, "kind", self._cell(table)) for table in self._root.tables("markers")]
        for table, word, cell in entries:
            id_ = table.whole("id", 0, least=0, most=MOST_ID) or self._fresh()
            if id_ in found:
                table.note("an id of its own for each marker", f"{id_} again", key="id")
            found[id_] = Marker(
                id=id_,
                kind=table.text(word, choices=MARKERS),
                cell=cell,
                wounds=table.whole("wounds", 0, least=0, most=99),
                name=table.text("name", ""),
                carrier=table.whole("carrier", 0, least=0, most=MOST_ID),
                counters=self._counters(table),
            )
            if cell == NO_CELL and found[id_].carrier not in units:
                table.note("a cell, or a carrier among the units", "neither", key="at")
        for table, _, _ in entries:
            table.done()
        return found

    def _fresh(self) -> int:
        self._last += 1
        return self._last

    def _largest(self) -> int:
        """The largest id that the file gives, or that its units are given."""
        keys = ("units", "gone", "markers", "clouds")
        tables = [*self._legend.values(), *(table for key in keys for table in self._root.tables(key))]
        largest = sum(len(cells) for cells in self._drawn.values()) + len(self._root.tables("units"))
        for table in tables:
            value = table.get("ids") or table.get("id") or 0
            for number in value if isinstance(value, list) else [value]:
                largest = max(largest, number if type(number) is int and number < WAITING_IDS else 0)
        return largest

    def clouds(self) -> tuple[Cloud, ...]:
        """Standing templates."""
        found = []
        for table in self._root.tables("clouds"):
            mask = mask_of(read_boxes(table, "cells", self._game.board))
            found.append(
                Cloud(
                    id=table.whole("id", 0, least=0, most=MOST_ID) or self._fresh(),
                    kind=table.text("kind", "smoke"),
                    cells=mask,
                    expires=table.text("expires", "states"),
                )
            )
            table.done()
        return tuple(found)

    def effects(self, units: Mapping[int, Unit]) -> tuple[Effect, ...]:
        """Effects that run."""
        found = []
        for table in self._root.tables("effects"):
            effect = Effect(
                name=table.text("name"),
                side=table.text("side", choices=tuple(self._game.side_kinds)),
                unit=table.whole("unit", 0, least=0, most=MOST_ID),
                expires=table.text("expires", ""),
                value=table.whole("value", 0, least=-MOST_ID, most=MOST_ID),
            )
            if effect.unit and effect.unit not in units:
                table.note("a unit of the position", str(effect.unit), key="unit")
            table.done()
            found.append(effect)
        return tuple(found)

    def doors(self) -> tuple[int, int, int, dict[int, int]]:
        """Doors as they stand: open, destroyed, sealed (bit masks), and structure lost."""
        board = self._game.board
        opened, broken, sealed = board.initial_doors, 0, 0
        wounds: dict[int, int] = {}
        listed = self._root.tables("doors")
        for door in board.doors:
            table = listed[door.id] if door.id < len(listed) else None
            bit = 1 << door.id
            if door.sealed:
                sealed |= bit
            if table is None:
                continue
            if table.flag("broken"):
                opened, broken, sealed = opened | bit, broken | bit, sealed & ~bit
            lost = table.whole("wounds", 0, least=0, most=99)
            if lost:
                wounds[door.id] = lost
        return opened, broken, sealed, wounds

    def outcome(self) -> Outcome | None:
        """How the game ended, if it did."""
        if not self._root.has("outcome"):
            return None
        table = self._root.table("outcome")
        scores = table.table("scores")
        found: dict[str, Any] = {side: scores.whole(side, least=0, most=MOST_ID) for side in scores}
        outcome = Outcome(
            winner=table.text("winner", ""),
            reason=table.text("reason"),
            round=table.whole("round", 0, least=0, most=999),
            scores=tuple(found.items()),
        )
        table.done()
        return outcome
