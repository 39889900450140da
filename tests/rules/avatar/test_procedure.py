"""The procedure of a manifestation, step by step (AV-45 to AV-56)."""

import pytest

from game.api import Pass
from game.core.events import UnitMoved, UnitResized
from game.rules.avatar.actions import AimEvent, ChooseEvent, Manifest, PlaceAvatar
from game.rules.avatar.events import (
    AvatarPlaced,
    CardRevealed,
    FigureRemoved,
    ManifestationEventChosen,
    ManifestationFailed,
    UpgradeFlipped,
)
from game.rules.avatar.faces import MANIFESTED, PRE, side_up
from game.rules.avatar.tasks import AvatarPlace, EventChoice
from game.rules.skirmish.actions import Berserk, GiveOrder
from game.rules.skirmish.queries import has_skill, is_engaged
from game.rules.skirmish.tasks import DeclareFirst, GutsRoll
from tests.rules.avatar.scene import UPGRADES, Stage, drawn, master
from tests.support.table import CORRIDOR, kinds_of

STEPS = (CardRevealed, UnitMoved, AvatarPlaced, FigureRemoved, ManifestationEventChosen, UpgradeFlipped)


def side(t: Stage) -> str:
    """The face of the Master's upgrade that is up."""
    return side_up(t.game.ctx(t.state), t.unit("M"), UPGRADES[t.unit("M").upgrades[0]])


def skilled(t: Stage, skill: str) -> bool:
    return has_skill(t.game.ctx(t.state), t.unit("M"), skill)


@pytest.mark.rule("AV-45")
def test_a_manifesting_master_follows_the_steps_in_order() -> None:
    t = Stage(drawn(M=(10, 10), g=(11, 11)), card="desperate", g="gaunt").ask()
    t.change("M", wounds=1)
    t.rise(11, 10)
    t.act(ChooseEvent("mend"))
    steps = [type(event) for event in t.events if isinstance(event, STEPS)]
    assert steps == list(STEPS)


@pytest.mark.rule("AV-46")
def test_the_card_is_revealed_to_all_players() -> None:
    t = Stage(drawn(M=(10, 10), g=(20, 20)), g="gaunt").ask()
    assert t.seen("hive") is None
    t.act(Manifest())
    seen = t.seen("hive")
    assert seen is not None
    assert seen.card == "bloody"


@pytest.mark.rule("AV-46", "AV-50", "AV-A4")
def test_the_card_stays_revealed_and_pushes_stand_though_the_avatar_cannot_be_placed() -> None:
    t = Stage("M.g" + "." * 18, g="gaunt").ask()
    t.act(Manifest())
    seen = t.seen("hive")
    assert seen is not None
    assert seen.card == "bloody"
    assert (t.xy("M"), t.xy("g")) == ((0, 0), (4, 0))


@pytest.mark.rule("AV-47")
def test_everybody_within_two_cells_is_pushed_two_cells_directly_away() -> None:
    t = Stage(drawn(M=(10, 10), F=(11, 10), g=(11, 11), h=(12, 11)), F="marine", g="gaunt", h="gaunt").ask()
    pushes = [event for event in t.act(Manifest()) if isinstance(event, UnitMoved)]
    assert [t.xy(letter) for letter in "Fgh"] == [(13, 10), (13, 13), (14, 12)]
    assert {event.how for event in pushes} == {"push"}


@pytest.mark.rule("AV-47", "AV-A8")
def test_a_push_ends_in_the_last_free_cell_before_another_unit() -> None:
    """In contact with a foe that stands three cells away, and so is not pushed, it is engaged."""
    t = Stage(drawn(M=(10, 10), F=(11, 10), g=(13, 10)), F="marine", g="gaunt").ask()
    t.act(Manifest())
    assert (t.xy("F"), t.xy("g")) == ((12, 10), (13, 10))
    assert is_engaged(t.game.ctx(t.state), t.unit("F"))


@pytest.mark.rule("AV-47", "AV-A8")
def test_a_wall_stops_a_push() -> None:
    rows = drawn(M=(10, 10), F=(11, 10))
    rows[10] = rows[10][:12] + "#" + rows[10][13:]
    t = Stage(rows, F="marine").ask()
    t.act(Manifest())
    assert t.xy("F") == (11, 10)


