"""Real matches saved and taken up again, from scenarios and from positions; what a save may name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.core.dice import SeededDice
from game.core.errors import DataError
from game.core.refusal import IllegalAction
from game.core.session import Session
from game.io.openers import Opened, open_game, opener
from game.io.replay import open_replay
from game.io.save_format import Header, Line, read_save, sealed
from game.io.saves import SaveWriter, load_save
from game.io.scenario import load_scenario
from game.rules.skirmish.actions import EndTurn, GiveOrder, Move, Pass, Shoot
from tests.io.missions import mission
from tests.io.toy import play

ROOT = Path(__file__).parents[2]

CORRIDOR = """
rounds = 30
board = '''
#########
#M..+..S#
#M..#...#
#########
'''
[sides.marines]
[sides.hive]
[legend.M]
kind = "rifle"
[legend.S]
kind = "swarm"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def begun(opened: Opened, path: Path, *, seed: int = 7) -> tuple[Session, SaveWriter]:
    session = Session(opened.game, SeededDice(seed), opened.start)
    writer = SaveWriter.create(path, session, scenario=opened.scenario, position=opened.position)
    return session, writer


def position(folder: Path, text: str) -> Opened:
    (folder / "position.toml").write_text(text, encoding="utf-8")
    return open_game(folder / "position.toml")


def same(one: Session, other: Session) -> bool:
    """Digest, side to act, log and legal actions are equal."""
    return (
        one.digest() == other.digest()
        and one.to_act == other.to_act
        and one.log == other.log
        and list(one.game.options(one.state)) == list(other.game.options(other.state))
    )


@pytest.mark.parametrize("actions", [1, 9, 60, 200])
def test_a_mission_goes_on_as_if_it_had_never_been_saved(path: Path, actions: int):
    session, writer = begun(open_game("relay"), path)
    play(session, actions)
    writer.close()
    loaded = load_save(path, opener())
    assert same(loaded.session, session)
    play(session, 60, seed=3)
    play(loaded.session, 60, seed=3)
    assert same(loaded.session, session)


def test_it_is_resumed_alike_in_another_process_under_another_hash_seed(path: Path):
    session, writer = begun(open_game("culvert"), path)
    play(session, 80)
    writer.close()
    code = (
        "import sys; from pathlib import Path\nfrom game.io.saves import load_save\n"
        "from game.io.openers import opener\n"
        "from tests.io.toy import play\n"
        "s = load_save(Path(sys.argv[1]), opener()).session; play(s, 40, seed=2); print(s.digest())"
    )
    play(session, 40, seed=2)
    whole = path.read_bytes()
    for salt in ("0", "1"):
        path.write_bytes(whole)
        env = {**os.environ, "PYTHONHASHSEED": salt}
        ran = subprocess.run(
            [sys.executable, "-c", code, str(path)], cwd=ROOT, env=env, capture_output=True, text=True, check=True
        )
        assert ran.stdout.strip() == session.digest()


def test_a_save_in_the_middle_of_a_turn_keeps_doors_orders_and_dice(tmp_path: Path, path: Path):
    opened = position(tmp_path, CORRIDOR)
    session, writer = begun(opened, path)
    board = session.game.board
    session.act(GiveOrder(1))
    door = board.door_at[board.cell(4, 1)]
    session.act(Move((board.cell(2, 1), board.cell(3, 1), -door - 1)))
    writer.close()
    loaded = load_save(path, opener())
    assert loaded.session.state.doors >> door & 1
    assert loaded.session.state.sides["marines"].pool == session.state.sides["marines"].pool
    assert same(loaded.session, session)
    play(session, 50)
    play(loaded.session, 50)
    assert same(loaded.session, session)


def test_a_save_between_declaration_and_dice_goes_on_exactly(tmp_path: Path, path: Path):
    opened = position(tmp_path, CORRIDOR.replace("#M..+..S#", "#M../..S#"))
    session, writer = begun(opened, path)
    session.act(GiveOrder(1))
    swarm = next(unit.id for unit in session.state.units.values() if unit.kind == "swarm")
    session.act(Pass() if Pass() in session.game.options(session.state) else Shoot("rifle", (swarm,)))
    pending = session.game.waiting(session.state)
    writer.close()
    again = load_save(path, opener()).session
    assert again.game.waiting(again.state) == pending
    assert same(again, session)


def test_axes_are_not_swapped(tmp_path: Path, path: Path):
    rows = "#######\n#M...S#\n###...#\n#######"
    text = CORRIDOR.replace("#########\n#M..+..S#\n#M..#...#\n#########", rows)
    session, writer = begun(position(tmp_path, text), path)
    writer.close()
    again = load_save(path, opener()).session
    board = again.game.board
    assert (board.width, board.height) == (7, 4)
    assert not board.blocks_move(board.cell(3, 1), 0)
    assert board.blocks_move(board.cell(1, 2), 0)
    assert same(again, session)


