"""Negative controls: each check is shown something broken, and must say so. A check that cannot fail proves nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace as with_fields

from game.api import Action, Ctx, Game, Offer, Outcome, Refusal, SeededDice, State, Tx, Unit, combat, refuse
from game.core.events import GameEnded, SideCounted, UnitMoved
from game.core.game import Begin
from game.core.rulebook import compose_rulebook
from game.core.state import Cloud
from game.io.position_text import write_position
from tests.contract import checks
from tests.contract.games import game_of
from tests.contract.moment import Check, Moment, difference, failure
from tests.io.toy import TOY, Push, Rest, Strike, ToyChoice, ToyTurn, Walk, toy_game

RIGHT = replace(TOY, refusals={**TOY.refusals, "NOT_NOW": "OR-4"})
"""The toy with the kernel's own refusal, which the base rules declare in real games."""


def broken(**changes: Any) -> Game:
    """The toy game with parts of its one module put in place of the right ones."""
    whole = toy_game()
    return Game(compose_rulebook([replace(RIGHT, **changes)]), whole.board, whole.scenario, {}, {})


def offering(kind: type[Action], **changes: Any) -> tuple[Offer, ...]:
    """The toy's offers with one of them changed."""
    return tuple(replace(offer, **changes) if offer.action is kind else offer for offer in TOY.offers)


def always(_ctx: Ctx, _task: Any, _action: Any) -> None:
    """Nothing is ever refused."""


def wrong(game: Game, check: Check, *, state: State | None = None, tries: int = 40) -> list[str]:
    """What a check says over a few decisions of a game."""
    walk = checks.walk(game, seed=3, checks=[check], seldom=(), limit=tries, state=state)
    return list(walk.problems)


def test_the_right_game_passes_every_check():
    for check in (checks.answered, checks.listed, checks.played, checks.refused, checks.orderless, checks.sound):
        assert wrong(broken(), check) == []


# --- answered ------------------------------------------------------------------------------------------------------


def test_a_decision_without_options_is_noticed():
    nothing = [replace(offer, options=lambda _ctx, _task: ()) for offer in TOY.offers]
    assert "ToyTurn has no options" in wrong(broken(offers=tuple(nothing)), checks.answered)[0]


def test_a_game_that_is_over_and_still_waits_is_noticed():
    def ended(draft: Any, event: GameEnded) -> None:
        draft.outcome = event.outcome

    game = broken(reducers={**TOY.reducers, GameEnded: ended})
    state, _ = game.begin(game.initial(), SeededDice(1))
    over = with_fields(state, outcome=Outcome("hive", "objective", 1))
    moment = Moment(game, over, SeededDice(1), SeededDice(2))
    assert list(checks.answered(moment)) == ["the game is over, but something waits"]


def test_a_decision_of_nobody_is_noticed():
    game = broken(decisions={ToyTurn: lambda _ctx, _task: "nobody", ToyChoice: lambda _ctx, task: task.side})
    assert "'nobody' is to act" in wrong(game, checks.answered)[0]


# --- listed --------------------------------------------------------------------------------------------------------


def test_an_option_that_the_verdict_refuses_is_noticed():
    game = broken(offers=offering(Rest, verdict=lambda _c, _t, _a: refuse("BLOCKED", "BD-5")))
    assert any("is listed, but refused: BLOCKED" in problem for problem in wrong(game, checks.listed))


def test_an_option_listed_twice_is_noticed():
    game = broken(offers=offering(Rest, options=lambda _ctx, _task: [Rest(), Rest()]))
    assert "Rest() is listed twice" in wrong(game, checks.listed)[0]


def test_options_in_changing_order_are_noticed():
    calls: list[int] = []

    def shuffled(ctx: Ctx, task: ToyTurn) -> Sequence[Action]:
        calls.append(1)
        found = list(TOY.offers[0].options(ctx, task))
        return found if len(calls) % 2 else found[::-1]

    assert "another order" in wrong(broken(offers=offering(Walk, options=shuffled)), checks.listed)[0]


def test_a_family_that_lies_about_its_length_is_noticed():
    class Long(list[Action]):
        def __len__(self) -> int:
            return 2

        def __getitem__(self, index: Any) -> Any:
            return Rest()

    game = broken(offers=offering(Rest, options=lambda _ctx, _task: Long([Rest()])))
    assert "options are announced" in wrong(game, checks.listed)[0]


# --- played --------------------------------------------------------------------------------------------------------


def performing(kind: type[Action], perform: Callable[[Tx, Any, Any], None]) -> Game:
    """The toy game in which one action is carried out another way."""
    return broken(offers=offering(kind, perform=perform))


def test_a_rule_that_changes_the_state_it_was_given_is_noticed():
    def perform(tx: Tx, _task: Any, action: Walk) -> None:
        tx.before.units[1] = with_fields(tx.before.units[1], policy="dodge")
        tx.emit(UnitMoved(action.unit, action.path))

    assert any("changes the state it is applied to" in line for line in wrong(performing(Walk, perform), checks.played))


