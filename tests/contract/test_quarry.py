"""The clauses of the sixth rule system, which lies outside the package (``examples/quarry``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from examples.quarry import QUARRY, NameQuarry, Quarries, QuarryDropped, QuarryNamed, QuarryTaken
from game.api import EndTurn, Event, Game, Pass, ScriptedDice, admit, queries, tasks
from game.core.game import switch_values
from game.io.outside import dismiss
from game.rules.compose import assemble, rulebook_for
from game.rules.skirmish import names
from game.rules.skirmish.actions import GiveOrder, Shoot
from tests.contract.checks import walk
from tests.contract.quarry import hunted_allies, hunted_duel
from tests.support.table import Table

CORNER = "\n".join(["M..g....", "########", ".......w", "........"])


@pytest.fixture
def admitted() -> Iterator[None]:
    """The texts and clauses of the quarry are known."""
    admit("examples.quarry:QUARRY")
    yield
    dismiss("examples.quarry:QUARRY")


def hunt(**rules: int) -> Table:
    """A marine who sees one raker and not the warrior behind the wall; his Orders phase."""
    table = Table(CORNER, M="marine", g="gaunt", w="warrior")
    scenario = replace(table.game.scenario, rules=dict(rules))
    table.game = assemble(rulebook_for((), [QUARRY]), table.board, scenario, table.game.kinds, table.game.weapons)
    table.set(ext=table.game.empty().ext | {"flow": table.state.ext["flow"]}).orders(pool=2)
    steps = [step.task("marines") for step in table.game.rulebook.sequences["human_turn"]]
    rest = steps[steps.index(tasks.OrdersPhase("marines")) :]
    return table.agenda(*rest, tasks.RoundEnd())


def heard_by(table: Table, side: str, events: list[Event]) -> list[str]:
    """The events of the quarry that a side is told of."""
    told = table.game.redacted_events(table.state, events, side)
    return [type(event).__name__ for event in told if isinstance(event, QuarryNamed | QuarryTaken | QuarryDropped)]


def kill(table: Table) -> list[Event]:
    """The marine shoots the raker dead; what happened."""
    dice = ScriptedDice({"bs": [1] * 9, "save": [1] * 9, "dodge": [20] * 9})
    found: list[Event] = []
    for action in (GiveOrder(table.id("M")), Shoot("rifle", (table.id("g"),)), *[Pass()] * 9):
        if isinstance(action, Pass) and isinstance(table.waiting, tasks.OrdersPhase):
            break
        table.state, events = table.game.apply(table.state, action, dice)
        found += events
    assert table.id("g") in table.state.gone
    return found


@pytest.mark.rule("QU-1")
def test_qu_1_an_enemy_in_sight_is_named_and_orders_go_on():
    table = hunt()
    assert table.options(NameQuarry) == [NameQuarry(table.id("g"))]
    table.act(NameQuarry(table.id("g")))
    assert table.state.ext["quarry"].of("marines") == table.id("g")
    assert table.to_act == "marines"
    assert GiveOrder(table.id("M")) in table.options()


@pytest.mark.rule("QU-1")
def test_qu_1_what_nobody_sees_a_friend_and_a_second_quarry_are_refused():
    table = hunt()
    assert table.code(NameQuarry(table.id("w"))) == "QUARRY_UNSEEN"
    assert table.code(NameQuarry(table.id("M"))) == "NO_QUARRY"
    table.act(NameQuarry(table.id("g")))
    assert table.code(NameQuarry(table.id("g"))) == "QUARRY_NAMED"
    assert table.options(NameQuarry) == []


@pytest.mark.rule("QU-1")
def test_qu_1_who_is_down_names_nobody():
    table = hunt().change("M", states=(names.INCAPACITATED, names.PRONE))
    assert table.code(NameQuarry(table.id("g"))) == "QUARRY_UNSEEN"


@pytest.mark.rule("QU-2")
def test_qu_2_nobody_else_knows_whom_a_side_hunts():
    table = hunt()
    before = table.game.redacted(table.state, "hive")
    events = table.act(NameQuarry(table.id("g")))
    assert heard_by(table, "hive", events) == []
    assert heard_by(table, "marines", events) == ["QuarryNamed"]
    assert table.game.redacted(table.state, "hive") == before
    seen = {side: table.game.view(table.state, side) for side in ("marines", "hive")}
    assert queries.tokens_of(seen["marines"].ctx, table.unit("g")) == ("QUARRY",)
    assert queries.tokens_of(seen["hive"].ctx, table.unit("g")) == ()


@pytest.mark.rule("QU-3")
@pytest.mark.parametrize("worth", [0, 1, 3])
def test_qu_3_a_side_that_kills_its_quarry_gets_orders(worth: int):
    table = hunt(quarry_orders=worth)
    table.act(NameQuarry(table.id("g")))
    events = kill(table)
    assert heard_by(table, "hive", events) == ["QuarryTaken"]
    assert table.state.sides["marines"].pool == 2 - 1 + worth
    assert table.state.ext["quarry"].of("marines") == 0


@pytest.mark.rule("QU-3")
def test_qu_3_another_kill_pays_nothing():
    table = hunt()
    kill(table)
    assert table.state.sides["marines"].pool == 1
    assert table.state.ext["quarry"] == Quarries()


@pytest.mark.rule("QU-4")
def test_qu_4_the_hunt_ends_with_the_orders_phase():
    table = hunt()
    table.act(NameQuarry(table.id("g")))
    events = table.act(EndTurn())
    assert heard_by(table, "marines", events) == ["QuarryDropped"]
    assert heard_by(table, "hive", events) == []
    assert table.state.ext["quarry"] == Quarries()


@pytest.mark.rule("QU-5")
def test_qu_5_the_switch_has_its_bounds():
    switches = rulebook_for((), [QUARRY]).switches
    assert switch_values(switches, {})["quarry_orders"] == 1
    assert (switches["quarry_orders"].least, switches["quarry_orders"].most) == (0, 3)


def test_a_friend_as_quarry_is_no_sound_state():
    table = hunt()
    table.set(ext={**table.state.ext, "quarry": Quarries((("marines", table.id("M")),))})
    assert table.game.problems(table.state) == ["marines hunts 1, which is no enemy"]


@pytest.mark.usefixtures("admitted")
@pytest.mark.parametrize("make", [hunted_duel, hunted_allies])
def test_games_with_it_keep_every_contract(make: Callable[[], Game]):
    played = walk(make(), seed="quarry", seldom=(), every=5, limit=1200)
    assert played.problems == ()
