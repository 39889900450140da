"""What happened, in sentences, as far as it has been shown. A match and a replay have the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from game.api import Event, State
from game.text.phrases import Phrases
from game.ui.theme import Colour

if TYPE_CHECKING:
    from game.ui.scenes.onlooker import Onlooker

KEPT = 400
"""Lines that the panel beside the board holds."""

Lines = list[tuple[str, Colour]]


class Told(Protocol):
    """An entry of a match's log as a seat was told it."""

    @property
    def side(self) -> str:
        """Whose doing it was."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened."""

    @property
    def after(self) -> State:
        """The table after it."""


@dataclass(slots=True)
class _Kept:
    """What a seat has been shown: the lines of each entry, made for a language and colours."""

    lines: dict[int, tuple[tuple[Event, ...], Lines]] = field(default_factory=dict)
    made_for: tuple[str, str] = ("", "")
    count: int = 0


class Log:
    """The lines of the seat that looks. While events are played they end with what has been played so far.

    Each seat has its own, so that whoever takes over never sees a line of the other's.
    """

    def __init__(self, scene: Onlooker, *, count: Callable[[], int], entry: Callable[[int], Told]) -> None:
        """``count``: how many entries the seat has been told; ``entry``: each of them, from 0 on."""
        self._scene = scene
        self._count, self._entry = count, entry
        self._seats: dict[str, _Kept] = {}
        self._places: list[int] = []
        self.chosen = -1
        """The entry that keys have come to, to be seen again; -1 for none."""

    @property
    def _kept(self) -> _Kept:
        return self._seats.setdefault(self._scene.viewer, _Kept())

    def catch_up(self) -> None:
        """Everything that the seat has been told has been shown."""
        kept, count = self._kept, self._count()
        if kept.count != count:
            self._scene.presenter.told.clear()
            kept.count, self.chosen = count, -1

    def lines(self) -> Lines:
        """The lines to be shown now."""
        scene, kept = self._scene, self._kept
        busy = scene.presenter.busy and bool(scene.presenter.speed)
        if not busy:
            self.catch_up()
        made_for = (scene.labels.language, scene.theme.name)
        if made_for != kept.made_for:
            kept.lines.clear()
            kept.made_for = made_for
        parts: list[tuple[int, Lines]] = []
        room = KEPT
        for place in range(min(kept.count, self._count()) - 1, -1, -1):
            if room <= 0:
                break
            parts.append((place, self._of(place)))
            room -= len(parts[-1][1])
        found: Lines = []
        self._places = []
        for place, said in reversed(parts):
            found += [(text, scene.theme.accent) for text, _ in said] if place == self.chosen else said
            self._places += [place] * len(said)
        found, self._places = found[-KEPT:], self._places[-KEPT:]
        return [*found, *[(said, scene.theme.dim) for said in scene.presenter.told]] if busy else found

    def chapter_of(self, line: int) -> int:
        """The entry of the match's log that a line belongs to; -1 for none."""
        return self._places[line] if 0 <= line < len(self._places) else -1

    def choose(self, by: int) -> int:
        """Go to the next entry (``by`` 1) of those that have lines, or the one before (-1), from the newest on.

        Answers with how many lines from the last its end is, as a list is scrolled.
        """
        self.lines()
        listed = sorted(set(self._places))
        if not listed:
            return 0
        place = listed.index(self.chosen) + by if self.chosen in listed else len(listed) - 1
        self.chosen = listed[min(max(place, 0), len(listed) - 1)]
        return self._places[::-1].index(self.chosen)

    def _of(self, place: int) -> Lines:
        """The lines of an entry. One that was taken back makes room for another."""
        kept, entry = self._kept.lines, self._entry(place)
        if place not in kept or kept[place][0] is not entry.events:
            kept[place] = entry.events, self._said(entry)
        return kept[place][1]

    def _said(self, entry: Told) -> Lines:
        scene = self._scene
        phrases = Phrases(scene.game, entry.after, scene.labels.words)
        colours = scene.table.tokens.colours
        ink = colours[entry.side].pale if entry.side in colours else scene.theme.dim
        found: Lines = []
        for event in entry.events:
            said = phrases.event(event)
            if said:
                found.append((said.strip(), scene.theme.faint if said.startswith(" ") else ink))
        return found
