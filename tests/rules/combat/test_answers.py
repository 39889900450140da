"""What is listed is legal, reactions with templates, big units, and who is offered what (OR-3, OR-5, AT-5)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.core.events import DiceRolled
from game.rules.hive.tasks import XenoAttack
from game.rules.skirmish.actions import Dodge, Fight, Idle, Move, Pass, Shoot
from game.rules.skirmish.combat import attack_offers
from game.rules.skirmish.events import AttackResolved, TemplatePlaced
from game.rules.skirmish.tasks import DeclareSecond, Order
from tests.rules.combat.scene import blue, declaring, duel, field, held, of, order, red
from tests.support.reference import KINDS
from tests.support.table import Table

ARENA = (
    "M.......#...g...",
    ".f..=...+...h...",
    "........#......w",
    "..,,....#.......",
    "G.....s.........",
)


def arena() -> Table:
    return field(
        *ARENA,
        M="marine",
        f="marine",
        G="grenadier",
        g="gaunt",
        h="gaunt",
        w="warrior",
        s="spore",
    )


@pytest.mark.rule("OR-3")
@pytest.mark.parametrize("letter", ["M", "f", "G"])
def test_every_listed_attack_is_legal_first_or_second(letter: str) -> None:
    table = declaring(arena(), letter)
    first = [a for a in table.options() if isinstance(a, Shoot | Fight | Dodge)]
    assert first
    assert all(table.code(action) == "" for action in first)
    move = next(a for a in table.options() if isinstance(a, Move) and a.path)
    table.act(move)
    while table.waiting is not None and not isinstance(table.waiting, DeclareSecond):
        assert all(table.code(action) == "" for action in table.options())
        table.act(Pass())
    second = [a for a in table.options() if isinstance(a, Shoot | Fight | Dodge)]
    assert second
    assert all(table.code(action) == "" for action in second)


@pytest.mark.rule("OR-3")
def test_two_short_skills_do_not_go_together() -> None:
    table = declaring(field("M.......g", M="marine", g=held("gaunt")), "M")
    table.act(Shoot("rifle", (table.id("g"),)))
    assert isinstance(table.waiting, DeclareSecond)
    assert table.code(Shoot("rifle", (table.id("g"),))) == "TWO_SHORT_SKILLS"
    assert table.code(Dodge()) == "TWO_SHORT_SKILLS"
    assert table.options(Shoot) == []


@pytest.mark.rule("OR-5", "AT-5")
def test_a_reaction_may_answer_with_a_template_over_the_walk() -> None:
    """The circle is laid where the mover was; who stands beside that cell is hit, too."""
    table = duel("M.....f..", ".........", "........G", M=red(), f=red(), G=blue("grenadier"))
    walk = Move((table.at(1, 0), table.at(2, 0), table.at(3, 0), table.at(4, 0)))
    declaring(table, "M").act(walk)
    listed = {a.weapon: a for a in table.options() if isinstance(a, Shoot)}
    assert set(listed) == {"grenade", "smoke", "flamer"}
    assert listed["grenade"].targets == ()
    events = table.play(Shoot("grenade", at=table.at(4, 0)), Pass(), bs=[3], save=[20, 20], guts=[1, 1])
    assert [(e.target, e.hits) for e in of(events, AttackResolved)] == [(table.id("M"), 1), (table.id("f"), 1)]
    assert [len(e.faces) for e in of(events, DiceRolled) if e.purpose == "bs"] == [1]


@pytest.mark.rule("OR-5", "AT-5")
def test_a_cone_answers_where_it_reaches_the_mover() -> None:
    table = duel("M...........G", M=red(), G=blue("grenadier"))
    table.change("M", cell=table.at(2, 0))
    walk = Move((table.at(3, 0), table.at(4, 0), table.at(5, 0), table.at(6, 0)))
    declaring(table, "M").act(walk)
    flames = [a for a in table.options() if isinstance(a, Shoot) and a.weapon == "flamer"]
    assert [table.board.xy(a.at) for a in flames] == [(4, 0)]
    assert table.code(Shoot("flamer", at=table.at(3, 0))) == "OUT_OF_RANGE"
    events = table.play(Shoot("flamer", at=table.at(6, 0)), Dodge(), dodge=[10])
    assert [e.hits for e in of(events, AttackResolved)] == [0]
    assert len(of(events, TemplatePlaced)) == 1


@pytest.mark.rule("OR-5", "AT-1")
def test_without_a_cell_the_nearest_says_that_it_is_too_far() -> None:
    table = duel("M.............G", M=red(), G=blue("grenadier"))
    table.change("M", cell=table.at(1, 0))
    declaring(table, "M").act(Move((table.at(2, 0),)))
    refusal = table.refusal(Shoot("flamer"))
    assert refusal is not None
    assert (refusal.code, dict(refusal.detail)["distance"]) == ("OUT_OF_RANGE", "12")


@pytest.mark.rule("OR-5")
def test_without_a_cell_the_best_is_meant() -> None:
    table = duel("M=......m", M=red(), m=blue())
    declaring(table, "M").act(Move((table.at(0, 1), table.at(0, 2))))
    table.act(Shoot("rifle", (table.id("M"),)))
    running = next(task for task in table.state.agenda if isinstance(task, Order))
    assert running.reactions[0].action == Shoot("rifle", (table.id("M"),), table.at(0, 1))


@pytest.mark.rule("OR-5a")
def test_ranged_reactions_run_out_in_a_hive_turn() -> None:
    table = field("M.......g", M="marine", g="gaunt", rules={"overwatch": 1})
    table.agenda(Order(table.id("g"), "hive", "xeno"), turn="hive", phase="MOVE")
    table.run()
    table.play(Move((table.at(7, 0),)))
    assert Shoot("rifle", (table.id("g"),), table.at(8, 0)) in table.options()
    table.play(Shoot("rifle", (table.id("g"),)), bs=[20])
    assert table.unit("M").count("overwatch") == 1
    table.agenda(Order(table.id("g"), "hive", "xeno"), turn="hive", phase="MOVE")
    table.run()
    table.act(Move((table.at(6, 0),)))
    assert not any(isinstance(a, Shoot) for a in table.options())


@pytest.mark.rule("AT-5", "BD-4")
def test_a_large_creature_breathes_from_the_cell_nearest_to_its_aim() -> None:
    dragon = replace(
        KINDS["tunneller"],
        id="dragon",
        profiles=(replace(KINDS["tunneller"].profiles[0], weapons=("flamer", "claws")),),
    )
    table = field("", "T.........m..", "", "", "", T="dragon", m="marine", kinds={"dragon": dragon})
    task = XenoAttack(table.id("T"))
    table.agenda(task, Order(table.id("T"), "hive", "xeno", stage=4, trail=(table.unit("T").cell,)), turn="hive")
    aims = [a for a in table.options() if isinstance(a, Shoot)]
    assert [table.board.xy(a.at) for a in aims] == [(10, 1)]
    table.act(aims[0])
    assert Dodge() in table.options()


@pytest.mark.rule("AT-1", "AT-5", "OR-5")
def test_a_circle_is_laid_on_a_cell_of_a_large_unit_that_is_in_sight() -> None:
    """Only the lower right cell of the creature can be seen: a circle lies there, in an order and as a reaction."""
    rows = ["...#L...", "...#....", "........", "G......."]
    table = field(*rows, G="grenadier", L="crusher")
    declaring(table, "G")
    throws = [a for a in table.options() if isinstance(a, Shoot) and a.weapon == "grenade"]
    assert [table.board.xy(a.at) for a in throws] == [(5, 1)]
    table = field(*rows, G="grenadier", L="crusher")
    table.agenda(Order(table.id("L"), "hive", "xeno"), turn="hive", phase="MOVE")
    table.run()
    table.act(Move((table.at(5, 0),)))
    throw = next(a for a in table.options() if isinstance(a, Shoot) and a.weapon == "grenade")
    assert throw.at == table.at(4, 0)
    events = table.act(throw, bs=[3], save=[20])
    assert [table.board.xy(e.at) for e in of(events, TemplatePlaced)] == [(5, 1)]


@pytest.mark.rule("AT-1")
def test_a_large_target_is_as_near_as_its_nearest_cell() -> None:
    table = field("M.......L.", M=held(), L=held("crusher"))
    events = order(table, "M", Shoot("rifle", (table.id("L"),)), bs=[20, 20, 20])
    assert [e.target for e in of(events, DiceRolled)] == [12]


def test_the_four_skills_are_offered_for_any_task_with_an_actor() -> None:
    assert [offer.action for offer in attack_offers(XenoAttack)][:2] == [Shoot, Fight]
    table = declaring(field("M.......g", M="marine", g="gaunt"), "M")
    assert Idle() in table.options()
