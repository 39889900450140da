"""The command line: what each command answers, and that bad input is one line and exit code 2."""

import json
from pathlib import Path
from typing import Any

import pytest

from game.io.clauses import load_clauses
from tests.io.test_saves import bodies, forged
from tests.text.table import ROOMS

MISSION = "culvert"


@pytest.fixture
def rooms(tmp_path) -> str:
    path = tmp_path / "rooms.toml"
    path.write_text(ROOMS, encoding="utf-8")
    return str(path)


# --- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("sim", "Missing argument 'SCENARIO'. (see broodfall sim --help)"),
        ("smi", "No such command 'smi'"),
        ("sim culvert --games", "Option '--games' requires an argument"),
        ("sim culvert -n 0", "--games"),
        ("sim culvrt", '"culvert"'),
        ("sim culvert --marines randon", 'bot "randon": expected "random"'),
        ("sim culvert --marines hive:instinct", "side marines: expected a bot that plays human sides"),
        ("sim culvert --seat elves=random", "expected SIDE=BOT with the side"),
        ("sim culvert --resume", "--resume: expected --out"),
        ("play culvrt --text", '"culvert"'),
        ("play culvert --marines human", "expected a terminal to ask a person at, or --text"),
        ("play --load nowhere.jsonl", "nowhere.jsonl"),
        ("play culvert --load x.jsonl", "--load: expected no scenario"),
        ("play culvert --seed int:x", "--seed: expected a number or a word, found 'int:x'"),
        ("play culvert --seed \udcff", "--seed: expected a number or a word"),
        ("sim culvert -n 1 --out / --overwrite", "/: expected a file to write to, found a folder"),
        ("replay nowhere.jsonl", "nowhere.jsonl"),
        ("check nowhere", "nowhere: expected a file or folder, found nothing of that name"),
        ("try nowhere.toml", "nowhere"),
        ("try culvert --dice bs", 'expected PURPOSE=FACES such as bs=12,5, found "bs"'),
        ("try culvert --dice bs=0 --do pass", "expected PURPOSE=FACES"),
        ("try culvert --dice bs=1 --seed 2", "expected --dice or --seed, found both"),
        ("try culvert --do dploy=3", 'expected verb "deploy"'),
        ("rules zzz", "expected a clause such as"),
        ("rules --lang fr", '--lang: expected "en" or "es", found "fr"'),
        ("units zzz", "expected a unit such as"),
        ("scenarios nowhere", "nowhere"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(said, line: str, message: str):
    code, output, complaint = said(*line.split())
    assert (code, output) == (2, "")
    assert complaint.startswith("broodfall: ")
    assert complaint.count("\n") == 1
    assert message in complaint


def test_nothing_is_no_seed_and_no_action(said):
    assert "--seed: expected a number or a word, found ''" in said("play", "--seed", "")[2]
    assert "--seed: expected a number or a word, found ''" in said("sim", "culvert", "--seed", "")[2]
    assert said("try", "culvert", "--do", " ") == (2, "", 'broodfall: --do: expected an action, found ""\n')


def test_what_cannot_be_written_is_bad_input(said, rooms, tmp_path):
    code, _, complaint = said("try", rooms, "--do", "move 1 2,2", "--out", str(tmp_path))
    assert code == 2
    assert f"{tmp_path}: expected a file that can be used, found is a directory" in complaint


def test_what_nobody_foresaw_is_one_line_too(said, monkeypatch):
    def broken(**_options):
        raise ZeroDivisionError("never")

    monkeypatch.setattr("ai.player.known_bots", broken)
    code, _, complaint = said("bots")
    assert code == 1
    assert complaint == "broodfall: unexpected error: TypeError: " + complaint.split("TypeError: ")[-1] or complaint
    assert complaint.count("\n") == 1
    monkeypatch.setenv("BROODFALL_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        said("bots")


# --- looking things up -------------------------------------------------------------------------------------------


def test_without_a_command_the_window_opens(said, monkeypatch):
    opening = pytest.importorskip("game.ui.opening")
    given: list = []
    monkeypatch.setattr(opening, "open_window", given.append)
    code, output, complaint = said()
    assert (code, output, complaint) == (0, "", "")
    (services,) = given
    assert "hive:cunning" in [bot.name for bot in services.bots]


def test_where_there_is_no_display_one_line_says_so_and_another_how_to_play(said, monkeypatch):
    opening, screen = pytest.importorskip("game.ui.opening"), pytest.importorskip("game.ui.screen")

    def nowhere(_services):
        raise screen.NoDisplay("no display was found")

    monkeypatch.setattr(opening, "open_window", nowhere)
    code, output, complaint = said()
    assert (code, output) == (2, "")
    assert complaint.splitlines() == [
        "broodfall: no window: no display was found",
        "broodfall: broodfall play --text plays without one",
    ]
    monkeypatch.setenv("BROODFALL_LANG", "es")
    assert said()[2].splitlines() == [
        "broodfall: no se puede abrir ninguna ventana (no display was found)",
        "broodfall: broodfall play --text juega sin ella",
    ]


def test_help_lists_every_command(said):
    code, output, _ = said("--help")
    assert code == 0
    for command in ("play", "sim", "replay", "check", "try", "rules", "scenarios", "units", "bots"):
        assert f" {command} " in output


def test_every_clause_is_listed_in_the_order_of_the_rules(said):
    _, output, _ = said("rules", "--plain")
    assert [line.split(":")[0] for line in output.splitlines()] == list(load_clauses())


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("HM-12", "HM-12: With anything under six"),
        ("hm-a4", "HM-A4: "),
        ("ms-1 hm-12", "MS-1: "),
        ("ms", "MS-1: "),
        ("door swarm", "HM-03: "),
    ],
)
def test_a_clause_is_found_by_id_part_or_words(said, asked: str, first: str):
    code, output, _ = said("rules", *asked.split(), "--plain")
    assert code == 0
    assert output.startswith(first)


