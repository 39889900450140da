"""Positions played on: the same games whatever the number of processes, and sums that add up."""

from __future__ import annotations

import pytest

from ai.player import make_bot
from game.api import DataError, DiceRolled, SeededDice, Session, action_codec, open_replay, opener, position_of
from game.io.saves import SaveWriter
from game.sim.curve import Curver, moments
from game.sim.history import History, history_of
from game.sim.playouts import (
    Plan,
    Point,
    Stopped,
    gain_over,
    lead_for,
    play_on,
    result_for,
    source_of,
    value_from,
    workers,
)
from game.sim.study import spread_of, study
from game.sim.whatif import what_if
from tests.sim.duel import DUEL, SIDES, saved

SEATS = (("red", "random"), ("blue", "random"))


def plan(games: int = 4, seed: str = "p", seats=SEATS) -> Plan:
    return Plan(seats=seats, games=games, seed=seed)


@pytest.fixture(scope="module")
def history(tmp_path_factory) -> History:
    path = saved(tmp_path_factory.mktemp("saves") / "duel.jsonl")
    return history_of(open_replay(path, opener()))


@pytest.fixture(scope="module")
def table():
    game, state = position_of(DUEL)
    state, _ = game.begin(state, SeededDice("t"))
    return game, state


# --- playing on --------------------------------------------------------------------------------------------------


def plain(played):
    """Rows without what no two runs share."""
    return [[(row.digest, row.seed, row.reason) for rows in games.values() for row in rows] for games in played]


def test_points_are_played_with_the_same_seeds_whatever_the_number_of_processes(table):
    game, state = table
    points = [Point(source=source_of(game, state)), Point(source=source_of(game, state), script=("end_turn",))]
    here, there = play_on(points, plan()), play_on(points, plan(), jobs=2)
    assert plain(here) == plain(there)
    assert [rows[0].seed for rows in here[0].values()] == [rows[0].seed for rows in here[1].values()]
    assert list(here[0]) == [0, 1, 2, 3]


def test_a_script_comes_first_and_ends_where_it_is_not_allowed(table):
    game, state = table
    source = source_of(game, state)
    first, both = play_on([Point(source=source, script=("end_turn",)), Point(source=source)], plan(1))
    ended = play_on([Point(source=source, script=("end_turn", "give_order unit=99", "end_turn"))], plan(1))[0]
    assert plain([ended]) == plain([first])
    assert first[0][0].actions["end_turn"] >= 1
    assert both


