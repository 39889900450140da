"""Attacks: shots, shots into a melee, close combat, Berserk, templates, credit (AT-1 to AT-6)."""

from __future__ import annotations

import pytest

from game.api import Ctx
from game.core.events import DiceRolled
from game.rules.skirmish.actions import Berserk, Dodge, Fight, Move, Shoot, Step
from game.rules.skirmish.combat import Attempt, FriendHit, SuccessValue, success_value
from game.rules.skirmish.events import AttackResolved, SaveMade, TemplatePlaced
from tests.rules.combat.scene import blue, declaring, duel, field, held, is_gone, of, order, red
from tests.support.table import Table


def shot_value(table: Table, shooter: str, target: str, weapon: str = "rifle") -> SuccessValue:
    unit = table.unit(target)
    attempt = Attempt(table.id(shooter), "shoot", "bs", weapon, unit.id, target_cell=unit.cell)
    return success_value(Ctx(table.game, table.state), attempt)


def blow_value(table: Table, fighter: str, target: str, skill: str = "fight") -> SuccessValue:
    unit = table.unit(target)
    attempt = Attempt(table.id(fighter), skill, "cc", "knife", unit.id, target_cell=unit.cell)
    return success_value(Ctx(table.game, table.state), attempt)


# -- AT-1 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AT-1")
@pytest.mark.parametrize(("gap", "value"), [(8, 12), (9, 15), (16, 15), (17, 9), (32, 9), (33, 6), (48, 6)])
def test_the_range_band_is_part_of_the_success_value(gap: int, value: int) -> None:
    table = field("M" + "." * (gap - 1) + "g", M="marine", g="gaunt")
    assert shot_value(table, "M", "g").value == value


@pytest.mark.rule("AT-1")
def test_there_is_no_shot_beyond_the_last_band_or_without_sight() -> None:
    table = field("M" + "." * 48 + "g", "#" * 50, "." * 49 + "h", M="marine", g="gaunt", h="gaunt")
    declaring(table, "M")
    assert table.code(Shoot("rifle", (table.id("g"),))) == "OUT_OF_RANGE"
    assert table.code(Shoot("rifle", (table.id("h"),))) == "NO_LOS"
    assert table.options(Shoot) == []


@pytest.mark.rule("AT-1")
def test_cover_takes_three_from_a_shot() -> None:
    table = field("M......=g", M="marine", g="gaunt")
    assert [(m.name, m.value) for m in shot_value(table, "M", "g").modifiers] == [("cover", -3)]


@pytest.mark.rule("AT-1")
def test_a_shot_is_resolved_from_where_it_is_declared() -> None:
    """Nine cells away the rifle has +3; from the cell it moves to it would have nothing."""
    table = field("M........g", M=held(), g=held("gaunt"))
    path = tuple(table.at(x, 0) for x in (1, 2, 3))
    events = order(table, "M", Shoot("rifle", (table.id("g"),)), Move(path), bs=[20, 20, 20])
    assert [e.target for e in of(events, DiceRolled)] == [15]
    table = field("M........g", M=held(), g=held("gaunt"))
    events = order(table, "M", Move(path), Shoot("rifle", (table.id("g"),)), bs=[20, 20, 20])
    assert [e.target for e in of(events, DiceRolled)] == [12]


@pytest.mark.rule("AT-1", "ST-7")
def test_the_engaged_do_not_shoot() -> None:
    table = field("Mg......h", M="marine", g="gaunt", h="gaunt")
    declaring(table, "M")
    assert table.options(Shoot) == []
    assert table.code(Shoot("rifle", (table.id("h"),))) == "ENGAGED"


@pytest.mark.rule("AT-1", "ST-10")
def test_a_camouflaged_marker_cannot_be_aimed_at() -> None:
    table = duel("M....s..", M=red(), s=blue("scout", states=("camouflaged",)))
    declaring(table, "M")
    assert table.options(Shoot) == []
    assert table.code(Shoot("rifle", (table.id("s"),))) == "NOT_DISCOVERED"


@pytest.mark.rule("AT-1")
def test_only_a_weapon_of_the_profile_can_be_used_and_only_for_what_it_is_made() -> None:
    table = field("M....g", M="marine", g="gaunt")
    declaring(table, "M")
    assert table.code(Shoot("cannon", (table.id("g"),))) == "NO_SUCH_WEAPON"
    assert table.code(Shoot("knife", (table.id("g"),))) == "NO_SUCH_WEAPON"
    assert table.code(Shoot("rifle", (table.id("M"),))) == "NO_SUCH_TARGET"
    assert table.code(Shoot("rifle", ())) == "DICE_OF_BURST"
    assert table.code(Shoot("rifle", (99,))) == "NO_SUCH_TARGET"
    assert table.code(Shoot("rifle", (table.id("g"),), at=3)) == "ONE_KIND_OF_TARGET"


