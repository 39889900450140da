"""What views hide is found out by the checks when it shows: a card, a form under a marker, a trooper in reserve."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as changed

from game.api import NO_CELL, Game, SeededDice, State
from game.rules.avatar import secrets as cards
from game.rules.avatar.state import memory_of
from game.rules.compose import assemble
from game.rules.skirmish import names, secrets
from tests.contract.checks import veiled
from tests.contract.games import game_of
from tests.contract.moment import Moment
from tests.contract.veils import with_other_secrets

REDACTIONS = {"cards": cards.redact, "markers and reserves": secrets.redact}


def open_handed(game: Game, redaction: object) -> Game:
    """The same game with one thing left out that hides secrets."""
    book = game.rulebook
    kept = tuple(redact for redact in book.redactions if redact is not redaction)
    assert len(kept) == len(book.redactions) - 1
    rulebook = replace(book, redactions=kept)
    return assemble(rulebook, game.board, game.scenario, game.kinds, game.weapons, game.upgrades)


def deployed(game: Game) -> State:
    """The feud when everybody stands, the sleeper of the red side hidden."""
    dice = SeededDice("veils")
    state, _ = game.begin(game.initial(), dice)
    while state.round == 0:
        options = game.options(state)
        hidden = next((option for option in options if getattr(option, "hidden", False)), options[0])
        state, _ = game.apply(state, hidden, dice)
    return state


def problems(game: Game) -> list[str]:
    """What the check has against views of this game; its secrets are others several times."""
    moment = Moment(game, deployed(game), SeededDice(1), SeededDice(2))
    return [problem for _ in range(6) for problem in veiled(moment)]


@pytest.mark.rule("AV-10", "TR-22", "HI-1", "HI-2")
def test_views_of_all_systems_hide_what_they_must():
    game = game_of("feud")
    state = deployed(game)
    assert any(names.CAMOUFLAGED in unit.states for unit in state.units.values())
    assert any(unit.cell == NO_CELL for unit in state.units.values())
    assert problems(game) == []


@pytest.mark.rule("AV-10", "TR-22", "HI-2")
@pytest.mark.parametrize("what", REDACTIONS)
def test_a_secret_that_shows_is_noticed(what: str):
    assert any("sees a secret" in problem for problem in problems(open_handed(game_of("feud"), REDACTIONS[what])))


@pytest.mark.rule("AV-10", "TR-22")
def test_the_other_state_differs_in_cards_progress_forms_and_reserves():
    game = game_of("feud")
    state, chance = deployed(game), SeededDice(3)
    twins = [with_other_secrets(game, state, side, chance) for side in ("red", "blue") for _ in range(60)]
    memory = memory_of(state)
    assert memory is not None
    found = set()
    for twin in filter(None, twins):
        other = memory_of(twin)
        assert other is not None
        for mine, theirs in zip(memory.cards, other.cards, strict=True):
            found |= {name for name in mine.__struct_fields__ if getattr(mine, name) != getattr(theirs, name)}
        found |= {"reserve"} if twin.units.keys() != state.units.keys() else set()
        shared = twin.units.keys() & state.units.keys()
        found |= {"form"} if any(twin.units[n].form != state.units[n].form for n in shared) else set()
        assert changed(twin, units=state.units, ext=state.ext, at=state.at, occupied=state.occupied) == state
    assert {"card", "progress", "failed", "standing", "reserve", "form"} <= found
