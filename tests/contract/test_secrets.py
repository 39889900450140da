"""What happens is told alike, whatever is hidden: a side that acts learns nothing of another side's secrets (HI-2).

Two states that one side cannot tell apart are played on with the same action and the same dice. Until something is
revealed that side must be told the same story, and be asked the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from game.api import NO_CELL, Action, Event, Game, SeededDice, State
from game.api import actions as skirmish
from game.core.events import AgendaChanged, StateLost
from game.rules.avatar.events import CardRevealed
from game.rules.avatar.state import MEMORY, memory_of
from game.rules.avatar.tasks import Pondering
from game.rules.skirmish import names, policies
from game.rules.skirmish.events import MarkerDiscovered
from tests.contract.choosing import by_kind
from tests.contract.games import game_of
from tests.contract.moment import difference
from tests.contract.samples import stranger
from tests.contract.veils import with_other_cards
from tests.support.reference import KINDS
from tests.support.table import Table

PLAYED = ("duel", "hold", "siege", "allies", "feud", "triangle")
"""Games in which troopers hide and wait off board, between marines and before the hive."""
DECISIONS = 2500
STRANGERS = 6
"""Actions made up and judged at each decision."""
SELDOM_ENDED = 3
"""One in so many ends of a turn is taken, so that more happens in it."""


def with_other_identities(game: Game, state: State, side: str, chance: SeededDice) -> State | None:
    """A state that ``side`` cannot tell from this one: markers are others, nobody waits; None if nothing is hidden."""
    kinds = sorted(
        kind for kind, found in game.kinds.items() if found.faction == "human" and found.profiles[0].size == 1
    )
    units = dict(state.units)
    for unit in state.units.values():
        if game.teams[unit.side] == game.teams[side] or game.side_kinds[unit.side] != "human":
            continue
        if unit.cell == NO_CELL and names.WAITING in unit.states:
            del units[unit.id]
        elif unit.cell != NO_CELL and names.CAMOUFLAGED in unit.states:
            kind = kinds[chance.roll("kind", len(kinds)) - 1]
            wounds = chance.roll("wounds", max(1, game.kinds[kind].profiles[0].w)) - 1
            counters = tuple(pair for pair in unit.counters if pair[0] != names.LIEUTENANT)
            units[unit.id] = replace(unit, kind=kind, wounds=wounds, counters=counters)
    return None if units == state.units else game.indexed(replace(state, units=units))


def answer(game: Game, state: State, side: str, action: Action) -> str:
    """Why an action is refused, or nothing: by the true state, and by what the side sees of it."""
    told, seen = game.verdict(state, action, side).refusal, game.view(state, side).verdict(action).refusal
    return f"{told} / {seen}" if str(told) != str(seen) else str(told)


def up_to_a_reveal(events: Sequence[Event]) -> tuple[list[Event], bool]:
    """The events before a marker or a card is shown, or a Master's side is asked something; and whether one is."""
    for place, event in enumerate(events):
        if (
            isinstance(event, MarkerDiscovered | CardRevealed)
            or (isinstance(event, StateLost) and event.state == names.CAMOUFLAGED)
            or (isinstance(event, AgendaChanged) and any(isinstance(task, Pondering) for task in event.agenda))
        ):
            return list(events[:place]), True
    return list(events), False


def tells(game: Game, state: State, twin: State, side: str, action: Action, dice: SeededDice) -> str:
    """What ``side`` learns about which of two states is the true one when ``action`` is carried out; or nothing."""
    (one, first), (other, second) = (_told(game, table, side, action, dice.copy()) for table in (state, twin))
    (events, revealed), (others, shown) = up_to_a_reveal(one), up_to_a_reveal(other)
    if not (revealed or shown):
        return "" if (events, first) == (others, second) else difference((events, first), (others, second), "story")
    known = min(len(told) for told, cut in ((events, revealed), (others, shown)) if cut)
    alike = events[:known] == others[:known]
    return "" if alike else difference(events[:known], others[:known], "events")