def test_clauses_and_units_have_spanish_names(said):
    assert "menos de seis" in said("rules", "HM-12", "--lang", "es", "--plain")[1]
    assert "Rasgador" in said("units", "gante", "--lang", "es", "--plain")[1]


@pytest.mark.parametrize("asked", ["gaunt", "gante", "Raker", "RASGADOR"])
def test_a_unit_is_found_by_id_alias_or_name_in_either_language(said, asked: str):
    code, output, _ = said("units", asked, "--plain")
    assert code == 0
    assert output.startswith("Raker: MOV 6, CC 13")
    assert "claws: damage 12" in output


def test_lists_in_spanish_say_nothing_in_english(said):
    for line in ("units", "units gunner", "units burner", "scenarios", "bots"):
        told = said(*line.split(), "--lang", "es", "--plain")[1]
        table = told.partition("marines:line(")[0] if line == "bots" else told
        words = {word.strip(",.:") for word in table.lower().split()}
        assert not words & {"points", "type", "damage", "burst", "to", "close", "title", "plays", "hive", "cone"}, line


def test_units_are_listed_by_side(said):
    code, output, _ = said("units")
    assert code == 0
    assert output.index("Line trooper") < output.index("Raker")


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_name_or_number_is_cut_off_where_80_characters_fit(said, monkeypatch, language: str):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("BROODFALL_LANG", language)
    bots = ("--marines", "random", "--hive", "random")
    for line in (("units",), ("scenarios",), ("bots",), ("sim", MISSION, *bots, "-n", "1")):
        output = said(*line)[1]
        table, _, _ = output.partition("Again: ")
        assert "\u2026" not in table
        assert line[0] == "bots" or max(map(len, table.splitlines())) <= 80


def test_missions_are_listed_with_their_titles(said):
    code, output, _ = said("scenarios", "--plain")
    assert code == 0
    assert "culvert: title Headwater" in output


def test_a_broken_mission_is_named_and_the_others_are_listed(said, tmp_path):
    (tmp_path / "broken.toml").write_text("rounds = 3\n", encoding="utf-8")
    code, output, error = said("scenarios", str(tmp_path), "--plain")
    assert code == 1
    assert "culvert: title Headwater" in output
    assert error.count("\n") == 1
    assert "broken.toml: title: expected" in error


def test_bots_are_listed_with_what_they_play(said):
    code, output, _ = said("bots", "--plain")
    assert code == 0
    assert "random: plays marines, hive, Picks any option with the same chance." in output
    assert "  caution: how much danger counts; a number from 0 to 5." in output.splitlines()
    assert "  caution: cuánto cuenta el peligro; un número de 0 a 5." in said("bots", "--lang", "es")[1].splitlines()


# --- files -------------------------------------------------------------------------------------------------------


def test_a_sound_file_passes_the_check(said, rooms):
    assert said("check", rooms)[:2] == (0, "Nothing is wrong.\n")