@pytest.mark.rule("AV-47", "AV-A7")
def test_the_farthest_is_pushed_first_then_the_lowest_id() -> None:
    """F makes way for G behind it; of two at one distance the lower id goes first."""
    t = Stage(drawn(M=(10, 10), G=(12, 10), F=(11, 10), E=(10, 12)), G="marine", F="marine", E="marine").ask()
    moved = [event.unit for event in t.act(Manifest()) if isinstance(event, UnitMoved)]
    assert moved == [t.id("G"), t.id("E"), t.id("F")]
    assert [t.xy(letter) for letter in "GFE"] == [(14, 10), (13, 10), (10, 14)]


@pytest.mark.rule("AV-47", "AV-A8")
def test_the_way_of_a_push_goes_step_by_step_and_halves_go_toward_the_master() -> None:
    """From (12,11) over (13,11) to (14,12): a wall at (13,11) stops it, one at (13,12) does not concern it."""
    for wall, end in (((13, 11), (12, 11)), ((13, 12), (13, 11))):
        rows = drawn(M=(10, 10), g=(12, 11))
        x, y = wall
        rows[y] = rows[y][:x] + "#" + rows[y][x + 1 :]
        t = Stage(rows, g="gaunt").ask()
        t.act(Manifest())
        assert t.xy("g") == end


@pytest.mark.rule("AV-47", "AV-A9")
def test_large_units_are_pushed_whole_from_nearest_cell_to_nearest_cell() -> None:
    t = Stage(drawn(M=(10, 10), C=(12, 9)), C="crusher").ask()
    t.act(Manifest())
    assert t.xy("C") == (14, 9)
    t = Stage(drawn(M=(10, 10), C=(8, 8)), C="crusher").ask()
    t.act(Manifest())
    assert t.xy("C") == (6, 6)


@pytest.mark.rule("AV-48", "AV-49", "AV-A3")
def test_the_avatar_is_placed_touching_the_master_and_not_over_it() -> None:
    t = Stage(drawn(M=(10, 10))).ask()
    t.act(Manifest())
    assert t.waiting == AvatarPlace(t.id("M"))
    places = [t.board.xy(action.cell) for action in t.listed(PlaceAvatar)]
    ring = {(x, y) for x in range(8, 12) for y in range(8, 12)}
    assert len(places) == 12
    assert set(places) == ring - {(9, 9), (10, 9), (9, 10), (10, 10)}
    for covering in ((9, 9), (10, 9), (9, 10), (10, 10)):
        assert t.code(PlaceAvatar(t.at(*covering))) == "NOT_BESIDE_MASTER"
    assert t.code(PlaceAvatar(t.at(12, 10))) == "NOT_BESIDE_MASTER"


@pytest.mark.rule("AV-48", "AV-49")
def test_only_when_the_avatar_stands_the_masters_figure_goes() -> None:
    t = Stage(drawn(M=(10, 10))).ask()
    events = t.rise(11, 11)
    told = [event for event in events if isinstance(event, AvatarPlaced | FigureRemoved | UnitResized)]
    assert told == [
        AvatarPlaced(t.id("M"), t.at(11, 11), 2, "wraith_risen"),
        FigureRemoved(t.id("M"), t.at(10, 10), 1),
        UnitResized(t.id("M"), t.at(11, 11), 2),
    ]
    assert not t.state.occupied >> t.at(10, 10) & 1


@pytest.mark.rule("AV-48")
def test_the_avatar_is_not_placed_on_units_markers_or_where_nobody_stands() -> None:
    rows = drawn(M=(10, 10), g=(13, 10))
    rows[12] = rows[12][:9] + "#" + rows[12][10:]
    t = Stage(rows, g="gaunt").ask()
    t.marker("infestation", 9, 8)
    t.act(Manifest())
    places = {t.board.xy(action.cell) for action in t.listed(PlaceAvatar)}
    assert places == {(10, 8), (11, 8), (11, 9), (11, 10), (8, 10), (8, 9), (10, 11), (11, 11)}


@pytest.mark.rule("AV-50")
def test_an_avatar_without_room_does_not_manifest() -> None:
    t = Stage("." * 10 + "M" + "." * 10, card="delayed").ask()
    events = t.act(Manifest())
    assert ManifestationFailed(t.id("M"), 1) in events
    assert t.xy("M") == (10, 0)
    assert side(t) == PRE
    assert skilled(t, "courage")
    assert not skilled(t, "berserk")


