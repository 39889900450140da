"""Bots that hold a match up, each in its own way; everybody else is who they say they are."""

import time
from typing import Any

from ai.player import make_bot as sound_bot
from game.api import Action, Dice, Event, Options, View

FOREVER = 3600.0


class _Sleeper:
    """Decides nothing, ever."""

    def observe(self, events: tuple[Event, ...]) -> None:
        pass

    def decide(self, view: View, options: Options) -> Action:
        time.sleep(FOREVER)
        raise AssertionError("it sleeps")


class _Listener(_Sleeper):
    """Never has done with the first thing that it hears."""

    def observe(self, events: tuple[Event, ...]) -> None:
        time.sleep(FOREVER)


class _Quitter(_Sleeper):
    """Fails."""

    def decide(self, view: View, options: Options) -> Action:
        raise RuntimeError("no idea")


class _Brooder:
    """Plays as others do, but never says why."""

    def __init__(self, dice: Dice) -> None:
        self._bot: Any = sound_bot("hive:instinct", dice)
        self.observe, self.decide = self._bot.observe, self._bot.decide

    def fields(self) -> tuple[()]:
        time.sleep(FOREVER)
        return ()


_STUCK = {"sleeper": _Sleeper, "listener": _Listener, "quitter": _Quitter}


def make_bot(spec: str, dice: Dice) -> Any:
    """A bot by its spec."""
    if spec == "brooder":
        return _Brooder(dice)
    return _STUCK[spec]() if spec in _STUCK else sound_bot(spec, dice)
