"""Dodge and its move (MV-5, D-I20)."""

from __future__ import annotations

import pytest

from game.api import Ctx
from game.core.events import UnitMoved
from game.rules.skirmish.actions import Dodge, Fight, Move, Pass, Reset, Shoot, Step
from game.rules.skirmish.combat import Dodged
from game.rules.skirmish.events import AttackResolved
from game.rules.skirmish.queries import is_engaged
from game.rules.skirmish.tasks import DodgeMove
from tests.rules.combat.scene import blue, declaring, duel, field, held, of, order, red
from tests.support.table import Table


def dodging(table: Table, *, bs: list[int] | None = None, dodge: int = 9) -> Table:
    """Up to the move of m's successful Dodge against M's shots."""
    declaring(table, "M").play(Shoot("rifle", (table.id("m"),)), Dodge(), Pass(), bs=bs or [20, 20, 20], dodge=[dodge])
    assert isinstance(table.waiting, DodgeMove)
    return table


def ends(table: Table) -> list[int]:
    """Where the move may end."""
    return [action.path[-1] for action in table.options() if isinstance(action, Step)]


@pytest.mark.rule("MV-5")
def test_a_success_avoids_and_lets_the_unit_move_two_cells() -> None:
    table = duel("M.......m", M=red(), m=blue())
    events = order(
        table,
        "M",
        Shoot("rifle", (table.id("m"),)),
        Dodge(),
        Step((table.at(8, 1), table.at(8, 2))),
        bs=[8, 3, 20],
        dodge=[9],
    )
    assert [(e.hits, e.crits) for e in of(events, AttackResolved)] == [(0, 0)]
    assert [(e.unit, e.reaction) for e in of(events, Dodged)] == [(table.id("m"), True)]
    assert [e.how for e in of(events, UnitMoved)] == ["dodge"]
    assert table.xy("m") == (8, 2)


@pytest.mark.rule("MV-5")
def test_a_dodge_that_is_beaten_moves_nobody() -> None:
    table = duel("M.......m", M=red(), m=blue())
    events = order(
        table, "M", Shoot("rifle", (table.id("m"),)), Dodge(), bs=[10, 3, 20], dodge=[9], save=[20], guts=[1]
    )
    assert [(e.hits, e.crits) for e in of(events, AttackResolved)] == [(1, 0)]
    assert of(events, Dodged) == []


@pytest.mark.rule("MV-5")
def test_the_move_never_comes_into_contact() -> None:
    table = dodging(duel("M.......m", ".....R...", M=red(), R=red(), m=blue()))
    assert table.at(6, 0) not in ends(table)
    assert table.at(7, 0) in ends(table)
    near = Step((table.at(7, 0), table.at(6, 0)))
    assert table.code(near) == "DODGE_INTO_CONTACT"
    assert table.code(Step((table.at(7, 0), table.at(7, 1), table.at(7, 2)))) == "TOO_FAR"
    assert table.code(Step((table.at(5, 0),))) == "NO_SUCH_STEP"
    assert table.code(Step((999,))) == "NO_SUCH_STEP"
    assert table.code(Step(())) == "NO_STEP"


@pytest.mark.rule("MV-5")
def test_every_listed_step_is_legal_and_free_cells_only() -> None:
    table = dodging(duel("M.......m", "........#", "........n", M=red(), m=blue(), n=held(side="blue")))
    steps = table.options(Step)
    assert steps
    assert all(table.code(step) == "" for step in steps)
    assert table.code(Step((table.at(8, 1),))) == "NO_SUCH_STEP"
    assert table.code(Step((table.at(7, 1), table.at(8, 2)))) == "NO_SUCH_STEP"
    assert table.code(Pass()) == ""


@pytest.mark.rule("MV-5", "ST-7")
def test_an_engaged_unit_leaves_contact_on_success() -> None:
    table = duel("Mm......", M=red(), m=blue())
    declaring(table, "M").play(Fight("knife", table.id("m")), Dodge(), cc=[20], dodge=[9])
    assert isinstance(table.waiting, DodgeMove)
    places = {table.board.xy(cell) for cell in ends(table)}
    assert places == {(2, 0), (3, 0), (2, 1), (3, 1), (0, 2), (1, 2), (2, 2), (3, 2)}
    table.act(Step((table.at(2, 0),)))
    assert not is_engaged(Ctx(table.game, table.state), table.unit("m"))


@pytest.mark.rule("MV-5")
def test_lying_down_takes_three() -> None:
    table = duel("M.......m", M=red(), m=blue(states=("prone",)))
    events = order(table, "M", Shoot("rifle", (table.id("m"),)), Dodge(), bs=[20, 20, 20], dodge=[8])
    assert of(events, Dodged) == []


