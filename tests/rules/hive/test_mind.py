"""Result 2: Catharsis, Warp field and Warp shadow (HM-26 to HM-32, HM-39 to HM-42, HM-A1 to HM-A3, HM-A10, HM-A11)."""

import pytest

from game.api import Ctx, Event
from game.core.events import DiceRolled, UnitMoved
from game.rules.hive.actions import ActivateXeno, ChoosePsyker, SpendSwarmDice
from game.rules.hive.events import HiveMindActs, SporeBurst
from game.rules.hive.tasks import Catharsis, HiveEnd, HiveMove, MindEffect
from game.rules.skirmish import names
from game.rules.skirmish.actions import Command, Dodge, Fight, GiveOrder, Idle, Move, Pass, Shoot
from game.rules.skirmish.events import OrderGiven, SaveMade, SkillDeclared
from game.rules.skirmish.queries import barred
from game.rules.skirmish.tasks import CommandStep, OrdersPhase, React, TurnStart
from tests.rules.hive.scene import HOLD, begin, draw, hive_turn, listed, of_kind, rolled, scene, spend, waiting
from tests.support.table import CORRIDOR, DOOR, OPEN, Table


def effects(events: list[Event]) -> list[str]:
    return [event.effect for event in of_kind(events, HiveMindActs)]


def catharsis(table: Table, **dice: list[int]) -> list[Event]:
    return begin(table, Catharsis("hive"), dice=dice)


# -- Catharsis -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("HM-26")
@pytest.mark.parametrize("twos", [1, 2, 3, 4])
def test_the_first_plan_listed_for_twos_is_the_largest_effect(twos: int):
    table = rolled(*[2] * twos, rows=draw(OPEN, M=(5, 5)))
    name = ("catharsis", "warp_field", "psychic_howl", "warp_shadow")[twos - 1]
    assert listed(table, SpendSwarmDice)[0].plan == (name,)


@pytest.mark.rule("HM-27")
def test_a_single_two_means_catharsis():
    table = rolled(2, 1, rows=draw(OPEN, M=(5, 5)))
    assert listed(table, SpendSwarmDice) == [SpendSwarmDice(("catharsis",))]
    assert effects(spend(table, "catharsis")) == ["catharsis"]


@pytest.mark.rule("HM-28", "HM-A1")
def test_every_xeno_advances_towards_its_nearest_marine():
    table = scene(draw(OPEN, g=(2, 5), M=(10, 5), N=(2, 17), h=(12, 17)))
    catharsis(table)
    assert table.xy("g") == (8, 5)
    assert table.xy("h") == (6, 17)


@pytest.mark.rule("HM-28", "HM-A2")
def test_spores_go_first_and_straight_then_swarms_then_the_rest():
    table = scene(draw(OPEN, g=(0, 5), w=(0, 9), s=(0, 1), M=(20, 5)))
    events = catharsis(table)
    assert [event.unit for event in of_kind(events, OrderGiven)] == [table.id(letter) for letter in "swg"]
    assert [roll.purpose for roll in of_kind(events, DiceRolled)] == []
    assert (table.xy("s"), table.xy("w"), table.xy("g")) == ((2, 3), (3, 6), (6, 5))


@pytest.mark.rule("HM-A2", "HM-A7")
def test_a_spore_that_reaches_a_marine_in_catharsis_bursts():
    table = scene(draw(OPEN, s=(5, 5), M=(8, 5)))
    events = catharsis(table, save=[20], guts=[1])
    assert [event.cell for event in of_kind(events, SporeBurst)] == [table.at(7, 5)]


