"""The odds that are shown for pulses and mines are those of the dice that fall (RL-6): against every face."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from game.api import Action
from game.rules.skirmish import names
from game.rules.skirmish.actions import Dodge, Move, Shoot
from game.rules.skirmish.combat import Forecast
from game.rules.skirmish.combat.chances import UNHURT
from tests.rules.combat.scene import blue, declaring, duel, held, red
from tests.rules.combat.test_forecast import every_face, shown, supposed
from tests.support.reference import KINDS, WEAPONS
from tests.support.table import Table

SINGLE = {
    "pulse": replace(WEAPONS["em_carbine"], id="pulse", burst=1),
    "mixed": replace(WEAPONS["em_carbine"], id="mixed", burst=1, ammo=("stun", "em")),
}
ARMED = {
    "armed": replace(
        KINDS["marine"], id="armed", profiles=(replace(KINDS["marine"].profiles[0], weapons=(*SINGLE, "rifle")),)
    )
}
FAILS = 11
"""Faces on which a save on half of BTS 3 fails against Damage 13."""


def armed(*rows: str, **legend: object) -> Table:
    table = duel(*rows, kinds=ARMED, **legend)
    table.game.weapons = {**table.game.weapons, **SINGLE}
    return table


def chance_of(table: Table, action: Action, letter: str, state: str) -> Fraction:
    """By brute force: the chance that a unit has the state once the order has been rolled."""
    _, order = supposed(table, action)
    found = total = Fraction(0)
    for chance, after, _ in every_face(table.game, table.state, order, FAILS):
        total += chance
        found += chance if state in after.units[table.id(letter)].states else 0
    assert total == 1
    return found


def states_of(odds: Forecast, target: int) -> dict[str, Fraction]:
    (line,) = [line for line in (*odds.lines, *odds.threats) if line.target == target]
    return dict(line.states)


@pytest.mark.rule("RL-6", "EM-08", "EM-13")
@pytest.mark.parametrize("kind", ["marine", "heavy"])
def test_a_pulse_that_nobody_answers(kind: str) -> None:
    table = declaring(armed("M.......m", M=red("armed"), m=held(kind, side="blue")), "M")
    shot = Shoot("pulse", (table.id("m"),))
    odds = shown(table, shot)
    found = states_of(odds, table.id("m"))
    assert found[names.ISOLATED] == chance_of(table, shot, "m", names.ISOLATED)
    assert found.get(names.IMMOBILIZED_B, 0) == chance_of(table, shot, "m", names.IMMOBILIZED_B)
    assert (odds.hit, odds.lines[0].harm) == (Fraction(12, 20), UNHURT)


@pytest.mark.rule("RL-6", "AM-2")
def test_a_stunning_pulse() -> None:
    table = declaring(armed("M.......m", M=red("armed"), m=held(side="blue")), "M")
    shot = Shoot("mixed", (table.id("m"),))
    found = states_of(shown(table, shot), table.id("m"))
    assert found == {
        names.STUNNED: chance_of(table, shot, "m", names.STUNNED),
        names.ISOLATED: chance_of(table, shot, "m", names.ISOLATED),
    }


@pytest.mark.rule("RL-6", "EM-08")
def test_a_dodge_against_a_pulse() -> None:
    table = declaring(armed("M.......m", M=red("armed"), m=blue()), "M")
    table.act(Shoot("pulse", (table.id("m"),)))
    odds = shown(table, Dodge())
    assert states_of(odds, table.id("m")) == {names.ISOLATED: chance_of(table, Dodge(), "m", names.ISOLATED)}


@pytest.mark.rule("RL-6", "AT-5")
def test_a_dodge_against_a_mine_that_was_set_off() -> None:
    table = armed("........", "........", "........", "M.......", M=red("armed"))
    table.marker(names.MINE, 3, 1, name="blue")
    declaring(table, "M").act(Move((table.at(1, 3), table.at(2, 3))))
    odds = shown(table, Dodge())
    found = chance_of(table, Dodge(), "M", names.ISOLATED)
    assert states_of(odds, table.id("M")) == {names.ISOLATED: found}
    assert odds.hit == Fraction(1, 2)
    assert odds.suffered.expected == 0
