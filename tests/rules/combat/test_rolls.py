"""Rolls: success, face-to-face, burst, saves, purposes (RL-1 to RL-5, RL-7)."""

from __future__ import annotations

import pytest

from game.api import Ctx
from game.core.events import DiceRolled
from game.rules.skirmish.actions import Dodge, Fight, Shoot
from game.rules.skirmish.combat import Attempt, SuccessValue, success_value
from game.rules.skirmish.events import AttackResolved, SaveMade
from tests.rules.combat.scene import blue, declaring, duel, field, held, is_gone, of, order, red
from tests.support.table import Table


def shot_value(table: Table, shooter: str, target: str, weapon: str = "rifle") -> SuccessValue:
    unit = table.unit(target)
    attempt = Attempt(table.id(shooter), "shoot", "bs", weapon, unit.id, target_cell=unit.cell)
    return success_value(Ctx(table.game, table.state), attempt)


@pytest.mark.rule("RL-1")
@pytest.mark.parametrize(
    ("face", "hits", "crits"),
    [(11, 1, 0), (12, 0, 1), (13, 0, 0)],
    ids=["at most the SV hits", "the SV itself is a critical", "above it misses"],
)
def test_a_die_is_read_against_the_success_value(face: int, hits: int, crits: int) -> None:
    table = field("M.......g", M=held(), g=held("gaunt"))
    events = order(table, "M", Shoot("rifle", (table.id("g"),)), bs=[face, 20, 20], save=[20] * (hits + 2 * crits))
    assert [(e.hits, e.crits) for e in of(events, AttackResolved)] == [(hits, crits)]


@pytest.mark.rule("RL-1")
def test_modifiers_together_stop_at_twelve_and_an_sv_above_twenty_adds_to_each_die() -> None:
    table = field("M.......g", M=held(), g=held("gaunt")).effect("steady", "marines", unit=1, value=15)
    value = shot_value(table, "M", "g")
    assert ([m.value for m in value.modifiers], value.value) == ([15], 24)
    events = order(table, "M", Shoot("rifle", (table.id("g"),)), bs=[15, 16, 20], save=[20] * 5)
    assert [(e.hits, e.crits) for e in of(events, AttackResolved)] == [(1, 2)]


@pytest.mark.rule("RL-1")
def test_below_one_no_die_falls() -> None:
    table = field("M" + "." * 40 + "g", M=held(), g=held("gaunt"))
    table.effect("steady", "marines", unit=1, value=-6)
    value = shot_value(table, "M", "g")
    assert [(m.name, m.value, m.clause) for m in value.modifiers] == [("range", -6, "AT-1"), ("steady", -6, "OR-6")]
    assert value.value == 0
    events = order(table, "M", Shoot("rifle", (table.id("g"),)))
    assert of(events, DiceRolled) == []
    assert [(e.hits, e.crits) for e in of(events, AttackResolved)] == [(0, 0)]


@pytest.mark.rule("RL-2")
def test_a_normal_roll_lets_every_success_take_effect() -> None:
    table = duel("M.......m", M=red(), m=blue())
    events = order(table, "M", Shoot("rifle", (table.id("m"),)), bs=[3, 12, 13], save=[20] * 3, guts=[1])
    assert [(e.hits, e.crits) for e in of(events, AttackResolved)] == [(1, 1)]


@pytest.mark.rule("RL-3")
@pytest.mark.parametrize(
    ("own", "theirs", "left"),
    [
        ([4, 9, 20], 7, [(1, 0), (0, 0)]),
        ([4, 6, 20], 7, [(0, 0), (1, 0)]),
        ([7, 20, 20], 7, [(0, 0), (0, 0)]),
        ([12, 5, 20], 12, [(0, 0), (0, 0)]),
        ([12, 5, 20], 11, [(0, 1), (0, 0)]),
        ([11, 5, 20], 12, [(0, 0), (0, 1)]),
    ],
    ids=["higher wins", "lower loses", "equals cancel", "criticals cancel", "a critical stands", "and beats all"],
)
def test_shots_at_each_other_are_face_to_face(own: list[int], theirs: int, left: list[tuple[int, int]]) -> None:
    table = duel("M.......m", M=red(), m=blue())
    saves = sum(hits + 2 * crits for hits, crits in left)
    events = order(
        table,
        "M",
        Shoot("rifle", (table.id("m"),)),
        Shoot("rifle", (table.id("M"),)),
        bs=[*own, theirs],
        save=[20] * saves,
        guts=[1] if saves else [],
    )
    assert [(e.hits, e.crits) for e in of(events, AttackResolved)] == left


