"""Impetuous runs, forms, Masters, mines and electromagnetic rounds: small boards with a plainly right answer."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ai.marines.line import LineBot
from ai.marines.picture import Atlas, Picture
from ai.marines.plans import Plans
from ai.marines.settings import Settings
from game.api import Action, EndTurn, Objective, Pass, SeededDice, actions, avatar, form_actions, names, tasks
from game.rules.compose import compose
from tests.rules.avatar.scene import Stage, master
from tests.rules.impetuous.scene_impetuous import field, phase
from tests.rules.transmutation.scene import SEED, A, B, blue, profile, red, shifter, started
from tests.rules.transmutation.scene import table as forms_table
from tests.support.reference import WEAPONS
from tests.support.table import OPEN, Table

ELIMINATE = Objective("eliminate")


def answer(table: Table) -> Action:
    """What the human side's player answers now; it must be allowed, and it must be able to say why."""
    side = table.to_act
    assert side is not None
    view = table.game.view(table.state, side)
    bot = LineBot(SeededDice(1))
    action = bot.decide(view, table.game.options(table.state))
    assert table.refusal(action) is None
    told = bot.explain()
    assert told is not None
    assert told.chosen == action
    return action


def drawn(*units: tuple[str, int, int]) -> list[str]:
    """An open board of 24 x 24 with letters on it."""
    rows = [list(line) for line in OPEN.splitlines()]
    for letter, x, y in units:
        rows[y][x] = letter
    return ["".join(row) for row in rows]


# -- impetuous ------------------------------------------------------------------------------------------------------


def test_an_impetuous_trooper_is_let_off_the_leash_at_a_weak_enemy():
    table = phase(field(A=("raging", 9, 5), g=("gaunt", 15, 5)))
    assert answer(table) == actions.GiveOrder(table.id("A"), "impetuous")


def test_it_is_held_back_from_a_run_into_the_guns():
    """Behind the wall nobody sees it; the way to the enemy's zone leads before four rifles, far from contact."""
    rows = drawn()
    for y in range(8):
        rows[y] = rows[y][:6] + "#" + rows[y][7:]
    gunner = {"kind": "gunner", "side": "rebels"}
    guns: dict[str, Any] = {letter: (gunner, 17, y) for letter, y in zip("cdef", (8, 9, 10, 11), strict=True)}
    zones = {"deploy:rebels": [(x, y) for x in range(20, 24) for y in range(24)]}
    table = phase(field(rows, A=("mad", 5, 6), sides=("marines", "rebels"), zones=zones, **guns))
    assert answer(table) == Pass()


def test_the_skills_of_a_run_are_those_of_the_phase():
    table = phase(field(A=("raging", 8, 5), B=("mad", 8, 12), g=("gaunt", 14, 5), h=("gaunt", 17, 12)))
    seen = 0
    while table.to_act == "marines" and seen < 12 and not isinstance(table.waiting, tasks.OrdersPhase):
        action = answer(table)
        table.state, _ = table.game.apply(table.state, action, SeededDice(seen))
        seen += 1
    assert seen >= 2


# -- forms ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("second", "expected"), [(B, form_actions.RollForm()), (SEED, Pass())])
def test_it_rolls_for_a_stronger_form_only(second: Any, expected: Action):
    kind = shifter("WIP", A, second)
    table = started(forms_table("s..............m", shift=kind, s=red(), m=blue("marine"), objective=ELIMINATE), "s")
    assert answer(table) == expected


def test_another_form_is_taken_on_where_its_legs_are_needed():
    """The objective is far, and only the second form gets anywhere."""
    slow, swift = profile("slow", mov=(1, 1)), profile("swift", mov=(6, 6))
    kind = shifter("Auto", slow, swift)
    far = Objective("exit", n=1)
    table = forms_table("s...............", shift=kind, s=red(), objective=far, zones={"exit": [(15, 0), (15, 1)]})
    assert answer(started(table, "s")) == form_actions.Shift(1)
    table.act(form_actions.Shift(1))
    action = answer(table)
    assert isinstance(action, actions.Move)
    assert len(action.path) == 6


def test_a_seed_hatches_when_there_is_somewhere_to_go():
    kind = shifter("Hatching", SEED, profile("quick", mov=(6, 4)))
    table = forms_table(
        "s...............", shift=kind, s=red(), objective=Objective("exit", n=1), zones={"exit": [(15, 0)]}
    )
    assert answer(table) == actions.GiveOrder(table.id("s"))
    table.act(actions.GiveOrder(table.id("s")))
    action = answer(table)
    assert isinstance(action, actions.Move)
    assert table.act(action)
    assert table.unit("s").form == 1


