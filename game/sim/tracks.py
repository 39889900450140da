"""What each side did over a game, collected from the public events: where, when, and what its swarm dice were worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct

from game.api import DiceRolled, Event, Game, Side, State, TurnBegan, Unit, UnitId, actions, events, hive_events
from game.api import skirmish_events as told

_ATTACKS: Final = (actions.Fight, actions.Berserk)
_DOWN: Final = {"unconscious": 1, "incapacitated": 2}
_SAFE: Final = "safe"
_SAVE: Final = "save"
_WAITING: Final = (1, -1)
"""A saving roll whose dice are not counted yet: the sides of its die and its number."""

Heat = dict[str, int]
"""How often at each cell, which is written ``x,y``."""

ByRound = tuple[int, ...]
"""How many in each round, set-up (round 0) first; it stops after the last round that has any."""


class SwarmPhase(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One roll of a hive's swarm dice, and what happened until its next one (or the end of the game).

    ``plan`` names what the dice bought and ``idle`` counts those that came to nothing, ones included. ``felled`` counts
    enemies put out of action since, ``lost`` the hive's own units; both whoever and whatever did it.
    """

    round: int
    plan: tuple[str, ...]
    idle: int
    felled: int
    lost: int


class Tracks(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one side did over a game. ``docs/report.md`` explains every field.

    Alive at the end of a round is ``start`` plus what joined, less what was lost or left safely until then; ``fell``
    counts how many more lay unconscious or incapacitated at the end of a round than at its beginning.
    """

    start: int = 0
    joined: ByRound = ()
    lost: ByRound = ()
    left: ByRound = ()
    fell: ByRound = ()
    attacks: ByRound = ()
    reactions: ByRound = ()
    moves: Heat = {}
    shots: Heat = {}
    fights: Heat = {}
    deaths: Heat = {}
    sides: dict[str, int] = {}
    made: dict[str, tuple[int, int, int, int]] = {}
    swarm: tuple[SwarmPhase, ...] = ()


class _Seat:
    """What is being counted for one side."""

    __slots__ = ("counts", "heats", "made", "phases", "sides", "start", "team")

    def __init__(self, team: str) -> None:
        self.team = team
        self.start = 0
        self.counts: dict[str, dict[int, int]] = {name: {} for name in _COUNTS}
        self.heats: dict[str, dict[int, int]] = {name: {} for name in _HEATS}
        self.sides: dict[str, int] = {}
        self.made: dict[str, list[int]] = {}
        self.phases: list[list[Any]] = []


_COUNTS: Final = ("joined", "lost", "left", "fell", "attacks", "reactions")
_HEATS: Final = ("moves", "shots", "fights", "deaths")


def _by_round(counts: dict[int, int]) -> ByRound:
    last = max((number for number, count in counts.items() if count), default=-1)
    return tuple(counts.get(number, 0) for number in range(last + 1))


class Tracker:
    """Listens to a game and keeps count. Where units stand it knows from the events alone, so in their midst, too."""

    def __init__(self, game: Game, state: State) -> None:
        self._width = game.board.width
        self._seats = {side.id: _Seat(side.team) for side in game.scenario.sides}
        self._owner: dict[UnitId, _Seat] = {}
        self._place: dict[UnitId, int] = {}
        self._middle: dict[UnitId, int] = {}
        self._down: dict[UnitId, int] = {}
        self._round = state.round
        self._turn: _Seat | None = self._seats.get(state.turn)
        self._save = _WAITING
        for unit in state.units.values():
            self._know(unit)

    def hear(self, happened: Iterable[Event]) -> None:
        """Count what happened."""
        for event in happened:
            entry = _HEARD.get(type(event))
            if entry is not None:
                entry(self, event)

    def of(self, side: Side) -> Tracks:
        """What a side did so far."""
        seat = self._seats[side]
        rounds = {name: _by_round(counts) for name, counts in seat.counts.items()}
        heats = {name: self._by_cell(counts) for name, counts in seat.heats.items()}
        return Tracks(
            start=seat.start,
            joined=rounds["joined"],
            lost=rounds["lost"],
            left=rounds["left"],
            fell=rounds["fell"],
            attacks=rounds["attacks"],
            reactions=rounds["reactions"],
            moves=heats["moves"],
            shots=heats["shots"],
            fights=heats["fights"],
            deaths=heats["deaths"],
            sides=dict(sorted(seat.sides.items())),
            made={name: (dice, seen, hoped, spread) for name, (dice, seen, hoped, spread) in sorted(seat.made.items())},
            swarm=tuple(
                SwarmPhase(round=number, plan=plan, idle=idle, felled=felled, lost=lost)
                for number, plan, idle, felled, lost in seat.phases
            ),
        )

    def _by_cell(self, counts: dict[int, int]) -> Heat:
        width = self._width
        return {f"{cell % width},{cell // width}": count for cell, count in sorted(counts.items())}

    # --- units --------------------------------------------------------------------------------------------------------

    def _know(self, unit: Unit) -> None:
        seat = self._seats[unit.side]
        if unit.id not in self._owner:
            self._owner[unit.id] = seat
            if self._round:
                self._count(seat, "joined")
            else:
                seat.start += 1
            for state in unit.states:
                if state in _DOWN:
                    self._fall(unit.id, state)
        self._place[unit.id] = unit.cell
        self._stretch(unit.id, unit.size)

    def _stretch(self, unit: UnitId, size: int) -> None:
        """A large unit counts where its middle stands: ``_middle`` is how far that is from its first cell."""
        if size > 2:
            self._middle[unit] = (size // 2) * (self._width + 1)
        else:
            self._middle.pop(unit, None)

    def _count(self, seat: _Seat, what: str, number: int = 1) -> None:
        counts = seat.counts[what]
        counts[self._round] = counts.get(self._round, 0) + number

    def _mark(self, unit: UnitId, what: str) -> None:
        cell = self._place.get(unit, -1)
        if cell >= 0:
            cell += self._middle.get(unit, 0)
            heat = self._owner[unit].heats[what]
            heat[cell] = heat.get(cell, 0) + 1

    def _fall(self, unit: UnitId, state: str) -> None:
        if unit not in self._down:
            self._out(unit)
            self._count(self._owner[unit], "fell")
        self._down[unit] = self._down.get(unit, 0) | _DOWN[state]

    def _rise(self, unit: UnitId, states: int) -> None:
        left = self._down.get(unit, 0) & ~states
        if left:
            self._down[unit] = left
        elif self._down.pop(unit, 0):
            self._count(self._owner[unit], "fell", -1)

    def _out(self, unit: UnitId) -> None:
        """A unit was put out of action: an entry in the last swarm phase of each enemy."""
        team = self._owner[unit].team
        for seat in self._seats.values():
            if seat.phases and seat.team != team:
                seat.phases[-1][3] += 1

    # --- events -------------------------------------------------------------------------------------------------------

    def _round_began(self, event: events.RoundBegan) -> None:
        self._round = event.round

    def _turn_began(self, event: TurnBegan) -> None:
        self._turn = self._seats.get(event.side)

    def _placed(self, event: events.UnitPlaced) -> None:
        self._know(event.unit)

    def _moved(self, event: events.UnitMoved) -> None:
        self._place[event.unit] = event.path[-1]
        self._mark(event.unit, "moves")

    def _arrived(self, event: events.UnitArrived) -> None:
        self._place[event.unit] = event.cell

    def _resized(self, event: events.UnitResized) -> None:
        self._place[event.unit] = event.cell
        self._stretch(event.unit, event.size)

    def _removed(self, event: events.UnitRemoved) -> None:
        unit = event.unit
        seat = self._owner[unit]
        if event.reason == _SAFE:
            self._count(seat, "left")
        else:
            self._count(seat, "lost")
            self._mark(unit, "deaths")
            if unit not in self._down:
                self._out(unit)
            if seat.phases:
                seat.phases[-1][4] += 1
        self._rise(unit, -1)

    def _gained(self, event: events.StateGained) -> None:
        if event.state in _DOWN:
            self._fall(event.unit, event.state)

    def _shed(self, event: events.StateLost) -> None:
        if event.state in _DOWN:
            self._rise(event.unit, _DOWN[event.state])

    def _declared(self, event: told.SkillDeclared) -> None:
        self._attack(event, "attacks")

    def _reacted(self, event: told.ReactionDeclared) -> None:
        self._attack(event, "reactions")

    def _attack(self, event: told.SkillDeclared | told.ReactionDeclared, what: str) -> None:
        shot = isinstance(event.action, actions.Shoot)
        if shot or isinstance(event.action, _ATTACKS):
            self._count(self._owner[event.unit], what)
            self._mark(event.unit, "shots" if shot else "fights")

    def _spent(self, event: hive_events.SwarmDiceSpent) -> None:
        self._seats[event.side].phases.append([self._round, event.plan, event.idle, 0, 0])

    # --- dice ---------------------------------------------------------------------------------------------------------

    def _rolled(self, event: DiceRolled) -> None:
        seat = self._owner.get(event.unit, self._turn)
        if seat is None:
            return
        purpose, sides = event.purpose, event.sides
        if seat.sides.setdefault(purpose, sides) != sides:
            seat.sides[purpose] = 0
        if purpose == _SAVE:
            # Whether its dice are to be high or low is told by what follows.
            self._save = (sides, event.target)
        elif purpose in _AT_OR_BELOW:
            number = min(max(event.target, 0), sides)
            for face in event.faces:
                self._tried(seat, purpose, face <= number, number, sides)

    def _saved(self, event: told.SaveMade) -> None:
        seat = self._owner.get(event.unit)
        if seat is not None:
            sides, target = self._save
            number = min(max(target, 0), sides)
            # The number is damage less protection, which fails; an attribute rolled in its place is what holds.
            held = sides - number if event.damage - event.protection == target else number
            self._tried(seat, _SAVE, event.saved, held, sides)

    @staticmethod
    def _tried(seat: _Seat, purpose: str, success: bool, chance: int, sides: int) -> None:
        """Enter a die that succeeds with ``chance`` in ``sides``; expectation and variance in faces, so both whole."""
        tally = seat.made.get(purpose)
        if tally is None:
            tally = seat.made[purpose] = [0, 0, 0, 0]
        tally[0] += 1
        tally[1] += success
        tally[2] += chance
        tally[3] += chance * (sides - chance)


_AT_OR_BELOW: Final = frozenset({"bs", "cc", "dodge", "guts", "wip", "reset", "discover", "landing"})
"""Rolls that succeed at their number or below it (RL-2); all are rolled with twenty-sided dice, as saves are."""

_HEARD: Final[dict[type[Event], Callable[[Tracker, Any], None]]] = {
    events.RoundBegan: Tracker._round_began,
    TurnBegan: Tracker._turn_began,
    events.UnitPlaced: Tracker._placed,
    events.UnitMoved: Tracker._moved,
    events.UnitArrived: Tracker._arrived,
    events.UnitResized: Tracker._resized,
    events.UnitRemoved: Tracker._removed,
    events.StateGained: Tracker._gained,
    events.StateLost: Tracker._shed,
    told.SkillDeclared: Tracker._declared,
    told.ReactionDeclared: Tracker._reacted,
    hive_events.SwarmDiceSpent: Tracker._spent,
    DiceRolled: Tracker._rolled,
    told.SaveMade: Tracker._saved,
}
