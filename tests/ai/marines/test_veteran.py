"""The veterans' player: what it sees on small boards that ``marines:line`` does not, and the beginnings of games."""

from typing import Any

import pytest

from ai.marines.drive import DASH, Drive
from ai.marines.line import LineBot
from ai.marines.picture import Atlas, Picture
from ai.marines.plans import Plans
from ai.marines.seasoned import BARS
from ai.marines.settings import Settings
from ai.marines.veteran import VeteranBot, VeteranPlans
from ai.player import make_bot
from game.api import EndTurn, Objective, SeededDice, actions, load_scenario, tasks
from tests.contract.games import game_of
from tests.support.table import Table

WIDE = 30


def asked(bot: LineBot, table: Table):
    """What a player answers here; it must be allowed."""
    view = table.game.view(table.state, "marines")
    action = bot.decide(view, table.game.options(table.state))
    assert view.verdict(action).refusal is None
    return action


def veteran(table: Table):
    """What the veterans' player answers here."""
    return asked(VeteranBot(SeededDice(1)), table)


def line(table: Table):
    """What ``marines:line`` answers here."""
    return asked(LineBot(SeededDice(1)), table)


def drive(table: Table) -> Drive:
    """What drives the veterans' plans here."""
    goals = VeteranPlans(picture(table)).goals
    assert isinstance(goals, Drive)
    return goals


def picture(table: Table) -> Picture:
    """The table as the marines see it."""
    return Picture(table.game.view(table.state, "marines"), Atlas(), Settings())


def first_skills(table: Table, letter: str):
    """What the two declare first when a trooper has been given an order: ``marines:line``, and the veterans."""
    table.orders().act(actions.GiveOrder(table.id(letter)))
    return line(table), veteran(table)


def carrying(rows, exit: tuple[int, int], **legend: Any) -> Table:
    """A table on which the trooper M has to carry something out."""
    table = Table(rows, zones={"exit": [exit]}, objective=Objective("carry", target="core"), **legend)
    table.marker("item", 0, 0, name="core", carrier=table.id("M"))
    return table


def end_of(move: actions.Move) -> int:
    """The cell that a Move leads to."""
    return [step for step in move.path if step >= 0][-1]


# -- the last way ---------------------------------------------------------------------------------------------


def test_who_can_carry_it_out_in_this_turn_lets_the_enemy_be():
    rows = ["." * WIDE, "." * WIDE, ".....M" + "." * 24, "." * WIDE, "." * 18 + "g" + "." * 11]
    table = carrying(rows, (20, 0), M="marine", g="gaunt")
    usual, made = first_skills(table, "M")
    assert isinstance(usual, actions.Shoot)
    assert isinstance(made, actions.Move)
    assert end_of(made) % WIDE == 9


def test_the_dash_ends_the_game():
    table = carrying(["." * WIDE, "....M" + "." * 25], (18, 1), M="marine").orders(pool=2)
    for _ in range(12):
        if table.state.outcome is not None or table.to_act != "marines":
            break
        table.act(veteran(table))
    assert table.state.outcome is not None
    assert table.state.outcome.winner == "marines"


def test_a_dash_takes_orders_for_everybody_who_has_to_get_out():
    rows = ["......M" + "." * 23, "......W" + "." * 23]
    table = Table(rows, M="marine", W="marine", zones={"exit": [(20, 0)]}, objective=Objective("exit", n=2))
    for pool, now in ((4, True), (3, False)):
        goals = drive(table.orders(pool=pool))
        assert goals.sprint.now is now
        assert (goals.goal(table.unit("M")).pace == DASH) is now


def test_who_is_held_is_let_go_when_that_ends_the_mission():
    rows = ["." * 20, "..gM" + "." * 16, "." * 20, "..O" + "." * 17]
    table = carrying(rows, (10, 1), M="marine", O="officer", g="gaunt").orders(pool=3)
    table.agenda(tasks.CommandStep("marines"), tasks.OrdersPhase("marines"), turn="marines")
    assert line(table) == actions.Command(table.id("O"), "advance")
    assert veteran(table) == actions.Command(table.id("O"), "fall_back")


def test_an_enemy_who_bars_the_way_is_worth_more():
    rows = ["....M....g......", "#" * 16]
    table = carrying(rows, (13, 0), M="marine", g="gaunt").orders(pool=4)
    seen = picture(table)
    usual, made = Plans(seen), VeteranPlans(picture(table))
    foe = table.unit("g")
    assert drive(table).sprint.blockers == {foe.id}
    assert made.danger.prize(foe) == pytest.approx(usual.danger.prize(foe) + BARS)


def test_where_few_have_to_get_out_the_others_go_ahead():
    rows = ["MW" + "." * 58, "XY" + "." * 58]
    for wanted, bold in ((2, True), (3, False)):
        table = Table(
            rows, M="marine", W="marine", X="marine", Y="marine",
            zones={"exit": [(59, 0)]}, objective=Objective("exit", n=wanted),
        ).orders()  # fmt: skip
        assert drive(table).bold is bold


# -- what is left of a turn, and of a mission ----------------------------------------------------------------


