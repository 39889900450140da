"""What the five cards demand, and when a Master is asked (AV-42 to AV-44, D-A11, AV-A2, AV-A6, OR-3)."""

import pytest

from game.api import Pass, ScriptedDice, Tx
from game.core.events import UnitRemoved
from game.rules.avatar.actions import ChooseEvent, Manifest, Prepare, Sacrifice
from game.rules.avatar.cards import KILLS, Card, Requirement
from game.rules.avatar.requirements import can_manifest, requirement_of
from game.rules.avatar.tasks import ManifestDue, ManifestPrompt
from game.rules.hive.reinforce import killed_cells
from game.rules.skirmish.actions import Fight, GiveOrder, Idle, Move, Shoot, TakeGuts
from game.rules.skirmish.combat import hurt
from game.rules.skirmish.tasks import DeclareFirst, ExitOffer, GutsRoll, OrdersPhase, React
from tests.rules.avatar.scene import Stage, drawn, master

BLUE_AND_RED = ("blue", "red")
HIT_AND_KILL = {"bs": [5, 20, 20], "save": [1]}


def asked(t: Stage) -> bool:
    """Is the Master asked right now?"""
    return t.waiting == ManifestPrompt(t.id("M"))


def able(t: Stage) -> bool:
    return can_manifest(t.game.ctx(t.state), t.unit("M"))


def kill(t: Stage, letter: str) -> None:
    """An order of the Master's that ends with the death of a gaunt."""
    t.orders()
    t.change("M", counters=(("master", 1),))
    t.act(GiveOrder(t.id("M")))
    t.through(Shoot("rifle", (t.id(letter),)), **HIT_AND_KILL)


@pytest.mark.rule("AV-19", "AV-42", "AV-A2")
def test_a_delayed_master_may_manifest_from_the_third_round_before_its_first_skill() -> None:
    t = Stage(drawn(M=(10, 10)), card="delayed", round=2).orders()
    t.act(GiveOrder(t.id("M")))
    assert not able(t)
    assert t.waiting == DeclareFirst(t.id("M"))
    t.orders().set(round=3)
    t.act(GiveOrder(t.id("M")))
    assert able(t)
    assert t.options() == [Manifest(), Pass()]


@pytest.mark.rule("AV-42")
def test_only_the_requirement_of_the_card_decides() -> None:
    """A scenario's card of another name that demands the same is met by the same."""
    cards = {"first_blood": Card("first_blood", Requirement(KILLS, least=1), "lash")}
    t = Stage(drawn(M=(10, 10), g=(15, 10), h=(1, 1)), g="gaunt", h="gaunt", card="first_blood", cards=cards)
    assert requirement_of(t.game.ctx(t.state), t.unit("M")) == Requirement(KILLS, least=1)
    kill(t, "g")
    assert asked(t)


@pytest.mark.rule("AV-42", "D-A11")
def test_a_bloody_master_needs_its_second_kill() -> None:
    t = Stage(drawn(M=(10, 10), g=(15, 10), h=(15, 11)), g="gaunt", h="gaunt", card="bloody")
    kill(t, "g")
    assert (t.record().progress, able(t)) == (1, False)
    kill(t, "h")
    assert (t.record().progress, asked(t)) == (2, True)


@pytest.mark.rule("D-A11", "D-A13")
def test_kills_of_others_and_of_friends_do_not_count_for_bloody() -> None:
    t = Stage(drawn(M=(10, 10), N=(9, 15), g=(15, 10), h=(1, 1)), N="marine", g="gaunt", h="gaunt", progress=1).orders()
    t.act(GiveOrder(t.id("N")))
    t.through(Shoot("rifle", (t.id("g"),)), **HIT_AND_KILL)
    assert t.record().progress == 1


@pytest.mark.rule("AV-44")
def test_who_declines_keeps_the_card_hidden_until_the_requirement_is_met_afresh() -> None:
    rows = drawn(M=(10, 10), g=(15, 10), h=(15, 11), i=(1, 1))
    t = Stage(rows, g="gaunt", h="gaunt", i="gaunt", card="bloody", progress=1)
    kill(t, "g")
    assert asked(t)
    t.act(Pass())
    twin = Stage(rows, g="gaunt", h="gaunt", i="gaunt", card="planned")
    twin.state = t.state
    twin.card("M", "planned")
    assert t.game.view(t.state, "hive").state == twin.game.view(twin.state, "hive").state
    assert not able(t)
    assert t.seen("hive") is None
    kill(t, "h")
    assert asked(t)


