"""Officers and commands (OR-6, HM-32, X-49)."""

import pytest
from msgspec.structs import replace

from game.core.tx import Ctx
from game.rules.skirmish import names
from game.rules.skirmish.actions import Command, Pass
from game.rules.skirmish.moves import movement_points
from game.rules.skirmish.tasks import CommandStep, OrdersPhase, RoundEnd, StatesPhase, TurnStart
from tests.support.table import Table, kinds_of

LINE = "O.......A.......B.......C" + "." * 20


def officers() -> Table:
    """An officer with command range 8; A within it, B within it of A, C within it of B."""
    table = Table(LINE, O="officer", A="marine", B="marine", C="marine")
    return table.agenda(
        CommandStep("marines"), OrdersPhase("marines"), StatesPhase("marines"), RoundEnd(), turn="marines"
    )


@pytest.mark.rule("OR-6")
def test_a_command_reaches_everyone_linked_by_the_command_range() -> None:
    table = officers()
    table.act(Command(table.id("O"), names.STEADY))
    assert [effect.unit for effect in table.state.effects] == [1, 2, 3, 4]
    assert {effect.value for effect in table.state.effects} == {3}


@pytest.mark.rule("OR-6")
@pytest.mark.rule("X-49")
def test_an_isolated_trooper_is_no_link_and_an_isolated_officer_commands_nobody() -> None:
    table = officers().change("A", states=(names.ISOLATED,))
    table.act(Command(table.id("O"), names.ADVANCE))
    assert [effect.unit for effect in table.state.effects] == [1]
    table = officers().change("O", states=(names.ISOLATED,))
    assert table.code(Command(table.id("O"), names.ADVANCE)) == "NO_OFFICER"


@pytest.mark.rule("OR-6")
def test_rally_ends_stunned_and_brace_lasts_until_the_next_own_turn() -> None:
    table = officers().change("A", states=(names.STUNNED,))
    table.effect(names.STUNNED, "marines", unit=table.id("A"), expires="states:marines")
    table.act(Command(table.id("O"), names.RALLY))
    assert table.unit("A").states == ()
    assert table.state.effects == ()
    table = officers()
    table.act(Command(table.id("O"), names.BRACE))
    assert {effect.expires for effect in table.state.effects} == {"turn_start:marines"}


@pytest.mark.rule("OR-6")
def test_one_command_a_turn_or_none() -> None:
    table = officers()
    assert Pass() in table.options()
    table.act(Command(table.id("O"), names.STEADY))
    assert isinstance(table.waiting, OrdersPhase)
    assert table.code(Command(table.id("O"), names.STEADY)) == "NO_COMMAND_LEFT"


@pytest.mark.rule("HM-32")
def test_no_command_under_a_warp_field() -> None:
    table = officers().effect(names.WARP_FIELD, "marines", expires="states:marines")
    assert table.code(Command(table.id("O"), names.FALL_BACK)) == "WARP_FIELD"
    table.agenda(TurnStart("marines"), RoundEnd(), turn="")
    table.run()
    assert isinstance(table.waiting, OrdersPhase)
    assert table.code(Command(table.id("O"), names.FALL_BACK)) == "WARP_FIELD"
    assert [option for option in table.options() if isinstance(option, Command)] == []


@pytest.mark.rule("OR-6")
@pytest.mark.parametrize("officer", ["", names.UNCONSCIOUS, names.INCAPACITATED, names.ISOLATED])
def test_only_an_officer_who_is_up_and_heard_may_command(officer: str) -> None:
    table = officers().change("O", states=(officer,) if officer else ())
    assert table.code(Command(table.id("O"), names.BRACE)) == ("NO_OFFICER" if officer else "")
    assert table.code(Command(table.id("A"), names.BRACE)) == "NO_OFFICER"
    assert table.code(Command(table.id("O"), "dance")) == ("NO_OFFICER" if officer else "UNKNOWN_COMMAND")


@pytest.mark.rule("OR-6", "TS-0")
def test_an_officer_commands_his_own_side_and_leads_his_own_unit() -> None:
    friend = {"kind": "marine", "side": "others"}
    table = Table(
        "O.F.A", O="officer", F=friend, A="marine", sides=("marines", "others"), teams={"marines": "m", "others": "m"}
    )
    table.agenda(CommandStep("marines"), OrdersPhase("marines"), StatesPhase("marines"), RoundEnd(), turn="marines")
    table.act(Command(table.id("O"), names.STEADY))
    assert [effect.unit for effect in table.state.effects] == [table.id("O"), table.id("A")]


@pytest.mark.rule("OR-6")
def test_a_side_that_finds_its_lieutenant_lost_has_no_command_for_that_one_turn() -> None:
    table = officers()
    side = replace(table.state.sides["marines"], counters=(("led", 1),))
    table.set(sides={**table.state.sides, "marines": side})
    table.agenda(TurnStart("marines"), RoundEnd())
    events = table.run()
    assert isinstance(table.waiting, OrdersPhase)
    assert "leaderless" in [effect.name for effect in table.state.effects]
    assert table.code(Command(table.id("O"), names.BRACE)) == "LEADERLESS"
    assert "PoolChanged" in kinds_of(events)
    table.set(effects=()).agenda(TurnStart("marines"), RoundEnd())
    table.run()
    assert isinstance(table.waiting, CommandStep)


@pytest.mark.rule("OR-6", "D-E2")
def test_a_lieutenant_who_is_back_can_be_lost_again() -> None:
    lieutenant = {"kind": "marine", "counters": ((names.LIEUTENANT, 1),)}
    table = Table(LINE, O="officer", A=lieutenant, B="marine", C="marine")
    side = replace(table.state.sides["marines"], counters=(("led", 1),))
    table.set(sides={**table.state.sides, "marines": side})
    commands = []
    for states in ((), (names.ISOLATED,), (names.ISOLATED,), (), (names.ISOLATED,)):
        table.change("A", states=states).set(effects=()).agenda(TurnStart("marines"), RoundEnd(), turn="")
        table.run()
        commands.append(isinstance(table.waiting, CommandStep))
    assert commands == [True, False, True, True, False]


@pytest.mark.rule("OR-6")
def test_advance_adds_two_cells_to_the_first_move_only() -> None:
    table = officers()
    table.act(Command(table.id("O"), names.ADVANCE))
    ctx = Ctx(table.game, table.state)
    assert movement_points(ctx, table.unit("A"), 0) == 6
    assert movement_points(ctx, table.unit("A"), 1) == 4
