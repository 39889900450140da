"""A clip for each type of event; one that nobody wrote a clip for is told by its sentence, or folded unseen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from game.api import NO_CELL, Event, Game, State
from game.text.phrases import Phrases, tag_of
from game.ui.clips import effects
from game.ui.clips.clip import Clip, Dice, unpainted, where

STEP: Final = 0.1
"""Seconds a step of a walk."""
LONGEST_WALK: Final = 1.1
TOLD: Final = 0.5
"""Seconds of an event that is told but not drawn."""

Maker = Callable[[Any, State, Game, str], Clip]


def cast(event: Event, state: State, game: Game, phrases: Phrases) -> Clip:
    """The clip of an event; ``state`` is the one shown before it."""
    caption = phrases.event(event).strip()
    maker = MAKERS.get(tag_of(event))
    if maker is not None:
        return maker(event, state, game, caption)
    return Clip(event, TOLD if caption else 0.0, caption=caption, focus=_spot(event, state))


def _spot(event: Any, state: State) -> int:
    """The cell where an event happens, as far as it says."""
    for name in ("cell", "at"):
        cell = getattr(event, name, None)
        if isinstance(cell, int) and cell >= 0:
            return cell
    for name in ("target", "unit", "marker", "attacker", "by"):
        thing = getattr(event, name, 0)
        if isinstance(thing, int) and thing:
            spot = where(state, thing)
            if spot is not None:
                return spot[0]
    return NO_CELL


def _silent(event: Any, _state: State, _game: Game, _caption: str) -> Clip:
    return Clip(event)


def _moved(event: Any, state: State, game: Game, caption: str) -> Clip:
    unit = state.units.get(event.unit)
    cells = [step for step in event.path if step >= 0]
    if unit is None or unit.cell == NO_CELL or not cells:
        return Clip(event)
    seconds = min(LONGEST_WALK, max(2, len(cells)) * STEP)
    way = [game.board.xy(cell) for cell in (unit.cell, *cells)]
    walk = effects.walk(unit.id, way)
    return Clip(event, seconds, early=False, poses=walk, caption=caption, focus=cells[-1], about=unit.id)


def _placed(event: Any, state: State, game: Game, caption: str) -> Clip:
    unit = event.unit
    if unit.cell == NO_CELL:
        return Clip(event)
    grow = effects.grow(unit.id, game.board.xy(unit.cell))
    return Clip(event, 0.3, poses=grow, caption=caption, focus=unit.cell, about=unit.id)


def _arrived(event: Any, _state: State, game: Game, caption: str) -> Clip:
    grow = effects.grow(event.unit, game.board.xy(event.cell))
    return Clip(event, 0.3, poses=grow, caption=caption, focus=event.cell, about=event.unit)


def _removed(event: Any, state: State, game: Game, caption: str) -> Clip:
    unit = state.units.get(event.unit)
    if unit is None or unit.cell == NO_CELL:
        return Clip(event, TOLD if caption else 0.0, caption=caption)
    fade = effects.fade(unit.id, game.board.xy(unit.cell))
    dead = event.reason in ("killed", "sacrificed", "burst")
    paint = effects.symbol(unit.id, "icon_skull") if dead else unpainted
    return Clip(event, 0.55, early=False, poses=fade, paint=paint, caption=caption, focus=unit.cell, about=unit.id)


def _dice(event: Any, state: State, _game: Game, caption: str) -> Clip:
    dice = Dice(event.purpose, event.sides, tuple(event.faces), event.target)
    return Clip(event, 0.75, caption=caption, focus=_spot(event, state), dice=dice, about=event.unit)


def _attack(event: Any, state: State, _game: Game, caption: str) -> Clip:
    paint = effects.shot(event.attacker, event.target, event.hits + event.crits, door=event.door)
    return Clip(event, 0.5, paint=paint, caption=caption, focus=_spot(event, state), about=event.attacker)


def _wounded(event: Any, state: State, _game: Game, caption: str) -> Clip:
    said = f"{-event.amount:+d}".replace("-", "−")
    paint = effects.floating(event.unit, said, good=event.amount < 0)
    return Clip(event, 0.5, paint=paint, caption=caption, focus=_spot(event, state), about=event.unit)


def _marker_wounded(event: Any, state: State, _game: Game, caption: str) -> Clip:
    paint = effects.floating(event.marker, f"−{event.amount}", good=False)
    return Clip(event, 0.5, paint=paint, caption=caption, focus=_spot(event, state), about=event.marker)


def _save(event: Any, state: State, _game: Game, caption: str) -> Clip:
    icon = "icon_shield" if event.saved else "icon_blast"
    return Clip(event, 0.5, paint=effects.symbol(event.unit, icon), caption=caption, focus=_spot(event, state))


def _state(event: Any, state: State, _game: Game, caption: str) -> Clip:
    paint = effects.symbol(event.unit, f"icon_{event.state}")
    return Clip(event, 0.45 if caption else 0.0, paint=paint, caption=caption, focus=_spot(event, state))


def _door(event: Any, _state: State, game: Game, caption: str) -> Clip:
    cells = game.board.doors[event.door].cells
    return Clip(event, 0.35, paint=effects.flash(cells), caption=caption, focus=cells[0])


def _covered(event: Any, state: State, _game: Game, caption: str) -> Clip:
    smoke = tag_of(event) == "gas_spread"
    return Clip(event, 0.55, paint=effects.area(event.cells, gas=smoke), caption=caption, focus=_spot(event, state))


def _cloud(event: Any, _state: State, _game: Game, caption: str) -> Clip:
    return Clip(event, 0.4, caption=caption)


def _burst(event: Any, state: State, _game: Game, caption: str) -> Clip:
    return Clip(event, 0.5, paint=effects.burst(event.cell), caption=caption, focus=event.cell)


def _placed_marker(event: Any, state: State, _game: Game, caption: str) -> Clip:
    marker = event.marker
    cell = marker.cell if not isinstance(marker, int) else _spot(event, state)
    return Clip(event, 0.45, paint=effects.flash((cell,)), caption=caption, focus=cell)


def _removed_marker(event: Any, state: State, _game: Game, caption: str) -> Clip:
    spot = where(state, event.marker)
    paint = effects.burst(spot[0]) if spot is not None else unpainted
    return Clip(event, 0.5, early=False, paint=paint, caption=caption, focus=spot[0] if spot is not None else NO_CELL)


def _formed(event: Any, state: State, _game: Game, caption: str) -> Clip:
    return Clip(event, 0.6, paint=effects.symbol(event.unit, "icon_effect"), caption=caption, focus=_spot(event, state))


def _headed(event: Any, _state: State, _game: Game, caption: str) -> Clip:
    return Clip(event, 0.9 if caption else 0.0, banner=caption)


def _quick(event: Any, state: State, _game: Game, caption: str) -> Clip:
    return Clip(event, 0.25 if caption else 0.0, caption=caption, focus=_spot(event, state))


MAKERS: Final[dict[str, Maker]] = {
    "agenda_changed": _silent,
    "counters_cleared": _silent,
    "doors_reset": _silent,
    "module_state_set": _silent,
    "order_ended": _silent,
    "phase_began": _silent,
    "policy_set": _silent,
    "pool_changed": _silent,
    "progress": _silent,
    "side_counted": _silent,
    "turn_ended": _silent,
    "unit_counted": _silent,
    "marker_counted": _silent,
    "unit_moved": _moved,
    "unit_placed": _placed,
    "unit_arrived": _arrived,
    "unit_removed": _removed,
    "dice_rolled": _dice,
    "attack_resolved": _attack,
    "unit_wounded": _wounded,
    "marker_wounded": _marker_wounded,
    "save_made": _save,
    "state_gained": _state,
    "state_lost": _quick,
    "door_opened": _door,
    "door_closed": _door,
    "door_held": _door,
    "door_unsealed": _door,
    "door_damaged": _door,
    "door_destroyed": _door,
    "template_placed": _covered,
    "gas_spread": _covered,
    "cloud_placed": _cloud,
    "cloud_ended": _cloud,
    "spore_burst": _burst,
    "marker_placed": _placed_marker,
    "marker_removed": _removed_marker,
    "form_changed": _formed,
    "avatar_placed": _formed,
    "card_revealed": _headed,
    "manifestation_event_chosen": _headed,
    "round_began": _headed,
    "turn_began": _headed,
    "hive_mind_acts": _headed,
    "swarm_dice_spent": _headed,
    "card_drawn": _headed,
    "order_given": _quick,
    "skill_declared": _quick,
    "reaction_declared": _quick,
}
"""How each type of event is shown, by its tag; what is missing is told by its sentence alone."""
