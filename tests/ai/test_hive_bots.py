"""The hive's bots on boards where the right answer is plain to see, and in whole games."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from msgspec.structs import replace

from ai.hive.cunning import Cunning
from ai.hive.instinct import Instinct
from ai.player import BotSpec, Explaining, Player, known_bots, make_bot, read_spec
from game.api import Action, DataError, Marker, Pass, SeededDice, actions, compose, geometry
from game.api import hive_actions as hive
from game.rules.hive.tasks import Location, NestsPhase
from game.rules.skirmish.tasks import React
from game.sim.match import play
from game.sim.seats import BotDice
from tests.rules.hive.scene import activate, begin, draw, hive_turn, rolled, scene
from tests.support.reference import KINDS
from tests.support.table import OPEN, Table

ALERT = {"kind": "marine", "policy": "ask"}
"""A marine who shoots back, so that the bot has something to fear."""

LOOP = """
#########################
#.......................#
#.#####################.#
#.#####################.#
#.#####################.#
#.......................#
#########################""".strip()
"""Two corridors between the same two ends."""

WARD = """
#############
#.....#.....#
#.....#.....#
#.....+.....#
#.....#.....#
#.....#.....#
#############""".strip()
"""Two rooms and a closed door between them."""


BURROW = """
##############
#............#
############.#
#.....######.#
#.............
#.....########
##############""".strip()
"""A chamber that a large creature could stand in, but not leave."""


def ask(table: Table, spec: str = "hive:cunning") -> Any:
    """What a fresh bot answers to the waiting decision; legal, and with reasons."""
    bot = make_bot(spec, SeededDice(1))
    action = answer(bot, table)
    assert isinstance(bot, Explaining)
    told = bot.explain()
    assert told is not None
    assert told.chosen == action
    return action


def answer(bot: Player, table: Table) -> Action:
    view = table.game.view(table.state, "hive")
    options = table.game.options(table.state)
    action = bot.decide(view, options)
    assert action in options
    return action


def moved_to(table: Table, action: Any) -> tuple[int, int]:
    """Where a move ends."""
    assert isinstance(action, actions.Move)
    return table.board.xy([step for step in action.path if step >= 0][-1])


def is_seen(table: Table, letter: str, cell: int) -> bool:
    unit = table.unit(letter)
    return bool(geometry.visible_from(table.board, unit.cell, 1, table.state.doors) >> cell & 1)


# -- specs -----------------------------------------------------------------------------------------------------


def test_both_are_known_by_name_and_parameters_are_checked():
    names = [kind.name for kind in known_bots()]
    assert "hive:instinct" in names
    assert "hive:cunning" in names
    spec: BotSpec = read_spec("hive:cunning(patience=4)")
    bot = spec.make(SeededDice(1))
    assert isinstance(bot, Cunning)
    assert bot.temper.patience == 4
    assert isinstance(make_bot("hive:instinct", SeededDice(1)), Instinct)
    with pytest.raises(DataError, match="a whole number from 0 to 5 for patience"):
        read_spec("hive:cunning(patience=9)")


# -- the move ---------------------------------------------------------------------------------------------------


def test_a_lone_trooper_in_reach_is_charged():
    table = scene(draw(OPEN, M=(12, 12), g=[(8, 12), (8, 11), (8, 13), (9, 14)]), M=ALERT)
    hive_turn(table)
    first = ask(table)
    table.act(first)
    x, y = moved_to(table, ask(table))
    assert max(abs(x - 12), abs(y - 12)) == 1


def test_one_xeno_does_not_walk_into_the_fire_of_many():
    table = scene(draw(LOOP, M=[(1, 1), (2, 1), (3, 1)], g=(23, 3)), M=ALERT)
    hive_turn(table)
    activate(table, "g")
    action = ask(table)
    end = table.unit("g").cell if action == Pass() else table.at(*moved_to(table, action))
    assert not any(is_seen(table, letter, end) for letter in ("M", "M2", "M3"))


