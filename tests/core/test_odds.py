"""Exact odds equal brute force over all faces, and the resolver agrees with them (RL-6)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.contest import (
    Dicepool,
    Outcome,
    is_stray,
    resolve_face_to_face,
    resolve_normal,
    save_fails,
    success,
)
from game.core.dice import SeededDice
from game.core.odds import (
    at_least,
    attack_distribution,
    attack_odds,
    classes_face_to_face,
    classes_normal,
    convolve,
    dodge_odds,
    expected,
    fail_chance,
    side_a,
    side_b,
    stray_chance,
    success_chance,
    wounds_distribution,
)

FACES = range(1, 21)
SVS = (-3, 0, 1, 2, 11, 12, 19, 20, 21, 24, 38, 39, 44)
HALF = Fraction(1, 2)
NEVER, ALWAYS = Fraction(0), Fraction(1)


def chances(counts: Mapping) -> dict:
    total = sum(counts.values())
    return {key: Fraction(count, total) for key, count in counts.items()}


def brute_force(dice_a: int, sv_a: int, dice_b: int, sv_b: int) -> dict[tuple[int, int, int, int], Fraction]:
    counts = Counter(
        resolve_face_to_face(faces[:dice_a], sv_a, faces[dice_a:], sv_b).outcome_class
        for faces in product(FACES, repeat=dice_a + dice_b)
    )
    return chances(counts)


@pytest.mark.rule("RL-6")
@pytest.mark.parametrize("dice", [0, 1, 2, 3])
@pytest.mark.parametrize("sv", [-3, 0, 1, 12, 20, 22, 39, 44])
def test_classes_of_a_normal_roll_equal_brute_force(dice, sv):
    counts = Counter(
        (tally.hits, tally.crits) for faces in product(FACES, repeat=dice) for tally in [resolve_normal(faces, sv)]
    )
    assert classes_normal(dice, sv) == chances(counts)


@pytest.mark.rule("RL-6")
@pytest.mark.parametrize(("sv_a", "sv_b"), list(product(SVS, repeat=2)))
def test_classes_of_one_die_each_equal_brute_force(sv_a, sv_b):
    assert classes_face_to_face(1, sv_a, 1, sv_b) == brute_force(1, sv_a, 1, sv_b)


@pytest.mark.rule("RL-6")
@pytest.mark.parametrize(
    ("sv_a", "sv_b"), [(12, 11), (11, 12), (12, 12), (1, 20), (20, 20), (0, 9), (24, 15), (39, 3), (23, 22), (3, 18)]
)
def test_classes_of_three_dice_in_total_equal_brute_force(sv_a, sv_b):
    assert classes_face_to_face(2, sv_a, 1, sv_b) == brute_force(2, sv_a, 1, sv_b)
    assert classes_face_to_face(1, sv_a, 2, sv_b) == brute_force(1, sv_a, 2, sv_b)


def test_a_wrong_resolver_would_be_noticed():
    """Negative control: without the cancelling of equal results the classes differ."""
    counts: Counter[tuple[int, int, int, int]] = Counter()
    for a, b in product(FACES, repeat=2):
        if a == b and success(a, 12) is Outcome.HIT:
            counts[1, 0, 1, 0] += 1
        else:
            counts[resolve_face_to_face([a], 12, [b], 12).outcome_class] += 1
    assert classes_face_to_face(1, 12, 1, 12) != chances(counts)


@pytest.mark.rule("RL-6")
@given(st.integers(0, 5), st.integers(-5, 45), st.integers(0, 5), st.integers(-5, 45))
def test_chances_sum_to_one_and_the_sides_mirror(dice_a, sv_a, dice_b, sv_b):
    classes = classes_face_to_face(dice_a, sv_a, dice_b, sv_b)
    assert sum(classes.values()) == 1
    assert all(chance > 0 for chance in classes.values())
    assert list(classes) == sorted(classes)
    mirrored = classes_face_to_face(dice_b, sv_b, dice_a, sv_a)
    assert {(*key[2:], *key[:2]): chance for key, chance in mirrored.items()} == classes
    assert sum(side_a(classes).values()) == sum(side_b(classes).values()) == 1
    assert sum(classes_normal(dice_a, sv_a).values()) == 1


@given(st.integers(0, 5), st.integers(-5, 45))
def test_against_nobody_a_face_to_face_roll_is_a_normal_one(dice, sv):
    normal = classes_normal(dice, sv)
    assert side_a(classes_face_to_face(dice, sv, 0, 12)) == normal
    assert side_a(classes_face_to_face(dice, sv, 3, 0)) == normal
    assert side_b(classes_face_to_face(1, -2, dice, sv)) == normal


def test_a_big_roll_agrees_with_the_resolver_on_seeded_dice():
    dice = SeededDice("odds")
    rolls = 20_000
    classes = classes_face_to_face(4, 14, 3, 12)
    seen = Counter(
        resolve_face_to_face(
            [dice.roll("bs", 20) for _ in range(4)], 14, [dice.roll("cc", 20) for _ in range(3)], 12
        ).outcome_class
        for _ in range(rolls)
    )
    assert set(seen) <= set(classes)
    likely = {key: float(chance) * rolls for key, chance in classes.items() if chance * rolls >= 5}
    assert sum((seen[key] - mean) ** 2 / mean for key, mean in likely.items()) < 2 * len(likely)


def test_cached_classes_cannot_be_changed_by_a_caller():
    classes = classes_normal(2, 12)
    with pytest.raises(TypeError):
        classes[0, 0] = Fraction(1)  # type: ignore[index]


# --- single dice ---------------------------------------------------------------------------------


@given(st.integers(-5, 45), st.integers(0, 12))
def test_chances_of_one_die_count_the_resolver(sv, lighter):
    assert success_chance(sv) == Fraction(sum(success(face, sv) is not Outcome.MISS for face in FACES), 20)
    strays = sum(is_stray(face, sv, sv + lighter) for face in FACES)
    assert stray_chance(sv, sv + lighter) == Fraction(strays, 20)


@pytest.mark.rule("RL-5")
@given(st.integers(0, 40), st.integers(0, 30), st.sampled_from(["n4", "n5"]))
def test_the_chance_to_fail_counts_the_failing_faces(damage, protection, style):
    failing = sum(save_fails(face, damage, protection, style=style) for face in FACES)
    assert fail_chance(damage, protection) == Fraction(failing, 20)


# --- wounds --------------------------------------------------------------------------------------


def test_wounds_of_batches_are_convolved():
    third = Fraction(1, 3)
    assert wounds_distribution([]) == (ALWAYS,)
    assert wounds_distribution([(1, third, 2)]) == (1 - third, NEVER, third)
    assert wounds_distribution([(2, HALF, 1), (1, third, 2)]) == (
        Fraction(1, 6),
        Fraction(1, 3),
        Fraction(1, 4),
        Fraction(1, 6),
        Fraction(1, 12),
    )


def test_certain_saves_leave_no_empty_tail():
    assert wounds_distribution([(3, NEVER, 1)]) == (ALWAYS,)
    assert wounds_distribution([(2, ALWAYS, 1)]) == (NEVER, NEVER, ALWAYS)
    assert wounds_distribution([(2, HALF, 0)]) == (ALWAYS,)


@pytest.mark.rule("RL-5")
@pytest.mark.parametrize("saves", [1, 2])
def test_each_hit_asks_for_the_saves_of_the_ammunition_and_each_critical_for_one_more(saves):
    fail = fail_chance(13, 3)
    one_hit = attack_distribution({(1, 0): Fraction(1)}, saves=saves, fail=fail)
    one_critical = attack_distribution({(0, 1): Fraction(1)}, saves=saves, fail=fail)
    both = attack_distribution({(1, 1): Fraction(1)}, saves=saves, fail=fail)
    assert one_hit == wounds_distribution([(saves, fail, 1)])
    assert one_critical == wounds_distribution([(saves + 1, fail, 1)])
    assert both == wounds_distribution([(2 * saves + 1, fail, 1)])


@pytest.mark.rule("RL-6")
@pytest.mark.parametrize("wounds", [1, 2])
def test_wounds_of_a_shot_equal_brute_force_over_attack_and_save_dice(wounds):
    sv, sv_b, damage, protection = 13, 11, 14, 3
    failing = sum(save_fails(face, damage, protection) for face in FACES)
    counts: Counter[int] = Counter()
    for a, b in product(FACES, repeat=2):
        hits, crits, *_ = resolve_face_to_face([a], sv, [b], sv_b).outcome_class
        number = hits + 2 * crits
        for failed in range(number + 1):
            ways = comb(number, failed) * failing**failed * (20 - failing) ** (number - failed)
            counts[failed * wounds] += ways * 20 ** (2 - number)
    odds = attack_odds(Dicepool(1, sv), Dicepool(1, sv_b), saves=1, fail=fail_chance(damage, protection), wounds=wounds)
    assert {number: chance for number, chance in enumerate(odds) if chance} == chances(counts)


@given(st.integers(0, 4), st.integers(-2, 25), st.integers(1, 3), st.integers(0, 20), st.integers(1, 2))
def test_the_mean_of_an_attack_is_linear_in_hits_and_criticals(dice, sv, saves, failing, wounds):
    fail = Fraction(failing, 20)
    odds = attack_odds(Dicepool(dice, sv), saves=saves, fail=fail, wounds=wounds)
    means = sum(chance * ((hits + crits) * saves + crits) for (hits, crits), chance in classes_normal(dice, sv).items())
    assert sum(odds) == 1
    assert expected(odds) == means * fail * wounds
    assert at_least(odds, 0) == at_least(odds, -1) == 1
    assert sum(at_least(odds, number) for number in range(1, len(odds))) == expected(odds)


@pytest.mark.rule("D-I20")
def test_one_dodge_die_opposes_every_attack_on_it():
    sv, attacks = 11, ((Dicepool(1, 12), 1, HALF, 1), (Dicepool(1, 14), 2, Fraction(1, 4), 1))
    total: dict[int, Fraction] = defaultdict(Fraction)
    for dodge, first, second in product(FACES, repeat=3):
        given_dice: tuple[Fraction, ...] = (ALWAYS,)
        for face, (pool, saves, fail, wounds) in zip((first, second), attacks, strict=True):
            hits, crits, *_ = resolve_face_to_face([face], pool.sv, [dodge], sv).outcome_class
            batch = wounds_distribution([((hits + crits) * saves + crits, fail, wounds)])
            given_dice = convolve(given_dice, batch)
        for number, chance in enumerate(given_dice):
            total[number] += chance
    assert dodge_odds(sv, attacks) == tuple(total[number] / 8000 for number in sorted(total))
    assert dodge_odds(sv, attacks[:1]) == attack_odds(Dicepool(1, 12), Dicepool(1, sv), saves=1, fail=HALF)
    assert dodge_odds(0, attacks[:1]) == attack_odds(Dicepool(1, 12), saves=1, fail=HALF)