def test_every_problem_is_a_line_and_exit_code_1(said, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text(ROOMS.replace("gaunt", "gant").replace("rifle", "rifel"), encoding="utf-8")
    code, output, _ = said("check", str(path))
    assert code == 1
    assert 'expected "gaunt"' in output
    assert 'expected "rifle"' in output


# --- positions ---------------------------------------------------------------------------------------------------


def test_a_try_tells_what_happens(said, rooms):
    code, output, _ = said("try", rooms, "--do", "move 1 2,2")
    assert code == 0
    assert "Line trooper 1 goes to 2,2." in output


def test_a_try_lists_the_options_of_the_decision_that_waits(said, rooms):
    code, output, _ = said("try", rooms, "--json")
    assert code == 0
    found = json.loads(output)
    assert found["to_act"] == "marines"
    assert "give_order unit=1" in found["options"]


def test_a_try_rolls_the_dice_it_is_given(said, rooms):
    line = ("--do", "move 1 3,1 d0", "--do", "shoot 2 rifle", "--do", "pass")
    code, output, _ = said("try", rooms, *line, "--dice", "bs=1,2,20", "--dice", "save=1,15", "--json")
    assert code == 0
    events = json.loads(output)["actions"][-1]["events"]
    assert "dice_rolled purpose=bs sides=20 faces=1,2,20 unit=1 target=12" in events
    assert "unit_removed unit=2 reason=killed by=1" in events


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        (("bs=1,2",), "no scripted die left for 'bs' (a d20 was asked); --dice bs=FACES names what falls"),
        (("bs=20,20,20", "save=3"), "never rolled: save [3]"),
    ],
)
def test_dice_must_be_given_exactly(said, rooms, dice, message):
    line = ("--do", "move 1 3,1 d0", "--do", "shoot 2 rifle", "--do", "pass")
    code, _, complaint = said("try", rooms, *line, *(part for die in dice for part in ("--dice", die)))
    assert code == 2
    assert message in complaint


def test_a_refused_action_is_told_with_its_clause_and_exit_code_1(said, rooms):
    code, output, _ = said("try", rooms, "--do", "give_order unit=2", "--json")
    assert code == 1
    refusal = json.loads(output)["actions"][0]["refusal"]
    assert refusal["clause"] == "OR-2"
    assert refusal["text"].endswith("[OR-2]")


def test_the_position_afterwards_can_be_written(said, rooms, tmp_path):
    path = tmp_path / "after.toml"
    code, before, _ = said("try", rooms, "--do", "move 1 2,2", "--out", str(path), "--json")
    assert code == 0
    after = json.loads(said("try", str(path), "--json")[1])
    assert after["digest"] == json.loads(before)["digest"]


# --- play and replay ---------------------------------------------------------------------------------------------


def test_without_a_terminal_bots_play_a_mission_to_its_end(said):
    code, output, _ = said("play", "--seed", "3", "--marines", "random", "--hive", "random", "--plain")
    assert code == 0
    assert output.startswith("No terminal to ask a person at, so bots play Headwater, seed 3.")
    assert "Close the valves in the control room" in output.splitlines()[1]
    assert "The game is over after" in output
    assert output.endswith("broodfall play --text plays in a terminal.\n")


def test_a_person_types_and_the_game_is_saved(said, monkeypatch, tmp_path):
    lines = ["auto random", "quit"]

    def typed(_prompt: str) -> str:
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr("builtins.input", typed)
    line = ("play", MISSION, "--text", "--hive", "random", "--seed", "1", "--plain")
    code, output, _ = said(*line)
    assert code == 0
    saves = list((tmp_path / "saves").glob("*.jsonl"))
    assert [path.name for path in saves] == ["culvert-1.jsonl"]
    assert f"broodfall play --load {saves[0]} goes on with it." in output

    lines.append("seat marines random")
    assert "The game is over after" in said("play", "--load", str(saves[0]), "--text", "--plain")[1]
    assert said("replay", str(saves[0]), "--verify")[0] == 0
    assert "auto" not in (told := said("replay", str(saves[0]), "--plain")[1])
    assert "Turn of marines." in told
    assert "Round 1." in told
    assert said("replay", str(saves[0]), "--at", "3")[0] == 0

    assert said(*line)[0] == 0
    assert sorted(path.name for path in (tmp_path / "saves").glob("*")) == ["culvert-1.jsonl", "culvert-2.jsonl"]


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        (("--hive", "passive"), ["Close the valves in the control room"]),
        (("--hive", "human", "--marines", "random"), ["Keep the valves or take two"]),
        (("--hive", "human"), ["Close the valves in the control room", "Keep the valves or take two"]),
    ],
)
def test_each_person_is_told_what_their_side_is_to_do_and_nobody_twice(said, monkeypatch, seats, told):
    lines = ["auto random"] * 6

    def typed(_prompt: str) -> str:
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr("builtins.input", typed)
    output = said("play", MISSION, "--text", *seats, "--seed", "1", "--plain", "--no-save")[1]
    both = ("Close the valves in the control room", "Keep the valves or take two")
    assert [output.count(words) for words in both] == [int(words in told) for words in both]
    if len(told) == 1:
        assert told[0] in output.splitlines()[1], "before anything happens"


