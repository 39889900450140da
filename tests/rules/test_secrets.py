"""Hidden information (HI-1, HI-2): views, events and saves for a seat hold no secret of another."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from game.api import Action, DiceRolled, Event, Recruit, Unit
from game.core.events import PoolChanged, UnitArrived, UnitCounted, UnitPlaced, UnitRemoved
from game.core.types import WAITING_IDS
from game.rules.skirmish import names
from game.rules.skirmish.actions import Berserk, Discover, Fight, GiveOrder, Move, Shoot
from game.rules.skirmish.events import OrderGiven
from game.rules.skirmish.secrets import UNKNOWN
from game.rules.skirmish.tasks import OrdersPhase, React, Tactical
from tests.support.reference import KINDS
from tests.support.table import Table

HIDDEN = {"states": (names.CAMOUFLAGED,)}


def duel(kind: str, reserve: str) -> Table:
    table = Table(
        "S..J.....R..",
        sides=("blue", "red"),
        S={"kind": kind, "side": "blue", **HIDDEN},
        J={"kind": reserve, "side": "blue"},
        R={"kind": "marine", "side": "red"},
    )
    table.change("J", cell=-1, states=(names.WAITING,))
    return table.agenda(OrdersPhase("red"), turn="red")


@pytest.mark.rule("HI-1")
@pytest.mark.rule("HI-2")
def test_states_that_differ_only_in_secrets_give_equal_views() -> None:
    one, two = duel("scout", "jumper"), duel("marine", "zealot")
    assert one.state != two.state
    assert one.game.view(one.state, "red").state == two.game.view(two.state, "red").state
    assert one.game.view(one.state, "blue").state == one.state


@pytest.mark.rule("HI-1")
def test_a_marker_is_seen_without_identity_and_a_reserve_not_at_all() -> None:
    table = duel("scout", "jumper")
    seen = table.game.view(table.state, "red")
    assert [unit.kind for unit in seen.foes] == [UNKNOWN]
    assert len(seen.state.units) == 2


@pytest.mark.rule("HI-2")
def test_events_of_a_hidden_unit_are_dropped_or_masked_for_the_others() -> None:
    table = duel("scout", "jumper")
    hidden = table.unit("S")
    events = (UnitPlaced(hidden), UnitCounted(hidden.id, "orders", 1), UnitArrived(hidden.id, hidden.cell))
    shown = table.game.redacted_events(table.state, events, "red")
    assert [type(event).__name__ for event in shown] == ["UnitPlaced", "UnitPlaced"]
    assert all(event.unit.kind == UNKNOWN for event in shown if isinstance(event, UnitPlaced))
    assert table.game.redacted_events(table.state, events, "blue") == events


def ordered(kind: str) -> tuple[Table, Sequence[Event]]:
    """The blue marker has been given an order of one kind."""
    table = duel("scout", "jumper").change("S", counters=(("lieutenant_order", 1), ("own_order", 1)))
    table.orders("blue", pool=3)
    return table, table.act(GiveOrder(table.id("S"), kind))


@pytest.mark.rule("HI-1", "HI-2", "OR-1")
@pytest.mark.parametrize("kind", ["own", "lieutenant"])
def test_a_markers_own_order_looks_like_any_other(kind: str) -> None:
    """It would tell that the marker is the Lieutenant, or an irregular."""
    (table, events), (pool, usual) = ordered(kind), ordered("pool")
    shown = table.game.redacted_events(table.state, events, "red")
    assert shown == pool.game.redacted_events(pool.state, usual, "red")
    assert OrderGiven(table.id("S"), "pool") in shown
    assert table.game.redacted(table.state, "red").agenda == pool.game.redacted(pool.state, "red").agenda
    own = table.game.redacted_events(table.state, events, "blue")
    assert OrderGiven(table.id("S"), kind) in own
    after = table.game.redacted(table.state, "blue")
    assert after == table.state


@pytest.mark.rule("HI-1", "HI-2", "OR-1")
def test_the_number_of_orders_is_told_to_friends_alone() -> None:
    """It says whether a marker is a regular."""
    table = duel("scout", "jumper").agenda(Tactical("blue"), OrdersPhase("blue"))
    events = table.run()
    counted = PoolChanged("blue", 1)
    for side, known in (("red", False), ("blue", True)):
        assert (counted in table.game.redacted_events(table.state, events, side)) is known
        assert table.game.redacted(table.state, side).sides["blue"].pool == (1 if known else 0)


@pytest.mark.rule("HI-1", "HI-2", "TS-0")
def test_no_id_is_missing_where_somebody_waits_off_the_board() -> None:
    """Whoever waits has an id after all those on the table: theirs are the same with him and without."""
    seen = []
    for reserve in ([Recruit("jumper", reserve=True)], []):
        force = {"blue": [*reserve, Recruit("marine", cell=0)], "red": [Recruit("marine", cell=9)]}
        table = Table("." * 12, sides=("blue", "red"), force=force)
        table.state = table.game.initial()
        table.run(initiative=[10, 11])
        view = table.game.redacted(table.state, "red")
        seen.append((view.units, view.next_id))
    assert seen[0] == seen[1]


def mustered(*blue: Recruit) -> Table:
    """A game between marines at its first decision, blue having brought these beside a marine."""
    force = {"blue": [Recruit("marine", cell=0), *blue], "red": [Recruit("marine", cell=9)]}
    table = Table("." * 12, sides=("blue", "red"), force=force, zones={"drop": [(5, 0)], "deploy:blue": [(2, 0)]})
    table.state = table.game.initial()
    table.run(initiative=[10, 11])
    return table


@pytest.mark.rule("HI-1", "HI-2")
@pytest.mark.parametrize(
    "blue",
    [
        [Recruit("jumper", reserve=True)],
        [Recruit("jumper", reserve=True), Recruit("scout", reserve=True)],
    ],
)
def test_the_scenario_that_a_seat_gets_tells_nothing_of_forces(blue: Sequence[Recruit]) -> None:
    """Two games that differ only in who waits give the other side equal views, the scenario with them."""
    plain, other = mustered(), mustered(*blue)
    assert plain.game.scenario != other.game.scenario
    seen, told = (table.game.view(table.state, "red") for table in (plain, other))
    assert (seen.state, seen.game.scenario) == (told.state, told.game.scenario)
    assert seen.ctx.game.scenario == told.ctx.game.scenario == seen.game.scenario
    assert "jumper" not in repr(told.game.scenario)
    assert [side.force for side in told.game.scenario.sides] == [(), ()]
    assert told.game.scenario.last_round == other.game.scenario.last_round


@pytest.mark.rule("HI-1", "AV-10")
def test_the_scenario_that_a_seat_gets_names_no_card() -> None:
    seen = [
        table.game.view(table.state, "red").game.scenario
        for table in (mustered(Recruit("scout", cell=1, master=True, card=card)) for card in ("bloody", "delayed"))
    ]
    assert seen[0] == seen[1]


@pytest.mark.rule("HI-1")
def test_what_is_worked_out_for_a_state_is_kept_for_each_seat_by_itself() -> None:
    table = mustered()
    seen = table.game.redacted(table.state, "red")
    red, again, blue = (table.game.view(table.state, side).game for side in ("red", "red", "blue"))
    assert red.ctx(seen) is again.ctx(seen)
    assert red.ctx(seen) is not blue.ctx(seen)
    assert red.ctx(seen) is not table.game.ctx(seen)


@pytest.mark.rule("HI-1", "HI-2", "TS-0")
def test_the_die_of_initiative_does_not_tell_who_leads_before_he_is_placed() -> None:
    force = {"blue": [Recruit("scout"), Recruit("marine", lieutenant=True)], "red": [Recruit("marine", cell=0)]}
    zones = {"deploy:blue": [(8, 0), (9, 0)]}
    table = Table("." * 12, sides=("blue", "red"), zones=zones, force=force)
    table.state = table.game.initial()
    events = table.run(initiative=[10, 11])
    dice = [event for event in table.game.redacted_events(table.state, events, "red") if isinstance(event, DiceRolled)]
    assert [(roll.unit, roll.faces) for roll in dice] == [(0, (10,)), (0, (11,))]
    told = [event for event in table.game.redacted_events(table.state, events, "blue") if isinstance(event, DiceRolled)]
    assert [roll.unit for roll in told] == [2, 0]


@pytest.mark.rule("HI-1", "HI-2", "OR-5")
@pytest.mark.parametrize("policy", ["ask", "hold"])
def test_whether_a_marker_is_asked_to_react_does_not_tell_how_it_is_armed(policy: str) -> None:
    """It is asked if it sees the actor, even where it can only pass: so a blade looks like a rifle."""
    views = []
    for weapons in (("rifle", "knife"), ("knife",)):
        kind = replace(KINDS["scout"], profiles=(replace(KINDS["scout"].profiles[0], weapons=weapons),))
        hidden = {"kind": "scout", "side": "blue", "policy": policy, **HIDDEN}
        table = Table(
            "S........R.", sides=("blue", "red"), kinds={"scout": kind}, S=hidden, R={"kind": "marine", "side": "red"}
        )
        table.orders("red").act(GiveOrder(table.id("R")))
        table.act(Move((table.at(10, 0),)))
        views.append(table.game.redacted(table.state, "red"))
        assert (table.waiting == React(table.id("S"), 1)) is (policy == "ask")
    assert views[0] == views[1]


@pytest.mark.rule("HI-1", "HI-2")
@pytest.mark.parametrize("action", [Fight("sword", 2), Shoot("rifle", (2,)), Discover(2), Berserk(2, "sword", ())])
def test_a_refusal_does_not_tell_that_somebody_waits_off_the_board(action: Action) -> None:
    refusals = []
    for waits in (True, False):
        table = duel("scout", "scout").change("J", states=(names.CAMOUFLAGED, names.WAITING))
        if not waits:
            table.set(units={key: unit for key, unit in table.state.units.items() if key != table.id("J")})
        table.change("R", kind="zealot").orders("red").act(GiveOrder(table.id("R")))
        refusals.append(table.refusal(action))
    assert refusals[0] is not None
    assert refusals[0] == refusals[1]


@pytest.mark.rule("HI-2")
def test_friends_of_one_team_know_each_other() -> None:
    table = Table(
        "S..........R",
        sides=("blue", "red", "hive"),
        teams={"blue": "m", "red": "m"},
        S={"kind": "scout", "side": "blue", **HIDDEN},
        R={"kind": "marine", "side": "red"},
    )
    assert table.game.view(table.state, "red").state.units[1].kind == "scout"
    assert table.game.view(table.state, "hive").state.units[1].kind == UNKNOWN


@pytest.mark.rule("HI-1")
def test_a_trooper_that_never_came_is_not_told_of_when_he_is_left_behind() -> None:
    table = duel("scout", "jumper")
    jumper = table.unit("J")
    told = [UnitRemoved(jumper.id, "no_room")]
    after = table.game.fold(table.state, told)
    assert table.game.redacted_events(after, told, "red") == ()
    assert table.game.redacted(after, "red") == table.game.redacted(table.state, "red")
    assert table.game.redacted_events(after, told, "blue") == tuple(told)
    assert jumper.id in table.game.redacted(after, "blue").gone


@pytest.mark.rule("HI-1", "HI-2")
def test_ids_of_what_comes_later_do_not_tell_how_many_wait_off_the_board() -> None:
    """The first creature, marker or cloud after set-up has the same id with any number of troopers waiting."""
    tables = [mustered(*[Recruit("jumper", reserve=True)] * number) for number in (0, 1, 3)]
    assert [table.state.next_id for table in tables] == [3, 3, 3]
    assert [len(table.state.units) for table in tables] == [2, 3, 5]
    for table in tables:
        later = Unit(id=table.state.next_id, kind="marine", side="red", cell=table.at(7, 0))
        table.state = table.game.fold(table.state, [UnitPlaced(later)])
        assert table.state.next_id == 4
        assert table.game.problems(table.state) == []
        assert table.game.redacted(table.state, "red").next_id == 4


@pytest.mark.rule("HI-1")
def test_a_sides_own_ids_do_not_tell_how_many_of_the_others_wait() -> None:
    seen = []
    for number in (0, 2):
        jumpers = {"blue": [Recruit("jumper", reserve=True)] * number, "red": [Recruit("jumper", reserve=True)]}
        force = {side: [Recruit("marine", cell=at), *jumpers[side]] for side, at in (("blue", 0), ("red", 9))}
        table = Table("." * 12, sides=("blue", "red"), force=force)
        table.state = table.game.initial()
        table.run(initiative=[10, 11])
        seen.append(table.game.redacted(table.state, "red").units)
    assert seen[0] == seen[1]


def test_ids_in_use_are_passed_over_when_the_rows_meet() -> None:
    table = mustered(Recruit("jumper", reserve=True))
    assert WAITING_IDS in table.state.units
    late = Unit(id=WAITING_IDS - 1, kind="marine", side="red", cell=table.at(7, 0))
    assert table.game.fold(table.state, [UnitPlaced(late)]).next_id == WAITING_IDS + 1
