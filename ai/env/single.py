"""The Gymnasium environment: one side of a mission for a learner, bots at all others."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ai.env.encoding import Mask
from ai.env.game_table import ACTION_CAP, SEEDS, GameTable, check_side
from ai.env.picture import MODES, as_pixels, as_text, check_mode
from ai.env.rewards import LOSS, Potential, Rewards
from ai.env.rows import Floats
from ai.env.seats import Seat
from game.api import DataError, Game, Side, open_game


class BroodfallEnv(gymnasium.Env[Floats, np.int64]):
    """One seat of a mission. The mask of what may be done is in ``info["action_mask"]`` and from `action_masks`.

    An illegal action ends the episode as a loss, with ``info["illegal"]``.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 4}  # noqa: RUF012  # as the base has it

    def __init__(
        self,
        scenario: str | Path | Game = "culvert",
        *,
        side: Side = "",
        opponent: str | Mapping[Side, str] = "random",
        observation: str = "flat",
        answered: Mapping[str, str] | None = None,
        forced: bool = True,
        cap: int = ACTION_CAP,
        shaping: str | Potential | None = None,
        weight: float = 1.0,
        gamma: float = 1.0,
        render_mode: str | None = None,
    ) -> None:
        """Sit down at ``side`` (the first human side if empty); ``opponent`` is the bot of all others, or one each.

        The other parameters are those of `ai.env.env`. Raises DataError for an unknown mission, side, bot or preset.
        """
        check_mode(render_mode)
        self.render_mode = render_mode
        game = scenario if isinstance(scenario, Game) else open_game(scenario).game
        self.side = side or next(setup.id for setup in game.scenario.sides if setup.kind == "human")
        check_side(game, self.side)
        others = [setup.id for setup in game.scenario.sides if setup.id != self.side]
        bots = dict.fromkeys(others, opponent) if isinstance(opponent, str) else dict(opponent)
        self.game_table = GameTable(scenario, bots=bots, answered=answered, forced=forced, cap=cap)
        if self.game_table.seats != (self.side,):
            raise DataError(f"expected a bot for each of {', '.join(others)} and for nobody else", place="opponent")
        self.seat = Seat(self.game_table.game, self.side, start=self.game_table.start, observation=observation)
        self._rewards = Rewards(self.side, shaping=shaping, weight=weight, gamma=gamma)
        self._shaped = shaping is not None
        self.action_space = spaces.Discrete(self.seat.table.size)
        self.observation_space = spaces.Box(0.0, 1.0, self.seat.preset.shape, np.float32)
        self._numbers: Any = None
        self._mask: Mask = self.seat.empty_mask()
        self.game_seed: int | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begin a game. The seed determines all of it, and which games follow without a seed."""
        super().reset(seed=seed)
        self.game_seed = int(self.np_random.integers(SEEDS)) if seed is None else seed
        self.game_table.reset(self.game_seed)
        self._look()
        self._rewards.begin(self.seat.view if self._shaped else None)
        return self.seat.observe(), self._info()

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Answer the decision that waits, and play on to the next one of this seat or to the end."""
        place = -1
        if self._numbers is not None:
            place = int((self._numbers == action).argmax())
            if self._numbers[place] != action:
                place = -1
        if place < 0:
            self._numbers, self._mask = None, self.seat.empty_mask()
            return self.seat.observe(), LOSS, True, False, {**self._info(), "illegal": True}
        table = self.game_table
        table.step(place)
        self._look()
        reward = self._rewards.after(table.state, self.seat.team, self.seat.view if self._shaped else None)
        return self.seat.observe(), reward, table.over, table.cut_off, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask under the name by which sb3-contrib asks for it."""
        return self._mask.view(np.bool_)

    def render(self) -> Any:
        """The board as this side sees it: a text, or an array of pixels."""
        if self.render_mode is None:
            return None
        return as_text(self.seat.view) if self.render_mode == "ansi" else as_pixels(self.seat.view)

    def action_name(self, action: int) -> str:
        """An action in words, such as ``give_order pool own 2``."""
        return self.seat.table.name(action)

    def _look(self) -> None:
        table = self.game_table
        self.seat.look(table.state, asked=table.side is not None)
        if table.options is None:
            self._numbers, self._mask = None, self.seat.empty_mask()
        else:
            self._numbers, self._mask = self.seat.numbers(table.options)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask}
