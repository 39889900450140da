"""What waits in a position: the agenda that belongs to a phase of a turn, and tasks as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from game.core.errors import DataError
from game.core.game import Game
from game.core.notation import Codec
from game.core.rulebook import Rulebook, Step
from game.core.state import Action, State, Task
from game.core.text_forms import Grid
from game.core.types import Side
from game.io.errors import nearest, quoted
from game.rules.skirmish.tasks import TurnStart

ROUND = "round"
TURNS = {"human": ("humans", "human_turn"), "hive": ("hive", "hive_turn")}
"""For each kind of side: the step of the round in which it plays, and the sequence of its turn."""


class Memory(Struct, frozen=True):
    """A rule module's own part of the state, for writing."""

    value: Any


@cache
def _codecs(tasks: tuple[type[Task], ...], nested: tuple[type[Struct], ...]) -> tuple[Codec[Task], Codec[Memory]]:
    """Made once for a rulebook: reading the types takes longer than reading a position."""
    return Codec(tasks, nested=nested), Codec([Memory], nested=nested)


class TaskLines:
    """Tasks and module memories of a rulebook as lines of text."""

    def __init__(self, game: Game, *, grid: Grid | None = None) -> None:
        """``grid`` stands for the coordinates of another board than the game's own."""
        book = game.rulebook
        actions: tuple[type[Action], ...] = book.action_types
        found = [type(value) for value in game.empty().ext.values() if isinstance(value, Struct)]
        kept = (*found, *(module.memory for module in book.modules if module.memory is not None))
        self._grid: Grid = grid or game.board
        self._tasks, self._memory = _codecs((*book.decisions, *book.resolvers), (*actions, *kept))

    def task(self, task: Task) -> str:
        """A task as a line."""
        return self._tasks.text(task, self._grid)

    def parse_task(self, text: str, *, file: str, place: str) -> Task:
        """The task of a line. Raises DataError."""
        return self._tasks.parse(text, self._grid, file=file, place=place)

    def memory(self, value: Any) -> str:
        """A module's part of the state as a line."""
        return self._memory.text(Memory(value), self._grid).removeprefix("memory value=")

    def parse_memory(self, text: str, *, file: str, place: str) -> Any:
        """The part of the state of a line. Raises DataError."""
        return self._memory.parse(f"memory value={text}", self._grid, file=file, place=place).value


def phases(rulebook: Rulebook, kind: str) -> tuple[str, ...]:
    """The phases in which a side's turn can be taken up, in order."""
    return tuple(step.name for step in rulebook.sequences.get(TURNS[kind][1], ()))


def agenda_for(game: Game, turn: Side, phase: str, order: Sequence[Side]) -> tuple[Task, ...]:
    """What is still to be done when ``turn`` is at the start of ``phase``: the rest of its turn and of the round.

    ``order`` is that in which the human sides play (TS-0).

    Raises:
        DataError: there is no such side, or its turn has no such phase.
    """
    book = game.rulebook
    kind = game.side_kinds.get(turn)
    if kind is None:
        raise DataError(f"expected {nearest(turn, list(game.side_kinds))}, found {quoted(turn)}")
    in_round, sequence = TURNS[kind]
    steps = book.sequences.get(sequence, ())
    names = [step.name for step in steps]
    if phase.lower() not in names:
        raise DataError(f"expected {nearest(phase.lower(), names) if names else 'no phase'}, found {quoted(phase)}")
    rest: list[Task] = [step.task(turn) for step in steps[names.index(phase.lower()) :]]
    if kind == "human":
        rest += [TurnStart(side) for side in order[order.index(turn) + 1 :]] if turn in order else []
    rest += [step.task("") for step in _after(book.sequences.get(ROUND, ()), in_round)]
    return tuple(reversed(rest))


def _after(steps: Sequence[Step], name: str) -> Sequence[Step]:
    for place, step in enumerate(steps):
        if step.name == name:
            return steps[place + 1 :]
    return ()


def usual_agenda(game: Game, state: State) -> tuple[Task, ...] | None:
    """The agenda that belongs to the state's turn and phase; None if there is no such phase."""
    try:
        return agenda_for(game, state.turn, state.phase, state.ext["flow"].order)
    except DataError:
        return None
