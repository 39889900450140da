"""One seat of an environment: its numbers, its observations and its masks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

import numpy as np

from ai.env.encoding import Encoder, Mask, Numbers
from ai.env.flat import Flat
from ai.env.roll import Floats, Roll, Slots
from ai.env.spatial import Spatial
from ai.env.tables import SPARE, ActionTable, action_table
from game.api import DataError, Game, Options, Side, State, View, nearest


class Preset(Protocol):
    """A way to show the table to a learner."""

    shape: tuple[int, ...]

    @property
    def names(self) -> list[str]:
        """What each number, or each channel, is."""
        ...

    def observe(self, view: View, roll: Roll, slots: Slots, task: Any) -> Floats:
        """The observation, each number from 0 to 1."""
        ...


PRESETS: Final[dict[str, Callable[[Game, Side], Preset]]] = {"flat": Flat, "spatial": Spatial}


class Seat:
    """What the player of one side is shown, and what its answers mean."""

    def __init__(self, game: Game, side: Side, *, observation: str = "flat", spare: int = SPARE) -> None:
        """``observation`` names a preset. Raises DataError for an unknown one."""
        if observation not in PRESETS:
            expected = nearest(observation, PRESETS)
            raise DataError(f"expected {expected}, found no preset of that name", place=f'observation "{observation}"')
        self.game = game
        self.side = side
        self.team = game.teams[side]
        self.table: ActionTable = action_table(game, side, spare=spare)
        self.encoder = Encoder(self.table)
        self.preset = PRESETS[observation](game.public, side)
        self.roll = Roll(game.public, side)
        self._state: State | None = None
        self._view: View | None = None
        self._slots: Slots | None = None
        self._task: Any = None

    def look(self, state: State) -> View:
        """What the side sees of a state."""
        view = self._view
        if view is None or self._state is not state:
            view = self.game.view(state, self.side)
            self.see(view)
            self._state = state
        return view

    def see(self, view: View) -> None:
        """Look at a view that somebody else has made, as a bot is given one."""
        self._state, self._view, self._slots = view.state, view, None
        self.roll.follow(view.state)
        game = view.game
        self._task = game.waiting(view.state) if game.to_act(view.state) == self.side else None

    @property
    def slots(self) -> Slots:
        """Who is in which slot of what was seen last."""
        if self._slots is None:
            task = self._task
            self._slots = Slots(self.roll, getattr(task, "actor", 0) or getattr(task, "unit", 0))
        return self._slots

    def numbers(self, state: State, options: Options) -> Numbers:
        """The numbers of the options of this seat's decision, in their order."""
        view = self.look(state)
        return self.encoder.numbers(options, view, self.slots)

    def mask(self, numbers: Numbers | None) -> Mask:
        """1 for each number that may be answered; all 0 where nothing is asked."""
        found: Mask = np.zeros(self.table.size, dtype=np.int8)
        if numbers is not None:
            found[numbers] = 1
        return found

    def observe(self, state: State) -> Floats:
        """The observation of a state."""
        view = self.look(state)
        return self.preset.observe(view, self.roll, self.slots, self._task)