@pytest.mark.rule("AV-43", "AV-A2", "OR-4")
def test_a_requirement_met_in_an_enemys_order_is_asked_about_when_that_order_is_resolved() -> None:
    """The Master reacts and kills; its own save and guts roll come first, the next order after the question."""
    t = Stage(
        drawn(M=(10, 10), R=(15, 10), S=(1, 1)),
        M=master(side="blue"),
        R={"kind": "marine", "side": "red", "wounds": 1},
        S={"kind": "marine", "side": "red"},
        progress=1,
        sides=BLUE_AND_RED,
    )
    t.orders("red")
    t.act(GiveOrder(t.id("R")))
    t.act(Shoot("rifle", (t.id("M"),)))
    assert t.waiting == React(t.id("M"), 1)
    t.through(Shoot("rifle", (t.id("R"),)), bs=[20, 20, 20, 12], save=[1, 1])
    assert t.id("R") in t.state.gone
    assert asked(t)
    assert t.to_act == "blue"
    t.act(Pass())
    assert t.waits_for(OrdersPhase("red"))


@pytest.mark.rule("AV-43", "OR-4")
def test_guts_rolls_come_before_the_question() -> None:
    t = Stage(
        drawn(M=(10, 10), R=(15, 10)),
        M=master(side="blue"),
        R={"kind": "marine", "side": "red"},
        card="desperate",
        sides=BLUE_AND_RED,
    )
    t.orders("red")
    t.act(GiveOrder(t.id("R")))
    t.act(Shoot("rifle", (t.id("M"),)))
    t.through(bs=[5, 20, 20], save=[1])
    assert isinstance(t.waiting, GutsRoll)
    assert t.record().due
    t.act(TakeGuts("pass"))
    assert asked(t)


@pytest.mark.rule("D-A11")
@pytest.mark.parametrize(("wounds", "met"), [(0, False), (1, True)])
def test_a_desperate_master_has_lost_half_its_vita(wounds: int, met: bool) -> None:
    """VITA 3, half of it rounded up is 2."""
    hero = master(kind="hero", wounds=wounds)
    t = Stage(drawn(M=(10, 10), g=(11, 11)), M=hero, g="gaunt", card="desperate")
    t.orders()
    t.act(GiveOrder(t.id("M")))
    t.act(Fight("knife", t.id("g")))
    t.act(t.options(Fight)[0], cc=[20, 5], save=[1])
    assert (t.unit("M").wounds, asked(t)) == (wounds + 1, met)


@pytest.mark.rule("D-A11")
def test_a_desperate_masters_side_is_down_to_half() -> None:
    """Four at first: with the first loss three are left, with the second two."""
    rows = drawn(M=(10, 10), A=(14, 10), B=(11, 10), C=(3, 3), g=(22, 22))
    t = Stage(rows, A="marine", B="marine", C="marine", g="gaunt", card="desperate").orders()
    t.act(GiveOrder(t.id("M")))
    t.through(Sacrifice(t.id("B")))
    assert not asked(t)
    t.change("A", cell=t.at(11, 10)).change("M", counters=(("master", 1),))
    t.orders()
    t.act(GiveOrder(t.id("M")))
    t.through(Sacrifice(t.id("A")))
    assert asked(t)


@pytest.mark.rule("D-A11")
def test_troopers_who_left_by_the_exit_are_no_loss() -> None:
    t = Stage("M.A.g" + "." * 3, A="marine", g="gaunt", card="desperate", zones={"exit": [(2, 0)]})
    t.agenda(ExitOffer(t.id("A")), OrdersPhase("marines"), turn="marines", phase="orders")
    t.act(t.options()[0])
    assert t.state.gone[t.id("A")].reason == "safe"
    assert not able(t)


