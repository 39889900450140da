"""The MOVE step: who goes when, how each class moves, and doors (HM-01 to HM-13, HM-A6, HM-A7, HM-A19 to HM-A29)."""

import pytest

from game.api import Event
from game.core.events import (
    AgendaChanged,
    DiceRolled,
    PhaseBegan,
    TurnBegan,
    TurnEnded,
    UnitMoved,
)
from game.rules.hive.actions import ActivateXeno
from game.rules.hive.events import SporeBurst
from game.rules.hive.tasks import Catharsis, HiveMove, HiveTurn, XenoAttack, XenoMove
from game.rules.skirmish import names
from game.rules.skirmish.actions import Dodge, Fight, Jump, Move, Pass
from game.rules.skirmish.events import OrderGiven
from game.rules.skirmish.tasks import React
from tests.rules.hive.scene import activate, begin, draw, hive_turn, listed, of_kind, scene, waiting, walk
from tests.support.table import CORRIDOR, DOOR, OPEN


def order_of(events: list[Event]) -> list[int]:
    return [event.unit for event in of_kind(events, OrderGiven)]


# -- sequence ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HM-01", "HM-A27", "TS-6")
def test_the_turn_runs_through_its_four_steps_and_ends():
    table = scene(draw(OPEN, g=(5, 5)))
    events = hive_turn(table)
    events += table.act(Pass(), swarm=[1])
    assert [event.phase for event in of_kind(events, PhaseBegan)] == ["MOVE", "NESTS", "DICE", "PLACE"]
    assert [event.side for event in of_kind(events, TurnBegan)] == ["hive"]
    assert [event.side for event in of_kind(events, TurnEnded)] == ["hive"]


@pytest.mark.rule("HM-01", "C-9")
def test_the_hive_turn_follows_the_last_marine_turn_of_the_round():
    table = scene(draw(OPEN, g=(5, 5)))
    steps = [step.name for step in table.game.rulebook.sequences["round"]]
    assert steps.index("humans") < steps.index("hive") < steps.index("round_end")


@pytest.mark.rule("X-53")
def test_between_marines_there_is_no_hive_turn():
    table = scene(draw(OPEN, M=(5, 5)), sides=("marines", "others"))
    table.agenda(HiveTurn())
    assert table.run() == [AgendaChanged(())]


@pytest.mark.rule("HM-02")
def test_moving_is_an_option_and_passing_closes_the_step():
    table = scene(draw(OPEN, g=(5, 5)))
    hive_turn(table)
    assert isinstance(waiting(table), HiveMove)
    events = table.act(Pass(), swarm=[1])
    assert table.xy("g") == (5, 5)
    assert of_kind(events, OrderGiven) == []


@pytest.mark.rule("HM-02")
def test_one_xeno_may_stay_where_it_is_while_another_moves():
    table = scene(draw(OPEN, g=(5, 5), h=(9, 9)))
    hive_turn(table)
    activate(table, "g")
    table.act(Pass())
    assert table.code(ActivateXeno(table.id("g"))) == "ACTIVATED"
    activate(table, "h")
    walk(table, (12, 9), swarm=[1])
    assert (table.xy("g"), table.xy("h")) == ((5, 5), (12, 9))


@pytest.mark.rule("HM-03", "C-1", "OR-7")
def test_xenos_move_like_any_figure():
    table = scene(draw(OPEN, g=(5, 5), M=(20, 20)))
    hive_turn(table)
    activate(table, "g")
    assert isinstance(waiting(table), XenoMove)
    ends = {table.board.xy(move.path[-1]) for move in listed(table, Move)} | {(5, 5)}
    assert ends == {(x, y) for x in range(12) for y in range(12)}
    straight = Move(tuple(table.at(x, 5) for x in range(6, 13)))
    assert table.code(straight) == "TOO_FAR"


@pytest.mark.rule("HM-03", "OR-7", "MV-3")
def test_a_xeno_may_jump_instead_of_moving():
    table = scene("g.~~..M..\n" + "\n".join(["###~~####"] * 8), M={"kind": "marine", "policy": "hold"})
    hive_turn(table)
    activate(table, "g")
    events = table.act(Jump(table.at(5, 0)))
    assert [event.how for event in of_kind(events, UnitMoved)] == ["jump"]
    assert isinstance(waiting(table), XenoAttack)


