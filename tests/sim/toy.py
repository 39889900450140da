"""A race of two sides, small enough to be played in a blink: what the simulator and the bots are tried on.

A side that is to act rests (nothing happens) or runs (a die; on 4 or more it comes one step nearer). Whoever has made
``LENGTH`` steps first wins; after ``ROUNDS`` rounds nobody has. ``stuck`` names a race without a limit.
"""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from time import sleep
from typing import NamedTuple

from game.api import (
    Action,
    Board,
    BudgetSpent,
    Ctx,
    DataError,
    Dice,
    Event,
    Game,
    Module,
    Offer,
    Outcome,
    Pass,
    Scenario,
    SeededDice,
    SideSetup,
    State,
    Task,
    Tx,
    View,
)
from game.board import from_ascii
from game.core.events import GameEnded, SideCounted, TurnBegan
from game.core.game import Begin
from game.core.reducers import REDUCERS
from game.core.rulebook import compose_rulebook

LENGTH = 3
ROUNDS = 40


class Run(Action, frozen=True):
    """Try to come a step nearer."""


class Turn(Task, frozen=True):
    """Decision of ``side``: rest or run."""

    side: str
    number: int


def _begin(tx: Tx, _task: Begin) -> None:
    tx.emit(TurnBegan("marines"))
    tx.push(Turn("marines", 1))


def _next(tx: Tx, task: Turn) -> None:
    tx.pop()
    other = "hive" if task.side == "marines" else "marines"
    number = task.number + (other == "marines")
    if number > ROUNDS and tx.game.scenario.id != "stuck":
        tx.emit(GameEnded(Outcome("", "round_limit", ROUNDS)))
        return
    tx.emit(TurnBegan(other))
    tx.push(Turn(other, number))


def _run(tx: Tx, task: Turn, _action: Run) -> None:
    if tx.roll("run")[0] >= 4:
        steps = tx.state.sides[task.side].count("steps") + 1
        tx.emit(SideCounted(task.side, "steps", steps))
        if steps == LENGTH:
            tx.pop()
            tx.emit(GameEnded(Outcome(task.side, "objective", task.number)))
            return
    _next(tx, task)


def _free(_ctx: Ctx, _task: Turn, _action: Action) -> None:
    return None


TOY = Module(
    name="toy",
    decisions={Turn: lambda _ctx, task: task.side},
    resolvers={Begin: _begin},
    reducers=REDUCERS,
    offers=(
        Offer(Turn, Run, lambda _ctx, _task: (Run(),), _free, _run),
        Offer(Turn, Pass, lambda _ctx, _task: (Pass(),), _free, lambda tx, task, _action: _next(tx, task)),
    ),
    purposes={"run": 6},
)


def load_game(scenario: str) -> Game:
    """The race; ``stuck`` has no round limit."""
    if scenario not in ("race", "stuck"):
        raise DataError("expected race or stuck", file=scenario)
    sides = (SideSetup("marines", "human", "marines"), SideSetup("hive", "hive", "hive"))
    board: Board = from_ascii(["........"] * 8)
    return Game(compose_rulebook([TOY]), board, Scenario(scenario, sides), {}, {})


class Opened(NamedTuple):
    """A game and the state it begins with."""

    game: Game
    start: State | None = None


def open_game(scenario: str) -> Opened:
    """What a batch asks for."""
    return Opened(load_game(scenario))


class Runner:
    """Always runs; ``nerve`` says how often before it fails."""

    def __init__(self, dice: Dice, nerve: int = 0, style: str = "steady") -> None:
        self.nerve = nerve
        self.style = style
        self.heard: list[Event] = []

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        if self.nerve == 1:
            raise RuntimeError("out of\nbreath")
        self.nerve -= 1
        return options[0]

    def observe(self, events: Sequence[Event]) -> None:
        self.heard.extend(events)


class Cheat(Runner):
    """Answers with what was never offered."""

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        return View  # type: ignore[return-value]


class Deaf(Runner):
    """Fails when it is told something."""

    def observe(self, events: Sequence[Event]) -> None:
        raise KeyError("told")


class Moody(Runner):
    """Runs until the decision number ``after``; then its ``mood`` comes over it. Decisions are counted from 1."""

    def __init__(self, dice: Dice, after: int = 3, mood: str = "exit", mark: str = "") -> None:
        super().__init__(dice)
        self.after = after
        self.mood = mood
        self.mark = mark
        self.asked = 0
        if after == 0:
            self.burst(None)

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        self.asked += 1
        if self.asked == self.after:
            self.burst(view)
        return options[0]

    def observe(self, events: Sequence[Event]) -> None:
        if self.after == -1 and self.asked == 2:
            self.burst(None)

    def burst(self, view: View | None) -> None:
        """What it does."""
        if self.mood == "exit":
            os._exit(3)
        elif self.mood == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif self.mood == "quit":
            raise SystemExit(4)
        elif self.mood == "base":
            raise BaseException("no Exception")
        elif self.mood == "stop":
            raise KeyboardInterrupt
        elif self.mood == "mute":
            raise ValueError(chr(0xD800) + chr(27))
        elif self.mood == "wordless":
            raise Wordless
        elif self.mood == "fork":
            os.fork()
        elif self.mood == "away":
            os.chdir("/")
        elif self.mood == "memory":
            raise MemoryError("no more")
        elif self.mood == "hang":
            while True:
                pass
        elif self.mood == "freeze":  # in C, without letting another thread of Python run
            ctypes.PyDLL(None).sleep(600)
        elif self.mood == "slow":
            sleep(0.4)
        elif self.mood == "once" and not Path(self.mark).exists():
            Path(self.mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        elif self.mood == "dream":
            assert view is not None
            state = view.state
            for _ in range(5):
                state, _events = view.game.apply(state, Run(), SeededDice(1))
                if state.outcome is not None:
                    state = view.state


class Wordless(Exception):
    """An error that cannot say what it is."""

    def __str__(self) -> str:
        raise LookupError


class Modest(Runner):
    """Imagines as long as it may, and then answers."""

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        try:
            while True:
                left = view.imagines_left
                view.imagine(options[0], SeededDice(1))
                assert view.imagines_left == (None if left is None else left - 1)
        except BudgetSpent:
            assert view.imagines_left == 0
            return options[0]
