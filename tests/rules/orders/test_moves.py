"""Moving: ways and costs, contact, doors, stance (MV-1, MV-2, MV-6, BD-11)."""

from __future__ import annotations

import pytest

from game.core.events import DoorClosed, DoorOpened, UnitMoved
from game.core.types import door_step
from game.rules.skirmish.actions import Dodge, Fight, GiveOrder, Idle, Move, Pass, Step
from game.rules.skirmish.tasks import DeclareSecond, DodgeMove, React
from tests.support.reference import _human
from tests.support.table import DOOR, OPEN, Table

OPENS = door_step(0)


def ordered(table, letter="M"):
    """The trooper has an order and is to declare."""
    table.orders().act(GiveOrder(table.id(letter)))
    return table


def way(table, *cells):
    """A path of (x, y) pairs; a bare number works that door."""
    return Move(tuple(cell if isinstance(cell, int) else table.at(*cell) for cell in cells))


def ends(table, **stance):
    """Where the listed moves end, as (x, y)."""
    moves = [m for m in table.options(Move) if m.path and m.path[-1] >= 0 and (m.first, m.last) == ("", "")]
    return {table.board.xy(move.path[-1]) for move in moves}


def open_field(x, y, **legend):
    """OPEN with a marine at (x, y) and others where the legend says ``letter=(kind, x, y)``."""
    rows = [list(row) for row in OPEN.splitlines()]
    rows[y][x] = "M"
    for letter, (_, at_x, at_y) in legend.items():
        rows[at_y][at_x] = letter
    kinds = {letter: kind for letter, (kind, _, _) in legend.items()}
    return Table(["".join(row) for row in rows], **{"M": "marine", **kinds})


# -- MV-1 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MV-1", "C-1")
def test_a_move_reaches_everything_within_mov_diagonals_included():
    table = ordered(open_field(10, 10))
    assert ends(table) == {(x, y) for x in range(6, 15) for y in range(6, 15)} - {(10, 10)}


@pytest.mark.rule("MV-1", "D-I24")
def test_the_first_move_has_mov_a_and_the_second_mov_b():
    table = ordered(Table(OPEN.replace(".", "M", 1), kinds={"runner": _human("runner", mov=(5, 2))}, M="runner"))
    assert max(x for x, _ in ends(table)) == 5
    table.act(way(table, *[(x, 0) for x in range(1, 6)]))
    assert isinstance(table.waiting, DeclareSecond)
    assert max(x for x, _ in ends(table)) == 7


@pytest.mark.rule("MV-1", "OR-3")
def test_the_first_move_has_mov_a_whatever_was_declared_before():
    table = ordered(Table(OPEN.replace(".", "M", 1), kinds={"runner": _human("runner", mov=(5, 2))}, M="runner"))
    table.act(Idle())
    assert max(x for x, _ in ends(table)) == 5


@pytest.mark.rule("MV-1")
def test_any_legal_way_is_accepted_listed_or_not():
    table = ordered(open_field(10, 10))
    zigzag = way(table, (11, 10), (10, 10), (11, 11))
    assert zigzag not in table.options(Move)
    assert table.code(zigzag) == ""
    table.act(zigzag)
    assert table.xy("M") == (11, 11)


@pytest.mark.rule("MV-1", "BD-2", "BD-3")
def test_ways_are_refused_with_the_reason():
    table = ordered(Table(["M#,,,...", "..,,,...", "~......."] + ["........"] * 5, M="marine"))
    assert table.code(way(table, (1, 0))) == "NO_SUCH_STEP"
    assert table.code(way(table, (1, 1))) == "NO_SUCH_STEP"  # past the corner of a wall
    assert table.code(way(table, (3, 0))) == "NO_SUCH_STEP"  # no step at all
    assert table.code(way(table, (0, 1), (0, 2))) == "NEEDS_JUMP"
    assert table.code(way(table, (0, 1), (1, 1), (2, 1), (3, 1))) == "TOO_FAR"
    assert table.code(way(table, (0, 1), (1, 1), (2, 1))) == ""
    assert table.code(Move(())) == "NO_STEP_TAKEN"
    assert table.code(Move((9999,))) == "NO_SUCH_STEP"
    assert table.code(Move((door_step(7),))) == "NO_SUCH_DOOR"


