"""Objectives and victory (MS-2, MS-3, TS-7)."""

from typing import Any

import pytest

from game.api import Gone, MarkerSetup, Objective, Recruit, ScriptedDice, Tx
from game.core.events import MarkerRemoved
from game.rules.skirmish import names
from game.rules.skirmish.missions import REASONS, CheckVictory, Tally
from game.rules.skirmish.tasks import CommandStep, RoundEnd
from tests.support.table import Table

ROOM = "M.........g.\n............\n............"


def checked(table: Table, active: str = "marines") -> Table:
    """Run one victory check."""
    table.agenda(CheckVictory(active), CommandStep(active), turn=active)
    table.run()
    return table


def bury(table: Table, *letters: str, reason: str = "killed") -> Table:
    """Units left the table."""
    fallen = {table.id(x): Gone(table.unit(x), reason, 1, table.unit(x).cell) for x in letters}
    units = {key: unit for key, unit in table.state.units.items() if key not in fallen}
    return table.set(units=units, gone={**table.state.gone, **fallen})


def round_over(table: Table, number: int = 0) -> Table:
    """The end of a round."""
    table.set(round=number or table.state.round).agenda(RoundEnd(), turn="")
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
    assert ended(checked(bury(table, "g"))) == ("marines", "objective")


@pytest.mark.rule("MS-2")
@pytest.mark.parametrize(
    ("target", "fallen", "met"),
    [("gaunt", "g", True), ("synapse", "g", False), ("synapse", "y", True), ("all", "gy", True), ("", "g", False)],
)
def test_eliminate_may_name_a_kind_or_a_class(target: str, fallen: str, met: bool) -> None:
    goal = Objective("eliminate", target=target)
    table = Table("M.......g.y.", M="marine", g="gaunt", y="warrior", objective=goal)
    assert (ended(checked(bury(table, *fallen))) is not None) is met


@pytest.mark.rule("MS-2")
def test_whoever_left_by_the_exit_or_is_still_to_arrive_is_not_eliminated() -> None:
    units: dict[str, Any] = {
        "B": {"kind": "marine", "side": "blue"},
        "R": {"kind": "marine", "side": "red"},
        "S": {"kind": "marine", "side": "red"},
    }
    for reason, met in (("killed", True), ("safe", False), ("no_room", True)):
        table = Table("B....R.S", sides=("blue", "red"), objective=Objective("eliminate"), **units)
        assert (ended(checked(bury(bury(table, "R"), "S", reason=reason), "blue")) is not None) is met
    table = Table("B....R.S", sides=("blue", "red"), objective=Objective("eliminate"), **units)
    bury(table, "R").change("S", cell=-1, states=(names.WAITING,))
    assert ended(checked(table, "blue")) is None


@pytest.mark.rule("MS-2")
def test_with_no_enemy_ever_there_nobody_is_eliminated() -> None:
    table = Table("M...........", M="marine", objective=Objective("eliminate"), rounds=1)
    assert ended(checked(table)) is None
    assert ended(round_over(table)) == ("hive", "round_limit")


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
    table = Table("MAB.......g.", M="marine", A="marine", B="marine", g="gaunt", objective=Objective("exit", n=2))
    bury(table, "A", reason="killed")
    assert ended(checked(bury(table, "M", reason="safe"))) is None
    assert ended(checked(bury(table, "B", reason="safe"))) == ("marines", "objective")


@pytest.mark.rule("MS-2")
def test_too_few_left_to_exit_and_nobody_on_the_board_is_overrun() -> None:
    table = Table("MA........g.", M="marine", A="marine", g="gaunt", objective=Objective("exit", n=2))
    bury(table, "M", reason="safe")
    assert ended(checked(bury(table, "A"), "hive")) == ("hive", "overrun")


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


def nested(**mark: Any) -> Objective:
    """A console to be used, and a psyker to be kept or six rounds to be survived."""
    either = Objective("any", parts=(Objective("keep", target="psyker"), Objective("survive", n=6)))
    return Objective("all", parts=(Objective("console", target="core"), either), **mark)


@pytest.mark.rule("MS-2")
@pytest.mark.parametrize(("mark", "over"), [(None, False), (False, False), (True, True)])
def test_a_mark_on_a_combination_says_when_all_of_it_is_read(mark: bool | None, over: bool) -> None:
    """Unmarked, it ends the game only if its parts do; marked, its parts count as they stand at the check."""
    goal = nested(at_once=mark)
    table = Table("MP........g.", M="marine", P="psyker", g="gaunt", objective=goal, rounds=4)
    assert ended(checked(table)) is None
    table.set(ext={**table.state.ext, "missions": Tally(deeds=(("marines", "used", "core"),))})
    assert ended(checked(table)) == (("marines", "objective") if over else None)
    if not over:
        assert ended(round_over(table, 4)) == ("marines", "round_limit")