def test_who_stops_keeps_what_was_played(table):
    game, state = table

    def stop(done: int, _total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        play_on([Point(source=source_of(game, state))], plan(), progress=stop)
    assert sorted(stopped.value.played[0]) == [0, 1]


def test_values_and_gains_are_means_with_intervals():
    assert value_from([]).games == 0
    value = value_from([1.0] * 6 + [0.5] * 2 + [0.0] * 2)
    assert (value.mean, value.games) == (0.7, 10)
    assert 0 < value.low < 0.7 < value.high < 1
    spread = spread_of([4, 1, 3, 2])
    assert spread is not None
    assert spread.middle == 2.5
    assert spread_of([]) is None


# --- studies -----------------------------------------------------------------------------------------------------


def test_a_study_tells_what_came_of_it_and_what_the_bot_does_first(table):
    game, state = table
    found = study(game, state, source_of(game, state), plan(6), make_bot, options=3)
    assert (found.side, found.team, found.bot) == ("red", "red", "random")
    assert [side.side for side in found.outcomes.sides] == list(SIDES)
    assert found.outcomes.games == sum(found.outcomes.reasons.values()) == 6
    assert sum(choice.count for choice in found.choices) == 6
    assert all(choice.reasons is not None and choice.reasons.chosen == choice.action for choice in found.choices)
    assert len(found.tried) == 3
    assert found.tried[0].text == found.choices[0].text
    gain = found.tried[0].gain
    assert gain is not None
    assert (gain.mean, gain.low, gain.high) == (0, 0, 0)
    red, blue = found.outcomes.sides
    assert red.value.mean + blue.value.mean == pytest.approx(1)


def test_a_bot_that_rolls_no_dice_is_asked_once_and_its_best_rejected_option_is_tried(table):
    game, state = table
    seats = (("red", "marines:line"), ("blue", "passive"))
    found = study(game, state, source_of(game, state), plan(2, seats=seats), make_bot, options=4)
    assert [choice.asked for choice in found.choices] == [1]
    assert found.tried[0].source == "chosen"
    assert "other" in {tried.source for tried in found.tried}
    assert len({tried.text for tried in found.tried}) == 4


# --- what if -----------------------------------------------------------------------------------------------------


def test_what_if_compares_ways_on_with_how_it_went(history):
    game = history.game
    at = next(k for k, state in enumerate(history.states) if len(game.options(state)) > 1)
    source = source_of(game, history.states[at])
    codec = action_codec(game.rulebook)
    texts = [codec.text(option, game.board) for option in game.options(history.states[at])]
    instead = next(text for text in texts if text != history.text(at))
    found = what_if(history, at, source, plan(), instead=instead)
    assert [fork.name for fork in found.forks] == ["bots", "played", "instead"]
    assert [fork.action for fork in found.forks] == ["", history.text(at), instead]
    assert all(fork.outcomes.games == 4 for fork in found.forks)
    played = found.forks[1].gain
    assert played is not None
    assert played.mean == 0
    real = found.real
    assert real.over
    assert real.reason == history.last.outcome.reason
    assert 0 <= real.below <= 1
    assert 0 <= real.same <= 1 - real.below


@pytest.mark.parametrize(
    ("at", "instead", "message"),
    [
        (-1, "", "--at: expected 0 to"),
        (9999, "", "--at: expected 0 to"),
        (0, "give_order unit=99", "--do: expected an action that is allowed, found give_order unit=99"),
        (0, "gove_order", '--do, column 1: expected verb "give_order"'),
    ],
)
def test_points_and_actions_that_cannot_be_are_refused(history, at, instead, message):
    with pytest.raises(DataError) as refused:
        what_if(history, at, source_of(history.game, history.states[0]), plan(), instead=instead)
    assert str(refused.value).startswith(message)


def test_the_end_of_a_game_goes_nowhere(history):
    with pytest.raises(DataError, match="before the end of the game"):
        what_if(history, len(history.entries), source_of(history.game, history.states[0]), plan())


# --- curves ------------------------------------------------------------------------------------------------------


def curve_of(history: History, *, every: int = 0, turnings: int = 1, games: int = 3, engine=None):
    def source(number: int):
        return source_of(history.game, history.states[number])

    return Curver(history, source, plan(games), "red", engine=engine).curve(moments(history, every), turnings=turnings)


def test_swings_are_choices_and_luck_and_lead_to_the_result(history):
    found = curve_of(history)
    assert found.points[0].actions == 0
    assert found.points[-1].known
    assert [point.actions for point in found.points] == [0, *(stretch.last for stretch in found.stretches)]
    for stretch in found.stretches:
        assert stretch.swing == pytest.approx(stretch.choices + stretch.luck)
    start = found.points[0].value.mean
    total = sum(stretch.choices + stretch.luck for stretch in found.stretches)
    assert start + total == pytest.approx(found.result)
    assert found.adjusted == pytest.approx(found.result - sum(stretch.luck for stretch in found.stretches))
    assert found.luck.low <= found.luck.mean <= found.luck.high


def test_where_no_dice_fell_there_was_no_luck(history):
    found = curve_of(history, every=1, turnings=0, games=2)
    assert len(found.stretches) == len(history.entries)
    quiet = [
        stretch
        for stretch, entry in zip(found.stretches, history.entries, strict=True)
        if not any(isinstance(event, DiceRolled) for event in entry.events)
    ]
    assert quiet
    assert all(stretch.luck == 0 for stretch in quiet)


def test_points_are_at_turns_or_at_every_so_many_actions(history):
    last = len(history.entries)
    assert moments(history, 5) == [*range(0, last, 5), last]
    for number in moments(history)[1:-1]:
        before, after = history.states[number - 1], history.states[number]
        assert (before.round, before.turn) != (after.round, after.turn)


def test_a_curve_is_the_same_with_two_processes(history):
    with workers(2) as engine:
        there = curve_of(history, turnings=2, games=2, engine=engine)
    assert curve_of(history, turnings=2, games=2) == there


def test_a_turning_point_is_one_action_with_its_dice(tmp_path):
    for seed in range(40):
        path = saved(tmp_path / f"{seed}.jsonl", seed=f"turn/{seed}")
        history = history_of(open_replay(path, opener()))
        outcome = history.last.outcome
        if outcome is None or outcome.winner != "red":
            continue
        found = curve_of(history, games=5, turnings=2)
        assert found.result == 1
        if found.turnings:
            break
    assert found.turnings
    for turning in found.turnings:
        assert turning.swing == pytest.approx(turning.choices + turning.luck)
        assert turning.text == history.text(turning.action - 1)
        fell = [e for e in history.entries[turning.action - 1].events if isinstance(e, DiceRolled)]
        assert [(rolled.purpose, rolled.faces) for rolled in turning.dice] == [(e.purpose, e.faces) for e in fell]
        assert turning.dice or turning.luck == 0


def test_a_save_that_stops_before_the_end_ends_in_a_value(tmp_path):
    path = saved(tmp_path / "short.jsonl", actions=3)
    history = history_of(open_replay(path, opener()))
    assert len(history.states) == len(history.entries) + 1 == 4
    found = curve_of(history, games=2, turnings=0)
    assert not found.over
    assert not found.points[-1].known
    assert found.points[-1].value.games == 2


def test_what_was_taken_back_is_no_part_of_the_history(tmp_path):
    game, start = position_of(DUEL)
    session = Session(game, SeededDice("s"), start)
    writer = SaveWriter.create(tmp_path / "undone.jsonl", session, position=DUEL)
    first = game.options(session.state)[0]
    session.act(first)
    session.undo()
    session.act(game.options(session.state)[1])
    writer.close()
    history = history_of(open_replay(tmp_path / "undone.jsonl", opener()))
    assert [entry.action for entry in history.entries] == [session.log[0].action] != [first]
    assert history.states == (session.start, session.state)


def test_results_and_leads_are_those_of_the_rows(table):
    game, state = table
    games = play_on([Point(source=source_of(game, state))], plan(3))[0]
    for rows in games.values():
        results = [result_for(rows, team) for team in SIDES]
        assert sorted(results, key=str) in ([0, 1], [0.5, 0.5])
        ahead, behind = lead_for(rows, "red"), lead_for(rows, "blue")
        assert ahead is not None
        assert behind == -ahead
    gain = gain_over(games, games, "red")
    assert gain is not None
    assert gain.mean == 0