@pytest.mark.rule("HM-29", "HM-30")
@pytest.mark.parametrize(("kind", "wounds"), [("catharsis", 1), ("xeno", 0)])
def test_they_attack_in_close_combat_one_point_harder(kind: str, wounds: int):
    table = scene(draw(OPEN, g=(5, 5), M=(9, 5)))
    if kind == "catharsis":
        events = catharsis(table, cc=[10], save=[10])
    else:
        hive_turn(table)
        table.act(ActivateXeno(table.id("g")))
        (way,) = [move for move in listed(table, Move) if move.path[-1] == table.at(8, 5)]
        table.act(way)
        events = table.act(Fight("claws", table.id("M")), cc=[10], save=[10], swarm=[1])
    assert table.xy("g") == (8, 5)
    assert table.unit("M").wounds == wounds
    assert [save.damage for save in of_kind(events, SaveMade)] == [12 + wounds]


@pytest.mark.rule("HM-28")
def test_those_in_front_go_first_and_do_not_bar_the_way():
    table = scene(draw(CORRIDOR, h=(2, 0), g=(3, 0), M=(20, 0)))
    events = catharsis(table)
    assert [event.unit for event in of_kind(events, OrderGiven)] == [table.id("g"), table.id("h")]
    assert (table.xy("g"), table.xy("h")) == ((9, 0), (8, 0))


@pytest.mark.rule("HM-29")
def test_without_contact_there_is_no_attack():
    table = scene(draw(OPEN, g=(2, 5), M=(12, 5)))
    events = catharsis(table)
    assert table.xy("g") == (8, 5)
    assert of_kind(events, DiceRolled) == []


@pytest.mark.rule("HM-31")
def test_they_do_not_shoot():
    table = scene(draw(CORRIDOR, y=(2, 0), M=(16, 0)))
    events = catharsis(table)
    assert table.xy("y") == (8, 0)
    assert of_kind(events, DiceRolled) == []
    assert waiting(table) is None


@pytest.mark.rule("HM-A1")
def test_trying_a_door_is_forced_in_catharsis():
    table = scene(draw(DOOR, g=(8, 5), M=(18, 5)))
    catharsis(table, hive__door=[2])
    assert table.xy("g") == (9, 5)
    opened = scene(draw(DOOR, g=(8, 5), M=(18, 5)))
    catharsis(opened, hive__door=[6])
    assert opened.xy("g") == (13, 5)


@pytest.mark.rule("HM-A1", "HM-A6", "HM-A19")
def test_the_last_point_of_an_advance_goes_into_the_door_in_the_way():
    for face, opened in ((6, True), (5, False)):
        table = scene(draw(DOOR, g=(4, 5), M=(18, 5)))
        catharsis(table, hive__door=[face])
        assert (table.xy("g"), table.state.doors == 1) == ((9, 5), opened)
        assert table.unit("g").count("door_tried") == 1
    synaptic = scene(draw(DOOR, y=(4, 5), M=(18, 5)))
    catharsis(synaptic)
    assert (synaptic.xy("y"), synaptic.state.doors) == ((9, 5), 1)
    spent = scene(draw(DOOR, g=(3, 5), M=(18, 5)))
    catharsis(spent)
    assert (spent.xy("g"), spent.state.doors) == ((9, 5), 0)


@pytest.mark.rule("HM-A1", "HM-08")
def test_a_door_that_is_not_in_the_way_is_let_alone_in_catharsis():
    table = scene(draw(DOOR, y=(8, 2), M=(2, 5), N=(18, 5)))
    catharsis(table, cc=[20])
    assert table.state.doors == 0
    beside = scene(draw(DOOR, g=(9, 4), M=(9, 7)), M=HOLD)
    catharsis(beside, cc=[20])
    assert beside.unit("g").count("door_tried") == 0


@pytest.mark.rule("HM-A1", "OR-7")
def test_catharsis_activates_those_again_who_have_had_their_turn():
    table = scene(draw(OPEN, g=(2, 5), M=(20, 5)))
    hive_turn(table)
    table.act(ActivateXeno(table.id("g")))
    (way,) = [move for move in listed(table, Move) if move.path[-1] == table.at(8, 5)]
    table.act(way, swarm=[2])
    spend(table, "catharsis")
    assert table.xy("g") == (14, 5)


