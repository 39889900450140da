"""A composed game: rulebook, board and scenario. Immutable; every question about any state is asked here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from msgspec import json, to_builtins

from game.core.draft import Draft, content, with_indexes
from game.core.errors import CompositionError
from game.core.options import NONE, Options
from game.core.profile import UnitKind, Upgrade, Weapon
from game.core.refusal import IllegalAction, Refusal, Verdict, refuse
from game.core.rulebook import Rulebook, Switch
from game.core.scenario import Scenario
from game.core.state import Action, Event, SideState, State, Task
from game.core.tx import Ctx, DiceSource, Tx
from game.core.types import Side
from game.core.view import View

if TYPE_CHECKING:
    from game.board import Board

RULES_VERSION = "2"
"""Changes whenever the same actions and dice may give another game; part of every save."""

_ENCODER = json.Encoder(order="deterministic")
"""Cell sets are integers of any length, which only the text encoding holds."""
_DECIMAL_BITS = 1024
"""Longer integers go in as text where the encoder cannot write them all as decimals."""


class Begin(Task, frozen=True):
    """The game starts: set-up, then the first round (TS-0). Resolved by the base rules."""


class Game:
    """Rulebook + board + scenario + roster; see the module's docstring."""

    def __init__(
        self,
        rulebook: Rulebook,
        board: Board,
        scenario: Scenario,
        kinds: Mapping[str, UnitKind],
        weapons: Mapping[str, Weapon],
        upgrades: Mapping[str, Upgrade] | None = None,
    ) -> None:
        self.rulebook = rulebook
        self.board = board
        self.scenario = scenario
        self.kinds = kinds
        self.weapons = weapons
        self.upgrades: Mapping[str, Upgrade] = upgrades or {}
        self.rules = switch_values(rulebook.switches, scenario.rules)
        self.teams: dict[Side, str] = {side.id: side.team for side in scenario.sides}
        self.side_kinds: dict[Side, str] = {side.id: side.kind for side in scenario.sides}
        self._asked: list[Ctx] = []
        self._seats: dict[Side, Game] = {}

    @cached_property
    def public(self) -> Game:
        """This game as every side may know it: its scenario tells nothing of the forces of human sides (HI-1).

        Reading contexts hold this one. Only a transaction that begins a match needs more: it musters the forces.
        """
        game = copy(self)
        game.scenario = self.scenario.without_secrets()
        return game._apart()

    def _apart(self) -> Game:
        """This public game, with what was worked out for states kept where no other game finds it."""
        self.__dict__.update(public=self, _asked=[], _seats={})
        return self

    def seat(self, side: Side) -> Game:
        """The public game for the eyes of one side: nothing that was worked out for others can be reached from it."""
        seats = self.public._seats
        found = seats.get(side)
        if found is None:
            found = seats[side] = copy(self.public)._apart()
        return found

    @property
    def imagines_left(self) -> int | None:
        """How many actions a player may still carry out in thought; None where nobody counts them."""
        return None

    # -- states ---------------------------------------------------------------------------------

    def empty(self) -> State:
        """A table with the scenario's sides and doors and nothing else; positions start from it."""
        sealed = sum(1 << door.id for door in self.board.doors if door.sealed)
        state = State(
            round=0,
            turn="",
            phase="",
            units={},
            gone={},
            markers={},
            sides={s.id: SideState(s.id, s.team, s.kind) for s in self.scenario.sides},
            effects=(),
            clouds=(),
            doors=self.board.initial_doors,
            broken=0,
            sealed=sealed,
            door_wounds={},
            next_id=1,
            agenda=(),
            ext={},
            outcome=None,
            at={},
            occupied=0,
            murk=0,
        )
        for module in self.rulebook.modules:
            if module.initial is not None:
                state.ext[module.name] = module.initial(self)
        return state

    def initial(self) -> State:
        """The state before anything happened; :meth:`begin` takes it to the first decision."""
        state = self.empty()
        draft = Draft(state, self.board)
        draft.agenda = (Begin(),)
        return draft.freeze()

    def begin(self, state: State, dice: DiceSource) -> tuple[State, tuple[Event, ...]]:
        """Run everything that waits for nobody, up to the first decision."""
        tx = Tx(self, state, dice)
        tx.advance()
        return self._committed(tx)

    def indexed(self, state: State) -> State:
        """``state`` with its derived indexes rebuilt (after decoding or building one by hand)."""
        return with_indexes(state, self.board)

    # -- decisions ------------------------------------------------------------------------------

    def ctx(self, state: State) -> Ctx:
        """A reading context for ``state``. The states asked about last keep theirs, so that one answer serves all.

        Two are kept, so that a state and one that was made of it can be asked about in turn.
        """
        for known in self._asked:
            if known.state is state:
                return known
        return self._keep(Ctx(self.public, state))

    def _keep(self, ctx: Ctx) -> Ctx:
        self._asked[:] = (ctx, *self._asked[:1])
        return ctx

    def waiting(self, state: State) -> Task | None:
        """The decision that waits, or None when the game is over."""
        if state.outcome is not None or not state.agenda:
            return None
        task = state.agenda[-1]
        return task if type(task) in self.rulebook.decisions else None

    def to_act(self, state: State) -> Side | None:
        """The side whose decision waits; None when the game is over."""
        task = self.waiting(state)
        return None if task is None else self.rulebook.decisions[type(task)](self.ctx(state), task)

    def options(self, state: State, side: Side | None = None) -> Options:
        """Every legal action of the waiting decision, lazily; none for a ``side`` that is not to act."""
        task = self.waiting(state)
        if task is None:
            return NONE
        ctx = self.ctx(state)
        if side is not None and self.rulebook.decisions[type(task)](ctx, task) != side:
            return NONE
        families: list[Sequence[Action]] = []
        for offer in self.rulebook.offers.get(type(task), ()):
            family = offer.options(ctx, task)
            for bar in self.rulebook.bars.get(offer.action, ()):
                family = [action for action in family if bar(ctx, task, action) is None]
            if len(family):
                families.append(family)
        return Options(families, lambda action: self._refusal(ctx, task, action) is None, ctx.listed)

    def _refusal(self, ctx: Ctx, task: Task, action: Action) -> Refusal | None:
        offer = self.rulebook.offer_of.get((type(task), type(action)))
        if offer is None:
            return refuse("NOT_NOW", "OR-4", action=type(action).__name__, waiting=type(task).__name__)
        found = offer.verdict(ctx, task, action)
        if found is None:
            for bar in self.rulebook.bars.get(type(action), ()):
                found = bar(ctx, task, action)
                if found is not None:
                    break
        return found

    def verdict(self, state: State, action: Action, side: Side | None = None) -> Verdict:
        """Legal, or refused with the clause that says so."""
        task = self.waiting(state)
        if task is None:
            return Verdict(refuse("GAME_OVER", "MS-3"))
        ctx = self.ctx(state)
        if side is not None and self.rulebook.decisions[type(task)](ctx, task) != side:
            return Verdict(refuse("NOT_YOUR_DECISION", "TS-1", side=side))
        return Verdict(self._refusal(ctx, task, action))

    def apply(self, state: State, action: Action, dice: DiceSource) -> tuple[State, tuple[Event, ...]]:
        """Carry ``action`` out and everything that follows without a choice. Raises IllegalAction; atomic."""
        task = self.waiting(state)
        if task is None:
            raise IllegalAction(refuse("GAME_OVER", "MS-3"))
        ctx = self.ctx(state)
        if not (ctx.listed and action in ctx.listed):  # what was picked from the options of this very state is legal
            refusal = self._refusal(ctx, task, action)
            if refusal is not None:
                raise IllegalAction(refusal)
        tx = Tx(self, state, dice)
        tx.memo = ctx.memo.copy()  # what is known of the state holds until the first event
        self.rulebook.offer_of[(type(task), type(action))].perform(tx, task, action)
        tx.advance()
        return self._committed(tx)

    def _committed(self, tx: Tx) -> tuple[State, tuple[Event, ...]]:
        """Close a transaction; what it worked out since its last event is known of the new state, too."""
        memo = tx.memo
        state, events = tx.commit()
        self._keep(Ctx(self.public, state)).memo = memo
        return state, events

    def fold(self, state: State, events: Iterable[Event]) -> State:
        """``state`` after ``events``, by the reducers alone."""
        draft = Draft(state, self.board)
        reducers = self.rulebook.reducers
        for event in events:
            reducers[type(event)](draft, event)
        return draft.freeze()

    # -- seats ----------------------------------------------------------------------------------

    def redacted(self, state: State, side: Side) -> State:
        """``state`` with every secret of the other sides taken out (HI-1, HI-2)."""
        for redact in self.rulebook.redactions:
            state = redact(self, state, side)
        return state

    def redacted_events(self, state: State, events: Iterable[Event], side: Side) -> tuple[Event, ...]:
        """``events`` as ``side`` may see them; ``state`` is the true state after them."""
        hide = self.rulebook.redact_events
        if not hide:
            return tuple(events)
        kept: list[Event] = []
        for event in events:
            shown: Event | None = event
            for redact in hide:
                shown = redact(self, state, shown, side) if shown is not None else None
            if shown is not None:
                kept.append(shown)
        return tuple(kept)

    def view(self, state: State, side: Side) -> View:
        """The table as ``side`` may see it. Nothing of the true state can be reached from it."""
        return View(self.seat(side), self.redacted(state, side), side)

    # -- checks ---------------------------------------------------------------------------------

    def digest(self, state: State) -> str:
        """A stable digest of the full rules state (no dice, no history): 32 hex digits."""
        # Tables go in as sorted pairs: the encoder orders only tables whose keys are texts, and units have numbers.
        plain = {name: sorted(v.items()) if isinstance(v, dict) else v for name, v in content(state).items()}
        try:
            encoded = _ENCODER.encode(plain)
        except ValueError:  # Python bounds long decimals, and cell sets of the largest boards go beyond
            encoded = _ENCODER.encode(_narrowed(to_builtins(plain)))
        return blake2b(encoded, digest_size=16).hexdigest()

    def problems(self, state: State) -> list[str]:
        """Every broken invariant of the kernel and the modules; empty for a sound state."""
        found = []
        fresh = with_indexes(state, self.board)
        if (fresh.at, fresh.occupied, fresh.murk) != (state.at, state.occupied, state.murk):
            found.append("derived indexes differ from the units they are derived from")
        ctx = self.ctx(state)
        for invariant in self.rulebook.invariants:
            found.extend(invariant(ctx))
        return found


def _narrowed(value: Any) -> Any:
    """A plain value with every whole number too long for the encoder written as text."""
    if isinstance(value, dict):
        return {key: _narrowed(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_narrowed(inner) for inner in value]
    return hex(value) if isinstance(value, int) and value.bit_length() > _DECIMAL_BITS else value


def switch_values(switches: Mapping[str, Switch], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every switch with its value. Raises CompositionError for an unknown key or a value out of range."""
    values = {name: switch.default for name, switch in switches.items()}
    for name, value in given.items():
        switch = switches.get(name)
        if switch is None:
            raise CompositionError(f"rules.{name}: no such switch; known: {', '.join(sorted(switches))}")
        if type(value) is not type(switch.default) or (switch.allowed and value not in switch.allowed):
            wanted = f"one of {list(switch.allowed)}" if switch.allowed else type(switch.default).__name__
            raise CompositionError(f"rules.{name}: expected {wanted}, found {value!r}")
        if (switch.least is not None and value < switch.least) or (switch.most is not None and value > switch.most):
            raise CompositionError(f"rules.{name}: expected {switch.least} to {switch.most}, found {value!r}")
        values[name] = value
    return values
