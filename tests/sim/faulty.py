"""Bots and a rule system with planted faults: what failures are made small with. ``MENDED`` takes the faults out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ai.player import BotKind, Parameter
from ai.random_bot import RandomBot
from game.api import NO_CELL, Action, Ctx, Dice, EndTurn, Event, Module, Pass, Tx, View, actions, events

MENDED = [False]


class DoorShy(RandomBot):
    """Fails when one of its units stands beside a door."""

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        doors = {cell for door in view.board.doors for cell in door.cells}
        for unit in view.own:
            if unit.cell != NO_CELL and doors.intersection(view.board.neighbours(unit.cell)) and not MENDED[0]:
                raise LookupError(f"unit {unit.id} is afraid")
        return super().decide(view, options)


class Desperate(RandomBot):
    """Answers with what is not allowed when it has three units or fewer."""

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        if len(view.own) <= 3 and not MENDED[0]:
            return next(answer for answer in (EndTurn(), Pass(), actions.Idle()) if not view.verdict(answer))
        return super().decide(view, options)


class Tired(RandomBot):
    """Fails at its ``after``-th decision: one that remembers."""

    def __init__(self, dice: Dice, after: int = 20) -> None:
        super().__init__(dice)
        self.left = after

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        self.left -= 1
        if self.left == 0 and not MENDED[0]:
            raise RuntimeError("tired")
        return super().decide(view, options)


class Dither(RandomBot):
    """Does whatever it finds before it ends its turn."""

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        done = [option for option in options if isinstance(option, EndTurn | Pass)]
        others = [option for option in options if option not in done]
        return super().decide(view, (done or others) if MENDED[0] else (others or done))


class Sleepy(RandomBot):
    """Comes to no answer when it has fewer units than it began with."""

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        while len(view.own) < 3 and not MENDED[0]:
            pass
        return super().decide(view, options)


def never_wounded(ctx: Ctx) -> Iterator[str]:
    """A rule that the game does not keep: nobody has wounds."""
    for unit in ctx.state.units.values():
        if unit.wounds and not MENDED[0]:
            yield f"unit {unit.id} is wounded"


def _stumble(_tx: Tx, _event: Event) -> None:
    """Fails as soon as anybody is placed."""
    if not MENDED[0]:
        raise ArithmeticError("one, two, four")


CLUMSY = Module(name="clumsy", requires=("base",), listeners={events.UnitPlaced: (_stumble,)})
SOFT = Module(name="soft", requires=("base",), invariants=(never_wounded,))

BOTS = (
    BotKind("door_shy", DoorShy, en="Fears doors.", es="Teme las puertas."),
    BotKind("desperate", Desperate, en="Cheats at last.", es="Al final hace trampas."),
    BotKind("sleepy", Sleepy, en="Falls asleep.", es="Se duerme."),
    BotKind("dither", Dither, en="Dithers.", es="Vacila."),
    BotKind(
        "tired", Tired, en="Grows tired.", es="Se cansa.", parameters=(Parameter("after", 20, "decisions", least=1),)
    ),
)
