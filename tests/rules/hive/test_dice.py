"""How many swarm dice there are, and every way to spend them (HM-18 to HM-26, HM-43, HM-51 to HM-63)."""

import pytest

from game.api import DataError
from game.rules.hive.dice import ITEMS, dice_used, legal_plans, plan_refusal, pool_of, swarm_dice

GAS = frozenset({"gas"})
CORPSES = frozenset({"corpse_swarms"})


def plans(*pool: int, barred: frozenset[str] = frozenset(), whole: bool = False) -> set[tuple[str, ...]]:
    found = legal_plans(pool, barred)
    assert len(found) == len(set(found))
    return {plan for plan in found if not whole or dice_used(plan) == len(pool)}


@pytest.mark.rule("HM-18", "HM-19", "HM-20", "HM-21", "MS-1")
@pytest.mark.parametrize(
    ("level", "mission", "dice"),
    [(3, "infiltration", 1), (2, "light_offensive", 2), (1, "offensive", 3), (0, "wave", 4)],
)
def test_sector_and_mission_set_the_number_of_dice(level: int, mission: str, dice: int):
    assert swarm_dice(level=level) == dice == 4 - level
    assert swarm_dice(mission=mission) == dice


@pytest.mark.rule("HM-21")
@pytest.mark.parametrize("level", [4, -1])
def test_there_is_no_other_sector_level(level: int):
    with pytest.raises(DataError, match="0 to 3"):
        swarm_dice(level=level)


@pytest.mark.rule("HM-A8")
def test_the_sector_level_goes_before_the_mission_and_one_of_them_is_needed():
    assert swarm_dice(level=3, mission="wave") == 1
    with pytest.raises(DataError, match="infiltration"):
        swarm_dice()


@pytest.mark.rule("HM-22")
def test_results_are_never_added():
    assert plans(2, 3, barred=GAS | CORPSES) == {("catharsis", "spores"), ("catharsis",), ("spores",)}


@pytest.mark.rule("HM-23", "HM-60")
def test_equal_results_are_used_together_or_one_by_one():
    assert {("synapse", "synapse"), ("monstrous",)} <= plans(6, 6)


@pytest.mark.rule("HM-24", "HM-25")
def test_ones_are_put_aside():
    assert pool_of([1, 4]) == (4,)
    assert pool_of([1, 1, 1]) == ()
    assert plans(*pool_of([1, 4])) == {("gaunt_brood",)}


@pytest.mark.rule("HM-26", "HM-A16")
@pytest.mark.parametrize(
    ("twos", "default"), [(1, "catharsis"), (2, "warp_field"), (3, "psychic_howl"), (4, "warp_shadow")]
)
def test_the_default_for_twos_is_the_largest_group(twos: int, default: str):
    assert legal_plans((2,) * twos)[0] == (default,)


@pytest.mark.rule("HM-A16")
def test_twos_are_cut_into_groups_and_no_effect_comes_twice():
    assert plans(2, 2, 2, 2) == {
        ("warp_shadow",),
        ("catharsis", "psychic_howl"),
        ("catharsis", "warp_field"),
        ("psychic_howl",),
        ("warp_field",),
        ("catharsis",),
    }
    refusal = plan_refusal(("catharsis", "catharsis"), (2, 2))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("ONCE_A_ROLL", "HM-A16")


@pytest.mark.rule("HM-43")
def test_a_three_buys_one_of_three_benefits():
    assert plans(3) == {("corpse_swarms",), ("spores",), ("gas",)}


@pytest.mark.rule("HM-51")
def test_two_threes_buy_a_marker_or_are_used_singly():
    found = plans(3, 3)
    assert ("infestation",) in found
    assert {("gas", "corpse_swarms"), ("gas", "spores"), ("spores", "spores")} <= found


@pytest.mark.rule("HM-53")
def test_corruption_can_be_mixed():
    assert {
        ("spores", "infestation"),
        ("gas", "infestation"),
        ("corpse_swarms", "infestation"),
        ("gas", "corpse_swarms", "spores"),
        ("nest",),
    } <= plans(3, 3, 3)


@pytest.mark.rule("HM-54", "HM-A13")
def test_twelve_plans_use_all_of_four_threes():
    found = plans(3, 3, 3, 3, whole=True)
    assert len(found) == 12
    assert {
        ("spores",) * 4,
        ("infestation", "infestation"),
        ("spores", "spores", "infestation"),
        ("spores", "nest"),
    } <= found
    for name in ("gas", "corpse_swarms", "nest"):
        assert all(plan.count(name) <= 1 for plan in found)
        refusal = plan_refusal((name, name), (3,) * 6)
        assert refusal is not None
        assert (refusal.code, refusal.clause) == ("ONCE_A_ROLL", "HM-A13")


@pytest.mark.rule("HM-62", "HM-63", "HM-A25")
def test_sixes_buy_larger_creatures():
    assert ("synapse", "monstrous") in plans(6, 6, 6)
    assert ("monstrous", "monstrous") in plans(6, 6, 6, 6)
    assert ("synapse", "gargantuan") in plans(6, 6, 6, 6)
    assert ("gargantuan",) in plans(6, 6, 6)
    assert ("gargantuan",) not in plans(6, 6)


@pytest.mark.rule("HM-55", "HM-58")
def test_fours_and_fives_are_broods_each():
    assert plans(4, 4, 5) == {
        ("gaunt_brood", "gaunt_brood", "stealer_brood"),
        ("gaunt_brood", "gaunt_brood"),
        ("gaunt_brood", "stealer_brood"),
        ("gaunt_brood",),
        ("stealer_brood",),
    }


@pytest.mark.rule("HM-A26")
def test_the_table_is_in_the_order_of_carrying_out():
    assert [ITEMS[name].face for name in ITEMS] == sorted(item.face for item in ITEMS.values())
    assert list(ITEMS)[4:9] == ["gas", "corpse_swarms", "spores", "infestation", "nest"]
    assert list(ITEMS)[-3:] == ["synapse", "monstrous", "gargantuan"]


@pytest.mark.rule("HM-23")
@pytest.mark.parametrize(("plan", "code"), [(("monstrous",), "DICE_MISSING"), (("feast",), "NO_SUCH_RESULT")])
def test_a_plan_needs_the_dice_it_spends(plan: tuple[str, ...], code: str):
    refusal = plan_refusal(plan, (4, 6))
    assert refusal is not None
    assert refusal.code == code