def test_a_seed_with_nothing_to_do_stays_one():
    kind = shifter("Hatching", SEED, profile("quick", mov=(6, 4)))
    table = forms_table("s...............", shift=kind, s=red(), objective=Objective("survive", n=9))
    assert answer(table) == EndTurn()


# -- electromagnetic arms --------------------------------------------------------------------------------------------


def worth_of(table: Table, letter: str, weapon: str) -> float:
    """What a shot with a weapon at the enemy ``E`` promises."""
    view = table.game.view(table.state, "marines")
    plans = Plans(Picture(view, Atlas(), Settings()))
    unit = table.unit(letter)
    shots = plans.fire.shots(unit, unit.cell)
    gains = [shot.gain for shot in shots if isinstance(shot.action, actions.Shoot) and shot.action.weapon == weapon]
    return max(gains)


def test_a_suit_is_the_better_target_for_electromagnetic_rounds():
    def facing(kind: str) -> Table:
        rows = drawn(("M", 4, 5), ("E", 11, 5))
        enemy = {"kind": kind, "side": "rebels", "states": (names.IMMOBILIZED_A,)}
        return Table(rows, M="warden", E=enemy, sides=("marines", "rebels"), objective=ELIMINATE).orders()

    suit, plain = facing("heavy"), facing("marine")
    assert worth_of(suit, "M", "em_carbine") > 1.5 * worth_of(plain, "M", "em_carbine")


def test_the_way_leads_around_an_enemy_mine():
    rows = drawn(("M", 2, 10), ("E", 22, 10))
    enemy = {"kind": "marine", "side": "rebels", "states": (names.UNCONSCIOUS,)}
    table = Table(
        rows,
        M="marine",
        E=enemy,
        sides=("marines", "rebels"),
        objective=Objective("exit", n=1),
        zones={"exit": [(20, y) for y in range(6, 14)]},
    ).orders()
    table.marker(names.MINE, 6, 10, name="rebels")
    view = table.game.view(table.state, "marines")
    picture = Picture(view, Atlas(), Settings())
    assert picture.mined >> table.at(5, 10) & 1
    table.act(actions.GiveOrder(table.id("M")))
    action = answer(table)
    assert isinstance(action, actions.Move)
    assert not any(picture.mined >> step & 1 for step in action.path if step >= 0)


def test_a_mine_is_laid_where_the_enemy_must_come_through():
    rows = ["#" * 24 if y != 5 else "." * 24 for y in range(11)]
    rows[5] = "." * 4 + "M" + "." * 8 + "E" + "." * 10
    enemy = {"kind": "heavy", "side": "rebels"}
    miner = {"kind": "miner", "states": (names.STUNNED,)}
    table = Table(rows, M=miner, E=enemy, sides=("marines", "rebels"), objective=Objective("survive", n=9)).orders()
    assert answer(table) == actions.GiveOrder(table.id("M"))
    table.act(actions.GiveOrder(table.id("M")))
    assert isinstance(answer(table), actions.Place)


# -- Masters ---------------------------------------------------------------------------------------------------------


def prompted(rows: list[str], **given: Any) -> Stage:
    """A Master whose player is asked whether it manifests."""
    stage = Stage(rows, card="delayed", **given)
    stage.agenda(avatar.tasks.ManifestPrompt(stage.id("M")), tasks.OrdersPhase("marines"), turn="marines")
    return stage


def test_a_master_manifests_where_there_is_room():
    assert answer(prompted(drawn(("M", 5, 5), ("g", 15, 5)), g="gaunt")) == avatar.actions.Manifest()


def test_a_master_waits_where_nothing_makes_room():
    """A passage one cell wide has no place for a large avatar."""
    rows = ["#" * 24, "." * 5 + "M" + "." * 9 + "g" + "." * 8, "#" * 24]
    assert answer(prompted(rows, g="gaunt")) == Pass()


def test_the_avatar_stands_by_its_prey():
    stage = prompted(drawn(("M", 10, 10), ("g", 15, 10)), g="gaunt")
    stage.act(avatar.actions.Manifest())
    action = answer(stage)
    assert isinstance(action, avatar.actions.PlaceAvatar)
    assert stage.board.xy(action.cell)[0] >= 10


