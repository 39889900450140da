"""A game of a few lines for tests of files: two sides walk, strike, choose, end turns, and one wins at nine strikes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.board import from_ascii
from game.core.dice import SeededDice
from game.core.events import (
    GameEnded,
    PhaseBegan,
    RoundBegan,
    SideCounted,
    TurnBegan,
    UnitMoved,
    UnitPlaced,
)
from game.core.game import Begin, Game
from game.core.reducers import REDUCERS
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Module, Offer, compose_rulebook
from game.core.scenario import Scenario, SideSetup
from game.core.session import Session
from game.core.state import Action, Outcome, State, Task, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Cell, UnitId
from game.core.types import Path as Steps
from game.io.save_format import Header

ROWS = """
#######
#M....#
###...#
#...S.#
#######
"""
ENOUGH = 9


class ToyTurn(Task, frozen=True):
    """Decision: what the side does next."""

    side: str


class ToyChoice(Task, frozen=True):
    """Decision left open by a strike: push the other back, or not."""

    side: str


class Walk(Action, frozen=True):
    """Walk along a path."""

    unit: UnitId
    path: Steps


class Strike(Action, frozen=True):
    """Roll a d20 and count it."""


class Push(Action, frozen=True):
    """Answer a strike."""

    to: Cell


class Rest(Action, frozen=True):
    """End the turn."""


def _begin(tx: Tx, _task: Begin) -> None:
    board = tx.board
    tx.emit(UnitPlaced(Unit(1, "marine", "marines", board.cell(1, 1))))
    tx.emit(UnitPlaced(Unit(2, "gaunt", "hive", board.cell(4, 3))))
    tx.emit(RoundBegan(1))
    _turn(tx, "marines")


def _turn(tx: Tx, side: str) -> None:
    tx.emit(TurnBegan(side))
    tx.emit(PhaseBegan("orders"))
    tx.push(ToyTurn(side))


def _free(ctx: Ctx, unit: int) -> list[Cell]:
    board, state = ctx.board, ctx.state
    return [
        c
        for c in board.neighbours(state.units[unit].cell)
        if not board.blocks_move(c, state.doors) and c not in state.at
    ]


def _mine(task: ToyTurn) -> int:
    return 1 if task.side == "marines" else 2


def _walks(ctx: Ctx, task: ToyTurn) -> Sequence[Action]:
    return [Walk(_mine(task), (cell,)) for cell in _free(ctx, _mine(task))]


def _walk_refusal(ctx: Ctx, task: ToyTurn, action: Walk) -> Refusal | None:
    legal = action.unit == _mine(task) and len(action.path) == 1 and action.path[0] in _free(ctx, action.unit)
    return None if legal else refuse("BLOCKED", "BD-5")


def _walk(tx: Tx, _task: ToyTurn, action: Walk) -> None:
    tx.emit(UnitMoved(action.unit, action.path))


def _strike(tx: Tx, task: ToyTurn, _action: Strike) -> None:
    face = tx.roll("bs", 2)[0]
    strikes = tx.state.sides[task.side].count("strikes") + 1
    tx.emit(SideCounted(task.side, "strikes", strikes))
    if strikes >= ENOUGH:
        tx.emit(GameEnded(Outcome(task.side, "objective", tx.state.round)))
    elif face > 10:
        tx.push(ToyChoice("hive" if task.side == "marines" else "marines"))


def _pushes(ctx: Ctx, _task: ToyChoice) -> Sequence[Action]:
    return [Push(cell) for cell in _free(ctx, 2)]


def _push_refusal(ctx: Ctx, _task: ToyChoice, action: Push) -> Refusal | None:
    return None if action.to in _free(ctx, 2) else refuse("BLOCKED", "BD-5")


def _push(tx: Tx, _task: ToyChoice, action: Push) -> None:
    tx.pop()
    tx.emit(UnitMoved(2, (action.to,), "push"))


def _rest(tx: Tx, task: ToyTurn, _action: Rest) -> None:
    tx.pop()
    if task.side == "hive":
        tx.emit(RoundBegan(tx.state.round + 1))
    _turn(tx, "hive" if task.side == "marines" else "marines")


def _always(_ctx: Ctx, _task: Task, _action: Action) -> Refusal | None:
    return None


TOY = Module(
    name="toy",
    reducers=REDUCERS,
    decisions={ToyTurn: lambda _ctx, task: task.side, ToyChoice: lambda _ctx, task: task.side},
    resolvers={Begin: _begin},
    offers=(
        Offer(ToyTurn, Walk, _walks, _walk_refusal, _walk),
        Offer(ToyTurn, Strike, lambda _ctx, _task: [Strike()], _always, _strike),
        Offer(ToyTurn, Rest, lambda _ctx, _task: [Rest()], _always, _rest),
        Offer(ToyChoice, Push, _pushes, _push_refusal, _push),
    ),
    purposes={"bs": 20},
    refusals={"BLOCKED": "BD-5"},
)


def toy_game(rows: str = ROWS) -> Game:
    """The toy game on a board drawn as text."""
    sides = (SideSetup("marines", "human", "marines"), SideSetup("hive", "hive", "hive"))
    return Game(compose_rulebook([TOY]), from_ascii(rows), Scenario("toy", sides), {}, {})


def toy_opener(_header: Header, _path: Path) -> tuple[Game, State | None]:
    """Finds the toy game whatever a save says."""
    return toy_game(), None


def toy_session(seed: int = 7) -> Session:
    """A match of the toy game at its first decision."""
    return Session(toy_game(), SeededDice(seed))


def play(session: Session, actions: int, *, seed: int = 1) -> None:
    """Play so many actions, chosen by dice of their own."""
    choice = SeededDice(seed)
    for _ in range(actions):
        options = session.game.options(session.state)
        if not options:
            return
        session.act(options[choice.roll("choice", len(options)) - 1])
