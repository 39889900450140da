"""What other teams may not know of manifestation cards (HI-1, HI-2, AV-10, AV-A13).

While a card lies face down everything about it is secret, and so is every question about it: on the agenda of other
teams its Master's side ponders, whatever about. What is only noted for later is not there at all.
"""

from __future__ import annotations

from msgspec.structs import replace

from game.core.events import AgendaChanged
from game.core.game import Game
from game.core.state import Event, State, Task, Unit
from game.core.types import Side, UnitId
from game.rules.avatar.events import SECRET
from game.rules.avatar.state import DOWN, MEMORY, AvatarState, MasterCard, memory_of
from game.rules.avatar.tasks import CardChoice, ManifestDue, ManifestPrompt, Pondering


def _owner(state: State, unit_id: UnitId) -> Unit | None:
    unit = state.units.get(unit_id)
    if unit is None:
        gone = state.gone.get(unit_id)
        unit = None if gone is None else gone.unit
    return unit


def _foreign(game: Game, state: State, unit_id: UnitId, side: Side) -> bool:
    """Does the card beside this unit belong to another team, as far as ``side`` can tell?"""
    unit = _owner(state, unit_id)
    return unit is None or game.teams[unit.side] != game.teams[side]


def _secret(game: Game, state: State, record: MasterCard, side: Side) -> bool:
    return record.face == DOWN and _foreign(game, state, record.unit, side)


def redact(game: Game, state: State, side: Side) -> State:
    """``state`` without the cards of other teams that lie face down; the same object when there are none."""
    memory = memory_of(state)
    if memory is None:
        return state
    kept = tuple(record for record in memory.cards if not _secret(game, state, record, side))
    agenda = _pondering(game, state, state.agenda, side)
    if len(kept) == len(memory.cards) and agenda == state.agenda:
        return state
    ext = {name: value for name, value in state.ext.items() if name != MEMORY or kept}
    if kept:
        ext[MEMORY] = AvatarState(kept)
    return replace(state, ext=ext, agenda=agenda)


def _pondering(game: Game, state: State, agenda: tuple[Task, ...], side: Side) -> tuple[Task, ...]:
    """An agenda without what is secret from ``side``."""
    shown: list[Task] = []
    for task in agenda:
        if isinstance(task, CardChoice) and game.teams[task.side] != game.teams[side]:
            shown.append(Pondering(task.side))
        elif isinstance(task, ManifestDue | ManifestPrompt) and _foreign(game, state, task.unit, side):
            unit = _owner(state, task.unit)
            if isinstance(task, ManifestPrompt) and unit is not None:
                shown.append(Pondering(unit.side))
        else:
            shown.append(task)
    return tuple(shown)


def redact_event(game: Game, state: State, event: Event, side: Side) -> Event | None:
    """``event`` as ``side`` may see it; ``state`` is the true state after it."""
    memory = memory_of(state)
    if memory is None:
        return event
    if isinstance(event, SECRET):
        record = next((found for found in memory.cards if found.unit == event.unit), None)
        return None if record is not None and _secret(game, state, record, side) else event
    if isinstance(event, AgendaChanged):
        agenda = _pondering(game, state, event.agenda, side)
        return event if agenda == event.agenda else AgendaChanged(agenda)
    return event
