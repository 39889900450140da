"""The state that is shown: it trails the real one and folds the same events, one clip after another."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from game.api import Event, Game, State
from game.text.phrases import Phrases
from game.text.words import Words
from game.ui.board.table import Pose
from game.ui.clips.casting import cast
from game.ui.clips.clip import Clip, Dice, Stagecraft

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 0.0)
"""Speeds that can be chosen; 0 plays nothing and shows what came of it."""
LANDED: Final = 0.55
"""Share of a clip of dice after which the last die lies still."""
LINGER: Final = 1.2
"""Seconds that dice stay in sight after they fell, unless others fall."""


class Presenter:
    """Plays what one seat may know of a game. Decides nothing."""

    def __init__(self, game: Game, seen: State, words: Words) -> None:
        """``seen`` is the state as the seat sees it now."""
        self.game = game
        self.shown = seen
        self.words = words
        self.speed = 1.0
        self.paused = False
        self.caption = ""
        self.banner = ""
        self.told: list[str] = []
        """The sentences of what was played since the log was last written."""
        self.dice: Dice | None = None
        self.on_clip: Callable[[Clip], None] | None = None
        self.side = ""
        """Whose doing is played, or was last: each side may have a speed of its own."""
        self._waiting: deque[tuple[Event, str]] = deque()
        self._clip: Clip | None = None
        self._spent = 0.0
        self._lingering = 0.0

    # --- what is to be shown -------------------------------------------------------------------------------------

    def hear(self, events: Iterable[Event], side: str = "") -> None:
        """Play these events, which a side brought about, as the seat may know them, after those still to be played."""
        self._waiting.extend((event, side) for event in events)
        if self._clip is None and self._waiting:
            self.side = self._waiting[0][1]

    def reset(self, seen: State) -> None:
        """Show another state at once: something was taken back, or another seat looks."""
        self._waiting.clear()
        self._clip, self._spent = None, 0.0
        self.shown = seen
        self.caption = self.banner = ""
        self.told.clear()
        self.dice = None

    @property
    def busy(self) -> bool:
        """True while something is still to be played."""
        return self._clip is not None or bool(self._waiting)

    @property
    def said(self) -> str:
        """The sentence of what is played; of dice only once they lie still."""
        tumbling = self._clip is not None and self._clip.dice is not None and self.share < LANDED
        return "" if tumbling else self.caption

    @property
    def left(self) -> int:
        """How many events are still to be played."""
        return len(self._waiting) + (self._clip is not None)

    @property
    def clip(self) -> Clip | None:
        """What is being played."""
        return self._clip

    @property
    def share(self) -> float:
        """How much of the clip's time is over, 0 to 1."""
        if self._clip is None or not self._clip.seconds:
            return 1.0
        return min(1.0, self._spent / self._clip.seconds)

    # --- time ----------------------------------------------------------------------------------------------------

    def tick(self, seconds: float) -> bool:
        """Let time pass. True if what is shown has changed, or is changing."""
        changed = False
        if self._lingering > 0:
            self._lingering -= seconds
            if self._lingering <= 0 and (self._clip is None or self._clip.dice is None):
                self.dice, changed = None, True
        if self.paused:
            return changed
        if not self.speed:
            changed = changed or self.busy
            self._skip_turn()
            return changed
        left = seconds * self.speed
        side = self.side
        while self.busy:
            changed = True
            if self._clip is None:
                self.side = self._waiting[0][1]
                if self.side != side:
                    return True  # another side's doing may be played at another speed
                self._next()
                continue
            room = self._clip.seconds - self._spent
            if left < room:
                self._spent += left
                return True
            left -= room
            self._finish()
        return changed

    def skip(self) -> None:
        """Show at once what all that is still to be played comes to."""
        while self.busy:
            self._skip_turn()
        self._hush()

    def _skip_turn(self) -> None:
        """Show at once what the doing of one side comes to, as far as it was heard without another's between."""
        if self._clip is not None:
            self._finish()
        events: list[Event] = []
        while self._waiting and self._waiting[0][1] == self.side:
            events.append(self._waiting.popleft()[0])
        if events:
            self.shown = self.game.fold(self.shown, events)
        if self._waiting:
            self.side = self._waiting[0][1]
        self._hush()

    def _hush(self) -> None:
        """Nothing is told any more."""
        self.caption = self.banner = ""
        self.dice = None

    def step(self) -> None:
        """Play on to the end of the next clip that shows something, and pause there."""
        self.paused = True
        if self._clip is not None:
            self._finish()
        while self._waiting and self._clip is None:
            self._next()
        if self._clip is not None:
            self._spent = self._clip.seconds * 0.999

    def _next(self) -> None:
        event, self.side = self._waiting.popleft()
        clip = cast(event, self.shown, self.game, Phrases(self.game, self.shown, self.words))
        if clip.early:
            self.shown = self.game.fold(self.shown, (event,))
        if clip.dice is not None:
            self.dice, self._lingering = clip.dice, clip.seconds / (self.speed or 1.0) + LINGER
        if clip.caption or clip.banner:
            self.caption = clip.caption
            self.told.append(clip.caption or clip.banner)
            self.banner = clip.banner
        self._clip, self._spent = clip, 0.0
        if not clip.seconds:
            self._finish()
        elif self.on_clip is not None:
            self.on_clip(clip)

    def _finish(self) -> None:
        clip = self._clip
        assert clip is not None  # only a clip that runs is brought to its end
        self._clip, self._spent = None, 0.0
        if not clip.early:
            self.shown = self.game.fold(self.shown, (clip.event,))
        if clip.banner:
            self.banner = ""

    # --- drawing -------------------------------------------------------------------------------------------------

    def poses(self) -> Mapping[int, Pose]:
        """Where pieces are that are on their way."""
        return self._clip.poses(self.share) if self._clip is not None else {}

    def paint(self, craft: Stagecraft) -> None:
        """Draw what the clip draws over the table."""
        if self._clip is not None:
            self._clip.paint(craft, self.share)
