"""Ammunition: each row of the table, combinations, non-lethal rounds, clouds (AM-1 to AM-3)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.api import Ctx, Module, ScriptedDice, Tx, UnitKind
from game.core.events import CloudEnded, CloudPlaced, DiceRolled
from game.rules.compose import compose
from game.rules.skirmish.actions import EndTurn, Shoot
from game.rules.skirmish.combat import hit_unit
from game.rules.skirmish.combat.ammo import Ammo, always, halved
from game.rules.skirmish.events import SaveMade
from game.rules.skirmish.queries import sees
from tests.rules.combat.scene import duel, field, held, is_gone, of, order, red
from tests.support.reference import KINDS, WEAPONS
from tests.support.table import Table


def hit(
    table: Table, letter: str, ammo: tuple[str, ...], *, damage: int = 13, crit: bool = False, **dice: list[int]
) -> list[SaveMade]:
    """One hit on a unit, outside any order; the saves it made."""
    scripted = ScriptedDice(dice)
    tx = Tx(table.game, table.state, scripted)
    hit_unit(tx, table.id(letter), damage, ammo, crit=crit)
    table.state, events = tx.commit()
    scripted.assert_spent()
    return of(events, SaveMade)


def with_ph(ph: int) -> UnitKind:
    """A marine with another PH."""
    marine = KINDS["marine"]
    return replace(marine, id="weakling", profiles=(replace(marine.profiles[0], ph=ph),))


def target(**fields: Any) -> Table:
    """A marine, ARM 3, BTS 3, PH 10, two wounds; the hive's warrior beside it, ARM 0, two wounds."""
    return field("m......w", m=held(**fields), w=held("warrior"))


@pytest.mark.rule("AM-1")
def test_a_plain_round_asks_for_one_save_on_arm() -> None:
    table = target()
    assert [(s.attribute, s.protection) for s in hit(table, "m", ("n",), save=[10])] == [("arm", 3)]
    assert table.unit("m").wounds == 1


@pytest.mark.rule("AM-1")
@pytest.mark.parametrize(("arm", "half"), [(0, 0), (1, 1), (2, 1), (3, 2), (9, 5)])
def test_ap_halves_arm_and_rounds_up(arm: int, half: int) -> None:
    table = target()
    assert halved(arm) == half
    assert [s.protection for s in hit(table, "m", ("ap",), save=[20])] == [2]


@pytest.mark.rule("AM-1")
@pytest.mark.parametrize(("ammo", "saves"), [("n", 1), ("ap", 1), ("da", 2), ("exp", 3), ("shock", 1), ("t2", 1)])
def test_how_many_saves_a_hit_asks_for_and_a_critical_one_more(ammo: str, saves: int) -> None:
    assert len(hit(target(), "m", (ammo,), save=[20] * saves)) == saves
    assert len(hit(target(), "m", (ammo,), crit=True, save=[20] * (saves + 1))) == saves + 1


@pytest.mark.rule("AM-1")
def test_shock_kills_outright_who_has_one_wound_left() -> None:
    table = target(wounds=1)
    hit(table, "m", ("shock",), save=[10])
    assert is_gone(table, "m")
    table = target()
    hit(table, "m", ("shock",), save=[10])
    assert (table.unit("m").wounds, table.unit("m").states) == (1, ())


@pytest.mark.rule("AM-1")
def test_with_t2_a_failed_save_costs_two_wounds() -> None:
    table = target()
    hit(table, "m", ("t2",), save=[10])
    assert table.unit("m").wounds == 2
    assert "unconscious" in table.unit("m").states
    table = target(wounds=1)
    hit(table, "m", ("t2",), save=[10])
    assert is_gone(table, "m")


@pytest.mark.rule("AM-1", "AM-3")
def test_stun_asks_for_bts_and_takes_no_wound() -> None:
    table = target()
    assert [(s.attribute, s.protection, s.saved) for s in hit(table, "m", ("stun",), save=[10])] == [("bts", 3, False)]
    assert (table.unit("m").wounds, table.unit("m").states) == (0, ("stunned",))


@pytest.mark.rule("AM-1", "AM-3")
@pytest.mark.parametrize(("face", "states"), [(4, ()), (5, ("immobilized_a",))])
def test_para_asks_for_a_roll_of_ph_less_six(face: int, states: tuple[str, ...]) -> None:
    table = target()
    hit(table, "m", ("para",), save=[face])
    assert (table.unit("m").wounds, table.unit("m").states) == (0, states)


