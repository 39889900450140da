"""Dice: fair, the same everywhere, and told apart by purpose (RL-7; cases RNG-01 to RNG-06)."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.dice import (
    MAX_SIDES,
    Dice,
    DiceExhausted,
    DiceLeftOver,
    FaceOutOfRange,
    RecordedDice,
    RecordMismatch,
    ScriptedDice,
    SeededDice,
    face_of,
    parse_seed,
    seed_text,
)

GOLDEN: dict[int | str, list[int]] = {
    0: [6, 3, 5, 6, 4, 4, 1, 5, 2, 1, 1, 2, 4, 3, 1, 3, 3, 6, 2, 1],
    1: [3, 3, 5, 1, 3, 6, 1, 5, 3, 3, 4, 4, 2, 5, 3, 5, 6, 5, 1, 2],
    7: [2, 3, 6, 3, 6, 3, 1, 6, 1, 4, 5, 5, 3, 2, 6, 3, 5, 4, 3, 2],
    -1: [6, 5, 4, 2, 1, 6, 6, 6, 6, 2, 6, 3, 6, 6, 4, 4, 6, 2, 3, 2],
    "alpha": [4, 1, 3, 3, 3, 5, 3, 4, 3, 2, 5, 4, 1, 5, 1, 6, 2, 2, 5, 5],
    "Ä": [4, 3, 2, 3, 1, 6, 6, 6, 2, 5, 4, 6, 5, 4, 6, 3, 1, 4, 6, 4],
    "7": [3, 5, 2, 6, 6, 1, 6, 6, 4, 4, 2, 1, 5, 3, 6, 6, 1, 3, 3, 5],
    "": [4, 2, 3, 6, 2, 4, 1, 4, 6, 3, 1, 4, 5, 3, 5, 6, 4, 6, 4, 3],
    2**63: [4, 3, 5, 4, 5, 1, 6, 3, 4, 6, 5, 1, 2, 1, 6, 5, 3, 5, 2, 2],
    10**30: [3, 2, 5, 2, 2, 1, 3, 3, 5, 6, 3, 6, 1, 6, 6, 5, 2, 1, 5, 5],
}

SEEDS = st.one_of(st.integers(), st.text())


def chi_square(faces: Counter[int], sides: int) -> float:
    expected = faces.total() / sides
    return sum((faces[face] - expected) ** 2 / expected for face in range(1, sides + 1))


# --- RNG-01: loaded dice -------------------------------------------------------------------------


@pytest.mark.parametrize("sides", range(1, 41))
def test_every_byte_gives_each_face_equally_often_and_the_tail_is_rejected(sides):
    faces = Counter(face_of(byte, sides, bits=8) for byte in range(256))
    rejected = faces.pop(None, 0)
    assert rejected == 256 % sides
    assert faces == dict.fromkeys(range(1, sides + 1), 256 // sides)


def test_a_rejected_word_is_replaced_by_words_of_the_same_draw(monkeypatch):
    plain = SeededDice("tail").copy()
    faces = [plain.roll("save", 20) for _ in range(24)]
    monkeypatch.setattr("game.core.dice._Stream.word", lambda stream, k: 2**64 - 1)
    dice = SeededDice("tail")
    spare = [dice.roll("save", 20) for _ in range(2000)]
    assert set(spare) == set(range(1, 21))
    assert spare[:24] != faces
    late = SeededDice("tail", {"save": 1999})
    assert late.roll("save", 20) == spare[1999]


@pytest.mark.parametrize(("sides", "rolls"), [(6, 600_000), (3, 60_000), (8, 60_000), (10, 60_000), (20, 60_000)])
def test_a_long_run_of_one_seed_is_even(sides, rolls):
    dice = SeededDice(7)
    rolled = Counter(dice.roll("swarm", sides) for _ in range(rolls))
    assert set(rolled) == set(range(1, sides + 1))
    assert chi_square(rolled, sides) < 40


def test_neighbouring_draws_are_independent():
    dice = SeededDice(7)
    faces = [dice.roll("swarm", 6) for _ in range(36_001)]
    pairs = Counter(6 * (a - 1) + b for a, b in pairwise(faces))
    assert chi_square(pairs, 36) < 75
    sums = Counter(a + b for a, b in zip(faces[::2], faces[1::2], strict=False))
    assert sums[7] == pytest.approx(18_000 / 6, rel=0.08)
    assert sums[2] == pytest.approx(18_000 / 36, rel=0.2)


# --- RNG-02, RNG-03: the same everywhere ---------------------------------------------------------


@pytest.mark.parametrize("seed", list(GOLDEN), ids=repr)
def test_first_faces_of_a_seed_never_change(seed):
    dice = SeededDice(seed)
    assert [dice.roll("swarm", 6) for _ in range(20)] == GOLDEN[seed]


def test_other_processes_with_other_hash_seeds_roll_the_same():
    program = (
        "from game.core.dice import SeededDice\n"
        "dice = SeededDice('Ä')\n"
        "print([dice.roll(p, 20) for p in ('save', 'bs', 'hive.door') for _ in range(10)], dice.position())\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "random")
    }
    assert len(outputs) == 1


def test_a_text_and_the_number_it_looks_like_are_two_seeds():
    number, text = SeededDice(7), SeededDice("7")
    assert [number.roll("bs", 20) for _ in range(20)] != [text.roll("bs", 20) for _ in range(20)]


@given(SEEDS)
def test_a_seed_is_written_with_its_kind_and_read_back(seed):
    again = parse_seed(seed_text(seed))
    assert again == seed
    assert type(again) is type(seed)


@pytest.mark.parametrize("seed", [10**5000, -(10**5000), 2**63, 0, -1], ids=["huge", "-huge", "2**63", "0", "-1"])
def test_whole_numbers_of_any_size_are_seeds(seed):
    assert parse_seed(seed_text(seed)) == seed
    assert 1 <= SeededDice(seed).roll("pick", 3) <= 3


def test_what_is_typed_without_a_kind_is_a_number_if_it_looks_like_one():
    assert parse_seed("12") == 12
    assert parse_seed("alpha") == "alpha"
    assert parse_seed("12 monkeys") == "12 monkeys"
    with pytest.raises(ValueError, match="x7"):
        parse_seed("int:x7")


@pytest.mark.parametrize("seed", [True, 1.5, None, b"7"])
def test_other_values_are_no_seeds(seed):
    with pytest.raises(TypeError, match="whole number or a text"):
        SeededDice(seed)


# --- RNG-06: nobody else's generator -------------------------------------------------------------


def test_the_module_generator_has_no_say():
    def faces(pollution: int) -> list[int]:
        random.seed(pollution)
        dice = SeededDice(3)
        rolled = []
        for _ in range(50):
            random.random()
            rolled.append(dice.roll("guts", 20))
        return rolled

    assert faces(1) == faces(2)


# --- streams and positions -----------------------------------------------------------------------


@pytest.mark.rule("RL-7")
def test_a_new_die_of_one_purpose_does_not_change_another():
    alone, mixed = SeededDice(11), SeededDice(11)
    faces = [alone.roll("save", 20) for _ in range(30)]
    between = []
    for k in range(30):
        for _ in range(k % 3):
            mixed.roll("hive.door", 6)
        between.append(mixed.roll("save", 20))
    assert between == faces


def test_position_counts_what_was_drawn_and_starts_dice_there():
    dice = SeededDice(11)
    dice.roll("save", 20)
    dice.roll("bs", 20)
    dice.roll("save", 20)
    assert dice.position() == (("bs", 1), ("save", 2))
    again = SeededDice(11, dice.position())
    assert again.position() == dice.position()
    assert [again.roll("save", 20) for _ in range(20)] == [dice.roll("save", 20) for _ in range(20)]


@given(SEEDS, st.lists(st.tuples(st.sampled_from(["bs", "save", "pick"]), st.integers(1, MAX_SIDES))))
def test_the_kth_face_depends_on_seed_purpose_and_k_alone(seed, rolls):
    dice = SeededDice(seed)
    for purpose, sides in rolls:
        before = dice.position()
        face = dice.roll(purpose, sides)
        assert 1 <= face <= sides
        assert SeededDice(seed, before).roll(purpose, sides) == face


EVERY_KIND: tuple[Dice, ...] = (
    SeededDice(5),
    ScriptedDice(bs=[4, 5, 6, 7]),
    RecordedDice([("bs", 20, 4), ("bs", 20, 5), ("bs", 20, 6), ("bs", 20, 7)]),
)


@pytest.mark.parametrize("dice", EVERY_KIND, ids=lambda dice: type(dice).__name__)
def test_a_copy_moves_on_its_own_and_rewinding_repeats(dice):
    dice.roll("bs", 20)
    start = dice.position()
    twin = dice.copy()
    ahead = [twin.roll("bs", 20), twin.roll("bs", 20)]
    assert dice.position() == start == (("bs", 1),)
    assert [dice.roll("bs", 20), dice.roll("bs", 20)] == ahead
    assert dice.position() == twin.position()
    dice.rewind(start)
    assert dice.position() == start
    assert [dice.roll("bs", 20), dice.roll("bs", 20)] == ahead


def test_forked_dice_are_other_dice_for_each_label():
    dice = SeededDice(5)
    lines = [[d.roll("bs", 20) for _ in range(12)] for d in (dice, dice.fork("1"), dice.fork("2"))]
    assert lines[0] != lines[1] != lines[2] != lines[0]
    assert lines[1] == [d.roll("bs", 20) for d in [SeededDice(5).fork("1")] for _ in range(12)]


@pytest.mark.parametrize("sides", [0, -1, MAX_SIDES + 1])
def test_a_die_that_cannot_exist_is_refused(sides):
    dice = SeededDice(5)
    with pytest.raises(ValueError, match="sides"):
        dice.roll("pick", sides)
    assert dice.position() == ()


def test_negative_counts_are_refused():
    with pytest.raises(ValueError, match="'save' cannot have been drawn -1 times"):
        SeededDice(5, {"save": -1})


# --- scripted dice -------------------------------------------------------------------------------


def test_scripted_dice_fall_in_order_for_each_purpose():
    dice = ScriptedDice(save=[15, 3], **{"hive.door": [5]})
    assert [dice.roll("save", 20), dice.roll("hive.door", 6), dice.roll("save", 20)] == [15, 5, 3]
    dice.assert_spent()


def test_a_script_may_be_one_mapping():
    dice = ScriptedDice({"hive.door": [5]}, save=[1])
    assert dice.roll("hive.door", 6) == 5
    with pytest.raises(ValueError, match="'save' are given twice"):
        ScriptedDice({"save": [5]}, save=[1])


def test_a_missing_die_names_its_purpose():
    dice = ScriptedDice(save=[15])
    dice.roll("save", 20)
    with pytest.raises(DiceExhausted, match=r"no scripted die left for 'save' \(a d20"):
        dice.roll("save", 20)
    with pytest.raises(DiceExhausted, match="'guts'") as caught:
        dice.roll("guts", 20)
    assert caught.value.purpose == "guts"
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_left_over_dice_are_named():
    dice = ScriptedDice(save=[15, 3, 4], **{"hive.door": [5]})
    dice.roll("save", 20)
    with pytest.raises(DiceLeftOver, match=r"never rolled: hive\.door \[5\], save \[3, 4\]"):
        dice.assert_spent()


@pytest.mark.parametrize("face", [0, -3, True, 1.5, "6"])
def test_what_is_no_face_is_refused_in_a_script(face):
    with pytest.raises(FaceOutOfRange, match="'save' is given"):
        ScriptedDice(save=[face])


def test_a_face_beyond_the_die_is_refused_and_not_drawn():
    dice = ScriptedDice(**{"hive.door": [7]})
    with pytest.raises(FaceOutOfRange, match=r"scripted 7, but a d6"):
        dice.roll("hive.door", 6)
    assert dice.position() == ()


# --- recorded dice -------------------------------------------------------------------------------

RECORD = [("save", 20, 15), ("hive.door", 6, 5)]


def test_a_record_gives_the_same_faces_again():
    dice = RecordedDice(RECORD)
    assert [dice.roll("save", 20), dice.roll("hive.door", 6)] == [15, 5]
    assert dice.position() == (("hive.door", 1), ("save", 1))
    dice.assert_spent()


@pytest.mark.parametrize(
    ("asked", "index", "reason"),
    [
        ([("bs", 20)], 0, "roll 0: 'bs' d20 was asked, but the record has 'save' d20"),
        ([("save", 6)], 0, "roll 0: 'save' d6 was asked, but the record has 'save' d20"),
        ([("save", 20), ("save", 20)], 1, "roll 1: 'save' d20 was asked, but the record has 'hive.door' d6"),
        (
            [("save", 20), ("hive.door", 6), ("bs", 20)],
            2,
            "roll 2: 'bs' d20 was asked, but the record ends here",
        ),
    ],
)
def test_any_difference_to_the_record_names_the_roll(asked, index, reason):
    dice = RecordedDice(RECORD)
    for purpose, sides in asked[:-1]:
        dice.roll(purpose, sides)
    with pytest.raises(RecordMismatch) as caught:
        dice.roll(*asked[-1])
    assert caught.value.index == index
    assert str(caught.value) == reason


def test_a_recorded_face_that_cannot_be_is_a_mismatch():
    with pytest.raises(RecordMismatch, match="has a 7 on a d6"):
        RecordedDice([("hive.door", 6, 7)]).roll("hive.door", 6)


def test_a_record_that_goes_on_is_told():
    dice = RecordedDice(RECORD)
    dice.roll("save", 20)
    with pytest.raises(DiceLeftOver, match=r"1 recorded rolls never asked, the next is roll 1: 'hive.door' d6"):
        dice.assert_spent()


def test_nameless_dice_are_the_same_dice_but_lead_to_no_others():
    named = SeededDice("table").fork("bot/hive")
    nameless = named.nameless()
    assert [nameless.roll("a", 20) for _ in range(20)] == [named.roll("a", 20) for _ in range(20)]
    assert "table" not in str(nameless.seed)
    assert nameless.fork("x").seed != named.fork("x").seed
    assert SeededDice("other").nameless().fork("x").seed != SeededDice("table").nameless().fork("x").seed
