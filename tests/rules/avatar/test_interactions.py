"""Avatars and the rest of the rules (X-37 to X-44, X-46 to X-48)."""

import pytest
from msgspec.structs import replace

from game.api import Pass, ScriptedDice, Tx, UnitKind
from game.board import visible_from
from game.core.events import UnitRemoved
from game.core.state import Cloud
from game.rules.avatar.actions import ChooseEvent, Manifest, PlaceAvatar
from game.rules.avatar.tasks import ManifestPrompt
from game.rules.hive.placement import seen_cells
from game.rules.hive.reinforce import killed_cells
from game.rules.skirmish import names
from game.rules.skirmish.actions import GiveOrder, Move, Shoot
from game.rules.skirmish.combat import hurt
from game.rules.skirmish.events import OrderGiven
from game.rules.skirmish.queries import has_skill, is_engaged, profile_of, range_between
from game.rules.skirmish.tasks import DeclareFirst, OrdersPhase, running_order
from tests.rules.avatar.scene import Stage, drawn, master
from tests.support.reference import KINDS
from tests.support.table import DOOR, kinds_of


def engaged(t: Stage, letter: str) -> bool:
    return is_engaged(t.game.ctx(t.state), t.unit(letter))


@pytest.mark.rule("X-37")
def test_manifesting_frees_from_those_who_are_pushed_and_there_are_no_free_blows() -> None:
    t = Stage(drawn(M=(10, 10), g=(11, 10)), g="gaunt").ask()
    assert engaged(t, "M")
    events = t.rise(8, 10)
    assert not engaged(t, "M")
    assert "AttackResolved" not in kinds_of(events)


@pytest.mark.rule("X-37")
def test_a_foe_pinned_against_a_wall_that_still_touches_the_avatar_is_engaged() -> None:
    rows = drawn(M=(10, 10), g=(11, 10))
    rows[10] = rows[10][:12] + "#" + rows[10][13:]
    t = Stage(rows, g="gaunt").ask()
    t.act(Manifest())
    assert t.xy("g") == (11, 10)
    t.act(PlaceAvatar(t.at(10, 11)))
    assert engaged(t, "M")
    assert engaged(t, "g")


@pytest.mark.rule("X-39")
@pytest.mark.parametrize("state", [names.ISOLATED, names.STUNNED, names.IMMOBILIZED_B])
def test_states_carry_over_and_forbid_no_manifestation(state: str) -> None:
    t = Stage(drawn(M=(10, 10)), M=master(states=(state,))).ask()
    t.rise(11, 10)
    t.act(Pass())
    assert t.unit("M").states == (state,)
    assert t.record().manifested


@pytest.mark.rule("X-40")
def test_a_warp_shadowed_master_may_manifest() -> None:
    t = Stage(drawn(M=(10, 10), g=(20, 20)), g="gaunt", card="desperate")
    t.effect(names.WARP_SHADOW, "marines", unit=t.id("M"), expires="shadow:9").orders()
    tx = Tx(t.game, t.state, ScriptedDice({}))
    hurt(tx, t.id("M"), 1)
    tx.advance()
    t.state, _ = tx.commit()
    assert t.waiting == ManifestPrompt(t.id("M"))
    t.rise(11, 10)
    t.act(Pass())
    assert t.record().manifested


@pytest.mark.rule("X-41")
@pytest.mark.parametrize(
    ("states", "wounds"),
    [((names.IMMOBILIZED_A,), 0), ((names.IMMOBILIZED_B,), 0), ((names.PRONE, names.UNCONSCIOUS), 2)],
)
def test_who_cannot_move_is_pushed_all_the_same(states: tuple[str, ...], wounds: int) -> None:
    t = Stage(drawn(M=(10, 10), F=(11, 10)), F={"kind": "marine", "states": states, "wounds": wounds}).ask()
    t.act(Manifest())
    assert t.xy("F") == (13, 10)


@pytest.mark.rule("X-41", "HM-35")
@pytest.mark.parametrize("effect", [names.CORNERED, names.WARP_SHADOW, names.HEMMED_IN])
def test_howl_and_warp_shadow_keep_nobody_from_being_pushed(effect: str) -> None:
    t = Stage(drawn(M=(10, 10), F=(11, 10)), F="marine")
    t.effect(effect, "marines", unit=t.id("F"), expires="states:marines").ask()
    t.act(Manifest())
    assert t.xy("F") == (13, 10)


