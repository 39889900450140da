"""``broodfall card``: what it says, what it leaves, and when it fails."""

import json

import pytest

from tests.sim.card.hall import HALL

QUICK = ("--opponent", "random", "-n", "1", "--seed", "3", "--plain")


@pytest.fixture
def hall(tmp_path) -> str:
    path = tmp_path / "hall.toml"
    path.write_text(HALL, encoding="utf-8")
    return str(path)


def passive(hall, *more):
    return "card", "passive", "--on", hall, "--as", "human", *QUICK, *more


def test_a_card_tells_rates_and_the_command_that_makes_it_again(said, hall):
    code, out, err = said(*passive(hall))
    assert (code, err) == (0, "1 of 1 games\n")
    assert "Report card of passive (games: 1)." in out
    assert "idle with a target: cases" in out
    assert f"Again: broodfall card passive --on {hall} --opponent random --as human -n 1 --seed 3" in out


def test_it_speaks_spanish(said, hall):
    _, out, _ = said(*passive(hall, "--lang", "es"))
    assert "Boletín de conducta de passive (partidas: 1)." in out
    assert "malgasta órdenes (waste)" in out


def test_the_worst_cases_can_be_opened(said, hall, tmp_path):
    folder, card = tmp_path, tmp_path / "card.json"
    _, out, _ = said(*passive(hall, "--out", str(folder), "--json", str(card)))
    waste = json.loads(card.read_text())["kinds"]["waste"]
    assert waste["cases"] == waste["chances"] > 0
    assert waste["worst"]["show"][0] in out
    position, save = folder / "waste.toml", folder / "waste.jsonl"
    assert said("check", str(position))[0] == 0
    assert said("replay", str(save), "--verify")[0] == 0
    number = str(waste["worst"]["number"])
    assert waste["worst"]["show"] == [
        f"broodfall replay {save} --at {number}",
        f"broodfall play {position} --text",
    ]
    assert said("replay", str(save), "--at", number)[0] == 0
    assert said(*passive(hall, "--json", str(card)))[0] == 0  # a result is replaced, like that of other commands
    code, _, err = said(*passive(hall, "--out", str(folder)))
    first = folder / "idle.toml"
    assert (code, err) == (2, f"broodfall: {first}: expected a new file (--overwrite replaces it)\n")


def test_what_the_hive_leaves_is_told_without_a_unit(said, hall):
    _, out, _ = said(
        "card", "passive", "--on", "culvert", "--as", "hive", "--opponent", "passive", "-n", "1", "--plain"
    )
    worst = [line for line in out.splitlines() if line.startswith("Worst: ")]
    assert len(worst) >= 2
    assert [line for line in worst if "Worst:  " in line or " at ," in line] == []


def test_limits_fail_a_bot_that_is_surely_above(said, hall, tmp_path):
    code, out, _ = said(*passive(hall, "--max", "waste=0.2"))
    assert code == 1
    assert "wastes orders: surely above its limit" in out
    assert said(*passive(hall, "--max", "waste=1", "--max", "swing=0"))[0] == 0
    limits = tmp_path / "limits.toml"
    limits.write_text("[max]\nwaste = 0.2\n")
    assert said(*passive(hall, "--thresholds", str(limits)))[0] == 1
    assert said(*passive(hall, "--thresholds", str(limits), "--max", "waste=1"))[0] == 0


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (("--max", "sloth=0.1"), '--max: expected "idle", "exposed"'),
        (("--max", "idle"), '--max: expected KIND=RATE, found "idle"'),
        (("--max", "idle=7"), '--max: expected a rate from 0 to 1, found "7"'),
        (("--max", "idle=nan"), '--max: expected a rate from 0 to 1, found "nan"'),
        (("--on", "nowhere"), "nowhere"),
        (("--opponent", "nobody"), "nobody"),
    ],
)
def test_bad_input_is_one_line(said, hall, more, complaint):
    code, out, err = said(*passive(hall, *more))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


def test_a_bad_file_of_limits_is_one_line(said, hall, tmp_path):
    limits = tmp_path / "limits.toml"
    for text, complaint in (
        ("max = 3\n", "file: expected a table [max] and nothing else"),
        ("[max]\nidle = true\n", 'max.idle: expected a rate from 0 to 1, found "True"'),
        ("[min]\nidle = 1\n", "file: expected a table [max] and nothing else"),
    ):
        limits.write_text(text)
        code, _, err = said(*passive(hall, "--thresholds", str(limits)))
        assert (code, err.count("\n")) == (2, 1)
        assert f"{limits}: {complaint}" in err


def test_a_bot_is_watched_only_where_it_can_sit(said, hall):
    code, _, err = said("card", "marines:line", "--on", hall, "--as", "hive")
    assert (code, err) == (2, "broodfall: --as: expected a kind of side that marines:line plays, found hive\n")


def test_a_bot_that_hangs_gets_a_card_of_what_it_did(said, hall):
    code, out, _ = said("card", "tests.sim.faulty/sleepy", "--on", hall, "--as", "human", *QUICK, "--move-time", "0.2")
    assert code == 1
    assert "no answer within 0.2 s" in out
    assert "--move-time 0.2 -n 1" in out
