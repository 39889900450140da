"""Guts rolls (ST-8, D-I7, D-E4, EM-A7)."""

from __future__ import annotations

import pytest

from game.api import Action, Event
from game.core.events import DiceRolled, UnitMoved
from game.rules.skirmish.actions import Pass, Shoot, TakeGuts
from game.rules.skirmish.events import GutsTaken
from game.rules.skirmish.tasks import GutsRoll
from tests.rules.combat.scene import blue, declaring, duel, field, held, of, order, red
from tests.support.table import Table


def shot_at(table: Table, *answers: Action, save: int = 20, **dice: list[int]) -> list[Event]:
    """One plain hit of M's rifle on m, which it saves or not."""
    return order(table, "M", Shoot("rifle", (table.id("m"),)), *answers, bs=[3, 20, 20], save=[save], **dice)


def results(events: list[Event]) -> list[tuple[bool, str]]:
    return [(e.passed, e.result) for e in of(events, GutsTaken)]


@pytest.mark.rule("ST-8")
@pytest.mark.parametrize("save", [1, 20], ids=["hit and survived", "made all its saves"])
@pytest.mark.parametrize(("face", "passed"), [(13, True), (14, False)])
def test_whoever_had_to_save_rolls_wip_at_the_end_of_the_order(save: int, face: int, passed: bool) -> None:
    table = duel("M.......m", M=red(), m=held(side="blue"))
    events = shot_at(table, save=save, guts=[face])
    assert [e.target for e in of(events, DiceRolled) if e.purpose == "guts"] == [13]
    assert [ok for ok, _ in results(events)] == [passed]


@pytest.mark.rule("ST-8")
def test_one_who_fails_goes_out_of_sight_by_the_shortest_way_and_ties_go_up_and_left() -> None:
    """Attacker at (10,2), one wall at (12,9): of the hidden cells (12,10) and (12,11) the first is taken (TR-43)."""
    rows = ["." * 16 for _ in range(16)]
    rows[2] = "..........M....."
    rows[9] = "............#..."
    rows[10] = "..........m....."
    table = duel(*rows, M=red(), m=held(side="blue"))
    events = shot_at(table, guts=[15])
    assert results(events) == [(False, "withdraw")]
    assert [(e.how, len(e.path)) for e in of(events, UnitMoved)] == [("guts", 2)]
    assert table.xy("m") == (12, 10)


@pytest.mark.rule("ST-8")
def test_where_it_cannot_hide_it_takes_cover() -> None:
    table = duel("M.......m.", ".......=..", M=red(), m=held(side="blue"))
    events = shot_at(table, guts=[15])
    assert results(events) == [(False, "cover")]
    assert table.xy("m") == (8, 1)


@pytest.mark.rule("ST-8", "MV-6")
def test_without_shelter_it_drops_and_where_it_lies_nothing_happens() -> None:
    table = duel("M.......m", M=red(), m=held(side="blue"))
    events = shot_at(table, guts=[15])
    assert results(events) == [(False, "prone")]
    assert table.unit("m").states == ("prone",)
    table = duel("M.......m", M=red(), m=held(side="blue", states=("prone",)))
    assert results(shot_at(table, guts=[15])) == [(False, "nothing")]
    table = duel("M.......m.", M=red(), m=held("tag", side="blue"))
    assert results(shot_at(table, guts=[15])) == [(False, "nothing")]


@pytest.mark.rule("ST-8")
def test_one_who_is_out_of_sight_already_stays_where_it_is() -> None:
    rows = "G........", "......#.m"
    table = duel(*rows, G=red("grenadier"), m=held(side="blue"))
    events = order(table, "G", Shoot("grenade", at=table.at(7, 0)), bs=[3], save=[20], guts=[15])
    assert results(events) == [(False, "withdraw")]
    assert of(events, UnitMoved) == []


@pytest.mark.rule("ST-8", "MV-5")
def test_the_withdrawal_touches_no_enemy() -> None:
    """The nearest hidden cell lies beside an enemy, so the next one is taken."""
    rows = ["." * 12 for _ in range(8)]
    rows[0] = "M......m...."
    rows[1] = "......##...."
    rows[3] = ".....e......"
    table = duel(*rows, M=red(), e=red(), m=held(side="blue"))
    events = shot_at(table, guts=[15])
    assert results(events)[0][0] is False
    assert not table.board.contact(table.unit("m").cell, 1, table.unit("e").cell, 1, table.state.doors)


