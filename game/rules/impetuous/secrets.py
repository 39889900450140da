"""What other teams may not see of a phase to come: it would tell of troopers that are hidden (HI-2)."""

from __future__ import annotations

from msgspec.structs import replace

from game.core.events import AgendaChanged
from game.core.game import Game
from game.core.state import Event, State, Task
from game.core.types import Side
from game.rules.impetuous.tasks import ImpetuousStart, ImpetuousTokens


def _expects(agenda: tuple[Task, ...]) -> bool:
    return ImpetuousStart in map(type, agenda)


def _kept(game: Game, agenda: tuple[Task, ...], team: str) -> tuple[Task, ...]:
    """The agenda without the steps of another team's phase that has not begun.

    They are there for anybody who may turn out to be impetuous. Once a phase begins it is seen by all.
    """
    return tuple(
        task
        for task in agenda
        if not isinstance(task, ImpetuousStart | ImpetuousTokens) or game.teams[task.side] == team
    )


def redact(game: Game, state: State, side: Side) -> State:
    """``state`` as ``side`` may see it; the same object when nothing is to be hidden."""
    if not _expects(state.agenda):
        return state
    kept = _kept(game, state.agenda, game.teams[side])
    return state if len(kept) == len(state.agenda) else replace(state, agenda=kept)


def redact_event(game: Game, _state: State, event: Event, side: Side) -> Event:
    """``event`` as ``side`` may see it."""
    if type(event) is not AgendaChanged or not _expects(event.agenda):
        return event
    return AgendaChanged(_kept(game, event.agenda, game.teams[side]))