@pytest.mark.rule("MV-5", "RL-3")
def test_a_reaction_move_is_made_once_a_turn_and_later_successes_only_avoid() -> None:
    table = dodging(duel("M.......m", "N", M=red(), N=red(), m=blue()))
    table.act(Step((table.at(8, 1),)))
    events = order(table, "N", Shoot("rifle", (table.id("m"),)), Dodge(), bs=[8, 8, 8], dodge=[9])
    assert [(e.hits, e.crits) for e in of(events, AttackResolved)] == [(0, 0)]
    assert len(of(events, Dodged)) == 1
    assert of(events, UnitMoved) == []


@pytest.mark.rule("MV-5")
def test_a_dodge_in_ones_own_order_is_not_counted_against_that() -> None:
    table = field("M.......", M=held(counters=(("dodged", 1),)))
    events = order(table, "M", Dodge(), Step((table.at(1, 0),)), dodge=[9])
    assert table.xy("M") == (1, 0)
    assert [(e.unit, e.reaction) for e in of(events, Dodged)] == [(table.id("M"), False)]


@pytest.mark.rule("MV-5")
def test_only_targets_those_in_a_template_and_those_run_into_may_react_with_dodge() -> None:
    table = duel("M.......m", "........n", M=red(), m=blue(), n=blue())
    declaring(table, "M").act(Shoot("rifle", (table.id("m"),)))
    assert table.code(Dodge()) == ""
    table.act(Pass())
    assert table.code(Dodge()) == "NOTHING_TO_DODGE"


@pytest.mark.rule("MV-5")
def test_one_brought_into_contact_may_dodge_away() -> None:
    table = field("M..g....", M=held(), g="gaunt")
    path = tuple(table.at(x, 0) for x in (1, 2))
    declaring(table, "M").act(Move(path))
    assert table.to_act == "hive"
    assert {type(a) for a in table.options()} == {Dodge, Fight, Pass}


@pytest.mark.rule("MV-5")
def test_reset_as_a_reaction_is_tried_once_a_turn() -> None:
    table = duel("M.......m", "N", M=red(), N=red(), m=blue(states=("isolated",)))
    declaring(table, "M").act(Shoot("rifle", (table.id("m"),)))
    assert Reset() in table.options()
    table.play(Reset(), Pass(), bs=[20, 20, 20], reset=[20])
    declaring(table, "N").act(Shoot("rifle", (table.id("m"),)))
    assert table.code(Reset()) == "RESET_TRIED"


# -- templates of one's own side (AT-5, D-I20) ----------------------------------------------------------------


def charged() -> Table:
    """M ran into contact with b, which dodges; G answers with a template over M's way that covers b as well."""
    table = duel("M....b...", ".........", ".........", "........G", M=red(), b=blue(), G=blue("grenadier"))
    declaring(table, "M").act(Move(tuple(table.at(x, 0) for x in (1, 2, 3, 4))))
    table.act(Dodge())
    return table


@pytest.mark.rule("AT-5", "D-I20")
@pytest.mark.parametrize(
    ("shot", "dodge", "hits", "moved"),
    [(8, 9, (1, 0), True), (9, 8, (1, 1), False), (20, 9, (0, 0), True), (9, 20, (1, 1), False)],
    ids=["higher avoids", "lower does not", "a miss hits nobody", "a failed dodge avoids nothing"],
)
def test_a_dodge_is_opposed_to_a_friends_template_too(
    shot: int, dodge: int, hits: tuple[int, int], moved: bool
) -> None:
    table = charged()
    table.act(Shoot("grenade", at=table.at(3, 0)))
    events = table.play(Pass(), *([Pass()] if moved else []), bs=[shot], dodge=[dodge], save=[20] * sum(hits))
    found = {e.target: e.hits for e in of(events, AttackResolved)}
    assert (found[table.id("M")], found[table.id("b")]) == hits
    assert (len(of(events, Dodged)) == 1) is moved


@pytest.mark.rule("AT-5", "D-I20")
@pytest.mark.parametrize(("dodge", "hit"), [(10, 0), (11, 1)])
def test_a_friends_cone_is_dodged_with_a_normal_roll(dodge: int, hit: int) -> None:
    table = charged()
    table.change("G", cell=table.at(7, 0))
    table.act(Shoot("flamer", at=table.at(3, 0)))
    passes = [Pass()] * (2 - hit)
    events = table.play(*passes, dodge=[dodge], save=[20] * (1 + hit))
    assert {e.target: e.hits for e in of(events, AttackResolved)} == {table.id("M"): 1, table.id("b"): hit}
