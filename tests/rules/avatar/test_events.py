"""Manifestation events: the choice, and what each of them does (AV-33 to AV-37, AV-53, D-A12)."""

import pytest
from msgspec.structs import replace

from game.api import Pass
from game.core.events import PoolChanged, UnitMoved
from game.core.state import Effect
from game.rules.avatar.actions import AimEvent, ChooseEvent, Manifest, PlaceAvatar
from game.rules.avatar.cards import CARDS, EVENTS
from game.rules.avatar.happenings import moves_of
from game.rules.avatar.tasks import EventChoice, FlipDue, ManifestPrompt
from game.rules.skirmish.tasks import OrdersPhase, Tactical
from tests.rules.avatar.scene import Stage, drawn, master
from tests.support.reference import KINDS


def standing(t: Stage, x: int = 11, y: int = 10) -> Stage:
    """The avatar stands there; its event is to be chosen."""
    t.ask()
    t.act(Manifest())
    t.act(PlaceAvatar(t.at(x, y)))
    return t


def with_event(t: Stage, event: str) -> Stage:
    """The same table, on which the card names another event."""
    record = t.record()
    cards = {record.card: replace(CARDS[record.card], event=event)}
    t.game.public.scenario = replace(t.game.public.scenario, cards=cards)
    t.game.scenario = replace(t.game.scenario, cards=cards)
    return t


@pytest.mark.rule("AV-33")
def test_on_success_a_choice_with_none_is_offered() -> None:
    t = standing(Stage(drawn(M=(10, 10))))
    assert t.waiting == EventChoice(t.id("M"))
    assert t.options() == [ChooseEvent("lash"), ChooseEvent("dread"), Pass()]


@pytest.mark.rule("AV-33", "AV-50")
def test_on_failure_no_event_is_offered() -> None:
    t = Stage("." * 10 + "M" + "." * 10).ask()
    t.act(Manifest())
    assert t.waiting == OrdersPhase("marines")


@pytest.mark.rule("AV-34")
def test_the_event_resolves_inside_the_manifestation_before_anybody_else_acts() -> None:
    t = standing(Stage(drawn(M=(10, 10), g=(20, 20)), g="gaunt"))
    assert isinstance(t.state.agenda[-1], EventChoice)
    assert t.state.agenda[-2] == FlipDue(t.id("M"))
    assert t.code(Manifest()) == "NOT_NOW"


@pytest.mark.rule("AV-35")
@pytest.mark.parametrize("card", list(CARDS))
def test_without_an_event_of_the_avatar_there_is_the_cards_or_none(card: str) -> None:
    t = standing(Stage(drawn(M=(10, 10)), M=master("bulwark"), card=card))
    assert t.options() == [ChooseEvent(CARDS[card].event), Pass()]


@pytest.mark.rule("AV-36")
@pytest.mark.parametrize(("upgrade", "own"), [("wraith", "dread"), ("tempest", "gale")])
def test_the_pre_side_may_add_an_event_of_its_own(upgrade: str, own: str) -> None:
    t = standing(Stage(drawn(M=(10, 10)), M=master(upgrade)))
    assert t.options() == [ChooseEvent("lash"), ChooseEvent(own), Pass()]


@pytest.mark.rule("AV-37")
def test_only_one_event_may_be_chosen() -> None:
    t = standing(Stage(drawn(M=(10, 10)), M=master(kind="hero", wounds=2), card="desperate"))
    assert t.code(ChooseEvent("mend+dread")) == "ONE_EVENT"
    assert t.code(ChooseEvent("surge")) == "NO_SUCH_EVENT"
    t.act(ChooseEvent("mend"))
    assert t.code(ChooseEvent("dread")) == "NOT_NOW"


@pytest.mark.rule("D-A12", "AV-53")
def test_purge_takes_one_state_that_the_player_picks() -> None:
    t = standing(Stage(drawn(M=(10, 10)), M=master(states=("isolated", "stunned")), card="delayed"))
    t.act(ChooseEvent("purge"))
    assert t.listed(AimEvent) == [AimEvent(t.id("M"), name="isolated"), AimEvent(t.id("M"), name="stunned")]
    t.act(AimEvent(t.id("M"), name="stunned"))
    assert t.unit("M").states == ("isolated",)


@pytest.mark.rule("D-A12", "AV-53")
def test_purge_takes_the_only_state_without_asking_and_does_nothing_where_there_is_none() -> None:
    for states in (("stunned",), ()):
        t = standing(Stage(drawn(M=(10, 10)), M=master(states=states), card="delayed"))
        t.act(ChooseEvent("purge"))
        assert t.unit("M").states == ()
        assert t.record().manifested


@pytest.mark.rule("D-A12", "AV-53")
def test_lash_hits_one_foe_within_two_cells_of_the_avatar_and_spares_markers() -> None:
    """Damage 13 against ARM 0: 14 saves."""
    rows = drawn(M=(10, 10), g=(14, 10), h=(15, 10), S=(14, 12))
    marker = {"kind": "scout", "side": "red", "states": ("camouflaged",)}
    t = Stage(rows, g="gaunt", h="gaunt", S=marker, sides=("marines", "red", "hive"))
    standing(t).act(ChooseEvent("lash"), save=[14])
    assert t.id("g") in t.state.units
    assert t.record().manifested


