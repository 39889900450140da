"""Reactions on small boards: when the human side's player shoots, strikes, dodges, or keeps its shot."""

from ai.marines.line import LineBot
from game.api import Objective, Pass, Profile, SeededDice, UnitKind, actions, hive_tasks, tasks
from game.api import hive_actions as hive
from tests.support.reference import KINDS
from tests.support.table import Table

GOAL = Objective("survive", n=9)


def answer(table: Table):
    """What the human side's player answers now; it must be allowed."""
    view = table.game.view(table.state, "marines")
    options = table.game.options(table.state)
    action = LineBot(SeededDice(1)).decide(view, options)
    assert action in options
    return action


def hive_turn(table: Table, mover: str, *path: tuple[int, int]) -> Table:
    """The hive's turn: the creature drawn as ``mover`` walks, and the reactions to it are open."""
    table.agenda(hive_tasks.NextXeno("hive"), turn="hive", phase="MOVE").run()
    table.act(hive.ActivateXeno(table.id(mover)))
    table.act(actions.Move(tuple(table.at(*cell) for cell in path)))
    return table


def column(length: int, height: int = 3, **places: tuple[int, int]) -> list[str]:
    """An open board with letters on it."""
    rows = [["."] * length for _ in range(height)]
    for letter, (x, y) in places.items():
        rows[y][x] = letter
    return ["".join(cells) for cells in rows]


def test_a_charging_creature_is_shot_at():
    table = Table(column(24, M=(2, 1), g=(14, 1)), M="marine", g="gaunt", objective=GOAL)
    hive_turn(table, "g", (13, 1), (12, 1), (11, 1), (10, 1))
    action = answer(table)
    assert isinstance(action, actions.Shoot)


def test_the_last_shot_is_kept_for_something_worse():
    table = Table(
        column(24, M=(2, 1), g=(20, 1), c=(12, 0), d=(12, 2)),
        M={"kind": "marine", "counters": (("overwatch", 1),)},
        g="gaunt",
        c="mantis",
        d="mantis",
        objective=GOAL,
        kinds={"mantis": UnitKind("mantis", "hive", KINDS["mantis"].profiles, 60)},
    )
    hive_turn(table, "g", (19, 1))
    assert answer(table) == Pass()


def test_whoever_is_charged_does_not_stand_still():
    table = Table(column(24, M=(2, 1), g=(8, 1)), M="marine", g="gaunt", objective=GOAL)
    hive_turn(table, "g", (7, 1), (6, 1), (5, 1), (4, 1), (3, 1))
    assert isinstance(table.waiting, tasks.React)
    assert answer(table) != Pass()


def test_a_poor_fighter_dodges_a_monster_that_he_cannot_hurt():
    frail = Profile("frail", "LI", (4, 4), 3, 1, 17, 12, w=2, weapons=("rifle", "knife"))
    terror = Profile("terror", "lesser", (6, 6), 23, 0, 11, 10, arm=9, w=3, weapons=("claws",))
    table = Table(
        column(24, M=(2, 1), g=(8, 1)),
        M="frail",
        g="terror",
        objective=GOAL,
        kinds={"frail": UnitKind("frail", "human", (frail,), 20), "terror": UnitKind("terror", "hive", (terror,), 20)},
    )
    hive_turn(table, "g", (7, 1), (6, 1), (5, 1), (4, 1), (3, 1))
    assert answer(table) == actions.Dodge()


def test_a_comrade_in_the_melee_is_not_shot_at():
    table = Table(column(24, M=(2, 1), N=(9, 1), g=(15, 1)), M="marine", N="marine", g="gaunt", objective=GOAL)
    hive_turn(table, "g", (14, 1), (13, 1), (12, 1), (11, 1), (10, 1))
    action = answer(table)
    assert not isinstance(action, actions.Shoot) or action.at != table.at(10, 1)


def test_the_dodge_leads_out_of_reach():
    table = Table(column(24, height=9, M=(4, 4), g=(5, 4), h=(7, 4)), M="marine", g="gaunt", h="gaunt", objective=GOAL)
    table.agenda(tasks.DodgeMove(table.id("M")), turn="hive")
    action = answer(table)
    assert isinstance(action, actions.Step)
    assert table.board.xy(action.path[-1])[0] < 4


def test_nerves_hold_where_one_may_choose():
    table = Table(column(24, M=(4, 1)), M="veteran", objective=GOAL)
    table.agenda(tasks.GutsRoll(table.id("M"), (table.at(9, 1),)), turn="hive")
    assert answer(table) == actions.TakeGuts("pass")