# -- reactions at a mover -------------------------------------------------------------------------------------


@pytest.mark.rule("OR-5", "AT-1")
def test_a_mover_is_shot_at_the_cell_of_its_walk_where_the_chance_is_best() -> None:
    """It starts in cover and leaves it: the shot is taken at the first open cell unless the side says otherwise."""
    table = duel("M=......m", M=red(), m=blue())
    me = (table.id("M"),)
    declaring(table, "M").act(Move((table.at(0, 1), table.at(0, 2))))
    assert table.options(Shoot) == [Shoot("rifle", me, table.at(0, 1))]
    assert table.code(Shoot("rifle", me, table.at(0, 0))) == ""
    assert table.code(Shoot("rifle", me, table.at(0, 2))) == ""
    assert table.code(Shoot("rifle", (table.id("M"),), table.at(7, 7))) == "NOT_ON_ITS_WALK"


@pytest.mark.rule("OR-5", "AT-1")
def test_a_mover_may_be_shot_before_it_came_into_contact() -> None:
    table = duel("M....m..", M=red(), m=blue())
    path = tuple(table.at(x, 0) for x in (1, 2, 3, 4))
    me = (table.id("M"),)
    declaring(table, "M").act(Move(path))
    assert table.code(Shoot("rifle", me, table.at(4, 0))) == "NOT_ON_ITS_WALK"
    assert table.code(Shoot("rifle", me, table.at(3, 0))) == ""
    assert table.code(Fight("knife", table.id("M"))) == ""
    assert table.code(Dodge()) == ""


@pytest.mark.rule("OR-5")
def test_a_reaction_is_aimed_at_the_acting_unit_only() -> None:
    table = duel("M.......m", "N", M=red(), N=red(), m=blue())
    declaring(table, "M").act(Shoot("rifle", (table.id("m"),)))
    assert table.code(Shoot("rifle", (table.id("N"),))) == "ONLY_THE_ACTOR"
    assert table.code(Shoot("rifle", ())) == "ONLY_THE_ACTOR"
    assert table.code(Shoot("rifle", (table.id("M"),))) == ""


@pytest.mark.rule("OR-5")
@pytest.mark.parametrize(("switch", "kinds"), [("melee", {Dodge}), ("all", {Dodge, Shoot}), ("none", set())])
def test_the_hive_reacts_as_its_switch_says(switch: str, kinds: set[type]) -> None:
    table = field("M.......w", M="marine", w="warrior", rules={"hive_reactions": switch})
    declaring(table, "M").act(Shoot("rifle", (table.id("w"),)))
    found = {type(action) for action in table.options()} & {Dodge, Shoot, Fight}
    assert (found if table.to_act == "hive" else set()) == kinds


# -- AT-2 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AT-2")
def test_each_friend_in_the_melee_takes_six() -> None:
    table = field("M.......fg", "........F", M="marine", f="marine", F="marine", g="gaunt")
    assert [(m.name, m.value) for m in shot_value(table, "M", "g").modifiers] == [("range", 3), ("melee", -12)]


@pytest.mark.rule("AT-2")
def test_friends_who_do_not_fight_are_no_hindrance() -> None:
    table = field("M.......fg", M="marine", f=held(states=("prone", "unconscious"), wounds=2), g="gaunt")
    assert not shot_value(table, "M", "g").has("melee")


@pytest.mark.rule("AT-2")
def test_a_die_that_misses_only_for_the_friends_hits_one_of_them() -> None:
    """SV 12 + 3 - 6 = 9: the 9 is a critical, 10 to 15 stray, 16 misses everybody."""
    table = field("M.......fg", M=held(), f=held(), g=held("gaunt"))
    events = order(table, "M", Shoot("rifle", (table.id("g"),)), bs=[9, 15, 16], save=[1, 1, 20], guts=[1])
    assert [e.friend for e in of(events, FriendHit)] == [table.id("f")]
    assert [(e.target, e.hits, e.crits) for e in of(events, AttackResolved)] == [
        (table.id("g"), 0, 1),
        (table.id("f"), 1, 0),
    ]
    assert is_gone(table, "g")
    assert table.unit("f").wounds == 0


