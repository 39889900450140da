"""How dice are read: RULES section 3, clause by clause."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.contest import (
    CRITICAL_RANK,
    Dicepool,
    Outcome,
    is_stray,
    rank,
    resolve_face_to_face,
    resolve_normal,
    save_fails,
    success,
    success_value,
)

FACES = range(1, 21)
SV = st.integers(-5, 45)
POOL = st.lists(st.integers(1, 20), max_size=5)


def outcomes(sv: int) -> list[str]:
    return [success(face, sv).name for face in FACES]


@pytest.mark.rule("RL-1")
@pytest.mark.parametrize("sv", range(1, 21))
def test_up_to_the_success_value_succeeds_and_exactly_it_is_a_critical(sv):
    assert outcomes(sv) == ["HIT"] * (sv - 1) + ["CRIT"] + ["MISS"] * (20 - sv)


@pytest.mark.rule("RL-1")
@pytest.mark.parametrize(("sv", "criticals"), [(21, 2), (23, 4), (38, 19), (39, 20), (45, 20)])
def test_above_twenty_the_excess_is_added_and_twenty_or_more_is_a_critical(sv, criticals):
    assert outcomes(sv) == ["HIT"] * (20 - criticals) + ["CRIT"] * criticals


@pytest.mark.rule("RL-1")
@pytest.mark.parametrize("sv", [0, -1, -12])
def test_below_one_fails_without_rolling(sv):
    assert outcomes(sv) == ["MISS"] * 20
    assert Dicepool(3, sv).rolled == 0
    assert Dicepool(3, 1).rolled == 3


@pytest.mark.rule("RL-1")
@pytest.mark.parametrize(
    ("modifiers", "sv"), [((), 11), ((3,), 14), ((-6, -3), 2), ((-6, -6, -6), -1), ((9, 9), 23), ((-20, 10), 1)]
)
def test_the_sum_of_all_modifiers_stays_within_twelve(modifiers, sv):
    assert success_value(11, *modifiers) == sv


@pytest.mark.parametrize("face", [0, 21, -1])
def test_a_face_no_d20_has_is_an_error(face):
    for read in (lambda: success(face, 10), lambda: save_fails(face, 13, 3), lambda: resolve_normal([face], 10)):
        with pytest.raises(ValueError, match=f"no face {face}"):
            read()


@pytest.mark.rule("RL-2")
def test_each_success_of_a_normal_roll_takes_effect():
    tally = resolve_normal([3, 12, 13, 12], 12)
    assert [die.outcome for die in tally.dice] == [Outcome.HIT, Outcome.CRIT, Outcome.MISS, Outcome.CRIT]
    assert [die.survives for die in tally.dice] == [True, True, False, True]
    assert (tally.hits, tally.crits, tally.effective) == (1, 2, 3)


@pytest.mark.rule("RL-3")
@pytest.mark.parametrize(
    ("a", "b", "survive_a", "survive_b"),
    [
        pytest.param([9], [7], [1], [0], id="higher success wins"),
        pytest.param([7], [9], [0], [1], id="and loses the other way"),
        pytest.param([7], [7], [0], [0], id="equal results cancel each other"),
        pytest.param([7], [15], [1], [0], id="a failure cancels nothing"),
        pytest.param([4, 9, 6], [7], [0, 1, 0], [0], id="only the dice above the other side's stay"),
        pytest.param([4, 9, 6], [10], [0, 0, 0], [1], id="one high reaction cancels them all"),
        pytest.param([12, 3], [11], [1, 0], [0], id="a critical beats a higher... and any plain success"),
        pytest.param([12, 3], [13], [0, 0], [0], id="two criticals cancel, and each cancels plain successes"),
        pytest.param([12, 12], [13], [0, 0], [0], id="one critical cancels every opposing critical"),
        pytest.param([5], [13], [0], [1], id="a critical cancels a plain success"),
        pytest.param([16], [19], [0], [0], id="two failures leave nothing"),
        pytest.param([], [5], [], [1], id="nobody opposes"),
    ],
)
def test_successes_cancel_face_to_face(a, b, survive_a, survive_b):
    result = resolve_face_to_face(a, 12, b, 13)
    assert [int(die.survives) for die in result.a.dice] == survive_a
    assert [int(die.survives) for die in result.b.dice] == survive_b


@pytest.mark.rule("RL-3")
def test_a_low_critical_beats_a_high_plain_success():
    assert resolve_face_to_face([5], 5, [17], 18).outcome_class == (0, 1, 0, 0)


@pytest.mark.rule("RL-3")
def test_a_cancelled_success_still_cancels_lower_ones():
    # a's 8 falls to b's 10, b's 10 to a's 11; b's 6 is below the cancelled 8 as well.
    result = resolve_face_to_face([8, 11], 14, [10, 6], 14)
    assert [die.survives for die in result.a.dice] == [False, True]
    assert [die.survives for die in result.b.dice] == [False, False]


@pytest.mark.rule("RL-3")
def test_above_twenty_the_raised_values_are_compared():
    assert rank(10, 24) == 14
    assert resolve_face_to_face([10], 24, [13], 15).outcome_class == (1, 0, 0, 0)
    assert resolve_face_to_face([10], 24, [14], 16).outcome_class == (0, 0, 0, 0)
    assert rank(16, 24) == CRITICAL_RANK


@pytest.mark.rule("RL-4")
def test_each_die_of_a_burst_is_told_by_itself_so_named_dice_keep_their_targets():
    result = resolve_face_to_face([2, 12, 9], 12, [5], 11)
    assert [(die.face, die.outcome.name, die.survives) for die in result.a.dice] == [
        (2, "HIT", False),
        (12, "CRIT", True),
        (9, "HIT", True),
    ]


def cancelled_by_the_words(own: int, own_sv: int, opposing: list[int], sv: int) -> bool:
    """RL-3 word for word, as a second opinion."""
    mine = success(own, own_sv)
    for face in opposing:
        theirs = success(face, sv)
        if theirs is Outcome.MISS:
            continue
        if theirs is Outcome.CRIT:
            return True
        if mine is Outcome.HIT and rank(face, sv) >= rank(own, own_sv):
            return True
    return False


@pytest.mark.rule("RL-3")
@given(POOL, SV, POOL, SV)
def test_the_resolver_agrees_with_the_clause_word_for_word(a, sv_a, b, sv_b):
    result = resolve_face_to_face(a, sv_a, b, sv_b)
    assert [die.survives for die in result.a.dice] == [
        success(face, sv_a) is not Outcome.MISS and not cancelled_by_the_words(face, sv_a, b, sv_b) for face in a
    ]
    assert [die.survives for die in result.b.dice] == [
        success(face, sv_b) is not Outcome.MISS and not cancelled_by_the_words(face, sv_b, a, sv_a) for face in b
    ]
    assert not (result.a.effective and result.b.effective)


@pytest.mark.rule("AT-2")
def test_a_die_strays_if_only_the_engaged_friends_made_it_miss():
    assert [face for face in FACES if is_stray(face, 5, 11)] == [6, 7, 8, 9, 10, 11]
    assert not any(is_stray(face, 0, 6) for face in FACES)


@pytest.mark.rule("RL-5")
@pytest.mark.parametrize(("damage", "protection"), list(product((0, 11, 13, 15, 30), (0, 3, 9, 15))))
def test_a_save_succeeds_above_damage(damage, protection):
    for face in FACES:
        assert save_fails(face, damage, protection) == (not face + protection > damage)


@pytest.mark.rule("RL-5")
@pytest.mark.parametrize(("damage", "protection"), list(product((0, 11, 13, 15, 30), (0, 3, 9, 15))))
def test_the_other_style_reads_the_die_the_other_way_round_at_the_same_chance(damage, protection):
    power = 20 - damage
    fails = [save_fails(face, damage, protection, style="n5") for face in FACES]
    assert fails == [face > power + protection for face in FACES]
    assert sum(fails) == sum(save_fails(face, damage, protection) for face in FACES)
