"""Transmutation where it meets the hive, E/M, gas and the impetuous (X-01 to X-11, X-20 to X-30)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from game.api import Ctx, Profile, UnitKind
from game.board import circle
from game.core.events import CloudEnded, DiceRolled
from game.core.state import Cloud
from game.io.roster import shipped_roster
from game.rules.compose import rulebook_for
from game.rules.hive.actions import ActivateXeno, PlaceXeno, SpendSwarmDice
from game.rules.hive.howl import plight
from game.rules.hive.placement import grounds
from game.rules.hive.reinforce import killed_cells
from game.rules.hive.tasks import DicePhase, MindEffect, NextXeno, PlacePhase, Reinforcement
from game.rules.skirmish import names
from game.rules.skirmish.actions import Dodge, Fight, Move, Pass, Shoot
from game.rules.skirmish.queries import is_fit, kind_of, sees, tokens_of
from game.rules.skirmish.tasks import StatesPhase
from game.rules.transmutation.actions import Grow
from game.rules.transmutation.events import FormChanged
from tests.rules.combat.scene import order
from tests.rules.hive.scene import begin, draw, scene
from tests.rules.transmutation.scene import B, blue, listed, of, profile, red, shifter, story, table, waits
from tests.support.reference import KINDS, WEAPONS
from tests.support.table import DOOR, OPEN, Table

HELD = {"kind": "marine", "policy": "hold"}


def hatcher(id: str, type: str, **grown: object) -> UnitKind:
    """A hive creature that lies as a seed of one cell first."""
    seed = Profile("seed", type, (0, 0), 9, 0, 11, 10, w=2, weapons=("claws",))
    values: dict[str, object] = {"w": 2, "weapons": ("claws",), **grown}
    form = Profile("grown", type, (8, 0), 20, 0, 14, 13, **values)  # type: ignore[arg-type]
    return UnitKind(id, "hive", (seed, form), 27, transmutation="Hatching")


LURKER = hatcher("lurker", "synapse")
BULK = hatcher("bulk", "monstrous", size=2, s=5)


def hive_table(rows: str | list[str], **options: Any) -> Table:
    """A table of the hive's with hatching creatures that its dice may bring."""
    return scene(rows, kinds={"lurker": LURKER, "bulk": BULK}, **options)


# -- E/M, states, gas ----------------------------------------------------------------------------------------


@pytest.mark.rule("X-02")
def test_wound_and_em_in_one_order_save_then_states_then_no_guts_then_the_form():
    weapon = replace(WEAPONS["rifle"], ammo=("n", "em"))
    suits = (profile("a", type="HI"), B)
    found = table("M.......s", shift=shifter("1", *suits), M=red("marine"), s=blue())
    found.game.weapons = {**found.game.weapons, "rifle": weapon}
    events = order(found, "M", Shoot("rifle", (found.id("s"),)), bs=[3, 20, 20], save=[3, 20, 1])
    assert names.IMMOBILIZED_B in found.unit("s").states
    assert [e for e in of(events, DiceRolled) if e.purpose == "guts"] == []
    assert story(events).index("StateGained") < story(events).index("FormChanged")
    assert found.unit("s").form == 1
    assert names.IMMOBILIZED_B in found.unit("s").states


@pytest.mark.rule("X-03", "TR-A6", "EM-A2")
def test_immobilized_stays_on_a_profile_that_em_would_not_immobilize():
    states = (names.IMMOBILIZED_B, names.ISOLATED)
    suits = (profile("a", type="HI"), B)
    found = table("M.......s", shift=shifter("1", *suits), M=red("marine"), s=blue(states=states))
    order(found, "M", Shoot("rifle", (found.id("s"),)), bs=[3, 20, 20], save=[3])
    assert (found.unit("s").form, found.unit("s").states) == (1, states)
    found.game.weapons = {**found.game.weapons, "rifle": replace(WEAPONS["rifle"], ammo=("em",))}
    order(found, "M", Shoot("rifle", (found.id("s"),)), bs=[3, 20, 20], save=[1, 1])
    assert found.unit("s").states == states