@pytest.mark.rule("ST-8")
def test_no_guts_for_the_engaged_for_xenos_and_for_those_who_are_down() -> None:
    table = field("M.......g", M=held(), g=held("warrior"))
    assert results(order(table, "M", Shoot("rifle", (table.id("g"),)), bs=[3, 20, 20], save=[20])) == []
    table = duel("M.......mn", M=red(), m=held(side="blue"), n=red())
    events = order(table, "M", Shoot("rifle", (table.id("m"),)), bs=[3, 20, 20], save=[20])
    assert results(events) == []
    table = duel("M.......m", M=red(), m=held(side="blue", wounds=1))
    assert results(shot_at(table, save=1)) == []


@pytest.mark.rule("ST-8")
@pytest.mark.parametrize("state", ["immobilized_a", "immobilized_b"])
def test_no_guts_for_the_immobilized(state: str) -> None:
    table = duel("M.......m", M=red(), m=held(side="blue", states=(state,)))
    assert results(shot_at(table)) == []


@pytest.mark.rule("ST-8")
def test_one_roll_however_many_attacks() -> None:
    table = duel("M.......m", M=red(), m=held(side="blue"))
    events = order(table, "M", Shoot("rifle", (table.id("m"),)), bs=[3, 4, 12], save=[20] * 4, guts=[1])
    assert results(events) == [(True, "stay")]


@pytest.mark.rule("ST-8")
def test_a_player_who_wants_to_be_asked_may_choose_to_fail() -> None:
    table = duel("M.......m", M=red(), m=blue())
    shots = Shoot("rifle", (table.id("m"),))
    events = order(table, "M", shots, TakeGuts("fail"), bs=[3, 20, 20], save=[20])
    assert [e.purpose for e in of(events, DiceRolled)] == ["bs", "save"]
    assert results(events) == [(False, "prone")]


@pytest.mark.rule("ST-8")
def test_courage_passes_without_a_die_or_chooses_to_fail() -> None:
    table = duel("M.......m", M=red(), m=blue("veteran"))
    declaring(table, "M").play(Shoot("rifle", (table.id("m"),)), Pass(), Pass(), bs=[3, 20, 20], save=[20])
    assert isinstance(table.waiting, GutsRoll)
    assert table.options() == [TakeGuts("pass"), TakeGuts("fail")]
    assert table.code(TakeGuts("roll")) == "NO_SUCH_GUTS"
    events = table.act(TakeGuts("pass"))
    assert results(events) == [(True, "stay")]
    table = duel("M.......m", M=red(), m=held("veteran", side="blue"))
    assert results(shot_at(table)) == [(True, "stay")]


@pytest.mark.rule("ST-8", "HM-35")
def test_a_cornered_trooper_drops_where_another_would_go() -> None:
    """Howl forbids his own movement, so the way out of sight is none (X-52)."""
    rows = ["." * 16 for _ in range(16)]
    rows[2] = "..........M....."
    rows[9] = "............#..."
    rows[10] = "..........m....."
    table = duel(*rows, M=red(), m=held(side="blue")).effect("cornered", "blue", unit=2)
    events = shot_at(table, guts=[15])
    assert results(events) == [(False, "prone")]


@pytest.mark.rule("ST-8", "D-I7")
def test_the_way_goes_round_contact_where_that_is_no_longer() -> None:
    """Of two ways of two steps out of sight the straighter one brushes an enemy, so the other one is taken."""
    rows = ["." * 16 for _ in range(8)]
    rows[5] = ".....m.........."
    rows[6] = "........#......M"
    rows[7] = ".....e.........."
    table = duel(*rows, M=red(), e=red(), m=held(side="blue"))
    events = shot_at(table, guts=[15])
    assert results(events) == [(False, "withdraw")]
    assert table.xy("m") == (3, 6)
    assert [table.board.xy(cell) for cell in of(events, UnitMoved)[0].path] == [(4, 5), (3, 6)]
