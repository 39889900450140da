"""Objectives, victory and limits (MS-2 to MS-5, TS-7)."""

import pytest

from game.api import Gone, MarkerSetup, Objective, Recruit, ScriptedDice, Tx
from game.core.events import MarkerRemoved
from game.rules.skirmish import names
from game.rules.skirmish.actions import Pass
from game.rules.skirmish.missions import REASONS, CheckVictory, Tally
from game.rules.skirmish.tasks import CommandStep, RoundEnd, StartRound
from tests.support.table import Table

ROOM = "M.........g.\n............\n............"


def checked(table: Table, active: str = "marines") -> Table:
    """Run one victory check."""
    table.agenda(CheckVictory(active), CommandStep("marines"), turn=active)
    table.run()
    return table


def ended(table: Table) -> tuple[str, str] | None:
    """Winner and reason, or None while the game goes on."""
    outcome = table.state.outcome
    assert outcome is None or outcome.reason in REASONS
    return None if outcome is None else (outcome.winner, outcome.reason)


@pytest.mark.rule("MS-2")
def test_eliminate_ends_at_once_when_the_last_enemy_is_out() -> None:
    table = Table(ROOM, M="marine", g="gaunt", objective=Objective("eliminate"))
    assert ended(checked(table)) is None
    unit = table.unit("g")
    rest = {key: value for key, value in table.state.units.items() if key != unit.id}
    table.set(units=rest, gone={unit.id: Gone(unit, "killed", 1, unit.cell, 1)})
    assert ended(checked(table)) == ("marines", "objective")


@pytest.mark.rule("MS-2")
def test_the_hive_wins_by_default_when_no_conscious_trooper_is_left_and_none_to_come() -> None:
    table = Table(ROOM, M="marine", g="gaunt", objective=Objective("exit"))
    table.change("M", states=(names.UNCONSCIOUS,))
    assert ended(checked(table, "hive")) == ("hive", "overrun")


@pytest.mark.rule("MS-2")
def test_a_trooper_still_to_arrive_keeps_the_game_open() -> None:
    table = Table("MJ........g.", M="marine", J="jumper", g="gaunt", objective=Objective("exit"))
    table.change("M", states=(names.UNCONSCIOUS,)).change("J", cell=-1, states=(names.WAITING,))
    assert ended(checked(table)) is None


@pytest.mark.rule("MS-2")
def test_exit_counts_the_safe() -> None:
    table = Table(ROOM, M="marine", g="gaunt", objective=Objective("exit", n=1))
    unit = table.unit("M")
    table.set(units={2: table.unit("g")}, gone={1: Gone(unit, "safe", 1, unit.cell)})
    assert ended(checked(table)) == ("marines", "objective")


@pytest.mark.rule("MS-2")
def test_nests_want_one_destroyed_and_none_left() -> None:
    table = Table(ROOM, M="marine", g="gaunt", objective=Objective("nests"))
    assert ended(checked(table)) is None
    done = Tally(deeds=(("marines", "destroyed", "nest"),))
    table.set(ext={**table.state.ext, "missions": done})
    nest = table.marker("nest", 5, 1)
    assert ended(checked(table)) is None
    table.set(markers={key: m for key, m in table.state.markers.items() if key != nest})
    assert ended(checked(table)) == ("marines", "objective")


@pytest.mark.rule("MS-2")
def test_console_carry_and_combinations() -> None:
    goal = Objective("all", parts=(Objective("console", target="core"), Objective("carry", target="data")))
    either = Objective("any", parts=goal.parts)
    used = Tally(deeds=(("marines", "used", "core"),))
    both = Tally(deeds=(("marines", "used", "core"), ("marines", "carried", "data")))
    for objective, memory, over in ((goal, used, False), (goal, both, True), (either, used, True)):
        table = Table(ROOM, M="marine", g="gaunt", objective=objective)
        table.set(ext={**table.state.ext, "missions": memory})
        assert (ended(checked(table)) is not None) is over


@pytest.mark.rule("MS-2")
@pytest.mark.rule("MS-3")
def test_hold_is_counted_at_round_ends_and_read_after_the_last_turn() -> None:
    goal = Objective("hold", n=2, zone="objective:hub")
    zones = {"objective:hub": [(0, 0), (1, 0)]}
    table = Table(ROOM, M="marine", g="gaunt", objective=goal, zones=zones, rounds=2)
    table.agenda(RoundEnd())
    table.run()
    while table.state.outcome is None:
        assert table.state.ext["missions"].held == (("marines", "objective:hub", 1),)
        table.agenda(RoundEnd()).set(round=2)
        table.run()
    assert ended(table) == ("marines", "round_limit")


@pytest.mark.rule("MS-3")
@pytest.mark.rule("TS-7")
def test_an_unmet_objective_at_the_limit_is_a_loss_against_the_hive() -> None:
    table = Table(ROOM, M="marine", g="gaunt", objective=Objective("exit"), rounds=3).set(round=3)
    table.agenda(RoundEnd())
    table.run()
    assert ended(table) == ("hive", "round_limit")


