"""Every bot keeps the rules of players: it answers from what is offered, changes nothing, and needs no memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence

import pytest

from ai.player import Explaining, Player, Reasons, known_bots, make_bot
from game.api import Action, Dice, Event, Game, SeededDice, View
from game.sim.seats import BotDice
from tests.arch.source import ROOT
from tests.contract.games import game_of
from tests.contract.moment import failure

SEATS = [(bot.name, kind) for bot in known_bots() for kind in bot.seats]
BOARDS = {
    "human": ("siege", "duel", "feud_bloody", "menagerie", "coalition"),
    "hive": ("siege", "allies", "culvert", "menagerie", "coalition"),
}
"""For each kind of seat the games in which it is tried."""
DECISIONS = 220
AGAIN = 4
"""At each how many decisions a bot that saw nothing before is asked the same."""

MakePlayer = Callable[[str, Dice], Player]


def seated(game: Game, bot: str, kind: str) -> dict[str, str]:
    """The bot at every seat of a kind, chance at the others."""
    return {side: bot if found == kind else "random" for side, found in game.side_kinds.items()}


def breaches(
    game: Game, seats: Mapping[str, str], *, make: MakePlayer = make_bot, decisions: int = DECISIONS, seed: int = 5
) -> Iterator[str]:
    """Play, and say where a player breaks a rule of players."""
    dice = SeededDice(seed)
    own = {side: BotDice(seed, side) for side in seats}
    players = {side: make(spec, own[side]) for side, spec in seats.items()}
    state, events = game.begin(game.initial(), dice)
    for number in range(decisions):
        for side, player in players.items():
            player.observe(game.redacted_events(state, events, side))
        if state.outcome is not None:
            return
        side = game.to_act(state) or ""
        view, options = game.view(state, side), game.options(state)
        before = game.digest(view.state)
        own[side].at(number)
        try:
            action = players[side].decide(view, options)
        except Exception as error:  # a bot may fail in any way
            yield f"{seats[side]} fails: {failure(error)}"
            return
        if action not in options:
            yield f"{seats[side]} answers {action}, which is not offered"
            return
        if game.digest(view.state) != before:
            yield f"{seats[side]} changes what it is shown"
        yield from (f"{seats[side]} {said}" for said in unreasonable(players[side], action, options))
        if number % AGAIN == 0:
            again = BotDice(seed, side)
            again.at(number)
            other = make(seats[side], again).decide(game.view(state, side), game.options(state))
            if other != action:
                yield f"{seats[side]} answers {action}, and taken up again {other}"
        state, events = game.apply(state, action, dice)


def unreasonable(player: Player, action: Action, options: Sequence[Action]) -> Iterator[str]:
    """What is wrong with the reasons that a player gives for its answer."""
    if isinstance(player, Explaining):
        reasons = player.explain()
        if reasons is None or reasons.chosen != action:
            yield f"gives no reasons for {action}"
        elif reasons.rejected is not None and reasons.rejected not in options:
            yield f"has rejected {reasons.rejected}, which was not offered"
        elif reasons.rejected == action:
            yield f"has chosen and rejected {action}"


@pytest.mark.rule("MO-1")
@pytest.mark.parametrize(("bot", "kind"), SEATS, ids=[f"{bot}-{kind}" for bot, kind in SEATS])
def test_a_bot_keeps_the_rules_of_players(bot: str, kind: str):
    for name in BOARDS[kind]:
        assert list(breaches(game_of(name), seated(game_of(name), bot, kind))) == []


def fingerprint() -> str:
    """The digest of a few decisions of each shipped bot."""
    found = []
    for bot, kind in SEATS:
        game = game_of(BOARDS[kind][0])
        seats = seated(game, bot, kind)
        dice = SeededDice(3)
        own = {side: BotDice(3, side) for side in seats}
        players = {side: make_bot(spec, own[side]) for side, spec in seats.items()}
        state, _ = game.begin(game.initial(), dice)
        for number in range(60):
            side = game.to_act(state)
            if side is None:
                break
            own[side].at(number)
            state, _ = game.apply(state, players[side].decide(game.view(state, side), game.options(state)), dice)
        found.append(f"{bot} {game.digest(state)}")
    return "\n".join(found)


@pytest.mark.parametrize("salt", ["1", "2"])
def test_the_hash_seed_of_the_process_changes_no_decision(salt: str):
    env = {**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": str(ROOT)}
    code = "from tests.contract.test_bots import fingerprint; print(fingerprint())"
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
    assert ran.stdout.strip() == fingerprint(), ran.stderr


# --- negative controls ---------------------------------------------------------------------------------------------


class Bot:
    """A player that takes the first option."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.asked = 0

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        self.asked += 1
        return options[0]

    def observe(self, events: Sequence[Event]) -> None:
        self.asked += 0


class Inventive(Bot):
    def decide(self, view: View, options: Sequence[Action]) -> Action:
        kinds = view.game.rulebook.action_types
        return next(kind() for kind in kinds if not kind.__struct_fields__ and kind() not in options)


class Meddling(Bot):
    def decide(self, view: View, options: Sequence[Action]) -> Action:
        view.state.ext["mine"] = self.asked = self.asked + 1
        return options[0]


class Remembering(Bot):
    def decide(self, view: View, options: Sequence[Action]) -> Action:
        self.asked += 1
        return options[self.asked % len(options)]


class Failing(Bot):
    def decide(self, view: View, options: Sequence[Action]) -> Action:
        raise RuntimeError("lost my way")


class Excusing(Bot):
    reasons: Reasons | None = None

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        self.reasons = self.excuse(options)
        return options[0]

    def excuse(self, options: Sequence[Action]) -> Reasons:
        return Reasons(options[-1])

    def explain(self) -> Reasons | None:
        return self.reasons


class Boasting(Excusing):
    def excuse(self, options: Sequence[Action]) -> Reasons:
        return Reasons(options[0], rejected=options[0])


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (Inventive, "which is not offered"),
        (Meddling, "changes what it is shown"),
        (Remembering, "and taken up again"),
        (Failing, "fails: RuntimeError: lost my way in tests.contract.test_bots line"),
        (Excusing, "gives no reasons for"),
        (Boasting, "has chosen and rejected"),
    ],
)
def test_a_bot_that_breaks_a_rule_is_noticed(bot: type[Bot], said: str):
    game = game_of("duel")
    found = breaches(game, {"red": "red", "blue": "blue"}, make=lambda _spec, dice: bot(dice), decisions=20)
    assert said in next(found)
    assert list(breaches(game, {"red": "", "blue": ""}, make=lambda _spec, dice: Bot(dice), decisions=20)) == []
