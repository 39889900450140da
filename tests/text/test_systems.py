"""What a person at the terminal reads and types about impetuous troopers, forms, cards, E/M rounds and mines."""

from __future__ import annotations

import pytest

from game.api import Session
from tests.text.table import log, played, position, table, told

OPEN = """
board = '''
..............
.Z..........g.
..............
'''
rounds = 5
phase = "impetuous"
agenda = ["round_end", "hive_turn", "states_phase side=marines", "orders_phase side=marines",
          "orders_start side=marines", "impetuous_phase side=marines"]
[sides.marines]
[sides.hive]
[legend.Z]
kind = "zealot"
side = "marines"
counters = { impetuous = 1 }
[legend.g]
kind = "gaunt"
"""
SQUAD = """
board = '''
..............
.J....g.......
.F............
.S....c.......
.D............
'''
rounds = 5
[sides.marines]
pool = 6
[sides.hive]
[legend.J]
kind = "jammer"
[legend.F]
kind = "facet"
form = 1
[legend.S]
kind = "seer"
upgrades = ["lidless_eye", "field_kit"]
counters = { master = 1 }
[legend.D]
kind = "sleeper"
[legend.g]
kind = "gaunt"
[legend.c]
kind = "crusher"
[memory]
avatar = "(AvatarState cards=[(master_card unit=4 card=planned progress=2)])"
"""
PROMPT = SQUAD.replace(
    "rounds = 5",
    'rounds = 5\nagenda = ["round_end", "hive_turn", "states_phase side=marines", "orders_phase side=marines", '
    '"manifest_prompt unit=4"]',
)


def squad() -> Session:
    """A squad with a trooper of each system, at its Orders phase."""
    return position(SQUAD)


def running() -> Session:
    """An impetuous trooper that has still to run."""
    return position(OPEN)


@pytest.mark.rule("IM-07", "IM-08")
def test_the_impetuous_phase_is_asked_in_its_own_words():
    said = played("pass", session=running())
    assert "Impetuous phase: who runs now? No order is spent; pass ends the phase." in said
    assert "Firebrand 1 at 1,1, impetuous, still to run" in said


@pytest.mark.rule("IM-22", "IM-25", "IM-26", "MV-1", "BD-3")
@pytest.mark.parametrize(
    ("where", "answer"),
    [
        ("1 0,0", "[IM-26]"),
        ("1 3,1", "[IM-22]"),
        ("1 1,0", "[IM-25]"),
        ("1 13,1", "[MV-1]"),
        ("firebrand 7,1", "Firebrand 1 may end its move at 7,1."),
    ],
)
def test_why_names_the_clause_that_rules_a_cell_out(where: str, answer: str):
    said = played(f"why {where}", "quit", session=running())
    assert answer in said
    assert "The duty of Firebrand 1: full movement, nearer to the enemy's zone." in said


@pytest.mark.rule("IM-22", "IM-31")
def test_why_knows_the_unit_that_runs():
    game = table("order 1", "why 2,1", "quit", session=running())
    game.run()
    assert "Firebrand 1 runs off, impetuous." in told(game)
    assert "The duty of Firebrand 1" in told(game)


def test_why_says_what_it_wants_to_know():
    assert "Say a cell, and a unit before it if none is acting" in played("why 5,1", "quit", session=running())


def test_why_answers_for_an_ordinary_move_too():
    said = played("order 1", "why 3,1", "why 13,1", "quit", session=squad())
    assert "Surge warden 1 may end its move at 3,1." in said
    assert "[MV-2]" in said


@pytest.mark.rule("TR-07", "TR-21", "AV-09", "AV-10")
def test_units_tell_forms_seeds_upgrades_and_ones_own_card():
    said = played("units", "quit", session=squad())
    assert "as Facet trooper, swift form, sees" in said
    assert "as Sleeper pod, a seed" in said
    assert "with The Lidless Eye, Field kit, card Planned (once it has prepared" in said
    assert "face down, 2 counted" in said
    other = played("units", "quit", session=squad(), marines="passive", hive="human")
    assert "with The Lidless Eye, Field kit" in other
    assert "Planned" not in other


@pytest.mark.rule("TR-33", "TR-34")
@pytest.mark.parametrize("word", ["siege", "f3"])
def test_a_form_is_taken_by_its_name_or_number(word: str):
    game = table("order 3", f"become {word}", "move 2,2", "quit", session=squad())
    game.run()
    assert log(game)[:2] == ["give_order unit=3", "shift form=2"]
    assert "Facet trooper 3 is now: Facet trooper, siege form (chosen)." in told(game)


@pytest.mark.rule("EM-03", "RL-6")
def test_odds_tell_the_chance_of_an_electromagnetic_hit():
    said = played("order 1", "odds shoot 2 surge_carbine", "quit", session=squad())
    assert "surge carbine, dice 2" in said
    assert "isolated " in said.partition("surge carbine, dice 2")[2]


@pytest.mark.rule("AV-43", "AV-45")
def test_a_manifestation_is_told_in_its_six_steps():
    game = table("manifest", "y", "avatar 0,3", "y", "pass", "quit", session=position(PROMPT))
    game.run()
    said = told(game)
    assert "Hollow seer 4 may manifest. The steps: 1 its card (Planned) is shown;" in said
    assert "Hollow seer 4 manifests. Step 1: its card is shown, Planned." in said
    assert "Step 3: where does the avatar of Hollow seer 4 stand?" in said
    assert "Step 3: the avatar stands at 0,3." in said
    assert "Step 5: which event happens, or none?" in said
    assert "Step 6: The Lidless Eye is turned over." in said


def test_it_is_all_said_in_spanish_too():
    said = played("unidades", "orden 3", "forma f3", "abandonar", session=squad(), language="es")
    assert "como Soldado de facetas, forma veloz" in said
    assert "con El ojo sin párpado, Botiquín de campo, carta Planeada" in said
    assert "es ahora: Soldado de facetas" in said
    assert "El deber de Exaltado 1" in played("porqué 1 0,0", "abandonar", session=running(), language="es")


@pytest.mark.rule("ST-9", "D-A14")
def test_look_tells_how_many_points_stand():
    assert "points standing" in played("look", "quit", session=squad())


@pytest.mark.rule("OR-3")
def test_a_mine_is_laid_by_its_cell_and_refused_with_the_reason():
    game = table("order 1", "place 5,1", "place 2,0", "pass", "quit", session=squad())
    game.run()
    assert "[OR-3]" in told(game)
    assert log(game)[1:2] == ["place equipment=em_mine cell=2,0"]
    assert "At 2,0: mine." in told(game)