# -- spores --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HM-04", "C-12")
@pytest.mark.parametrize(("face", "end"), [(3, (7, 5)), (8, (3, 3))])
def test_a_spore_drifts_its_full_movement_in_the_direction_of_one_die(face: int, end: tuple[int, int]):
    table = scene(draw(OPEN, s=(5, 5)))
    hive_turn(table)
    events = activate(table, "s", hive__drift=[face], swarm=[1])
    assert table.xy("s") == end
    assert len([roll for roll in of_kind(events, DiceRolled) if roll.purpose == "hive.drift"]) == 1


@pytest.mark.rule("HM-05", "HM-07")
def test_spores_go_first_then_swarms_then_the_rest_whatever_their_ids():
    table = scene(draw(OPEN, g=(1, 1), y=(3, 1), w=(1, 20), v=(3, 20), s=[(20, 1), (20, 20)]))
    hive_turn(table)
    events: list[Event] = []
    assert table.code(ActivateXeno(table.id("g"))) == "SPORES_FIRST"
    assert table.code(ActivateXeno(table.id("w"))) == "SPORES_FIRST"
    events += activate(table, "s2", hive__drift=[1])
    events += activate(table, "s", hive__drift=[1])
    assert table.code(ActivateXeno(table.id("g"))) == "SWARMS_FIRST"
    for letter in ("v", "w"):
        events += activate(table, letter)
    events += activate(table, "y")
    assert order_of(events) == [table.id(letter) for letter in ("s2", "s", "v", "w", "y")]


@pytest.mark.rule("HM-05")
def test_a_gaunt_cannot_go_before_the_spore():
    table = scene(draw(OPEN, g=(1, 1), s=(20, 1), w=(10, 20)))
    hive_turn(table)
    events = activate(table, "s", hive__drift=[1])
    events += activate(table, "w")
    events += activate(table, "g")
    assert order_of(events) == [table.id(letter) for letter in ("s", "w", "g")]


@pytest.mark.rule("HM-A29")
def test_passing_still_moves_spores_and_swarms_and_nothing_else():
    table = scene(draw(OPEN, g=(20, 5), s=(5, 5), w=(0, 0), M=(6, 0)))
    hive_turn(table)
    events = table.act(Pass(), {"hive.drift": [5], "swarm": [1]})
    assert order_of(events) == [table.id("s"), table.id("w")]
    assert (table.xy("s"), table.xy("w"), table.xy("g")) == ((5, 7), (3, 0), (20, 5))


@pytest.mark.rule("HM-A7")
def test_a_spore_stops_before_what_bars_it_and_opens_no_door():
    table = scene(draw(DOOR, s=(9, 5)))
    hive_turn(table)
    activate(table, "s", hive__drift=[3], swarm=[1])
    assert table.xy("s") == (9, 5)
    behind = scene(draw(OPEN, s=(5, 5), g=(7, 5)))
    hive_turn(behind)
    activate(behind, "s", hive__drift=[3])
    assert behind.xy("s") == (6, 5)


@pytest.mark.rule("HM-A7")
def test_a_spore_that_ends_its_drift_beside_a_trooper_bursts_on_all_it_touches():
    table = scene(draw(OPEN, s=(3, 5), M=(5, 5), g=(4, 6), N=(20, 20)))
    hive_turn(table)
    events = activate(table, "s", hive__drift=[3], save=[9, 12], guts=[1], swarm=[1])
    (burst,) = of_kind(events, SporeBurst)
    assert burst.cell == table.at(4, 5)
    assert set(burst.units) == {table.id("M"), table.id("g")}
    assert table.unit("M").wounds == 1
    assert table.id("s") not in table.state.units
    assert table.state.gone[table.id("s")].reason == "burst"
    assert table.state.gone[table.id("g")].by == table.id("s")


