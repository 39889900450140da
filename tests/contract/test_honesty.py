"""No player uses what it cannot see: secrets drawn anew change no choice, and no way leads from a view to the truth."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import pytest

from ai.player import known_bots, make_bot
from game.api import Action, Dice, Event, Game, SeededDice, State, View
from game.rules.avatar.state import memory_of
from game.sim.budget import FREE, Meter, metered
from game.sim.honesty import Examined, examine, resampled
from game.sim.seats import BotDice
from tests.contract.games import game_of
from tests.contract.reachable import reachable

SEATS = [(bot.name, kind) for bot in known_bots() for kind in bot.seats]
BOARDS = {"human": ("duel", "feud", "siege"), "hive": ("siege", "allies", "relay")}
"""For each kind of seat games in which much is hidden from it."""
MOST = 160


def tried(game: Game, kind: str, bot: Any, *, seed: str = "h", most: int = MOST, every: int = 2) -> Examined:
    """One game with a bot (a spec, or what makes one) at the last seat of a kind; chance plays the others."""
    side = [name for name, found in game.side_kinds.items() if found == kind][-1]

    def make(seat: str, dice: Dice) -> Any:
        spec = bot if seat == side else "random"
        return make_bot(spec, dice) if isinstance(spec, str) else spec(dice)

    return examine(game, side, make, seed=seed, every=every, most=most)


@pytest.mark.rule("HI-2")
@pytest.mark.parametrize(("bot", "kind"), SEATS, ids=[f"{bot}-{kind}" for bot, kind in SEATS])
def test_no_shipped_bot_uses_what_it_cannot_see(bot: str, kind: str):
    games = [tried(game_of(name), kind, bot) for name in BOARDS[kind]]
    assert [(found.failed, found.difference) for found in games] == [("", None)] * len(games)
    assert all(found.hidden["dice"] == found.checked > 0 for found in games)
    assert sum(found.checked for found in games) > 20


@pytest.mark.rule("HI-1", "AV-10")
def test_a_twin_looks_the_same_and_differs_in_all_that_is_secret():
    met: set[str] = set()
    for name in ("duel", "feud", "siege"):
        game, dice, chance = game_of(name), SeededDice("twins"), SeededDice("chance")
        state, _ = game.begin(game.initial(), dice)
        for _ in range(120):
            options = game.options(state)
            for side in game.side_kinds:
                twin = resampled(game, state, side, chance)
                assert game.redacted(game.indexed(twin.state), side) == game.redacted(state, side)
                assert (twin.state == state) == (not twin.secrets)
                met.update(twin.secrets)
            if game.to_act(state) is None:
                break
            hidden = [option for option in options if getattr(option, "hidden", False)] or options
            state, _ = game.apply(state, hidden[chance.roll("choice", len(hidden)) - 1], dice)
    assert met >= {"reserves", "markers", "orders", "cards"}


# --- negative controls -----------------------------------------------------------------------------------------------

HOLE: list[State] = []


class Peeking:
    """Chooses by a number that it should not know."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        return options[self.peek(view) % len(options)]

    def peek(self, view: View) -> int:
        raise NotImplementedError

    def observe(self, events: Sequence[Event]) -> None:
        self.told = events


def foreign(state: State, view: View) -> int:
    """A number made of what other teams hide."""
    memory = memory_of(state)
    found = [unit for unit in state.units.values() if unit.side != view.side]
    parts = [f"{unit.kind}{unit.wounds}" for unit in found] + [str(side.pool) for side in state.sides.values()]
    return sum(map(ord, "".join(parts) + "".join(card.card for card in (memory.cards if memory else ()))))


class ByGlobal(Peeking):
    """Finds the true state in a global, where a hole has put it."""

    def peek(self, view: View) -> int:
        return foreign(HOLE[-1], view)


class ByView(Peeking):
    """Finds in its view what should not be there."""

    def peek(self, view: View) -> int:
        return foreign(view.state, view)


class ByFrames(Peeking):
    """Looks into the calls around it for the table's dice, and knows how the next will fall."""

    def peek(self, view: View) -> int:
        frame = sys._getframe()
        while frame.f_back is not None:
            frame = frame.f_back
            dice = frame.f_locals.get("dice")
            if dice is not None:
                return dice.copy().roll("shoot", 20) + dice.copy().roll("bs", 20)
        return 0