@pytest.mark.rule("X-42")
def test_a_push_into_a_cloud_triggers_nothing_and_a_closed_door_or_a_nest_stops_it() -> None:
    t = Stage(drawn(M=(10, 10), F=(11, 10), g=(9, 10)), F="marine", g="gaunt")
    t.marker("nest", 7, 10)
    t.set(clouds=(Cloud(900, "smoke", 1 << t.at(13, 10), "states"),), murk=1 << t.at(13, 10), next_id=901)
    events = t.ask().act(Manifest())
    assert (t.xy("F"), t.xy("g")) == ((13, 10), (8, 10))
    assert kinds_of(events) == ["CardRevealed", "UnitMoved", "UnitMoved"]
    rows = [list(row) for row in DOOR.splitlines()]
    rows[5][8], rows[5][9] = "M", "F"
    for opened, end in ((False, (9, 5)), (True, (11, 5))):
        t = Stage(["".join(row) for row in rows], F="marine").door(10, 5, opened=opened)
        t.ask().act(Manifest())
        assert t.xy("F") == end


@pytest.mark.rule("X-42", "MS-2")
def test_whoever_is_pushed_onto_the_exit_does_not_leave_by_it() -> None:
    """Red's trooper shoots, and at the end of that order blue's wounded Master manifests."""
    zones = {"exit": [(13, 10), (14, 10), (15, 10)]}
    foe = {"kind": "marine", "side": "red"}
    t = Stage(
        drawn(M=(10, 10), R=(12, 10)),
        M=master(side="blue"),
        R=foe,
        card="desperate",
        sides=("blue", "red"),
        zones=zones,
    )
    t.orders("red")
    t.act(GiveOrder(t.id("R")))
    t.through(Shoot("rifle", (t.id("M"),)), bs=[5, 20, 20], save=[1])
    t.act(t.options()[0])
    assert t.waiting == ManifestPrompt(t.id("M"))
    t.act(Manifest())
    assert t.xy("R") == (14, 10)
    t.act(t.options(PlaceAvatar)[0])
    t.act(Pass())
    assert t.waits_for(OrdersPhase("red"))


@pytest.mark.rule("X-43", "AV-A9")
def test_pushed_markers_keep_their_secret_and_pushed_spores_do_not_burst() -> None:
    marker = {"kind": "scout", "side": "red", "states": (names.CAMOUFLAGED,)}
    t = Stage(drawn(M=(10, 10), S=(11, 10), o=(9, 10)), S=marker, o="spore", sides=("marines", "red", "hive")).ask()
    before = t.game.view(t.state, "marines").state.units[t.id("S")]
    events = t.act(Manifest())
    after = t.game.view(t.state, "marines").state.units[t.id("S")]
    assert (before.kind, after.kind) == ("unknown", "unknown")
    assert t.unit("S").states == (names.CAMOUFLAGED,)
    assert (t.xy("S"), t.xy("o")) == ((13, 10), (7, 10))
    assert "SporeBurst" not in kinds_of(events)


@pytest.mark.rule("X-43")
def test_a_pushed_seed_does_not_hatch() -> None:
    seed = replace(KINDS["gaunt"].profiles[0], id="seed", mov=(0, 0))
    hatching = {"pod": UnitKind("pod", "hive", (seed, KINDS["gaunt"].profiles[0]), transmutation="Hatching")}
    t = Stage(drawn(M=(10, 10), p=(11, 10)), p="pod", kinds=hatching).ask()
    t.act(Manifest())
    assert (t.xy("p"), t.unit("p").form) == ((13, 10), 0)


@pytest.mark.rule("X-44", "HM-44")
def test_a_marine_killed_by_an_event_in_the_hives_turn_counts_as_killed_this_round() -> None:
    victim = {"kind": "marine", "side": "red", "wounds": 2, "states": (names.PRONE, names.UNCONSCIOUS)}
    t = Stage(drawn(M=(10, 10), R=(14, 10), g=(22, 1)), R=victim, g="gaunt", sides=("marines", "red", "hive"))
    t.agenda(ManifestPrompt(t.id("M")), OrdersPhase("red"), turn="hive")
    t.rise(11, 10)
    events = t.act(ChooseEvent("lash"), save=[1])
    assert UnitRemoved(t.id("R"), "killed", t.id("M")) in events
    assert list(killed_cells(t.game.ctx(t.state))) == [t.at(14, 10)]


@pytest.mark.rule("X-46", "AV-31")
def test_the_rest_of_the_order_goes_on_from_the_avatars_cell() -> None:
    t = Stage(drawn(M=(10, 10)), card="delayed", round=3).orders()
    t.act(GiveOrder(t.id("M")))
    t.rise(11, 10)
    t.act(Pass())
    assert t.waiting == DeclareFirst(t.id("M"))
    assert t.unit("M").count(names.ORDERS) == 1
    ends = {t.board.xy(action.path[-1]) for action in t.listed(Move) if action.path}
    assert max(x for x, _ in ends) == 15
    t.act(Move((t.at(12, 10),)))
    order = running_order(t.game.ctx(t.state))
    assert order is not None
    assert order.trail == (t.at(11, 10), t.at(12, 10))
    assert t.xy("M") == (12, 10)