@pytest.mark.rule("MS-2")
def test_survive_is_won_when_the_rounds_are_over() -> None:
    table = Table(ROOM, M="marine", g="gaunt", objective=Objective("survive", n=3), rounds=3).set(round=3)
    table.agenda(RoundEnd())
    table.run()
    assert ended(table) == ("marines", "round_limit")


@pytest.mark.rule("MS-2")
def test_keep_wants_the_unit_alive_at_the_end() -> None:
    for states, winner in (((), "marines"), ((names.UNCONSCIOUS,), "hive")):
        table = Table(
            "MP........g.", M="marine", P="psyker", g="gaunt", objective=Objective("keep", target="psyker"), rounds=1
        )
        table.change("P", states=states).agenda(RoundEnd())
        table.run()
        assert ended(table) == (winner, "round_limit")


@pytest.mark.rule("MS-3")
@pytest.mark.rule("X-53")
def test_between_marines_the_score_decides_and_equal_is_a_draw() -> None:
    units = {"B": {"kind": "marine", "side": "blue"}, "R": {"kind": "marine", "side": "red"}}
    table = Table("B.........R.", sides=("blue", "red"), rounds=1, **units).agenda(RoundEnd())
    table.run()
    assert ended(table) == ("", "round_limit")
    table = Table("B.........R.", sides=("blue", "red"), rounds=1, **units)
    table.change("R", states=(names.UNCONSCIOUS,)).agenda(RoundEnd())
    table.run()
    assert ended(table) == ("blue", "round_limit")
    assert table.state.outcome is not None
    assert dict(table.state.outcome.scores) == {"blue": 20, "red": 0}


@pytest.mark.rule("MS-3")
def test_both_sides_met_at_one_check_goes_to_the_active_side_and_is_a_draw_between_marines() -> None:
    def gone(table: Table, *letters: str) -> None:
        fallen = {table.id(x): Gone(table.unit(x), "killed", 1, table.unit(x).cell) for x in letters}
        table.set(units={k: u for k, u in table.state.units.items() if k not in fallen}, gone=fallen)

    for active in ("marines", "hive"):
        table = Table(ROOM, M="marine", g="gaunt", objective=Objective("eliminate"))
        gone(table, "M", "g")
        assert ended(checked(table, active)) == (active, "objective" if active == "marines" else "overrun")
    units = {"B": {"kind": "marine", "side": "blue"}, "R": {"kind": "marine", "side": "red"}}
    table = Table("B....R.", sides=("blue", "red"), objective=Objective("eliminate"), **units)
    gone(table, "B", "R")
    table.agenda(CheckVictory("blue"))
    table.run()
    assert ended(table) == ("", "objective")


@pytest.mark.rule("MS-5")
def test_five_rounds_without_progress_end_the_game() -> None:
    table = Table("M.#.......g.", M="marine", g="gaunt", objective=Objective("exit"), rounds=30)
    for _ in range(5):
        assert table.state.outcome is None
        table.agenda(RoundEnd())
        table.run()
    assert ended(table) == ("hive", "no_progress")


@pytest.mark.rule("MS-5")
def test_an_open_survive_objective_stops_the_no_progress_rule() -> None:
    table = Table("M.#.......g.", M="marine", g="gaunt", objective=Objective("survive", n=20), rounds=30)
    for _ in range(8):
        table.agenda(RoundEnd())
        table.run()
    assert ended(table) is None


@pytest.mark.rule("MS-4")
@pytest.mark.rule("TS-1")
def test_a_card_is_drawn_each_round_and_the_game_ends_with_the_last() -> None:
    table = Table("M...+.....g.", M="marine", g="gaunt", rounds=0, deck=("power_surge", "silence"))
    table.agenda(StartRound(1))
    events = table.run(pick=[1])
    assert "CardDrawn" in [type(e).__name__ for e in events]
    assert table.state.doors == 1
    table.set(round=2).agenda(RoundEnd())
    table.run()
    assert ended(table) == ("hive", "deck_out")


@pytest.mark.rule("MS-3")
def test_nothing_can_be_done_after_the_end() -> None:
    table = Table(ROOM, M="marine", g="gaunt", objective=Objective("exit"), rounds=1).agenda(RoundEnd())
    table.run()
    assert table.to_act is None
    assert len(table.options()) == 0

    assert table.code(Pass()) == "GAME_OVER"


@pytest.mark.rule("MS-2")
def test_an_item_carried_out_is_remembered() -> None:
    markers = [MarkerSetup("item", 3, "data")]
    table = Table(
        "............",
        force={"marines": [Recruit("marine", cell=0)]},
        markers=markers,
        objective=Objective("carry", target="data"),
    )
    table.state = table.game.initial()
    table.run()

    marker = next(iter(table.state.markers.values()))
    tx = Tx(table.game, table.state, ScriptedDice())
    tx.emit(MarkerRemoved(marker.id, "carried_out", 1))
    assert tx.state.ext["missions"].deeds == (("marines", "carried", "data"),)
