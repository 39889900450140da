"""What a xeno does after its move, and what holds it (OR-7, HM-A23, D-H19, X-51)."""

import pytest

from game.rules.hive.tasks import XenoAttack, XenoMove
from game.rules.skirmish import names
from game.rules.skirmish.actions import Dodge, Fight, Pass, Shoot
from game.rules.skirmish.tasks import React
from tests.rules.hive.scene import activate, draw, hive_turn, scene, waiting, walk
from tests.support.table import DOOR, OPEN


@pytest.mark.rule("HM-A23", "OR-7", "X-51")
def test_a_xeno_in_contact_fights_and_does_not_leave():
    table = scene(draw(OPEN, g=(5, 5), M=(6, 5)))
    hive_turn(table)
    activate(table, "g")
    assert isinstance(waiting(table), XenoAttack)
    assert table.options() == [Fight("claws", table.id("M")), Pass()]


@pytest.mark.rule("HM-A23", "OR-7")
def test_a_xeno_leaves_those_who_are_down():
    table = scene(draw(OPEN, g=(5, 5), M=(6, 5))).change("M", states=(names.UNCONSCIOUS,))
    hive_turn(table)
    activate(table, "g")
    assert isinstance(waiting(table), XenoMove)


@pytest.mark.rule("OR-7", "D-H19")
def test_after_its_move_a_xeno_shoots_only_if_nobody_touches_it():
    table = scene(draw(OPEN, y=(5, 5), M=(14, 5)))
    hive_turn(table)
    activate(table, "y")
    walk(table, (8, 5))
    assert table.options() == [Shoot("bio_gun", (table.id("M"),)), Pass()]
    near = scene(draw(OPEN, y=(5, 5), M=(9, 5)))
    hive_turn(near)
    activate(near, "y")
    walk(near, (8, 5))
    assert near.options() == [Fight("claws", near.id("M")), Pass()]
    assert near.code(Shoot("bio_gun", (near.id("M"),))) == "FIGHTS_IN_CONTACT"


@pytest.mark.rule("OR-7", "ST-5")
def test_an_immobilized_xeno_may_only_dodge_itself_free():
    table = scene(draw(OPEN, g=(5, 5), M=(12, 5))).change("g", states=(names.IMMOBILIZED_A,))
    hive_turn(table)
    activate(table, "g")
    assert table.options() == [Dodge(), Pass()]
    free = scene(draw(OPEN, g=(5, 5), M=(12, 5)))
    hive_turn(free)
    activate(free, "g")
    assert free.code(Dodge()) == "NOT_A_XENO_SKILL"


@pytest.mark.rule("OR-7", "ST-5")
@pytest.mark.parametrize("letter", ["s", "w"])
def test_an_immobilized_spore_or_swarm_may_dodge_itself_free_too(letter: str):
    rows = draw(OPEN, **{letter: (5, 5), "M": (12, 5)})
    table = scene(rows).change(letter, states=(names.IMMOBILIZED_A,))
    hive_turn(table)
    activate(table, letter)
    assert table.options() == [Dodge(), Pass()]
    table.act(Dodge(), dodge=[5])
    assert table.unit(letter).states == ()
    closed = scene(rows).change(letter, states=(names.IMMOBILIZED_A,))
    hive_turn(closed)
    closed.act(Pass())
    assert closed.options() == [Dodge(), Pass()]
    closed.act(Pass(), swarm=[1])
    assert closed.xy(letter) == (5, 5)


@pytest.mark.rule("OR-7", "OR-5")
def test_reactions_come_after_the_move_and_after_the_attack_is_declared():
    table = scene(draw(OPEN, g=(5, 5), M=(9, 5)), M="marine")
    hive_turn(table)
    activate(table, "g")
    walk(table, (8, 5))
    assert waiting(table) == React(table.id("M"), 1)
    table.act(Fight("knife", table.id("g")))
    assert isinstance(waiting(table), XenoAttack)
    table.act(Fight("claws", table.id("M")), cc=[10, 12], save=[1], swarm=[1])
    assert table.id("g") not in table.state.units


@pytest.mark.rule("OR-7", "BD-11")
def test_a_monstrous_creature_may_break_a_door_it_could_work():
    table = scene(draw(DOOR, c=(8, 5)))
    hive_turn(table)
    activate(table, "c")
    table.act(Pass())
    assert Fight("claws", door=0) in table.options()


@pytest.mark.rule("ST-6", "D-T8")
def test_a_stunned_xeno_recovers_at_the_end_of_its_next_turn():
    table = scene(draw(OPEN, g=(5, 5))).change("g", states=(names.STUNNED,))
    table.effect(names.STUNNED, "hive", unit=table.id("g"), expires="hive_end", value=1)
    hive_turn(table)
    assert table.unit("g").states == (names.STUNNED,)
    table.act(Pass(), swarm=[1])
    assert table.unit("g").states == ()
