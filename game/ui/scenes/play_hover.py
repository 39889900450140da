"""The note beside the pointer: what a click would do, what stands there, or why nothing can be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from game.api import NO_CELL
from game.text.lookout import Lookout
from game.ui.scenes.codex_pages import titled
from game.ui.scenes.reader import clause_in
from game.ui.widgets.base import Painter
from game.ui.widgets.stage import draw_tip

if TYPE_CHECKING:
    from game.ui.scenes.onlooker import Onlooker
    from game.ui.scenes.play import PlayScene


_MOST: Final = 5
"""Things that are told one by one where a click may mean several."""


def draw_note(painter: Painter, scene: Onlooker, words: Callable[[], str], *, by_pointer: bool = True) -> None:
    """Words beside the pointer, or at the cell that keys have come to; none where a widget lies under the pointer."""
    x, y = scene.game.board.xy(scene.cursor)
    at = scene.stage.pointer if by_pointer else scene.camera.screen(x + 1, y + 1)
    if by_pointer and scene.stage.covers(at):
        return
    text = words()
    if text:
        draw_tip(painter, text, at, scene.camera.port)


def subject_of(scene: Onlooker, noted: str) -> str:
    """The page of the codex for what a tip in sight speaks of, else for what was ``noted``, else for a unit."""
    texts = scene.labels.words.texts
    tipped = scene.stage.tipped
    if tipped is not None:
        if tipped.name.startswith("state_"):
            return titled(texts.state(tipped.name.removeprefix("state_")))
        named = clause_in(tipped.tip)
        if named:
            return named
    unit = scene.unit_at(scene.cursor) if scene.cursor != NO_CELL else None
    unit = unit or scene.shown.units.get(scene.selected)
    return clause_in(noted) or (texts.unit(unit.kind) if unit is not None else "")


class Hover:
    """Words for the cell that is pointed at, worked out once for each cell and moment."""

    def __init__(self, scene: PlayScene) -> None:
        self._scene = scene
        self._said: tuple[object, str] | None = None

    def draw(self, painter: Painter) -> None:
        """What a click would do at the cell that is pointed at, what stands there, or why nothing can be done."""
        scene = self._scene
        if scene.cursor == NO_CELL or scene.hands.dragged or scene.presenter.busy:
            return
        draw_note(painter, scene, self._words, by_pointer=scene.hands.by_pointer)

    def subject(self) -> str:
        """What the codex is to be opened at: the clause that was told, else the unit that is pointed at or selected."""
        scene = self._scene
        noted = scene.told_off or ("" if scene.cursor == NO_CELL or scene.presenter.busy else self._words())
        return subject_of(scene, noted)

    def _words(self) -> str:
        scene = self._scene
        asking = scene.pending is not None or bool(scene.several)
        key = (
            scene.match.session.state,
            scene.cursor,
            f"{scene.viewer} {scene.selected} {scene.family} {scene.labels.language} {asking} {scene.overlays.moment}",
        )
        if self._said is not None and self._said[0] == key:
            return self._said[1]
        text = self._hovered(asking=asking)
        self._said = (key, text)
        return text

    def _hovered(self, *, asking: bool) -> str:
        """``asking``: a plan or a list waits for an answer at the right, so a click here is not what is next."""
        scene = self._scene
        labels = scene.labels
        lines: list[str] = []
        choices = scene.choices
        cell = scene.cursor
        view = scene.match.session.view(scene.viewer)
        lookout = Lookout(view, scene.naming)
        noted = scene.overlays.note(cell)
        if noted:
            return "\n".join([*noted, lookout.cell(cell)])
        found = choices.at(cell, scene.family) if choices is not None else []
        plan = scene.plan_at(cell) if not asking else None
        if plan is not None:
            said = scene.phrases.action(plan.choice.action)
            if plan.cost:
                said += labels("points", points=plan.cost)
            lines.append(said[:1].upper() + said[1:])
            lines += plan.lines(scene.naming)
            if plan.watchers:
                lines.append(labels("may_react", units=scene.naming.things(plan.watchers)))
            if plan.final:
                lines.append(labels("final_hint"))
        elif len(found) > 1 and not asking:
            lines.append(labels("several", count=len(found)))
            for choice in found[:_MOST]:
                said = scene.phrases.action(choice.action)
                chance = scene.plan_of(choice).chance()
                lines.append(f"· {said} · {chance}" if chance else f"· {said}")
        lines.append(lookout.cell(cell))
        unit = scene.unit_at(cell)
        if not found and (unit is None or unit.side != scene.viewer):
            refused = scene.why_not(cell)
            if refused:
                lines.append(refused)
        return "\n".join(lines)