def test_a_replay_that_goes_another_way_gives_exit_code_1(said, tmp_path):
    path = tmp_path / "game.jsonl"
    bots = ("--marines", "random", "--hive", "random", "--seed", "2", "--plain")
    assert said("play", MISSION, *bots, "--save", str(path))[0] == 0
    assert said("replay", str(path), "--verify")[:2][0] == 0
    lines = bodies(path)
    die: dict[str, Any] = next(line for line in lines if line.get("dice"))
    die["dice"] = [[purpose, sides, [face % sides + 1 for face in faces]] for purpose, sides, faces in die["dice"]]
    forged(path, lines)  # the seal is sound, the play is not
    code, _, complaint = said("replay", str(path), "--verify")
    assert code == 1
    assert "recorded" in complaint
    assert complaint.count("\n") == 1


# --- simulation --------------------------------------------------------------------------------------------------

BOTS = ("--marines", "random", "--hive", "random", "--plain")


def rows(path: Path):
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row in found:
        row["seconds"] = 0
    return found


def test_a_batch_is_written_and_summed_up(said, rooms, tmp_path):
    path = tmp_path / "out.jsonl"
    code, output, _ = said("sim", rooms, *BOTS, "-n", "3", "--out", str(path), "--timing")
    assert code == 0
    assert len(rows(path)) == 6
    assert "95 % interval" in output
    assert "Thinking, hive: median" in output
    assert f"broodfall sim {rooms} -n 3" in output
    assert rows(path)[0]["thinking"] is not None


def test_any_number_of_jobs_gives_the_same_rows(said, rooms, tmp_path):
    one, two = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    assert said("sim", rooms, *BOTS, "-n", "4", "--out", str(one), "--jobs", "1")[0] == 0
    assert said("sim", rooms, *BOTS, "-n", "4", "--out", str(two), "--jobs", "2")[0] == 0
    assert rows(one) == rows(two)


def test_a_batch_goes_on_and_an_old_file_is_not_lost(said, rooms, tmp_path):
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    said("sim", rooms, *BOTS, "-n", "4", "--out", str(whole))
    said("sim", rooms, *BOTS, "-n", "2", "--out", str(part))
    with part.open("a") as stream:
        stream.write('{"torn')
    assert said("sim", rooms, *BOTS, "-n", "4", "--out", str(part), "--resume")[0] == 0
    assert rows(part) == rows(whole)
    code, _, complaint = said("sim", rooms, *BOTS, "-n", "4", "--out", str(part))
    assert code == 2
    assert "--overwrite" in complaint
    assert rows(part) == rows(whole)
    assert said("sim", rooms, *BOTS, "-n", "1", "--out", str(part), "--overwrite")[0] == 0
    assert len(rows(part)) == 2
    assert said("sim", rooms, *BOTS, "-n", "4", "--seed", "9", "--out", str(part), "--resume")[0] == 2


def test_a_spoilt_game_gives_exit_code_1_and_its_seed(said):
    code, output, _ = said(
        "sim", MISSION, "--seat", "marines=tests.sim.zoo/cheat", "--hive", "random", "-n", "2", "--plain"
    )
    assert code == 1
    assert "game 0 (seed text:1/0): illegal, marines: NOT_NOW" in output


def test_a_game_of_a_batch_can_be_played_again_by_its_seed(said, rooms, tmp_path):
    out, save = tmp_path / "out.jsonl", tmp_path / "game.jsonl"
    said("sim", rooms, *BOTS, "-n", "2", "--seed", "7", "--out", str(out))
    assert said("play", rooms, *BOTS, "--seed", "7/1", "--save", str(save))[0] == 0
    last = json.loads(save.read_text(encoding="utf-8").splitlines()[-1])
    row = rows(out)[2]
    assert (last["end"], last["n"]) == (row["reason"], sum(r["decisions"] + r["forced"] for r in rows(out)[2:]))


def test_a_position_can_be_simulated(said, rooms):
    code, output, _ = said("sim", rooms, "-n", "2", "--marines", "random", "--hive", "random", "--plain")
    assert code == 0
    assert "2 games" in output
