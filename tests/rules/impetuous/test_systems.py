"""Impetuous troopers that change form or manifest (X-23, X-24, X-46)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.api import NO_CELL, Profile, UnitKind, impetuous
from game.rules.avatar.actions import Manifest, PlaceAvatar
from game.rules.avatar.state import AvatarState, MasterCard
from game.rules.skirmish.actions import Drop, GiveOrder, Move, Pass
from game.rules.skirmish.queries import profile_of, tokens_of
from game.rules.skirmish.tasks import DeclareFirst, running_order
from tests.rules.avatar.scene import UPGRADES
from tests.rules.impetuous.scene_impetuous import MAD, code, declaring, ends, field, phase, straight
from tests.support.table import Table

SEED = Profile(
    "seed", "LI", (0, 0), 15, 12, 10, 13, 1, 3, 2, skills=("airborne", "impetuous"), weapons=("knife",), prone=False
)
GROWN = replace(SEED, id="grown", mov=(6, 2), skills=("impetuous",), figure="GROWN")
HATCHER = UnitKind("hatcher", "human", (SEED, GROWN), 30, figure="GROWN", transmutation="Hatching")


def hatching(x: int, y: int) -> Table:
    zones = {"drop": [(10, 10), (11, 10)], "deploy:marines": [(0, row) for row in range(24)]}
    return field(M=("hatcher", x, y), kinds={"hatcher": HATCHER}, zones=zones)


@pytest.mark.rule("X-24", "TR-25", "IM-20")
def test_a_hatcher_drops_in_the_impetuous_phase_as_a_seed():
    table = hatching(5, 5).change("M", cell=NO_CELL, states=("waiting",))
    phase(table)
    table.act(GiveOrder(table.id("M"), "impetuous"))
    table.act(Drop(table.at(10, 10)), landing=[1])
    ctx = table.game.ctx(table.state)
    assert table.xy("M") == (10, 10)
    assert profile_of(ctx, table.unit("M")).id == "seed", "arrival does not hatch"
    assert "SEED_EMBRYO" in tokens_of(ctx, table.unit("M"))


@pytest.mark.rule("X-24", "TR-28", "IM-09", "IM-22")
def test_its_next_move_hatches_it_and_is_as_long_as_the_developed_form_moves():
    table = declaring(hatching(5, 5))
    assert ends(table) == {(11, y) for y in range(12)}
    assert code(table, 9, 5) == "NOT_FULL_MOV"
    table.act(Move(straight(table, "M", 11, 5)))
    assert profile_of(table.game.ctx(table.state), table.unit("M")).id == "grown"
    assert table.xy("M") == (11, 5)
    assert {x for x, _ in ends(table)} == {13}, "and its second Move has the developed form's second value"


@pytest.mark.rule("X-20", "IM-24", "TR-21")
def test_an_enemys_seed_is_an_enemy_to_be_touched():
    seed = {"kind": "hatcher", "side": "blue"}
    zones = {"deploy:red": [(0, 0)], "deploy:blue": [(x, y) for x in range(20, 24) for y in range(24)]}
    mad = {"kind": "mad", "side": "red"}
    table = field(sides=("red", "blue"), kinds={"hatcher": HATCHER}, zones=zones, M=(mad, 0, 5), s=(seed, 4, 8))
    declaring(table)
    assert code(table, 4, 5) == "CONTACT_POSSIBLE"
    assert code(table, 3, 7) == ""


RISING = replace(MAD["mad"], id="rising", figure="plain")


def master(table: Table) -> Table:
    """M is a Master with an avatar upgrade, and a card that it may turn in its own activation from round 3 on."""
    unit = table.unit("M")
    table.change("M", counters=(("master", 1),), upgrades=("wraith",))
    memory = AvatarState((MasterCard(unit.id, "delayed"),))
    return table.set(round=3, ext={**table.state.ext, "avatar": memory})


def rising() -> Table:
    return master(field(M=("rising", 5, 5), kinds={"rising": RISING}, upgrades=UPGRADES))


@pytest.mark.rule("X-46", "AV-31", "IM-05")
def test_a_master_that_manifests_in_its_activation_goes_on_as_the_avatar():
    table = phase(rising())
    table.act(GiveOrder(table.id("M"), "impetuous"))
    table.act(Manifest())
    place = next(action for action in table.options() if isinstance(action, PlaceAvatar))
    table.act(place)
    while not isinstance(table.waiting, DeclareFirst):
        table.act(Pass())
    order = running_order(table.game.ctx(table.state))
    assert order is not None
    assert order.kind == "impetuous"
    assert order.trail == (place.cell,)
    assert table.unit("M").size == 2
    start = table.xy("M")
    assert {x for x, _ in ends(table)} == {start[0] + 4}, "the leftover of the order begins at the avatar's cell"
    end = min(ends(table))
    table.act(Move(straight(table, "M", *end)))
    assert (table.unit("M").count("impetuous"), table.xy("M")) == (0, end)


@pytest.mark.rule("X-46", "IM-05", "AV-31")
def test_a_token_that_was_used_does_not_come_back_with_the_avatar():
    table = phase(rising())
    table.act(GiveOrder(table.id("M"), "impetuous"))
    table.act(Manifest())
    refusal = impetuous.activation_refusal(table.game.ctx(table.state), "marines", table.id("M"))
    assert refusal is not None
    assert refusal.code == "NO_TOKEN"