@pytest.mark.rule("MV-1", "BD-4")
def test_the_move_says_what_it_cost():
    table = ordered(Table(["M,,.....", "........"] + ["........"] * 6, M="marine"))
    events = table.act(way(table, (1, 0), (2, 0)))
    assert UnitMoved(1, (1, 2), "move", 4) in events


@pytest.mark.rule("BD-5", "MV-1")
def test_nobody_walks_through_or_onto_another_unit_or_a_nest():
    table = Table(["MN......"] + ["########"] + ["........"] * 6, M="marine", N="marine")
    ordered(table)
    assert table.code(way(table, (1, 0))) == "OCCUPIED"
    assert table.code(way(table, (1, 0), (2, 0))) == "OCCUPIED"
    table = Table(["M......."] + ["########"] + ["........"] * 6, M="marine")
    table.marker("nest", 1, 0)
    table.marker("infestation", 0, 2)
    ordered(table)
    assert table.code(way(table, (1, 0))) == "OCCUPIED"
    assert ends(table) == set()


# -- MV-2 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MV-2")
def test_a_move_ends_in_contact_with_an_enemy():
    table = ordered(open_field(10, 10, g=("gaunt", 13, 10)))
    assert table.code(way(table, (11, 10), (12, 10))) == ""
    assert table.code(way(table, (11, 10), (12, 10), (12, 11))) == "STOPS_IN_CONTACT"
    assert (14, 10) not in ends(table)  # behind the enemy, out of reach without passing it
    for move in table.options(Move):
        assert table.code(move) == ""
    table.act(way(table, (11, 10), (12, 10)))
    while isinstance(table.waiting, React):
        table.act(Pass())
    assert Fight("knife", 2) in table.options(Fight)
    assert table.code(way(table, (12, 11))) == "ENGAGED"


@pytest.mark.rule("MV-2", "ST-7")
@pytest.mark.parametrize("state", ["unconscious", "immobilized_b"])
def test_enemies_that_do_not_engage_do_not_stop_a_move(state):
    table = Table(
        ["..M.N..."] + ["........"] * 7, sides=("marines", "rebels"), M="marine", N={"kind": "marine", "side": "rebels"}
    )
    ordered(table.change("N", states=(state,)))
    assert table.code(way(table, (3, 1), (4, 1), (5, 1))) == ""


@pytest.mark.rule("MV-2", "OR-6")
def test_leaving_contact_ends_at_the_next_enemy_and_never_back_at_the_first():
    rows = ["M.g.....", "........", "........", ".h......"] + ["........"] * 4
    table = Table(rows, M="marine", g="gaunt", h="gaunt")
    table.change("M", cell=table.at(1, 1)).effect("fall_back", "marines", unit=1)
    ordered(table)
    assert table.code(way(table, (0, 1), (0, 2))) == ""  # out of contact with g, into contact with h
    assert table.code(way(table, (0, 2), (0, 1))) == "STOPS_IN_CONTACT"
    assert table.code(way(table, (0, 1), (1, 1))) in ("STOPS_IN_CONTACT", "NOT_LEAVING")
    for move in table.options(Move):
        assert table.code(move) == ""


@pytest.mark.rule("MV-2", "ST-10")
def test_a_marker_is_not_stopped_by_contact():
    table = Table(["..M.g..."] + ["........"] * 7, M="scout", g="gaunt").change("M", states=("camouflaged",))
    ordered(table)
    assert table.code(way(table, (3, 1), (4, 1), (5, 1))) == ""


@pytest.mark.rule("MV-2", "BD-4")
def test_a_large_unit_stops_where_any_of_its_cells_touches():
    rows = ["........", ".......g"] + ["........"] * 6
    table = Table(["M" + rows[0][1:], *rows[1:]], M={"kind": "tag"}, g="gaunt")
    ordered(table)
    assert table.code(way(table, (1, 0), (2, 0), (3, 0), (4, 0))) == ""
    table.change("g", cell=table.at(4, 0))
    assert table.code(way(table, (1, 0), (2, 0))) == ""
    assert table.code(way(table, (1, 0), (2, 0), (2, 1))) == "STOPS_IN_CONTACT"


# -- doors (BD-11) ----------------------------------------------------------------------------------------


