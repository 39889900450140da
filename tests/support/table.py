"""A table drawn as text, with scripted dice: what clause tests play on.

>>> from tests.support.table import Table
>>> t = Table("M...g", M="marine", g="gaunt")
>>> t.unit("M").cell, t.unit("g").side
(0, 'hive')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from msgspec.structs import replace

from game.api import (
    Action,
    Board,
    Event,
    Game,
    Marker,
    MarkerSetup,
    Objective,
    Recruit,
    Refusal,
    Scenario,
    ScriptedDice,
    SideSetup,
    State,
    Task,
    Unit,
)
from game.board import from_ascii, marks
from game.core.profile import Upgrade
from game.core.state import Effect
from game.rules.compose import compose
from game.rules.skirmish.flow import FlowState
from game.rules.skirmish.tasks import OrdersPhase, RoundEnd, StatesPhase
from tests.support.reference import KINDS, WEAPONS

OPEN = "\n".join(["." * 24] * 24)
"""24 x 24, all floor."""
CORRIDOR = "." * 21
"""One cell wide, (0,0) to (20,0)."""
DOOR = "\n".join(["." * 10 + ("+" if y == 5 else "#") + "." * 10 for y in range(11)])
"""A wall at x = 10 with one closed door at (10,5)."""


class Table:
    """A game in the middle: units by letter, an agenda set by hand, scripted dice that must all be used."""

    def __init__(
        self,
        rows: str | Sequence[str],
        *,
        rules: Mapping[str, Any] | None = None,
        zones: Mapping[str, Sequence[tuple[int, int]]] | None = None,
        heights: str | None = None,
        mission: str = "infiltration",
        level: int | None = None,
        rounds: int = 12,
        deck: Sequence[str] = (),
        objective: Objective | None = None,
        hive_objective: Objective | None = None,
        sides: Sequence[str] = ("marines", "hive"),
        teams: Mapping[str, str] | None = None,
        force: Mapping[str, Sequence[Recruit]] | None = None,
        markers: Sequence[MarkerSetup] = (),
        kinds: Mapping[str, Any] | None = None,
        upgrades: Mapping[str, Upgrade] | None = None,
        cards: Mapping[str, Any] | None = None,
        card_events: Mapping[str, Any] | None = None,
        **legend: str | Mapping[str, Any],
    ) -> None:
        """``legend``: letter -> unit kind, or a dict with ``kind`` and any field of Unit (``side`` too)."""
        self.kinds = {**KINDS, **(kinds or {})}
        plain = from_ascii(rows)
        cells = {name: [plain.cell(x, y) for x, y in places] for name, places in (zones or {}).items()}
        self.board: Board = from_ascii(rows, heights=heights, zones=cells)
        scenario = Scenario(
            id="table",
            sides=tuple(
                SideSetup(
                    id=side,
                    kind="hive" if side == "hive" else "human",
                    team=(teams or {}).get(side, side),
                    force=tuple((force or {}).get(side, ())),
                    objective=hive_objective if side == "hive" else objective,
                )
                for side in sides
            ),
            mission=mission,
            level=level,
            rounds=rounds,
            deck=tuple(deck),
            markers=tuple(markers),
            rules=dict(rules or {}),
            cards=dict(cards or {}),
            card_events=dict(card_events or {}),
        )
        self.game: Game = compose(scenario, self.board, self.kinds, WEAPONS, upgrades)
        self.names: dict[str, int] = {}
        units: dict[int, Unit] = {}
        for letter, places in sorted(marks(rows).items(), key=lambda item: item[1]):
            for number, cell in enumerate(places):
                unit_id = len(units) + 1
                units[unit_id] = self._unit(unit_id, cell, legend[letter], sides)
                self.names[letter if number == 0 else f"{letter}{number + 1}"] = unit_id
        state = self.game.empty()
        state.ext["flow"] = FlowState(tuple(side for side in sides if side != "hive"))
        self.state: State = self.game.indexed(replace(state, units=units, round=1, next_id=len(units) + 1))
        self.events: list[Event] = []

    def _unit(self, unit_id: int, cell: int, given: str | Mapping[str, Any], sides: Sequence[str]) -> Unit:
        fields: dict[str, Any] = {"kind": given} if isinstance(given, str) else dict(given)
        kind = self.kinds[fields["kind"]]
        profile = kind.profiles[fields.get("form", 0)]
        humans = [side for side in sides if side != "hive"]
        fields["states"] = tuple(sorted(fields.get("states", ())))
        side = fields.pop("side", "hive" if kind.faction == "hive" else humans[0])
        return Unit(id=unit_id, side=side, cell=cell, **{"size": profile.size, "policy": "ask", **fields})

    # -- setting the scene ------------------------------------------------------------------------

    def id(self, letter: str) -> int:
        """The id of the unit drawn as ``letter``."""
        return self.names[letter]

    def unit(self, letter: str) -> Unit:
        """The unit as it is now. Raises KeyError when it left the table."""
        return self.state.units[self.names[letter]]

    def at(self, x: int, y: int) -> int:
        """The cell (x, y)."""
        return self.board.cell(x, y)

    def xy(self, letter: str) -> tuple[int, int]:
        """Where a unit stands."""
        return self.board.xy(self.unit(letter).cell)

    def change(self, letter: str, **fields: Any) -> Self:
        """Set fields of a unit."""
        unit = replace(self.unit(letter), **fields)
        return self.set(units={**self.state.units, unit.id: unit})

    def set(self, **fields: Any) -> Self:
        """Set fields of the state."""
        self.state = self.game.indexed(replace(self.state, **fields))
        return self

    def marker(self, kind: str, x: int, y: int, **fields: Any) -> int:
        """Put a marker on a cell; its id."""
        marker = Marker(self.state.next_id, kind, self.at(x, y), **fields)
        self.set(markers={**self.state.markers, marker.id: marker}, next_id=marker.id + 1)
        return marker.id

    def effect(self, name: str, side: str, **fields: Any) -> Self:
        """Let an effect run."""
        return self.set(effects=(*self.state.effects, Effect(name, side, **fields)))

    def door(self, x: int, y: int, *, opened: bool) -> Self:
        """Open or close the door standing on a cell."""
        bit = 1 << self.board.door_at[self.at(x, y)]
        return self.set(doors=self.state.doors | bit if opened else self.state.doors & ~bit)

    def agenda(self, *tasks: Task, turn: str = "", phase: str = "") -> Self:
        """What waits; the first task given is next."""
        return self.set(agenda=tuple(reversed(tasks)), turn=turn or self.state.turn, phase=phase or self.state.phase)

    def orders(self, side: str = "marines", pool: int = 10) -> Self:
        """It is ``side``'s Orders phase."""
        state = replace(self.state.sides[side], pool=pool)
        self.set(sides={**self.state.sides, side: state})
        return self.agenda(OrdersPhase(side), StatesPhase(side), RoundEnd(), turn=side, phase="orders")

    # -- playing ----------------------------------------------------------------------------------

    def run(self, **dice: Sequence[int]) -> list[Event]:
        """Run whatever waits for nobody (after ``agenda``)."""
        return self._step(None, dice)

    def act(
        self, action: Action, dice: Mapping[str, Sequence[int]] | None = None, **more: Sequence[int]
    ) -> list[Event]:
        """Carry an action out with exactly these dice; what happened."""
        return self._step(action, {**(dice or {}), **more})

    def _step(self, action: Action | None, dice: Mapping[str, Sequence[int]]) -> list[Event]:
        scripted = ScriptedDice({purpose: list(faces) for purpose, faces in dice.items()})
        before = self.state
        if action is None:
            self.state, events = self.game.begin(before, scripted)
        else:
            self.state, events = self.game.apply(before, action, scripted)
        scripted.assert_spent()
        assert self.game.fold(before, events) == self.state
        assert self.game.problems(self.state) == []
        self.events.extend(events)
        return list(events)

    def play(self, *actions: Action, **dice: Sequence[int]) -> list[Event]:
        """Several actions one after another, the dice shared out as they fall."""
        scripted = ScriptedDice({purpose.replace("__", "."): list(faces) for purpose, faces in dice.items()})
        found: list[Event] = []
        for action in actions:
            self.state, events = self.game.apply(self.state, action, scripted)
            found.extend(events)
        scripted.assert_spent()
        self.events.extend(found)
        return found

    @property
    def to_act(self) -> str | None:
        """The side whose decision waits."""
        return self.game.to_act(self.state)

    @property
    def waiting(self) -> Task | None:
        """The decision that waits."""
        return self.game.waiting(self.state)

    def options(self, kind: type[Action] | None = None) -> list[Action]:
        """The legal actions listed (of one type)."""
        found = self.game.options(self.state)
        return list(found) if kind is None else found.of(kind)

    def refusal(self, action: Action) -> Refusal | None:
        """Why an action is refused, or None."""
        return self.game.verdict(self.state, action).refusal

    def code(self, action: Action) -> str:
        """The refusal's code, or ``""`` for a legal action."""
        refusal = self.refusal(action)
        return "" if refusal is None else refusal.code


def kinds_of(events: Sequence[Event]) -> list[str]:
    """The event types, the agenda's bookkeeping left out."""
    return [type(event).__name__ for event in events if type(event).__name__ != "AgendaChanged"]