@pytest.mark.rule("X-10")
@pytest.mark.parametrize("state", [names.INTOXICATED, names.INCAPACITATED, names.ISOLATED])
def test_what_causes_no_wound_changes_no_form(state: str):
    found = table("s...m", shift=shifter("1"), s=red(states=(state,)), m=red("marine"))
    order(found, "m", Move((found.at(5, 0),)))
    assert found.unit("s").form == 0


@pytest.mark.rule("X-11", "HM-44")
def test_only_the_dead_count_as_killed_not_those_who_change():
    found = table("gs", shift=shifter("1"), sides=("marines", "hive"), g="gaunt", s={"kind": "shift", "policy": "hold"})
    found.agenda(NextXeno("hive"), turn="hive", phase="MOVE").run()
    found.act(ActivateXeno(found.id("g")))
    found.act(Fight("claws", found.id("s")), cc=[5], save=[3])
    assert found.unit("s").form == 1
    assert killed_cells(found.game.ctx(found.state)) == []


# -- the Eclipse of an Escape System ---------------------------------------------------------------------------


def escaped(rows: list[str], **more: Any) -> Table:
    """A gaunt wounds a marine with an Escape System, who leaves an Eclipse around himself."""
    found = table(
        *rows,
        shift=shifter("Escape System-1"),
        sides=("marines", "hive"),
        g="gaunt",
        s={"kind": "shift", "policy": "hold"},
        **more,
    )
    found.agenda(NextXeno("hive"), turn="hive", phase="MOVE").run()
    found.act(ActivateXeno(found.id("g")))
    found.act(Fight("claws", found.id("s")), cc=[5], save=[3])
    assert len(found.state.clouds) == 1
    return found


@pytest.mark.rule("X-07", "HM-65", "HM-66")
def test_cells_in_the_template_are_out_of_sight_but_not_out_of_an_auspex():
    rows = ["." * 24 for _ in range(24)]
    rows[10] = ".........gs............."
    found = escaped(rows)
    inside = found.at(11, 11)
    assert found.state.murk >> inside & 1
    assert grounds(found.game.ctx(found.state)).refusal(inside) is None
    rows[16] = "A" + "." * 23
    rows[16] = "..........A............."
    watched = escaped(rows, A={"kind": "auspex", "policy": "hold"})
    refusal = grounds(watched.game.ctx(watched.state)).refusal(inside)
    assert refusal is not None
    assert refusal.code == "AUSPEX"


@pytest.mark.rule("X-08", "HM-34")
def test_in_the_cloud_nobody_is_cornered():
    found = hive_table(draw(OPEN, M=(10, 10), g=[(14, 10), (6, 10), (10, 14), (10, 6)]))
    assert plight(Ctx(found.game, found.state), found.unit("M")).status == names.CORNERED
    cells = circle(found.board, found.at(10, 10), found.state.doors)
    found.set(clouds=(Cloud(99, "eclipse", cells, "states"),), next_id=100)
    assert plight(Ctx(found.game, found.state), found.unit("M")).status == ""


@pytest.mark.rule("X-09", "D-T4")
def test_set_in_a_hive_turn_it_ends_with_the_next_human_states_phase():
    rows = ["." * 24 for _ in range(24)]
    rows[10] = ".........gs............."
    found = escaped(rows)
    assert not sees(found.game.ctx(found.state), found.unit("s"), replace(found.unit("g"), cell=found.at(20, 10)))
    found.agenda(StatesPhase("marines"), turn="marines", phase="orders")
    events = found.run()
    assert len(of(events, CloudEnded)) == 1
    assert found.state.clouds == ()


# -- seeds of the hive -----------------------------------------------------------------------------------------


def rolled(*faces: int, rows: str | list[str] = OPEN, **options: Any) -> Table:
    """The hive has rolled these dice."""
    found = hive_table(rows, level=4 - len(faces), **options)
    begin(found, DicePhase("hive"), PlacePhase("hive"), dice={"swarm": faces})
    return found


