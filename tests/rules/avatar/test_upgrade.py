"""The upgrade with two faces and the figure of the avatar (AV-13 to AV-32)."""

from dataclasses import dataclass
from typing import Any

import pytest
from msgspec.structs import replace

from game.api import IllegalAction, Objective, Pass
from game.core.profile import Upgrade
from game.rules.avatar.actions import AimEvent, ChooseEvent, Manifest, PlaceAvatar
from game.rules.avatar.cards import STRIP, ManifestationEvent
from game.rules.avatar.crews import build_crew, is_avatar
from game.rules.avatar.faces import (
    MANIFESTED,
    PRE,
    avatar_size,
    figure_of,
    is_manifested,
    may_manifest,
    side_up,
    sides_of,
    upgrades_of,
)
from game.rules.avatar.upgrades import discardable
from game.rules.skirmish import names
from game.rules.skirmish.actions import Fight, GiveOrder, Hide, Move, Shoot
from game.rules.skirmish.objectives import is_met
from game.rules.skirmish.queries import footprint_of, gear_of, has_gear, profile_of, skills_of
from tests.rules.avatar.scene import MASTER_KINDS, UPGRADES, Stage, crew, drawn, master
from tests.support.reference import KINDS

ALL_KINDS = {**KINDS, **MASTER_KINDS}


@dataclass(frozen=True)
class Side:
    """What the two faces of a test upgrade give, as skills and equipment."""

    front: set[str]
    back: set[str]


FACES = {
    "wraith": Side({"courage"}, {"berserk"}),
    "bulwark": Side({"medikit"}, {"courage"}),
    "tempest": Side({"camouflage"}, {"d_charge"}),
}
BASE_CELLS = {"wraith": 2, "bulwark": 1, "tempest": 1}


def abilities(t: Stage) -> set[str]:
    ctx, unit = t.game.ctx(t.state), t.unit("M")
    return set(skills_of(ctx, unit)) | set(gear_of(ctx, unit))


def risen(upgrade: str = "wraith", **given: Any) -> Stage:
    """A Master that has manifested beside its old place, without an event."""
    t = Stage(drawn(M=(10, 10), g=(20, 20)), M=master(upgrade, **given), g="gaunt").ask()
    t.act(Manifest())
    t.act(PlaceAvatar(t.at(11, 10)))
    t.act(Pass())
    return t


@pytest.mark.rule("AV-13")
def test_the_restrictions_say_whether_it_is_an_avatar_upgrade_not_the_name() -> None:
    assert is_avatar(Upgrade("plain name", restrictions=("avatar",)))
    assert not is_avatar(Upgrade("avatar"))


@pytest.mark.rule("AV-14")
def test_a_model_has_one_avatar_upgrade() -> None:
    greedy = replace(crew()[0], upgrades=("wraith", "bulwark"))
    with pytest.raises(IllegalAction, match="ONE_AVATAR"):
        build_crew("blue", (greedy,), ALL_KINDS, UPGRADES)


@pytest.mark.rule("AV-15", "AV-16")
def test_both_faces_carry_rules_else_it_is_like_any_upgrade() -> None:
    t = Stage(drawn(M=(10, 10)), M=master(more=("scope",)))
    listed = upgrades_of(t.game.ctx(t.state), t.unit("M"))
    assert [upgrade.id for upgrade in listed] == ["wraith", "scope"]
    assert sum(upgrade.cost for upgrade in listed) == 3
    assert [sides_of(upgrade) for upgrade in listed] == [(PRE, MANIFESTED), (PRE,)]
    assert has_gear(t.game.ctx(t.state), t.unit("M"), "auspex")


@pytest.mark.rule("AV-17", "AV-18")
@pytest.mark.parametrize("upgrade", list(FACES))
def test_at_first_the_pre_side_counts_and_the_other_is_ignored(upgrade: str) -> None:
    t = Stage(drawn(M=(10, 10)), M=master(upgrade))
    assert abilities(t) == FACES[upgrade].front
    assert t.unit("M").size == 1
    assert footprint_of(t.game.ctx(t.state), t.unit("M")) == 1