@pytest.mark.rule("HM-A1")
def test_an_engaged_xeno_strikes_where_it_stands():
    table = scene(draw(OPEN, g=(5, 5), M=(6, 5), N=(15, 15)))
    events = catharsis(table, cc=[20])
    assert of_kind(events, UnitMoved) == []
    assert [roll.purpose for roll in of_kind(events, DiceRolled)] == ["cc"]


@pytest.mark.rule("HM-A1")
def test_only_whom_it_touches_may_answer_and_only_with_blows_or_a_dodge():
    table = scene(draw(OPEN, g=(5, 5), M=(9, 5), N=(9, 12)), M="marine", N="marine")
    catharsis(table)
    assert waiting(table) == React(table.id("M"), 1)
    assert {type(action) for action in table.options()} == {Fight, Dodge, Pass}
    assert table.code(Shoot("rifle", (table.id("g"),), table.at(6, 5))) == "CATHARSIS_REACTION"
    events = table.act(Fight("knife", table.id("g")), cc=[5, 12], save=[1])
    assert table.id("g") not in table.state.units
    assert waiting(table) is None
    assert of_kind(events, SaveMade) != []


@pytest.mark.rule("HM-29", "ST-10", "HI-1")
@pytest.mark.parametrize("wounds", [0, 1])
def test_the_blow_never_falls_on_a_marker_that_walked_into_contact(wounds: int):
    """Not even on one weaker than the trooper it fights: nobody attacks what he has not found out."""
    table = scene(draw(OPEN, g=(5, 5), M=(6, 5), N=(4, 5)))
    table.change("N", states=(names.CAMOUFLAGED,), wounds=wounds)
    events = catharsis(table, cc=[20])
    assert [event.action for event in of_kind(events, SkillDeclared)] == [Fight("claws", table.id("M"))]
    alone = scene(draw(OPEN, g=(5, 5), N=(4, 5))).change("N", states=(names.CAMOUFLAGED,))
    assert of_kind(catharsis(alone), DiceRolled) == []
    assert alone.unit("N").states == (names.CAMOUFLAGED,)


@pytest.mark.rule("HM-A1")
def test_whom_the_last_xeno_touched_is_not_asked_about_the_next_one():
    table = scene(draw(OPEN, g=(5, 5), M=(6, 5), h=(15, 15), N=(16, 15)), M="marine")
    catharsis(table)
    assert waiting(table) == React(table.id("M"), 2)
    table.act(Pass(), cc=[20, 20])
    assert waiting(table) is None


@pytest.mark.rule("X-21")
def test_an_isolated_xeno_is_left_out_of_catharsis():
    table = scene(draw(OPEN, g=(2, 5), M=(10, 5))).change("g", states=(names.ISOLATED,))
    catharsis(table)
    assert table.xy("g") == (2, 5)


@pytest.mark.rule("HM-A1")
def test_by_the_switch_catharsis_comes_at_the_start_of_the_next_turn():
    table = scene(draw(OPEN, g=(2, 5), M=(20, 5)), rules={"catharsis_timing": "next_turn"})
    begin(table, MindEffect("hive", "catharsis"))
    assert table.xy("g") == (2, 5)
    hive_turn(table)
    assert table.xy("g") == (8, 5)
    assert isinstance(waiting(table), HiveMove)
    assert table.state.effects == ()


# -- Warp field ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("HM-32", "HM-A3")
def test_warp_field_silences_officers_for_one_turn_but_no_orders():
    table = rolled(2, 2, rows=draw(OPEN, O=(5, 5), g=(20, 20)), O="officer")
    spend(table, "warp_field")
    table.agenda(TurnStart("marines"), TurnStart("marines"), turn="")
    table.run()
    assert isinstance(waiting(table), OrdersPhase)
    assert table.code(Command(table.id("O"), names.FALL_BACK)) == "WARP_FIELD"
    assert table.code(GiveOrder(table.id("O"))) == ""
    turn_over_once(table)
    assert isinstance(waiting(table), CommandStep)
    assert table.code(Command(table.id("O"), names.FALL_BACK)) == ""