def test_in_the_last_turn_the_shot_is_taken_that_is_on_offer():
    rows = [
        "...#..##..#.....#...",
        "......###g#....#....",
        ".......#.g..........",
        "....................",
        ".......M.g.....#....",
        "...#.........#......",
        "......#......#......",
    ]
    hurt = {"kind": "marine", "wounds": 1}
    goal = Objective("exit", n=2)
    table = Table(rows, M=hurt, g="stealer", objective=goal, zones={"exit": [(0, 3)]}, rounds=1)
    usual, made = first_skills(table, "M")
    assert isinstance(usual, actions.Move)
    assert isinstance(made, actions.Shoot)


def test_who_has_to_be_standing_at_the_end_takes_care_to_the_end():
    for goal, care in ((Objective("exit"), 0.2), (Objective("survive", n=1), 1.0)):
        table = Table("M" + "." * 19 + "g", M="marine", g="gaunt", objective=goal, rounds=1).orders()
        assert VeteranPlans(picture(table)).picture.settings.caution == pytest.approx(care)


def test_orders_left_over_bring_troopers_nearer_to_the_way_out():
    rows = [
        "................#...#.........",
        "....#.........................",
        "..............##.#............",
        ".................#...##.......",
        "....###...M.....W.......#g....",
    ]
    goal = Objective("exit", n=2)
    table = Table(rows, M="marine", W="marine", g="gaunt", objective=goal, zones={"exit": [(0, 2)]})
    table.orders(pool=1).change("W", counters=(("orders", 2),))
    assert line(table) == EndTurn()
    assert veteran(table) == actions.GiveOrder(table.id("M"))


def test_the_last_nest_comes_before_a_charging_enemy():
    rows = [*["." * 40] * 8, "..M" + "." * 37, *["." * 40] * 3, "." * 8 + "g" + "." * 31]
    table = Table(rows, M="marine", g="gaunt", objective=Objective("nests"))
    nest = table.marker("nest", 26, 8)
    usual, made = first_skills(table, "M")
    assert usual.targets == (table.id("g"),)
    assert made.targets == (nest,)


def test_the_tour_is_the_shortest_one_not_the_nearest_place_first():
    goal = Objective("all", parts=(Objective("console", n=2), Objective("exit")))
    table = Table("." * 14 + "M" + "." * 45, M="marine", objective=goal, zones={"exit": [(59, 0)]})
    near, middle, _ = (table.marker("console", x, 0, name=name) for x, name in ((8, "a"), (22, "b"), (40, "c")))
    table.orders()
    assert Plans(picture(table)).goals.goal(table.unit("M")).marker == near
    assert VeteranPlans(picture(table)).goals.goal(table.unit("M")).marker == middle


def test_a_round_that_may_find_a_friend_counts_by_what_he_has_left():
    costs = []
    for wounds in (0, 1):
        friend = {"kind": "marine", "wounds": wounds}
        table = Table("M" + "." * 5 + "gW" + "." * 4, M="marine", W=friend, g="gaunt", objective=Objective("survive"))
        fire = VeteranPlans(picture(table.orders())).fire
        shot = fire.best_shot(table.unit("M"), table.unit("M").cell)
        costs.append(0.0 if shot is None else shot.gain)
    assert costs[0] > costs[1]


# -- games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bastion", "chapel", "culvert", "depot", "foundry", "hothouse", "switchyard"])
def test_every_answer_is_allowed_and_has_reasons(name: str):
    game = load_scenario(name).game
    bots = {
        side: make_bot("marines:veteran" if kind == "human" else "hive:cunning", SeededDice(side))
        for side, kind in game.side_kinds.items()
    }
    dice = SeededDice(5)
    state, _ = game.begin(game.initial(), dice)
    for _ in range(140):
        side = game.to_act(state)
        if side is None:
            break
        view, bot = game.view(state, side), bots[side]
        action = bot.decide(view, game.options(state))
        assert view.verdict(action).refusal is None
        if isinstance(bot, VeteranBot):
            told = bot.explain()
            assert told is not None
            assert told.chosen == action
        state, _ = game.apply(state, action, dice)


def test_it_remembers_nothing_that_changes_an_answer():
    game = game_of("siege")
    veterans, chance = VeteranBot(SeededDice(1)), make_bot("random", SeededDice("hive"))
    dice = SeededDice(1)
    state, _ = game.begin(game.initial(), dice)
    for number in range(120):
        side = game.to_act(state)
        if side is None:
            break
        view, options = game.view(state, side), game.options(state)
        action = (veterans if side == "red" else chance).decide(view, options)
        if side == "red" and number % 5 == 0:
            assert VeteranBot(SeededDice(7)).decide(game.view(state, side), game.options(state)) == action
        state, _ = game.apply(state, action, dice)


def test_its_fields_are_those_of_its_own_goals():
    table = carrying(["." * WIDE, "....M" + "." * 25], (18, 1), M="marine").orders(pool=2)
    bot = VeteranBot(SeededDice(1))
    asked(bot, table)
    assert {"place", "goal"} <= {field.name for field in bot.fields()}