def _told(game: Game, state: State, side: str, action: Action, dice: SeededDice) -> tuple[tuple[Event, ...], State]:
    after, events = game.apply(state, action, dice)
    return game.redacted_events(after, events, side), game.redacted(after, side)


@pytest.mark.rule("HI-1", "HI-2")
@pytest.mark.parametrize("name", PLAYED)
def test_who_acts_is_told_the_same_story_whatever_is_hidden(name: str):
    game = game_of(name)
    tried = 0
    for seed in range(3):
        dice = SeededDice(f"secrets {name} {seed}")
        chance, tester = dice.fork("choice"), dice.fork("tester")
        state, _ = game.begin(game.initial(), dice)
        for _ in range(DECISIONS):
            side, options = game.to_act(state), game.options(state)
            if side is None:
                break
            twin = with_other_identities(game, state, side, tester)
            action = options[tester.roll("action", len(options)) - 1]
            if twin is not None and not isinstance(action, skirmish.EndTurn):
                tried += 1
                assert tells(game, state, twin, side, action, dice) == "", f"{side}: {action}"
            if twin is not None:
                asked = [stranger(game, state, [action], tester) for _ in range(STRANGERS)]
                assert [answer(game, state, side, other) for other in asked] == [
                    answer(game, twin, side, other) for other in asked
                ], f"{side}: {asked}"
            state, _ = game.apply(state, choose(options, chance), dice)
    assert tried > 40


@pytest.mark.rule("AV-10", "HI-2")
@pytest.mark.parametrize("name", ["feud", "feud_picked", "triangle"])
def test_who_acts_is_told_the_same_story_whatever_cards_lie_face_down(name: str):
    game = game_of(name)
    tried = 0
    for seed in range(3):
        dice = SeededDice(f"cards {name} {seed}")
        lively, tester = by_kind(f"cards {name} {seed}"), dice.fork("tester")
        state, _ = game.begin(game.initial(), dice)
        for number in range(DECISIONS):
            side, options, memory = game.to_act(state), game.options(state), memory_of(state)
            if side is None:
                break
            if memory is not None:
                twin = replace(state, ext={**state.ext, MEMORY: with_other_cards(game, state, memory, side, tester)})
                action = options[tester.roll("action", len(options)) - 1]
                if twin != state and not isinstance(action, skirmish.EndTurn):
                    tried += 1
                    assert list(game.options(twin)) == list(options)
                    assert tells(game, state, twin, side, action, dice) == "", f"{side}: {action}"
            state, _ = game.apply(state, lively(game, state, number), dice)
    assert tried > 40


def choose(options: Sequence[Action], chance: SeededDice) -> Action:
    """Any option, but hiding goes before all else, and turns are not ended in haste."""
    if len(options) < 200:
        hiding = [o for o in options if isinstance(o, skirmish.Hide) or (isinstance(o, skirmish.Deploy) and o.hidden)]
        options = hiding or options
    found = options[chance.roll("choice", len(options)) - 1]
    if isinstance(found, skirmish.EndTurn) and chance.roll("end", SELDOM_ENDED) > 1:
        found = options[chance.roll("choice", len(options)) - 1]
    return found


def test_a_story_that_tells_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """Ask only the markers that can do something: whoever walks by learns how they are armed."""
    monkeypatch.setattr(policies, "is_marker", lambda _unit: False)
    blade = replace(KINDS["scout"], profiles=(replace(KINDS["scout"].profiles[0], weapons=("knife",)),))
    table = Table(
        "S........R.",
        sides=("blue", "red"),
        kinds={"blade": blade},
        S={"kind": "scout", "side": "blue", "states": (names.CAMOUFLAGED,)},
        R={"kind": "marine", "side": "red"},
    )
    table.orders("red").act(skirmish.GiveOrder(table.id("R")))
    armed = table.state
    table.change("S", kind="blade")
    told = tells(table.game, armed, table.state, "red", skirmish.Move((table.at(10, 0),)), SeededDice(1))
    assert "React" in told