@pytest.mark.rule("AV-51", "AV-52", "AV-A5")
def test_after_a_failure_it_cannot_manifest_again_this_round_but_in_a_later_one() -> None:
    t = Stage("." * 10 + "M" + "." * 10, card="delayed", round=3).ask()
    t.act(Manifest())
    t.act(GiveOrder(t.id("M")))
    assert t.waiting == DeclareFirst(t.id("M"))
    t.orders().set(round=4)
    t.act(GiveOrder(t.id("M")))
    assert t.options() == [Manifest(), Pass()]


@pytest.mark.rule("AV-53", "AV-A10")
def test_an_event_of_the_pre_side_is_measured_from_the_avatars_footprint() -> None:
    """From (10,10) the first foe is 5 cells away, from the avatar on (11..12,10..11) 3; the second is 5 from both."""
    t = Stage(drawn(M=(10, 10), g=(15, 10), h=(17, 10)), g="gaunt", h="gaunt").ask()
    t.rise(11, 10)
    assert ChooseEvent("dread") in t.options()
    t.act(ChooseEvent("dread"), wip=[15])
    assert t.unit("g").states == ("stunned",)
    assert t.unit("h").states == ()


@pytest.mark.rule("AV-54")
def test_he_may_resolve_no_event() -> None:
    t = Stage(drawn(M=(10, 10), g=(13, 10)), g="gaunt").ask()
    t.rise(11, 11)
    events = t.act(Pass())
    assert kinds_of(events) == ["UpgradeFlipped"]
    assert side(t) == MANIFESTED


@pytest.mark.rule("AV-55")
def test_the_upgrade_is_turned_only_after_the_event() -> None:
    t = Stage(
        drawn(M=(10, 10), H=(14, 10)), M=master(side="blue"), H={"kind": "marine", "side": "red"}, sides=("blue", "red")
    )
    t.ask(side="blue")
    t.rise(11, 10)
    assert (t.waiting, side(t)) == (EventChoice(t.id("M")), PRE)
    t.act(ChooseEvent("lash"), save=[20])
    assert (t.waiting, side(t)) == (GutsRoll(t.id("H"), tuple(t.board.footprint(t.at(11, 10), 2))), PRE)
    t.act(t.options()[0], guts=[1])
    assert side(t) == MANIFESTED


@pytest.mark.rule("AV-56")
def test_the_manifested_side_counts_in_the_very_next_skill() -> None:
    t = Stage(drawn(M=(10, 10), g=(15, 10)), g="gaunt").ask()
    t.rise(11, 10)
    t.act(Pass())
    assert not skilled(t, "courage")
    assert skilled(t, "berserk")
    t.act(GiveOrder(t.id("M")))
    assert Berserk in {type(action) for action in t.options()}


@pytest.mark.rule("AV-50", "AV-51", "X-38")
def test_in_a_corridor_the_card_is_public_the_pushes_are_done_and_there_is_no_second_try() -> None:
    t = Stage("." * 8 + "g.M.F" + "." * 8, F="marine", g="gaunt", card="delayed", round=3).ask()
    t.act(Manifest())
    assert [t.xy(letter) for letter in "gMF"] == [(6, 0), (10, 0), (14, 0)]
    seen = t.seen("hive")
    assert seen is not None
    assert (seen.card, seen.failed) == ("delayed", 3)
    t.act(GiveOrder(t.id("M")))
    assert t.waiting == DeclareFirst(t.id("M"))
    assert len(CORRIDOR) == t.board.width


@pytest.mark.rule("AV-48")
def test_a_single_place_is_taken_without_asking() -> None:
    rows = ["########", "#M..####", "##..####", *["########"] * 5]
    t = Stage(rows).ask()
    t.act(Manifest())
    assert t.waiting == EventChoice(t.id("M"))
    assert (t.xy("M"), t.unit("M").size) == ((2, 1), 2)


@pytest.mark.rule("AV-53")
def test_one_of_several_foes_is_picked_for_an_event_that_strikes_one() -> None:
    t = Stage(drawn(M=(10, 10), g=(14, 10), h=(14, 11)), g="gaunt", h="gaunt").ask()
    t.rise(11, 10)
    t.act(ChooseEvent("lash"))
    assert t.options() == [AimEvent(t.id("g")), AimEvent(t.id("h")), Pass()]
    assert t.code(AimEvent(t.id("M"))) == "NOT_AN_AIM"
    t.act(AimEvent(t.id("h")), save=[1])
    assert t.state.gone[t.id("h")].by == t.id("M")
