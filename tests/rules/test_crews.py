"""Crews with an avatar upgrade, and what everybody may know of it at the start (AV-01 to AV-18, AV-38 to AV-41)."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from game.api import IllegalAction, Recruit, Scenario, SeededDice, Session, SideSetup
from game.board import from_ascii
from game.core.profile import Upgrade
from game.core.tx import Tx
from game.io.roster import shipped_roster
from game.rules.avatar.actions import ChooseCard
from game.rules.avatar.cards import CARDS
from game.rules.avatar.crews import CHOOSE, bill_of, build_crew, crew_faults, is_avatar
from game.rules.avatar.faces import may_manifest, sides_of
from game.rules.avatar.state import DOWN, MEMORY, record_of
from game.rules.avatar.tasks import CardChoice
from game.rules.avatar.upgrades import discard_upgrade
from game.rules.compose import compose, rulebook_for
from game.rules.skirmish.queries import arms_of, skills_of

ROSTER = shipped_roster(rulebook_for())
AVATARS = [upgrade.id for upgrade in ROSTER.upgrades.values() if is_avatar(upgrade)]
MASTERS = ("marshal", "seer", "artificer")
LORD = Recruit("marshal", cell=0, master=True, upgrades=("wrath_unbound",), card="bloody")


def crew(*recruits: Recruit, points: int = 0, soulstones: int = 0) -> SideSetup:
    return build_crew("blue", recruits, ROSTER.kinds, ROSTER.upgrades, points=points, soulstones=soulstones)


def refused(*recruits: Recruit, points: int = 0, soulstones: int = 0) -> str:
    with pytest.raises(IllegalAction) as caught:
        crew(*recruits, points=points, soulstones=soulstones)
    return str(caught.value)


def begun(lord: Recruit = LORD, *, upgrades: dict[str, Upgrade] | None = None) -> Session:
    """A match between the Master's crew and a trooper, at its first decision."""
    red = SideSetup("red", "human", "red", (Recruit("rifle", cell=30),))
    scenario = Scenario("crews", (crew(lord), red), rounds=4)
    cards = upgrades or ROSTER.upgrades
    game = compose(scenario, from_ascii("\n".join(["." * 12] * 4)), ROSTER.kinds, ROSTER.weapons, cards)
    return Session(game, SeededDice(1))


# -- crews ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AV-01", "AV-13")
def test_an_avatar_upgrade_is_for_masters_alone_and_says_so_itself() -> None:
    for name in AVATARS:
        upgrade = ROSTER.upgrades[name]
        assert "avatar" in upgrade.restrictions
        assert upgrade.eligible == "master"
    assert refused(replace(LORD, master=False)).startswith("MASTERS_ONLY [AV-01]")
    renamed = replace(ROSTER.upgrades["wrath_unbound"], id="plain", restrictions=())
    assert not is_avatar(renamed)


@pytest.mark.rule("AV-03", "AV-38")
def test_with_the_upgrade_and_without_a_card_there_is_no_crew() -> None:
    assert refused(replace(LORD, card="")).startswith("MISSING_CARD [AV-03]")
    assert crew(LORD).force == (LORD,)
    assert crew(replace(LORD, card=CHOOSE)).force[0].card == CHOOSE


@pytest.mark.rule("AV-04", "AV-40", "D-A14")
def test_a_card_costs_nothing() -> None:
    bills = {
        bill_of(crew(replace(LORD, card=card), soulstones=2), ROSTER.kinds, ROSTER.upgrades)
        for card in (*CARDS, CHOOSE)
    }
    assert [(bill.points, bill.soulstones) for bill in bills] == [(38, 2)]


@pytest.mark.rule("AV-14")
def test_a_model_has_one_avatar_upgrade() -> None:
    second = replace(LORD, upgrades=("wrath_unbound", "engine_heart"))
    assert refused(second).startswith("ONE_AVATAR [AV-14]")