@pytest.mark.rule("X-27", "HM-61")
def test_a_hatching_creature_comes_as_a_seed_on_the_footprint_of_the_seed():
    found = rolled(6, 6)
    found.act(SpendSwarmDice(("monstrous",)))
    assert isinstance(waits(found), Reinforcement)
    assert "bulk" in waits(found).kinds
    corner = found.at(23, 23)
    assert found.code(PlaceXeno("bulk", corner)) == ""
    assert found.code(PlaceXeno("crusher", corner)) == "NOT_A_PLACE"
    found.act(PlaceXeno("bulk", corner))
    unit = max(found.state.units.values(), key=lambda unit: unit.id)
    assert (unit.size, unit.form, unit.cell) == (1, 0, corner)
    assert tokens_of(found.game.ctx(found.state), unit) == ("SEED_EMBRYO",)
    assert found.state.at[corner] == unit.id


@pytest.mark.rule("HM-61", "X-27")
def test_it_is_chosen_among_the_others_where_the_scenario_wants_it():
    for wanted in (True, False):
        found = rolled(6, rules={"hatching_reinforcements": wanted})
        found.act(SpendSwarmDice(("synapse",)))
        assert isinstance(waits(found), Reinforcement)
        assert ("lurker" in waits(found).kinds) == wanted


@pytest.mark.rule("X-27", "TR-29", "TR-28")
def test_its_first_move_hatches_it_and_goes_as_far_as_the_developed_form():
    found = hive_table(draw(OPEN, M=(20, 20), l=(2, 2)), l="lurker")
    found.agenda(NextXeno("hive"), turn="hive", phase="MOVE").run()
    found.act(ActivateXeno(found.id("l")))
    ends = [found.board.xy(move.path[-1]) for move in listed(found, Move)]
    assert max(x for x, _ in ends) == 10
    found.act(Move(tuple(found.at(x, 2) for x in range(3, 11))))
    assert (found.xy("l"), found.unit("l").form) == ((10, 2), 1)


@pytest.mark.rule("X-27")
def test_a_seed_that_stays_where_it_is_stays_a_seed():
    found = hive_table(draw(OPEN, M=(20, 20), l=(2, 2)), l="lurker")
    found.agenda(NextXeno("hive"), turn="hive", phase="MOVE").run()
    found.act(ActivateXeno(found.id("l")))
    found.act(Pass())
    assert found.unit("l").form == 0


@pytest.mark.rule("X-36", "X-27")
def test_a_beast_takes_the_lowest_of_its_larger_footprints_as_it_moves():
    found = hive_table(draw(OPEN, M=(20, 20), l=(6, 6)), l="bulk")
    found.agenda(NextXeno("hive"), turn="hive", phase="MOVE").run()
    found.act(ActivateXeno(found.id("l")))
    found.act(Move((found.at(6, 5),)))
    assert (found.xy("l"), found.unit("l").size, found.unit("l").form) == ((6, 5), 2, 1)


@pytest.mark.rule("X-36", "X-27")
def test_the_hives_owner_may_pick_another_footprint_and_must_then_move():
    found = hive_table(draw(OPEN, M=(20, 20), l=(6, 6)), l="bulk")
    found.agenda(NextXeno("hive"), turn="hive", phase="MOVE").run()
    found.act(ActivateXeno(found.id("l")))
    assert [found.board.xy(grow.cell) for grow in listed(found, Grow)] == [(5, 5), (6, 5), (5, 6), (6, 6)]
    found.act(Grow(found.at(6, 6)))
    assert (found.xy("l"), found.unit("l").size, found.unit("l").form) == ((6, 6), 2, 1)
    assert found.code(Pass()) == "MOVEMENT_MUST_FOLLOW"
    assert max(found.board.xy(move.path[-1])[0] for move in listed(found, Move)) == 14
    found.act(Move((found.at(7, 6),)))
    assert found.unit("l").count("committed") == 0


