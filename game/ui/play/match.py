"""A match at the window: session, seats, bots, undo in steps a person means, what each seat was told. No pygame."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from game.api import Action, BroodfallError, Event, Refusal, Session, Side, State
from game.io.deciders import Decider
from game.ui.play.bots import HUMAN, Thought
from game.ui.play.seating import Seating
from game.ui.play.thinker import Thinker, ThinkerGone
from game.ui.play.whys import Moment, Whys, heard, secrets

if TYPE_CHECKING:
    from game.ui.play.keeping import Autosave, Keeper

_REVIVALS: Final = 3
"""How often in a row bots whose process has ended are begun anew before the match stops."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """What one entry of the log told a seat: who did what, the events, and the state after them, as the seat saw it."""

    number: int
    side: Side
    action: Action | None
    events: tuple[Event, ...]
    after: State
    thought: Thought | None = None


Listener = Callable[[Side, Chapter | None], None]
"""Hears for each watching seat what it is told, and None when something was taken back."""


class Match:
    """One match. Persons act through `carry_out`; `pump` lets bots go on without ever waiting for them."""

    def __init__(
        self,
        session: Session,
        seats: Mapping[Side, str],
        thinker: Thinker,
        *,
        seed: int | str,
        scenario: str = "",
        title: str = "",
        saver: Keeper | None = None,
        states: Sequence[State] = (),
        deciders: Sequence[Decider | None] = (),
        knows: Callable[[str], bool] = bool,
        torn: int = 0,
    ) -> None:
        """``seats``: the spec of every side's player, ``human`` for a person; ``scenario``, ``title``: the mission.

        ``states``: for a session that has been played, the table at its opening and after each action; ``deciders``:
        who decided each action of it; ``knows``: for one from a file, whether a spec names a bot that may be asked;
        ``torn``: the number of a last line of that file that was cut off and left out.
        """
        self.session = session
        self.game = session.game
        self.seed = seed
        self.scenario = scenario
        self.title = title
        self.torn = torn
        self.saver = saver
        self.problem: BroodfallError | None = None
        """Why a bot cannot go on; None while all is well."""
        self.failures = 0
        """How often there was a problem."""
        self.listeners: list[Listener] = []
        self.chapters: dict[Side, list[Chapter]] = {side: [] for side in seats}
        self.thought_for = 0.0
        """Seconds for which the decision that waits has been thought about."""
        self._seating = Seating(session, seats)
        self._thinker = thinker
        self._listening = list(self._seating.bots())
        """The seats whose bots are told what happens."""
        self._asked = False
        self._revived = 0
        self._steps: list[tuple[Side, int, int]] = []
        """What persons meant by one click each: the side, and the numbers of actions before and after it."""
        self._taken: list[tuple[int, int]] = []
        """What was taken back at once, likewise, the last first to be done again."""
        known = list(states) or [session.state] * (len(session.log) + 1)
        self._states: list[State] = []
        self.whys = Whys(
            self.game,
            self._moment,
            last=lambda: len(self.session.log),
            thinker=lambda: self._thinker,
            stop=self._stop_asking,
            may_know=lambda watcher, side, _: self._may_know_why(watcher, side),
            knows=knows,
            deciders=deciders,
        )
        """Who decided each action, and asking bots why."""
        if saver is not None:
            saver.whose = self.whys.decider
        self._tell("", None, session.opening, 0, None, known[0])
        for number, entry in enumerate(session.log, 1):
            self._tell(entry.side, entry.action, entry.events, number, None, known[number])

    # --- seats ---------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> Mapping[Side, str]:
        """The spec of every side's player, ``human`` for a person."""
        return self._seating.of

    def people(self) -> list[Side]:
        """The sides that people play."""
        return self._seating.people()

    @property
    def to_act(self) -> Side | None:
        """The side whose decision waits; None when the game is over."""
        return self.session.to_act

    @property
    def decider(self) -> str:
        """The spec of whose decision waits; empty when the game is over."""
        side = self.to_act
        return "" if side is None else self._seating.player(side)

    @property
    def person_acts(self) -> bool:
        """True while a person is to decide."""
        return self.decider == HUMAN

    @property
    def bot_acts(self) -> bool:
        """True while a bot is to decide."""
        return self.decider not in ("", HUMAN) and not self.problem

    @property
    def watchers(self) -> list[Side]:
        """The seats that are told what happens: those of people, or all if there are none."""
        return self.people() or list(self.seats)

    def let_bot_finish(self, side: Side, spec: str, *, phase: bool = False) -> None:
        """A bot plays a side until the turn is over, or only the ``phase`` that runs."""
        self._seating.lend(side, spec, span="phase" if phase else "turn")
        self._remind()

    def let_bot_answer(self, side: Side, spec: str) -> None:
        """A bot makes the decision that waits, in place of one that failed or takes too long."""
        self._seating.lend(side, spec, span="once")
        self._remind()

    def take_back_control(self, side: Side) -> None:
        """Who has the seat goes on; what another was thinking there is dropped."""
        if self._seating.take_back(side):
            self._remind()

    def reseat(self, side: Side, spec: str) -> None:
        """Another player has a seat from now on, a person (``human``) or a bot."""
        self._seating.take_back(side)
        self._seating.of[side] = spec
        if self.saver is not None:
            self.saver.reseat(self.seats)
        for watcher in self.watchers:
            self._recall(watcher)
        self._remind()

    def ask_again(self) -> None:
        """The bot that failed is asked once more, from the beginning."""
        self._remind()

    def _remind(self) -> None:
        """Bots begin anew and hear the game as it stands."""
        self.problem = None
        self._asked = False
        bots = self._seating.bots()
        self._listening = list(bots)
        self._thinker.forget(bots)
        moments = [self._moment(number) for number in range(len(self.session.log) + 1)]
        for seat in bots:
            for events in heard(self.game, moments, seat.partition("/")[0]):
                self._thinker.hear(seat, events)

    def _stop_asking(self) -> None:
        """A question that is not answered ends with the bots; what holds the match up does so still."""
        problem = self.problem
        self._remind()
        self.problem = problem

    # --- acting --------------------------------------------------------------------------------------------------

    def carry_out(self, actions: Sequence[Action], side: Side) -> None:
        """What a person means by one click: one action, or an order and its first skill. Raises IllegalAction."""
        mark = len(self.session.log)
        try:
            for action in actions:
                self._act(action, side, None, by=Decider(HUMAN, stood_in=self.seats[side] != HUMAN))
        finally:
            if len(self.session.log) > mark:
                self._steps.append((side, mark, len(self.session.log)))

    def _act(self, action: Action, side: Side, thought: Thought | None, *, by: Decider) -> None:
        with self.whys.deciding(len(self.session.log) + 1, by):
            events = self.session.act(action, side)
        self._taken.clear()
        self._tell(side, action, events, len(self.session.log), thought)

    def _moment(self, number: int) -> Moment:
        after = self._states[number]
        if number == 0:
            return Moment(0, "", None, self.session.opening, after)
        entry = self.session.log[number - 1]
        return Moment(number, entry.side, entry.action, entry.events, after)

    def keep(self, mode: Autosave) -> None:
        """Save it as often as a player wants it, if it can be saved at all."""
        if self.saver is not None:
            self.saver.take_mode(mode)

    @property
    def unsaved(self) -> bool:
        """Whether something of a match that goes on would be lost if it were left now."""
        return self.saver is not None and not self.saver.saved and not self.session.over

    def _tell(
        self,
        side: Side,
        action: Action | None,
        events: Sequence[Event],
        number: int,
        thought: Thought | None,
        after: State | None = None,
    ) -> None:
        """``after``: the table after it, where that is not the table of now."""
        state = self.session.state if after is None else after
        del self._states[number:]
        self._states.append(state)
        for seat in self._listening:
            own = seat.partition("/")[0]
            self._thinker.hear(seat, self.game.redacted_events(state, events, own))
        for watcher in self.watchers:
            chapter = self._chapter(watcher, number, side, action, events, thought)
            self.chapters[watcher].append(chapter)
            for listener in self.listeners:
                listener(watcher, chapter)

    def _chapter(
        self,
        watcher: Side,
        number: int,
        side: Side,
        action: Action | None,
        events: Sequence[Event],
        thought: Thought | None = None,
    ) -> Chapter:
        state = self._states[number]
        heard = self.game.redacted_events(state, events, watcher)
        known = thought if thought is not None and self._may_know_why(watcher, side) else None
        return Chapter(number, side, action, heard, self.game.redacted(state, watcher), known)

    def _recall(self, watcher: Side) -> None:
        """A seat that was told nothing so far, or not all, is told what it may know."""
        if len(self.chapters[watcher]) == len(self._states):
            return
        chapters = [self._chapter(watcher, 0, "", None, self.session.opening)]
        for number, entry in enumerate(self.session.log, 1):
            chapters.append(self._chapter(watcher, number, entry.side, entry.action, entry.events))
        self.chapters[watcher] = chapters

    def _may_know_why(self, watcher: Side, side: Side) -> bool:
        """Reasons name what their side knows; told only where that is nothing the watcher may not know."""
        return watcher == side or not self.people() or not self.secrets([watcher, side])

    # --- taking back ---------------------------------------------------------------------------------------------

    def cannot_undo(self, side: Side) -> Refusal | None:
        """Why the last thing cannot be taken back, or None if it can."""
        return self.session.cannot_undo(side)

    def undo(self, side: Side) -> None:
        """Take back what the person last meant, up to the last die or reveal. Raises IllegalAction."""
        end = len(self.session.log)
        begin = end - 1
        if self._steps and self._steps[-1][::2] == (side, end):
            begin = self._steps.pop()[1]
        self.session.undo_to(begin, side)
        self._taken.append((len(self.session.log), end))
        self._taken_back()

    def redo(self) -> None:
        """Do again what was taken back at once. Raises IllegalAction if there is nothing."""
        begin = len(self.session.log)
        end = self._taken.pop()[1] if self._taken and self._taken[-1][0] == begin else begin + 1
        while len(self.session.log) < end:
            self.session.redo()
            entry = self.session.log[-1]
            self._tell(entry.side, entry.action, entry.events, len(self.session.log), None)
        self._steps.append((self.session.log[-1].side, begin, end))
        self._remind()

    def _taken_back(self) -> None:
        kept = len(self.session.log)
        for side in self.chapters:
            self.chapters[side] = [chapter for chapter in self.chapters[side] if chapter.number <= kept]
        self._remind()
        for watcher in self.watchers:
            for listener in self.listeners:
                listener(watcher, None)

    # --- bots ----------------------------------------------------------------------------------------------------

    def pump(self, seconds: float = 0.0) -> bool:
        """Ask the bot that is to decide, or carry out what it decided. True if something happened.

        ``seconds`` have passed since the last time; `thought_for` counts them.
        """
        side = self.to_act
        if side is None or not self.bot_acts:
            return False
        seat = self._seating.seat(side)
        try:
            if not self._asked:
                self._asked, self.thought_for = True, 0.0
                self._thinker.ask(seat, self.game.redacted(self.session.state, side), len(self.session.log))
            else:
                self.thought_for += seconds
            thought = self._thinker.answer()
            if thought is None:
                return False
            self._asked, self._revived, self.thought_for = False, 0, 0.0
            once = self._seating.lent_once(side)
            by = Decider(self._seating.player(side), stood_in=seat != side)
            self._act(thought.action, side, thought, by=by)
            if once:
                self._remind()
        except ThinkerGone as error:
            self._revive(error)
        except BroodfallError as error:
            self._fail(error)
        return True

    def _fail(self, problem: BroodfallError) -> None:
        self.problem = problem
        self.failures += 1

    def _revive(self, error: ThinkerGone) -> None:
        """Go on with new bots in place of those whose process has ended: told the same, they decide the same."""
        self._revived += 1
        if self._revived > _REVIVALS:
            self._revived = 0
            self._fail(error)
        else:
            self._remind()

    # --- what people may see -------------------------------------------------------------------------------------

    def secrets(self, sides: Sequence[Side]) -> bool:
        """Is something hidden between any two of these seats?"""
        return secrets(self.game, self.session.state, sides)

    def close(self) -> None:
        """The match is left; what was saved stays."""
        self._thinker.close()
        if self.saver is not None:
            self.saver.close()
