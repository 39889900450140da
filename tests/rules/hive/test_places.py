"""Cells as options that are counted and indexed without being listed."""

from hypothesis import given
from hypothesis import strategies as st

from game.board import cells_of
from game.rules.hive.actions import PlaceXeno
from game.rules.hive.places import Places, nth_cell

MASKS = st.integers(min_value=0, max_value=(1 << 400) - 1)


@given(MASKS)
def test_the_nth_cell_is_the_nth_listed(mask: int):
    assert [nth_cell(mask, n) for n in range(mask.bit_count())] == cells_of(mask)


@given(st.lists(MASKS, max_size=3))
def test_indexing_slicing_and_listing_agree(masks: list[int]):
    places = Places(masks, lambda which, cell: PlaceXeno(str(which), cell))
    whole = [PlaceXeno(str(which), cell) for which, mask in enumerate(masks) for cell in cells_of(mask)]
    assert list(places) == whole
    assert len(places) == len(whole)
    assert [places[index] for index in range(-len(whole), len(whole))] == whole + whole
    assert list(places[1:5]) == whole[1:5]
