"""Tokens and the Impetuous phase: when it comes, what it costs, who is asked (IM-01 to IM-10, IM-38)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.api import Module, impetuous
from game.core.events import AgendaChanged, CountersCleared, DiceRolled, PhaseBegan, UnitCounted
from game.rules.compose import assemble, rulebook_for
from game.rules.skirmish.actions import Dodge, EndTurn, GiveOrder, Move, Pass, Shoot
from game.rules.skirmish.events import OrderEnded, OrderGiven, ReactionDeclared
from game.rules.skirmish.queries import profile_of
from game.rules.skirmish.tasks import CommandStep, DeclareFirst, DeclareSecond, OrdersPhase, React
from tests.rules.impetuous.scene_impetuous import MAD, activated, declaring, ends, field, phase, second, straight, turn
from tests.support.table import CORRIDOR, Table


def two_mad_and_one_sane() -> Table:
    return field(A=("mad", 2, 2), B=("mad", 2, 9), C=("marine", 2, 12), g=("gaunt", 19, 5))


def tokens(table: Table) -> set[int]:
    return {unit.id for unit in table.state.units.values() if unit.count("impetuous")}


@pytest.mark.rule("IM-01")
def test_the_skill_alone_changes_no_attribute():
    table = field(A=("mad", 2, 2), C=("marine", 2, 12))
    ctx = table.game.ctx(table.state)
    mad, sane = profile_of(ctx, table.unit("A")), profile_of(ctx, table.unit("C"))
    assert (mad.mov, mad.cc, mad.bs, mad.wip) == (sane.mov, sane.cc, sane.bs, sane.wip)


@pytest.mark.rule("IM-02", "IM-04", "TS-3")
def test_the_tactical_phase_sets_tokens_by_the_impetuous_and_nobody_else():
    table = turn(two_mad_and_one_sane())
    assert tokens(table) == {table.id("A"), table.id("B")}
    assert isinstance(table.waiting, impetuous.ImpetuousPhase), "and that took no answer from anybody"


@pytest.mark.rule("TS-2", "TS-3")
def test_the_phase_comes_after_the_command_and_before_the_orders():
    table = turn(field(A=("mad", 2, 2), O=("officer", 2, 9), g=("gaunt", 19, 20)))
    assert isinstance(table.waiting, CommandStep)
    assert tokens(table) == {table.id("A")}
    assert not any(event == PhaseBegan("impetuous") for event in table.events)
    table.play(Pass(), Pass())
    assert [event.phase for event in table.events if isinstance(event, PhaseBegan)] == [
        "tactical",
        "impetuous",
        "orders",
    ]


@pytest.mark.rule("IM-03")
def test_nobody_switches_it_off():
    table = phase(two_mad_and_one_sane())
    assert {type(action) for action in table.options()} == {GiveOrder, Pass}
    table.act(GiveOrder(table.id("A"), "impetuous"))
    assert table.code(Move(straight(table, "A", 3, 2))) == "NOT_FULL_MOV", "its moves are always constrained"


@pytest.mark.rule("IM-05")
def test_the_token_goes_before_the_first_skill_and_there_is_no_second_activation():
    table = phase(two_mad_and_one_sane())
    events = table.act(GiveOrder(table.id("A"), "impetuous"))
    assert isinstance(table.waiting, DeclareFirst)
    assert table.unit("A").count("impetuous") == 0
    assert events[0] == UnitCounted(table.id("A"), "impetuous", 0)
    table.act(Move(straight(table, "A", 6, 2)))
    table.act(Pass())
    assert isinstance(table.waiting, impetuous.ImpetuousPhase)
    assert table.code(GiveOrder(table.id("A"), "impetuous")) == "NO_TOKEN"


@pytest.mark.rule("IM-06", "IM-07")
def test_a_token_that_was_not_used_goes_with_the_phase():
    table = phase(two_mad_and_one_sane())
    table.act(GiveOrder(table.id("A"), "impetuous"))
    table.act(Move(straight(table, "A", 6, 2)))
    table.act(Pass())
    before = table.xy("B")
    events = table.act(Pass())
    assert CountersCleared(("impetuous",), "marines") in events
    assert tokens(table) == set()
    assert table.xy("B") == before
    assert PhaseBegan("orders") in events, "and the Orders phase begins"


@pytest.mark.rule("IM-07", "IM-A1")
def test_it_is_the_player_who_activates_or_does_not():
    table = phase(two_mad_and_one_sane())
    a, b = table.id("A"), table.id("B")
    assert table.options(GiveOrder) == [GiveOrder(a, "impetuous"), GiveOrder(b, "impetuous")]
    assert table.code(GiveOrder(table.id("C"), "impetuous")) == "NO_TOKEN"
    assert table.code(GiveOrder(a)) == "NO_SUCH_ORDER", "no pool order is spent in this phase"
    assert table.code(GiveOrder(table.id("g"), "impetuous")) == "NOT_YOUR_UNIT"


@pytest.mark.rule("IM-08", "OR-2")
def test_it_costs_no_order():
    table = turn(two_mad_and_one_sane())
    assert table.state.sides["marines"].pool == 3
    table.act(GiveOrder(table.id("A"), "impetuous"))
    table.act(Move(straight(table, "A", 6, 2)))
    table.play(Pass(), Pass())
    assert table.state.sides["marines"].pool == 3
    assert table.unit("A").count("orders") == 0
    for _ in range(2):
        assert table.code(GiveOrder(table.id("A"))) == "", "its two pool orders are still to come"
        table.play(GiveOrder(table.id("A")), Move(straight(table, "A", table.xy("A")[0] + 1, 2)), Pass())
    assert table.code(GiveOrder(table.id("A"))) == "ORDER_LIMIT"


@pytest.mark.rule("IM-08", "IM-A2", "X-13")
def test_an_isolated_trooper_keeps_its_activation_and_an_irregular_its_order():
    table = turn(field(A=({"kind": "mad", "states": ("isolated",)}, 2, 2), g=("gaunt", 19, 20)))
    table.act(GiveOrder(table.id("A"), "impetuous"))
    table.act(Move(straight(table, "A", 6, 2)))
    table.act(Pass())
    assert table.options(GiveOrder) == [GiveOrder(table.id("A"), "own")]
    assert table.code(GiveOrder(table.id("A"))) != "", "pool orders do not reach it"


@pytest.mark.rule("IM-09")
def test_the_token_counts_as_an_order_spent():
    heard: list[OrderGiven] = []
    listening = Module(
        "listening", requires=("base",), listeners={OrderGiven: (lambda _tx, event: heard.append(event),)}
    )
    table = phase(with_module(two_mad_and_one_sane(), listening))
    table.act(GiveOrder(table.id("A"), "impetuous"))
    assert heard == [OrderGiven(table.id("A"), "impetuous")]


def with_module(table: Table, module: Module) -> Table:
    """The table under a rulebook with one module more."""
    game = table.game
    table.game = assemble(rulebook_for((), (module,)), game.board, game.scenario, game.kinds, game.weapons)
    return table


@pytest.mark.rule("IM-10", "OR-4")
def test_the_order_takes_its_usual_course():
    foe = {"kind": "marine", "side": "blue"}
    table = field(sides=("red", "blue"), A=({"kind": "mad", "side": "red"}, 2, 5), f=(foe, 16, 5), zones=rival_zones())
    phase(table, "red")
    table.act(GiveOrder(table.id("A"), "impetuous"))
    table.act(Move(straight(table, "A", 6, 5)))
    assert isinstance(table.waiting, React)
    assert table.waiting.window == 1
    table.act(Shoot("rifle", (table.id("A"),), at=table.at(6, 5)))
    assert second(table)
    events = table.act(Shoot("rifle", (table.id("f"),)), bs=[19, 18, 17, 5], save=[1])
    rolled = [event.purpose for event in events if isinstance(event, DiceRolled)]
    assert rolled == ["bs", "bs", "save"]
    assert type(table.waiting).__name__ == "GutsRoll", "and guts come last"
    events = table.act(table.options()[0], guts=[1])
    assert events[-1] != OrderEnded(table.id("A"), "impetuous")
    assert OrderEnded(table.id("A"), "impetuous") in events


def rival_zones() -> dict[str, list[tuple[int, int]]]:
    return {
        "deploy:red": [(x, y) for x in range(3) for y in range(24)],
        "deploy:blue": [(x, y) for x in range(20, 24) for y in range(24)],
    }


@pytest.mark.rule("IM-10")
def test_who_reacted_to_the_first_skill_does_not_react_to_the_second():
    foe = {"kind": "marine", "side": "blue"}
    table = field(sides=("red", "blue"), A=({"kind": "mad", "side": "red"}, 2, 5), f=(foe, 16, 5), zones=rival_zones())
    phase(table, "red")
    table.act(GiveOrder(table.id("A"), "impetuous"))
    table.act(Move(straight(table, "A", 6, 5)))
    table.act(Shoot("rifle", (table.id("A"),), at=table.at(6, 5)))
    assert isinstance(table.waiting, DeclareSecond)
    events = table.act(Dodge(), bs=[20], dodge=[20])
    assert not any(isinstance(event, ReactionDeclared) for event in events)
    assert PhaseBegan("orders") in events, "the phase ends where nobody is left to be activated"


@pytest.mark.rule("IM-38", "IM-A9", "ST-9")
def test_in_retreat_there_are_no_tokens_and_no_phase():
    table = field(A=("mad", 2, 2), g=("gaunt", 19, 20))
    beaten = replace(table.state.sides["marines"], counters=(("points", 80),))
    table.set(sides={**table.state.sides, "marines": beaten})
    turn(table)
    assert tokens(table) == set()
    assert isinstance(table.waiting, OrdersPhase)
    assert not any(event == PhaseBegan("impetuous") for event in table.events)
    assert not any(isinstance(event, UnitCounted) and event.name == "impetuous" for event in table.events)


@pytest.mark.rule("IM-38", "X-25")
@pytest.mark.parametrize(("worth", "played"), [(25, False), (26, True)])
def test_at_a_quarter_the_phase_is_skipped_and_above_it_is_played(worth: int, played: bool):
    """Survivors worth 25, or 26, of 100 points."""
    kind = replace(MAD["mad"], id="last", cost=worth)
    table = field(A=("last", 2, 2), g=("gaunt", 19, 20), kinds={"last": kind})
    side = replace(table.state.sides["marines"], counters=(("points", 100),))
    turn(table.set(sides={**table.state.sides, "marines": side}))
    assert isinstance(table.waiting, impetuous.ImpetuousPhase) is played
    assert bool(tokens(table)) is played


def test_the_phase_is_not_asked_about_where_nobody_can_be_activated():
    down = {"kind": "mad", "states": ("unconscious", "prone"), "wounds": 2}
    table = turn(field(A=(down, 2, 2), C=("marine", 2, 9), g=("gaunt", 19, 20)))
    assert isinstance(table.waiting, OrdersPhase)
    assert tokens(table) == set(), "the skill is off in a null state (D-I26)"


def test_a_side_without_impetuous_troopers_has_no_such_step():
    table = turn(field(O=("officer", 2, 9), g=("gaunt", 19, 20)))
    assert isinstance(table.waiting, CommandStep)
    assert not any(type(task).__name__.startswith("Impetuous") for task in table.state.agenda)


@pytest.mark.rule("HI-2")
def test_other_teams_do_not_see_a_phase_coming():
    table = turn(field(A=("mad", 2, 2), O=("officer", 2, 9), g=("gaunt", 19, 20)))
    coming = impetuous.ImpetuousStart("marines")
    assert isinstance(table.waiting, CommandStep)
    assert coming in table.state.agenda
    assert coming in table.game.view(table.state, "marines").state.agenda
    assert coming not in table.game.view(table.state, "hive").state.agenda
    told = table.game.redacted_events(table.state, table.events, "hive")
    assert not any(coming in event.agenda for event in told if isinstance(event, AgendaChanged))


def test_a_token_outside_its_phase_is_a_broken_state():
    table = field(A=({"kind": "mad", "counters": (("impetuous", 1),)}, 2, 2))
    table.orders()
    assert any("impetuous token" in problem for problem in table.game.problems(table.state))


def test_one_legal_end_is_carried_out_without_asking():
    table = activated(field(CORRIDOR.splitlines() + ["#" * 21] * 7, M=("mad", 10, 0), zone=[(20, 0)]))
    assert table.xy("M") == (14, 0)
    assert second(table)
    assert PhaseBegan("orders") in table.act(Pass())


def test_end_of_the_turn_after_the_phase():
    table = turn(two_mad_and_one_sane())
    table.act(Pass())
    table.act(EndTurn())
    assert table.game.problems(table.state) == []


def test_where_there_are_several_ends_the_player_is_asked():
    table = declaring(field(M=("mad", 5, 5)))
    assert len(ends(table)) == 9