class Unsteady(Peeking):
    """Peeks at nothing, but the first that was made plays otherwise than all after it."""

    made = 0

    def __init__(self, dice: Dice) -> None:
        super().__init__(dice)
        self.habit = min(Unsteady.made, 1)
        Unsteady.made += 1

    def peek(self, view: View) -> int:
        return self.habit


class Blind(Peeking):
    """Uses what it sees."""

    def peek(self, view: View) -> int:
        return len(view.state.units)


def open_hole(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game leaves the true state lying about."""
    redacted = Game.redacted

    def careless(self: Game, state: State, side: str) -> State:
        HOLE[:] = [state]
        return redacted(self, state, side)

    monkeypatch.setattr(Game, "redacted", careless)


def open_views(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views that hide nothing."""
    monkeypatch.setattr(Game, "view", lambda self, state, side: View(self.public, state, side))


@pytest.mark.parametrize("name", ["duel", "feud"])
@pytest.mark.parametrize(
    ("bot", "hole"), [(ByGlobal, open_hole), (ByView, open_views), (ByFrames, lambda _patch: None)]
)
def test_a_bot_that_peeks_is_caught(name: str, bot: type, hole: Any, monkeypatch: pytest.MonkeyPatch):
    hole(monkeypatch)
    difference = tried(game_of(name), "human", bot, every=1, most=400).difference
    assert difference is not None
    assert difference.repeatable
    assert difference.chosen != difference.otherwise
    assert "dice" in difference.secrets


def test_a_bot_that_plays_otherwise_each_time_is_told_from_one_that_peeks(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Unsteady, "made", 0)
    difference = tried(game_of("duel"), "human", Unsteady, every=1, most=400).difference
    assert difference is not None
    assert not difference.repeatable


def test_a_bot_that_uses_what_it_sees_is_honest():
    assert tried(game_of("duel"), "human", Blind, every=1).difference is None


class Failing(Blind):
    """Fails in the middle."""

    def peek(self, view: View) -> int:
        raise KeyError("lost")


def test_a_bot_that_fails_is_said_to():
    assert "fails: KeyError" in tried(game_of("duel"), "human", Failing).failed


# --- no way to the truth ---------------------------------------------------------------------------------------------


def ways_to_the_truth(game: Game, state: State, dice: SeededDice, start: Any) -> list[str]:
    """Ways from a value to the true state, to forces that are secret, or to the dice of the table."""
    found = []
    forces = [side.force for side in game.scenario.sides if side.kind == "human" and side.force]
    for way, value in reachable(start):
        if value is state or (isinstance(value, State) and value == state):
            found.append(f"state: {way}")
        elif any(value is force for force in forces):
            found.append(f"force: {way}")
        elif value is dice or (isinstance(value, SeededDice) and value.seed == dice.seed):
            found.append(f"dice: {way}")
    return found


@pytest.mark.rule("HI-2")
@pytest.mark.parametrize(("name", "counted"), [("duel", False), ("feud", True), ("relay", True)])
def test_no_way_leads_from_a_view_to_the_true_state_or_the_dice(name: str, counted: bool):
    whole = game_of(name)
    game = metered(whole, Meter(FREE, whole.side_kinds)) if counted else whole
    dice, chance = SeededDice("truth"), SeededDice("chance")
    state, _ = game.begin(game.initial(), dice)
    views: dict[str, View] = {}
    checked = 0
    for number in range(46):
        side = game.to_act(state)
        assert side is not None
        others = {other: views[other] for other in views if other != side}
        view, own = game.view(state, side), BotDice("truth", side)
        options = view.options()
        for option in options[:3]:
            view.verdict(option)
        view.imagine(options[0], own)
        if number in (5, 25, 45):
            checked += 1
            for start in (view, options, own):
                assert ways_to_the_truth(game, state, dice, start) == []
            for other in others.values():  # what a side kept does not lead to what another side sees now
                assert not any(value is view.state for _, value in reachable(other))
        views[side] = view
        state, _ = game.apply(state, options[chance.roll("choice", len(options)) - 1], dice)
    assert checked == 3


def test_a_way_to_the_truth_is_found():
    game = game_of("duel")
    dice = SeededDice("truth")
    state, _ = game.begin(game.initial(), dice)
    side = game.to_act(state) or ""
    assert any(way.startswith("state: view") for way in ways_to_the_truth(game, state, dice, game.options(state)))
    assert any("force: view" in way for way in ways_to_the_truth(game, state, dice, game))
    view = game.view(state, side)
    view.ctx.memo["left"] = lambda: dice
    assert any("dice: view" in way for way in ways_to_the_truth(game, state, dice, view))
