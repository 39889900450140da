"""Positions: any state as a file, and any file as a state."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from game.board import from_ascii
from game.core.dice import SeededDice
from game.core.scenario import Objective
from game.core.session import Session
from game.core.state import Cloud, Effect, Marker
from game.io.position import Position, parse_position, position_of
from game.io.position_text import boxes, write_position
from game.io.scenario import compose, shipped_folder
from game.rules.hive.tasks import DiceChoice
from game.rules.skirmish.tasks import OrdersPhase

SMALL = """
board = '''
#########
#M.+..g.#
#A.#..gn#
#########
'''
[sides.marines]
[sides.hive]
[legend.M]
kind = "rifle"
[legend.A]
kind = "zealot"
[legend.g]
kind = "gaunt"
group = 1
[legend.n]
marker = "nest"
"""
SHIPPED = sorted(path.stem for path in shipped_folder().glob("*.toml"))


def faults(text: str) -> list[str]:
    return [str(fault) for fault in parse_position(text, file="p.toml")[1]]


def small(old: str = "", new: str = "") -> Position:
    return position_of(SMALL.replace(old, new, 1))


# --- reading -----------------------------------------------------------------------------------------------------


def test_a_drawing_with_a_legend_is_a_table():
    game, state = small()
    board = game.board
    assert [(u.id, u.kind, u.side, board.xy(u.cell)) for u in state.units.values()] == [
        (1, "rifle", "marines", (1, 1)),
        (2, "gaunt", "hive", (6, 1)),
        (3, "zealot", "marines", (1, 2)),
        (4, "gaunt", "hive", (6, 2)),
    ]
    assert [unit.group for unit in state.units.values()] == [0, 1, 0, 1]
    assert [(m.kind, board.xy(m.cell)) for m in state.markers.values()] == [("nest", (7, 2))]
    assert game.problems(state) == []


def test_play_goes_on_from_it():
    game, state = small()
    session = Session(game, SeededDice(1), state)
    assert session.to_act == "marines"
    assert isinstance(game.waiting(session.state), OrdersPhase)
    while not session.over:
        options = game.options(session.state)
        session.act(options[len(options) - 1])
    assert session.state.outcome is not None
    assert session.state.outcome.round > 0


@pytest.mark.rule("OR-1", "UN-3")
def test_orders_are_counted_unless_the_file_says_how_many_are_left():
    _, state = small()
    assert state.sides["marines"].pool == 1, "the zealot is irregular"
    assert state.units[3].count("own_order") == 1
    _, state = small("[sides.marines]", "[sides.marines]\npool = 5\n")
    assert state.sides["marines"].pool == 5
    assert state.units[3].count("own_order") == 0


def test_every_field_of_a_unit_can_be_set():
    text = """kind = "rifle"
ids = 9
wounds = 1
states = ["stunned", "prone"]
policy = "dodge"
lieutenant = true
counters = { orders = 1 }
"""
    _, state = small('kind = "rifle"\n', text)
    unit = state.units[9]
    assert (unit.wounds, unit.states, unit.policy) == (1, ("prone", "stunned"), "dodge")
    assert (unit.count("lieutenant"), unit.count("orders")) == (1, 1)


def test_doors_zones_heights_and_what_is_not_on_the_board():
    game, state = position_of(
        """
