"""Programs as bots: asked by lines of JSON; whatever they do, the game ends with a reason and no process stays."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from textwrap import dedent, indent

import pytest

from ai.outside.link import LONGEST
from ai.player import make_bot, read_spec
from game.api import DataError, SeededDice
from game.sim.batch import Batch, run
from game.sim.match import Played, play
from game.sim.results import CRASHED, ILLEGAL, TIMEOUT
from game.sim.seats import BotDice
from tests.arch.source import ROOT
from tests.sim.toy import load_game

FRAME = """
import json, os, signal, subprocess, sys, time
def say(**line):
    print(json.dumps(line), flush=True)
count = 0
for text in sys.stdin:
    line = json.loads(text)
    if line["type"] == "hello":
{hello}
    elif line["type"] == "decide":
        count += 1
{decide}
    elif line["type"] == "quit":
        break
"""
HELLO = 'say(type="hello", protocol=1)'
RUN = 'say(type="answer", index=0)'


@pytest.fixture
def script(tmp_path: Path):
    """Writes a program and answers with its spec."""

    def write(decide: str = RUN, hello: str = HELLO, options: str = "", name: str = "bot.py") -> str:
        file = tmp_path / name
        parts = {"hello": indent(dedent(hello), " " * 8), "decide": indent(dedent(decide), " " * 8)}
        file.write_text(FRAME.format(**parts), "utf-8")
        return f"exec{options and f'({options})'}:'{sys.executable}' '{file}'"

    return write


def race(spec: str, hive: str = "passive", seed: str = "s") -> Played:
    game = load_game("race")
    own = {side: BotDice(seed, side) for side in ("marines", "hive")}
    players = {"marines": make_bot(spec, own["marines"]), "hive": make_bot(hive, own["hive"])}
    return play(game, players, SeededDice(seed), bot_dice=own)


def children() -> set[int]:
    """The processes that this one has started and that are still there, dead ones included."""
    with subprocess.Popen(["ps", "-eo", "pid=,ppid="], stdout=subprocess.PIPE, text=True) as asked:
        rows = [tuple(map(int, line.split())) for line in asked.communicate()[0].splitlines()]
    return {pid for pid, parent in rows if parent == os.getpid()} - {asked.pid}


def alive(mark: str) -> list[str]:
    """Processes with a word in their command line."""
    found = subprocess.run(["ps", "-eww", "-o", "args="], capture_output=True, text=True, check=True).stdout
    return [line for line in found.splitlines() if mark in line]


@pytest.fixture(autouse=True)
def no_process_stays(tmp_path: Path):
    yield
    deadline = time.monotonic() + 5
    while alive(str(tmp_path)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert alive(str(tmp_path)) == []


# --- what it is told and answers -------------------------------------------------------------------------------------


def test_a_program_plays_and_hears_how_it_ends(script, tmp_path: Path):
    log = tmp_path / "log"
    played = race(script(options=f"log='{log}'"))
    assert (played.reason, played.winner, played.error) == ("objective", "marines", "")
    told = [line.split(" ", 2) for line in log.read_text().splitlines()]
    out = [json.loads(text) for _, mark, text in told if mark == ">"]
    back = [json.loads(text) for _, mark, text in told if mark == "<"]
    assert [line["type"] for line in out[:2]] == ["hello", "start"]
    assert [line["type"] for line in out[-2:]] == ["over", "quit"]
    assert {line["type"] for line in out[2:-2]} == {"observe", "decide"}
    assert out[0]["protocol"] == 1
    assert (out[1]["side"], out[1]["board"]["width"], out[1]["board"]["terrain"][0][0]) == ("marines", 8, "floor")
    assert (out[-2]["winner"], out[-2]["reason"]) == ("marines", "objective")
    questions = [line for line in out if line["type"] == "decide"]
    assert [line["number"] for line in questions] == list(range(1, len(back)))
    assert questions[0]["asked"] == {"type": "turn", "side": "marines", "number": 1}
    options = [(option["index"], option["text"], option["action"]) for option in questions[0]["options"]]
    assert options == [(0, "run", {"type": "run"}), (1, "pass", {"type": "pass"})]
    assert questions[1]["view"]["turn"] == "marines"
    heard = [event for line in out if line["type"] == "observe" for event in line["events"]]
    assert {"type": "turn_began", "side": "hive"} in heard


def test_an_option_may_be_answered_by_its_text(script):
    assert race(script('say(type="answer", text="run", number=line["number"])')).winner == "marines"


def test_a_program_that_wants_no_events_hears_none(script, tmp_path: Path):
    log = tmp_path / "log"
    race(script(hello='say(type="hello", protocol=1, events=False)', options=f"log='{log}'"))
    assert '"observe"' not in log.read_text()
    assert '"over"' in log.read_text()


def test_reasons_are_handed_on(script):
    why = '{"score": 2.5, "terms": {"nerve": 2.0}, "rejected": 1, "rejected_score": 1.0}'
    bot = make_bot(script(f'say(type="answer", index=0, why={why})'), SeededDice(1))
    game = load_game("race")
    state, _ = game.begin(game.initial(), SeededDice(1))
    action = bot.decide(game.view(state, "marines"), game.options(state))
    reasons = bot.explain()  # type: ignore[attr-defined]
    assert (reasons.chosen, reasons.score, reasons.terms[0].name) == (action, 2.5, "nerve")
    assert reasons.rejected == game.options(state)[1]
    bot.close()  # type: ignore[attr-defined]


def test_seeds_are_the_programs_own_and_the_same_again(script):
    decide = 'say(type="answer", index=line["seed"] % len(line["options"]))'
    games = [race(script(decide), seed=seed).seats["marines"].actions for seed in ("a", "a", "b", "c")]
    assert games[0] == games[1]
    assert len({str(game) for game in games}) > 1


def test_what_it_prints_on_standard_error_disturbs_nothing(script):
    flood = 'sys.stderr.write("x" * 3_000_000)\nsys.stderr.flush()\n' + RUN
    assert race(script(flood)).winner == "marines"


def test_a_batch_plays_the_same_with_any_number_of_workers(script):
    decide = 'say(type="answer", index=line["seed"] % len(line["options"]))'
    seats = (("marines", script(decide)), ("hive", "random"))
    batch = Batch(scenario="race", seats=seats, games=4, open_game="tests.sim.toy:open_game")
    one, two = ([rows[0].digest for rows in run(batch, jobs=jobs)] for jobs in (1, 2))
    assert one == two


# --- whatever goes wrong ---------------------------------------------------------------------------------------------

IDLE = "time.sleep(600)"


@pytest.mark.parametrize(
    ("decide", "hello", "options", "reason", "error"),
    [
        ("sys.exit(7)", HELLO, "", CRASHED, "ended before its answer to question 1 with exit code 7"),
        ("raise KeyError('lost')", HELLO, "", CRASHED, "with exit code 1, saying \"KeyError: 'lost'\""),
        ("os.kill(os.getpid(), signal.SIGKILL)", HELLO, "", CRASHED, "ended before its answer to question 1"),
        ("os.close(1); time.sleep(600)", HELLO, "", CRASHED, "ended before its answer to question 1"),
        ("print('hm', flush=True)", HELLO, "", CRASHED, "answer to question 1 as a line of JSON, found 'hm'"),
        ("print('[1]', flush=True)", HELLO, "", CRASHED, "as a line of JSON, found '[1]'"),
        (r"os.write(1, b'\xff\xfe\n')", HELLO, "", CRASHED, "as a line of JSON, found '\\ufffd\\ufffd'"),
        (f"os.write(1, b'x' * {2 * LONGEST}); time.sleep(600)", HELLO, "", CRASHED, "said a line of more than"),
        ("say(type='answer')", HELLO, "", CRASHED, "expected an answer with either an index or a text"),
        ("say(type='answer', index=0, text='run')", HELLO, "", CRASHED, "either an index or a text"),
        ("say(type='answer', index='0')", HELLO, "", CRASHED, "Expected `int | null`, got `str`"),
        ("say(type='answer', index=0, number=9)", HELLO, "", CRASHED, "answer to question 1, found one to 9"),
        ("say(type='hello', protocol=1)", HELLO, "", CRASHED, 'answer to question 1, found "hello"'),
        ("say(type='error', message='no\\n idea')", HELLO, "", CRASHED, "gives up: no idea"),
        (f"{RUN}; {RUN}", HELLO, "", "objective", ""),
        ("say(type='answer', index=2)", HELLO, "", ILLEGAL, "expected an index from 0 to 1, found 2"),
        ("say(type='answer', index=-1)", HELLO, "", ILLEGAL, "expected an index from 0 to 1, found -1"),
        ("say(type='answer', text='rum')", HELLO, "", ILLEGAL, 'expected verb "run", found "rum"'),
        (IDLE, HELLO, "seconds=0.2", TIMEOUT, "no answer to question 1 within 0.2 s"),
        (f"signal.signal(signal.SIGTERM, signal.SIG_IGN); {IDLE}", HELLO, "seconds=0.2", TIMEOUT, "no answer"),
        (RUN, IDLE, "start=0.2", TIMEOUT, "no hello within 0.2 s"),
        (RUN, "sys.exit()", "", CRASHED, "ended before its hello with exit code 0"),
        (RUN, RUN, "", CRASHED, 'expected hello, found "answer"'),
        (RUN, "say(type='hello', protocol=2)", "", CRASHED, "expected protocol 1, found 2"),
        (RUN, "say(type='hello', protocol=1, seats=['hive'])", "", CRASHED, "a bot that plays human sides, found one"),
    ],
)
def test_a_program_that_goes_wrong_spoils_its_game_alone(script, decide, hello, options, reason, error):
    before = children()
    played = race(script(decide, hello, options))
    assert (played.reason, played.fault) == (reason, "marines" if error else "")
    assert error in played.error
    assert "\n" not in played.error
    assert children() <= before


def test_what_it_left_behind_ends_with_it(script, tmp_path: Path):
    child = f"[{sys.executable!r}, '-c', 'import time; time.sleep(600)', {str(tmp_path)!r}]"
    played = race(script(f"subprocess.Popen({child})\n" + RUN))
    assert played.winner == "marines"
    # The fixture looks whether the child is still there.


def test_a_program_whose_game_is_killed_does_not_stay(script, tmp_path: Path):
    code = f"""
