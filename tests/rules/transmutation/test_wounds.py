"""(X) and (Escape System-X): forms that wounds bring (TR-12 to TR-19, TR-43 to TR-49)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.api import Event, ScriptedDice, Tx, UnitKind
from game.core.events import CloudPlaced, StateLost
from game.rules.hive.actions import ActivateXeno
from game.rules.hive.tasks import NextXeno, XenoAttack
from game.rules.skirmish import names
from game.rules.skirmish.actions import Fight, Move, Shoot, Use
from game.rules.skirmish.combat import hurt
from game.rules.skirmish.events import GutsTaken, SaveMade
from game.rules.skirmish.queries import is_engaged, profile_of, sees, tokens_of
from game.rules.skirmish.tasks import OrdersPhase
from game.rules.transmutation.events import FormChanged
from game.rules.transmutation.forms import figure_of
from game.rules.transmutation.wounds import middle
from tests.rules.combat.scene import order
from tests.rules.transmutation.scene import A, B, blue, of, red, shifter, story, table, waits
from tests.support.table import Table

KINDS = ("{}", "Escape System-{}")
"""Both kinds that count wounds (TR-17)."""


def fired_at(shift: UnitKind, **fields: Any) -> Table:
    """A rifle eight cells from a unit of the kind, in the open."""
    return table("M.......s", shift=shift, M=red("marine"), s=blue(**fields))


def hit(found: Table, saves: list[int], **dice: list[int]) -> list[Event]:
    """Three hits of Damage 13 that roll these saves."""
    return order(found, "M", Shoot("rifle", (found.id("s"),)), bs=[3, 4, 5][: len(saves)], save=saves, **dice)


@pytest.mark.rule("TR-44", "TR-45", "TR-46", "TR-13", "TR-14", "TR-08")
def test_two_wounds_of_three_saves_change_the_trooper_who_fights_on():
    found = fired_at(shifter("2"))
    events = hit(found, [4, 17, 9], guts=[5])
    assert [save.saved for save in of(events, SaveMade)] == [False, True, False]
    unit = found.unit("s")
    assert (unit.wounds, unit.form) == (2, 1)
    assert figure_of(found.game.ctx(found.state), unit) == "B"
    assert tokens_of(found.game.ctx(found.state), unit) == ()
    assert names.UNCONSCIOUS not in unit.states
    assert story(events).index("GutsTaken") < story(events).index("FormChanged")
    more = order(found, "M", Shoot("rifle", (found.id("s"),)), bs=[3, 20, 20], save=[2])
    assert names.UNCONSCIOUS in found.unit("s").states
    assert of(more, FormChanged) == []


@pytest.mark.rule("TR-47", "TR-07")
@pytest.mark.parametrize(("token", "shown"), [("", "TRANSMUTED"), ("RAGE", "RAGE")])
def test_without_a_figure_of_its_own_a_token_shows_the_form(token: str, shown: str):
    found = fired_at(shifter("2", A, replace(B, figure="", token=token)))
    hit(found, [4, 17, 9], guts=[5])
    ctx = found.game.ctx(found.state)
    assert tokens_of(ctx, found.unit("s")) == (shown,)
    assert figure_of(ctx, found.unit("s")) == "A"
    assert profile_of(ctx, found.unit("s")).id == "b"


@pytest.mark.rule("TR-17", "TR-13", "TR-16", "TR-03", "TR-A2")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("number", "saves", "form"), [(1, [4, 17, 18], 1), (2, [4, 17, 18], 0), (2, [4, 17, 9], 1), (2, [4, 8, 9], 1)]
)
def test_as_many_wounds_as_the_number_or_more(kind: str, number: int, saves: list[int], form: int):
    tough = [replace(part, w=4) for part in (A, B)]
    found = fired_at(shifter(kind.format(number), *tough))
    hit(found, saves, guts=[5])
    assert found.unit("s").form == form
    assert found.unit("s").wounds == sum(face <= 10 for face in saves)


@pytest.mark.rule("TR-15")
def test_saves_of_one_order_are_all_made_on_the_first_profile():
    """Two reactions in one order: ARM 3 (fails to 10) against both, though the first wounds it."""
    found = table(
        "r.......s........q",
        shift=shifter("1"),
        r={"kind": "marine", "side": "blue"},
        q={"kind": "marine", "side": "blue"},
        s=red(),
    )
    to = found.at(8, 1)
    shots = [Shoot("rifle", (found.id("s"),), at=to)] * 2
    events = order(found, "s", Move((to,)), *shots, bs=[3, 4], save=[5, 11], guts=[5])
    assert [(save.protection, save.saved) for save in of(events, SaveMade)] == [(3, False), (3, True)]
    assert found.unit("s").form == 1
    assert story(events)[-3:] == ["FormChanged", "OrderEnded", "AgendaChanged"]


@pytest.mark.rule("TR-43", "TR-A1")
def test_the_guts_move_is_made_with_the_first_profile_and_the_change_comes_after():
    rows = ["." * 16 for _ in range(16)]
    rows[2] = "..........M....."
    rows[9] = "............#..."
    rows[10] = "..........s....."
    found = table(*rows, shift=shifter("1"), M=red("marine"), s=blue())
    events = order(found, "M", Shoot("rifle", (found.id("s"),)), bs=[3, 20, 20], save=[5], guts=[15])
    told = [
        name for name in story(events) if name in ("SaveMade", "UnitWounded", "GutsTaken", "UnitMoved", "FormChanged")
    ]
    assert told == ["SaveMade", "UnitWounded", "GutsTaken", "UnitMoved", "FormChanged"]
    assert found.xy("s") == (12, 10)
    assert found.unit("s").form == 1


@pytest.mark.rule("TR-14", "TR-05", "TR-02")
def test_nobody_is_asked_and_no_order_is_spent():
    found = fired_at(shifter("2"), policy="ask")
    events = hit(found, [4, 17, 9], guts=[5])
    assert found.unit("s").form == 1
    assert of(events, FormChanged) == [FormChanged(found.id("s"), 1, "wounds")]
    assert story(events).count("OrderGiven") == 1


@pytest.mark.rule("TR-48", "TR-18", "TR-A8", "TR-A9")
def test_an_escape_system_leaves_an_eclipse_around_the_new_figure():
    rows = ["." * 24 for _ in range(24)]
    rows[2] = "..........M............."
    rows[10] = "....w.....s............."
    found = table(*rows, shift=shifter("Escape System-2"), M=red("marine"), w=red("marine"), s=blue())
    events = four_hits(found, [2, 18, 10, 11], guts=[5])
    unit = found.unit("s")
    assert (unit.form, unit.wounds, found.xy("s")) == (1, 2, (10, 10))
    assert story(events).index("FormChanged") < story(events).index("CloudPlaced")
    (cloud,) = found.state.clouds
    assert cloud.kind == "eclipse"
    disc = {(x, y) for x in range(24) for y in range(24) if (x - 10) ** 2 + (y - 10) ** 2 <= 5}
    assert {found.board.xy(cell) for cell in range(found.board.size) if cloud.cells >> cell & 1} == disc
    assert len(disc) == 21
    ctx = found.game.ctx(found.state)
    assert not sees(ctx, found.unit("w"), unit)
    assert not sees(ctx, unit, found.unit("w"))


@pytest.mark.rule("TR-48", "TR-18")
def test_one_wound_of_two_changes_nothing_and_leaves_no_template():
    found = table("M.......s", shift=shifter("Escape System-2"), M=red("marine"), s=blue())
    events = four_hits(found, [2, 18, 12, 11], guts=[5])
    assert found.unit("s").wounds == 1
    assert found.unit("s").form == 0
    assert of(events, CloudPlaced) == []
    assert of(events, FormChanged) == []


@pytest.mark.rule("TR-49", "TR-10", "TR-A6", "X-02")
def test_stunned_and_immobilized_stay_and_no_guts_roll_is_made():
    held_fast = (names.STUNNED, names.IMMOBILIZED_B)
    found = table("M.......s", shift=shifter("Escape System-2"), M=red("marine"), s=blue(states=held_fast))
    events = four_hits(found, [2, 18, 10, 11])
    assert found.unit("s").form == 1
    assert found.unit("s").states == tuple(sorted(held_fast))
    assert {"STUNNED", "IMM_B"} <= set(tokens_of(found.game.ctx(found.state), found.unit("s")))
    assert of(events, GutsTaken) == []
    assert len(found.state.clouds) == 1


def four_hits(found: Table, saves: list[int], **dice: list[int]) -> list[Event]:
    """Three hits of Damage 13, one of them critical, which adds a save."""
    return order(found, "M", Shoot("rifle", (found.id("s"),)), bs=[3, 4, 12], save=saves, **dice)


@pytest.mark.rule("TR-11", "TR-A6")
def test_prone_goes_where_the_second_profile_cannot_lie_and_the_log_says_why():
    lying = (names.ISOLATED, names.PRONE, names.STUNNED)
    found = table("M......s", shift=shifter("1", A, replace(B, prone=False)), M=red("marine"), s=blue(states=lying))
    events = hit(found, [4, 17, 18], guts=[5])
    assert found.unit("s").states == (names.ISOLATED, names.STUNNED)
    assert of(events, StateLost) == [StateLost(found.id("s"), names.PRONE, "form")]


@pytest.mark.rule("TR-A6")
def test_prone_stays_where_the_second_profile_can_lie():
    found = table("M......s", shift=shifter("1"), M=red("marine"), s=blue(states=(names.PRONE,)))
    hit(found, [4, 17, 18], guts=[5])
    assert (found.unit("s").form, found.unit("s").states) == (1, (names.PRONE,))


@pytest.mark.rule("TR-A4", "X-11")
@pytest.mark.parametrize(("saves", "there"), [([4, 5, 9], True), ([4, 5, 9, 10], False)])
def test_nobody_changes_who_is_down_or_dead(saves: list[int], there: bool):
    found = table("M.......s", shift=shifter("2"), M=red("marine"), s=blue())
    shots = [3, 4, 5] if there else [3, 4, 12]
    events = order(found, "M", Shoot("rifle", (found.id("s"),)), bs=shots, save=saves)
    assert of(events, FormChanged) == []
    assert (found.id("s") in found.state.units) == there


@pytest.mark.rule("TR-A4")
def test_who_is_brought_round_changes_at_the_end_of_that_order():
    down: dict[str, Any] = {"wounds": 3, "states": (names.PRONE, names.UNCONSCIOUS)}
    found = table("ms", shift=shifter("2"), m=red("medic"), s=red(**down))
    events = order(found, "m", Use("medikit", found.id("s")), wip=[5])
    assert found.unit("s").wounds == 2
    assert found.unit("s").form == 1
    assert story(events).index("FormChanged") < story(events).index("OrderEnded")


@pytest.mark.rule("TR-A7")
def test_there_is_no_way_back_though_wounds_are_healed():
    found = table("ms", shift=shifter("1"), m=red("marine"), s=red(form=1, wounds=0))
    order(found, "s", Move((found.at(2, 0),)))
    assert found.unit("s").form == 1


@pytest.mark.rule("TR-A3", "TR-15")
def test_a_hive_activation_counts_as_an_order():
    found = table("gs", shift=shifter("1"), sides=("marines", "hive"), g="gaunt", s={"kind": "shift", "policy": "hold"})
    found.agenda(NextXeno("hive"), turn="hive", phase="MOVE")
    found.run()
    found.act(ActivateXeno(found.id("g")))
    assert isinstance(waits(found), XenoAttack)
    events = found.act(Fight("claws", found.id("s")), cc=[5], save=[3])
    assert found.unit("s").form == 1
    assert story(events).index("FormChanged") < story(events).index("OrderEnded")


@pytest.mark.rule("TR-A3", "HM-A7")
def test_a_spore_that_bursts_changes_it_after_the_guts_roll():
    found = table(
        ".pgs",
        shift=shifter("1"),
        sides=("marines", "hive"),
        p="spore",
        g="gaunt",
        s={"kind": "shift", "policy": "hold"},
    )
    ctx_unit = found.id("p")
    found.change("g", cell=found.at(10, 10)).change("p", cell=found.at(1, 0))
    found.agenda(NextXeno("hive"), turn="hive", phase="MOVE")
    found.run()
    events = found.act(ActivateXeno(ctx_unit), dice={"hive.drift": [3], "save": [3], "guts": [5]})
    assert story(events).index("SporeBurst") < story(events).index("GutsTaken") < story(events).index("FormChanged")
    assert found.unit("s").form == 1


@pytest.mark.rule("TR-A3")
def test_wounds_outside_every_order_bring_the_change_right_after_their_effect():
    found = table("s", shift=shifter("1"), s=red())
    tx = Tx(found.game, found.state, ScriptedDice({}))
    hurt(tx, found.id("s"), 1)
    assert tx.state.units[found.id("s")].form == 0
    tx.advance()
    assert tx.state.units[found.id("s")].form == 1
    assert isinstance(tx.top, OrdersPhase)


@pytest.mark.rule("X-06")
def test_the_template_does_not_part_those_in_melee():
    found = table("Ms", shift=shifter("Escape System-1"), M=red("marine"), s=blue())
    order(found, "M", Fight("knife", found.id("s")), cc=[5], save=[3])
    ctx = found.game.ctx(found.state)
    assert found.unit("s").form == 1
    assert is_engaged(ctx, found.unit("s"))
    assert sees(ctx, found.unit("M"), found.unit("s"))


@pytest.mark.rule("TR-A8")
@pytest.mark.parametrize(("size", "centre"), [(1, (8, 8)), (2, (8, 8)), (3, (9, 9))])
def test_the_centre_of_a_footprint(size: int, centre: tuple[int, int]):
    found = table("s", shift=shifter("1"), s=red())
    assert found.board.xy(middle(found.game.ctx(found.state), found.at(8, 8), size)) == centre


@pytest.mark.rule("X-01")
def test_isolated_stays_isolated_and_changes_all_the_same():
    found = table("M.......s", shift=shifter("2"), M=red("marine"), s=blue(states=(names.ISOLATED,)))
    hit(found, [4, 17, 9], guts=[5])
    assert (found.unit("s").form, found.unit("s").states) == (1, (names.ISOLATED,))


@pytest.mark.rule("TR-01", "TR-06", "TR-09")
def test_only_the_profile_changes_and_its_attributes_are_those_in_force():
    found = fired_at(shifter("1"))
    before = found.unit("s")
    hit(found, [4, 17, 18], guts=[5])
    after, ctx = found.unit("s"), found.game.ctx(found.state)
    assert (after.id, after.cell, after.wounds) == (before.id, before.cell, 1)
    profile = profile_of(ctx, after)
    assert (profile.mov, profile.ph, profile.arm, profile.skills) == ((6, 2), 14, 1, ("berserk",))
    assert figure_of(ctx, after) == "B"


@pytest.mark.rule("TR-04")
@pytest.mark.parametrize("bracket", ["Hatching", "Auto", "WIP"])
def test_wounds_trigger_no_other_kind(bracket: str):
    found = fired_at(shifter(bracket))
    events = hit(found, [4, 17, 9], guts=[5])
    assert found.unit("s").form == 0
    assert of(events, FormChanged) == []