def test_a_rule_that_writes_without_an_event_is_noticed():
    def perform(tx: Tx, _task: Any, action: Walk) -> None:
        tx.draft.round += 1
        tx.emit(UnitMoved(action.unit, action.path))

    assert any("changes what no event says" in line for line in wrong(performing(Walk, perform), checks.played))


def test_a_reducer_that_forgets_is_noticed():
    game = broken(reducers={**TOY.reducers, UnitMoved: lambda _draft, _event: None})
    assert any("events say that unit 1 cell is" in line for line in wrong(game, checks.played))


def test_a_reducer_that_leaves_the_indexes_behind_is_noticed():
    def moved(draft: Any, event: UnitMoved) -> None:
        draft.units = {**draft.units, event.unit: with_fields(draft.units[event.unit], cell=event.path[-1])}

    problems = wrong(broken(reducers={**TOY.reducers, UnitMoved: moved}), checks.played)
    assert any("derived indexes differ" in line for line in problems)


def test_a_rule_with_a_memory_of_its_own_is_noticed():
    calls: list[int] = []

    def perform(tx: Tx, task: ToyTurn, _action: Strike) -> None:
        calls.append(1)
        tx.emit(SideCounted(task.side, "strikes", len(calls)))

    assert any("another way the second time" in line for line in wrong(performing(Strike, perform), checks.played))


def test_a_die_that_no_event_shows_is_noticed():
    def perform(tx: Tx, _task: Any, action: Walk) -> None:
        tx.dice.roll("bs", 20)
        tx.emit(UnitMoved(action.unit, action.path))

    assert any("rolls dice that no event shows" in line for line in wrong(performing(Walk, perform), checks.played))


def test_a_rule_that_fails_is_noticed():
    def perform(_tx: Tx, _task: Any, _action: Walk) -> None:
        raise KeyError("lost")

    assert any("KeyError: 'lost' in tests" in line for line in wrong(performing(Walk, perform), checks.played))


def test_a_rule_that_leads_to_an_unsound_state_is_noticed():
    game = broken(invariants=(lambda ctx: ["unit 1 has left home"] if ctx.state.units.get(1, HOME).cell != 8 else [],))
    assert any("leads to an unsound state: unit 1 has left home" in line for line in wrong(game, checks.played))


HOME = Unit(1, "marine", "marines", 8)


# --- orderless -----------------------------------------------------------------------------------------------------


def test_a_rule_that_follows_the_order_of_a_table_is_noticed():
    def perform(tx: Tx, task: ToyTurn, _action: Strike) -> None:
        tx.emit(SideCounted(task.side, "strikes", next(iter(tx.state.units))))

    problems = wrong(performing(Strike, perform), checks.orderless)
    assert any("Strike() depends on the order of the tables: events" in line for line in problems)


def test_options_that_follow_the_order_of_a_table_are_noticed():
    def every(ctx: Ctx, _task: ToyTurn) -> Sequence[Action]:
        return [Walk(unit, ()) for unit in ctx.state.units]

    problems = wrong(broken(offers=offering(Walk, options=every, verdict=always)), checks.orderless)
    assert any("the options depend on the order of the tables" in line for line in problems)


# --- refused -------------------------------------------------------------------------------------------------------


def test_an_action_that_is_legal_but_not_listed_is_noticed():
    game = broken(offers=offering(Push, verdict=always))
    state, _ = game.begin(game.initial(), SeededDice(1))
    choice = with_fields(state, agenda=(*state.agenda, ToyChoice("hive")))
    problems = wrong(game, checks.refused, state=choice)
    assert any("is legal, but not listed" in line for line in problems)


def judging(refusal: Callable[[Ctx, Walk], Refusal]) -> Game:
    """The toy game in which walks that are not legal are refused another way."""
    right = next(offer for offer in TOY.offers if offer.action is Walk)

    def verdict(ctx: Ctx, task: Any, action: Walk) -> Refusal | None:
        return refusal(ctx, action) if right.verdict(ctx, task, action) else None

    return broken(offers=offering(Walk, verdict=verdict))


def test_a_refusal_that_no_module_declares_is_noticed():
    game = judging(lambda _ctx, _action: refuse("JUST_NO", "BD-5"))
    assert any("no module declares the refusal JUST_NO" in line for line in wrong(game, checks.refused))


def test_a_refusal_without_a_clause_is_noticed():
    game = judging(lambda _ctx, _action: refuse("BLOCKED", "XX-99"))
    assert any("BLOCKED names XX-99, which is no clause" in line for line in wrong(game, checks.refused))


def test_a_verdict_that_fails_is_noticed():
    game = judging(lambda ctx, action: refuse("BLOCKED", "BD-5", side=ctx.state.units[action.unit].side))
    assert any("KeyError" in line for line in wrong(game, checks.refused))


def test_a_verdict_that_leaves_traces_is_noticed():
    def verdict(ctx: Ctx, _action: Walk) -> Refusal:
        ctx.state.ext["asked"] = ctx.state.ext.get("asked", 0) + 1
        return refuse("BLOCKED", "BD-5")

    assert any("leaves traces" in line for line in wrong(judging(verdict), checks.refused))