turn = "hive"
phase = "NESTS"
round = 4
mission = "wave"
board = '''
......
.M+/1.
......
'''
zones = { exit = [[0, 0], [4, 0, 5, 2]] }
[[doors]]
at = [2, 1]
name = "gate"
sealed = true
solid = true
wounds = 1
[[doors]]
at = [3, 1]
broken = true
[sides.marines]
objective = { kind = "exit", n = 1 }
[sides.hive]
[legend.M]
kind = "officer"
[[units]]
kind = "jumper"
states = ["waiting"]
[[gone]]
id = 77
kind = "rifle"
side = "marines"
at = [5, 0]
round = 2
by = 3
[[effects]]
name = "warp_field"
side = "marines"
expires = "turn_end:marines"
[[clouds]]
kind = "smoke"
cells = [[0, 0, 1, 1]]
"""
    )
    board = game.board
    assert [(d.name, d.sealed, d.solid, board.xy(d.cells[0])) for d in board.doors] == [
        ("gate", True, True, (2, 1)),
        ("", False, False, (3, 1)),
    ]
    assert (state.doors, state.broken, state.sealed, state.door_wounds) == (2, 2, 1, {0: 1})
    assert len(board.zones["exit"]) == 7
    assert board.heights[board.cell(4, 1)] == 1
    assert (state.turn, state.phase, state.round) == ("hive", "NESTS", 4)
    assert state.units[2].cell == -1
    assert state.gone[77].reason == "killed"
    assert state.effects == (Effect("warp_field", "marines", expires="turn_end:marines"),)
    assert state.clouds[0].cells.bit_count() == 4
    assert state.murk == state.clouds[0].cells
    assert state.next_id > max(77, state.clouds[0].id)
    assert game.scenario.sides[0].objective == Objective("exit", 1)


@pytest.mark.rule("HM-22", "HM-25")
def test_swarm_dice_can_lie_on_the_table():
    game, state = position_of('turn = "hive"\nphase = "DICE"\nswarm = [6, 1, 4]\n' + SMALL)
    assert game.waiting(state) == DiceChoice("hive", (4, 6))
    assert game.to_act(state) == "hive"
    assert len(game.options(state)) > 1


@pytest.mark.parametrize("phase", ["tactical", "command", "orders", "states", "move", "nests", "dice", "place"])
def test_a_turn_can_be_taken_up_in_any_phase(phase: str):
    side = "hive" if phase in ("move", "nests", "dice", "place") else "marines"
    game, state = position_of(f'turn = "{side}"\nphase = "{phase}"\n' + SMALL)
    session = Session(game, SeededDice(3), state)
    assert session.over or len(game.options(session.state))
    assert game.problems(session.state) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('kind = "rifle"', 'kind = "rilfe"', 'p.toml: legend.M.kind: expected "rifle", found "rilfe"'),
        ('kind = "rifle"', 'kind = "rifle"\nwound = 1', 'p.toml: legend.M.wound: expected "wounds", found the unknown'),
        ('kind = "rifle"', 'kind = "rifle"\nstates = ["dead"]', "p.toml: legend.M.states[0]: expected "),
        ('kind = "rifle"', 'kind = "rifle"\nids = [1, 2]', "p.toml: legend.M.ids: expected 1 ids, found [1, 2]"),
        ("group = 1", "ids = [3, 3]", "p.toml: legend.g.ids: expected an id of its own for each unit, found 3 again"),
        ("[legend.M]", "[legend.Q]", 'p.toml: legend: expected an entry for "M", which is on the board, found none'),
        ("[legend.M]", "[legend.Q]", 'p.toml: legend.Q: expected a sign that is on the board, found "Q"'),
        ("#M.+", "#M.?", "p.toml: board: expected a board drawn as text, found (3, 1)"),
        ("#M.+..g.#", "#M.+..g.", "p.toml: board: expected a board drawn as text, found row 1"),
        ("[sides.hive]", "[sides.hvie]", "p.toml: legend.g.side: expected a hive side for gaunt, found none"),
        ("[sides.hive]", "[sides.hive]\npol = 1", 'p.toml: sides.hive.pol: expected "pool", found'),
        ("board =", 'phase = "ordrs"\nboard =', 'p.toml: phase: expected "orders", found "ordrs"'),
        ("board =", 'turn = "marins"\nboard =', 'p.toml: phase: expected "marines", found "marins"'),
        ("board =", 'agenda = ["order_phase"]\nboard =', "p.toml: agenda[0], column 1: expected "),
        ("board =", 'agenda = ["declare_first actor=9"]\nboard =', "p.toml: agenda[0].actor: expected a unit of the"),
        ("[legend.g]", '[[effects]]\nname = "rally"\nside = "hive"\nunit = 9\n[legend.g]', "p.toml: effects[0].unit: "),
        ("[legend.g]", '[[markers]]\nkind = "item"\n[legend.g]', "p.toml: markers[0].at: expected a cell, or a c"),
        ('kind = "rifle"', 'kind = "rifle"\nside = "hive"', "p.toml: legend.M.side: expected a human side for rifle"),
        ("board =", "swarm = [7]\nboard =", "p.toml: swarm: expected faces of swarm dice, 1 to 6, found [7]"),
        ("board =", "zones = { exit = [[9, 9]] }\nboard =", "p.toml: zones.exit[0]: expected [x, y] or [x, y, x2, y2]"),
        ("[legend.g]", '[memory]\nflwo = "none"\n[legend.g]', 'p.toml: memory.flwo: expected a module with a memory'),
        ('kind = "gaunt"', 'kind = "crusher"', "p.toml: legend.g.at: expected room for crusher at [6, 2]"),
    ],
)  # fmt: skip
def test_each_fault_is_one_line_with_its_place(old: str, new: str, said: str):
    assert old in SMALL
    found = faults(SMALL.replace(old, new, 1))
    assert any(fault.startswith(said) for fault in found), found
    assert not any("\n" in fault for fault in found)


# --- writing -----------------------------------------------------------------------------------------------------


def agrees(game_state: Position) -> None:
    """The state is written and read back, and the same can be done in both."""
    game, state = game_state
    again = position_of(write_position(game, state))
    assert again.state == state
    assert again.game.digest(again.state) == game.digest(state)
    assert list(again.game.options(again.state)) == list(game.options(state))
    assert write_position(*again) == write_position(game, state)


def test_a_position_reads_back_as_written():
    agrees(small())


@pytest.mark.parametrize("name", SHIPPED)
def test_every_moment_of_a_game_reads_back_as_written(name: str):
    session = Session(compose(name), SeededDice(11))
    choice = SeededDice(5)
    for step in range(260):
        if session.over:
            break
        options = session.game.options(session.state)
        session.act(options[choice.roll("choice", len(options)) - 1])
        if step % 40 == 7:
            agrees(Position(session.game, session.state))
    agrees(Position(session.game, session.state))


def test_the_end_of_a_game_reads_back_as_ended():
    session = Session(compose(SHIPPED[0]), SeededDice(2))
    choice = SeededDice(9)
    while not session.over:
        options = session.game.options(session.state)
        session.act(options[choice.roll("choice", len(options)) - 1])
    agrees(Position(session.game, session.state))
    again = position_of(write_position(session.game, session.state))
    assert Session(again.game, SeededDice(1), again.state).over


def test_what_lies_on_special_ground_or_carries_things_reads_back():
    game, state = position_of(SMALL.replace("#M.+..g.#", "#M,/=.g.#").replace("[legend.n]", "[legend.n]"))
    item = Marker(50, "item", -1, name='the "core"\n', carrier=1, counters=(("used", 1),))
    cloud = Cloud(51, "smoke", 1 << 13 | 1 << 14 | 1 << 300 % game.board.size, "states")
    moved = replace(state.units[2], cell=game.board.cell(2, 1))
    standing = replace(state.units[4], cell=game.board.cell(4, 1))
    changed = replace(
        state,
        units={**state.units, 2: moved, 4: standing},
        markers={**state.markers, 50: item},
        clouds=(cloud,),
        next_id=60,
        sides={**state.sides, "marines": replace(state.sides["marines"], worked=1)},
    )
    agrees(Position(game, game.indexed(changed)))


def test_boxes_cover_exactly_their_cells():
    board = from_ascii(["." * 12] * 9)
    for seed in range(40):
        dice = SeededDice(seed)
        cells = sorted({dice.roll("c", board.size) - 1 for _ in range(dice.roll("n", 60))})
        covered = [
            board.cell(x, y)
            for box in boxes(cells, board)
            for x in range(box[0], box[-2] + 1)
            for y in range(box[1], box[-1] + 1)
        ]
        assert sorted(covered) == cells
        assert all(a != b for a, b in pairwise(sorted(covered)))
