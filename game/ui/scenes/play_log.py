"""What happened, in sentences, as far as it has been shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.text.phrases import Phrases
from game.ui.play.match import Chapter
from game.ui.theme import Colour

if TYPE_CHECKING:
    from game.ui.scenes.play import PlayScene

KEPT = 400
"""Lines that the panel beside the board holds."""


class Log:
    """The lines of one seat. While events are played they end with what has been played so far."""

    def __init__(self, scene: PlayScene) -> None:
        self._scene = scene
        self._lines: list[tuple[str, Colour]] = []
        self._chapter_of: list[int] = []
        self._for: tuple[str, str, int, str] = ("", "", -1, "")

    def lines(self) -> list[tuple[str, Colour]]:
        """The lines to be shown now."""
        scene = self._scene
        if scene.presenter.busy and scene.presenter.speed:
            return [*self._lines, *[(said, scene.theme.dim) for said in scene.presenter.told]][-KEPT:]
        chapters = scene.match.chapters.get(scene.viewer, [])
        key = (scene.viewer, scene.labels.language, len(chapters), scene.theme.name)
        if key != self._for:
            same = key[:2] == self._for[:2] and key[3] == self._for[3] and 0 <= self._for[2] <= len(chapters)
            known = list(self._lines) if same else []
            places = list(self._chapter_of) if same else []
            for place in range(self._for[2] if same else 0, len(chapters)):
                said = self._said(chapters[place])
                known += said
                places += [place] * len(said)
            self._lines, self._chapter_of, self._for = known[-KEPT:], places[-KEPT:], key
            scene.presenter.told.clear()
        return self._lines

    def chapter_of(self, line: int) -> int:
        """The entry of the match's log that a line belongs to; -1 for none."""
        return self._chapter_of[line] if 0 <= line < len(self._chapter_of) else -1

    def _said(self, chapter: Chapter) -> list[tuple[str, Colour]]:
        scene = self._scene
        phrases = Phrases(scene.game, chapter.after, scene.labels.words)
        colours = scene.table.tokens.colours
        ink = colours[chapter.side].pale if chapter.side in colours else scene.theme.dim
        found: list[tuple[str, Colour]] = []
        for event in chapter.events:
            said = phrases.event(event)
            if said:
                found.append((said.strip(), scene.theme.faint if said.startswith(" ") else ink))
        return found