@pytest.mark.rule("D-A12", "AV-53")
def test_mend_heals_one_wound() -> None:
    t = standing(Stage(drawn(M=(10, 10)), M=master(kind="hero", wounds=2), card="desperate"))
    t.act(ChooseEvent("mend"))
    assert t.unit("M").wounds == 1


@pytest.mark.rule("D-A12", "AV-53")
def test_beckon_moves_a_friend_within_six_cells_up_to_two() -> None:
    rows = drawn(M=(10, 10), F=(18, 10), N=(19, 20), g=(18, 8))
    t = standing(Stage(rows, F="marine", N="marine", g="gaunt", card="planned"))
    t.act(ChooseEvent("beckon"))
    found = t.listed(AimEvent)
    assert {aim.target for aim in found} == {t.id("F")}
    assert len(found) == len(moves_of(t.game.ctx(t.state), t.unit("F"), 2))
    assert t.code(AimEvent(t.id("F"), t.at(18, 13))) == "NOT_AN_AIM"
    assert AimEvent(t.id("F"), t.at(18, 12)) in found
    events = t.act(AimEvent(t.id("F"), t.at(17, 12)))
    assert t.xy("F") == (17, 12)
    assert [event.how for event in events if isinstance(event, UnitMoved)] == ["event"]


@pytest.mark.rule("D-A12", "ST-5", "ST-7")
def test_beckon_moves_nobody_who_is_immobilized_or_engaged() -> None:
    rows = drawn(M=(10, 10), F=(16, 10), N=(16, 14), g=(17, 14))
    t = Stage(rows, F={"kind": "marine", "states": ("immobilized_b",)}, N="marine", g="gaunt", card="planned")
    standing(t).act(ChooseEvent("beckon"))
    assert t.record().manifested
    assert (t.xy("F"), t.xy("N")) == ((16, 10), (16, 14))


@pytest.mark.rule("D-A12", "OR-1")
def test_surge_gives_an_order_at_once_in_the_sides_own_turn() -> None:
    t = standing(Stage(drawn(M=(10, 10)), card="sacrificing"))
    events = t.act(ChooseEvent("surge"))
    assert PoolChanged("marines", 6) in events


@pytest.mark.rule("D-A12", "OR-1")
def test_surge_outside_its_own_turn_gives_the_order_at_the_next_order_count() -> None:
    t = Stage(drawn(M=(10, 10)), card="sacrificing")
    t.agenda(ManifestPrompt(t.id("M")), Tactical("marines"), OrdersPhase("marines"), turn="hive")
    t.rise(11, 10)
    t.act(ChooseEvent("surge"))
    assert t.state.effects == (Effect("extra_orders", "marines", expires="states:marines", value=1),)
    assert t.state.sides["marines"].pool == 2


@pytest.mark.rule("AV-36", "D-A12")
def test_solace_heals_every_friend_within_six_and_brings_the_fallen_round() -> None:
    fallen = {"kind": "marine", "wounds": 2, "states": ("prone", "unconscious")}
    rows = drawn(M=(10, 10), F=(18, 10), N=(18, 12), E=(19, 10))
    far = {"kind": "marine", "wounds": 1}
    t = with_event(Stage(rows, F=fallen, N={"kind": "marine", "wounds": 1}, E=far), "solace")
    standing(t).act(ChooseEvent("solace"))
    assert (t.unit("F").wounds, t.unit("F").states) == (1, ("prone",))
    assert (t.unit("N").wounds, t.unit("E").wounds) == (0, 1)


@pytest.mark.rule("AV-36", "D-A5", "D-A12")
def test_gale_pushes_foes_within_four_and_no_friends() -> None:
    t = Stage(
        drawn(M=(10, 10), F=(14, 12), g=(14, 10), h=(17, 10)), M=master("tempest"), F="marine", g="gaunt", h="gaunt"
    )
    standing(t).act(ChooseEvent("gale"))
    assert [t.xy(letter) for letter in "Fgh"] == [(14, 12), (16, 10), (17, 10)]


@pytest.mark.rule("D-A12", "ST-6", "RL-1")
def test_dread_stuns_each_foe_within_four_that_fails_a_wip_check() -> None:
    """WIP 10: 10 passes, 11 does not."""
    t = standing(Stage(drawn(M=(10, 10), g=(15, 10), h=(16, 13), i=(17, 10)), g="gaunt", h="gaunt", i="gaunt"))
    t.act(ChooseEvent("dread"), wip=[10, 11])
    assert [t.unit(letter).states for letter in "ghi"] == [(), ("stunned",), ()]


@pytest.mark.rule("D-A12", "RL-1")
def test_a_check_on_an_attribute_below_one_is_failed_without_a_die() -> None:
    dull = {"dull": replace(KINDS["gaunt"], id="dull", profiles=(replace(KINDS["gaunt"].profiles[0], wip=0),))}
    t = standing(Stage(drawn(M=(10, 10), g=(15, 10)), g="dull", kinds=dull))
    t.act(ChooseEvent("dread"))
    assert t.unit("g").states == ("stunned",)


@pytest.mark.rule("AV-07", "D-A12")
def test_every_event_that_comes_with_the_game_can_be_chosen() -> None:
    for name in EVENTS:
        t = with_event(Stage(drawn(M=(10, 10), F=(14, 10)), M=master("bulwark"), F="marine"), name)
        standing(t).act(ChooseEvent(name))
        if not t.record().manifested:
            t.act(Pass())
        assert t.record().manifested