def turn_over_once(table: Table) -> None:
    """End the Orders phase that waits."""
    assert isinstance(waiting(table), OrdersPhase)
    table.act(table.options()[-1])


@pytest.mark.rule("HM-32")
def test_a_command_under_warp_field_is_refused_with_its_reason():
    table = scene(draw(OPEN, O=(5, 5), g=(20, 20)), O="officer")
    begin(table, MindEffect("hive", "warp_field"))
    table.agenda(CommandStep("marines"), turn="marines")
    assert table.code(Command(table.id("O"), names.FALL_BACK)) == "WARP_FIELD"


@pytest.mark.rule("X-55")
def test_every_marine_side_feels_the_hive_mind():
    rows = draw(OPEN, M=(5, 5), N=(9, 9), g=(20, 20))
    other = {"kind": "marine", "policy": "hold", "side": "others"}
    table = scene(rows, N=other, sides=("marines", "others", "hive"))
    begin(table, MindEffect("hive", "warp_field"), MindEffect("hive", "psychic_howl"))
    assert [(effect.name, effect.side) for effect in table.state.effects] == [
        (names.WARP_FIELD, "marines"),
        (names.WARP_FIELD, "others"),
        ("psychic_howl", "marines"),
        ("psychic_howl", "others"),
    ]


TWO_SIDES = {"sides": ("marines", "others", "hive"), "teams": {"marines": "m", "others": "m"}}


@pytest.mark.rule("X-55", "HM-40", "HM-42")
def test_psykers_and_victims_are_taken_from_all_marine_sides():
    rows = draw(OPEN, M=(5, 5), P=(9, 9), g=(20, 20))
    psyker = {"kind": "psyker", "side": "others", "policy": "hold"}
    table = scene(rows, P=psyker, **TWO_SIDES)
    begin(table, MindEffect("hive", "warp_shadow"))
    assert [(effect.side, effect.unit) for effect in table.state.effects] == [("others", table.id("P"))]
    plain = scene(rows, P={**psyker, "kind": "marine"}, **TWO_SIDES)
    begin(plain, MindEffect("hive", "warp_shadow"), dice={"pick": [2]})
    assert names.INCAPACITATED in plain.unit("P").states
    assert plain.unit("M").states == ()


@pytest.mark.rule("X-55", "HM-28", "HM-A22")
def test_the_nearest_marine_is_the_nearest_of_any_side():
    other = {"kind": "marine", "side": "others", "policy": "hold"}
    table = scene(draw(CORRIDOR, M=(0, 0), g=(8, 0), N=(16, 0)), N=other, **TWO_SIDES).change("N", wounds=1)
    catharsis(table)
    assert table.xy("g") == (14, 0)


# -- Warp shadow ---------------------------------------------------------------------------------------------------


def shadowed() -> Table:
    """A librarian among five marines, upon whom the Warp shadow has fallen in round 1; round 2 begins."""
    table = scene(draw(OPEN, P=(4, 4), M=[(2, 2), (6, 2), (2, 6), (6, 6), (4, 6)], g=(20, 20)), P="psyker")
    table.agenda(MindEffect("hive", "warp_shadow"), HiveEnd("hive"), turn="hive")
    table.run()
    return table.set(round=2)


@pytest.mark.rule("HM-39")
def test_four_twos_mean_warp_shadow():
    table = rolled(2, 2, 2, 2, rows=draw(OPEN, P=(4, 4), M=(6, 6)))
    assert effects(spend(table, "warp_shadow")) == ["warp_shadow"]


