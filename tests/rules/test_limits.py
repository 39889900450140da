"""How a game ends if nobody wins it before: the round limit, the deck, the no-progress rule (MS-3 to MS-5, TS-7)."""

from typing import Any

import pytest
from msgspec.structs import replace

from game.api import (
    Event,
    Gone,
    IllegalAction,
    Marker,
    Objective,
    ScriptedDice,
    SeededDice,
    Session,
    Tx,
    Unit,
)
from game.core.events import (
    DoorClosed,
    DoorDamaged,
    DoorDestroyed,
    DoorHeld,
    DoorOpened,
    DoorUnsealed,
    GameEnded,
    MarkerCounted,
    MarkerMoved,
    MarkerPlaced,
    MarkerRemoved,
    MarkerWounded,
    UnitMoved,
    UnitPlaced,
    UnitRemoved,
    UnitWounded,
)
from game.rules.skirmish import names
from game.rules.skirmish.actions import EndTurn, Pass
from game.rules.skirmish.deck import DeckState
from game.rules.skirmish.events import CardDrawn
from game.rules.skirmish.missions import CheckVictory, Tally
from game.rules.skirmish.progress import approaches
from game.rules.skirmish.tasks import RoundEnd, StartRound, TurnStart
from tests.support.table import Table

ROOM = "M.........g.\n............\n............"
EXIT = Objective("exit")


def rounds_over(table: Table, count: int = 1) -> Table:
    """So many rounds end in which nothing happens."""
    for _ in range(count):
        if table.state.outcome is None:
            table.agenda(RoundEnd(), turn="")
            table.run()
    return table


def ended(table: Table) -> tuple[str, str] | None:
    outcome = table.state.outcome
    return None if outcome is None else (outcome.winner, outcome.reason)


# -- limits (MS-3, MS-4) -------------------------------------------------------------------------------------------


@pytest.mark.rule("MS-4", "D-H18")
@pytest.mark.rule("TS-1")
def test_a_card_is_drawn_each_round_and_the_game_ends_with_the_last() -> None:
    table = Table("M...+.....g.", M="marine", g="gaunt", rounds=0, deck=("power_surge", "silence"))
    table.agenda(StartRound(1))
    events = table.run(pick=[1])
    assert [event.card for event in events if isinstance(event, CardDrawn)] == ["power_surge"]
    assert table.state.doors == 1
    assert ended(rounds_over(table)) is None
    table.set(round=2)
    assert ended(rounds_over(table)) == ("hive", "deck_out")


@pytest.mark.rule("MS-3", "MS-4", "D-H18", "TS-7")
@pytest.mark.parametrize(
    ("rounds", "cards", "last", "reason"), [(2, 3, 2, "round_limit"), (3, 2, 2, "deck_out"), (2, 2, 2, "round_limit")]
)
def test_with_a_limit_and_a_deck_the_game_ends_with_whichever_is_over_first(
    rounds: int, cards: int, last: int, reason: str
) -> None:
    table = Table("M...#.....g.", M="marine", g="gaunt", rounds=rounds, deck=("silence",) * cards)
    table.set(round=last - 1, ext={**table.state.ext, "deck": DeckState(tuple(range(last - 1)))}).agenda(RoundEnd())
    table.run(**({"pick": [1]} if cards > last else {}))
    assert (ended(table), table.state.round) == (None, last)
    assert ended(rounds_over(table)) == ("hive", reason)


# -- no progress (MS-5) --------------------------------------------------------------------------------------------

WALLED = "M.#.......g."


@pytest.mark.rule("MS-5")
def test_five_rounds_without_progress_end_the_game() -> None:
    table = Table(WALLED, M="marine", g="gaunt", objective=EXIT, rounds=30)
    assert ended(rounds_over(table, 4)) is None
    assert ended(rounds_over(table)) == ("hive", "no_progress")


@pytest.mark.rule("MS-5", "MS-3")
def test_without_progress_the_score_decides_between_marines() -> None:
    units: dict[str, Any] = {"B": {"kind": "marine", "side": "blue"}, "R": {"kind": "marine", "side": "red"}}
    table = Table("B.#.......R.", sides=("blue", "red"), rounds=30, **units)
    table.change("R", states=(names.UNCONSCIOUS,))
    assert ended(rounds_over(table, 6)) == ("blue", "no_progress")