def test_the_unseen_way_is_taken_though_the_open_one_is_shorter():
    table = scene(draw(LOOP, M=[(1, 1), (2, 1)], g=(23, 3)), M=ALERT)
    hive_turn(table)
    activate(table, "g")
    assert moved_to(table, ask(table))[1] >= 4


def test_the_cheap_ones_draw_fire_before_the_dear_ones_charge():
    dear = replace(KINDS["crusher"], cost=60)
    rows = draw(OPEN, M=[(12, 12), (13, 12)], g=[(7, 12), (7, 14)], c=(5, 8))
    table = scene(rows, M=ALERT, kinds={"crusher": dear})
    hive_turn(table)
    assert ask(table).unit in (table.id("g"), table.id("g2"))


def test_an_engaged_xeno_strikes():
    table = scene(draw(OPEN, M=(12, 12), g=(11, 12)), M=ALERT)
    hive_turn(table)
    activate(table, "g")
    assert isinstance(ask(table), actions.Fight)


def test_a_lesser_creature_shut_in_tries_the_door():
    table = scene(draw(WARD, g=(4, 3), M=(10, 3)), M=ALERT)
    hive_turn(table)
    activate(table, "g")
    action = ask(table)
    assert any(step < 0 for step in action.path)


def test_one_who_opens_doors_does_so_for_those_who_wait():
    table = scene(draw(WARD, g=[(4, 3), (4, 2), (4, 4)], y=(2, 3), M=(10, 3)), M=ALERT)
    hive_turn(table)
    assert ask(table).unit == table.id("y")
    activate(table, "y")
    assert any(step < 0 for step in ask(table).path)


def test_nobody_stops_in_the_doorway_with_friends_behind():
    table = scene(draw(WARD, g=[(3, 3), (2, 3), (2, 2), (3, 2)], M=(11, 5)), M=ALERT)
    table.door(6, 3, opened=True)
    hive_turn(table)
    activate(table, "g")
    action = ask(table)
    assert action == Pass() or moved_to(table, action) != (6, 3)


# -- dice --------------------------------------------------------------------------------------------------------


def test_twos_become_a_warp_field_unless_two_can_strike():
    """HM-A16: the largest group, unless Catharsis brings at least two xenos to blows."""
    far = rolled(2, 2, rows=draw(OPEN, O=(1, 1), M=(2, 1), g=[(22, 22), (21, 22)]), O="officer")
    assert ask(far).plan == ("warp_field",)
    near = rolled(2, 2, rows=draw(OPEN, O=(1, 1), M=(2, 1), g=[(5, 1), (5, 2), (4, 4), (1, 5)]), O="officer")
    assert ask(near).plan == ("catharsis",)


def test_a_monster_that_gets_nowhere_is_not_taken():
    """X-33: two synaptic creatures instead, where no way is wide enough."""
    table = rolled(6, 6, rows=draw(BURROW, M=(1, 1)), M=ALERT)
    assert ask(table).plan == ("synapse", "synapse")


def test_gas_is_used_where_it_finds_somebody():
    close = rolled(3, rows=draw(OPEN, M=[(5, 5), (6, 5), (5, 6), (7, 7)]))
    assert ask(_marked(close, 6, 6)).plan == ("gas",)
    distant = rolled(3, rows=draw(OPEN, M=[(5, 5), (6, 5)]))
    assert ask(_marked(distant, 22, 22)).plan == ("spores",)


def _marked(table: Table, x: int, y: int) -> Table:
    """The table with an infestation marker on a cell."""
    number = table.state.next_id
    return table.set(markers={number: Marker(number, "infestation", table.at(x, y))}, next_id=number + 1)


# -- places ------------------------------------------------------------------------------------------------------


def test_a_new_brood_is_put_where_it_can_charge_next_turn():
    rows = draw(WARD, M=(2, 3))
    rows[3] = rows[3].replace("+", ".")
    table = rolled(4, rows=rows, M=ALERT)
    table.act(ask(table))
    placed = ask(table)
    assert isinstance(placed, hive.PlaceXeno)
    x, _ = table.board.xy(placed.cell)
    assert x <= 9  # behind the wall, a charge away; the far side of the room would be farther