@pytest.mark.rule("MS-2")
def test_of_alternatives_only_those_that_count_at_once_end_the_game_early() -> None:
    goal = Objective("any", parts=(Objective("keep", target="marine"), Objective("exit")))
    table = Table("MA........g.", M="marine", A="marine", g="gaunt", objective=goal, rounds=4)
    assert ended(checked(table)) is None
    assert ended(checked(bury(table, "A", reason="safe"))) == ("marines", "objective")
    kept = Table("MA........g.", M="marine", A="marine", g="gaunt", objective=goal, rounds=4)
    assert ended(round_over(kept, 4)) == ("marines", "round_limit")


@pytest.mark.rule("MS-2")
def test_an_exit_that_is_marked_to_be_read_at_the_end_is() -> None:
    table = Table(
        "MA........g.", M="marine", A="marine", g="gaunt", objective=Objective("exit", at_once=False), rounds=4
    )
    assert ended(checked(bury(table, "A", reason="safe"))) is None
    assert ended(round_over(table, 4)) == ("marines", "round_limit")


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
def test_survive_marked_at_once_ends_the_game_with_its_last_round_and_not_before() -> None:
    goal = Objective("survive", n=3, at_once=True)
    table = Table(ROOM, M="marine", g="gaunt", objective=goal, rounds=9)
    table.set(ext={**table.state.ext, "missions": Tally(rounds=2)})
    assert ended(checked(table.set(round=3))) is None
    assert ended(round_over(table, 3)) == ("marines", "objective")


@pytest.mark.rule("MS-2")
@pytest.mark.parametrize(
    ("cell", "states", "winner"),
    [(0, (), "marines"), (-1, (names.WAITING,), "marines"), (0, (names.UNCONSCIOUS,), "hive")],
)
def test_survivors_are_those_who_are_up_or_still_to_arrive(cell: int, states: tuple[str, ...], winner: str) -> None:
    table = Table(ROOM, M="jumper", g="gaunt", objective=Objective("survive", n=1), rounds=1)
    table.change("M", cell=cell, states=states)
    outcome = ended(round_over(table))
    assert outcome is not None
    assert outcome[0] == winner


@pytest.mark.rule("MS-2")
@pytest.mark.parametrize("fate", ["up", "down", "waiting", "safe", "killed", "sacrificed"])
def test_keep_wants_the_unit_alive_at_the_end(fate: str) -> None:
    """Down is not dead (D-H15); out by the exit is safe."""
    goal = Objective("keep", target="psyker")
    table = Table("MP........g.", M="marine", P="psyker", g="gaunt", objective=goal, rounds=2)
    if fate == "down":
        table.change("P", states=(names.UNCONSCIOUS,))
    elif fate == "waiting":
        table.change("P", cell=-1, states=(names.WAITING,))
    elif fate != "up":
        bury(table, "P", reason=fate)
    assert ended(checked(table)) is None
    assert ended(round_over(table, 2)) == ("hive" if fate in ("killed", "sacrificed") else "marines", "round_limit")


@pytest.mark.rule("MS-2", "MS-3")
def test_an_objective_out_of_reach_does_not_end_the_game() -> None:
    """Whom one had to keep is dead; the rounds are still played."""
    goal = Objective("keep", target="psyker")
    table = Table("MP........g.", M="marine", P="psyker", g="gaunt", objective=goal, rounds=3)
    assert ended(checked(bury(table, "P"))) is None
    table.agenda(RoundEnd())
    table.run()
    assert (ended(table), table.state.round) == (None, 2)


@pytest.mark.rule("MS-3")
@pytest.mark.rule("X-53")
def test_between_marines_the_score_decides_and_equal_is_a_draw() -> None:
    units: dict[str, Any] = {"B": {"kind": "marine", "side": "blue"}, "R": {"kind": "marine", "side": "red"}}
    table = Table("B.........R.", sides=("blue", "red"), rounds=1, **units).agenda(RoundEnd())
    table.run()
    assert ended(table) == ("", "round_limit")
    table = Table("B.........R.", sides=("blue", "red"), rounds=1, **units)
    table.change("R", states=(names.UNCONSCIOUS,)).agenda(RoundEnd())
    table.run()
    assert ended(table) == ("blue", "round_limit")
    assert table.state.outcome is not None
    assert dict(table.state.outcome.scores) == {"blue": 20, "red": 0}


