"""The numbers of actions: each option has one, and no number stands for two options of a decision."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

from ai.env.building import action_table
from ai.env.encoding import Encoder, Moment, TooManyOptions
from ai.env.tables import SPARE, ActionTable, table_of
from game.api import Action, DataError, Options, Pass, actions, list_scenarios, open_game
from game.core.options import Mapped
from tests.ai.env.walks import moments

MISSIONS = [meta.id for meta in list_scenarios()]


@pytest.mark.parametrize("mission", MISSIONS)
def test_the_mask_is_the_options_at_every_state_reached(mission):
    """Numbered in bulk or one by one, from the true options or from those of the view, it comes to the same."""
    for state, seat, options in moments(mission, most=90):
        numbers, mask = seat.numbers(options)
        listed = list(options)
        assert len(numbers) == len(listed) == len(set(numbers.tolist())) == int(mask.sum())
        assert mask.dtype == np.int8
        assert mask[numbers].all()
        moment = Moment(seat.table, seat.view, seat.slots)
        assert numbers.tolist() == [moment.encode(action) for action in listed]
        assert numbers.max() < seat.table.spare_start, "every option of the shipped missions has a number of its own"
        assert (seat.encoder.numbers(seat.view.options(), seat.view, seat.slots)[0] == numbers).all()
        assert state.outcome is None


@pytest.mark.parametrize("mission", ["culvert", "viaduct", "depot"])
def test_every_number_has_a_name_of_its_own(mission):
    game = open_game(mission).game
    for side in game.scenario.sides:
        names = action_table(game, side.id).names()
        assert len(set(names)) == len(names)
        assert "pass" in names


def test_names_say_what_an_action_does():
    named: dict[type, Any] = {}
    for _, seat, options in moments("culvert", most=120):
        numbers, _ = seat.numbers(options)
        for number, action in zip(numbers.tolist(), options, strict=True):
            named.setdefault(type(action), (seat.table.name(number), action, seat))
    name, action, seat = named[actions.GiveOrder]
    assert name == f"give_order {action.kind} own {seat.roll.own_slots[action.unit]}"
    name, action, seat = named[actions.Deploy]
    x, y = seat.game.board.xy(action.cell)
    assert name == f"deploy openly form 0 {x},{y}"
    assert named[Pass][0] == "pass"


def test_a_slot_means_the_same_trooper_all_game_long():
    found: dict[int, set[Any]] = {}
    for state, seat, _ in moments("culvert", seed="long"):
        if seat.side == "marines":
            for unit in state.units.values():
                if unit.side == "marines":
                    found.setdefault(unit.id, set()).add(seat.slots.place(unit.id))
    assert len(found) == 4
    assert all(len(slots) == 1 for slots in found.values())


def test_the_cell_of_a_number_is_where_its_walk_ends():
    for _, seat, options in moments("culvert", most=150):
        numbers, _ = seat.numbers(options)
        for number, action in zip(numbers.tolist(), options, strict=True):
            if isinstance(action, actions.Move) and action.path and action.path[-1] >= 0:
                assert seat.table.cell(number) == action.path[-1]
                return
    pytest.fail("nobody walked")


def test_what_the_table_does_not_know_goes_to_a_spare_number():
    """A die more than the mission's, an action of a rule system from elsewhere: none is lost, none is confused."""
    _, seat, _ = next(iter(moments("culvert", most=1)))
    strange = [actions.Use("no_such_use", 3), actions.Use("no_such_use", 4), Pass(), Pass()]
    numbers, mask = seat.numbers(strange)
    first = seat.table.spare_start
    assert numbers.tolist() == [first, first + 1, seat.table.start["pass"], first + 2]
    assert [seat.table.name(number) for number in numbers[:2]] == ["spare 0", "spare 1"]
    assert int(mask.sum()) == 4


def test_too_many_strange_options_are_an_error_and_not_a_smaller_mask():
    _, seat, _ = next(iter(moments("culvert", most=1)))
    with pytest.raises(TooManyOptions, match=f"{SPARE + 1} options without a number"):
        seat.numbers([actions.Use("no_such_use", target) for target in range(1, SPARE + 2)])


def test_a_number_that_is_none_is_refused():
    table = action_table(open_game("culvert").game, "marines")
    for wrong in (-1, table.size):
        with pytest.raises(IndexError, match="expected an action from 0"):
            table.name(wrong)


def test_a_table_can_be_kept_and_read_for_the_same_board():
    game = open_game("culvert").game
    table = action_table(game, "hive")
    again = table_of(game.board, table.saved())
    assert isinstance(again, ActionTable)
    assert again.size == table.size
    assert again.name(table.start["spend"]) == table.name(table.start["spend"])
    for _, seat, options in islice(moments("culvert", most=80), 40, None):
        if seat.side == "hive":
            again_numbers = Encoder(again).numbers(options, seat.view, seat.slots)[0]
            assert (again_numbers == seat.numbers(options)[0]).all()
    with pytest.raises(DataError, match="expected a table for a board of 40x32"):
        table_of(open_game("relay").game.board, table.saved())


def test_a_table_tells_nothing_of_the_forces_of_others():
    """Two missions that differ in the foes' force have the same numbers (HI-1)."""
    from msgspec.structs import replace

    from game.api import Game

    game = open_game("depot").game
    first, second = game.scenario.sides
    other = Game(
        game.rulebook,
        game.board,
        replace(game.scenario, sides=(first, replace(second, force=second.force[:2]))),
        game.kinds,
        game.weapons,
        game.upgrades,
    )
    assert action_table(other, first.id).saved() == action_table(game, first.id).saved()
    assert action_table(other, second.id).own == 2


def test_walks_are_numbered_without_being_made():
    _, seat, _ = next(iter(moments("culvert", most=1)))
    made: list[int] = []

    def make(cell: int) -> Action:
        made.append(cell)
        return actions.Move((cell,))

    cells = seat.table.cells[:200].tolist()
    numbers, mask = seat.numbers(Options([Mapped(cells, make)], lambda _action: True))
    assert [seat.table.cell(number) for number in numbers.tolist()] == cells
    assert int(mask.sum()) == 200
    assert len(made) == 1, "one of them tells what kind they are"