def test_ids_keep_type_and_order(tmp_path: Path, path: Path):
    rows = "\n".join(["#" * 14, "#" + "M" * 12 + "#", "#" + "." * 11 + "S#", "#" * 14])
    text = CORRIDOR.replace("#########\n#M..+..S#\n#M..#...#\n#########", rows)
    session, writer = begun(position(tmp_path, text), path)
    writer.close()
    again = load_save(path, opener()).session
    assert list(again.state.units) == list(range(1, 14))
    again.act(GiveOrder(10))
    session.act(GiveOrder(10))
    assert same(again, session)


def test_an_ended_game_stays_ended(path: Path):
    session, writer = begun(open_game("bastion"), path)
    play(session, 20_000)
    assert session.over
    writer.close()
    before = session.digest()
    again = load_save(path, opener()).session
    for action in (EndTurn(), Pass(), GiveOrder(1)):
        with pytest.raises(IllegalAction, match="GAME_OVER"):
            again.act(action)
    assert not again.game.options(again.state)
    assert again.digest() == before
    replay = open_replay(path, opener())
    assert replay.complete
    replay.finish()
    assert replay.session.state.outcome == session.state.outcome


def test_a_replay_jumps_to_and_fro(path: Path):
    session, writer = begun(open_game("ductworks"), path)
    play(session, 150)
    writer.close()
    replay = open_replay(path, opener())
    digests = {0: replay.session.digest()}
    while replay.position < len(replay):
        replay.step()
        digests[replay.position] = replay.session.digest()
    for place in (len(replay) // 2, 10, len(replay), 0):
        replay.goto(place)
        assert replay.session.digest() == digests[place]


# --- what a save may name ----------------------------------------------------------------------------------------


def renamed(path: Path, scenario: str) -> None:
    """The save with another scenario's name in its header, sealed as if it had always been there."""
    save = read_save(path)
    fields = {name: getattr(save.header, name) for name in save.header.__struct_fields__}
    total, out = "", b""
    lines: list[Header | Line] = [Header(**{**fields, "scenario": scenario}), *(entry.line for entry in save.lines)]
    for line in lines:
        text, total = sealed(line, total)
        out += text
    path.write_bytes(out)


@pytest.mark.parametrize("name", ["../secret", "../../secret.toml", "/etc/passwd", "file:///etc/passwd", "a\\b"])
def test_a_save_never_opens_a_file_outside_the_allowed_folders(tmp_path: Path, path: Path, name: str):
    """Case TMX-13."""
    mission(tmp_path).rename(tmp_path / "secret.toml")
    inner = tmp_path / "inner"
    inner.mkdir()
    _, writer = begun(open_game("relay"), path)
    writer.close()
    renamed(path, name)
    with pytest.raises(DataError) as caught:
        load_save(path, opener([inner]))
    assert str(caught.value).startswith(f"{path}: line 1: scenario: expected a ")


def test_a_link_out_of_an_allowed_folder_is_not_followed(tmp_path: Path, path: Path):
    mission(tmp_path).rename(tmp_path / "secret.toml")
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "link.toml").symlink_to(tmp_path / "secret.toml")
    _, writer = begun(open_game("relay"), path)
    writer.close()
    renamed(path, "link")
    with pytest.raises(DataError, match="leads out of it"):
        load_save(path, opener([inner]))


def test_a_save_of_a_scenario_that_is_not_there_names_the_nearest(path: Path):
    _, writer = begun(open_game("relay"), path)
    writer.close()
    renamed(path, "realy")
    with pytest.raises(DataError, match=r'scenario: expected "relay.toml", found "realy"'):
        load_save(path, opener())


def test_a_scenario_of_ones_own_is_found_in_the_folders_given(tmp_path: Path, path: Path):
    opened = open_game(mission(tmp_path))
    session, writer = begun(opened, path)
    play(session, 10)
    writer.close()
    assert same(load_save(path, opener([tmp_path])).session, session)
    with pytest.raises(DataError, match=r'found "rooms.toml"'):
        load_save(path, opener())


def test_a_scenario_that_changed_since_is_told(tmp_path: Path, path: Path):
    file = mission(tmp_path)
    session, writer = begun(open_game(file), path)
    play(session, 3)
    writer.close()
    text = file.read_text()
    file.write_text(text.replace("overwatch = 3", "overwatch = 4"))
    with pytest.raises(DataError, match="expected the scenario as it was when the save was made"):
        load_save(path, opener([tmp_path]))
    file.write_text(text)
    map_file = tmp_path / "halls.tmx"
    map_file.write_text(map_file.read_text().replace('name="exit"', 'name="objective:far"'))
    file.write_text(text.replace('kind = "exit"\nn = 2', 'kind = "survive"\nn = 2'))
    with pytest.raises(DataError, match="as it was when the save was made"):
        load_save(path, opener([tmp_path]))


def test_a_match_from_a_position_holds_the_position_itself(tmp_path: Path, path: Path):
    opened = position(tmp_path, CORRIDOR)
    session, writer = begun(opened, path)
    play(session, 15)
    writer.close()
    (tmp_path / "position.toml").unlink()
    assert same(load_save(path, opener()).session, session)


def test_opening_by_name_gives_what_a_save_needs():
    opened = open_game("relay")
    assert (opened.scenario, opened.position, opened.start) == ("relay.toml", "", None)
    assert opened.game.scenario == load_scenario("relay").game.scenario