@pytest.mark.rule("AM-1")
def test_a_para_roll_below_one_fails_without_a_die() -> None:
    table = field("m", m=held(kind="weakling"), kinds={"weakling": with_ph(6)})
    assert hit(table, "m", ("para",)) == []
    assert table.unit("m").states == ("immobilized_a",)


@pytest.mark.rule("AM-1", "BD-9")
def test_smoke_stands_as_a_zone_without_sight() -> None:
    table = field("G.....g..", G=held("grenadier"), g=held("gaunt"))
    events = order(table, "G", Shoot("smoke", at=table.at(3, 0)), bs=[14])
    cloud = of(events, CloudPlaced)[0].cloud
    assert (cloud.kind, cloud.expires) == ("smoke", "states")
    assert table.state.murk == cloud.cells
    assert [x for x in range(9) if cloud.cells >> table.at(x, 0) & 1] == [1, 2, 3, 4, 5]
    assert [e.purpose for e in of(events, DiceRolled)] == ["bs"]
    assert not sees(Ctx(table.game, table.state), table.unit("G"), table.unit("g"))


@pytest.mark.rule("AM-1", "X-09")
def test_a_cloud_ends_with_the_states_phase() -> None:
    table = field("G.....g..", G=held("grenadier"), g=held("gaunt"))
    order(table, "G", Shoot("smoke", at=table.at(3, 0)), bs=[14])
    events = table.act(EndTurn())
    assert len(of(events, CloudEnded)) == 1
    assert table.state.murk == 0


@pytest.mark.rule("AM-2")
@pytest.mark.parametrize(
    ("ammo", "protections"),
    [
        (("ap", "da"), [("arm", 2), ("arm", 2)]),
        (("ap", "shock"), [("arm", 2)]),
        (("n", "stun"), [("arm", 3), ("bts", 3)]),
        (("da", "stun"), [("arm", 3), ("arm", 3), ("bts", 3)]),
        (("ap", "exp"), [("arm", 2)] * 3),
    ],
)
def test_combined_rounds_share_a_save_where_they_share_the_attribute(
    ammo: tuple[str, ...], protections: list[tuple[str, int]]
) -> None:
    found = hit(target(), "m", ammo, save=[20] * len(protections))
    assert [(s.attribute, s.protection) for s in found] == protections


@pytest.mark.rule("AM-2")
def test_each_part_of_a_combined_round_has_its_effect() -> None:
    table = target(wounds=1)
    hit(table, "m", ("ap", "shock"), save=[11])
    assert is_gone(table, "m")
    table = target()
    hit(table, "m", ("n", "stun"), save=[10, 10])
    assert (table.unit("m").wounds, table.unit("m").states) == (1, ("stunned",))


@pytest.mark.rule("AM-2")
def test_a_module_brings_a_kind_of_round_as_a_row() -> None:
    """Attribute, halving, number of saves, lethal or not, and the states that follow are all data."""
    table = target()
    pulse = Ammo(attribute="bts", saves=2, halved=True, wounds=0, states=always("isolated"))
    more = Module("rounds", tables={"ammo": {"pulse": pulse}})
    table.game = compose(table.game.scenario, table.board, table.kinds, WEAPONS, extra=[more])
    assert [(s.attribute, s.protection, s.saved) for s in hit(table, "m", ("pulse",), save=[11, 12])] == [
        ("bts", 2, False),
        ("bts", 2, True),
    ]
    assert (table.unit("m").wounds, table.unit("m").states) == (0, ("isolated",))
    assert [s.attribute for s in hit(table, "m", ("n", "pulse"), save=[20, 20, 20])] == ["arm", "bts", "bts"]


@pytest.mark.rule("AM-3")
@pytest.mark.parametrize("ammo", ["stun", "para"])
def test_non_lethal_rounds_never_remove_wounds(ammo: str) -> None:
    table = target()
    hit(table, "w", (ammo,), damage=40, crit=True, save=[19, 19])
    assert table.unit("w").wounds == 0
    nest = table.marker("nest", 4, 4)
    tx = Tx(table.game, table.state, ScriptedDice())
    hit_unit(tx, nest, 40, (ammo,))
    assert tx.state.markers[nest].wounds == 0


@pytest.mark.rule("AM-1", "ST-10")
def test_smoke_gives_no_marker_away() -> None:
    """It does no damage: whoever hides in it is not hit."""
    table = duel("G.....s..", G=red("grenadier"), s=held("scout", side="red", states=("camouflaged",)))
    order(table, "G", Shoot("smoke", at=table.at(6, 0)), bs=[14])
    assert table.unit("s").states == ("camouflaged",)