def test_a_nest_is_hidden():
    table = scene(draw(WARD, M=(2, 3)), M=ALERT)
    begin(table, Location("hive", "nest"))
    placed = ask(table)
    assert not is_seen(table, "M", placed.cell)


def test_a_nest_brings_forth_what_fits():
    table = scene(draw(WARD, M=(2, 3)), M=ALERT)
    number = table.state.next_id
    table.set(markers={number: Marker(number, "nest", table.at(10, 3))}, next_id=number + 1)
    begin(table, NestsPhase("hive"))
    assert isinstance(ask(table), hive.UseNest)
    table.act(ask(table))
    assert isinstance(ask(table), hive.PlaceXeno)


# -- reactions ------------------------------------------------------------------------------------------------------


def test_a_shot_is_dodged():
    table = scene(draw(OPEN, M=(5, 5), g=(12, 5)), M=ALERT)
    table.orders()
    table.act(actions.GiveOrder(table.id("M")))
    table.act(actions.Shoot("rifle", (table.id("g"),)))
    assert isinstance(table.waiting, React)
    assert ask(table) == actions.Dodge()


def test_a_blow_is_returned_where_that_pays():
    table = scene(draw(OPEN, M=(5, 5), g=(6, 5), h=[(4, 5), (5, 4), (5, 6)]), M=ALERT)
    table.orders()
    table.act(actions.GiveOrder(table.id("M")))
    table.act(actions.Fight("knife", table.id("g")))
    assert isinstance(table.waiting, React)
    assert isinstance(ask(table), actions.Fight | actions.Dodge)


# -- honesty, determinism, whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["hive:cunning", "hive:instinct"])
def test_what_a_hidden_marker_is_makes_no_difference(spec: str):
    answers = []
    for kind in ("scout", "marine"):
        hidden = {"kind": kind, "states": ("camouflaged",), "policy": "ask"}
        table = scene(draw(OPEN, M=(12, 12), N=(3, 3), g=[(8, 12), (8, 11)]), M=ALERT, N=hidden)
        hive_turn(table)
        table.act(ask(table, spec))
        answers.append(ask(table, spec))
    assert answers[0] == answers[1]


def test_the_same_view_gets_the_same_answer_from_bots_with_different_pasts():
    table = scene(draw(OPEN, M=(12, 12), g=[(8, 12), (8, 11), (2, 2)]), M=ALERT)
    hive_turn(table)
    old = make_bot("hive:cunning", SeededDice(7))
    for _ in range(3):
        answer(old, table)
    assert answer(old, table) == ask(table)


@pytest.mark.parametrize("spec", ["hive:cunning", "hive:instinct"])
@pytest.mark.parametrize("mission", ["culvert", "relay"])
def test_whole_games_are_played_by_the_rules(spec: str, mission: str):
    game = compose(mission)
    seed = f"{mission}/hive"
    own = {side.id: BotDice(seed, side.id) for side in game.scenario.sides}
    players = {
        side.id: make_bot(spec if side.kind == "hive" else "random", own[side.id]) for side in game.scenario.sides
    }
    played = play(game, players, SeededDice(seed), bot_dice=own)
    assert played.error == ""
    assert played.state.outcome is not None


DIGEST = """
from ai.player import make_bot
from game.api import SeededDice, compose
from game.sim.match import play
from game.sim.seats import BotDice

game = compose("culvert")
own = {side.id: BotDice("h", side.id) for side in game.scenario.sides}
specs = {side.id: "hive:cunning" if side.kind == "hive" else "random" for side in game.scenario.sides}
played = play(game, {s: make_bot(spec, own[s]) for s, spec in specs.items()}, SeededDice("h"), bot_dice=own)
print(game.digest(played.state), played.error)
"""


def test_the_hash_seed_makes_no_difference():
    told = [
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert len(told[0]) == 1
