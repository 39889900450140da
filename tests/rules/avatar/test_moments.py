"""The moment at which a Master is asked, wherever the cause comes from (AV-43, AV-A2, OR-4 step 9, X-46)."""

import pytest
from msgspec.structs import replace

from game.api import Objective, Pass, SeededDice, UnitKind
from game.core.profile import Upgrade, UpgradeFace
from game.io.position import position_of
from game.io.position_text import write_position
from game.io.roster import shipped_roster
from game.rules.avatar.actions import ChooseEvent, Manifest, PlaceAvatar
from game.rules.avatar.faces import is_avatar_master
from game.rules.avatar.tasks import FlipDue, ManifestPrompt
from game.rules.compose import rulebook_for
from game.rules.hive.actions import ActivateXeno
from game.rules.hive.tasks import HiveMove, HiveTurn, XenoAttack
from game.rules.impetuous.tasks import ImpetuousPhase
from game.rules.skirmish.actions import Fight, GiveOrder, Idle, Move
from game.rules.skirmish.events import SaveMade
from game.rules.skirmish.tasks import GutsRoll, OrdersPhase, OrdersStart, RoundEnd, StatesPhase
from tests.contract.arenas import ARENAS
from tests.rules.avatar.scene import Stage, drawn, master
from tests.support.reference import KINDS

LATER = Objective("survive", n=99)
HELD = {"objective": LATER, "hive_objective": LATER}


def hive_turn(t: Stage) -> Stage:
    t.agenda(HiveTurn("hive"), turn="hive")
    t.run()
    return t


@pytest.mark.rule("AV-43", "AV-A2", "OR-7")
def test_a_blow_of_the_hive_is_resolved_before_the_master_is_asked_and_the_next_creature_waits() -> None:
    hero = master(kind="hero", wounds=1, policy="hold")
    rows = drawn(M=(10, 10), g=(11, 10), h=(20, 20))
    t = hive_turn(Stage(rows, M=hero, g="gaunt", h="gaunt", card="desperate", **HELD))
    t.act(ActivateXeno(t.id("g")))
    assert isinstance(t.waiting, XenoAttack)
    t.act(Fight("claws", t.id("M")), cc=[5], save=[1])
    assert t.waits_for(ManifestPrompt(t.id("M")))
    assert t.to_act == "marines"
    t.rise(8, 10)
    t.act(ChooseEvent("mend"))
    assert isinstance(t.waiting, HiveMove)
    assert (t.unit("M").wounds, t.unit("M").size) == (1, 2)
    t.act(ActivateXeno(t.id("h")))


@pytest.mark.rule("AV-43", "OR-4", "HM-A7")
def test_the_burst_of_a_spore_and_its_guts_rolls_come_first() -> None:
    """The burst itself happens at the end of the spore's order, so its guts roll waits in front of the question."""
    hero = master(kind="hero", wounds=1, policy="ask")
    t = hive_turn(Stage(drawn(M=(5, 5), s=(3, 5)), M=hero, s="spore", card="desperate", **HELD))
    t.act(ActivateXeno(t.id("s")), {"hive.drift": [3]})
    events = t.through(save=[1])
    assert any(isinstance(event, SaveMade) for event in events)
    assert isinstance(t.waiting, GutsRoll)
    t.act(t.options()[0])
    assert t.waits_for(ManifestPrompt(t.id("M")))


@pytest.mark.rule("AV-43")
def test_of_two_masters_the_lower_id_is_asked_first() -> None:
    t = Stage(
        drawn(M=(10, 10), R=(16, 10)),
        M=master(side="blue"),
        R=master("bulwark", side="red"),
        sides=("blue", "red"),
    )
    t.card("M", "bloody", progress=2, due=True).card("R", "bloody", progress=2, due=True).orders("red")
    t.act(GiveOrder(t.id("R")))
    t.through(Idle())
    assert t.waits_for(ManifestPrompt(t.id("M")))
    t.act(Pass())
    assert t.waits_for(ManifestPrompt(t.id("R")))
    t.act(Pass())
    assert t.waits_for(OrdersPhase("red"))


@pytest.mark.rule("X-46", "IM-07")
def test_an_impetuous_delayed_master_goes_on_from_the_avatars_cell() -> None:
    """Activated in the Impetuous phase it is asked first; what it is compelled to do it does from its new place."""
    plain = KINDS["marine"].profiles[0]
    fierce = {"fierce": UnitKind("fierce", "human", (replace(plain, id="fierce", skills=("impetuous",)),))}
    hasty = master(kind="fierce", counters=(("impetuous", 1),))
    rows = drawn(M=(5, 10), g=(22, 10))
    zone = {"deploy:hive": [(x, y) for x in range(20, 24) for y in range(24)]}
    t = Stage(rows, M=hasty, g="gaunt", card="delayed", round=3, kinds=fierce, zones=zone, **HELD)
    waiting = (ImpetuousPhase("marines"), OrdersStart("marines"), OrdersPhase("marines"), StatesPhase("marines"))
    t.agenda(*waiting, RoundEnd(), turn="marines", phase="impetuous")
    t.act(GiveOrder(t.id("M"), "impetuous"))
    assert t.waits_for(ManifestPrompt(t.id("M")))
    t.act(Manifest())
    t.act(PlaceAvatar(t.at(6, 9)))
    t.act(Pass())
    ends = {t.board.xy(move.path[-1]) for move in t.listed(Move)} | {t.xy("M")}
    assert max(x for x, _ in ends) == 10
    assert t.unit("M").size == 2


@pytest.mark.rule("AV-43")
def test_a_manifestation_under_way_is_part_of_a_position() -> None:
    """Written and read again, cards and what waits are the same."""
    game = ARENAS["feud"]()
    dice = SeededDice("position")
    state, _ = game.begin(game.initial(), dice)
    while state.round < 1:
        state, _ = game.apply(state, game.options(state)[0], dice)
    lords = [unit.id for unit in state.units.values() if is_avatar_master(game.ctx(state), unit)]
    waiting = [task for lord in lords for task in (FlipDue(lord), ManifestPrompt(lord))]
    asked = replace(state, agenda=(*state.agenda, *waiting))
    assert len(waiting) == 4
    assert position_of(write_position(game, asked)).state == asked


@pytest.mark.rule("AV-01", "AV-13", "AV-24")
def test_every_avatar_upgrade_that_comes_with_the_game_is_sound() -> None:
    roster = shipped_roster(rulebook_for())
    avatars = [upgrade for upgrade in roster.upgrades.values() if "avatar" in upgrade.restrictions]
    assert len(avatars) >= 3
    for upgrade in avatars:
        assert isinstance(upgrade, Upgrade)
        assert upgrade.eligible == "master"
        assert isinstance(upgrade.back, UpgradeFace)
        assert upgrade.back.figure not in {"", *(kind.figure for kind in roster.kinds.values())}