@pytest.mark.rule("MS-5")
@pytest.mark.parametrize(
    ("goal", "held", "goes_on"),
    [
        (Objective("survive", n=20), 0, True),
        (Objective("hold", n=2, zone="objective:hub"), 0, True),
        (Objective("hold", n=2, zone="objective:hub"), 2, False),
        (Objective("any", parts=(EXIT, Objective("survive", n=20))), 0, True),
        (Objective("keep", target="marine"), 0, False),
    ],
)
def test_an_open_survive_or_hold_objective_stops_the_rule(goal: Objective, held: int, goes_on: bool) -> None:
    zones = {"objective:hub": [(5, 0)]}
    table = Table(WALLED, M="marine", g="gaunt", objective=goal, zones=zones, rounds=30)
    memory = Tally(held=(("marines", "objective:hub", held),) if held else ())
    table.set(ext={**table.state.ext, "missions": memory})
    assert (ended(rounds_over(table, 8)) is None) is goes_on


def stirs(event: Event, **state: Any) -> bool:
    """Does this fact count as progress?"""
    table = Table("M.+.......g.", M="marine", g="gaunt", objective=EXIT)
    nest = table.marker(names.NEST, 5, 0)
    assert nest == 3
    table.set(**state)
    tx = Tx(table.game, table.state, ScriptedDice())
    tx.emit(event)
    found: Tally = tx.state.ext["missions"]
    return found.stirred


@pytest.mark.rule("MS-5")
@pytest.mark.parametrize(
    ("event", "counts"),
    [
        (UnitWounded(1, 1), True),
        (UnitWounded(1, -1), False),
        (UnitRemoved(2, "killed"), True),
        (UnitMoved(1, (1,), "move", 1), False),
        (UnitPlaced(Unit(id=9, kind="gaunt", side="hive", cell=8)), False),
        (DoorOpened(0), True),
        (DoorClosed(0), True),
        (DoorHeld(0, 2), False),
        (DoorDamaged(0, 1, 2), True),
        (DoorDestroyed(0, 2), True),
        (DoorUnsealed(0, 1), True),
        (MarkerPlaced(Marker(9, names.INFESTATION, 7)), False),
        (MarkerMoved(3, 5, 1), True),
        (MarkerWounded(3, 1, 1), True),
        (MarkerRemoved(3, "destroyed", 1), True),
        (MarkerCounted(3, "used", 1), True),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Event) else "",
)
def test_who_is_hurt_and_what_changes_counts_but_no_placement(event: Event, counts: bool) -> None:
    assert stirs(event) is counts


@pytest.mark.rule("MS-5")
def test_coming_nearer_counts_for_each_thing_that_a_side_wants_by_itself() -> None:
    """The enemy stands next to one trooper all the time; another one walks to the exit."""
    rows = "Mg" + "." * 18 + "\n" + "#" * 20 + "\nN" + "." * 19
    table = Table(rows, M="marine", N="marine", g="gaunt", objective=EXIT, zones={"exit": [(19, 2)]}, rounds=30)
    for x in range(8):
        table.change("N", cell=table.at(x, 2))
        assert ended(rounds_over(table)) is None
    assert ended(rounds_over(table, 4)) is None
    assert ended(rounds_over(table)) == ("hive", "no_progress")


@pytest.mark.rule("MS-5")
def test_the_way_from_one_goal_to_the_next_counts() -> None:
    """What is done, or carried already, is no goal any more."""
    goal = Objective("all", parts=(Objective("console"), Objective("carry", target="core")))
    table = Table("M" + "." * 19, M="marine", objective=goal, zones={"exit": [(19, 0)]})
    console, item = table.marker(names.CONSOLE, 2, 0), table.marker(names.ITEM, 6, 0, name="core")

    def seen() -> dict[str, int]:
        return approaches(table.game.ctx(table.state), "marines")

    assert seen() == {"0:marker": 2, "1:marker": 6, "1:zone": 19}
    used = replace(table.state.markers[console], counters=(("used", 1),))
    carried = replace(table.state.markers[item], carrier=1)
    table.set(markers={console: used, item: carried}).change("M", cell=6)
    assert seen() == {"1:zone": 13}