@pytest.mark.rule("HM-A7", "MV-5")
def test_a_dodge_takes_a_trooper_out_of_the_burst():
    table = scene(draw(OPEN, s=(3, 5), M=(5, 5)), M="marine")
    hive_turn(table)
    activate(table, "s", hive__drift=[3])
    assert isinstance(waiting(table), React)
    table.act(Dodge(), dodge=[7])
    events = table.act(Pass(), swarm=[1])
    assert [event.units for event in of_kind(events, SporeBurst)] == [()]
    assert table.unit("M").wounds == 0
    failed = scene(draw(OPEN, s=(3, 5), M=(5, 5)), M="marine")
    hive_turn(failed)
    activate(failed, "s", hive__drift=[3])
    failed.act(Dodge(), dodge=[15], save=[9])
    assert failed.unit("M").wounds == 1


@pytest.mark.rule("HM-A7", "RL-3")
def test_a_spore_shot_down_beside_its_victim_still_goes_off():
    table = scene(draw(OPEN, s=(3, 5), M=(5, 5)), M="marine")
    hive_turn(table)
    activate(table, "s", hive__drift=[3])
    events = table.act(Fight("knife", table.id("s")), cc=[10], save=[1, 20])
    assert [event.units for event in of_kind(events, SporeBurst)] == [(table.id("M"),)]
    assert table.state.gone[table.id("s")].reason == "killed"


@pytest.mark.rule("HM-A7")
def test_spores_do_not_set_each_other_off():
    table = scene(draw(OPEN, s=[(3, 5), (4, 6)], M=(5, 5)))
    hive_turn(table)
    events = activate(table, "s", hive__drift=[3], save=[1, 20], guts=[1], swarm=[1])
    assert len(of_kind(events, SporeBurst)) == 1
    assert table.state.gone[table.id("s2")].reason == "killed"


@pytest.mark.rule("HM-A7")
def test_without_the_switch_spores_are_harmless():
    table = scene(draw(OPEN, s=(3, 5), M=(5, 5)), rules={"spore_burst": False})
    hive_turn(table)
    activate(table, "s", hive__drift=[3], swarm=[1])
    assert table.xy("s") == (4, 5)
    assert table.unit("M").wounds == 0


@pytest.mark.rule("HM-A7")
def test_a_spore_does_not_burst_beside_those_who_are_down():
    table = scene(draw(OPEN, s=(3, 5), M=(5, 6))).change("M", states=(names.UNCONSCIOUS,))
    hive_turn(table)
    activate(table, "s", hive__drift=[3], swarm=[1])
    assert table.xy("s") == (5, 5)


# -- swarms --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HM-06")
def test_a_swarm_does_not_open_doors():
    table = scene(draw(DOOR, w=(9, 5), M=(12, 5)))
    hive_turn(table)
    events = activate(table, "w", swarm=[1])
    assert table.xy("w") == (9, 5)
    assert [roll.purpose for roll in of_kind(events, DiceRolled)] == ["swarm"]
    assert table.state.doors == 0


@pytest.mark.rule("HM-08", "C-8")
def test_a_swarm_heads_for_the_nearest_marine_by_path():
    table = scene(draw(OPEN, w=(0, 0), M=(6, 0), N=(0, 9)))
    hive_turn(table)
    activate(table, "w", swarm=[1])
    assert table.xy("w") == (3, 0)


@pytest.mark.rule("HM-08")
def test_a_swarm_goes_where_the_way_is_open():
    table = scene(draw(DOOR, w=(8, 5), M=(11, 5), N=(2, 5)))
    hive_turn(table)
    activate(table, "w", swarm=[1])
    assert table.xy("w") == (5, 5)


@pytest.mark.rule("HM-A21", "X-31")
def test_a_swarm_without_an_open_way_waits_at_the_door_unless_the_switch_is_off():
    table = scene(draw(DOOR, w=(5, 5), M=(12, 5)))
    hive_turn(table)
    activate(table, "w", swarm=[1])
    assert table.xy("w") == (8, 5)
    still = scene(draw(DOOR, w=(5, 5), M=(12, 5)), rules={"swarm_waits_at_door": False})
    hive_turn(still)
    activate(still, "w", swarm=[1])
    assert still.xy("w") == (5, 5)
    walled = scene(draw(DOOR.replace("+", "#"), w=(5, 5), M=(12, 5)))
    hive_turn(walled)
    activate(walled, "w", swarm=[1])
    assert walled.xy("w") == (5, 5)