@pytest.mark.rule("RL-3")
def test_cancelled_successes_still_cancel_lower_ones_of_the_other_side() -> None:
    """The 9 falls to the 10, yet the 10 falls to nobody and the 4 of the same burst cancels nothing."""
    table = duel("M.......m", M=red(), m=blue())
    shots = Shoot("rifle", (table.id("m"),)), Shoot("rifle", (table.id("M"),))
    events = order(table, "M", *shots, bs=[9, 4, 20, 10], save=[20], guts=[1])
    assert [(e.attacker, e.hits) for e in of(events, AttackResolved)] == [(table.id("M"), 0), (table.id("m"), 1)]


@pytest.mark.rule("RL-3")
def test_who_reacts_without_being_a_target_rolls_normally() -> None:
    table = duel("M.......m", ".........", "........n", M=red(), m=blue(), n=blue())
    me = (table.id("M"),)
    events = order(
        table,
        "M",
        Shoot("rifle", (table.id("m"),)),
        Shoot("rifle", me),
        Shoot("rifle", me),
        bs=[11, 11, 11, 5, 3],
        save=[20] * 4,
        guts=[1, 1],
    )
    results = [(e.attacker, e.target, e.hits) for e in of(events, AttackResolved)]
    assert results == [
        (table.id("M"), table.id("m"), 3),
        (table.id("m"), table.id("M"), 0),
        (table.id("n"), table.id("M"), 1),
    ]


@pytest.mark.rule("RL-3")
def test_dice_at_one_target_are_opposed_by_that_target_only() -> None:
    table = duel("M.......m", ".........", "........n", M=red(), m=blue(), n=blue())
    m, n, me = table.id("m"), table.id("n"), (table.id("M"),)
    events = order(
        table,
        "M",
        Shoot("rifle", (m, n, m)),
        Shoot("rifle", me),
        Shoot("rifle", me),
        bs=[4, 6, 9, 5, 10],
        save=[20, 20],
        guts=[1, 1],
    )
    results = [(e.attacker, e.target, e.hits) for e in of(events, AttackResolved)]
    assert results == [(1, m, 1), (1, n, 0), (m, 1, 0), (n, 1, 1)]


@pytest.mark.rule("RL-3")
def test_an_acting_dodge_is_one_die_opposed_to_every_attack() -> None:
    table = duel("M.......m", ".........", "........n", M=red(), m=blue(), n=blue())
    me = (table.id("M"),)
    events = order(
        table,
        "M",
        Dodge(),
        Shoot("rifle", me),
        Shoot("rifle", me),
        dodge=[8],
        bs=[7, 9],
        save=[20],
        guts=[1],
    )
    assert [(e.attacker, e.hits) for e in of(events, AttackResolved)] == [(table.id("m"), 0), (table.id("n"), 1)]


@pytest.mark.rule("RL-3")
def test_a_unit_that_is_removed_still_had_its_roll() -> None:
    """Nobody opposes the one who is no target, so each side can remove the other in one order."""
    table = duel("M.......m", ".........", "........n", M=red(wounds=1), m=held(side="blue", wounds=2), n=blue())
    table.change("m", states=("unconscious",))
    answer = Shoot("rifle", (table.id("M"),))
    order(table, "M", Shoot("rifle", (table.id("m"),)), answer, bs=[5, 20, 20, 12], save=[1, 1, 1])
    assert is_gone(table, "m")
    assert is_gone(table, "M")