@pytest.mark.rule("AV-39")
@pytest.mark.parametrize(("master", "upgrade", "card"), list(product(MASTERS, AVATARS, CARDS)))
def test_any_master_may_take_any_avatar_and_any_of_the_five_cards(master: str, upgrade: str, card: str) -> None:
    assert crew(Recruit(master, master=True, upgrades=(upgrade,), card=card)).force[0].card == card


@pytest.mark.rule("AV-12", "AV-41")
def test_there_are_five_cards_and_one_is_taken() -> None:
    assert set(CARDS) == {"delayed", "bloody", "desperate", "planned", "sacrificing"}
    assert refused(replace(LORD, card="bloody delayed")).startswith("UNKNOWN_CARD [AV-12]")
    session = begun()
    memory = session.state.ext[MEMORY]
    assert [record.card for record in memory.cards] == ["bloody"]


@pytest.mark.rule("AV-07", "AV-35")
def test_each_card_has_a_requirement_and_names_an_event() -> None:
    assert all(card.requirement.kind and card.event for card in CARDS.values())


@pytest.mark.rule("D-A1", "D-A2", "D-A14", "AV-03", "HI-1")
@pytest.mark.parametrize(
    ("recruits", "bounds", "code"),
    [
        ((LORD, replace(LORD, cell=1)), {}, "ONE_MASTER [D-A1]"),
        ((replace(LORD, upgrades=("wrath",)),), {}, "UNKNOWN_UPGRADE [D-A2]"),
        ((Recruit("rifle", card="bloody"),), {}, "IDLE_CARD [AV-03]"),
        ((Recruit("rifle", upgrades=("slung_launcher",)),), {}, "WRONG_TYPE [D-A2]"),
        ((LORD,), {"soulstones": 1}, "OVER_SOULSTONES [D-A14]"),
        ((LORD,), {"points": 37}, "OVER_POINTS [D-A14]"),
        ((replace(LORD, card=CHOOSE, cell=-1, reserve=True),), {}, "UNSEEN_CHOICE [HI-1]"),
    ],
)
def test_what_a_crew_may_not_be(recruits: tuple[Recruit, ...], bounds: dict[str, int], code: str) -> None:
    assert refused(*recruits, **bounds).startswith(code)


@pytest.mark.rule("AV-24")
def test_an_avatar_has_a_figure_of_its_own() -> None:
    for name, master in product(AVATARS, MASTERS):
        back = ROSTER.upgrades[name].back
        assert back is not None
        assert back.figure != ROSTER.kinds[master].figure
    upgrade = ROSTER.upgrades["wrath_unbound"]
    assert upgrade.back is not None
    same = {"wrath_unbound": replace(upgrade, back=replace(upgrade.back, figure="marshal"))}
    setup = SideSetup("blue", "human", "blue", (LORD,))
    assert [fault.refusal.code for fault in crew_faults(setup, ROSTER.kinds, same)] == ["SAME_FIGURE"]


# -- at the start of the game ----------------------------------------------------------------------------------------


@pytest.mark.rule("AV-05")
def test_after_set_up_the_card_lies_face_down_beside_its_master() -> None:
    session = begun()
    record = record_of(session.game.ctx(session.state), 1)
    assert record is not None
    assert (record.face, record.unit, record.card) == (DOWN, 1, "bloody")
    assert session.state.units[1].kind == "marshal"


@pytest.mark.rule("AV-06")
def test_the_card_is_no_upgrade() -> None:
    assert begun().state.units[1].upgrades == ("wrath_unbound",)


@pytest.mark.rule("AV-09", "AV-10", "AV-11", "HI-1", "HI-2")
def test_the_others_see_the_upgrade_and_nothing_of_the_card() -> None:
    """Two games that differ only in the card look alike to them, the scenario that they are given with them."""
    views = [begun(replace(LORD, card=card)).view("red") for card in ("bloody", "delayed")]
    assert views[0].state == views[1].state
    assert views[0].game.scenario == views[1].game.scenario
    view = views[0]
    master = view.state.units[1]
    assert master.upgrades == ("wrath_unbound",)
    assert may_manifest(view.ctx, master)
    assert record_of(view.ctx, 1) is None
    assert "bloody" not in repr(view.state)
    own = begun().view("blue")
    assert record_of(own.ctx, 1) is not None


