"""Games and moments of games to measure on; always the same ones."""

from __future__ import annotations

from collections.abc import Iterator

from ai.player import Player, make_bot
from game.api import Action, Game, SeededDice, Session, State, open_game
from game.sim.batch import game_seed
from game.sim.match import Played, play
from game.sim.seats import BotDice

STANDARD = "concourse"
"""The standard mission: 40x40, eight marines, four swarm dice."""
LARGE = "broodpit"
"""A mission on 64x64."""
SEED = "bench"


def seats(game: Game, seed: str, *, marines: str = "random", hive: str = "random") -> dict[str, tuple[Player, BotDice]]:
    """A bot for each side, with dice of its own."""
    found: dict[str, tuple[Player, BotDice]] = {}
    for side in game.scenario.sides:
        dice = BotDice(seed, side.id)
        found[side.id] = make_bot(hive if side.kind == "hive" else marines, dice), dice
    return found


def play_game(game: Game, index: int, *, marines: str = "random", hive: str = "random") -> Played:
    """Play one seeded game to its end."""
    seed = game_seed(SEED, index)
    bots = seats(game, seed, marines=marines, hive=hive)
    return play(
        game,
        {side: player for side, (player, _) in bots.items()},
        SeededDice(seed),
        bot_dice={side: dice for side, (_, dice) in bots.items()},
    )


def moments(session: Session, *, marines: str = "random", hive: str = "random") -> Iterator[tuple[State, Action]]:
    """Play a session on by bots; each state with the answer that is given to it next."""
    game = session.game
    bots = seats(game, SEED, marines=marines, hive=hive)
    number = 0
    while not session.over:
        side = session.to_act
        if side is None:
            return
        player, dice = bots[side]
        dice.at(number)
        number += 1
        action = player.decide(session.view(side), game.options(session.state, side))
        yield session.state, action
        events = session.act(action, side)
        for own, (other, _) in bots.items():
            other.observe(game.redacted_events(session.state, events, own))


def standard(name: str = STANDARD) -> Game:
    """A game loaded afresh: nothing is remembered of its board."""
    return open_game(name).game


def midgame(game: Game, *, marines: str = "random", hive: str = "random", turn: int = 4) -> State:
    """The table at the first decision of a round."""
    session = Session(game, SeededDice(SEED))
    for state, _ in moments(session, marines=marines, hive=hive):
        if state.round >= turn:
            return state
    return session.state
