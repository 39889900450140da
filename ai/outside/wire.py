"""What a side may see, as plain values for JSON: cells as [x, y], sets of cells as lists, values with their type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from ai.outside import protocol as say
from game.api import NO_CELL, Action, Board, Codec, Event, Task, Unit, View, door_of

EXACT: Final = 1 << 53
"""From here on JavaScript knows no whole number exactly; such numbers are written as hexadecimal texts."""

Plain = Callable[[Any], Any]


class Wire:
    """Writes what is on one board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._shapes: dict[type[Struct], tuple[tuple[str, Plain], ...]] = {}

    # --- any value ---------------------------------------------------------------------------------------------------

    def plain(self, value: Any) -> Any:
        """A value of the rules, by its own types."""
        if isinstance(value, Struct):
            return self._struct(value)
        if isinstance(value, bool) or value is None or isinstance(value, str | float):
            return value
        if isinstance(value, int):
            return int(value) if -EXACT < value < EXACT else hex(value)
        if isinstance(value, Mapping):
            return {str(key): self.plain(inner) for key, inner in value.items()}
        if isinstance(value, frozenset | set):
            return sorted(map(self.plain, value))
        if isinstance(value, Iterable):
            return [self.plain(inner) for inner in value]
        raise TypeError(f"a {type(value).__name__} has no form in JSON")

    def xy(self, cell: int) -> say.XY | None:
        """A cell by its column and row; None for none."""
        return None if cell == NO_CELL else self._board.xy(cell)

    def cells(self, mask: int) -> list[say.XY]:
        """The cells of a set, in rising order."""
        return [self._board.xy(cell) for cell in _bits(mask)]

    def _struct(self, value: Struct) -> say.Named:
        kind = type(value)
        shape = self._shapes.get(kind)
        if shape is None:
            hints = get_type_hints(kind, include_extras=True)
            shape = tuple((name, self._form(hints[name])) for name in kind.__struct_fields__)
            self._shapes[kind] = shape
        tag = kind.__struct_config__.tag
        found = {"type": tag} if isinstance(tag, str) else {}
        for name, form in shape:
            # A field of that name must not hide what the value is.
            found["type_" if name == "type" and found else name] = form(getattr(value, name))
        return found

    def _form(self, hint: Any) -> Plain:
        """How values of an annotation are written."""
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            marks: dict[str, Plain] = {"cell": self.xy, "path": self._path}
            return next((marks[mark] for mark in arguments[1:] if mark in marks), self._form(arguments[0]))
        if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
            inner = self._form(arguments[0])
            return lambda values: [inner(value) for value in values]
        if origin is tuple:
            forms = [self._form(argument) for argument in arguments]
            return lambda values: [form(value) for form, value in zip(forms, values, strict=True)]
        if origin in (Union, UnionType):
            rest = [argument for argument in arguments if argument is not type(None)]
            if len(rest) == 1:
                form = self._form(rest[0])
                return lambda value: None if value is None else form(value)
        return self.plain

    def _path(self, steps: Sequence[int]) -> list[Any]:
        return [self._board.xy(step) if step >= 0 else {"door": door_of(step)} for step in steps]

    # --- what a program is told --------------------------------------------------------------------------------------

    def start(self, view: View, seed: int) -> say.Start:
        """The game as it does not change."""
        game, board = view.game, view.board
        rows = [range(y * board.width, (y + 1) * board.width) for y in range(board.height)]
        return say.Start(
            side=view.side,
            seed=seed,
            sides=[say.SideInfo(side.id, side.team, side.kind) for side in game.scenario.sides],
            board=say.BoardInfo(
                width=board.width,
                height=board.height,
                terrain=[[board.terrain[cell].name.lower() for cell in row] for row in rows],
                heights=[[board.heights[cell] for cell in row] for row in rows],
                doors=[
                    say.DoorInfo(
                        door.id,
                        door.name,
                        [board.xy(cell) for cell in door.cells],
                        [board.xy(cell) for cell in door.access],
                        door.solid,
                        door.structure,
                        door.armour,
                    )
                    for door in board.doors
                ],
                zones={name: [board.xy(cell) for cell in cells] for name, cells in board.zones.items()},
            ),
            scenario=self._struct(game.scenario),
            switches=self.plain(game.rules),
            kinds={name: self._struct(kind) for name, kind in game.kinds.items()},
            weapons={name: self._struct(weapon) for name, weapon in game.weapons.items()},
            upgrades={name: self._struct(upgrade) for name, upgrade in game.upgrades.items()},
        )

    def seen(self, view: View) -> say.Seen:
        """The table as it stands."""
        state = view.state
        return say.Seen(
            round=state.round,
            turn=state.turn,
            phase=state.phase,
            units=[self._unit(view, unit) for unit in state.units.values()],
            gone=[
                say.GoneSeen(self._unit(view, gone.unit), gone.reason, gone.round, self.xy(gone.cell), gone.by)
                for gone in state.gone.values()
            ],
            markers=[
                say.MarkerSeen(
                    marker.id,
                    marker.kind,
                    self.xy(marker.cell),
                    marker.wounds,
                    marker.name,
                    marker.carrier,
                    dict(marker.counters),
                )
                for marker in state.markers.values()
            ],
            sides=[
                say.SideSeen(side.id, side.team, side.kind, side.pool, _bits(side.worked), dict(side.counters))
                for side in state.sides.values()
            ],
            effects=[self._struct(effect) for effect in state.effects],
            clouds=[
                say.CloudSeen(cloud.id, cloud.kind, self.cells(cloud.cells), cloud.expires) for cloud in state.clouds
            ],
            doors=[
                say.DoorSeen(
                    door.id,
                    bool(state.doors >> door.id & 1),
                    bool(state.broken >> door.id & 1),
                    bool(state.sealed >> door.id & 1),
                    state.door_wounds.get(door.id, 0),
                )
                for door in view.board.doors
            ],
            agenda=[self._struct(task) for task in reversed(state.agenda)],
            memory={name: self.plain(value) for name, value in state.ext.items()},
        )

    def question(self, view: View, options: Sequence[Action], *, number: int, seed: int) -> say.Decide:
        """The decision that waits."""
        task: Task | None = view.game.waiting(view.state)
        write = codec(view).text
        return say.Decide(
            number=number,
            seed=seed,
            asked=self._struct(task) if task is not None else {},
            view=self.seen(view),
            options=[
                say.Option(index, write(action, self._board), self._struct(action))
                for index, action in enumerate(options)
            ],
        )

    def events(self, events: Iterable[Event]) -> say.Observe:
        """What happened."""
        return say.Observe(events=[self._struct(event) for event in events])

    def _unit(self, view: View, unit: Unit) -> say.UnitSeen:
        teams = view.game.teams
        return say.UnitSeen(
            id=unit.id,
            kind=unit.kind,
            side=unit.side,
            foe=teams[unit.side] != teams[view.side],
            cell=self.xy(unit.cell),
            size=unit.size,
            form=unit.form,
            wounds=unit.wounds,
            states=list(unit.states),
            group=unit.group,
            policy=unit.policy,
            counters=dict(unit.counters),
            upgrades=list(unit.upgrades),
        )


def codec(view: View) -> Codec[Action]:
    """How the actions of a game are written as lines and read again."""
    return _codec(view.game.rulebook.action_types)


@lru_cache(maxsize=8)
def _codec(types: tuple[type[Action], ...]) -> Codec[Action]:
    return Codec(types)


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