@pytest.mark.rule("MS-5")
def test_placements_do_not_count_but_what_was_placed_may_come_nearer_afterwards() -> None:
    table = Table("M" + "." * 40, M="marine", objective=EXIT, rounds=60)
    rounds_over(table)
    for number in range(3):
        unit = Unit(id=table.state.next_id, kind="gaunt", side="hive", cell=40 - number)
        table.set(units={**table.state.units, unit.id: unit}, next_id=unit.id + 1)
        rounds_over(table)
    assert table.state.ext["missions"].idle == 4
    walker = replace(table.state.units[2], cell=37)
    table.set(units={**table.state.units, 2: walker})
    assert ended(rounds_over(table)) is None
    assert table.state.ext["missions"].idle == 0


@pytest.mark.rule("MS-5", "HI-1")
@pytest.mark.parametrize("waits", [True, False])
def test_what_is_remembered_of_ids_does_not_tell_who_waits_off_the_board(waits: bool) -> None:
    table = Table("M....J....g.", M="marine", J="jumper", g="gaunt", objective=EXIT)
    jumper, gaunt = table.unit("J"), table.unit("g")
    units = {1: table.unit("M"), 2: replace(gaunt, id=2)}
    if waits:
        units[3] = replace(jumper, id=3, cell=-1, states=(names.WAITING,))
    rounds_over(table.set(units=units, next_id=4))
    assert table.state.ext["missions"].known == 3


@pytest.mark.rule("MS-5")
def test_a_large_unit_is_as_near_as_its_nearest_cell_and_pits_and_ledges_are_ways() -> None:
    table = Table("T..~...g\n........", T={"kind": "tag"}, g="gaunt", objective=EXIT)
    assert approaches(table.game.ctx(table.state), "marines") == {"enemy": 6}
    pit = Table("M.~.g", M="marine", g="gaunt", objective=EXIT)
    assert approaches(pit.game.ctx(pit.state), "hive") == {"enemy": 5}


# -- the end (MS-3) ------------------------------------------------------------------------------------------------


def duel_at_its_end() -> Session:
    """Two sides of marines without a die to fall before the last turn is over."""
    units: dict[str, Any] = {"B": {"kind": "marine", "side": "blue"}, "R": {"kind": "marine", "side": "red"}}
    table = Table("B.#.......R.", sides=("blue", "red"), rounds=1, **units)
    return Session(table.game, ScriptedDice(), table.agenda(TurnStart("blue"), TurnStart("red"), RoundEnd()).state)


@pytest.mark.rule("MS-3")
def test_nothing_can_be_done_after_the_end() -> None:
    table = Table(ROOM, M="marine", g="gaunt", objective=EXIT, rounds=1).agenda(RoundEnd())
    table.run()
    assert table.to_act is None
    assert len(table.options()) == 0
    assert table.code(Pass()) == "GAME_OVER"


@pytest.mark.rule("MS-3")
def test_the_end_is_told_once_and_cannot_be_taken_back() -> None:
    session = duel_at_its_end()
    session.act(EndTurn())
    session.undo()
    session.act(EndTurn())
    session.act(EndTurn())
    assert session.over
    ends = [event for entry in session.log for event in entry.events if isinstance(event, GameEnded)]
    assert [end.outcome for end in ends] == [session.state.outcome]
    frozen = session.digest()
    with pytest.raises(IllegalAction, match="POINT_OF_NO_RETURN"):
        session.undo()
    with pytest.raises(IllegalAction, match="GAME_OVER"):
        session.act(EndTurn())
    assert session.digest() == frozen


@pytest.mark.rule("MS-2", "MS-3")
def test_with_nobody_on_the_table_the_game_ends() -> None:
    for sides, end in ((("marines", "hive"), ("hive", "overrun")), (("blue", "red"), ("", "round_limit"))):
        table = Table(ROOM.replace("M", ".").replace("g", "."), sides=sides, rounds=2, level=3)
        table.state = table.game.initial()
        session = Session(table.game, SeededDice(3), table.state)
        while not session.over:
            session.act(session.view(session.to_act or "").options()[0])
        outcome = session.state.outcome
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == end


@pytest.mark.rule("MS-2", "MS-3")
def test_the_last_marine_leaves_as_the_last_creature_dies() -> None:
    for n, end in ((1, ("marines", "objective")), (2, ("hive", "overrun"))):
        table = Table(ROOM, M="marine", g="gaunt", objective=Objective("exit", n=n))
        fallen = {1: Gone(table.unit("M"), "safe", 1, 0), 2: Gone(table.unit("g"), "killed", 1, 10, 1)}
        table.set(units={}, gone=fallen).agenda(CheckVictory("marines"))
        table.run()
        assert ended(table) == end
