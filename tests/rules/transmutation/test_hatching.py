"""(Hatching): seeds, and what they become (TR-20 to TR-31, X-36, X-54)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.api import NO_CELL, UnitKind
from game.core.events import StateLost, UnitMoved, UnitResized
from game.rules.hive.actions import ActivateXeno
from game.rules.hive.tasks import NextXeno
from game.rules.skirmish import airborne, names
from game.rules.skirmish.actions import (
    Deploy,
    Discover,
    Dodge,
    Drop,
    EndTurn,
    GiveOrder,
    Idle,
    Move,
    Pass,
    Shoot,
    Step,
)
from game.rules.skirmish.events import MarkerDiscovered
from game.rules.skirmish.queries import has_skill, profile_of, tokens_of
from game.rules.skirmish.tasks import DeclareFirst, Deployment, DodgeMove, OrdersPhase, React
from game.rules.transmutation.actions import Grow
from game.rules.transmutation.events import FormChanged
from game.rules.transmutation.forms import figure_of, silhouette_of
from game.rules.transmutation.tasks import Growth
from tests.rules.combat.scene import order
from tests.rules.transmutation.scene import (
    GROWN,
    SEED,
    blue,
    listed,
    of,
    profile,
    red,
    shifter,
    started,
    story,
    table,
    waits,
)
from tests.support.table import Table

SMALL = replace(GROWN, s=4, size=1)
HIDDEN_SEED = replace(SEED, skills=("camouflage",))
HATCHER = shifter("Hatching", SEED, SMALL)
LARGE = shifter("Hatching", SEED, GROWN)
SLY = shifter("Hatching", replace(HIDDEN_SEED, s=3), SMALL)


def seeds(found: Table, letter: str = "s") -> tuple[str, ...]:
    """The tokens of a unit."""
    return tokens_of(found.game.ctx(found.state), found.unit(letter))


def waiting_to_deploy(kind: UnitKind) -> Table:
    """Red is to put down its one unit, somewhere in two cells."""
    found = table(
        "s..............m",
        shift=kind,
        zones={"deploy:red": [(3, 3), (4, 3)]},
        s=red(),
        m=blue("marine"),
    )
    return found.change("s", cell=NO_CELL).set(round=0).agenda(Deployment("red"), turn="", phase="")


@pytest.mark.rule("TR-20", "TR-12", "TR-37", "TR-27")
@pytest.mark.parametrize("bracket", ["Hatching", "2", "Escape System-2", "WIP"])
def test_all_but_auto_deploy_on_their_first_profile(bracket: str):
    found = waiting_to_deploy(shifter(bracket, SEED, SMALL))
    spot = found.at(3, 3)
    assert found.code(Deploy(found.id("s"), spot, form=1)) == "WRONG_FORM"
    assert found.code(Deploy(found.id("s"), spot)) == ""
    assert {action.form for action in listed(found, Deploy)} == {0}


@pytest.mark.rule("TR-21", "D-T3")
def test_a_seed_is_a_token_with_the_attributes_of_the_seed():
    found = waiting_to_deploy(HATCHER)
    found.act(Deploy(found.id("s"), found.at(3, 3)))
    ctx, unit = found.game.ctx(found.state), found.unit("s")
    assert found.xy("s") == (3, 3)
    assert seeds(found) == ("SEED_EMBRYO",)
    assert figure_of(ctx, unit) == ""
    assert profile_of(ctx, unit).id == "seed"
    assert found.state.occupied >> found.at(3, 3) & 1


@pytest.mark.rule("TR-22", "TR-23", "HI-1")
def test_with_camouflage_it_is_a_marker_of_silhouette_two_without_a_name():
    found = waiting_to_deploy(SLY)
    found.act(Deploy(found.id("s"), found.at(3, 3), hidden=True))
    ctx, unit = found.game.ctx(found.state), found.unit("s")
    assert seeds(found) == ("CAMOUFLAGED",)
    assert silhouette_of(ctx, unit) == 2
    view = found.game.view(found.state, "blue")
    seen = view.state.units[unit.id]
    assert (seen.kind, seen.cell, seen.form, seen.size) == ("unknown", found.at(3, 3), 0, 1)
    assert seen.states == ("camouflaged",)


@pytest.mark.rule("TR-24")
@pytest.mark.parametrize(("face", "tokens"), [(9, ("SEED_EMBRYO",)), (14, ("CAMOUFLAGED",))])
def test_discovered_it_is_the_seed_token(face: int, tokens: tuple[str, ...]):
    found = table("m.....s", shift=SLY, m=red("marine"), s=blue(states=(names.CAMOUFLAGED,)))
    order(found, "m", Discover(found.id("s")), Pass(), discover=[face])
    assert seeds(found) == tokens
    assert found.unit("s").form == 0
    assert found.xy("s") == (6, 0)


def flyer() -> Table:
    """A hatcher with Combat Jump waits off board."""
    kind = shifter("Hatching", replace(SEED, skills=("airborne",)), replace(SMALL, skills=("airborne",)))
    found = table(
        "s..............m",
        shift=kind,
        zones={"drop": [(12, 4)], "deploy:red": [(1, 8), (2, 8)]},
        s=red(),
        m=blue("marine"),
    )
    return found.change("s", cell=NO_CELL, states=(names.WAITING,)).orders("red")


@pytest.mark.rule("TR-25", "X-24")
def test_it_arrives_by_air_as_a_seed():
    found = flyer()
    order(found, "s", Drop(found.at(12, 4), airborne.JUMP), landing=[5])
    assert found.xy("s") == (12, 4)
    assert seeds(found) == ("SEED_EMBRYO",)
    order(found, "s", Move((found.at(12, 5),)))
    assert found.unit("s").form == 1


@pytest.mark.rule("TR-26")
def test_a_failed_landing_puts_the_token_into_its_own_zone_where_its_owner_likes():
    found = flyer()
    order(found, "s", Drop(found.at(12, 4), airborne.JUMP), Drop(found.at(2, 8), airborne.STRAY), landing=[11])
    assert found.xy("s") == (2, 8)
    assert seeds(found) == ("SEED_EMBRYO",)


@pytest.mark.rule("TR-28", "TR-29", "TR-10")
def test_a_move_declared_first_hatches_it_and_goes_as_far_as_the_developed_form():
    found = started(table("s", shift=HATCHER, s=red(states=(names.STUNNED,))), "s")
    ends = {move.path[-1] for move in listed(found, Move) if move.path}
    assert max(found.board.xy(end)[0] for end in ends) == 6
    walk = tuple(found.at(x, 0) for x in range(1, 7))
    assert found.code(Move((*walk, found.at(7, 0)))) == "TOO_FAR"
    events = found.act(Move(walk))
    assert found.xy("s") == (6, 0)
    assert story(events).index("FormChanged") < story(events).index("UnitMoved")
    assert (found.unit("s").form, found.unit("s").states) == (1, (names.STUNNED,))
    assert figure_of(found.game.ctx(found.state), found.unit("s")) == "GROWN"
    assert seeds(found) == ("STUNNED",)


@pytest.mark.rule("TR-28")
def test_a_move_declared_second_does_not_hatch_it():
    found = started(table("s", shift=shifter("Hatching", replace(SEED, mov=(2, 2)), SMALL), s=red()), "s")
    found.act(Idle())
    assert max(found.board.xy(move.path[-1])[0] for move in listed(found, Move) if move.path) == 2
    found.act(Move((found.at(1, 0),)))
    assert found.unit("s").form == 0
    assert seeds(found) == ("SEED_EMBRYO",)


@pytest.mark.rule("TR-27", "TR-A10")
@pytest.mark.parametrize("event", ["movement", "dodge"])
def test_either_of_the_two_events_alone_suffices(event: str):
    if event == "movement":
        found = table("s..m", shift=HATCHER, s=red(), m=blue("marine"))
        order(found, "s", Move((found.at(0, 1),)))
    else:
        found = gaunt_at_a_seed(HATCHER)
        found.act(Dodge())
        found.act(Pass(), dodge=[7])
    assert found.unit("s").form == 1


@pytest.mark.rule("TR-27")
def test_a_seed_that_does_neither_for_three_turns_stays_one():
    found = table("s..m", shift=HATCHER, s=red(), m=blue("marine"))
    for number in range(3):
        while not (isinstance(waits(found), OrdersPhase) and found.to_act == "red"):
            found.act(EndTurn())
        order(found, "s", Idle())
        found.act(EndTurn())
        assert (found.unit("s").form, seeds(found)) == (0, ("SEED_EMBRYO",)), number


@pytest.mark.rule("TR-29")
def test_reactions_to_that_order_meet_the_developed_form():
    """A save of 12 holds against Damage 13 with the ARM 2 of the developed form, not with the seed's 1."""
    rows = ["s" + "." * 9 + "m"]
    found = table(*rows, shift=HATCHER, s=red(), m={"kind": "marine", "side": "blue"})
    shot = Shoot("rifle", (found.id("s"),), at=found.at(2, 0))
    order(found, "s", Move((found.at(1, 0), found.at(2, 0))), shot, bs=[3], save=[12], guts=[5])
    assert found.unit("s").wounds == 0