from ai.player import make_bot
from game.api import SeededDice
from tests.sim.toy import load_game
bot = make_bot({script(IDLE)!r}, SeededDice(1))
game = load_game("race")
state, _ = game.begin(game.initial(), SeededDice(1))
bot.decide(game.view(state, "marines"), game.options(state))
"""
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT) as playing:
        deadline = time.monotonic() + 20
        while len(alive(str(tmp_path / "bot.py"))) < 3 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert len(alive(str(tmp_path / "bot.py"))) == 3  # the game, the keeper, the program
        os.kill(playing.pid, signal.SIGKILL)


def test_a_program_that_nobody_asks_any_more_ends(script, tmp_path: Path):
    bot = make_bot(script(), SeededDice(1))
    game = load_game("race")
    state, _ = game.begin(game.initial(), SeededDice(1))
    bot.decide(game.view(state, "marines"), game.options(state))
    assert alive(str(tmp_path))
    del bot
    assert alive(str(tmp_path)) == []


# --- specs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("exec:", "expected a command after exec:"),
        ("exec", "expected a program as exec:COMMAND or exec(name=value):COMMAND"),
        ("exec(seconds=1)", "expected a program as exec:COMMAND or exec(name=value):COMMAND"),
        ("exec:'x", "expected a command line, found no closing quotation"),
        ("exec:no_such_program_here --x", "expected a program, found none called no_such_program_here"),
        ("exec:./bott.sh", 'expected a program, found none called ./bott.sh (there is "bot.sh")'),
        ("exec:./bot.sh", "expected a program that may be run, found ./bot.sh, which may not"),
        ("exec(second=1):python x.py", 'expected the parameter "seconds" as name=value, found "second=1"'),
        ("exec(seconds=0):python x.py", 'expected a number from 0.01 to 86400.0 for seconds, found "0"'),
        ("exec(seconds=1:python x.py", "expected a closing bracket"),
    ],
)
def test_a_wrong_spec_of_a_program_is_refused_in_one_line(spec, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.sh").write_text("#!/bin/sh\n")
    with pytest.raises(DataError) as refused:
        read_spec(spec)
    assert str(refused.value) == f'bot "{spec}": {message}'


def test_a_command_keeps_its_quotes_brackets_and_colons():
    spec = read_spec("exec(seconds=2, start=3): python -c \"print('a, (b: c)=1')\"")
    assert spec.kind.name == "exec:python -c \"print('a, (b: c)=1')\""
    assert spec.values == {"seconds": 2.0, "start": 3.0, "log": ""}