@pytest.mark.rule("X-47")
def test_the_larger_footprint_sees_more_and_leaves_the_hive_fewer_cells() -> None:
    """A pillar hides the cells behind it from one cell, not from the two rows of an avatar."""
    rows = drawn(M=(10, 10))
    rows[10] = rows[10][:13] + "#" + rows[10][14:]
    t = Stage(rows).ask()
    before = seen_cells(t.game.ctx(t.state))
    t.rise(10, 11)
    t.act(Pass())
    after = seen_cells(t.game.ctx(t.state))
    hidden = 1 << t.at(20, 10)
    assert not before & hidden
    assert after & hidden
    assert after == visible_from(t.board, t.at(10, 11), 2, t.state.doors, t.state.murk)


@pytest.mark.rule("X-47", "C-6")
def test_an_avatar_blocks_no_line_of_sight() -> None:
    t = Stage(drawn(M=(10, 10), F=(5, 10), g=(20, 10)), F="marine", g="gaunt").ask()
    t.rise(11, 10)
    t.act(Pass())
    assert visible_from(t.board, t.unit("F").cell, 1, t.state.doors, t.state.murk) >> t.unit("g").cell & 1
    assert range_between(t.game.ctx(t.state), t.unit("M"), t.unit("g")) == 8


@pytest.mark.rule("X-48", "HM-44")
def test_a_dead_avatar_of_two_by_two_leaves_one_swarm_on_its_anchor() -> None:
    t = Stage(drawn(M=(10, 10), F=(1, 1), g=(22, 22)), F="marine", g="gaunt").ask()
    t.rise(11, 10)
    t.act(Pass())
    tx = Tx(t.game, t.state, ScriptedDice({}))
    hurt(tx, t.id("M"), 3)
    t.state, _ = tx.commit()
    assert list(killed_cells(t.game.ctx(t.state))) == [t.at(11, 10)]


@pytest.mark.rule("AV-43", "X-46")
def test_a_delayed_master_that_lets_it_pass_goes_on_with_its_order() -> None:
    t = Stage(drawn(M=(10, 10)), card="delayed", round=3).orders()
    events = t.act(GiveOrder(t.id("M")))
    assert OrderGiven(t.id("M"), "pool") in events
    t.act(Pass())
    assert t.waiting == DeclareFirst(t.id("M"))
    assert t.seen("hive") is None


@pytest.mark.rule("AV-A11", "AV-53")
def test_what_the_pre_side_did_to_others_stays_and_what_it_gave_the_master_goes() -> None:
    t = Stage(drawn(M=(10, 10), g=(15, 10)), g="gaunt").ask()
    t.rise(11, 10)
    t.act(ChooseEvent("dread"), wip=[20])
    ctx = t.game.ctx(t.state)
    assert t.record().manifested
    assert t.unit("g").states == (names.STUNNED,)
    assert not has_skill(ctx, t.unit("M"), "courage")


@pytest.mark.rule("X-45", "AV-27")
def test_avatar_and_transmutation_are_independent_layers_and_the_avatars_base_wins() -> None:
    """A Master that changes with its first wound into a form of its own: the form gives the stats, nothing else."""
    plain = KINDS["marine"].profiles[0]
    forms = (replace(plain, id="calm", w=3), replace(plain, id="rage", w=3, mov=(6, 6), cc=20, size=1))
    shifting = {"shifting": UnitKind("shifting", "human", forms, transmutation="1")}
    foe = {"kind": "marine", "side": "red"}
    t = Stage(
        drawn(M=(10, 10), R=(16, 10)),
        M=master(side="blue", kind="shifting"),
        R=foe,
        kinds=shifting,
        sides=("blue", "red"),
    ).ask(side="blue")
    t.rise(11, 10)
    t.act(Pass())
    t.orders("red")
    t.act(GiveOrder(t.id("R")))
    t.through(Shoot("rifle", (t.id("M"),)), bs=[5, 20, 20], save=[1])
    if not t.waits_for(OrdersPhase("red")):
        t.act(t.options()[0], guts=[1])
    unit, ctx = t.unit("M"), t.game.ctx(t.state)
    assert (unit.form, unit.wounds, unit.size) == (1, 1, 2)
    assert profile_of(ctx, unit).mov == (6, 6)
    assert has_skill(ctx, unit, "berserk")