@pytest.mark.rule("X-28", "HM-A26")
def test_it_takes_no_part_in_the_catharsis_of_the_same_roll():
    found = rolled(2, 6, rows=draw(DOOR, M=(15, 5)))
    events = found.act(SpendSwarmDice(("catharsis", "synapse")))
    corner = next(a for a in listed(found, PlaceXeno) if isinstance(a, PlaceXeno) and a.kind == "lurker")
    events += found.act(corner)
    assert of(events, FormChanged) == []
    assert max(found.state.units.values(), key=lambda unit: unit.id).form == 0


@pytest.mark.rule("X-28", "HM-28")
def test_a_later_catharsis_hatches_it_as_it_advances():
    found = hive_table(draw(OPEN, M=(12, 12), l=(2, 12)), l="lurker")
    begin(found, MindEffect("hive", "catharsis"))
    assert (found.unit("l").form, found.xy("l")) == (1, (10, 12))


@pytest.mark.rule("X-29", "TR-30")
@pytest.mark.parametrize(("switch", "form"), [("melee", 1), ("none", 0)])
def test_a_seed_that_dodges_hatches_if_the_hive_may_react(switch: str, form: int):
    found = hive_table(draw(OPEN, M=(12, 12), l=(10, 12)), l="lurker", rules={"hive_reactions": switch})
    found.orders("marines")
    reaction = [Dodge()] * form
    order(found, "M", Shoot("rifle", (found.id("l"),)), *reaction, bs=[20, 20, 20], dodge=[3] * form)
    assert found.unit("l").form == form


@pytest.mark.rule("X-30", "HM-34")
def test_a_visible_seed_is_a_visible_xeno():
    found = hive_table(draw(OPEN, M=(10, 10), l=(14, 10), g=[(6, 10), (10, 14), (10, 6)]), l="lurker")
    assert plight(Ctx(found.game, found.state), found.unit("M")).status == names.CORNERED


@pytest.mark.rule("X-22", "HM-28")
def test_what_a_profile_says_of_being_impetuous_changes_nothing_in_the_hives_turn():
    wild = replace(LURKER, profiles=tuple(replace(part, skills=("impetuous",)) for part in LURKER.profiles))
    found = scene(draw(OPEN, M=(20, 20), l=(2, 2)), kinds={"lurker": wild}, l="lurker")
    found.agenda(NextXeno("hive"), turn="hive", phase="MOVE").run()
    found.act(ActivateXeno(found.id("l")))
    assert found.code(Pass()) == ""
    found.act(Move((found.at(2, 3),)))
    assert (found.xy("l"), found.unit("l").form) == ((2, 3), 1)


@pytest.mark.rule("X-27", "HM-67")
def test_a_seed_counts_as_an_enemy_that_is_shot_and_fought():
    found = hive_table(draw(OPEN, M=(12, 12), l=(10, 12)), l="lurker", rules={"hive_reactions": "none"})
    found.orders("marines")
    events = order(found, "M", Shoot("rifle", (found.id("l"),)), bs=[3, 4, 20], save=[5, 6])
    assert found.id("l") not in found.state.units
    assert "UnitRemoved" in story(events)


@pytest.mark.rule("UN-6", "X-27")
def test_shipped_units_of_every_kind_change_as_their_data_says():
    roster = shipped_roster(rulebook_for())
    found = table(
        "M.......s",
        shift=shifter("1"),
        more={**KINDS, **roster.kinds},
        M=red("marine"),
        s=blue("fury"),
    )
    found.game.weapons = {**roster.weapons, **WEAPONS}
    order(found, "M", Shoot("rifle", (found.id("s"),)), bs=[3, 4, 20], save=[3, 4], guts=[5])
    unit, ctx = found.unit("s"), found.game.ctx(found.state)
    assert (unit.form, is_fit(unit), tokens_of(ctx, unit)) == (1, True, ("ROUSED",))
    assert kind_of(ctx, unit).profiles[1].skills == ("berserk", "courage")
