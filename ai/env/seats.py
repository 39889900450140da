"""One seat of an environment: its numbers, its observations and its masks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import numpy as np

from ai.env.building import action_table
from ai.env.encoding import Encoder, Mask, Numbers
from ai.env.flat import Flat
from ai.env.roll import Roll, Slots
from ai.env.rows import Floats
from ai.env.spatial import Spatial
from ai.env.tables import SPARE, ActionTable
from game.api import Action, DataError, Game, Side, State, View, nearest


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

    def __init__(
        self,
        game: Game,
        side: Side,
        *,
        start: State | None = None,
        observation: str = "flat",
        spare: int = SPARE,
        table: ActionTable | None = None,
    ) -> None:
        """``observation`` names a preset, ``start`` is where a position begins. DataError for an unknown preset.

        A bot, which knows only the public game, brings the ``table`` by which it has learned.
        """
        if observation not in PRESETS:
            expected = nearest(observation, PRESETS)
            raise DataError(f"expected {expected}, found no preset of that name", place=f'observation "{observation}"')
        self.game = game
        self.side = side
        self.team = game.teams[side]
        self.table = action_table(game, side, start=start, spare=spare) if table is None else table
        self.encoder = Encoder(self.table)
        self.preset = PRESETS[observation](game.public, side)
        self.roll = Roll(game.public, side)
        self._state: State | None = None
        self._view: View | None = None
        self._slots: Slots | None = None
        self._task: Any = None

    def look(self, state: State, *, asked: bool) -> View:
        """What the side sees of a state; ``asked`` if the decision that waits is its own."""
        view = self._view
        if view is None or self._state is not state:
            view = self.game.view(state, self.side)
            self.see(view, asked=asked)
            self._state = state
        return view

    def see(self, view: View, *, asked: bool) -> None:
        """Look at a view that somebody else has made, as a bot is given one."""
        self._state, self._view, self._slots = view.state, view, None
        self.roll.follow(view.state)
        self._task = view.game.waiting(view.state) if asked else None

    @property
    def slots(self) -> Slots:
        """Who is in which slot of what was seen last."""
        if self._slots is None:
            task = self._task
            self._slots = Slots(self.roll, getattr(task, "actor", 0) or getattr(task, "unit", 0))
        return self._slots

    def numbers(self, options: Sequence[Action]) -> tuple[Numbers, Mask]:
        """The numbers of the options of the decision that was seen last, in their order; and the mask of them."""
        return self.encoder.numbers(options, self.view, self.slots)

    @property
    def view(self) -> View:
        """What was seen last. Raises ValueError if nothing was."""
        if self._view is None:
            raise ValueError("nothing was seen yet")
        return self._view

    def empty_mask(self) -> Mask:
        """The mask of a seat that is asked nothing."""
        return np.zeros(self.table.size, dtype=np.int8)

    def observe(self) -> Floats:
        """The observation of what was seen last."""
        return self.preset.observe(self.view, self.roll, self.slots, self._task)