@pytest.mark.rule("RL-4")
def test_the_acting_unit_rolls_its_burst_and_a_reaction_one_die() -> None:
    table = duel("M.......m", M=red(), m=blue())
    events = order(table, "M", Shoot("rifle", (table.id("m"),)), Shoot("rifle", (table.id("M"),)), bs=[20, 20, 20, 20])
    assert [len(e.faces) for e in of(events, DiceRolled)] == [3, 1]


@pytest.mark.rule("RL-4")
def test_dice_may_be_named_one_at_a_time_but_all_of_them() -> None:
    table = field("M.......g", ".........", "........h", M=held(), g=held("gaunt"), h=held("gaunt"))
    g, h = table.id("g"), table.id("h")
    declaring(table, "M")
    assert table.code(Shoot("rifle", (g, h))) == "DICE_OF_BURST"
    assert table.code(Shoot("rifle", (g, h, g, g))) == "DICE_OF_BURST"
    assert table.code(Shoot("rifle", (g, h, g))) == ""


@pytest.mark.rule("RL-5")
@pytest.mark.parametrize(("face", "saved"), [(10, False), (11, True)])
def test_a_save_holds_if_die_and_armour_exceed_the_damage(face: int, saved: bool) -> None:
    """Damage 13 against ARM 3."""
    table = duel("M.......m", M=red(), m=held(side="blue"))
    events = order(table, "M", Shoot("rifle", (table.id("m"),)), bs=[3, 20, 20], save=[face], guts=[1])
    assert [(e.damage, e.protection, e.saved) for e in of(events, SaveMade)] == [(13, 3, saved)]
    assert table.unit("m").wounds == (0 if saved else 1)


@pytest.mark.rule("RL-5", "EM-A1")
@pytest.mark.parametrize(("face", "saved"), [(10, True), (11, False)])
def test_the_other_style_reads_the_save_the_other_way_round(face: int, saved: bool) -> None:
    table = duel("M.......m", M=red(), m=held(side="blue"), rules={"save_style": "n5"})
    events = order(table, "M", Shoot("rifle", (table.id("m"),)), bs=[3, 20, 20], save=[face], guts=[1])
    assert [e.saved for e in of(events, SaveMade)] == [saved]


@pytest.mark.rule("RL-5")
def test_cover_adds_three_against_shots_after_any_halving() -> None:
    table = duel("M......=m", M=red(), m=held(side="blue"))
    events = order(table, "M", Shoot("rifle", (table.id("m"),)), bs=[3, 20, 20], save=[8], guts=[1])
    assert [(e.damage, e.protection, e.saved) for e in of(events, SaveMade)] == [(13, 6, True)]


@pytest.mark.rule("RL-5")
def test_cover_is_no_help_hand_to_hand() -> None:
    table = duel(".Mm.....", ".=......", M=red(), m=held(side="blue"))
    events = order(table, "M", Fight("knife", table.id("m")), cc=[5], save=[9])
    assert [(e.damage, e.protection) for e in of(events, SaveMade)] == [(11, 3)]


@pytest.mark.rule("RL-5")
def test_a_critical_adds_one_save() -> None:
    table = duel("M.......m", M=red(), m=held(side="blue"))
    events = order(table, "M", Shoot("rifle", (table.id("m"),)), bs=[12, 5, 20], save=[20, 20, 20], guts=[1])
    assert [(e.hits, e.crits) for e in of(events, AttackResolved)] == [(1, 1)]
    assert len(of(events, SaveMade)) == 3


@pytest.mark.rule("RL-7")
def test_each_kind_of_roll_has_its_purpose() -> None:
    table = field("M", M="marine")
    purposes = table.game.rulebook.purposes
    combat = {name: purposes[name] for name in ("bs", "cc", "dodge", "save", "guts", "reset", "wip")}
    assert combat == dict.fromkeys(combat, 20)
