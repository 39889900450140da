"""Cards and what lies beside a Master (AV-01 to AV-12, AV-38 to AV-41)."""

import pytest
from msgspec.structs import replace

from game.api import IllegalAction, Pass, Recruit, SideSetup
from game.rules.avatar.actions import ChooseCard, ChooseEvent
from game.rules.avatar.cards import CARDS, EVENTS, card_of, event_of
from game.rules.avatar.crews import bill_of, build_crew, crew_faults, is_avatar
from game.rules.avatar.events import CardSet
from game.rules.avatar.faces import may_manifest, upgrades_of
from game.rules.avatar.requirements import requirement_of
from game.rules.avatar.state import DOWN
from game.rules.avatar.tasks import CardChoice, Pondering
from game.rules.skirmish.actions import Deploy, EndTurn
from game.rules.skirmish.tasks import Deployment
from tests.rules.avatar.scene import MASTER_KINDS, UPGRADES, Stage, crew, drawn, master
from tests.support.reference import KINDS
from tests.support.table import Table

ALL_KINDS = {**KINDS, **MASTER_KINDS}
BLUE = ("blue", "red")


def faults(*recruits: Recruit) -> list[str]:
    side = SideSetup("blue", "human", "blue", recruits)
    return [fault.refusal.code for fault in crew_faults(side, ALL_KINDS, UPGRADES)]


def set_up(card: str, upgrade: str = "wraith") -> Table:
    """Two sides in set-up, up to the first decision."""
    t = Table(
        ["." * 12, "." * 12],
        sides=BLUE,
        kinds=MASTER_KINDS,
        upgrades=UPGRADES,
        zones={"deploy:blue": [(0, 0), (1, 0)], "deploy:red": [(10, 0)]},
        force={"blue": crew(card=card, upgrade=upgrade), "red": [Recruit("marine")]},
    )
    t.state = t.game.initial()
    t.run(**({"initiative": [20, 1]} if card else {}))
    return t


@pytest.mark.rule("AV-01")
def test_avatar_upgrades_are_for_masters_and_say_what_they_are() -> None:
    for upgrade in UPGRADES.values():
        assert is_avatar(upgrade) is (upgrade.id != "scope")
        assert (upgrade.eligible == "master") is is_avatar(upgrade)
    assert faults(Recruit("marine", upgrades=("wraith",), card="bloody")) == ["MASTERS_ONLY"]
    with pytest.raises(IllegalAction, match="MASTERS_ONLY"):
        build_crew("blue", (Recruit("marine", upgrades=("wraith",), card="bloody"),), ALL_KINDS, UPGRADES)


@pytest.mark.rule("AV-02")
def test_where_the_power_comes_from_is_flavour() -> None:
    outcomes = []
    for source in ("aether", "tyrant"):
        upgrades = {**UPGRADES, "wraith": replace(UPGRADES["wraith"], source=source)}
        t = Stage(drawn(M=(10, 10)))
        t.game.upgrades = upgrades
        t.ask().rise(11, 10)
        t.act(Pass())
        outcomes.append(t.state)
    assert outcomes[0] == outcomes[1]


@pytest.mark.rule("AV-03", "AV-38", "AV-A14")
def test_an_avatar_upgrade_obliges_to_pick_a_card() -> None:
    assert faults(Recruit("master", master=True, upgrades=("wraith",))) == ["MISSING_CARD"]
    assert faults(*crew()) == []


@pytest.mark.rule("AV-04", "AV-40", "AV-A14")
def test_the_card_costs_nothing() -> None:
    crews = [SideSetup("blue", "human", "blue", crew("marine", card=card)) for card in ("", *CARDS)]
    bills = [bill_of(side, ALL_KINDS, UPGRADES) for side in crews]
    assert {bill.soulstones for bill in bills} == {2}
    assert len(set(bills)) == 1


@pytest.mark.rule("AV-05", "TS-0")
def test_the_card_lies_face_down_beside_the_master_before_troopers_are_placed() -> None:
    t = set_up("bloody")
    assert t.waiting == Deployment("blue")
    [record] = t.state.ext["avatar"].cards
    assert (record.card, record.face) == ("bloody", DOWN)
    assert t.state.units[record.unit].kind == "master"


@pytest.mark.rule("AV-03", "AV-39", "AV-41", "TS-0")
def test_without_a_card_from_the_scenario_the_side_picks_one_in_set_up() -> None:
    t = set_up("")
    master_id = next(unit.id for unit in t.state.units.values() if unit.kind == "master")
    assert (t.waiting, t.to_act) == (CardChoice("blue", master_id), "blue")
    assert t.options() == [ChooseCard(name) for name in CARDS]
    assert t.code(ChooseCard("bloody+planned")) == "ONE_CARD"
    assert t.code(ChooseCard("gentle")) == "UNKNOWN_CARD"
    t.act(ChooseCard("planned"), initiative=[20, 1])
    assert t.waiting == Deployment("blue")
    assert t.code(ChooseCard("bloody")) == "NOT_NOW"
    assert t.state.ext["avatar"].cards[0].card == "planned"


