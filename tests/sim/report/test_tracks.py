"""What is kept of a game is what happened in it."""

import pytest

from ai.player import make_bot
from game.api import DiceRolled, SeededDice, TurnBegan, actions, events, hive_events, open_game, skirmish_events
from game.sim.match import play
from game.sim.rows import rows_of
from game.sim.tracks import SwarmPhase, Tracker
from tests.support.table import Table

MARINE, GUNNER, XENO = 1, 2, 3


@pytest.fixture
def table():
    """Two marines against one xeno; round 1."""
    return Table(["M.G....g", *["........"] * 7], M="marine", G="marine", g={"kind": "gaunt", "side": "hive"})


@pytest.fixture
def ids(table):
    return table.id("M"), table.id("G"), table.id("g")


def heard(table, *happened):
    tracker = Tracker(table.game, table.state)
    tracker.hear(happened)
    return tracker.of("marines"), tracker.of("hive")


def test_units_of_a_position_came_and_those_of_set_up_started(table, ids):
    marines, hive = heard(table)
    assert (marines.start, marines.joined, hive.joined) == (0, (0, 2), (0, 1))


def test_places_follow_the_events_in_their_midst(table, ids):
    """A unit that moves, shoots and dies in one action is counted at three different cells."""
    marine, _, xeno = ids
    marines, _ = heard(
        table,
        events.UnitMoved(marine, (1, 9)),
        skirmish_events.SkillDeclared(marine, actions.Shoot("rifle", (xeno,))),
        events.UnitMoved(marine, (10,), "push"),
        events.UnitRemoved(marine, "killed", xeno),
    )
    assert marines.moves == {"1,1": 1, "2,1": 1}
    assert marines.shots == {"1,1": 1}
    assert marines.deaths == {"2,1": 1}
    assert marines.lost == (0, 1)


def test_large_units_count_where_their_middle_stands(table, ids):
    _, _, xeno = ids
    _, hive = heard(table, events.UnitResized(xeno, 0, 3), events.UnitMoved(xeno, (1,)))
    assert hive.moves == {"2,1": 1}


def test_attacks_and_reactions_by_round(table, ids):
    marine, gunner, xeno = ids
    marines, hive = heard(
        table,
        skirmish_events.SkillDeclared(marine, actions.Move((1,))),
        skirmish_events.SkillDeclared(marine, actions.Shoot("rifle", (xeno,))),
        events.RoundBegan(2),
        skirmish_events.SkillDeclared(xeno, actions.Fight("claws", marine)),
        skirmish_events.ReactionDeclared(gunner, actions.Shoot("rifle", (xeno,))),
        skirmish_events.ReactionDeclared(marine, actions.Dodge()),
    )
    assert (marines.attacks, marines.reactions) == ((0, 1), (0, 0, 1))
    assert (hive.attacks, hive.fights) == ((0, 0, 1), {"7,0": 1})


def test_who_lies_down_and_gets_up_again(table, ids):
    marine, gunner, _ = ids
    marines, _ = heard(
        table,
        events.StateGained(marine, "unconscious"),
        events.StateGained(marine, "incapacitated"),
        events.StateGained(gunner, "prone"),
        events.RoundBegan(2),
        events.StateLost(marine, "unconscious"),
        events.RoundBegan(3),
        events.StateLost(marine, "incapacitated"),
    )
    assert marines.fell == (0, 1, 0, -1)


def test_enemies_are_felled_once_between_two_rolls_of_the_swarm_dice(table, ids):
    """Whoever lay down is not counted again when it dies; those safely out are never counted."""
    marine, gunner, xeno = ids
    _, hive = heard(
        table,
        events.StateGained(gunner, "incapacitated"),
        hive_events.SwarmDiceSpent("hive", ("catharsis",), 1),
        events.StateGained(marine, "unconscious"),
        events.UnitRemoved(marine, "killed", xeno),
        events.UnitRemoved(gunner, "killed", xeno),
        events.RoundBegan(2),
        hive_events.SwarmDiceSpent("hive", (), 2),
        events.UnitRemoved(xeno, "killed", 0),
    )
    assert hive.swarm == (
        SwarmPhase(round=1, plan=("catharsis",), idle=1, felled=1, lost=0),
        SwarmPhase(round=2, plan=(), idle=2, felled=0, lost=1),
    )