@pytest.mark.rule("D-A11", "OR-3")
def test_a_planned_master_spends_prepare_a_third_time_not_necessarily_in_a_row() -> None:
    t = Stage(drawn(M=(10, 10), g=(20, 20)), g="gaunt", card="planned")
    for done, skill in ((1, Prepare()), (1, Idle()), (2, Prepare()), (3, Prepare())):
        t.orders().change("M", counters=(("master", 1),))
        t.act(GiveOrder(t.id("M")))
        t.through(skill)
        assert (t.record().progress, asked(t)) == (done, done == 3)


@pytest.mark.rule("D-A11", "AV-44")
def test_a_planned_master_that_declined_prepares_once_more() -> None:
    t = Stage(drawn(M=(10, 10), g=(20, 20)), g="gaunt", card="planned", progress=3).orders()
    t.act(GiveOrder(t.id("M")))
    assert t.waiting == DeclareFirst(t.id("M"))
    t.through(Prepare())
    assert t.record().progress == 4
    assert asked(t)


@pytest.mark.rule("D-A11", "OR-3")
def test_prepare_is_a_short_skill_that_goes_with_a_move_and_with_no_other_short_skill() -> None:
    t = Stage(drawn(M=(10, 10), g=(22, 22)), g="gaunt", card="planned").orders()
    t.act(GiveOrder(t.id("M")))
    t.act(Prepare())
    assert {type(action) for action in t.options()} >= {Move}
    assert t.code(Sacrifice(t.id("g"))) == "TWO_SHORT_SKILLS"
    t.act(Move((t.at(11, 10),)))
    assert t.record().progress == 1


@pytest.mark.rule("OR-3", "D-A11")
@pytest.mark.parametrize("card", ["delayed", "bloody", "desperate", "planned", "sacrificing"])
def test_prepare_and_sacrifice_are_open_to_any_master_with_an_avatar_upgrade_whatever_its_card(card: str) -> None:
    t = Stage(drawn(M=(10, 10), F=(12, 12), N=(3, 3)), F="marine", N="marine", card=card).orders()
    t.act(GiveOrder(t.id("M")))
    assert Prepare() in t.options()
    assert t.options(Sacrifice) == [Sacrifice(t.id("F"))]


@pytest.mark.rule("OR-3")
def test_nobody_else_may_prepare_or_sacrifice() -> None:
    t = Stage(drawn(M=(10, 10), F=(12, 12)), F={"kind": "marine", "upgrades": ("scope",)}).orders()
    t.act(GiveOrder(t.id("F")))
    assert t.code(Prepare()) == "NO_AVATAR_UPGRADE"
    assert t.code(Sacrifice(t.id("M"))) == "NO_AVATAR_UPGRADE"


@pytest.mark.rule("OR-3", "D-A11")
def test_a_sacrifice_removes_a_friend_within_two_cells_for_no_kill_credit() -> None:
    t = Stage(
        drawn(M=(10, 10), F=(12, 12), N=(13, 10), g=(11, 10)), F="marine", N="marine", g="spore", card="sacrificing"
    )
    t.orders()
    t.act(GiveOrder(t.id("M")))
    for other in "NgM":
        assert t.code(Sacrifice(t.id(other))) == "NO_SUCH_SACRIFICE"
    events = t.through(Sacrifice(t.id("F")))
    assert UnitRemoved(t.id("F"), "sacrificed", 0) in events
    assert asked(t)


@pytest.mark.rule("OR-3", "HM-44")
def test_a_sacrifice_counts_as_killed_for_the_corpse_swarms() -> None:
    t = Stage(drawn(M=(10, 10), F=(12, 12), g=(22, 1)), F="marine", g="gaunt", card="delayed").orders()
    t.act(GiveOrder(t.id("M")))
    t.through(Sacrifice(t.id("F")))
    assert list(killed_cells(t.game.ctx(t.state))) == [t.at(12, 12)]


@pytest.mark.rule("AV-52", "AV-A6")
def test_after_a_failure_an_event_card_needs_a_new_trigger() -> None:
    t = Stage("." * 10 + "M.....g...h", g="gaunt", h="gaunt", progress=2, face="up", failed=1, round=2)
    t.orders()
    t.act(GiveOrder(t.id("M")))
    assert t.waiting == DeclareFirst(t.id("M"))
    t.through(Shoot("rifle", (t.id("g"),)), **HIT_AND_KILL)
    assert asked(t)