@pytest.mark.rule("AV-10", "HI-2")
def test_no_event_of_set_up_tells_the_card() -> None:
    told = []
    for card in ("bloody", "delayed"):
        session = begun(replace(LORD, card=card))
        told.append(session.game.redacted_events(session.state, session.opening, "red"))
        assert card in repr(session.game.redacted_events(session.state, session.opening, "blue"))
    assert told[0] == told[1]


@pytest.mark.rule("AV-03", "AV-39", "TS-0")
def test_a_card_left_to_the_seat_is_picked_before_anybody_is_placed() -> None:
    session = begun(replace(LORD, card=CHOOSE))
    assert isinstance(session.game.waiting(session.state), CardChoice)
    assert session.to_act == "blue"
    assert list(session.game.options(session.state)) == [ChooseCard(card) for card in CARDS]
    session.act(ChooseCard("planned"))
    record = record_of(session.game.ctx(session.state), 1)
    assert record is not None
    assert (record.card, record.face) == ("planned", DOWN)
    assert not any(isinstance(task, CardChoice) for task in session.state.agenda)


@pytest.mark.rule("AV-15", "AV-16")
def test_an_avatar_upgrade_is_an_upgrade_with_rules_on_both_faces() -> None:
    assert sides_of(ROSTER.upgrades["wrath_unbound"]) == ("pre", "manifested")
    assert sides_of(ROSTER.upgrades["field_kit"]) == ("pre",)


@pytest.mark.rule("AV-17", "AV-18")
@pytest.mark.parametrize("upgrade", AVATARS)
def test_the_pre_side_is_up_and_the_manifested_side_gives_nothing(upgrade: str) -> None:
    session = begun(replace(LORD, upgrades=(upgrade,)))
    ctx, card = session.game.ctx(session.state), session.game.upgrades[upgrade]
    master = session.state.units[1]
    assert card.back is not None
    profile = session.game.kinds["marshal"].profiles[0]
    assert set(arms_of(ctx, master)) == {*profile.weapons, *card.front.weapons}
    assert set(skills_of(ctx, master)) == {*profile.skills, *card.front.skills}
    assert not (set(card.back.weapons) - set(card.front.weapons)) & set(arms_of(ctx, master))
    assert master.size == 1


@pytest.mark.rule("AV-02")
def test_where_its_power_comes_from_changes_nothing() -> None:
    plain = begun()
    card = replace(ROSTER.upgrades["wrath_unbound"], source="elsewhere")
    other = begun(upgrades={**ROSTER.upgrades, "wrath_unbound": card})
    assert plain.state == other.state
    assert list(plain.game.options(plain.state)) == list(other.game.options(other.state))


@pytest.mark.rule("AV-23")
def test_an_avatar_upgrade_cannot_be_taken_off_and_another_can() -> None:
    session = begun(replace(LORD, upgrades=("wrath_unbound", "field_kit")))
    tx = Tx(session.game, session.state, SeededDice(1))
    assert not discard_upgrade(tx, 1, "wrath_unbound")
    assert discard_upgrade(tx, 1, "field_kit")
    assert tx.commit()[0].units[1].upgrades == ("wrath_unbound",)


@pytest.mark.rule("D-A2", "D-A15")
@pytest.mark.parametrize("upgrade", ["steady_nerves", "field_kit", "breaching_kit", "killing_edge"])
def test_an_ordinary_upgrade_gives_any_trooper_what_is_on_it(upgrade: str) -> None:
    session = begun(Recruit("gunner", cell=0, upgrades=(upgrade,)))
    ctx, card = session.game.ctx(session.state), session.game.upgrades[upgrade]
    bearer = session.state.units[1]
    assert set(card.front.skills) <= set(skills_of(ctx, bearer))
    assert set(card.front.weapons) <= set(arms_of(ctx, bearer))
    assert card.cost in (1, 2)
