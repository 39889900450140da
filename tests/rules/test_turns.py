"""Rounds, phases, order count, retreat, and what ends when (TS-1 to TS-5, OR-1, ST-9)."""

import pytest
from msgspec.structs import replace

from game.api import Ctx, Recruit
from game.core.events import PhaseBegan
from game.core.state import Cloud, Gone
from game.rules.skirmish import names
from game.rules.skirmish.actions import Command, EndTurn, GiveOrder, Pass
from game.rules.skirmish.combat.guts import owes_guts
from game.rules.skirmish.declare import CLASSES
from game.rules.skirmish.queries import barred
from game.rules.skirmish.tasks import CommandStep, OrdersPhase, RoundEnd, StartRound, StatesPhase, Tactical, TurnStart
from tests.support.reference import KINDS
from tests.support.table import Table, kinds_of

ROOM = "\n".join(["." * 12] * 8)


def counting(units: str = "M", **legend: object) -> Table:
    """A table at the start of the marines' turn."""
    rows = units.ljust(12, ".") + "\n" + "\n".join(["." * 12] * 8)
    table = Table(rows, **{"M": "marine", "g": "gaunt", **legend})  # type: ignore[arg-type]
    points = sum(table.kinds[u.kind].cost for u in table.state.units.values() if u.side == "marines")
    side = table.state.sides["marines"]
    table.set(sides={**table.state.sides, "marines": replace(side, counters=(("points", points),))})
    return table.agenda(TurnStart("marines"), RoundEnd())


@pytest.mark.rule("TS-1")
@pytest.mark.rule("TS-2")
@pytest.mark.rule("HM-01")
def test_a_round_is_the_human_turn_with_its_phases_and_then_the_hive() -> None:
    table = Table("M..........g", M="marine", g="gaunt")
    table.agenda(StartRound(1))
    events = table.run()
    while table.state.round == 1 and table.waiting is not None:
        if isinstance(table.waiting, OrdersPhase):
            events += table.act(EndTurn())
        else:
            events += table.act(Pass(), swarm=[1])
    phases = [event.phase for event in events if isinstance(event, PhaseBegan)]
    assert phases[:7] == ["tactical", "orders", "states", "MOVE", "NESTS", "DICE", "PLACE"]


@pytest.mark.rule("OR-1")
@pytest.mark.rule("TS-3")
def test_the_order_count_takes_regular_conscious_troopers_that_are_not_isolated() -> None:
    table = counting("MIUOXW", I="irregular", U="marine", O="marine", X="marine", W="marine")
    table.change("U", states=(names.UNCONSCIOUS,))
    table.change("O", states=(names.ISOLATED,))
    table.change("X", states=(names.INCAPACITATED,))
    table.change("W", cell=-1, states=(names.WAITING,))
    table.run()
    assert table.state.sides["marines"].pool == 1
    assert table.unit("I").count(names.OWN_ORDER) == 1
    assert table.unit("O").count(names.OWN_ORDER) == 1
    assert table.unit("U").count(names.OWN_ORDER) == 0


@pytest.mark.rule("OR-1")
@pytest.mark.rule("UN-3")
def test_the_lieutenant_has_one_extra_order_of_his_own() -> None:
    table = counting("ML", L={"kind": "marine", "counters": (("lieutenant", 1),)})
    table.run()
    assert table.unit("L").count(names.LIEUTENANT_ORDER) == 1
    assert table.unit("M").count(names.LIEUTENANT_ORDER) == 0
    assert table.state.sides["marines"].pool == 2


@pytest.mark.rule("ST-5")
def test_immobilized_b_still_supplies_its_order() -> None:
    table = counting("MB", B={"kind": "heavy", "states": (names.IMMOBILIZED_B,)})
    table.run()
    assert table.state.sides["marines"].pool == 2


@pytest.mark.rule("TS-4")
def test_the_orders_phase_ends_when_the_side_passes() -> None:
    table = counting("M")
    table.run()
    assert isinstance(table.waiting, OrdersPhase)
    assert GiveOrder(table.id("M")) in table.options()
    assert "TurnEnded" in kinds_of(table.act(EndTurn()))


@pytest.mark.rule("TS-5")
@pytest.mark.rule("BD-9")
def test_clouds_and_effects_of_the_turn_end_in_the_states_phase() -> None:
    table = Table("M...........", M={"kind": "marine", "states": (names.STUNNED,)})
    table.set(clouds=(Cloud(50, "smoke", 0b1110, "states"), Cloud(51, "x", 1, "later")), next_id=60)
    table.effect(names.STEADY, "marines", unit=1, expires="states:marines")
    table.effect(names.STUNNED, "marines", unit=1, expires="states:marines")
    table.effect(names.BRACE, "marines", unit=1, expires="turn_start:marines")
    table.agenda(StatesPhase("marines"), CommandStep("marines"))
    table.run()
    assert [cloud.id for cloud in table.state.clouds] == [51]
    assert [effect.name for effect in table.state.effects] == [names.BRACE]
    assert names.STUNNED not in table.unit("M").states


@pytest.mark.rule("TS-3")
def test_effects_until_the_next_turn_end_in_its_tactical_phase() -> None:
    table = Table("M...........", M="marine")
    table.effect(names.BRACE, "marines", unit=1, expires="turn_start:marines")
    table.agenda(Tactical("marines"), CommandStep("marines"))
    table.run()
    assert table.state.effects == ()


