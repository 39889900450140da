"""Marines against marines, and two marine sides of one team against the hive (TS-0, MS-3, ST-9, X-53, X-55)."""

from __future__ import annotations

from typing import Any

import pytest

from game.api import EndTurn, Objective, Recruit
from game.rules.hive.tasks import HiveTurn, MindEffect
from game.rules.skirmish import names
from game.rules.skirmish.actions import Command, Deploy, GiveOrder, Move, Shoot
from game.rules.skirmish.combat.values import Attempt, success_value
from game.rules.skirmish.tasks import CommandStep, OrdersPhase, React, RoundEnd, TurnStart
from tests.support.table import Table, kinds_of

BLUE: dict[str, Any] = {"kind": "marine", "side": "blue"}
RED: dict[str, Any] = {"kind": "marine", "side": "red"}
FRIENDS: dict[str, Any] = {"sides": ("blue", "red", "hive"), "teams": {"blue": "m", "red": "m"}}
FOES: dict[str, Any] = {"sides": ("blue", "red")}


# -- set-up --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TS-0")
def test_who_wins_the_initiative_is_placed_first_and_has_the_first_turn() -> None:
    force = {side: [Recruit("officer", lieutenant=True), Recruit("marine")] for side in ("blue", "red")}
    zones = {"deploy:blue": [(0, 0), (1, 0)], "deploy:red": [(10, 0), (11, 0)]}
    table = Table("." * 12, force=force, zones=zones, **FOES)
    table.state = table.game.initial()
    table.run(initiative=[3, 9])
    seats = []
    while table.state.round == 0:
        seats.append(table.to_act)
        table.act(table.options(Deploy)[0])
    assert seats == ["red", "red", "blue", "blue"]
    assert table.state.turn == "red"


@pytest.mark.rule("TS-0", "TS-1")
def test_the_order_that_initiative_set_holds_for_every_round() -> None:
    force = {"blue": [Recruit("marine", cell=0)], "red": [Recruit("marine", cell=11)]}
    table = Table("." * 12, force=force, **FOES)
    table.state = table.game.initial()
    table.run(initiative=[3, 9])
    turns = []
    while table.state.round < 3:
        turns.append(table.state.turn)
        table.act(EndTurn())
    assert turns == ["red", "blue", "red", "blue"]


# -- friends and foes ----------------------------------------------------------------------------------------------


def walked_past(**sides: Any) -> Table:
    """Blue walks four cells in full view of red."""
    table = Table("B.........R.g", B=BLUE, R=RED, g="gaunt", **sides) if "hive" in sides["sides"] else None
    table = table or Table("B.........R..", B=BLUE, R=RED, **sides)
    table.orders("blue").act(GiveOrder(table.id("B")))
    table.act(Move((table.at(1, 0), table.at(2, 0))))
    return table


@pytest.mark.rule("TS-0", "OR-5")
def test_a_side_reacts_to_enemies_and_never_to_friends() -> None:
    assert walked_past(**FOES).waiting == React(2, 1)
    assert walked_past(**FRIENDS).to_act == "blue"


@pytest.mark.rule("TS-0", "AT-1")
def test_friends_of_another_side_are_no_targets() -> None:
    table = walked_past(**FRIENDS)
    assert table.code(Shoot("rifle", (table.id("R"),))) != ""
    assert all(isinstance(shot, Shoot) and table.id("R") not in shot.targets for shot in table.options(Shoot))
    foes = Table("B.........R..", B=BLUE, R=RED, **FOES).orders("blue")
    foes.act(GiveOrder(foes.id("B")))
    assert foes.code(Shoot("rifle", (foes.id("R"),))) == ""


@pytest.mark.rule("TS-0", "AT-2")
def test_a_friend_of_another_side_in_the_melee_spoils_the_shot() -> None:
    table = Table("B.......Rg", B=BLUE, R=RED, g="gaunt", **FRIENDS).orders("blue")
    table.act(GiveOrder(table.id("B")))
    attempt = Attempt(table.id("B"), "shoot", "bs", "rifle", table.id("g"), target_cell=table.unit("g").cell)
    value = success_value(table.game.ctx(table.state), attempt)
    assert ("melee", -6) in [(modifier.name, modifier.value) for modifier in value.modifiers]


@pytest.mark.rule("TS-0", "HI-1")
def test_friends_see_who_waits_and_enemies_do_not() -> None:
    for sides, known in ((FRIENDS, True), (FOES, False)):
        table = Table("B.........R..", B=BLUE, R=RED, **sides)
        table.change("R", cell=-1, states=(names.WAITING,))
        assert (table.id("R") in table.game.view(table.state, "blue").state.units) is known


