"""Games in which one player is asked twice: what it sees of the true table, and of one with other secrets.

Two players are made of one spec, with the same dice. Both hear and see the same game; but where a decision is
checked, the second is asked at a table where everything is another that it may not know, the faces of the dice that
are still to fall included. An honest player cannot tell, and chooses the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from game.api import Action, Dice, Game, SeededDice, Side, State
from game.sim.honesty.twin import Twin, resampled
from game.sim.mishaps import fault_in
from game.sim.seats import BotDice

if TYPE_CHECKING:
    from ai.player import Player

    MakePlayer = Callable[[Side, Dice], Player]

DICE: Final = "dice"
"""The secret that there always is: how the dice will fall."""
CAP: Final = 20_000


class Difference(Struct, frozen=True):
    """A decision at which the second player chose otherwise.

    ``repeatable`` tells whether a third one, asked at the true table only, chose as the first: if not, the player is
    not dishonest but plays another game each time. ``state`` is the true one, ``twin`` the other.
    """

    seed: str
    side: Side
    number: int
    secrets: tuple[str, ...]
    chosen: str
    otherwise: str
    repeatable: bool
    state: State
    twin: State


class Examined(Struct, frozen=True):
    """What one game showed. ``hidden`` counts at how many checked decisions each kind of secret was another."""

    decisions: int
    checked: int
    hidden: Mapping[str, int]
    differences: tuple[Difference, ...] = ()
    failed: str = ""


def examine(
    game: Game,
    side: Side,
    make: MakePlayer,
    *,
    seed: str,
    start: State | None = None,
    every: int = 1,
    most: int = CAP,
) -> Examined:
    """Play one game and check each ``every``-th decision of ``side``; stop after the first difference.

    ``make`` makes the player of a side with the dice that are given to it. After ``most`` decisions of all sides the
    game is left as it is.
    """
    dice = SeededDice(seed)
    own = {name: BotDice(seed, name) for name in game.side_kinds}
    players = {name: make(name, own[name]) for name in own}
    second_dice = BotDice(seed, side)
    second = make(side, second_dice)
    chance = SeededDice(f"{seed}/secrets")
    decisions = checked = 0
    hidden: dict[str, int] = {}
    log: list[Action] = []
    difference, failed = None, ""
    state, events = game.begin(game.initial() if start is None else start, dice)
    for number in range(most):
        for name, player in players.items():
            told = game.redacted_events(state, events, name)
            player.observe(told)
            if name == side:
                second.observe(told)
        asked = game.to_act(state)
        if asked is None:
            break
        own[asked].at(number)
        chosen = _asked(game, state, dice.copy(), players[asked], asked)
        if isinstance(chosen, str):
            failed = f"{asked}, decision {number}: {chosen}"
            break
        if asked == side:
            decisions += 1
            twin, other_dice = Twin(state), dice.copy()
            if decisions % every == 0:
                checked += 1
                twin = resampled(game, state, side, chance)
                other_dice = SeededDice(f"{seed}/other/{number}", dice.position())
                for secret in (*twin.secrets, DICE):
                    hidden[secret] = hidden.get(secret, 0) + 1
            second_dice.at(number)
            otherwise = _asked(game, twin.state, other_dice, second, side)
            if otherwise != chosen:
                again = _again(game, side, make, seed, start, log)
                difference = Difference(
                    seed, side, number, (*twin.secrets, DICE), str(chosen), str(otherwise), again == chosen, state,
                    twin.state,
                )  # fmt: skip
                break
        log.append(chosen)
        state, events = game.apply(state, chosen, dice)
    return Examined(decisions, checked, hidden, () if difference is None else (difference,), failed)


def _asked(game: Game, state: State, dice: Dice, player: Player, side: Side) -> Action | str:
    """What a player answers at this table, or in which way it fails.

    The table is all there is in this call, so that a player that looks around in the process finds this one.
    """
    view = game.view(state, side)
    options = view.options()
    try:
        answer = player.decide(view, options)
    except Exception as error:  # a player may fail in any way
        return f"fails: {fault_in(error)}"
    return answer if answer in options else f"answers {answer}, which is not offered"


def _again(
    game: Game, side: Side, make: MakePlayer, seed: str, start: State | None, log: list[Action]
) -> Action | str | None:
    """What a third player answers at the end of the log that saw the true table alone."""
    dice, own = SeededDice(seed), BotDice(seed, side)
    player = make(side, own)
    state, events = game.begin(game.initial() if start is None else start, dice)
    for number in range(len(log) + 1):
        player.observe(game.redacted_events(state, events, side))
        if game.to_act(state) == side:
            own.at(number)
            answer = _asked(game, state, dice.copy(), player, side)
            if number == len(log):
                return answer
        if number < len(log):
            state, events = game.apply(state, log[number], dice)
    return None
