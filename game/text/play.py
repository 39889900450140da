"""A game in the terminal: people type, bots think, everyone hears what their side may know."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Final

from game.api import NO_CELL, Action, BroodfallError, Dice, Event, IllegalAction, Options, Session, Side, State, View
from game.io.deciders import Decider, Deciders
from game.rules.avatar.actions import AimEvent, PlaceAvatar
from game.rules.hive.actions import PlaceMarker, PlaceXeno
from game.rules.skirmish.actions import Deploy
from game.rules.transmutation.actions import Grow
from game.sim.mishaps import fault_in
from game.sim.seats import BotDice
from game.text.faults import told
from game.text.menu import Menu
from game.text.naming import Naming
from game.text.odds import Consequence, odds_lines, odds_of
from game.text.phrases import Phrases
from game.text.screen import Screen
from game.text.seats import Seat, Thought
from game.text.typed import imagined
from game.text.words import Words

if TYPE_CHECKING:
    from ai.player import Player
    from game.io.saves import SaveWriter

HUMAN: Final = "human"
"""The spec of a seat at which a person sits."""
REMEMBERED: Final = 400
"""Decisions of bots whose reasons are kept."""

_SECRET_PARTS: Final = ("units", "markers", "effects", "ext", "agenda")
"""Parts of a state that may look different from two seats."""

MakeBot = Callable[[str, Dice], "Player"]


def chosen_cells(action: Action) -> tuple[int, ...]:
    """The cell that an action puts something on."""
    if isinstance(action, Deploy | PlaceXeno | PlaceMarker | PlaceAvatar | Grow | AimEvent):
        return (action.cell,) if action.cell != NO_CELL else ()
    return ()


class Quit(Exception):
    """A person leaves the table."""


class TextGame:
    """One game; `run` plays it to its end or until somebody leaves."""

    def __init__(
        self,
        session: Session,
        seats: Mapping[Side, str],
        *,
        seed: int | str,
        make_bot: MakeBot,
        words: Words,
        screen: Screen,
        origin: tuple[str, str] = ("", ""),
        saver: SaveWriter | None = None,
        briefings: Mapping[Side, str] | None = None,
        deciders: Sequence[Decider | None] = (),
    ) -> None:
        """``origin`` is what a save must say to find the game again: a scenario's file name, or a position's text;
        ``briefings`` say what the mission asks of each side, ``deciders`` who made the actions so far.
        """
        self.session = session
        self.game = session.game
        self.words = words
        self.screen = screen
        self.origin = origin
        self.saver = saver
        self.deciders = Deciders(deciders)
        if saver is not None:
            saver.whose = self.deciders.of
        self.briefings = dict(briefings or {})
        self.confirm = True
        self.thoughts: list[Thought] = []
        self.auto: dict[Side, tuple[Seat, tuple[int, Side]]] = {}
        self._seed = seed
        self._make_bot = make_bot
        self._marks: list[tuple[Side, int]] = []
        self._heard: dict[Side, list[str]] = {side: [] for side in seats}
        self._last_person: Side | None = None
        self._unread = dict(self.briefings)
        self._told: tuple[Side | None, int] | None = None
        self.seats: dict[Side, Seat] = {}
        for side, spec in seats.items():
            self.seat(side, spec)
        self._catch_up()

    # --- seats ---------------------------------------------------------------------------------------------------

    def seat(self, side: Side, spec: str) -> None:
        """Give a seat to a bot or to a person. Raises DataError for a wrong spec."""
        dice = BotDice(self._seed, side)
        player = None if spec == HUMAN else self._make_bot(spec, dice)
        self.seats[side] = Seat(side, spec, player, dice)
        self.auto.pop(side, None)

    def let_bot_finish(self, side: Side, spec: str) -> None:
        """Let a bot play a person's side until the turn is over. Raises DataError for a wrong spec."""
        dice = BotDice(self._seed, f"{side}/auto")
        self.auto[side] = (Seat(side, spec, self._make_bot(spec, dice), dice), self._moment())

    def _moment(self) -> tuple[int, Side]:
        return self.session.state.round, self.session.state.turn

    def _catch_up(self) -> None:
        """Bots hear what happened before they sat down, as they would have heard it."""
        everything = [self.session.opening, *[entry.events for entry in self.session.log]]
        for seat in self.seats.values():
            if seat.player is not None:
                for events in everything:
                    seat.player.observe(self.game.redacted_events(self.session.state, events, seat.side))

    def people(self) -> list[Side]:
        """The sides that people play."""
        return [side for side, seat in self.seats.items() if seat.is_person]

    # --- the loop ------------------------------------------------------------------------------------------------

    def run(self) -> bool:
        """Play. True when the game was brought to its end; a person who interrupts is told how to go on."""
        if self.session.log:
            self._say_all(self.moment())
        else:
            self._tell_people(self.session.opening)
        try:
            while not self.session.over:
                side = self.session.to_act
                assert side is not None  # only a game that is over waits for nobody
                self._turn_of(side)
        except Quit:
            self._leave()
            return False
        except KeyboardInterrupt:
            self.screen.say()
            self._leave()
            raise
        self._finish()
        return True

    def _turn_of(self, side: Side) -> None:
        auto = self.auto.get(side)
        if auto is not None and auto[1] != self._moment():
            del self.auto[side]
            auto = None
        seat = self.seats[side] if auto is None else auto[0]
        if seat.player is not None:
            self._ask_bot(seat, seat.player)
        else:
            self._ask_person(side)

    def _ask_bot(self, seat: Seat, player: Player) -> None:
        side, spec = seat.side, seat.spec
        view = self.session.view(side)
        seat.dice.at(len(self.session.log))
        action = _answer(player, view, spec)
        phrases = Phrases(self.game, view.state, self.words)
        explain = getattr(player, "explain", None)
        about = self._about(view, action)
        try:
            self.act(action, side)
        except IllegalAction as error:
            problem = self.words.texts.refusal(error.refusal)
            raise BroodfallError(self.words.say("stuck", bot=spec, problem=problem)) from None
        reasons = explain() if explain is not None else None
        self.thoughts.append(Thought(side, spec, about, phrases.action(action), reasons))
        del self.thoughts[:-REMEMBERED]

    def _about(self, view: View, action: Action) -> int:
        task = self.game.waiting(view.state)
        found: int = getattr(action, "unit", 0) or getattr(task, "actor", 0) or getattr(task, "unit", 0)
        return found

    def _ask_person(self, side: Side) -> None:
        from game.text.commands import Commands

        self._hand_over(side)
        self.brief(side)
        view = self.session.view(side)
        options = view.options()
        phrases = Phrases(self.game, view.state, self.words)
        self._show_question(side, view, options, phrases)
        commands = Commands(self, side)
        before = self.session.state
        while self.session.state is before and self.seats[side].is_person and side not in self.auto:
            line = self.screen.ask(self.words.say("prompt", side=phrases.naming.side(side)))
            if line is None:
                self.screen.say(self.words.say("input_ended"))
                raise Quit
            if line:
                commands.do(line)

    def _show_question(self, side: Side, view: View, options: Options, phrases: Phrases) -> None:
        """The board when a turn or an order begins, and always the question with its answers."""
        moment = (side, self.session.state.round)
        if self._told != moment:
            self._told = moment
            self.show_board(view)
        task = self.game.waiting(view.state)
        assert task is not None
        self.screen.say(phrases.task(task), style="bold")
        for line in Menu(options, phrases).lines():
            self.screen.say(f"  {line}")

    def show_board(self, view: View) -> None:
        """The picture with its legend, or in plain mode the sides in sentences."""
        from game.text.lookout import Lookout
        from game.text.picture import Picture

        naming = Naming(self.game, view.state, self.words)
        lookout = Lookout(view, naming)
        if not self.screen.plain:
            places = [cell for action in view.options() for cell in chosen_cells(action)]
            picture = Picture(view, naming, places=places)
            self.screen.draw(picture.drawn())
            self.screen.say(picture.key(), style="dim")
        for line in lookout.units(own=True):
            self.screen.say(line)

    # --- acting --------------------------------------------------------------------------------------------------

    def act(self, action: Action, side: Side) -> None:
        """Carry an action out and tell everyone. Raises IllegalAction."""
        auto = self.auto.get(side)
        by = Decider(self.seats[side].spec) if auto is None else Decider(auto[0].spec, stood_in=True)
        with self.deciders.deciding(len(self.session.log) + 1, by):
            events = self.session.act(action, side)
        self._tell_all(events)
        if self.saver is not None and self.saver.problem:
            problem = told(self.saver.problem, self.words)
            self.screen.say(self.words.say("save_problem", problem=problem), style="bold red")
            self.saver = None

    def carry_out(self, actions: Sequence[Action], side: Side) -> None:
        """What a person asked for, after the odds and a question if dice will fall or something is revealed."""
        view = self.session.view(side)
        for lead in actions[:-1]:
            view = imagined(view, lead) or view
        if not self._agreed(view, actions[-1]):
            return
        mark = len(self.session.log)
        for action in actions:
            try:
                self.act(action, side)
            except IllegalAction as error:
                self.screen.say(self.words.texts.refusal(error.refusal), style="red")
                return
        self._marks.append((side, mark))

    def _agreed(self, view: View, action: Action) -> bool:
        consequence = Consequence(view, action)
        found = odds_of(view, action)
        naming = Naming(self.game, view.state, self.words)
        for line in odds_lines(found, naming) if found is not None else ():
            self.screen.say(f"  {line}", style="cyan")
        if not self.confirm or (found is None and not consequence.final):
            return True
        if consequence.purpose:
            purpose = self.words.of("purposes", consequence.purpose)
            self.screen.say(self.words.say("dice_will_fall", purpose=purpose), style="yellow")
        else:
            self.screen.say(self.words.say("reveal" if consequence.reveals else "answer"), style="yellow")
        answer = self.screen.ask(self.words.say("confirm"))
        if answer is None:
            raise Quit
        return answer.lower() in self.words.say("yes").split()

    def undo(self, side: Side) -> None:
        """Take back what the person last typed. Raises IllegalAction past a die, a reveal or another side's answer."""
        mark = len(self.session.log) - 1
        if self._marks and self._marks[-1][0] == side:
            mark = min(mark, self._marks.pop()[1])
        self.session.undo_to(mark, side)
        self._remind_bots()

    def redo(self) -> None:
        """Do again what was taken back. Raises IllegalAction if there is nothing."""
        self.session.redo()
        self._remind_bots()

    def _remind_bots(self) -> None:
        """Bots begin anew and hear the game as it stands: what was taken back never happened."""
        for side, seat in list(self.seats.items()):
            if seat.player is not None:
                self.seat(side, seat.spec)
        self._catch_up()

    # --- telling -------------------------------------------------------------------------------------------------

    def _tell_all(self, events: Sequence[Event]) -> None:
        """Every seat hears its own version: bots as events, people as sentences, now or when their turn comes."""
        for side, seat in self.seats.items():
            if seat.player is not None:
                seat.player.observe(self.game.redacted_events(self.session.state, events, side))
        self._tell_people(events)

    def _tell_people(self, events: Sequence[Event]) -> None:
        state = self.session.state
        for side in self.people():
            heard = self.game.redacted_events(state, events, side)
            self._heard[side] += self.sentences(heard, self.game.redacted(state, side))
        people = self.people()
        if not people:
            self._say_all(self.sentences(events, state))
        elif len(people) == 1 or not self.secrets(people):
            for side in people[1:]:
                self._heard[side].clear()
            self._flush(people[0])

    def moment(self) -> list[str]:
        """Which round and whose turn it is; nothing before the first."""
        state = self.session.state
        if not state.turn:
            return []
        turn = Naming(self.game, state, self.words).side(state.turn)
        return [self.words.say("round", round=state.round), self.words.say("turn", side=turn)]

    def sentences(self, events: Sequence[Event], state: State) -> list[str]:
        """What happened, a sentence each; events nobody needs to be told are left out."""
        phrases = Phrases(self.game, state, self.words)
        return [said for event in events if (said := phrases.event(event))]

    def _flush(self, side: Side) -> None:
        self._say_all(self._heard[side])
        self._heard[side] = []

    def _say_all(self, sentences: Sequence[str]) -> None:
        for said in sentences:
            self.screen.say(said)

    def secrets(self, people: Sequence[Side]) -> bool:
        """Is something hidden between any two of these seats (MO-2)? Points alone need no blindfold."""
        first, *others = [self.game.redacted(self.session.state, side) for side in people]
        return any(getattr(first, part) != getattr(other, part) for other in others for part in _SECRET_PARTS)

    def _hand_over(self, side: Side) -> None:
        """Between people with secrets the screen is cleared before the next one looks, then told what happened."""
        people = self.people()
        changed = self._last_person not in (None, side)
        self._last_person = side
        if len(people) > 1 and self.secrets(people):
            if changed:
                name = Naming(self.game, self.session.state, self.words).side(side)
                self.screen.clear()
                if self.screen.ask(self.words.say("hand_over", side=name)) is None:
                    raise Quit
                if self._heard[side]:
                    self.screen.say(self.words.say("recap"), style="bold")
            self._flush(side)

    def brief(self, side: Side) -> None:
        """Tell a person once what the mission asks of their side."""
        self._say_all([self._unread.pop(side)] if side in self._unread else [])

    def _finish(self) -> None:
        outcome = self.session.state.outcome
        assert outcome is not None
        words = self.words
        naming = Naming(self.game, self.session.state, words)
        self.screen.say()
        reason = words.of("ends", outcome.reason)
        self.screen.say(
            words.say("over", round_count=words.say("rounds", rounds=outcome.round), reason=reason), style="bold"
        )
        teams = [naming.side(side) for side, team in self.game.teams.items() if team == outcome.winner]
        self.screen.say(words.say("winner", team=" + ".join(teams)) if teams else words.say("draw"), style="bold")
        if outcome.scores:
            scores = ", ".join(f"{naming.side(side)} {score}" for side, score in outcome.scores)
            self.screen.say(words.say("score", scores=scores))

    def _leave(self) -> None:
        self.screen.say(self.words.say("goodbye"))
        if self.saver is not None:
            self.screen.say(self.words.say("resume", path=self.saver.path))


def _answer(player: Player, view: View, spec: str) -> Action:
    """What a bot answers. Raises BroodfallError that says how it failed."""
    try:
        with redirect_stdout(sys.stderr):  # what a bot prints is no part of the game's text
            return player.decide(view, view.options())
    except BroodfallError:
        raise
    except Exception as error:  # a bot may fail in any way
        reason = f"{spec}: {fault_in(error)}"
        raise BroodfallError(reason, kind="bot_failed", values={"reason": reason}) from error