@pytest.mark.rule("HM-A22", "C-8")
def test_among_equally_near_marines_the_weaker_then_the_older_is_the_target():
    table = scene(draw(CORRIDOR, M=(4, 0), w=(10, 0), N=(16, 0)))
    hive_turn(table.change("N", wounds=1))
    activate(table, "w", swarm=[1])
    assert table.xy("w") == (13, 0)
    equal = scene(draw(CORRIDOR, M=(4, 0), w=(10, 0), N=(16, 0)))
    hive_turn(equal)
    activate(equal, "w", swarm=[1])
    assert equal.xy("w") == (7, 0)


@pytest.mark.rule("HM-A22")
def test_those_who_are_down_are_hunted_only_when_nobody_else_can_be_reached():
    table = scene(draw(CORRIDOR, M=(7, 0), w=(10, 0), N=(16, 0))).change("M", states=(names.INCAPACITATED,))
    hive_turn(table)
    activate(table, "w", swarm=[1])
    assert table.xy("w") == (13, 0)
    alone = scene(draw(CORRIDOR, M=(5, 0), w=(10, 0))).change("M", states=(names.INCAPACITATED,))
    hive_turn(alone)
    activate(alone, "w", swarm=[1])
    assert alone.xy("w") == (7, 0)


@pytest.mark.rule("ST-10")
def test_a_swarm_hunts_a_camouflaged_marker_and_finds_it_out():
    table = scene(draw(CORRIDOR, M=(4, 0), w=(7, 0))).change("M", states=(names.CAMOUFLAGED,))
    hive_turn(table)
    activate(table, "w")
    assert table.xy("w") == (5, 0)
    assert table.unit("M").states == ()


@pytest.mark.rule("OR-7")
def test_a_swarm_may_attack_what_it_reached_and_nothing_else():
    table = scene(draw(OPEN, w=(5, 5), M=(8, 5)))
    hive_turn(table)
    activate(table, "w")
    assert isinstance(waiting(table), XenoAttack)
    assert table.options() == [Fight("claws", table.id("M")), Pass()]
    table.act(Fight("claws", table.id("M")), cc=[10], save=[9], swarm=[1])
    assert table.unit("M").wounds == 1


@pytest.mark.rule("HM-A22", "HI-1")
def test_a_swarm_does_not_tell_how_weak_a_marker_is():
    for wounds in (0, 1):
        table = scene(draw(CORRIDOR, M=(4, 0), w=(10, 0), N=(16, 0)))
        table.change("M", states=(names.CAMOUFLAGED,)).change("N", states=(names.CAMOUFLAGED,), wounds=wounds)
        hive_turn(table)
        activate(table, "w", swarm=[1])
        assert table.xy("w") == (7, 0)


# -- victory -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TS-5", "MS-2")
@pytest.mark.parametrize("how", ["activation", "catharsis"])
def test_the_game_ends_with_the_activation_that_decides_it(how: str):
    """The last trooper falls: nobody else moves or strikes any more."""
    down = {"kind": "marine", "wounds": 2, "states": (names.PRONE, names.UNCONSCIOUS)}
    up = {"kind": "marine", "wounds": 1, "policy": "hold"}
    table = scene(draw(OPEN, g=(5, 5), h=(5, 6), M=(6, 5), N=(20, 20)), M=up, N=down, hive_objective=None)
    if how == "activation":
        hive_turn(table)
        activate(table, "g")
        table.act(Fight("claws", table.id("M")), cc=[10], save=[1])
    else:
        begin(table, Catharsis("hive"), dice={"cc": [10], "save": [1]})
    outcome = table.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("hive", "overrun")
    assert table.state.agenda == ()
    assert table.unit("h").count(names.ACTED) == 0
