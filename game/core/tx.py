"""Reading a table (:class:`Ctx`) and changing it inside one atomic transaction (:class:`Tx`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from game.core.draft import Draft
from game.core.events import AgendaChanged, DiceRolled
from game.core.reducers import log_only
from game.core.state import Action, Event, State, Task
from game.core.types import UnitId

if TYPE_CHECKING:
    from game.board import Board
    from game.core.game import Game
    from game.core.rulebook import Step


class DiceSource(Protocol):
    """Where faces come from; kept outside the state so that nobody can peek."""

    def roll(self, purpose: str, sides: int) -> int:
        """The next face, 1 to ``sides``, of the stream of ``purpose``."""
        ...


class Ctx:
    """A table to read: game, state, and a memo of what was worked out for this very state."""

    __slots__ = ("board", "game", "listed", "memo", "rules", "state")

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self.board: Board = game.board
        self.rules: dict[str, Any] = game.rules
        self.memo: dict[Any, Any] = {}
        self.listed: set[Action] = set()
        """Options of the waiting decision that were picked from their list."""

    @property
    def tasks(self) -> Sequence[Task]:
        """The agenda, the next task last; inside a transaction it is the one being worked on."""
        return self.state.agenda


class Tx(Ctx):
    """One transaction: rules emit events, roll dice and push tasks; nothing else changes the table."""

    __slots__ = ("agenda", "before", "dice", "draft", "events")

    def __init__(self, game: Game, state: State, dice: DiceSource) -> None:
        self.before = state
        """The state when the transaction began."""
        self.draft = Draft(state, game.board)
        super().__init__(game, cast(State, self.draft))
        self.dice = dice
        self.events: list[Event] = []
        self.agenda: list[Task] = list(state.agenda)

    def emit(self, event: Event) -> None:
        """Record a fact, fold it into the table, and let the modules that listen react to it."""
        kind = type(event)
        book = self.game.rulebook
        self.events.append(event)
        reducer = book.reducers[kind]
        if reducer is not log_only:
            reducer(self.draft, event)
            self.memo = {}
        heard = book.listeners.get(kind)
        if heard:
            for listener in heard:
                listener(self, event)

    def roll(
        self, purpose: str, count: int = 1, *, unit: UnitId = 0, target: int = 0, sides: int = 0
    ) -> tuple[int, ...]:
        """Roll ``count`` dice of ``purpose``; their sides come from the purposes table unless given (``pick``)."""
        sides = sides or self.game.rulebook.purposes[purpose]
        draw = self.dice.roll
        faces = tuple([draw(purpose, sides) for _ in range(count)])
        self.emit(DiceRolled(purpose, sides, faces, unit, target))
        return faces

    def pick(self, count: int, *, unit: UnitId = 0) -> int:
        """A uniform choice among ``count`` things, 0-based; no die falls when there is only one."""
        return 0 if count == 1 else self.roll("pick", sides=count, unit=unit)[0] - 1

    @property
    def tasks(self) -> Sequence[Task]:
        """The agenda as it stands in this transaction, the next task last."""
        return self.agenda

    @property
    def top(self) -> Task:
        """The task that is next."""
        return self.agenda[-1]

    def push(self, *tasks: Task) -> None:
        """Put tasks on the agenda so that the first one given is next."""
        self.agenda.extend(reversed(tasks))

    def pop(self) -> Task:
        """Take the next task off the agenda."""
        return self.agenda.pop()

    def replace(self, task: Task) -> None:
        """Put ``task`` in the place of the next one."""
        self.agenda[-1] = task

    def push_sequence(self, name: str, owner: str) -> None:
        """Push every step of a named sequence that its owner wants, the first step next."""
        steps: tuple[Step, ...] = self.game.rulebook.sequences[name]
        self.push(*[step.task(owner) for step in steps if step.wanted is None or step.wanted(self, owner)])

    def advance(self) -> None:
        """Run resolvers until a decision waits or the agenda is empty."""
        book = self.game.rulebook
        decisions, resolvers = book.decisions, book.resolvers
        while self.agenda:
            if self.draft.outcome is not None:
                self.agenda.clear()
                return
            kind = type(self.agenda[-1])
            if kind in decisions:
                return
            task = self.agenda.pop()
            resolvers[kind](self, task)

    def commit(self) -> tuple[State, tuple[Event, ...]]:
        """Close the transaction: the new state and the events that made it."""
        agenda = tuple(self.agenda)
        if agenda != self.draft.agenda:
            self.emit(AgendaChanged(agenda))
        return self.draft.freeze(), tuple(self.events)