@pytest.mark.rule("AT-2")
def test_the_friend_is_picked_at_random() -> None:
    table = field("M.......fg", "........F", M=held(), f=held(), F=held(), g=held("gaunt"))
    events = order(table, "M", Shoot("rifle", (table.id("g"),)), bs=[4, 20, 20], pick=[2], save=[20])
    assert [e.friend for e in of(events, FriendHit)] == [table.id("F")]


# -- AT-3 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AT-3")
def test_close_combat_needs_contact() -> None:
    table = field("M.g", M="marine", g="gaunt")
    declaring(table, "M")
    assert table.code(Fight("knife", table.id("g"))) == "NO_CONTACT"
    assert table.options(Fight) == []


@pytest.mark.rule("AT-3")
@pytest.mark.parametrize(("friends", "bonus"), [(0, 0), (1, 1), (3, 3), (4, 3)])
def test_further_friends_in_contact_add_up_to_three(friends: int, bonus: int) -> None:
    rows = [list("......."), list("..Mg..."), list(".......")]
    for y, x in [(0, 2), (0, 3), (0, 4), (1, 4)][:friends]:
        rows[y][x] = "f"
    table = field(*("".join(row) for row in rows), M="marine", g="gaunt", f="marine")
    value = blow_value(table, "M", "g")
    assert value.value == 15 + bonus
    assert [m.name for m in value.modifiers] == (["friends"] if bonus else [])


@pytest.mark.rule("AT-3")
def test_blows_are_face_to_face_and_do_the_weapons_damage() -> None:
    table = duel("Mm", M=red(), m=blue())
    events = order(table, "M", Fight("knife", table.id("m")), Fight("knife", table.id("M")), cc=[9, 10], save=[9])
    assert [(e.attacker, e.hits) for e in of(events, AttackResolved)] == [(table.id("M"), 0), (table.id("m"), 1)]
    assert [(e.damage, e.protection, e.saved) for e in of(events, SaveMade)] == [(11, 3, True)]


@pytest.mark.rule("AT-3", "MV-5")
def test_a_dodge_is_face_to_face_against_a_blow() -> None:
    table = duel("Mm", M=red(), m=blue())
    events = order(table, "M", Fight("knife", table.id("m")), Dodge(), cc=[8], dodge=[9])
    assert [e.hits for e in of(events, AttackResolved)] == [0]
    table = duel("Mm", M=red(), m=blue())
    events = order(table, "M", Fight("knife", table.id("m")), Dodge(), cc=[10], dodge=[9], save=[20])
    assert [e.hits for e in of(events, AttackResolved)] == [1]


# -- AT-4 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AT-4")
def test_berserk_strikes_at_plus_six_and_both_fighters_successes_count() -> None:
    table = duel("Z......m", Z=red("zealot"), m=blue())
    path = tuple(table.at(x, 0) for x in range(1, 7))
    events = order(
        table,
        "Z",
        Berserk(table.id("m"), "sword", path),
        Fight("knife", table.id("Z")),
        cc=[5, 14],
        save=[20, 20, 20],
    )
    rolled = [(e.purpose, e.target) for e in of(events, DiceRolled) if e.purpose == "cc"]
    assert rolled == [("cc", 21), ("cc", 15)]
    assert [(e.attacker, e.hits, e.crits) for e in of(events, AttackResolved)] == [
        (table.id("Z"), 1, 0),
        (table.id("m"), 1, 0),
    ]


@pytest.mark.rule("AT-4")
def test_a_dodge_against_berserk_moves_its_unit_but_does_not_stop_the_blow() -> None:
    table = duel("Zm......", Z=red("zealot"), m=blue())
    rush, away = Berserk(table.id("m"), "sword"), Step((table.at(2, 0),))
    events = order(table, "Z", rush, Dodge(), away, cc=[2], dodge=[9], save=[20, 20], guts=[1])
    assert [(e.attacker, e.hits) for e in of(events, AttackResolved)] == [(table.id("Z"), 1)]
    assert table.xy("m") == (2, 0)