@pytest.mark.rule("AV-20", "AV-21", "AV-22")
@pytest.mark.parametrize("upgrade", list(FACES))
def test_afterwards_the_manifested_side_counts_and_the_pre_side_is_gone(upgrade: str) -> None:
    t = Stage(drawn(M=(10, 10)), M=master(upgrade)).ask()
    both = FACES[upgrade].front | FACES[upgrade].back
    for action in (Manifest(), PlaceAvatar(t.at(11, 10)), Pass()):
        assert abilities(t) & both == FACES[upgrade].front
        t.act(action)
    assert abilities(t) & both == FACES[upgrade].back
    assert side_up(t.game.ctx(t.state), t.unit("M"), UPGRADES[upgrade]) == MANIFESTED


@pytest.mark.rule("AV-21", "D-A15")
def test_weapons_of_a_face_can_be_used_while_it_is_up() -> None:
    t = Stage(drawn(M=(10, 10), g=(11, 10)), g="gaunt").orders()
    t.act(GiveOrder(t.id("M")))
    assert Fight("sword", t.id("g")) in t.options()
    t = risen()
    t.act(GiveOrder(t.id("M")))
    assert {action.weapon for action in t.listed(Shoot)} == {"rifle", "cannon"}
    assert t.code(Fight("sword", t.id("g"))) == "NO_SUCH_WEAPON"


@pytest.mark.rule("AV-23", "AV-06")
def test_no_ability_takes_the_avatar_upgrade_off_a_master_but_an_ordinary_one() -> None:
    """Blue's avatar disarms red's Master."""
    steal = ManifestationEvent("steal", STRIP, "foe", within=6)
    t = Stage(
        drawn(M=(10, 10), R=(14, 10)),
        M=master(side="blue"),
        R=master("bulwark", side="red", more=("scope",)),
        sides=("blue", "red"),
        card_events={"dread": replace(steal, id="dread")},
    )
    t.card("R", "planned")
    assert discardable(t.game.ctx(t.state), t.unit("R")) == ("scope",)
    t.ask(side="blue").rise(11, 10)
    assert t.code(AimEvent(t.id("R"), name="bulwark")) == "NOT_NOW"
    t.act(ChooseEvent("dread"))
    assert t.unit("R").upgrades == ("bulwark",)
    assert not has_gear(t.game.ctx(t.state), t.unit("R"), "auspex")
    assert t.record("R").card == "planned"


@pytest.mark.rule("AV-24", "AV-25")
@pytest.mark.parametrize("upgrade", list(FACES))
def test_the_avatars_figure_replaces_the_masters(upgrade: str) -> None:
    t = Stage(drawn(M=(10, 10)), M=master(upgrade))
    assert figure_of(t.game.ctx(t.state), t.unit("M")) == "master_plain"
    t = risen(upgrade)
    assert figure_of(t.game.ctx(t.state), t.unit("M")) == f"{upgrade}_risen"
    assert [unit.kind for unit in t.state.units.values()].count("master") == 1


@pytest.mark.rule("AV-25", "AV-49")
def test_the_figure_changes_when_it_is_placed_though_the_upgrade_is_not_turned_yet() -> None:
    t = Stage(drawn(M=(10, 10))).ask()
    t.act(Manifest())
    assert figure_of(t.game.ctx(t.state), t.unit("M")) == "master_plain"
    t.act(PlaceAvatar(t.at(11, 10)))
    assert figure_of(t.game.ctx(t.state), t.unit("M")) == "wraith_risen"
    assert footprint_of(t.game.ctx(t.state), t.unit("M")) == 2
    assert not is_manifested(t.game.ctx(t.state), t.unit("M"))


@pytest.mark.rule("AV-26", "D-A7")
@pytest.mark.parametrize("upgrade", list(BASE_CELLS))
def test_the_manifested_side_gives_the_new_base(upgrade: str) -> None:
    t = risen(upgrade)
    assert t.unit("M").size == BASE_CELLS[upgrade]
    assert avatar_size(t.unit("M"), UPGRADES[upgrade]) == BASE_CELLS[upgrade]
    assert footprint_of(t.game.ctx(t.state), t.unit("M")) == BASE_CELLS[upgrade]


