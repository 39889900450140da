"""Nests, infestation markers and doors as targets (D-H7, D-H8, BD-11), and the harder blows of Catharsis (HM-30)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.api import ScriptedDice, Tx
from game.core.events import DiceRolled, DoorDamaged, DoorDestroyed, MarkerRemoved, MarkerWounded
from game.rules.hive.tasks import XenoAttack
from game.rules.skirmish.actions import Fight, Shoot
from game.rules.skirmish.combat import hit_unit
from game.rules.skirmish.events import AttackResolved, SaveMade
from game.rules.skirmish.tasks import Order
from tests.rules.combat.scene import declaring, field, held, of, order
from tests.support.reference import KINDS, WEAPONS
from tests.support.table import Table


def nest_table(row: str = "M") -> tuple[Table, int]:
    table = field(row, M=held())
    return table, table.marker("nest", 8 if len(row) > 2 else 1, 0)


@pytest.mark.rule("D-H7")
def test_a_nest_is_shot_at_without_reaction_and_saves_on_arm_two() -> None:
    table, nest = nest_table("M........")
    assert Shoot("rifle", (nest,)) in declaring(table, "M").options()
    table, nest = nest_table("M........")
    events = order(table, "M", Shoot("rifle", (nest,)), bs=[3, 4, 20], save=[11, 12])
    assert [(e.target, e.hits) for e in of(events, AttackResolved)] == [(nest, 2)]
    assert [(s.unit, s.damage, s.protection, s.saved) for s in of(events, SaveMade)] == [
        (nest, 13, 2, False),
        (nest, 13, 2, True),
    ]
    assert table.state.markers[nest].wounds == 1


@pytest.mark.rule("D-H7")
def test_its_wounds_stay_and_it_goes_at_three() -> None:
    table, nest = nest_table("M........")
    order(table, "M", Shoot("rifle", (nest,)), bs=[3, 4, 20], save=[1, 1])
    assert table.state.markers[nest].wounds == 2
    events = order(table, "M", Shoot("rifle", (nest,)), bs=[3, 4, 20], save=[1, 1])
    assert [e.amount for e in of(events, MarkerWounded)] == [1]
    assert [(e.marker, e.reason, e.by) for e in of(events, MarkerRemoved)] == [(nest, "destroyed", table.id("M"))]


@pytest.mark.rule("D-H7")
def test_a_nest_is_struck_from_contact_and_engages_nobody() -> None:
    table, nest = nest_table("M.")
    declaring(table, "M")
    assert table.code(Fight("knife", nest)) == ""
    assert any(type(action) is Shoot for action in table.options())
    table, nest = nest_table("M.")
    order(table, "M", Fight("knife", nest), cc=[15], save=[1, 20])
    assert table.state.markers[nest].wounds == 1


@pytest.mark.rule("D-H7")
def test_a_nest_under_a_template_is_hit() -> None:
    table = field("G.......", G=held("grenadier"))
    nest = table.marker("nest", 5, 0)
    events = order(table, "G", Shoot("grenade", at=table.at(4, 0)), bs=[3], save=[1])
    assert [(e.target, e.hits) for e in of(events, AttackResolved)] == [(nest, 1)]
    assert table.state.markers[nest].wounds == 1


@pytest.mark.rule("D-H8")
def test_an_infestation_marker_is_burnt_by_any_damaging_template_and_is_no_target() -> None:
    table = field("G.......", G=held("grenadier"))
    marker = table.marker("infestation", 5, 0)
    declaring(table, "G")
    assert table.code(Shoot("grenade", at=table.at(4, 0))) == ""
    assert table.code(Shoot("grenade", (marker,), at=table.at(4, 0))) == "ONE_KIND_OF_TARGET"
    table = field("G.......", G=held("grenadier"))
    marker = table.marker("infestation", 5, 0)
    order(table, "G", Shoot("grenade", at=table.at(4, 0)), bs=[3])
    assert marker not in table.state.markers
    table = field("G.......", G=held("grenadier"))
    marker = table.marker("infestation", 5, 0)
    order(table, "G", Shoot("smoke", at=table.at(4, 0)), bs=[3])
    assert marker in table.state.markers


@pytest.mark.rule("D-H7")
def test_the_hive_does_not_attack_its_nests() -> None:
    table = field("w.......", sides=("marines", "hive"), w=held("warrior"))
    nest = table.marker("nest", 1, 0)
    table.agenda(XenoAttack(table.id("w")), Order(table.id("w"), "hive", "xeno", stage=4, trail=(0,)), turn="hive")
    assert table.options(Fight) == []
    assert table.code(Fight("claws", nest)) == "NO_CONTACT"


# -- doors -----------------------------------------------------------------------------------------------------


def breaching(*rows: str) -> Table:
    """A trooper with a breaching hammer and a breaching gun, at a door."""
    hammer = replace(WEAPONS["sword"], id="hammer", traits=("breach",), ammo=("n",))
    gun = replace(WEAPONS["rifle"], id="gun", traits=("breach",))
    profile = replace(KINDS["marine"].profiles[0], weapons=("gun", "hammer", "rifle", "knife"))
    kind = replace(KINDS["marine"], id="breacher", profiles=(profile,))
    table = field(*(rows or ("M+.......",)), M=held("breacher"), kinds={"breacher": kind})
    table.game.weapons = {**table.game.weapons, "hammer": hammer, "gun": gun}
    return table


@pytest.mark.rule("BD-11")
def test_only_breaching_weapons_attack_a_door() -> None:
    table = declaring(breaching(), "M")
    assert table.code(Fight("hammer", door=0)) == ""
    assert table.code(Fight("knife", door=0)) == "CANNOT_BREACH"
    assert table.code(Shoot("gun", door=0)) == ""
    assert table.code(Shoot("rifle", door=0)) == "CANNOT_BREACH"
    assert table.code(Fight("hammer", door=7)) == "NO_SUCH_DOOR"
    assert table.code(Fight("hammer", target=5, door=0)) == "ONE_KIND_OF_TARGET"
    assert Fight("hammer", door=0) in table.options()
    assert Shoot("gun", door=0) in table.options()


@pytest.mark.rule("BD-11")
def test_a_door_saves_on_arm_four_and_is_floor_when_its_structure_is_gone() -> None:
    table = breaching()
    events = order(table, "M", Fight("hammer", door=0), cc=[5], save=[9])
    assert [(s.unit, s.damage, s.protection, s.saved) for s in of(events, SaveMade)] == [(-1, 13, 4, False)]
    assert [(e.door, e.amount) for e in of(events, DoorDamaged)] == [(0, 1)]
    assert table.state.doors == 0
    events = order(table, "M", Fight("hammer", door=0), cc=[5], save=[9])
    assert [(e.door, e.by) for e in of(events, DoorDestroyed)] == [(0, table.id("M"))]
    assert table.state.doors & table.state.broken == 1
    assert table.code(Fight("hammer", door=0)) != ""


@pytest.mark.rule("BD-11")
def test_a_blow_at_a_door_comes_from_a_cell_it_is_worked_from() -> None:
    table = declaring(breaching("M..+....."), "M")
    assert table.code(Fight("hammer", door=0)) == "NOT_AT_DOOR"
    assert table.code(Shoot("gun", door=0)) == ""


@pytest.mark.rule("BD-11")
def test_a_door_is_struck_from_the_doorway_beside_it_too() -> None:
    """Whoever stands in an open doorway works the door at its corner, and so may strike it."""
    table = breaching("..+......", "M..+.....").door(2, 0, opened=True)
    table.change("M", cell=table.at(2, 0))
    declaring(table, "M")
    assert table.code(Fight("hammer", door=1)) == ""
    assert Fight("hammer", door=1) in table.options()


@pytest.mark.rule("BD-11", "OR-7")
def test_monstrous_creatures_attack_doors_with_what_they_have_and_lesser_ones_cannot() -> None:
    rows = "c..+....", "........"
    table = field(*rows, c=held("crusher"))
    table.change("c", cell=table.at(1, 0))
    task = XenoAttack(table.id("c"))
    table.agenda(task, Order(table.id("c"), "hive", "xeno", stage=4, trail=(table.at(1, 0),)), turn="hive")
    assert Fight("claws", door=0) in table.options()
    table = field("..g+....", g=held("gaunt"))
    table.agenda(XenoAttack(table.id("g")), Order(table.id("g"), "hive", "xeno", stage=4, trail=(2,)), turn="hive")
    assert table.code(Fight("claws", door=0)) == "CANNOT_BREACH"


# -- HM-30 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HM-30")
@pytest.mark.parametrize(("more", "wounds"), [(0, 0), (1, 1)])
def test_one_point_of_damage_turns_a_ten_into_a_wound(more: int, wounds: int) -> None:
    """Claws 12 against ARM 3: 9 is the last face that fails, 10 under Catharsis."""
    table = field("m", m="marine")
    tx = Tx(table.game, table.state, ScriptedDice(save=[10]))
    hit_unit(tx, table.id("m"), WEAPONS["claws"].damage + more, kind="cc")
    assert tx.state.units[table.id("m")].wounds == wounds
    assert [e.target for e in tx.events if type(e) is DiceRolled] == [9 + more]