@pytest.mark.rule("MS-2", "MS-3")
@pytest.mark.parametrize("active", ["marines", "hive"])
def test_the_hives_default_is_not_met_while_the_marines_objective_is(active: str) -> None:
    """One effect kills the last of both: the marines have done what they came for."""
    table = Table(ROOM, M="marine", g="gaunt", objective=Objective("eliminate"))
    assert ended(checked(bury(table, "M", "g"), active)) == ("marines", "objective")


@pytest.mark.rule("MS-2", "MS-3")
@pytest.mark.parametrize("met", [True, False])
def test_an_objective_read_at_the_end_holds_off_the_hives_default_if_it_is_met_by_then(met: bool) -> None:
    goal = Objective("hold", n=2, zone="objective:hub")
    table = Table(ROOM, M="marine", g="gaunt", objective=goal, zones={"objective:hub": [(0, 0)]}, rounds=3)
    held = Tally(held=(("marines", "objective:hub", 2 if met else 1),))
    table.set(ext={**table.state.ext, "missions": held})
    assert ended(checked(bury(table, "M"), "hive")) == (None if met else ("hive", "overrun"))
    if met:
        assert ended(round_over(table, 3)) == ("marines", "round_limit")


@pytest.mark.rule("MS-3")
@pytest.mark.parametrize("active", ["marines", "hive"])
def test_both_sides_met_at_one_check_goes_to_the_active_side(active: str) -> None:
    goal = Objective("eliminate")
    table = Table(ROOM, M="marine", g="gaunt", objective=goal, hive_objective=goal)
    assert ended(checked(bury(table, "M", "g"), active)) == (active, "objective")


@pytest.mark.rule("MS-3")
def test_both_sides_met_at_one_check_is_a_draw_between_marines() -> None:
    units: dict[str, Any] = {"B": {"kind": "marine", "side": "blue"}, "R": {"kind": "marine", "side": "red"}}
    for sides in (("blue", "red"), ("blue", "red", "hive")):
        table = Table("B....R.", sides=sides, objective=Objective("eliminate"), **units)
        bury(table, "B", "R").agenda(CheckVictory("blue"))
        table.run()
        assert ended(table) == ("", "objective")


@pytest.mark.rule("MS-3")
def test_at_the_limit_the_marines_objective_decides_against_the_hive() -> None:
    for rounds, winner in ((2, "marines"), (3, "hive")):
        table = Table(ROOM, M="marine", g="gaunt", objective=Objective("survive", n=rounds), rounds=2)
        bury(table, "g")
        assert ended(round_over(table, 2)) == (winner, "round_limit")


@pytest.mark.rule("MS-2", "MS-3")
@pytest.mark.parametrize(("blue", "red", "winner"), [(1, 1, "m"), (1, 0, "hive"), (0, 0, "hive")])
def test_a_team_has_met_its_objective_when_each_of_its_sides_has(blue: int, red: int, winner: str) -> None:
    units: dict[str, Any] = {
        "B": {"kind": "marine", "side": "blue"},
        "C": {"kind": "marine", "side": "blue"},
        "R": {"kind": "marine", "side": "red"},
        "S": {"kind": "marine", "side": "red"},
    }
    table = Table(
        "BCRS......g.",
        sides=("blue", "red", "hive"),
        teams={"blue": "m", "red": "m"},
        objective=Objective("exit"),
        g="gaunt",
        rounds=1,
        **units,
    )
    bury(table, *(["B"] if blue else []), *(["R"] if red else []), reason="safe")
    checked(table, "blue")
    assert ended(table) == (("m", "objective") if winner == "m" else None)
    if winner == "hive":
        assert ended(round_over(table)) == ("hive", "round_limit")


@pytest.mark.rule("MS-2")
def test_friends_hold_a_zone_together() -> None:
    """More conscious troopers than enemies: those of a friendly side are no enemies."""
    units: dict[str, Any] = {
        "B": {"kind": "marine", "side": "blue"},
        "R": {"kind": "marine", "side": "red"},
        "D": {"kind": "marine", "side": "red", "states": (names.INCAPACITATED,)},
    }
    for rows, held in (
        ("BRg.....", True),
        ("Bg......", False),
        (".Rg.....", False),
        ("BDg.....", False),
        ("BRgh....", False),
    ):
        table = Table(
            rows,
            sides=("blue", "red", "hive"),
            teams={"blue": "m", "red": "m"},
            zones={"objective:hub": [(x, 0) for x in range(4)]},
            objective=Objective("hold", n=2, zone="objective:hub"),
            **{letter: what for letter, what in {**units, "g": "gaunt", "h": "gaunt"}.items() if letter in rows},
        )
        round_over(table)
        assert table.state.ext["missions"].held == (
            (("blue", "objective:hub", 1), ("red", "objective:hub", 1)) if held else ()
        )


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
