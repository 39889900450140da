"""Cases UND: what can be taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from game.api import Action, IllegalAction, ScriptedDice, Session
from game.api import actions as skirmish
from game.core.types import door_step
from game.rules.hive.actions import ActivateXeno
from tests.cases.scene import activated, path, scene
from tests.support.table import Table


def session(table: Table, dice: Mapping[str, Sequence[int]] | None = None) -> Session:
    """A match that begins with this table and these dice."""
    return Session(table.game, ScriptedDice(dict(dice or {})), table.state)


def taken_back(match: Session, *actions: Action) -> list[bool]:
    """Act, then take back as much as may be; for each attempt whether it was allowed, the latest action first."""
    for action in actions:
        match.act(action)
    allowed = []
    for _ in actions:
        refusal = match.cannot_undo()
        allowed.append(refusal is None)
        if refusal is None:
            match.undo()
        else:
            with pytest.raises(IllegalAction):
                match.undo()
    return allowed


@pytest.mark.rule("RL-6")
def test_und_01_nothing_is_taken_back_once_a_die_has_fallen():
    table = scene("######\n#M..G#\n######").orders()
    match = session(table, {"bs": [20, 20, 20]})
    shot = skirmish.Shoot("rifle", (table.id("G"),))
    before = match.digest()
    assert taken_back(match, skirmish.GiveOrder(table.id("M")), skirmish.Move(path(table, (2, 1)))) == [True, True]
    assert match.digest() == before
    order = (skirmish.GiveOrder(table.id("M")), skirmish.Move(path(table, (2, 1))), shot, skirmish.Pass())
    assert taken_back(match, *order) == [False] * 4, "the gaunt passed, and the shot was rolled"
    assert match.cannot_undo().code == "POINT_OF_NO_RETURN"  # type: ignore[union-attr]
    assert not match.can_redo


def test_und_01_an_action_after_the_die_can_be_taken_back_but_not_the_die():
    table = scene("########\n#M..G..#\n#N.....#\n########").orders()
    match = session(table, {"bs": [20, 20, 20]})
    shot = skirmish.Shoot("rifle", (table.id("G"),))
    for action in (skirmish.GiveOrder(table.id("M")), shot, skirmish.Pass(), skirmish.Pass()):
        match.act(action)
    match.act(skirmish.GiveOrder(table.id("N")))
    match.undo()
    assert match.cannot_undo().code == "POINT_OF_NO_RETURN"  # type: ignore[union-attr]


ROOMS = {"an empty room": ".", "a swarm in sight": "S", "a creature out of sight": "G"}


@pytest.mark.rule("RL-6", "HI-2")
@pytest.mark.parametrize("sign", ROOMS.values(), ids=ROOMS)
def test_und_02_opening_a_door_is_taken_back_alike_whatever_is_behind_it(sign: str):
    """Creatures are never secret (HI-1), so a door tells nothing new; the answer must not depend on what is there."""
    middle, corner = (sign, "#") if sign != "G" else (".", "G")
    table = scene(f"########\n#M+..{middle}.#\n####.{corner}.#\n########").orders()
    match = session(table)
    way = (door_step(0), table.at(2, 1))
    assert taken_back(match, skirmish.GiveOrder(table.id("M")), skirmish.Move(way)) == [True, True]


@pytest.mark.rule("ST-10", "RL-6")
def test_und_02_what_a_marker_is_stays_known():
    """A xeno that meets a marker finds it out without a die; the move cannot be taken back."""
    hidden = {"kind": "scout", "states": ("camouflaged",), "policy": "hold"}
    table = activated(Table("########\n#G....M#\n########", G="gaunt", M=hidden))
    match = session(table)
    match.act(ActivateXeno(table.id("G")))
    match.act(skirmish.Move(path(table, (2, 1), (3, 1), (4, 1), (5, 1))))
    assert "camouflaged" not in match.state.units[table.id("M")].states
    assert match.cannot_undo().code == "POINT_OF_NO_RETURN"  # type: ignore[union-attr]