def test_an_engine_that_carries_out_what_it_refuses_is_noticed():
    class Lax(Game):
        def apply(self, state: State, action: Action, dice: Any) -> Any:
            return state, ()

    whole = toy_game()
    lax = Lax(whole.rulebook, whole.board, whole.scenario, {}, {})
    assert any("is refused, but carried out" in line for line in wrong(lax, checks.refused))


# --- stored, veiled, foretold --------------------------------------------------------------------------------------


def midway(name: str, actions: int, *, seed: int = 1) -> Moment:
    """A moment in the middle of a game."""
    walk = checks.walk(game_of(name), seed=seed, checks=(), seldom=(), limit=actions)
    return Moment(game_of(name), walk.state, SeededDice(seed), SeededDice(seed))


def test_a_file_that_leaves_something_out_is_noticed(monkeypatch: pytest.MonkeyPatch):
    moment = midway("culvert", 60)
    assert list(checks.stored(moment)) == []
    write = write_position
    monkeypatch.setattr(
        checks,
        "write_position",
        lambda game, state: "\n".join(line for line in write(game, state).splitlines() if "pool = " not in line),
    )
    assert any("the state differs: state." in line for line in checks.stored(moment))


def test_a_file_that_is_written_another_way_each_time_is_noticed(monkeypatch: pytest.MonkeyPatch):
    moment, calls = midway("culvert", 60), iter(range(9))
    write = write_position
    monkeypatch.setattr(checks, "write_position", lambda game, state: write(game, state, note=str(next(calls))))
    assert list(checks.stored(moment)) == ["written again the position differs"]


def test_a_view_that_hides_nothing_is_noticed():
    moment = midway("duel", 30)
    assert list(checks.veiled(moment)) == []
    game = moment.game
    open_book = replace(game.rulebook, redactions=())
    naked = Game(open_book, game.board, game.scenario, game.kinds, game.weapons)
    assert any("sees a secret: state.units" in line for line in checks.veiled(moment._replace(game=naked)))


def test_options_that_depend_on_a_secret_are_noticed():
    moment = midway("duel", 30)
    game = moment.game
    side = game.to_act(moment.state)

    class Telling(Game):
        def options(self, state: State, side: str | None = None) -> Any:
            hidden = [u.kind for u in state.units.values() if u.side != self.to_act(state) and u.cell == -1]
            found = list(super().options(state, side))
            return found[: 1 + len(hidden)]

    telling = Telling(game.rulebook, game.board, game.scenario, game.kinds, game.weapons)
    problems = list(checks.veiled(moment._replace(game=telling)))
    assert any(f"{side} sees other options than it has" in line for line in problems)


def test_a_log_that_tells_more_than_the_view_is_noticed():
    moment = midway("duel", 12)
    assert list(checks.shown(moment)) == []
    game = moment.game
    untold = Game(replace(game.rulebook, redact_events=()), game.board, game.scenario, game.kinds, game.weapons)
    problems = [problem for n in range(8, 60, 4) for problem in guarded(midway("duel", n)._replace(game=untold))]
    assert any("is told another story" in problem or "KeyError" in problem for problem in problems)


def guarded(moment: Moment) -> list[str]:
    """What the check of logs says, or how it fails."""
    try:
        return list(checks.shown(moment))
    except KeyError as error:
        return [failure(error)]


@pytest.mark.parametrize(
    ("chances", "said"),
    [((Fraction(1, 2), Fraction(1, 3)), "chances that add up to 5/6"), (Fraction(3, 2), "a chance of 3/2")],
)
def test_odds_that_are_none_are_noticed(monkeypatch: pytest.MonkeyPatch, chances: Any, said: str):
    class Odds(Struct, frozen=True):
        inside: Any

    monkeypatch.setattr(combat, "forecast", lambda _ctx, _task, _action: Odds((Odds(chances),)))
    assert said in next(checks.foretold(midway("duel", 30)))


# --- the walk itself -----------------------------------------------------------------------------------------------


def test_an_engine_that_fails_ends_the_walk_with_its_place():
    def begin(tx: Tx, task: Begin) -> None:
        TOY.resolvers[Begin](tx, task)
        tx.emit(SideCounted("marines", "strikes", 8))

    def strike(_tx: Tx, _task: Any, _action: Strike) -> None:
        raise ValueError("no more\nluck")

    game = broken(resolvers={Begin: begin}, offers=offering(Strike, perform=strike))
    walk = checks.walk(game, seed=1, checks=(), seldom=())
    assert "Strike(): ValueError: no more luck in tests.contract.test_controls line " in walk.problems[0]


def test_a_difference_is_told_by_its_place():
    state = toy_game().initial()
    assert difference(state, with_fields(state, round=3)) == "state.round: 0 or 3"
    clouded = with_fields(state, clouds=(Cloud(1, "smoke", 1, "states"),))
    assert difference(state, clouded).startswith("state.clouds: () or (Cloud(")
    assert difference({1: 2, 3: 4}, {3: 4, 1: 2}) == "state: the order of its keys"
    assert difference({1: 2}, {1: 3}) == "state[1]: 2 or 3"
