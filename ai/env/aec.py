"""The PettingZoo environment ``broodfall_v0``: a mission as a game of turns for one learner or several."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from ai.env.encoding import Mask, Numbers
from ai.env.game_table import ACTION_CAP, SEEDS, GameTable
from ai.env.picture import MODES, as_pixels, as_text, check_mode
from ai.env.rewards import LOSS, Potential, Rewards
from ai.env.seats import Seat
from game.api import DataError, Game, Side

ILLEGAL: Final = ("raise", "lose")
"""What an illegal action does: it is refused with a ValueError, or loses the game for who took it."""

Observation = dict[str, Any]


class raw_env(AECEnv):  # type: ignore[misc]  # PettingZoo is untyped, and its environments are named so
    """The environment without wrappers; see `env`."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "broodfall_v0",
        "render_modes": list(MODES),
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        scenario: str | Path | Game = "culvert",
        *,
        bots: Mapping[Side, str] | None = None,
        observation: str = "flat",
        answered: Mapping[str, str] | None = None,
        forced: bool = True,
        cap: int = ACTION_CAP,
        shaping: str | Potential | None = None,
        weight: float = 1.0,
        gamma: float = 1.0,
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        """See `env` for the parameters. ``illegal`` is ``raise`` (a ValueError) or ``lose``."""
        super().__init__()
        check_mode(render_mode)
        if illegal not in ILLEGAL:
            raise DataError(f"expected raise or lose, found {illegal!r}", place="illegal")
        self.render_mode = render_mode
        self._illegal = illegal
        self.game_table = GameTable(scenario, bots=bots, answered=answered, forced=forced, cap=cap)
        game = self.game_table.game
        if not self.game_table.seats:
            raise DataError("expected a side that no bot plays", place="bots")
        self.possible_agents: list[Side] = list(self.game_table.seats)
        self.agents: list[Side] = []
        self.seats = {
            side: Seat(game, side, start=self.game_table.start, observation=observation)
            for side in self.possible_agents
        }
        self._rewards_of = {
            side: Rewards(side, shaping=shaping, weight=weight, gamma=gamma) for side in self.possible_agents
        }
        self._shaped = shaping is not None
        self.action_spaces = {side: spaces.Discrete(seat.table.size) for side, seat in self.seats.items()}
        self.observation_spaces = {side: _space(seat) for side, seat in self.seats.items()}
        self._numbers: Numbers | None = None
        self._mask: Mask = np.zeros(0, dtype=np.int8)
        self.infos: dict[Side, dict[str, Any]] = {}
        self._seen: dict[Side, Observation] = {}
        self._random, _ = seeding.np_random(None)

    # -- PettingZoo -------------------------------------------------------------------------------

    def observation_space(self, agent: Side) -> Any:
        """A dict space of ``observation`` and ``action_mask``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Side) -> Any:
        """A discrete space, one number for each action of the seat's table."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The seed determines all of it: dice, bots, and which games follow without a seed."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.game_seed = int(self._random.integers(SEEDS)) if seed is None else seed
        table = self.game_table
        table.reset(self.game_seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, table.over)
        self.truncations = dict.fromkeys(self.agents, table.cut_off)
        for side in self.agents:
            seat = self.seats[side]
            self._rewards_of[side].begin(seat.look(table.state, asked=table.side == side) if self._shaped else None)
        self.agent_selection = self.agents[0]
        self._show()

    def step(self, action: int | None) -> None:
        """Answer the waiting decision with the number of an action; ValueError for one that is not among the options.

        A seat may be asked several times in a row: an order is given, its skills are declared one after another.
        """
        if not self.agents:
            raise RuntimeError("expected a game that goes on: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        index = self._index(action)
        self._cumulative_rewards[agent] = 0.0
        if index is None:
            self._lose(agent)
            return
        table = self.game_table
        table.step(index)
        over, cut_off, state = table.over, table.cut_off, table.state
        if over or cut_off or self._shaped:
            for side in self.agents:
                seat = self.seats[side]
                view = seat.look(state, asked=table.side == side) if self._shaped else None
                reward = self._rewards_of[side].after(state, seat.team, view)
                self.rewards[side] = reward
                self._cumulative_rewards[side] += reward
                self.terminations[side] = over
                self.truncations[side] = cut_off
        self._show()

    def _lose(self, agent: Side) -> None:
        """End the game because of an illegal action."""
        for side in self.agents:
            self.rewards[side] = LOSS if side == agent else 0.0
            self._cumulative_rewards[side] += self.rewards[side]
            self.terminations[side] = True
            self.truncations[side] = False
        self._close_decision()
        self.infos[agent]["illegal"] = True

    def observe(self, agent: Side) -> Observation:
        """What an agent sees now. Its mask is empty while another is asked."""
        found = self._seen.get(agent)
        if found is None:
            seat = self.seats[agent]
            asked = agent == self.agent_selection
            seat.look(self.game_table.state, asked=asked and self._numbers is not None)
            mask = self._mask if asked else seat.empty_mask()
            found = self._seen[agent] = {"observation": seat.observe(), "action_mask": mask}
        return found

    def render(self) -> Any:
        """The board as the agent that is asked sees it: a text, or an array of pixels."""
        if self.render_mode is None:
            return None
        agent = self.agent_selection
        view = self.seats[agent].look(self.game_table.state, asked=self._numbers is not None)
        return as_text(view) if self.render_mode == "ansi" else as_pixels(view)

    def close(self) -> None:
        """Nothing is held open."""

    # -- names ------------------------------------------------------------------------------------

    def action_name(self, agent: Side, action: int) -> str:
        """An action in words, such as ``give_order pool own 2``."""
        return self.seats[agent].table.name(action)

    def _show(self) -> None:
        """Who is asked, and the mask of what it may answer."""
        table = self.game_table
        if table.side is None or table.options is None:
            self._close_decision()
            return
        self._seen = {}
        self.agent_selection = table.side
        seat = self.seats[table.side]
        seat.look(table.state, asked=True)
        self._numbers, self._mask = seat.numbers(table.options)
        self.infos = {side: {} for side in self.agents}
        self.infos[table.side]["action_mask"] = self._mask

    def _close_decision(self) -> None:
        """Nobody is asked any more."""
        self._seen = {}
        self._numbers = None
        self.infos = {side: {} for side in self.agents}
        self._mask = self.seats[self.agent_selection].empty_mask()
        self.infos[self.agent_selection]["action_mask"] = self._mask

    def _index(self, action: Any) -> int | None:
        """The place of the option of that number; None for an illegal action that loses the game."""
        if self._numbers is not None and action is not None:
            place = int((self._numbers == action).argmax())
            if self._numbers[place] == action:
                return place
        if self._illegal == "lose" and action is not None and 0 <= action < self.seats[self.agent_selection].table.size:
            return None
        raise ValueError(f"action {action} of {self.agent_selection} is not among the options")


def _space(seat: Seat) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, seat.preset.shape, np.float32),
            "action_mask": spaces.Box(0, 1, (seat.table.size,), np.int8),
        }
    )


def env(scenario: str | Path | Game = "culvert", **parameters: Any) -> raw_env:
    """A mission as an environment in which an illegal action loses the game at once, as PettingZoo's wrapper has it.

    Args:
        scenario: name or path of a mission or position, or a game.
        parameters: ``bots``: the bot specs of the sides that no learner plays, by side; ``observation``: ``flat`` or
            ``spatial``; ``answered``: kinds of decisions that a bot answers instead, such as
            ``{"Deployment": "marines:line"}``; ``forced``: step over decisions with one option; ``cap``: actions
            after which a game is cut off; ``shaping``, ``weight``, ``gamma``: see `ai.env.rewards`; ``render_mode``:
            ``ansi`` or ``rgb_array``.
    """
    return raw_env(scenario, **{"illegal": "lose", **parameters})


aec_env = env
