"""What can be typed besides actions: help, undo, looking around, asking bots why, changing seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from game.api import Action, DataError, DiceRolled, IllegalAction, Side, View
from game.io.clauses import load_clauses
from game.rules.skirmish.queries import living_points
from game.text.explained import explained
from game.text.faults import told
from game.text.lookout import Lookout
from game.text.menu import Menu
from game.text.naming import Naming
from game.text.odds import Consequence, odds_lines, odds_of
from game.text.phrases import Phrases
from game.text.play import HUMAN, Quit, TextGame
from game.text.reasons import Reasons
from game.text.seats import Thought
from game.text.typed import Reading, Typed, is_cell, read_cell

if TYPE_CHECKING:
    pass

_LOG_LINES = 12
"""Entries of the log that are shown unless a number is given."""
_UNIT_AND_CELL = 2
"""Words of a question about a cell that name the unit, too."""
_SIDE_AND_BOT = 2
"""Words that a change of seats needs."""


class Commands:
    """Carries out the lines that one person types while one decision waits."""

    def __init__(self, table: TextGame, side: Side) -> None:
        self.table = table
        self.side = side
        self.words = table.words
        self.screen = table.screen
        self.typed = Typed(self.words)
        self.known = self.words.typed("commands")
        self._choices: tuple[tuple[Action, ...], ...] = ()

    @property
    def view(self) -> View:
        """The table as this person's side sees it now."""
        return self.table.session.view(self.side)

    @property
    def phrases(self) -> Phrases:
        """Words for that view."""
        return Phrases(self.table.game, self.view.state, self.words)

    def do(self, line: str) -> None:
        """Carry out a line: an action if it can be one now, else a command."""
        word, *rest = line.split()
        view = self.view
        command = self.known.get(word.lower())
        if self._choices and word.isdecimal():
            self._choose(int(word))
            return
        self._choices = ()
        is_action = word.isdecimal() or ("=" in line and command is None) or self.typed.means_action(word, view)
        if command is not None and not is_action:
            try:
                self._run(command[0], rest)
            except DataError as error:
                self._no(told(error, self.words, paths=True))
        elif is_action or self.typed.tags(word):
            self._act(self.typed.read(line, view))
        else:
            near = self.typed.near(word, self.known)
            self._no(self.words.say("unknown_word" if near else "unknown_word_at_all", word=word, near=near))

    def _run(self, command: str, rest: Sequence[str]) -> None:
        runs: dict[str, Callable[[Sequence[str]], None]] = {
            "help": self._help,
            "undo": self._undo,
            "redo": self._redo,
            "save": self._save,
            "quit": self._quit,
            "list": self._list,
            "board": lambda _rest: self.table.show_board(self.view),
            "look": self._look,
            "units": self._units,
            "doors": self._doors,
            "log": self._log,
            "why": self._why,
            "odds": self._odds,
            "seat": self._seat,
            "auto": self._auto,
            "rules": self._rules,
            "dice": self._dice,
            "confirm": self._confirm,
        }
        runs[command](rest)

    def _no(self, text: str) -> None:
        self.screen.say(text, style="red")

    # --- actions -------------------------------------------------------------------------------------------------

    def _act(self, reading: Reading) -> None:
        if reading.problem:
            self._no(reading.problem)
            task = self.view.game.waiting(self.view.state)
            if task is not None:
                self.screen.say(self.phrases.task(task))
        elif reading.choices:
            self._choices = reading.choices
            self.screen.say(self.words.say("several"))
            for number, actions in enumerate(reading.choices, 1):
                self.screen.say(f"  {number}. {self._describe(actions)}")
        else:
            self.table.carry_out(reading.actions, self.side)

    def _describe(self, actions: Sequence[Action]) -> str:
        return "; ".join(self.phrases.action(action) for action in actions)

    def _choose(self, number: int) -> None:
        choices, self._choices = self._choices, ()
        if 1 <= number <= len(choices):
            self.table.carry_out(choices[number - 1], self.side)
        else:
            self._no(self.words.say("no_number", count=len(choices), number=number))

    def _undo(self, _rest: Sequence[str]) -> None:
        log = self.table.session.log
        last = log[-1].action if log else None
        try:
            self.table.undo(self.side)
        except IllegalAction as error:
            self._no(self.words.texts.refusal(error.refusal))
        else:
            assert last is not None
            self.screen.say(self.words.say("undone", what=self.phrases.action(last)))

    def _redo(self, _rest: Sequence[str]) -> None:
        try:
            self.table.redo()
        except IllegalAction as error:
            self._no(self.words.texts.refusal(error.refusal))
        else:
            self.screen.say(self.words.say("redone", what=self.phrases.action(self.table.session.log[-1].action)))

    def _odds(self, rest: Sequence[str]) -> None:
        if not rest:
            self._no(self.words.of("help", "odds"))
            return
        reading = self.typed.read(" ".join(rest), self.view)
        chosen = [*([reading.actions] if reading.actions else []), *reading.choices]
        if not chosen:
            self._no(reading.problem)
        for actions in chosen:
            self.screen.say(f"{self._describe(actions)}:")
            for line in self._odds_of(actions):
                self.screen.say(f"  {line}", style="cyan")

    def _odds_of(self, actions: Sequence[Action]) -> list[str]:
        from game.text.typed import imagined

        view: View | None = self.view
        for lead in actions[:-1]:
            assert view is not None  # it was looked through when the line was read
            view = imagined(view, lead)
        assert view is not None
        found = odds_of(view, actions[-1])
        if found is not None:
            return odds_lines(found, Naming(view.game, view.state, self.words))
        return [self.words.of("odds", "unknown" if Consequence(view, actions[-1]).purpose else "certain")]

    # --- looking -------------------------------------------------------------------------------------------------

    def _help(self, rest: Sequence[str]) -> None:
        for key in self.words.keys("help"):
            self.screen.say(self.words.of("help", key))

    def _list(self, rest: Sequence[str]) -> None:
        only = self.typed.tags(rest[0]) if rest else ()
        self.screen.say(self.words.say("list_head"))
        for line in Menu(self.view.options(), self.phrases).lines(only=only) or [self.words.say("nothing")]:
            self.screen.say(f"  {line}")

    def _lookout(self) -> Lookout:
        view = self.view
        return Lookout(view, Naming(view.game, view.state, self.words))

    def _look(self, rest: Sequence[str]) -> None:
        view, lookout = self.view, self._lookout()
        if not rest:
            self._state_of_play(view)
            return
        cell = read_cell(rest[0], view.game)
        if len(rest) == 2 and rest[1].isdecimal():
            row, last = int(rest[1]), view.board.height - 1
            self.screen.say(lookout.row(row) if row <= last else self.words.say("no_row", row=row, last=last))
        elif cell is not None:
            self.screen.say(lookout.cell(cell))
        elif is_cell(rest[0]):
            self._no_cell(rest[0])
        else:
            self._look_at(rest[0], view, lookout)

    def _no_cell(self, word: str) -> None:
        board = self.view.board
        self._no(self.words.say("no_cell", cell=word, last=f"{board.width - 1},{board.height - 1}"))

    def _look_at(self, word: str, view: View, lookout: Lookout) -> None:
        units = self.typed.units(word, view)
        if not units:
            self._no(self.words.say("no_such_unit", word=word))
        for unit in units:
            self.screen.say(lookout.unit(view.state.units[unit]))

    def _state_of_play(self, view: View) -> None:
        state, naming = view.state, self.phrases.naming
        for line in filter(None, (self.table.briefings.get(view.side), *self.table.moment())):
            self.screen.say(line)
        for side in view.game.scenario.sides if state.turn else ():
            pool = state.sides[side.id].pool
            if side.kind == "human" and side.team == view.game.teams[view.side]:
                self.screen.say(f"{naming.side(side.id)}: {self.words.say('pool', pool=pool)}")
                left, all_ = living_points(view.ctx, side.id), state.sides[side.id].count("points")
                self.screen.say(self.words.say("points", side=naming.side(side.id), left=left, all=all_))
        task = view.game.waiting(state)
        if task is not None:
            self.screen.say(self.phrases.task(task))

    def _units(self, _rest: Sequence[str]) -> None:
        lookout = self._lookout()
        for line in (*lookout.units(own=True), *(lookout.units(own=False) or [self.words.say("no_foes")])):
            self.screen.say(line)

    def _doors(self, _rest: Sequence[str]) -> None:
        for line in self._lookout().doors() or [self.words.say("nothing")]:
            self.screen.say(line)

    def _log(self, rest: Sequence[str]) -> None:
        count = int(rest[0]) if rest and rest[0].isdecimal() else _LOG_LINES
        session, phrases = self.table.session, self.phrases
        for entry in session.log[-count:]:
            heard = session.game.redacted_events(session.state, entry.events, self.side)
            self.screen.say(f"{phrases.naming.side(entry.side)}:", style="bold")
            for said in self.table.sentences(heard, self.view.state):
                self.screen.say(f"  {said}")

    def _rules(self, rest: Sequence[str]) -> None:
        clauses = load_clauses()
        if not rest:
            self._no(self.words.of("help", "rules"))
        for word in rest:
            if word.upper() not in clauses:
                near = ", ".join(get_close_matches(word.upper(), clauses))
                self._no(self.words.say("near_clause" if near else "no_clause", word=word, near=near))
                continue
            self.screen.say(f"{word.upper()}: {self.words.texts.clause(word.upper())}")

    def _dice(self, _rest: Sequence[str]) -> None:
        """The dice that fell, by purpose, beside what was to be expected."""
        session = self.table.session
        ledger: dict[tuple[str, int], list[int]] = {}
        for events in (session.opening, *(entry.events for entry in session.log)):
            for event in session.game.redacted_events(session.state, events, self.side):
                if isinstance(event, DiceRolled):
                    ledger.setdefault((event.purpose, event.sides), []).extend(event.faces)
        for (purpose, sides), faces in sorted(ledger.items()):
            values = {
                "count": len(faces),
                "average": f"{sum(faces) / len(faces):.1f}",
                "expected": f"{(sides + 1) / 2:g}",
            }
            self.screen.say(self.words.say("luck", purpose=self.words.of("purposes", purpose), **values))
        if not ledger:
            self.screen.say(self.words.say("nothing"))

    # --- bots ----------------------------------------------------------------------------------------------------

    def _why(self, rest: Sequence[str]) -> None:
        if rest and is_cell(rest[-1]) and len(rest) <= _UNIT_AND_CELL:
            self._why_not_there(rest)
            return
        thoughts = self.table.thoughts
        if rest:
            about = self.typed.units(rest[0], self.view)
            thoughts = [thought for thought in thoughts if thought.about in about]
        if not thoughts:
            self._no(self.words.say("no_bot"))
        elif thoughts[-1].side != self.side and self.table.secrets([self.side, thoughts[-1].side]):
            # What it weighed is told in its own view, which knows what it hides (HI-1).
            self._no(self.words.say("why_secret", bot=thoughts[-1].bot))
        else:
            self._explain(thoughts[-1])

    def _why_not_there(self, rest: Sequence[str]) -> None:
        """Why a unit may not move to a cell now; the clause, or that it may."""
        if read_cell(rest[-1], self.view.game) is None:
            self._no_cell(rest[-1])
            return
        unit = self.typed.units(rest[0], self.view) if len(rest) == _UNIT_AND_CELL else []
        said = Reasons(self.view, self.words).of(unit[0] if unit else 0, rest[-1])
        self.screen.say(said.text) if said.allowed else self._no(said.text)

    def _explain(self, thought: Thought) -> None:
        words, phrases = self.words, self.phrases
        side = phrases.naming.side(thought.side)
        self.screen.say(words.say("why", side=side, bot=thought.bot, what=thought.action))
        reasons = thought.reasons
        if reasons is None:
            self.screen.say(words.say("no_reasons", bot=thought.bot))
            return
        for line in explained(reasons, phrases):
            self.screen.say(line)

    def _seat(self, rest: Sequence[str]) -> None:
        sides = {name: side for side in self.table.seats for name in (side, self.phrases.naming.side(side))}
        if len(rest) < _SIDE_AND_BOT or rest[0] not in sides:
            self._no(self.words.say("unseated", sides=", ".join(self.table.seats)))
            return
        side, spec = sides[rest[0]], " ".join(rest[1:])
        self.table.seat(side, spec)
        bot = self.words.say("a_person") if spec == HUMAN else spec
        self.screen.say(self.words.say("seated", side=self.phrases.naming.side(side), bot=bot))

    def _auto(self, rest: Sequence[str]) -> None:
        if not rest:
            self._no(self.words.of("help", "auto"))
            return
        self.table.let_bot_finish(self.side, " ".join(rest))

    # --- the game itself -----------------------------------------------------------------------------------------

    def _save(self, rest: Sequence[str]) -> None:
        saver = self.table.saver
        if rest:
            from game.io.saves import SaveWriter

            path = Path(rest[0]).expanduser()
            seats = {side: seat.spec for side, seat in self.table.seats.items()}
            scenario, position = self.table.origin
            copy = SaveWriter.create(
                path, self.table.session, scenario=scenario, position=position, seats=seats,
                whose=self.table.deciders.of,
            )  # fmt: skip
            copy.close()
            self.screen.say(self.words.say("saved_copy", path=path))
        elif saver is not None:
            self.screen.say(self.words.say("saved", path=saver.path))
        else:
            self.screen.say(self.words.say("not_saved"))

    def _quit(self, _rest: Sequence[str]) -> None:
        raise Quit

    def _confirm(self, rest: Sequence[str]) -> None:
        self.table.confirm = not (rest and rest[0].lower() in self.words.say("off").split())
        self.screen.say(self.words.say("confirming" if self.table.confirm else "not_confirming"))