@pytest.mark.rule("HM-40")
def test_the_librarian_does_nothing_in_the_next_turn_and_nobody_else_is_affected():
    table = shadowed().orders()
    assert table.code(GiveOrder(table.id("P"))) == "NOTHING_TO_DECLARE"
    others = [unit for unit in table.state.units.values() if unit.kind == "marine"]
    assert [table.code(GiveOrder(unit.id)) for unit in others] == [""] * 5
    table.act(GiveOrder(table.id("M")))
    assert table.code(Idle()) == ""
    later = shadowed()
    later.agenda(HiveEnd("hive"), turn="hive")
    later.run()
    assert later.orders().code(GiveOrder(later.id("P"))) == ""


@pytest.mark.rule("HM-40")
@pytest.mark.parametrize("skill", ["move", "shoot", "fight", "dodge", "use", "idle", "jump", "reset"])
def test_any_skill_of_his_is_refused_with_its_reason(skill: str):
    table = shadowed()
    refusal = barred(Ctx(table.game, table.state), table.unit("P"), skill)
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("WARP_SHADOW", "HM-40")


@pytest.mark.rule("HM-41", "HM-A11")
def test_he_cannot_defend_himself_but_his_armour_still_protects():
    table = scene(draw(OPEN, P=(4, 4), g=(5, 4)), P="psyker")
    begin(table, MindEffect("hive", "warp_shadow"))
    table.set(round=2)
    hive_turn(table)
    table.act(ActivateXeno(table.id("g")))
    events = table.act(Fight("claws", table.id("P")), cc=[13], save=[10, 9], swarm=[1])
    assert [event for event in of_kind(events, DiceRolled) if event.purpose == "guts"] == []
    assert table.unit("P").wounds == 1


@pytest.mark.rule("HM-41")
def test_the_shadow_lifts_at_the_end_of_the_hive_turn_that_follows():
    table = shadowed()
    assert [effect.name for effect in table.state.effects] == [names.WARP_SHADOW]
    table.agenda(HiveEnd("hive"), turn="hive")
    table.run()
    assert table.state.effects == ()


@pytest.mark.rule("HM-A10")
def test_of_several_psykers_the_hive_picks_one():
    table = scene(draw(OPEN, P=[(4, 4), (8, 8)]))
    begin(table, MindEffect("hive", "warp_shadow"))
    assert table.options() == [ChoosePsyker(1), ChoosePsyker(2)]
    assert table.code(ChoosePsyker(3)) == "NO_PSYKER"
    table.act(ChoosePsyker(2))
    assert [effect.unit for effect in table.state.effects] == [2]


@pytest.mark.rule("HM-40", "HI-1")
def test_the_shadow_does_not_tell_what_a_marker_is():
    table = scene(draw(OPEN, P=(4, 4), M=(8, 8))).change("P", states=(names.CAMOUFLAGED,))
    begin(table, MindEffect("hive", "warp_shadow"), dice={"pick": [2]})
    assert table.state.effects == ()
    assert names.INCAPACITATED in table.unit("M").states


@pytest.mark.rule("HM-42", "HM-A10")
def test_without_a_psyker_one_marine_drops_out_of_action():
    table = scene(draw(OPEN, M=[(2, 2), (6, 2), (2, 6), (6, 6)]))
    begin(table, MindEffect("hive", "warp_shadow"), dice={"pick": [3]})
    down = [unit for unit in table.state.units.values() if names.INCAPACITATED in unit.states]
    assert [unit.id for unit in down] == [3]
    assert down[0].wounds == 0
    assert table.state.gone == {}


@pytest.mark.rule("HM-42")
def test_with_nobody_to_fall_upon_the_shadow_is_not_listed():
    table = rolled(2, 2, 2, 2, rows=draw(OPEN, g=(2, 2)))
    assert ("warp_shadow",) not in [action.plan for action in listed(table, SpendSwarmDice)]