@pytest.mark.rule("AV-41")
def test_two_cards_are_one_too_many() -> None:
    assert faults(replace(crew()[0], card="bloody+planned")) == ["ONE_CARD"]
    assert faults(replace(crew()[0], card="bloody+bland")) == ["UNKNOWN_CARD"]


@pytest.mark.rule("AV-06")
def test_the_card_is_no_upgrade() -> None:
    t = Stage(drawn(M=(10, 10)))
    assert len(upgrades_of(t.game.ctx(t.state), t.unit("M"))) == 1


@pytest.mark.rule("AV-07", "AV-12", "D-A11", "D-A12")
def test_there_are_five_cards_each_with_a_requirement_and_an_event() -> None:
    assert set(CARDS) == {"delayed", "bloody", "desperate", "planned", "sacrificing"}
    for card in CARDS.values():
        assert card.requirement.kind
        assert card.event in EVENTS


@pytest.mark.rule("AV-08", "AV-34")
def test_an_event_happens_once_as_soon_as_the_avatar_manifests() -> None:
    t = Stage(drawn(M=(10, 10), g=(22, 22)), M=master(kind="hero", wounds=2), g="gaunt", card="desperate").ask()
    t.rise(11, 10)
    t.act(ChooseEvent("mend"))
    assert t.unit("M").wounds == 1
    t.act(EndTurn())
    assert t.state.round == 2
    assert t.unit("M").wounds == 1


@pytest.mark.rule("AV-09")
def test_the_opponent_is_shown_which_avatar_upgrade_was_bought() -> None:
    t = set_up("bloody")
    t.act(Deploy(next(iter(t.state.units)), t.at(0, 0)))
    seen = t.game.view(t.state, "red")
    assert [unit.upgrades for unit in seen.foes] == [("wraith",)]
    assert t.state.round == 0


@pytest.mark.rule("AV-10", "HI-1")
@pytest.mark.parametrize("card", list(CARDS))
def test_the_card_its_event_and_its_progress_stay_secret(card: str) -> None:
    t = Stage(drawn(M=(10, 10), g=(20, 20)), g="gaunt", card=card, progress=7)
    seen = repr(t.game.view(t.state, "hive").state)
    for word in (card, CARDS[card].event, "progress"):
        assert word in repr(t.state) or word == CARDS[card].event
        assert word not in seen


@pytest.mark.rule("AV-11")
def test_the_opponent_knows_that_an_avatar_may_appear_but_not_what_brings_it() -> None:
    t = Stage(drawn(M=(10, 10), g=(20, 20)), g="gaunt")
    view = t.game.view(t.state, "hive")
    unit = view.state.units[t.id("M")]
    assert may_manifest(view.ctx, unit)
    assert requirement_of(view.ctx, unit) is None
    own = t.game.view(t.state, "marines")
    assert requirement_of(own.ctx, unit) == CARDS["bloody"].requirement


@pytest.mark.rule("AV-39")
@pytest.mark.parametrize("card", list(CARDS))
@pytest.mark.parametrize("kind", ["master", "chaplain", "warlord"])
@pytest.mark.parametrize("upgrade", ["wraith", "bulwark", "tempest"])
def test_any_master_may_take_any_card(kind: str, upgrade: str, card: str) -> None:
    assert faults(Recruit(kind, master=True, upgrades=(upgrade,), card=card)) == []


@pytest.mark.rule("HI-1", "HI-2", "AV-10")
def test_others_see_only_that_a_side_ponders_while_it_picks_its_card() -> None:
    t = set_up("")
    assert t.game.view(t.state, "red").state.agenda[-1] == Pondering("blue")
    assert t.game.to_act(t.game.view(t.state, "red").state) == "blue"
    stories = []
    for card in ("planned", "bloody"):
        t = set_up("")
        before = t.game.view(t.state, "red").state
        events = t.act(ChooseCard(card), initiative=[20, 1])
        assert any(isinstance(event, CardSet) for event in t.game.redacted_events(t.state, events, "blue"))
        stories.append((t.game.redacted_events(t.state, events, "red"), t.game.view(t.state, "red").state))
        assert t.game.fold(before, stories[-1][0]) == stories[-1][1]
    assert stories[0] == stories[1]


@pytest.mark.rule("AV-A1", "D-A11")
def test_a_scenario_replaces_cards_and_events() -> None:
    bolder = replace(CARDS["bloody"], event="wrath")
    wrath = replace(EVENTS["lash"], id="wrath", amount=15)
    t = Stage(drawn(M=(10, 10), g=(14, 10)), g="gaunt", cards={"bloody": bolder}, card_events={"wrath": wrath})
    ctx = t.game.ctx(t.state)
    assert card_of(ctx, "bloody") == bolder
    assert event_of(ctx, "wrath") == wrath
    assert card_of(ctx, "delayed") == CARDS["delayed"]
    t.ask().rise(11, 10)
    assert t.options(ChooseEvent)[0] == ChooseEvent("wrath")
