"""Games in which one player is asked twice: what it sees of the true table, and of one with other secrets.

Two players are made of one spec, with the same dice. Both hear and see the same game; but where a decision is
checked, the second is asked at a table where everything is another that it may not know, the faces of the dice that
are still to fall included. An honest player cannot tell, and chooses the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from game.api import Action, DataError, Dice, Event, Game, SeededDice, Side, State
from game.sim.honesty.twin import Twin, resampled
from game.sim.mishaps import fault_in, is_stop
from game.sim.seats import BotDice
from game.sim.watch import Halted, Watch

if TYPE_CHECKING:
    from ai.player import Player

    MakePlayer = Callable[[Side, Dice], Player]

DICE: Final = "dice"
"""The secret that there always is: how the dice will fall."""
CAP: Final = 20_000


class Difference(Struct, frozen=True):
    """A decision at which the second player chose otherwise.

    ``repeatable`` tells whether a third one, asked at the true table only, chose as the first: if not, the player is
    not dishonest but plays another game each time. ``state`` is the true one, ``twin`` the other.
    """

    seed: str
    side: Side
    number: int
    secrets: tuple[str, ...]
    chosen: str
    otherwise: str
    repeatable: bool
    state: State
    twin: State


class Examined(Struct, frozen=True):
    """What one game showed. ``hidden`` counts at how many checked decisions each kind of secret was another."""

    decisions: int
    checked: int
    hidden: Mapping[str, int]
    difference: Difference | None = None
    failed: str = ""


class Failed(Exception):
    """A player fails where it is only made or told something."""


def examine(
    game: Game,
    side: Side,
    make: MakePlayer,
    *,
    seed: str,
    start: State | None = None,
    every: int = 1,
    most: int = CAP,
    watch: Watch | None = None,
) -> Examined:
    """Play one game and check each ``every``-th decision of ``side``; stop after the first difference.

    ``make`` makes the player of a side with the dice that are given to it. After ``most`` decisions of all sides the
    game is left as it is. ``watch`` counts the calls to players, and says where to stop.
    """
    trial = Trial(game, side, make, seed=seed, start=start, every=every, watch=watch or Watch())
    try:
        trial.play(most)
    except Failed as failed:
        trial.failed = str(failed)
    except Halted as halted:
        trial.failed = halted.halt.error
    return Examined(trial.decisions, trial.checked, trial.hidden, trial.difference, trial.failed)


class Guest:
    """A player at a seat, with dice of its own."""

    def __init__(self, game: Game, side: Side, make: MakePlayer, seed: str, watch: Watch) -> None:
        self._game, self._side, self._watch = game, side, watch
        self._dice = BotDice(seed, side)
        watch.enter(side, making=True)
        try:
            self._player = make(side, self._dice)
        except DataError:  # there is no such player
            raise
        except BaseException as error:
            raise Failed(f"{self._side}: {_fault(error)}") from None
        watch.leave()

    def hear(self, state: State, events: Sequence[Event]) -> None:
        """Hear what happened, as its side may know it. Raises Failed."""
        told = self._game.redacted_events(state, events, self._side)
        self._watch.enter(self._side)
        try:
            self._player.observe(told)
        except BaseException as error:
            raise Failed(f"{self._side}: {_fault(error)}") from None
        self._watch.leave()

    def asked(self, state: State, dice: Dice, number: int) -> Action | str:
        """What it answers at this table, or in which way it fails.

        The table and its ``dice`` are all there is in this call, so that a player that looks around in the process
        finds these.
        """
        self._dice.at(number)
        view = self._game.view(state, self._side)
        options = view.options()
        self._watch.enter(self._side)
        try:
            answer = self._player.decide(view, options)
        except BaseException as error:
            return _fault(error)
        self._watch.leave()
        return answer if answer in options else f"answers {answer}, which is not offered"


class Trial:
    """One game, and what it showed so far."""

    def __init__(
        self, game: Game, side: Side, make: MakePlayer, *, seed: str, start: State | None, every: int, watch: Watch
    ) -> None:
        self.decisions = self.checked = 0
        self.hidden: dict[str, int] = {}
        self.difference: Difference | None = None
        self.failed = ""
        self._game, self._side, self._seed, self._every = game, side, seed, every
        self._start = game.initial() if start is None else start
        self._make, self._watch = make, watch
        self._chance = SeededDice(f"{seed}/secrets")
        self._log: list[Action] = []

    def _guest(self, side: Side) -> Guest:
        return Guest(self._game, side, self._make, self._seed, self._watch)

    def play(self, most: int) -> None:
        """Play until a difference, a failure, the end, or so many decisions. Raises Failed, or Halted by the watch."""
        game, side = self._game, self._side
        guests = {name: self._guest(name) for name in game.side_kinds}
        second = self._guest(side)
        dice = SeededDice(self._seed)
        state, events = game.begin(self._start, dice)
        for number in range(most):
            for guest in (*guests.values(), second):
                guest.hear(state, events)
            asked = game.to_act(state)
            if asked is None:
                return
            chosen = guests[asked].asked(state, dice.copy(), number)
            if isinstance(chosen, str):
                self.failed = f"{asked}, decision {number}: {chosen}"
                return
            if asked == side and self._differs(state, dice, number, chosen, second):
                return
            self._log.append(chosen)
            state, events = game.apply(state, chosen, dice)

    def _differs(self, state: State, dice: SeededDice, number: int, chosen: Action, second: Guest) -> bool:
        """Ask the second player, at another table if this decision is checked."""
        self.decisions += 1
        twin, other_dice = Twin(state), dice.copy()
        if self.decisions % self._every == 0:
            self.checked += 1
            twin = resampled(self._game, state, self._side, self._chance)
            other_dice = SeededDice(f"{self._seed}/other/{number}", dice.position())
            for secret in (*twin.secrets, DICE):
                self.hidden[secret] = self.hidden.get(secret, 0) + 1
        otherwise = second.asked(twin.state, other_dice, number)
        if otherwise == chosen:
            return False
        self.difference = Difference(
            seed=self._seed,
            side=self._side,
            number=number,
            secrets=(*twin.secrets, DICE),
            chosen=str(chosen),
            otherwise=str(otherwise),
            repeatable=self._again() == chosen,
            state=state,
            twin=twin.state,
        )
        return True

    def _again(self) -> Action | str | None:
        """What a third player answers at the end of the log that saw the true table alone."""
        game, side = self._game, self._side
        third, dice = self._guest(side), SeededDice(self._seed)
        state, events = game.begin(self._start, dice)
        for number in range(len(self._log) + 1):
            third.hear(state, events)
            if game.to_act(state) == side:
                answer = third.asked(state, dice.copy(), number)
                if number == len(self._log):
                    return answer
            if number < len(self._log):
                state, events = game.apply(state, self._log[number], dice)
        return None


def _fault(error: BaseException) -> str:
    """What to say of an error, whatever a player raised; a person's Ctrl-C goes on."""
    if is_stop(error):
        raise error
    return f"fails: {fault_in(error)}"
