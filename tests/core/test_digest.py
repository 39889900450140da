"""The digest of a state tells every two states apart and never fails."""

import pytest
from msgspec.structs import replace

from game.api import State, Unit
from game.core.state import Cloud
from tests.io.toy import toy_game

GAME = toy_game()
START = GAME.initial()


def clouded(cells: int) -> State:
    return replace(START, clouds=(Cloud(1, "smoke", cells, "states"),))


@pytest.mark.parametrize("bit", [10, 63, 64, 900, 65_000])
def test_bit_sets_of_any_length_are_told_apart(bit: int):
    digests = {GAME.digest(START), GAME.digest(clouded(1 << bit)), GAME.digest(clouded(3 << bit))}
    assert len(digests) == 3
    assert GAME.digest(clouded(1 << bit)) == GAME.digest(clouded(1 << bit))
    assert GAME.digest(replace(START, doors=1 << bit)) != GAME.digest(START)


def test_a_number_is_not_its_text():
    assert GAME.digest(clouded(1 << 70)) != GAME.digest(replace(START, clouds=()))
    assert GAME.digest(replace(START, ext={"m": 1 << 70})) != GAME.digest(replace(START, ext={"m": (1 << 70, 0)}))


def test_units_are_ordered_by_their_numbers_not_by_their_texts():
    units = {number: Unit(number, "marine", "marines") for number in range(1, 13)}
    backwards = dict(sorted(units.items(), reverse=True))
    assert GAME.digest(replace(START, units=units)) == GAME.digest(replace(START, units=backwards))


def test_derived_indexes_do_not_count():
    assert GAME.digest(replace(START, at={1: 1}, occupied=2, murk=4)) == GAME.digest(START)