def at_door(x, y, **extra):
    """DOOR with a marine at (x, y)."""
    rows = [list(row) for row in DOOR.splitlines()]
    rows[y][x] = "M"
    for letter, (_, at_x, at_y) in extra.items():
        rows[at_y][at_x] = letter
    kinds = {letter: kind for letter, (kind, _, _) in extra.items()}
    return Table(["".join(row) for row in rows], **{"M": "marine", **kinds})


@pytest.mark.rule("BD-11", "HM-09", "D-H2")
def test_opening_a_door_on_the_way_costs_one_point():
    table = ordered(at_door(8, 5))
    path = way(table, (9, 5), OPENS, (10, 5), (11, 5))
    assert path in table.options(Move)
    assert table.code(way(table, (9, 5), OPENS, (10, 5), (11, 5), (12, 5))) == "TOO_FAR"
    events = table.act(path)
    assert [e for e in events if isinstance(e, UnitMoved | DoorOpened)] == [
        UnitMoved(1, (table.at(9, 5),), "move", 1),
        DoorOpened(0, 1, "marines"),
        UnitMoved(1, (table.at(10, 5), table.at(11, 5)), "move", 2),
    ]


@pytest.mark.rule("BD-11")
@pytest.mark.parametrize("cell", [(9, 4), (9, 5), (9, 6)])
def test_a_door_is_worked_from_three_cells_a_side(cell):
    table = ordered(at_door(*cell))
    assert table.code(Move((OPENS,))) == ""
    assert Move((OPENS,)) in table.options(Move)
    table.act(Move((OPENS,)))
    assert table.state.doors == 1
    assert table.xy("M") == cell


@pytest.mark.rule("BD-11")
def test_a_door_is_out_of_reach_from_farther_off_and_closed_without_work():
    table = ordered(at_door(8, 5))
    assert table.code(Move((OPENS,))) == "NOT_AT_DOOR"
    assert table.code(way(table, (9, 5), (10, 5))) == "DOOR_CLOSED"
    assert table.code(way(table, (9, 4), OPENS)) == ""
    assert way(table, (9, 4), OPENS) in table.options(Move)


@pytest.mark.rule("BD-11")
def test_a_side_works_a_door_once_a_turn():
    table = ordered(at_door(9, 5))
    table.act(Move((OPENS,)))
    assert table.code(Move((OPENS,))) == "DOOR_WORKED"
    assert all(move.path[-1] >= 0 for move in table.options(Move) if move.path)
    assert table.code(way(table, (10, 5), (11, 5))) == ""


@pytest.mark.rule("BD-11")
def test_a_door_is_closed_behind_the_mover():
    table = at_door(9, 5).door(10, 5, opened=True)
    ordered(table)
    path = way(table, (10, 5), (11, 5), OPENS)
    assert path in table.options(Move)
    events = table.act(path)
    assert DoorClosed(0, 1, "marines") in events
    assert table.state.doors == 0
    assert table.xy("M") == (11, 5)


@pytest.mark.rule("BD-11")
def test_a_sealed_or_destroyed_door_is_not_worked():
    table = at_door(9, 5).set(sealed=1)
    ordered(table)
    assert table.code(Move((OPENS,))) == "SEALED"
    table = at_door(9, 5).set(doors=1, broken=1)
    ordered(table)
    assert table.code(Move((OPENS,))) == "CANNOT_CLOSE"


@pytest.mark.rule("BD-11", "MV-2", "BD-7")
def test_the_open_door_shows_who_stands_behind_it():
    table = ordered(at_door(8, 5, g=("gaunt", 11, 5)))
    assert table.code(way(table, (9, 5), OPENS, (10, 5))) == ""
    assert table.code(way(table, (9, 5), OPENS, (10, 5), (9, 5))) in ("STOPS_IN_CONTACT", "TOO_FAR")


# -- stance (MV-6) ----------------------------------------------------------------------------------------


@pytest.mark.rule("MV-6", "D-I14", "D-I23")
def test_a_trooper_lies_down_at_the_end_of_a_move_and_stands_up_at_its_start():
    table = ordered(open_field(10, 10))
    assert Move((), last="prone") in table.options(Move)
    table.act(Move((table.at(11, 10),), last="prone"))
    assert "prone" in table.unit("M").states
    table.act(Move((table.at(12, 10),), first="stand"))
    assert "prone" not in table.unit("M").states


