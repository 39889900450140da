"""A race of two sides, small enough to be played in a blink: what the simulator and the bots are tried on.

A side that is to act rests (nothing happens) or runs (a die; on 4 or more it comes one step nearer). Whoever has made
``LENGTH`` steps first wins; after ``ROUNDS`` rounds nobody has. ``stuck`` names a race without a limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.api import (
    Action,
    Board,
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


class Killed(Runner):
    """Takes its whole process with it."""

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        import os

        os._exit(3)