@pytest.mark.rule("TR-A11")
@pytest.mark.parametrize("skill", ["jump", "climb", "berserk"])
def test_movement_that_takes_the_whole_order_hatches_it_too(skill: str):
    seed = replace(SEED, skills=("berserk",))
    grown = replace(SMALL, skills=("berserk",))
    rows = ["s....m"] if skill == "berserk" else ["s~...."] if skill == "jump" else ["s....."]
    heights = None
    more: dict[str, Any] = {"m": blue("marine")} if skill == "berserk" else {}
    dice: dict[str, Any] = {"cc": [5], "save": [20, 20]} if skill == "berserk" else {}
    if skill == "climb":
        heights = "\n".join(["02" + "0" * 14] + ["0" * 16] * 15)
    found = Table(
        [row.ljust(16, ".") for row in rows] + ["." * 16] * 15,
        sides=("red", "blue"),
        kinds={"shift": shifter("Hatching", seed, grown)},
        heights=heights,
        s=red(),
        **more,
    ).orders("red")
    started(found, "s")
    option = next(action for action in found.options() if type(action).__name__.lower() == skill)
    found.act(option, dice)
    assert found.unit("s").form == 1


@pytest.mark.rule("TR-A12")
def test_a_dodge_declared_first_hatches_it():
    found = started(table("s..m", shift=HATCHER, s=red(), m=blue("marine")), "s")
    events = found.act(Dodge())
    assert found.unit("s").form == 1
    assert of(events, FormChanged) == [FormChanged(found.id("s"), 1, "hatched")]