def test_those_safely_out_are_not_lost(table, ids):
    marine, *_ = ids
    marines, _ = heard(
        table, hive_events.SwarmDiceSpent("hive", (), 1), events.UnitRemoved(marine, "safe"), events.RoundBegan(2)
    )
    assert (marines.left, marines.lost, marines.deaths) == ((0, 1), (), {})


@pytest.mark.rule("RL-2")
def test_dice_are_held_against_their_numbers(table, ids):
    marine, *_ = ids
    marines, _ = heard(table, DiceRolled("bs", 20, (3, 12, 13), marine, 12), DiceRolled("bs", 20, (20,), marine, 23))
    # Three dice at 12 of 20 and one that cannot fail: 12 * 3 + 20 expected faces, variance 12 * 8 * 3.
    assert marines.made == {"bs": (4, 3, 56, 288)}
    assert marines.sides == {"bs": 20}


@pytest.mark.rule("RL-5")
def test_saves_hold_above_damage_less_protection_or_below_an_attribute(table, ids):
    marine, *_ = ids
    marines, _ = heard(
        table,
        DiceRolled("save", 20, (11, 10), marine, 10),
        skirmish_events.SaveMade(marine, "arm", 11, 13, 3, True),
        skirmish_events.SaveMade(marine, "arm", 10, 13, 3, False),
        DiceRolled("save", 20, (5,), marine, 6),
        skirmish_events.SaveMade(marine, "ph", 5, 6, 12, True),
    )
    assert marines.made == {"save": (3, 2, 10 + 10 + 6, 100 + 100 + 84)}


def test_dice_of_nobody_are_of_whose_turn_it_is(table):
    _, hive = heard(table, TurnBegan("hive"), DiceRolled("pick", 3, (2,)), DiceRolled("pick", 5, (2,)))
    assert hive.sides == {"pick": 0}


@pytest.fixture(scope="module")
def played():
    game = open_game("culvert").game
    found = []
    for seed in ("tracks/0", "tracks/1"):
        dice = SeededDice(seed)
        players = {side.id: make_bot("random", dice.fork(side.id)) for side in game.scenario.sides}
        found.append(play(game, players, dice))
    return found


def test_a_whole_game_adds_up(played):
    """Counted from the events and read off the last state, the numbers are the same."""
    for one in played:
        for side, tracks in one.tracks.items():
            units = [unit for unit in one.state.units.values() if unit.side == side]
            gone = [entry for entry in one.state.gone.values() if entry.unit.side == side]
            assert tracks.start + sum(tracks.joined) == len(units) + len(gone)
            assert sum(tracks.left) == sum(entry.reason == "safe" for entry in gone)
            assert sum(tracks.lost) == sum(entry.reason != "safe" for entry in gone)
            fallen = sum(bool({"unconscious", "incapacitated"} & set(unit.states)) for unit in units)
            assert sum(tracks.fell) == fallen
            by_round = [sum(1 for e in gone if e.reason != "safe" and e.round == n) for n in range(len(tracks.lost))]
            assert list(tracks.lost) == by_round


def test_deaths_are_where_the_last_state_has_them(played):
    for one in played:
        board = one.game.board
        for side, tracks in one.tracks.items():
            where: dict[str, int] = {}
            for entry in one.state.gone.values():
                if entry.unit.side == side and entry.reason != "safe" and entry.cell >= 0:
                    x, y = board.xy(entry.cell)
                    middle = entry.unit.size // 2 if entry.unit.size > 2 else 0
                    where[f"{x + middle},{y + middle}"] = where.get(f"{x + middle},{y + middle}", 0) + 1
            assert tracks.deaths == where


def test_tracks_cost_the_game_nothing_and_can_be_left_out(played):
    game = played[0].game
    dice = SeededDice("tracks/0")
    players = {side.id: make_bot("random", dice.fork(side.id)) for side in game.scenario.sides}
    bare = play(game, players, dice, tracked=False)
    assert game.digest(bare.state) == game.digest(played[0].state)
    rows = rows_of(bare, index=0, seed=1, scenario="culvert", bots=dict.fromkeys(players, "random"))
    assert [row.tracks for row in rows] == [None, None]
