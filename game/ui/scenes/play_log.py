"""What happened, in sentences, as far as it has been shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from game.api import State
from game.text.phrases import Phrases
from game.ui.play.chronicle import with_markers
from game.ui.play.match import Chapter
from game.ui.theme import Colour

if TYPE_CHECKING:
    from game.ui.scenes.play import PlayScene

KEPT = 400
"""Lines that the panel beside the board holds."""


@dataclass(slots=True)
class _Kept:
    """The lines of a seat that it has been shown, the entry that each belongs to, and what they were made for."""

    lines: list[tuple[str, Colour]] = field(default_factory=list)
    chapter_of: list[int] = field(default_factory=list)
    made_for: tuple[str, str] = ("", "")
    chapters: int = 0


class Log:
    """The lines of the seat that looks. While events are played they end with what has been played so far.

    Each seat has its own, so that whoever takes over never sees a line of the other's.
    """

    def __init__(self, scene: PlayScene) -> None:
        self._scene = scene
        self._seats: dict[str, _Kept] = {}

    @property
    def _kept(self) -> _Kept:
        return self._seats.setdefault(self._scene.viewer, _Kept())

    def lines(self) -> list[tuple[str, Colour]]:
        """The lines to be shown now."""
        scene, kept = self._scene, self._kept
        if scene.presenter.busy and scene.presenter.speed:
            return [*kept.lines, *[(said, scene.theme.dim) for said in scene.presenter.told]][-KEPT:]
        chapters = scene.match.chapters.get(scene.viewer, [])
        made_for = (scene.labels.language, scene.theme.name)
        if made_for != kept.made_for or len(chapters) < kept.chapters:
            kept.lines, kept.chapter_of, kept.chapters = [], [], 0
        for place in range(kept.chapters, len(chapters)):
            said = self._said(chapters[place], chapters[place - 1].after if place else None)
            kept.lines += said
            kept.chapter_of += [place] * len(said)
        if kept.chapters != len(chapters):
            scene.presenter.told.clear()
        kept.lines, kept.chapter_of = kept.lines[-KEPT:], kept.chapter_of[-KEPT:]
        kept.made_for, kept.chapters = made_for, len(chapters)
        return kept.lines

    def chapter_of(self, line: int) -> int:
        """The entry of the match's log that a line belongs to; -1 for none."""
        places = self._kept.chapter_of
        return places[line] if 0 <= line < len(places) else -1

    def _said(self, chapter: Chapter, before: State | None) -> list[tuple[str, Colour]]:
        scene = self._scene
        phrases = Phrases(scene.game, with_markers(before, chapter.after), scene.labels.words)
        colours = scene.table.tokens.colours
        ink = colours[chapter.side].pale if chapter.side in colours else scene.theme.dim
        found: list[tuple[str, Colour]] = []
        for event in chapter.events:
            said = phrases.event(event)
            if said:
                found.append((said.strip(), scene.theme.faint if said.startswith(" ") else ink))
        return found
