"""What is marked on the table for the seat that decides: reach, targets, paths, templates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.api import NO_CELL, tasks
from game.text.phrases import tag_of
from game.ui.board.layers import Tint, cells_in
from game.ui.board.table import Marks
from game.ui.play.choices import Choices
from game.ui.play.previews import template_of
from game.ui.theme import Colour

if TYPE_CHECKING:
    from game.ui.scenes.play import PlayScene

_WALKS: Final = frozenset({"move", "climb", "step", "jump", "drop", "berserk"})
_FAINT: Final = 72
_FILL: Final = 58
_STRONG: Final = 92
_BLAST: Final = 120


def marks_for(scene: PlayScene) -> Marks:
    """The marks of this moment."""
    marks = Marks(selected=scene.selected, hovered=scene.cursor)
    choices = scene.choices
    if not scene.overlays.mark(marks) and choices is not None:
        _cells(scene, choices, marks)
        marks.ready = choices.ready
        marks.targets = {
            thing: chance
            for thing, chance in scene.aims.items()
            if not scene.family or any(choice.family == scene.family for choice in choices.things[thing])
        }
        plan = scene.pending or scene.plan_at(scene.cursor)
        if plan is not None:
            marks.path = plan.path
            actor = choices.within.state.units.get(choices.actor)
            marks.path_size = actor.size if actor is not None else 1
            marks.watchers = plan.watchers
            template = template_of(plan)
            at = getattr(plan.choice.action, "at", NO_CELL)
            if template is not None:
                cells = frozenset(cells_in(template.cells))
                marks.tints = {**marks.tints, **dict.fromkeys(cells, (*scene.theme.blast, _BLAST))}
                marks.outlines = [*marks.outlines, (cells, scene.theme.path)]
                marks.caught = template.caught
                # The chances at targets are those of the best weapon, not of this one.
                marks.targets = {thing: said for thing, said in marks.targets.items() if thing not in marks.caught}
            elif at != NO_CELL:
                marks.outlines = [*marks.outlines, (frozenset({at}), scene.theme.threat)]
        if not marks.path:
            _trail(scene, choices, marks)
    return marks


def _trail(scene: PlayScene, choices: Choices, marks: Marks) -> None:
    """Who may react sees the walk that it is asked about, as far as its side knows of it."""
    task, order = scene.asked, tasks.running_order(choices.view.ctx)
    if task is not None and tag_of(task) == "react" and order is not None and len(order.trail) > 1:
        mover = choices.view.state.units.get(order.actor)
        if mover is not None and mover.cell != NO_CELL:
            marks.path = [cell for cell in order.trail if cell != NO_CELL]
            marks.path_size = mover.size


def _cells(scene: PlayScene, choices: Choices, marks: Marks) -> None:
    """Cells that may be chosen: walks blue, those of a second Move darker, what is put somewhere violet."""
    theme = scene.theme
    walk: set[int] = set()
    put: set[int] = set()
    for cell, options in choices.cells.items():
        for choice in options:
            if scene.family and choice.family != scene.family:
                continue
            if choice.tag in _WALKS:
                walk.add(cell)
            elif scene.family or choice.tag not in ("shoot", "place"):
                put.add(cell)
    onward = scene.onward if not scene.family or walk else frozenset()
    tints: dict[int, Tint] = dict.fromkeys(onward, (*theme.reach_far, _FAINT))
    tints |= dict.fromkeys(walk, (*theme.reach, _FILL))
    tints |= dict.fromkeys(put, (*theme.place, _STRONG if "places" in scene.hands.held else _FILL))
    for door in choices.doors:
        tints |= dict.fromkeys(scene.game.board.doors[door].cells, (*theme.accent, _FILL))
    marks.tints = tints
    if walk:
        marks.figures = scene.overlays.figures(choices)
    outlines: list[tuple[frozenset[int], Colour]] = []
    if onward:
        outlines.append((onward | walk, theme.reach_far))
    if walk:
        outlines.append((frozenset(walk), theme.reach))
    if put:
        outlines.append((frozenset(put), theme.place))
    nest = scene.shown.markers.get(scene.nest)
    if nest is not None:
        outlines.append((frozenset({nest.cell}), theme.accent))
    marks.outlines = outlines
