"""One seat of an environment: its numbers, its observations and its masks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

import numpy as np

from ai.env.encoding import Encoder, Mask, Numbers, asked_unit
from ai.env.features import Floats
from ai.env.flat import Flat
from ai.env.slots import Slots
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

    def observe(self, view: View, slots: Slots, task: Any) -> Floats:
        """The observation, each number from 0 to 1."""
        ...


PRESETS: Final[dict[str, Callable[[Game], Preset]]] = {"flat": Flat, "spatial": Spatial}


def preset_of(name: str, game: Game) -> Preset:
    """A preset by name. Raises DataError for an unknown one."""
    if name not in PRESETS:
        raise DataError(
            f"expected {nearest(name, PRESETS)}, found no preset of that name", place=f'observation "{name}"'
        )
    return PRESETS[name](game)


class Seat:
    """What the player of one side is shown, and what its answers mean."""

    def __init__(self, game: Game, side: Side, *, observation: str = "flat", spare: int = SPARE) -> None:
        """``observation`` names a preset."""
        self.game = game
        self.side = side
        self.team = game.teams[side]
        self.table: ActionTable = action_table(game, side, spare=spare)
        self.encoder = Encoder(self.table)
        self.preset = preset_of(observation, game.public)
        self._seen: State | None = None
        self._view: View | None = None
        self._slots: Slots | None = None

    def look(self, state: State) -> View:
        """What the side sees of a state."""
        view = self._view
        if view is None or self._seen is not state:
            view = self._view = self.game.view(state, self.side)
            self._seen = state
            self._slots = None
        return view

    def slots(self, state: State) -> Slots:
        """Who is in which slot."""
        view = self.look(state)
        if self._slots is None:
            self._slots = Slots(view, asked_unit(view) if self._is_asked(view) else None)
        return self._slots

    def numbers(self, state: State, options: Options) -> Numbers:
        """The numbers of the options of this seat's decision, in their order."""
        return self.encoder.numbers(options, self.look(state), self.slots(state))

    def mask(self, numbers: Numbers | None) -> Mask:
        """1 for each number that may be answered; all 0 where nothing is asked."""
        found: Mask = np.zeros(self.table.size, dtype=np.int8)
        if numbers is not None:
            found[numbers] = 1
        return found

    def observe(self, state: State) -> Floats:
        """The observation of a state."""
        view = self.look(state)
        task = view.game.waiting(view.state) if self._is_asked(view) else None
        return self.preset.observe(view, self.slots(state), task)

    def _is_asked(self, view: View) -> bool:
        return view.game.to_act(view.state) == self.side