# -- AT-5 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AT-5")
def test_a_circle_is_rolled_for_and_hits_everybody_in_it_friends_too() -> None:
    rows = "G.....g..", "........f", "......h.."
    table = field(*rows, G=held("grenadier"), g=held("gaunt"), h=held("gaunt"), f=held())
    events = order(table, "G", Shoot("grenade", at=table.at(6, 0)), bs=[15], save=[1, 1, 20, 20, 1, 1], guts=[1])
    assert [bin(e.cells).count("1") for e in of(events, TemplatePlaced)] == [13]
    assert [(e.target, e.hits, e.crits) for e in of(events, AttackResolved)] == [
        (table.id("g"), 0, 1),
        (table.id("f"), 0, 1),
        (table.id("h"), 0, 1),
    ]
    assert is_gone(table, "g")
    assert is_gone(table, "h")


@pytest.mark.rule("AT-5")
def test_a_circle_that_misses_does_not_lie() -> None:
    table = field("G.....g..", G=held("grenadier"), g=held("gaunt"))
    events = order(table, "G", Shoot("grenade", at=table.at(6, 0)), bs=[16])
    assert of(events, TemplatePlaced) == []
    assert not is_gone(table, "g")


@pytest.mark.rule("AT-5", "MV-5")
def test_whoever_dodges_a_template_is_not_hit() -> None:
    table = field("G.....g..", "......h..", G=held("grenadier"), g="gaunt", h="gaunt")
    events = order(table, "G", Shoot("grenade", at=table.at(6, 0)), Dodge(), Dodge(), bs=[8], dodge=[9, 7], save=[1])
    assert [(e.target, e.hits) for e in of(events, AttackResolved)] == [(table.id("g"), 0), (table.id("h"), 1)]


@pytest.mark.rule("AT-5")
def test_a_cone_takes_no_roll_and_a_dodge_against_it_is_normal() -> None:
    table = field("", "", "", "G.g..h...", G=held("grenadier"), g="gaunt", h=held("gaunt"))
    events = order(table, "G", Shoot("flamer", at=table.at(2, 3)), Dodge(), dodge=[11], save=[1])
    assert [(e.target, e.hits) for e in of(events, AttackResolved)] == [(table.id("g"), 0), (table.id("h"), 1)]
    assert [bin(e.cells).count("1") for e in of(events, TemplatePlaced)] == [18]


@pytest.mark.rule("AT-5")
def test_a_template_must_catch_an_enemy_and_be_aimed_where_it_can_lie() -> None:
    table = field("G.....g.", "########", "........", G="grenadier", g="gaunt")
    declaring(table, "G")
    assert table.code(Shoot("grenade", at=table.at(2, 0))) == "EMPTY_TEMPLATE"
    assert table.code(Shoot("grenade", at=table.at(6, 1))) == "NO_SUCH_AIM"
    assert table.code(Shoot("grenade", at=table.at(6, 2))) == "NO_LOS"
    assert table.code(Shoot("grenade", at=-1)) == "NO_SUCH_AIM"
    assert table.code(Shoot("flamer", at=table.at(0, 0))) == "NO_SUCH_AIM"
    assert table.code(Shoot("grenade", (table.id("g"),), at=table.at(6, 0))) == "ONE_KIND_OF_TARGET"
    assert table.code(Shoot("smoke", at=table.at(2, 0))) == ""


@pytest.mark.rule("AT-5")
def test_the_size_of_the_circle_is_a_switch() -> None:
    rows = "G.....g..", "......h.."
    small = field(*rows, G=held("grenadier"), g=held("gaunt"), h=held("gaunt"), rules={"template_reach": 1})
    events = order(small, "G", Shoot("grenade", at=small.at(6, 0)), bs=[3], save=[20, 20])
    assert [bin(e.cells).count("1") for e in of(events, TemplatePlaced)] == [4]


@pytest.mark.rule("AT-5", "ST-10")
def test_a_marker_in_a_template_is_hit_and_shows_itself() -> None:
    hidden = held("scout", side="blue", states=("camouflaged",))
    table = duel("G.....ms", G=red("grenadier"), m=held(side="blue"), s=hidden)
    order(table, "G", Shoot("grenade", at=table.at(6, 0)), bs=[3], save=[20, 20], guts=[1, 1])
    assert table.unit("s").states == ()


# -- AT-6 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AT-6")
def test_the_kill_belongs_to_whoever_removed_the_target() -> None:
    table = field("G.....g..", "......m..", G=held("grenadier"), g=held("gaunt"), m=held(wounds=1, states=("stunned",)))
    order(table, "G", Shoot("grenade", at=table.at(6, 0)), bs=[3], save=[1, 1])
    gone = table.state.gone[table.id("g")]
    assert (gone.reason, gone.by) == ("killed", table.id("G"))
    assert "unconscious" in table.unit("m").states