def gaunt_at_a_seed(kind: UnitKind, *states: str) -> Table:
    """A gaunt comes into contact with the seed at (8, 8) and stops; the seed may react."""
    rows = ["." * 20 for _ in range(20)]
    rows[8] = "........s...g......."
    found = table(*rows, shift=kind, sides=("marines", "hive"), s={"kind": "shift", "states": states}, g="gaunt")
    found.agenda(NextXeno("hive"), turn="hive", phase="MOVE").run()
    found.act(ActivateXeno(found.id("g")))
    found.act(Move((found.at(11, 8), found.at(10, 8), found.at(9, 8))))
    assert waits(found) == React(found.id("s"), 1)
    return found


@pytest.mark.rule("TR-30", "TR-A13")
@pytest.mark.parametrize(("face", "form"), [(7, 1), (15, 0), (11, 0)])
def test_a_dodge_as_a_reaction_hatches_it_when_it_succeeds_on_the_seeds_own_ph(face: int, form: int):
    found = gaunt_at_a_seed(HATCHER)
    found.act(Dodge())
    found.act(Pass(), dodge=[face])
    assert found.unit("s").form == form


@pytest.mark.rule("TR-31")
def test_the_larger_footprint_is_placed_before_the_move_of_the_dodge():
    found = gaunt_at_a_seed(LARGE)
    found.act(Dodge())
    found.act(Pass(), dodge=[7])
    assert waits(found) == Growth(found.id("s"))
    assert [found.board.xy(grow.cell) for grow in listed(found, Grow)] == [(7, 7), (7, 8)]
    events = found.act(Grow(found.at(7, 7)))
    assert of(events, UnitResized) == [UnitResized(found.id("s"), found.at(7, 7), 2)]
    assert waits(found) == DodgeMove(found.id("s"))
    events = found.act(Step((found.at(6, 7), found.at(5, 7))))
    assert found.xy("s") == (5, 7)
    assert of(events, UnitMoved)[0].how == "dodge"


@pytest.mark.rule("TR-24", "TR-30", "ST-10")
def test_a_marker_that_a_xeno_meets_is_the_token_before_it_dodges_and_hatches():
    found = gaunt_at_a_seed(SLY, names.CAMOUFLAGED)
    assert seeds(found) == ("SEED_EMBRYO",)
    found.act(Dodge())
    found.act(Pass(), dodge=[7])
    assert (found.unit("s").form, seeds(found)) == (1, ())


@pytest.mark.rule("X-54", "TR-27")
def test_a_camouflaged_hatcher_that_moves_is_revealed_as_the_developed_form():
    sly = shifter("Hatching", HIDDEN_SEED, replace(SMALL, skills=("camouflage",)))
    found = started(table("s..m", shift=sly, s=red(states=(names.CAMOUFLAGED,)), m=blue("marine")), "s")
    events = found.act(Move((found.at(0, 1),)))
    assert story(events)[:5] == ["SkillDeclared", "StateLost", "MarkerDiscovered", "FormChanged", "UnitMoved"]
    assert of(events, StateLost) == [StateLost(found.id("s"), names.CAMOUFLAGED, "hatched")]
    assert has_skill(found.game.ctx(found.state), found.unit("s"), names.CAMOUFLAGE)
    assert names.CAMOUFLAGED not in found.unit("s").states
    view = found.game.view(found.state, "blue")
    assert view.state.units[found.id("s")].form == 1
    assert of(found.game.redacted_events(found.state, events, "blue"), MarkerDiscovered) != []


