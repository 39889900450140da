"""The benchmarks measure what they say, and the fingerprint of games notices what changes games."""

import pytest

from benchmarks import fields, lab, same_games
from benchmarks.__main__ import line, main
from benchmarks.rounds import QUICK, Result, Span, interleaved, ratio
from benchmarks.tables import SEED, standard
from game.api import open_game
from game.sim.batch import Batch, game_seed, run


@pytest.mark.parametrize(
    ("value", "least", "verdict"), [(9, False, "good"), (11, False, "SHORT"), (9, True, "SHORT"), (11, True, "good")]
)
def test_a_result_is_held_against_its_goal(value: float, least: bool, verdict: str):
    result = Result("thing", value, "ms", 10, least)
    assert result.verdict == verdict
    assert verdict in line(result)
    assert ("at least 10" if least else "at most 10") in line(result)


def test_a_result_without_a_goal_has_no_verdict():
    assert Result("thing", 9, "ms").verdict == ""


def test_candidates_take_turns_and_ratios_are_made_round_by_round():
    seen: list[str] = []

    def work(name: str):
        def once() -> int:
            if not seen or seen[-1] != name:
                seen.append(name)
            return 1

        return once

    found = interleaved({"a": work("a"), "b": work("b")}, Span(rounds=3, seconds=0.001, games=1))
    assert seen == ["a", "b", "a", "b", "a", "b"], "a first, then b first, then a first; neighbours run on"
    assert [len(times) for times in found.values()] == [3, 3]
    assert ratio([2, 9, 4], [1, 3, 2]) == 2


def test_the_plain_search_agrees_with_the_field_where_every_step_costs_one():
    board = standard("ductworks").board
    rows = board.step_table(board.all_doors).back.rows
    near = [tuple(other for other, _ in row) for row in rows]
    target = next(cell for cell, row in enumerate(rows) if row)
    plain = fields.plain_search(near, [target], board.size)
    assert plain[target] == 0
    assert all(plain[other] == 1 for other in near[target])


def test_the_fingerprint_is_the_same_again_and_another_for_other_bots():
    game = open_game("culvert").game
    first = same_games.fingerprint(game, games=1, bots={})
    assert same_games.fingerprint(game, games=1, bots={}) == first
    assert same_games.fingerprint(game, games=1, bots={"human": "passive"}) != first


def test_a_difference_to_earlier_games_is_told(tmp_path, capsys):
    known = tmp_path / "before.txt"
    known.write_text("culvert 1 games 0 decisions 00\n", encoding="utf-8")
    assert same_games.main(["culvert", "-n", "1", "--against", str(known)]) == 1
    told = capsys.readouterr().out
    assert "DIFFERENT culvert 1 games" in told
    known.write_text(told.splitlines()[0].removeprefix("DIFFERENT ") + "\n", encoding="utf-8")
    assert same_games.main(["culvert", "-n", "1", "--against", str(known)]) == 0


def test_a_section_can_be_run_alone_and_kept_as_json(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(main.__globals__["SECTIONS"], "fields", lambda span: [Result("f", span.rounds, "x", 9)])
    kept = tmp_path / "figures.json"
    assert main(["--quick", "--only", "fields", "--json", str(kept)]) == 0
    assert f'"value": {QUICK.rounds}' in kept.read_text(encoding="utf-8")
    assert "at most 9" in capsys.readouterr().out


def test_the_bare_engine_plays_the_games_that_a_batch_plays():
    asked = Batch(scenario="relay", seats=lab.BOTS, games=1, seed=SEED)
    game = open_game("relay").game
    (rows,) = run(asked)
    assert game.digest(lab.bare_game(game, game_seed(SEED, 0))) == rows[0].digest