@pytest.mark.rule("MV-6")
def test_while_prone_mov_is_halved_rounded_up():
    table = ordered(open_field(10, 10).change("M", states=("prone",)))
    assert ends(table) == {(x, y) for x in range(8, 13) for y in range(8, 13)} - {(10, 10)}
    assert table.code(way(table, (11, 10), (12, 10), (13, 10))) == "TOO_FAR"
    straight = tuple(table.at(x, 10) for x in (11, 12, 13, 14))
    assert table.code(Move(straight, first="stand")) == ""
    assert Move(straight, first="stand") in table.options(Move)


@pytest.mark.rule("MV-6")
def test_lying_down_first_halves_the_same_move():
    table = ordered(open_field(10, 10))
    assert table.code(Move((table.at(11, 10), table.at(12, 10)), first="prone")) == ""
    assert table.code(Move(tuple(table.at(x, 10) for x in (11, 12, 13)), first="prone")) == "TOO_FAR"


@pytest.mark.rule("MV-6")
def test_stances_that_make_no_sense_are_refused():
    table = ordered(open_field(10, 10))
    assert table.code(Move((), first="stand")) == "NOT_PRONE"
    assert table.code(Move((), last="fly")) == "NO_SUCH_STANCE"
    assert table.code(Move((), first="prone", last="prone")) == "CANNOT_GO_PRONE"
    table = ordered(Table(["M......."] + ["........"] * 7, M="tag"))
    assert table.code(Move((), last="prone")) == "CANNOT_GO_PRONE"


# -- MV-5: the order that was dodged in ---------------------------------------------------------------------


@pytest.mark.rule("MV-5", "OR-3")
def test_an_acting_dodge_gives_its_move_inside_the_order():
    table = ordered(open_field(10, 10))
    table.act(Dodge())
    table.act(Pass(), dodge=[3])
    assert table.waiting == DodgeMove(1)
    assert table.code(Step((table.at(11, 10), table.at(12, 10)))) == ""


# -- cases ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BD-5", "C-3")
def test_no_command_puts_a_unit_where_another_stands():
    """Case MOV-14."""
    table = Table(["######", "#MSN.#", "######"], M="marine", S="swarm", N="marine")
    table.effect("fall_back", "marines", unit=1).effect("fall_back", "marines", unit=3)
    before = table.state
    for letter in "MN":
        ordered(table, letter)
        for x in (1, 2, 3):
            if (x, 1) != table.xy(letter):
                assert table.code(way(table, (x, 1))) in ("OCCUPIED", "NO_SUCH_STEP")
                assert table.code(way(table, (2, 1), (x, 1))) in ("OCCUPIED", "NO_SUCH_STEP")
        assert {u.id: u.cell for u in table.state.units.values()} == {u.id: u.cell for u in before.units.values()}
        table.set(agenda=())


@pytest.mark.rule("BD-11", "BD-5")
@pytest.mark.parametrize("kind", ["swarm", "marine", "tag", "infestation", "item"])
def test_no_door_shuts_on_anything(kind):
    """Case LOS-05: refused without cost whatever stands or lies in the doorway."""
    rows = ["########", "#M/....#", "##.....#", "#......#"] + ["#......#"] * 3 + ["########"]
    if kind in ("infestation", "item"):
        table = Table(rows, M="marine")
        table.marker(kind, 2, 1)
    else:
        table = Table([rows[0], rows[1], rows[2][:6] + "S#", *rows[3:]], M="marine", S=kind)
        table.change("S", cell=table.at(2, 1))
    ordered(table)
    before = table.state
    assert table.code(Move((OPENS,))) in ("CANNOT_CLOSE", "ENGAGED")
    assert Move((OPENS,)) not in table.options(Move)
    assert table.state == before


@pytest.mark.rule("BD-11")
def test_a_carried_item_keeps_no_door_open():
    table = Table(["########", "#M/....#", "##.....#", "########"], M="marine")
    table.marker("item", 2, 1, carrier=1)
    ordered(table)
    assert table.code(Move((OPENS,))) == ""


@pytest.mark.rule("OR-3", "D-I19")
def test_idle_moves_nobody():
    table = ordered(open_field(10, 10))
    table.act(Idle())
    assert table.xy("M") == (10, 10)
