"""Nothing about a card that lies face down reaches another team (HI-1, HI-2, AV-10, AV-11, AV-44, AV-A13)."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from game.api import Action, Event, Pass, ScriptedDice, State, Tx
from game.core.events import AgendaChanged
from game.rules.avatar.actions import ChooseEvent, Manifest, PlaceAvatar, Prepare, Sacrifice
from game.rules.avatar.cards import CARDS
from game.rules.avatar.events import CardMarked, CardRevealed
from game.rules.avatar.faces import figure_of, may_manifest
from game.rules.avatar.tasks import ManifestDue, ManifestPrompt, Pondering
from game.rules.skirmish import names
from game.rules.skirmish.actions import GiveOrder, Shoot
from game.rules.skirmish.combat import remove
from game.rules.skirmish.tasks import GutsRoll, OrdersPhase
from tests.rules.avatar.scene import Stage, drawn, master
from tests.support.reference import KINDS

ROWS = drawn(M=(10, 10), F=(12, 12), A=(3, 3), g=(15, 10), h=(15, 12))
SIDES = ("marines", "allies", "hive")
TEAMS = {"marines": "humans", "allies": "humans", "hive": "hive"}


def scene(card: str, progress: int = 0) -> Stage:
    ally = {"kind": "marine", "side": "allies"}
    return Stage(
        ROWS, F="marine", A=ally, g="gaunt", h="gaunt", card=card, progress=progress, sides=SIDES, teams=TEAMS, round=2
    ).orders()


def told(t: Stage, side: str, actions: Sequence[Action], **dice: Sequence[int]) -> tuple[list[Event], State]:
    """What a side hears and then sees of some actions."""
    scripted = ScriptedDice({name: list(faces) for name, faces in dice.items()})
    heard: list[Event] = []
    for action in actions:
        before = t.game.redacted(t.state, side)
        t.state, events = t.game.apply(t.state, action, scripted)
        shown = t.game.redacted_events(t.state, events, side)
        assert t.game.fold(before, shown) == t.game.redacted(t.state, side)
        heard.extend(shown)
    return heard, t.game.redacted(t.state, side)


@pytest.mark.rule("HI-1", "HI-2", "AV-10", "AV-11")
def test_states_that_differ_only_in_card_and_progress_give_equal_views_to_other_teams() -> None:
    tables = [scene(card, progress) for card in CARDS for progress in (0, 1, 5)]
    tables.append(scene("bloody").card("M", "bloody", progress=3, due=True))
    views = [t.game.view(t.state, "hive") for t in tables]
    assert all(view.state == views[0].state for view in views)
    assert len({t.game.digest(view.state) for t, view in zip(tables, views, strict=True)}) == 1
    assert len({t.game.digest(t.state) for t in tables}) == len(tables)


@pytest.mark.rule("HI-1", "TS-0")
def test_friends_are_told_of_the_card() -> None:
    t = scene("bloody", 1)
    assert t.seen("allies") == t.seen("marines") == t.record()


@pytest.mark.rule("HI-1", "HI-2", "AV-10")
@pytest.mark.parametrize("deed", ["prepare", "sacrifice", "shoot"])
def test_the_same_deeds_are_told_alike_whatever_they_count_for(deed: str) -> None:
    """No requirement is met by one kill, one Prepare, or a sacrifice of one of three: only what is counted differs."""
    stories = []
    for card in ("delayed", "bloody", "planned"):
        t = scene(card)
        skill = {
            "prepare": Prepare(),
            "sacrifice": Sacrifice(t.id("F")),
            "shoot": Shoot("rifle", (t.id("g"),)),
        }[deed]
        begun = told(t, "hive", [GiveOrder(t.id("M"))])
        events = t.through(skill, **({"bs": [5, 20, 20], "save": [1]} if deed == "shoot" else {}))
        shown = t.game.redacted_events(t.state, events, "hive")
        assert not any(isinstance(event, CardMarked) for event in shown)
        stories.append((begun, shown, t.game.redacted(t.state, "hive")))
    assert stories[0] == stories[1] == stories[2]


@pytest.mark.rule("HI-2", "AV-10")
def test_the_owner_is_told_how_far_the_card_has_got() -> None:
    t = scene("planned")
    t.act(GiveOrder(t.id("M")))
    events = t.through(Prepare())
    assert CardMarked(t.id("M"), 1) in t.game.redacted_events(t.state, events, "marines")


@pytest.mark.rule("HI-2", "AV-43", "AV-44", "AV-A13")
def test_while_a_master_is_asked_others_see_only_that_its_side_ponders() -> None:
    """Whichever card is behind it; and when it declines they have seen nothing else."""
    stories = []
    for card, progress in (("bloody", 1), ("planned", 2)):
        t = scene(card, progress)
        t.agenda(ManifestPrompt(t.id("M")), OrdersPhase("marines"), turn="marines")
        view = t.game.view(t.state, "hive")
        assert view.state.agenda == (OrdersPhase("marines"), Pondering("marines"))
        assert t.game.to_act(view.state) == "marines"
        assert (len(view.options()), bool(view.verdict(Manifest()))) == (0, False)
        heard, seen = told(t, "hive", [Pass()])
        assert heard == [AgendaChanged((OrdersPhase("marines"),))]
        stories.append((view.state, heard, seen))
    assert stories[0] == stories[1]


@pytest.mark.rule("HI-2", "AV-44")
def test_after_declining_the_opponents_view_is_as_if_nothing_had_been_asked() -> None:
    t = scene("bloody", 1)
    quiet = t.game.view(t.state, "hive").state
    t.agenda(ManifestPrompt(t.id("M")), *reversed(t.state.agenda), turn="marines", phase="orders")
    t.act(Pass())
    assert t.game.view(t.state, "hive").state == quiet


@pytest.mark.rule("HI-2", "OR-4")
def test_what_is_noted_for_later_is_not_on_the_agenda_of_others() -> None:
    t = Stage(
        drawn(M=(10, 10), R=(15, 10)), M=master(side="blue"), R={"kind": "marine", "side": "red"}, sides=("blue", "red")
    )
    waiting = (GutsRoll(t.id("R"), (0,)), ManifestDue(t.id("M")), OrdersPhase("blue"))
    t.agenda(*waiting, turn="blue")
    assert ManifestDue(t.id("M")) not in t.game.view(t.state, "red").state.agenda
    assert ManifestDue(t.id("M")) in t.game.view(t.state, "blue").state.agenda
    events = (AgendaChanged(t.state.agenda),)
    assert t.game.redacted_events(t.state, events, "red") == (AgendaChanged(t.game.view(t.state, "red").state.agenda),)


@pytest.mark.rule("HI-1", "AV-46", "HI-2")
def test_from_the_first_step_on_everything_is_public() -> None:
    t = scene("bloody", 1)
    t.agenda(ManifestPrompt(t.id("M")), OrdersPhase("marines"), turn="marines")
    heard, seen = told(t, "hive", [Manifest(), PlaceAvatar(t.at(9, 11)), ChooseEvent("dread")], wip=[])
    assert CardRevealed(t.id("M"), "bloody", 1) in heard
    assert seen.ext["avatar"] == t.state.ext["avatar"]
    assert seen.agenda == t.state.agenda


@pytest.mark.rule("HI-2", "AV-11")
def test_others_may_imagine_how_it_goes_on_while_a_side_ponders() -> None:
    t = scene("bloody", 1)
    t.agenda(ManifestPrompt(t.id("M")), OrdersPhase("marines"), turn="marines")
    view = t.game.view(t.state, "hive")
    after, _ = view.imagine(Pass(), ScriptedDice({}))
    assert after.agenda == (OrdersPhase("marines"),)


@pytest.mark.rule("HI-1", "HI-2", "AV-09", "ST-10")
def test_a_master_under_a_marker_shows_neither_upgrade_nor_card_until_it_manifests() -> None:
    lurking = master("tempest", kind="hider", side="blue", states=(names.CAMOUFLAGED,))
    foe = {"kind": "marine", "side": "red"}
    hider = {"hider": replace(KINDS["scout"], id="hider", figure="hider_plain")}
    t = Stage(drawn(M=(10, 10), R=(20, 20)), M=lurking, R=foe, sides=("blue", "red"), kinds=hider).ask(side="blue")
    hidden = t.game.view(t.state, "red")
    assert (hidden.foes[0].upgrades, hidden.foes[0].kind) == ((), "unknown")
    assert t.seen("red") is None
    assert not may_manifest(hidden.ctx, hidden.foes[0])
    heard, seen = told(t, "red", [Manifest(), PlaceAvatar(t.at(11, 10)), Pass()])
    assert CardRevealed(t.id("M"), "bloody") in heard
    assert seen.units[t.id("M")] == t.unit("M")
    assert t.unit("M").states == ()
    assert figure_of(t.game.view(t.state, "red").ctx, t.unit("M")) == "tempest_risen"


@pytest.mark.rule("HI-1", "HI-2")
def test_the_card_of_a_master_that_fell_stays_secret() -> None:
    stories = []
    for card in ("bloody", "planned"):
        t = scene(card, 1)
        tx = Tx(t.game, t.state, ScriptedDice({}))
        remove(tx, t.id("M"), "killed")
        t.state, events = tx.commit()
        stories.append((t.game.redacted_events(t.state, events, "hive"), t.game.redacted(t.state, "hive")))
        assert t.record().card == card
    assert stories[0] == stories[1]
