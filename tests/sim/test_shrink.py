"""A failure is written down whole, and becomes a small test that passes once its fault is mended."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ai.player import make_bot
from game.api import DataError, Failure, SeededDice, admit, bundle_of, bundle_text, open_files, open_game, position_of
from game.io.outside import dismiss
from game.io.save_format import digests
from game.sim.document import document_of, text_of
from game.sim.failure import FEW, bundle_for, failure_of, in_one_line, keep
from game.sim.match import play
from game.sim.pytest_file import proof_of, pytest_text
from game.sim.rerun import case_of
from game.sim.seats import BotDice
from game.sim.shrink import NotAgain, shrink
from tests.sim import faulty

ROOMS = """
board = '''
#############
#MM..#....gg#
#MA..+......#
#....#...g..#
#....####+###
#...........#
#############
'''
rounds = 4
[sides.marines]
[sides.hive]
[legend.M]
kind = "rifle"
[legend.A]
kind = "zealot"
[legend.g]
kind = "gaunt"
[zones]
exit = [[1, 5]]
"""
SOFT = "tests.sim.faulty:SOFT"


@pytest.fixture(autouse=True)
def faults(monkeypatch):
    """The faults are there at first; the test may mend them."""
    monkeypatch.setattr(faulty, "MENDED", [False])


def failed(tmp_path, bot: str, *, hive: str = "random", checked: bool = False, cap: int = 5000, text: str = ROOMS):
    """The bundle of the first game of these bots that fails."""
    path = tmp_path / "rooms.toml"
    path.write_text(text, encoding="utf-8")
    game, state = position_of(text)
    for number in range(50):
        bots, seed = {"marines": bot, "hive": hive}, f"s/{number}"
        own = {side: BotDice(seed, side) for side in bots}
        players = {side: make_bot(spec, own[side]) for side, spec in bots.items()}
        played = play(game, players, SeededDice(seed), start=state, bot_dice=own, cap=cap, checked=checked)
        failure = failure_of(played)
        if failure is not None:
            return bundle_for(played, failure, scenario=str(path), seed=seed, bots=bots, cap=cap, checked=checked)
    raise AssertionError("no game failed")


def small(bundle):
    """What it shrinks to, with the proof that its test fails now and passes when the fault is mended."""
    shrunk = shrink(bundle, make_bot)
    text = pytest_text(shrunk.case)
    assert proof_of(text, "before")
    faulty.MENDED[0] = True
    assert proof_of(text, "after") == ""
    faulty.MENDED[0] = False
    return shrunk


def test_a_bot_that_fails_beside_a_door_is_left_alone_with_it(tmp_path):
    shrunk = small(failed(tmp_path, "tests.sim.faulty/door_shy"))
    after = shrunk.after
    assert (shrunk.before.width, shrunk.before.height, shrunk.before.units) == (13, 7, 7)
    assert after.width * after.height <= 4
    assert (after.units, after.actions, shrunk.whole) == (1, 0, True)
    assert "LookupError" in pytest_text(shrunk.case)


def test_an_answer_that_is_not_allowed_needs_no_more_units_than_the_bot_asks_for(tmp_path):
    bundle = failed(tmp_path, "tests.sim.faulty/desperate")
    assert bundle.failure.kind == "illegal"
    assert bundle.failure.action
    shrunk = small(bundle)
    assert shrunk.after.actions == 0
    assert shrunk.after.units <= 3
    assert shrunk.after.width * shrunk.after.height < 12


def test_a_broken_invariant_keeps_the_action_that_breaks_it(tmp_path):
    admit(SOFT)
    try:
        bundle = failed(tmp_path, "random", checked=True)
        assert (bundle.failure.kind, bundle.modules) == ("invariant", (SOFT,))
        shrunk = small(bundle)
    finally:
        dismiss(SOFT)
    assert shrunk.after.actions <= 1
    assert shrunk.after.units <= 2
    assert shrunk.after.width * shrunk.after.height < shrunk.before.width * shrunk.before.height // 3


def test_a_bot_that_remembers_is_asked_all_the_way(tmp_path):
    shrunk = small(failed(tmp_path, "tests.sim.faulty/tired(after=4)"))
    assert shrunk.case.heard
    assert shrunk.after.actions <= 4


def test_a_turn_without_an_end_becomes_a_loop_on_a_small_board(tmp_path):
    bundle = failed(tmp_path, "tests.sim.faulty/dither", cap=12)
    assert bundle.failure.kind == "action_cap"
    shrunk = small(bundle)
    assert shrunk.after.actions == 0
    assert shrunk.after.units <= 2


def test_a_bot_that_never_answers_is_waited_for_only_so_long(tmp_path):
    found = failed(tmp_path, "tests.sim.faulty/door_shy")
    start = found.start.replace('kind = "rifle"', 'kind = "zealot"')
    bundle = replace(
        found,
        failure=Failure(kind="timeout", fault="marines"),
        seats={**found.seats, "marines": "tests.sim.faulty/sleepy"},
        start=text_of({**document_of(start), "units": document_of(start)["units"][3:]}),
        actions=(),
        limit=300,
    )
    shrunk = shrink(bundle, make_bot, seconds=8)
    text = pytest_text(shrunk.case)
    assert proof_of(text, "before") == "OutOfTime: no answer within 0.3 s."
    faulty.MENDED[0] = True
    assert proof_of(text, "after") == ""
    assert shrunk.after.units < len(document_of(start)["units"])


def test_the_same_bundle_shrinks_to_the_same_test(tmp_path):
    bundle = failed(tmp_path, "tests.sim.faulty/door_shy")
    assert pytest_text(shrink(bundle, make_bot).case) == pytest_text(shrink(bundle, make_bot).case)


def test_what_does_not_fail_any_more_is_said(tmp_path):
    bundle = failed(tmp_path, "tests.sim.faulty/door_shy")
    faulty.MENDED[0] = True
    with pytest.raises(NotAgain, match="found no failure"):
        shrink(bundle, make_bot)


def test_what_fails_before_the_first_decision_takes_its_scenario_along(tmp_path):
    clumsy = "tests.sim.faulty:CLUMSY"
    admit(clumsy)
    try:
        game = open_game("culvert").game
        players = {side: make_bot("random", SeededDice(1)) for side in game.teams}
        played = play(game, players, SeededDice(1))
        failure = failure_of(played)
        assert failure is not None
        bots = dict.fromkeys(game.teams, "random")
        bundle = bundle_for(played, failure, scenario="culvert", seed=1, bots=bots, cap=100)
        assert (bundle.start, bundle.modules) == ("", (clumsy,))
        assert next(iter(bundle.files)) == "culvert.toml"
        assert any(name.endswith((".tmx", ".tmj")) for name in bundle.files)
        assert bundle_of(bundle_text(bundle)) == bundle
        assert digests(open_files(bundle.files).game) == digests(game)
        assert small(bundle).after.actions == 0
    finally:
        dismiss(clumsy)


@pytest.mark.parametrize("name", ["../out.toml", "/etc/out.toml", ""])
def test_files_of_a_bundle_stay_in_their_folder(name):
    with pytest.raises(DataError) as refused:
        open_files({name: ROOMS})
    assert str(refused.value).startswith("files: ")


def test_a_process_that_ended_cannot_be_made_small(tmp_path):
    bundle = failed(tmp_path, "tests.sim.faulty/door_shy")
    with pytest.raises(DataError, match="found worker_lost"):
        shrink(replace(bundle, failure=Failure(kind="worker_lost", fault="marines")), make_bot)


def test_out_of_time_the_smallest_so_far_is_kept(tmp_path):
    shrunk = shrink(failed(tmp_path, "tests.sim.faulty/door_shy"), make_bot, seconds=0)
    assert not shrunk.whole
    assert shrunk.after == shrunk.before
    assert proof_of(pytest_text(shrunk.case), "file")


def test_stopped_by_a_person_the_smallest_so_far_is_kept(tmp_path):
    def stop(what: str, _tries: int) -> None:
        if what == "walls":
            raise KeyboardInterrupt

    shrunk = shrink(failed(tmp_path, "tests.sim.faulty/door_shy"), make_bot, progress=stop)
    assert not shrunk.whole
    assert shrunk.after.units < shrunk.before.units
    assert proof_of(pytest_text(shrunk.case), "file")


# --- bundles -----------------------------------------------------------------------------------------------------


def test_a_bundle_reads_back_as_it_was_written(tmp_path):
    bundle = failed(tmp_path, "tests.sim.faulty/desperate")
    assert bundle_of(bundle_text(bundle)) == bundle
    assert case_of(bundle).decision == len(bundle.actions)
    assert "illegal of marines" in in_one_line(bundle.failure)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('broodfall = "bundle"', 'broodfall = "save"', 'broodfall: expected broodfall = "bundle"'),
        ("format = 1", "format = 9", "format: expected format 1"),
        ('rules = "', 'rules = "0', "versions.rules: expected rules version"),
        ('kind = "crash"', 'kind = "crush"', 'failure.kind: expected "crash"'),
        ('seed = "text:', 'seed = "int:', "seed: expected a seed such as int:7"),
        ("marines: ", "elves: ", "play.actions[1]: expected lines such as"),
        ("cap = ", "cup = ", "cap: expected a whole number"),
        ("[seats]", "[seat]", "seats: expected a table"),
        ("format = 1", "format = ", "syntax: "),
    ],
)
def test_a_faulty_bundle_is_refused_with_one_line(tmp_path, old, new, message):
    text = bundle_text(failed(tmp_path, "tests.sim.faulty/door_shy"))
    assert old in text
    with pytest.raises(DataError) as refused:
        bundle_of(text.replace(old, new), file="b.toml")
    assert str(refused.value).startswith(f"b.toml: {message}")
    assert "\n" not in str(refused.value)


def test_of_each_kind_the_first_games_are_kept_in_whichever_order_they_come(tmp_path):
    bundle = failed(tmp_path, "tests.sim.faulty/door_shy")
    folder = tmp_path / "failures"
    for index in (9, 4, 12, 0, 7):
        keep(bundle, folder, index)
    found = sorted(int(path.stem.rpartition("-")[2]) for path in folder.iterdir())
    assert found == [0, 4, 7]
    assert len(found) == FEW
    assert all(bundle_of(path.read_text()) == bundle for path in folder.iterdir())