@pytest.mark.rule("AV-51", "AV-A5", "AV-A15")
def test_the_rest_of_the_turn_is_the_rest_of_the_round_whoever_plays() -> None:
    """It failed in red's turn; in blue's own turn of the same round it is not asked, in that of the next it is."""
    t = Stage(
        drawn(M=(10, 10)), M=master(side="blue"), card="delayed", sides=BLUE_AND_RED, face="up", failed=4, round=4
    )
    for round_, met in ((4, False), (5, True)):
        t.orders("blue").set(round=round_)
        t.act(GiveOrder(t.id("M")))
        assert asked(t) is met


@pytest.mark.rule("AV-51", "AV-A6")
def test_after_a_failure_a_new_trigger_of_the_same_round_is_not_asked_about() -> None:
    t = Stage("." * 10 + "M.....g...h", g="gaunt", h="gaunt", progress=2, face="up", failed=1, round=1)
    kill(t, "g")
    assert t.record().progress == 3
    assert t.waiting == OrdersPhase("marines")
    assert not able(t)


@pytest.mark.rule("AV-52", "AV-A6", "AV-44")
def test_a_complete_plan_is_asked_about_again_at_the_next_start_of_an_activation() -> None:
    t = Stage("." * 10 + "M.........g", g="gaunt", card="planned", progress=3).ask()
    t.act(Manifest())
    t.act(GiveOrder(t.id("M")))
    assert t.waiting == DeclareFirst(t.id("M"))
    t.orders().set(round=2)
    t.act(GiveOrder(t.id("M")))
    assert asked(t)
    t.act(Pass())
    t.orders().change("M", counters=(("master", 1),))
    t.act(GiveOrder(t.id("M")))
    assert t.waiting == DeclareFirst(t.id("M"))


@pytest.mark.rule("AV-A12")
def test_an_avatar_does_not_manifest_again() -> None:
    t = Stage(drawn(M=(10, 10), g=(16, 10), h=(1, 1)), g="gaunt", h="gaunt", progress=1).ask()
    t.rise(11, 10)
    t.act(Pass())
    kill(t, "g")
    assert t.waiting == OrdersPhase("marines")
    assert Prepare() not in t.options()


@pytest.mark.rule("X-40")
@pytest.mark.parametrize("state", ["unconscious", "incapacitated"])
def test_a_master_that_is_down_cannot_manifest(state: str) -> None:
    wounds = 2 if state == "unconscious" else 0
    t = Stage(drawn(M=(10, 10), F=(3, 3), g=(20, 20)), M=master(wounds=wounds, states=(state,)), F="marine", g="gaunt")
    t.card("M", "bloody", progress=2, due=True)
    t.agenda(ManifestDue(t.id("M")), OrdersPhase("marines"), turn="marines", phase="orders")
    t.run()
    assert t.waiting == OrdersPhase("marines")
    assert not t.record().due


@pytest.mark.rule("AV-43", "AV-A2")
def test_outside_orders_the_question_comes_at_once() -> None:
    """An effect of no order: two wounds of a hero whose VITA is three."""
    t = Stage(drawn(M=(10, 10), g=(20, 20)), M=master(kind="hero"), g="gaunt", card="desperate").orders()
    tx = Tx(t.game, t.state, ScriptedDice({}))
    hurt(tx, t.id("M"), 2)
    tx.advance()
    t.state, _ = tx.commit()
    assert asked(t)
    t.rise(11, 10)
    t.act(ChooseEvent("mend"))
    assert t.unit("M").wounds == 1


@pytest.mark.rule("AV-43")
def test_what_a_manifestation_does_may_meet_the_requirement_of_another_master() -> None:
    """Blue's avatar strikes red's Master, who is asked when that manifestation is over."""
    t = Stage(
        drawn(M=(10, 10), R=(14, 10)),
        M=master(side="blue"),
        R=master("bulwark", kind="chaplain", side="red"),
        sides=BLUE_AND_RED,
    )
    t.card("R", "desperate").ask(side="blue")
    t.rise(11, 10)
    t.act(ChooseEvent("lash"), save=[1])
    t.act(TakeGuts("pass"))
    assert t.record().manifested
    assert t.waiting == ManifestPrompt(t.id("R"))