@pytest.mark.rule("ST-9")
@pytest.mark.parametrize(("points_left", "retreats"), [(25, True), (26, False)])
def test_retreat_begins_at_a_quarter_of_the_starting_points(points_left: int, retreats: bool) -> None:
    kind = replace(KINDS["marine"], cost=points_left)
    table = Table("M...........", M="marine", kinds={"marine": kind})
    side = replace(table.state.sides["marines"], counters=(("points", 100),))
    table.set(sides={**table.state.sides, "marines": side})
    table.agenda(Tactical("marines"), CommandStep("marines"))
    table.run()
    assert (names.RETREAT in [effect.name for effect in table.state.effects]) is retreats


@pytest.mark.rule("ST-9")
@pytest.mark.parametrize("spared", ["waiting", "safe", "up", ""])
def test_retreat_counts_the_waiting_and_the_safe_and_ends_above_the_quarter(spared: str) -> None:
    table = counting("MABC", A="marine", B="marine", C="marine")
    for letter in "ABC":
        table.change(letter, states=(names.UNCONSCIOUS,))
    table.run()
    assert [e.name for e in table.state.effects] == [names.RETREAT]
    if spared == "waiting":
        table.change("A", cell=-1, states=(names.WAITING,))
    elif spared == "safe":
        unit = table.unit("A")
        rest = {key: value for key, value in table.state.units.items() if key != unit.id}
        table.set(units=rest, gone={unit.id: Gone(unit, "safe", 1, unit.cell)})
    elif spared == "up":
        table.change("A", states=())
    table.agenda(Tactical("marines"), CommandStep("marines"))
    table.run()
    assert [e.name for e in table.state.effects] == ([] if spared else [names.RETREAT])


def beaten(**legend: object) -> Table:
    """Two sides of marines, both in Retreat!, which between marines is full."""
    units = {"B": {"kind": "marine", "side": "blue"}, "R": {"kind": "veteran", "side": "red"}}
    table = Table("B.........R.", sides=("blue", "red"), **{**units, **legend})  # type: ignore[arg-type]
    return table.effect(names.RETREAT, "blue").effect(names.RETREAT, "red")


@pytest.mark.rule("ST-9")
@pytest.mark.parametrize("skill", sorted(CLASSES))
def test_full_retreat_between_marines_bars_all_but_move_dodge_and_reset(skill: str) -> None:
    table = beaten()
    ctx = Ctx(table.game, table.state)
    refusal = barred(ctx, table.unit("B"), skill)
    assert (refusal is None) is (skill in ("move", "dodge", "reset"))
    assert refusal is None or (refusal.code, refusal.clause) == ("RETREAT", "ST-9")
    assert barred(ctx, table.unit("R"), skill) is None


@pytest.mark.rule("ST-9", "ST-8")
def test_full_retreat_spares_nobody_a_guts_roll() -> None:
    table = beaten()
    assert owes_guts(Ctx(table.game, table.state), table.id("B"))


@pytest.mark.rule("ST-9")
def test_full_retreat_ends_marker_states_but_for_those_with_courage() -> None:
    hidden = {"kind": "scout", "side": "blue", "states": (names.CAMOUFLAGED,)}
    brave = replace(KINDS["scout"], profiles=(replace(KINDS["scout"].profiles[0], skills=("camouflage", "courage")),))
    table = Table(
        "SB........R.",
        sides=("blue", "red"),
        S=hidden,
        B={**hidden, "kind": "brave"},
        R={"kind": "marine", "side": "red"},
        kinds={"brave": brave},
    )
    side = replace(table.state.sides["blue"], counters=(("points", 1000),))
    table.set(sides={**table.state.sides, "blue": side}).agenda(Tactical("blue"), CommandStep("blue"))
    table.run()
    assert table.unit("S").states == ()
    assert table.unit("B").states == (names.CAMOUFLAGED,)


@pytest.mark.rule("ST-9")
@pytest.mark.parametrize(("value", "hive", "full"), [("auto", True, False), ("auto", False, True)])
@pytest.mark.parametrize("switch", ["", "light", "full"])
def test_the_switch_of_retreat(value: str, hive: bool, full: bool, switch: str) -> None:
    sides = ("blue", "hive") if hive else ("blue", "red")
    table = Table("B...........", sides=sides, B={"kind": "marine", "side": "blue"}, rules={"retreat": switch or value})
    table.effect(names.RETREAT, "blue")
    wanted = full if not switch else switch == "full"
    assert (barred(Ctx(table.game, table.state), table.unit("B"), "shoot") is not None) is wanted


@pytest.mark.rule("ST-9")
@pytest.mark.rule("X-25")
def test_light_retreat_against_the_hive_stops_commands_only_and_never_touches_the_hive() -> None:
    table = counting("OAB", O="officer", A="marine", B="marine")
    for letter in "AB":
        table.change(letter, states=(names.UNCONSCIOUS,))
    officer = replace(table.state.sides["marines"], counters=(("points", 200),))
    table.set(sides={**table.state.sides, "marines": officer})
    table.run()
    assert isinstance(table.waiting, OrdersPhase)
    assert table.code(Command(table.id("O"), names.STEADY)) == "IN_RETREAT"
    assert barred(Ctx(table.game, table.state), table.unit("O"), "shoot") is None
    assert [effect.side for effect in table.state.effects] == ["marines"]


@pytest.mark.rule("TS-0")
def test_a_force_starts_with_its_points_counted() -> None:
    table = Table(ROOM, force={"marines": [Recruit("marine", cell=0), Recruit("officer", cell=1)]})
    table.state = table.game.initial()
    table.run()
    assert table.state.sides["marines"].count("points") == 50