# -- growth (X-36) -------------------------------------------------------------------------------------------


@pytest.mark.rule("X-36", "TR-29")
def test_it_grows_on_the_lowest_footprint_unless_its_owner_picks_another():
    rows = ["." * 16 for _ in range(8)]
    rows[4] = "....s..........."
    found = started(table(*rows, shift=LARGE, s=red()), "s")
    assert [found.board.xy(grow.cell) for grow in listed(found, Grow)] == [(3, 3), (4, 3), (3, 4), (4, 4)]
    found.act(Move((found.at(4, 3),)))
    assert (found.xy("s"), found.unit("s").size) == ((4, 3), 2)


@pytest.mark.rule("X-36")
def test_whoever_picks_a_footprint_owes_a_movement():
    rows = ["." * 16 for _ in range(8)]
    rows[4] = "....s..........."
    found = started(table(*rows, shift=LARGE, s=red()), "s")
    found.act(Grow(found.at(4, 4)))
    assert isinstance(waits(found), DeclareFirst)
    assert (found.xy("s"), found.unit("s").size, found.unit("s").form) == ((4, 4), 2, 1)
    assert found.code(Idle()) == "MOVEMENT_MUST_FOLLOW"
    assert listed(found, Grow) == []
    found.act(Move((found.at(5, 4),)))
    assert found.unit("s").count("committed") == 0


@pytest.mark.rule("X-36")
def test_without_room_the_attributes_change_and_the_footprint_waits_for_a_later_activation():
    rows = ["################", "#s.............#", "########......##", "#..............#"]
    found = started(table(*rows, shift=LARGE, s=red()), "s")
    walk = tuple(found.at(x, 1) for x in range(2, 8))
    found.act(Move(walk))
    assert (found.unit("s").form, found.unit("s").size, found.xy("s")) == (1, 1, (7, 1))
    found.act(Pass())
    found.act(GiveOrder(found.id("s")))
    assert isinstance(waits(found), DeclareFirst)
    assert found.unit("s").size == 1
    found.act(Move((found.at(8, 1), found.at(9, 1))))
    found.act(Pass())
    events = found.act(GiveOrder(found.id("s")))
    assert of(events, UnitResized) == []
    assert waits(found) == Growth(found.id("s"))
    found.act(Grow(found.at(9, 1)))
    assert (found.unit("s").size, found.xy("s")) == (2, (9, 1))
    assert isinstance(waits(found), DeclareFirst)


@pytest.mark.rule("X-36")
def test_a_form_that_wounds_bring_grows_where_its_owner_picks():
    rows = ["." * 16 for _ in range(16)]
    rows[0] = "M.......s......."
    kind = shifter("1", profile("a"), profile("b", size=2, s=5))
    found = table(*rows, shift=kind, M=red("marine"), s=blue())
    order(found, "M", Shoot("rifle", (found.id("s"),)), Grow(found.at(8, 0)), bs=[3, 20, 20], save=[5], guts=[5])
    assert (found.unit("s").size, found.xy("s")) == (2, (8, 0))


@pytest.mark.rule("X-36", "TR-06")
def test_a_smaller_form_keeps_the_anchor():
    kind = shifter("1", profile("a", size=2, s=5), profile("b"))
    rows = ["." * 16 for _ in range(16)]
    rows[4] = "M.......s......."
    found = table(*rows, shift=kind, M=red("marine"), s=blue())
    order(found, "M", Shoot("rifle", (found.id("s"),)), bs=[3, 20, 20], save=[5], guts=[5])
    assert (found.unit("s").size, found.xy("s")) == (1, (8, 4))


@pytest.mark.rule("X-23", "IM-36")
@pytest.mark.parametrize(("skills", "hides"), [((), True), (("impetuous",), False)])
def test_the_seed_profile_in_force_decides_whether_it_may_be_a_marker(skills: tuple[str, ...], hides: bool):
    """The developed form is impetuous in both; only an impetuous seed may not hide."""
    kind = shifter("Hatching", replace(SEED, skills=("camouflage", *skills)), replace(SMALL, skills=("impetuous",)))
    found = waiting_to_deploy(kind)
    assert (found.refusal(Deploy(found.id("s"), found.at(3, 3), hidden=True)) is None) == hides
    assert any(action.hidden for action in listed(found, Deploy)) == hides


@pytest.mark.rule("X-23", "TR-A6")
def test_hatching_into_an_impetuous_profile_ends_the_marker():
    kind = shifter("Hatching", HIDDEN_SEED, replace(SMALL, skills=("camouflage", "impetuous")))
    found = started(table("s..m", shift=kind, s=red(states=(names.CAMOUFLAGED,)), m=blue("marine")), "s")
    found.act(Move((found.at(0, 1),)))
    assert (found.unit("s").form, found.unit("s").states) == (1, ())
