"""Scenarios without a hive, and with two marine sides of one team, as files: read, checked, played, saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.api import DataError, DiceRolled, SeededDice, Session, TurnBegan
from game.cli.seats import read_seats
from game.io.check import check_path
from game.io.openers import opener
from game.io.replay import open_replay
from game.io.saves import SaveWriter
from game.io.scenario import load_scenario
from game.sim.batch import Batch, run
from game.sim.summary import summarise
from tests.support.versus import allies, versus


def played(session: Session, seed: str = "choice") -> Session:
    """The match played to its end with whatever is on offer."""
    chance = SeededDice(seed)
    while not session.over:
        options = session.game.options(session.state)
        session.act(options[chance.roll("choice", len(options)) - 1])
    return session


def errors(path: Path) -> list[str]:
    return [str(problem) for problem in check_path(path) if not problem.warning]


@pytest.mark.rule("X-53", "MS-6")
def test_a_scenario_without_a_hive_is_checked_without_its_demands(tmp_path: Path) -> None:
    assert errors(versus(tmp_path)) == []


@pytest.mark.rule("X-55", "MS-6")
def test_two_sides_of_a_team_against_the_hive_are_checked_with_them(tmp_path: Path) -> None:
    found = errors(allies(tmp_path))
    assert found == [], found


@pytest.mark.rule("X-53", "TS-0", "TS-1")
def test_without_a_hive_initiative_sets_the_order_and_no_hive_turn_comes(tmp_path: Path) -> None:
    game = load_scenario(versus(tmp_path)).game
    session = Session(game, SeededDice(5))
    faces = [e.faces[0] for e in session.opening if isinstance(e, DiceRolled)]
    assert len(faces) >= 2
    order = session.state.ext["flow"].order
    assert sorted(order) == ["blue", "red"]
    first, deployed = session.to_act, []
    while session.state.round < 1 or not session.state.turn:
        deployed.append(session.to_act)
        session.act(game.options(session.state)[0])
    assert first == order[0]
    assert deployed == sorted(deployed, key=order.index), "each side is placed as a whole, in order"
    assert session.state.turn == order[0]
    played(session)
    turns = {e.side for entry in session.log for e in entry.events if isinstance(e, TurnBegan)}
    assert turns == {"red", "blue"}
    names = {type(e).__name__ for entry in session.log for e in entry.events}
    assert names.isdisjoint({"SwarmRolled", "HiveMindActs", "SwarmDiceRolled"})
    assert {e.purpose.partition(".")[0] for entry in session.log for e in entry.events if hasattr(e, "purpose")} <= {
        "bs", "cc", "dodge", "save", "guts", "wip", "discover", "reset", "landing", "initiative", "pick",
    }  # fmt: skip


@pytest.mark.rule("MS-3", "X-53")
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_between_marines_a_game_ends_by_an_objective_or_by_the_score(tmp_path: Path, seed: int) -> None:
    session = played(Session(load_scenario(versus(tmp_path)).game, SeededDice(seed)), f"choice {seed}")
    outcome = session.state.outcome
    assert outcome is not None
    scores = dict(outcome.scores)
    if outcome.reason == "round_limit":
        best = max(scores.values())
        leaders = [side for side, points in scores.items() if points == best]
        assert outcome.winner == (leaders[0] if len(leaders) == 1 else "")
    else:
        assert outcome.reason == "objective"
    assert session.game.problems(session.state) == []


@pytest.mark.rule("X-55", "TS-1")
def test_two_sides_of_a_team_have_turns_of_their_own_before_the_hive(tmp_path: Path) -> None:
    session = played(Session(load_scenario(allies(tmp_path)).game, SeededDice(3)))
    turns = [e.side for entry in session.log for e in entry.events if isinstance(e, TurnBegan)]
    assert turns[:3] == ["red", "blue", "hive"]


@pytest.mark.parametrize("make", [versus, allies])
def test_a_match_of_either_kind_is_saved_and_replayed(tmp_path: Path, make: object) -> None:
    path = versus(tmp_path) if make is versus else allies(tmp_path)
    session = Session(load_scenario(path).game, SeededDice(11))
    writer = SaveWriter.create(tmp_path / "match.jsonl", session, scenario=path.name)
    played(session)
    writer.close()
    replay = open_replay(tmp_path / "match.jsonl", opener([tmp_path]))
    replay.finish()
    assert replay.session.digest() == session.digest()


@pytest.mark.rule("AV-09", "AV-10", "HI-1")
def test_each_side_sees_the_others_upgrade_but_no_card_and_no_reserve(tmp_path: Path) -> None:
    session = Session(load_scenario(versus(tmp_path)).game, SeededDice(5))
    while session.state.round < 1:
        session.act(session.game.options(session.state)[0])
    view = session.view("blue")
    master = next(unit for unit in view.foes if unit.kind == "marshal")
    assert master.upgrades == ("wrath_unbound",)
    assert "bloody" not in repr(view.state) + repr([side.force for side in view.game.scenario.sides])
    assert all(unit.kind != "jumper" for unit in session.view("red").foes)
    assert any(unit.kind == "jumper" for unit in view.own)


@pytest.mark.rule("MO-1", "X-53")
def test_seats_between_marines_are_all_played_by_the_marines_player(tmp_path: Path) -> None:
    scenario = load_scenario(versus(tmp_path)).game.scenario
    assert read_seats(scenario, marines="random", hive=None) == (("red", "random"), ("blue", "random"))
    mixed = read_seats(scenario, marines="human", hive=None, seats=["blue=random"], people=True)
    assert mixed == (("red", "human"), ("blue", "random"))
    with pytest.raises(DataError, match="--hive: expected no player for a hive between marines, found"):
        read_seats(scenario, marines="random", hive="random")


@pytest.mark.rule("MO-1", "X-55")
def test_a_batch_of_each_kind_is_played_and_summed_up_by_side(tmp_path: Path) -> None:
    for path, sides in ((versus(tmp_path), ["red", "blue"]), (allies(tmp_path), ["red", "blue", "hive"])):
        seats = read_seats(load_scenario(path).game.scenario, marines="random", hive=None)
        batch = Batch(scenario=str(path), seats=seats, games=2, seed=1)
        summary = summarise(list(run(batch)))
        assert [side.side for side in summary.sides] == sides
        assert summary.void == 0
        assert sum(side.wins.count for side in {s.team: s for s in summary.sides}.values()) + summary.draws == 2


@pytest.mark.rule("TS-0")
def test_sides_that_share_a_zone_need_room_in_it_together(tmp_path: Path) -> None:
    path = allies(tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace('"objective:camp"', '"deploy:red"'), encoding="utf-8")
    found = errors(path)
    assert any("sides.blue.force: expected room in deploy:red for all, found none for 1x1" in line for line in found)


def twins(folder: Path, old: str, new: str) -> list[Session]:
    """Two matches that differ in this only, at their first decision."""
    made = []
    for number, change in enumerate(("", new)):
        here = folder / str(number)
        here.mkdir()
        path = versus(here)
        if change or number:
            path.write_text(path.read_text(encoding="utf-8").replace(old, change), encoding="utf-8")
        made.append(Session(load_scenario(path).game, SeededDice(7)))
    return made


RESERVE = """
[[sides.blue.force]]
kind = "jumper"
reserve = true
"""


@pytest.mark.rule("HI-1", "HI-2")
@pytest.mark.parametrize(
    ("old", "new", "other"),
    [
        (RESERVE, "", "red"),
        (RESERVE, RESERVE + RESERVE, "red"),
        ('kind = "jumper"', 'kind = "marshal"', "red"),
        ('card = "bloody"', 'card = "planned"', "blue"),
    ],
    ids=["no reserve", "two in reserve", "another in reserve", "another card"],
)
def test_the_other_side_sees_the_same_match_whatever_is_hidden(tmp_path: Path, old: str, new: str, other: str) -> None:
    """Both matches take the same actions; as long as nothing is revealed, the views and what is told are equal."""
    one, two = twins(tmp_path, old, new)
    chance = SeededDice("twins")
    for _ in range(90):
        assert one.to_act == two.to_act
        views = [session.view(other) for session in (one, two)]
        assert views[0].state == views[1].state
        assert views[0].game.scenario == views[1].game.scenario
        common = set(two.game.options(two.state))
        options = [action for action in one.game.options(one.state) if action in common]
        if one.to_act == other:
            assert options == list(one.game.options(one.state)) == list(two.game.options(two.state))
        action = options[chance.roll("choice", len(options)) - 1]
        told = []
        for session in (one, two):
            events = session.act(action)
            told.append(session.game.redacted_events(session.state, events, other))
        assert told[0] == told[1], action
        if one.over or two.over:
            break
    assert len(one.log) > 40