def test_events_are_chosen_by_what_they_do():
    stage = prompted(drawn(("M", 10, 10), ("g", 14, 10), ("h", 13, 12)), g="gaunt", h="warrior")
    stage.act(avatar.actions.Manifest())
    stage.act(answer(stage))
    assert answer(stage) == avatar.actions.ChooseEvent("dread"), "nothing ails it, and enemies are near"


def test_the_planned_card_is_prepared_for():
    stage = Stage(drawn(("M", 5, 5), ("m", 7, 5)), card="planned", m="marine", objective=Objective("survive", n=9))
    stage.orders()
    stage.act(actions.GiveOrder(stage.id("M")))
    declared = [answer(stage)]
    stage.act(declared[0])
    declared += [answer(stage)] if isinstance(stage.waiting, tasks.DeclareSecond) else []
    assert avatar.actions.Prepare() in declared


def test_the_card_that_comes_by_itself_is_laid_down_in_a_long_game():
    stage = Stage(drawn(("M", 5, 5), ("m", 7, 5), ("g", 22, 20)), card="", m="marine", g="gaunt", rounds=9)
    stage.agenda(avatar.tasks.CardChoice("marines", stage.id("M")), tasks.OrdersPhase("marines"), turn="marines")
    assert answer(stage) in (avatar.actions.ChooseCard("delayed"), avatar.actions.ChooseCard("bloody"))


def test_only_a_cheap_friend_is_sacrificed():
    cheap = Stage(drawn(("M", 5, 5), ("i", 6, 6), ("g", 22, 20)), card="sacrificing", i="irregular", g="gaunt")
    cheap.orders()
    cheap.act(actions.GiveOrder(cheap.id("M")))
    assert answer(cheap) == avatar.actions.Sacrifice(cheap.id("i"))
    dear = Stage(drawn(("M", 5, 5), ("o", 6, 6), ("g", 22, 20)), card="sacrificing", o="officer", g="gaunt")
    dear.orders()
    dear.act(actions.GiveOrder(dear.id("M")))
    assert not isinstance(answer(dear), avatar.actions.Sacrifice)
    assert master()["upgrades"] == ("wraith",)


# -- marines against marines -------------------------------------------------------------------------------------------


def test_those_who_only_have_to_last_guard_what_the_others_are_after():
    rows = drawn(("M", 2, 12), ("E", 22, 12))
    enemy = {"kind": "marine", "side": "rebels", "states": (names.UNCONSCIOUS,)}
    table = Table(rows, M="marine", E=enemy, sides=("marines", "rebels"), objective=Objective("survive", n=9))
    sides = tuple(
        replace(side, objective=Objective("console", n=1)) if side.id == "rebels" else side
        for side in table.game.scenario.sides
    )
    scenario = replace(table.game.scenario, sides=sides)
    table.game = compose(scenario, table.board, table.kinds, WEAPONS)
    table.marker(names.CONSOLE, 12, 12)
    table.orders()
    assert answer(table) == actions.GiveOrder(table.id("M"))
    table.act(actions.GiveOrder(table.id("M")))
    move = answer(table)
    assert isinstance(move, actions.Move)
    assert table.board.xy(move.path[-1])[0] > 4


def test_who_carries_the_item_off_is_gone_after():
    rows = drawn(("M", 2, 12), ("E", 15, 12))
    enemy = {"kind": "marine", "side": "rebels", "states": (names.STUNNED,)}
    table = Table(
        rows,
        M="marine",
        E=enemy,
        sides=("marines", "rebels"),
        objective=Objective("carry", target="relic"),
        zones={"exit": [(0, y) for y in range(24)]},
    )
    table.marker(names.ITEM, 15, 12, name="relic", carrier=table.id("E"))
    view = table.orders().game.view(table.state, "marines")
    plans = Plans(Picture(view, Atlas(), Settings()))
    assert plans.goals.goal(table.unit("M")).kind == "hunt"
    assert isinstance(answer(table), actions.GiveOrder)


def test_a_master_whose_hour_has_come_is_given_an_order_first():
    stage = Stage(
        drawn(("M", 5, 5), ("m", 7, 5), ("g", 14, 5)), card="delayed", m="marine", g="gaunt", objective=ELIMINATE
    )
    stage.set(round=3)
    stage.orders()
    assert answer(stage) == actions.GiveOrder(stage.id("M"))
    stage.act(actions.GiveOrder(stage.id("M")))
    assert answer(stage) == avatar.actions.Manifest()