# -- the end -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MS-3")
@pytest.mark.parametrize(
    ("blue_states", "red_states", "winner"),
    [
        ((), (names.UNCONSCIOUS,), "blue"),
        ((names.INCAPACITATED,), (), "red"),
        ((names.UNCONSCIOUS,), (names.UNCONSCIOUS,), ""),
        ((names.STUNNED,), (), ""),
    ],
)
def test_points_of_enemies_out_of_action_decide_at_the_limit(
    blue_states: tuple[str, ...], red_states: tuple[str, ...], winner: str
) -> None:
    table = Table("BC........RS", B=BLUE, C=BLUE, R=RED, S=RED, rounds=1, objective=Objective("eliminate"), **FOES)
    table.change("B", states=blue_states).change("R", states=red_states).agenda(RoundEnd())
    table.run()
    outcome = table.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (winner, "round_limit")


@pytest.mark.rule("MS-3", "MS-2")
def test_each_side_has_its_own_objective_and_one_met_at_once_wins() -> None:
    table = Table("B.........R.", B=BLUE, R=RED, objective=Objective("eliminate"), **FOES)
    table.change("R", states=(names.UNCONSCIOUS,)).orders("blue")
    table.act(EndTurn())
    assert table.state.outcome is not None
    assert (table.state.outcome.winner, table.state.outcome.reason) == ("blue", "objective")


@pytest.mark.rule("ST-9", "X-53")
def test_between_marines_a_beaten_side_may_only_move_dodge_and_reset() -> None:
    table = Table("B.........R.", B=BLUE, R=RED, **FOES)
    side = table.state.sides["blue"]
    table.set(
        sides={**table.state.sides, "blue": type(side)(side.id, side.team, side.kind, counters=(("points", 80),))}
    )
    table.agenda(TurnStart("blue"), RoundEnd(), turn="")
    table.run()
    table.act(GiveOrder(table.id("B")))
    assert table.code(Shoot("rifle", (table.id("R"),))) == "RETREAT"
    assert table.code(Move((table.at(1, 0),))) == ""


# -- no hive, or two sides against it ------------------------------------------------------------------------------


@pytest.mark.rule("X-53")
def test_a_round_between_marines_has_no_hive_turn_and_no_swarm_dice() -> None:
    """Every clause of the hive is off: no die of it falls from the first turn to the next."""
    table = Table("B.........R.", B={**BLUE, "kind": "psyker"}, R={**RED, "kind": "auspex"}, **FOES)
    table.agenda(TurnStart("blue"), TurnStart("red"), HiveTurn(), RoundEnd(), turn="")
    table.run()
    events = [*table.act(EndTurn()), *table.act(EndTurn())]
    assert table.state.round == 2
    assert (table.state.turn, table.waiting) == ("blue", OrdersPhase("blue"))
    assert [name for name in kinds_of(events) if name in ("DiceRolled", "HiveMindActs")] == []
    assert table.state.effects == ()


@pytest.mark.rule("X-55", "HM-32", "HM-A3")
def test_the_warp_field_lies_on_each_side_for_its_own_next_turn() -> None:
    officers: dict[str, Any] = {"B": {**BLUE, "kind": "officer"}, "R": {**RED, "kind": "officer"}}
    table = Table(
        "B.........R..........g", g={"kind": "gaunt"}, **officers, **FRIENDS, objective=Objective("survive", n=9)
    )
    table.agenda(
        MindEffect("hive", "warp_field"), *[TurnStart(side) for side in ("blue", "red", "blue", "red")], turn="hive"
    )
    table.run()
    seen = []
    for _ in range(2):
        seen.append((table.state.turn, type(table.waiting)))
        table.act(EndTurn())
    assert seen == [("blue", OrdersPhase), ("red", OrdersPhase)], "no command is asked for"
    for side, letter in (("blue", "B"), ("red", "R")):
        assert table.waiting == CommandStep(side)
        assert table.code(Command(table.id(letter), names.FALL_BACK)) == ""
        table.act(table.options()[-1])
        table.act(EndTurn())


@pytest.mark.rule("X-55", "HM-40")
def test_the_warp_shadow_holds_a_psyker_of_the_second_side_through_its_own_next_turn() -> None:
    units: dict[str, Any] = {"B": BLUE, "P": {**RED, "kind": "psyker"}, "R": RED}
    table = Table("B.........P......R...g", g="gaunt", **units, **FRIENDS, objective=Objective("survive", n=9))
    table.agenda(MindEffect("hive", "warp_shadow"), TurnStart("blue"), TurnStart("red"), RoundEnd(), turn="hive")
    table.run()
    assert table.code(GiveOrder(table.id("B"))) == ""
    table.act(EndTurn())
    assert table.state.turn == "red"
    assert table.code(GiveOrder(table.id("R"))) == ""
    assert table.code(GiveOrder(table.id("P"))) != ""
    assert table.options(GiveOrder) == [GiveOrder(table.id("R"))]