@pytest.mark.rule("AV-26", "AV-A3")
def test_an_avatar_on_an_unchanged_base_moves_beside_its_old_place_all_the_same() -> None:
    t = Stage(drawn(M=(10, 10)), M=master("bulwark")).ask()
    t.act(Manifest())
    assert len(t.options(PlaceAvatar)) == 8
    assert t.code(PlaceAvatar(t.at(10, 10))) == "NOT_BESIDE_MASTER"


@pytest.mark.rule("AV-27")
def test_the_avatar_uses_the_masters_profile() -> None:
    before, after = Stage(drawn(M=(10, 10)), M=master()), risen()
    profiles = [profile_of(t.game.ctx(t.state), t.unit("M")) for t in (before, after)]
    assert profiles[0] == profiles[1] == KINDS["marine"].profiles[0]


@pytest.mark.rule("AV-28", "AV-29", "AV-31", "AV-32", "X-46")
def test_it_is_still_the_same_master_with_all_that_it_had() -> None:
    """Wounds, states, another upgrade, the orders it has had: only its place and its base differ."""
    had: dict[str, Any] = {
        "wounds": 1,
        "states": (names.ISOLATED,),
        "more": ("scope",),
        "counters": ((names.LIEUTENANT, 1), (names.ORDERS, 1)),
    }
    before = Stage(drawn(M=(10, 10), g=(20, 20)), M=master(**had), g="gaunt").unit("M")
    after = risen(**had).unit("M")
    differing = {name for name in before.__struct_fields__ if getattr(before, name) != getattr(after, name)}
    assert differing == {"cell", "size"}
    assert after.count(names.MASTER) == 1


@pytest.mark.rule("AV-30", "D-A8")
def test_an_objective_about_the_master_is_about_the_avatar() -> None:
    objective = Objective("keep", target="master")
    t = Stage(drawn(M=(10, 10), g=(20, 20)), g="gaunt", objective=objective).ask()
    t.rise(11, 10)
    t.act(Pass())
    assert kept(t, objective)
    t.set(units={unit.id: unit for unit in t.state.units.values() if unit.id != t.id("M")})
    assert not kept(t, objective)


def kept(t: Stage, objective: Objective) -> bool:
    return is_met(t.game.ctx(t.state), t.state.ext["missions"], "marines", objective, final=True)


@pytest.mark.rule("AV-31", "OR-2")
def test_at_the_cap_of_orders_the_avatar_is_offered_none() -> None:
    t = Stage(
        drawn(M=(10, 10), F=(1, 1), g=(20, 20)), M=master(counters=((names.ORDERS, 2),)), F="marine", g="gaunt"
    ).ask()
    t.rise(11, 10)
    t.act(Pass())
    assert [order.unit for order in t.listed(GiveOrder)] == [t.id("F")]
    assert t.code(GiveOrder(t.id("M"))) == "ORDER_LIMIT"


@pytest.mark.rule("AV-A12")
def test_an_avatar_is_one_for_good() -> None:
    t = risen()
    assert is_manifested(t.game.ctx(t.state), t.unit("M"))
    assert not may_manifest(t.game.ctx(t.state), t.unit("M"))


@pytest.mark.rule("ST-10")
def test_an_avatar_on_a_large_base_hides_under_no_marker() -> None:
    hider = {"hider": replace(KINDS["scout"], id="hider")}
    for upgrade, code in (("wraith", "TOO_BIG_TO_HIDE"), ("bulwark", "")):
        rows = drawn(M=(10, 10))
        t = Stage(rows, M=master(upgrade, kind="hider"), kinds=hider).ask()
        t.rise(11, 10)
        t.act(Pass())
        t.act(GiveOrder(t.id("M")))
        assert t.code(Hide()) == code
        assert Move in {type(action) for action in t.options()}
