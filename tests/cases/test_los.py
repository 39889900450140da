"""Cases LOS: sight, doors and reaction fire."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from msgspec.structs import replace

from game.api import Ctx, SeededDice, queries
from game.api import actions as skirmish
from game.board import from_ascii, units_see
from game.core.events import DoorClosed, DoorOpened, UnitMoved
from game.core.types import door_step
from game.io.position import parse_position
from game.io.position_text import write_position
from game.io.roster import Roster
from game.rules.hive.actions import ActivateXeno
from game.rules.skirmish.combat.targets import target_refusal
from game.rules.skirmish.tasks import DeclareSecond, React
from tests.cases.scene import activated, ordered, path, refused, scene
from tests.support.reference import KINDS, WEAPONS
from tests.support.table import Table, kinds_of


def both_see(table: Table, one: str, other: str) -> bool:
    """Whether two units see each other; it must be the same both ways."""
    ctx = Ctx(table.game, table.state)
    there, back = (queries.sees(ctx, table.unit(a), table.unit(b)) for a, b in ((one, other), (other, one)))
    assert there == back
    return there


@pytest.mark.rule("BD-8")
@pytest.mark.parametrize("rows", ["M#.\n..S", ".#M\nS..", "..S\nM#.", "S..\n.#M"])
def test_los_01_sight_is_mutual_in_every_image(rows: str):
    assert not both_see(scene(rows), "M", "S")


def test_los_02_one_answer_about_the_crack_between_two_walls():
    table = scene("M#.\n#..\n..G")
    assert not both_see(table, "M", "G")
    table.orders()
    assert refused(table, skirmish.GiveOrder(table.id("M"))) == "", "he may still rest"
    table.act(skirmish.GiveOrder(table.id("M")))
    assert refused(table, skirmish.Shoot("rifle", (table.id("G"),))) == "NO_LOS"
    beside = scene("M#.\n#G.\n...")
    assert not queries.touching(Ctx(beside.game, beside.state), beside.unit("M"))
    assert refused(ordered(beside), skirmish.Fight("knife", beside.id("G"))) == "NO_CONTACT"
    hive = activated(scene("M#.\n#..\n..G", M="marine"))
    hive.act(ActivateXeno(hive.id("G")))
    hive.act(skirmish.Move(path(hive, (1, 1))))
    assert "React" not in str(hive.events), "nothing he could see came near"


def test_los_04_one_door_opened_leaves_the_other_shut():
    rows = "#########\n#M.+.G..#\n#..######\n#..+.S..#\n#########"
    table = scene(rows)
    seen = {}
    for first, second in product((False, True), repeat=2):
        table.door(3, 1, opened=first).door(3, 3, opened=second)
        seen[first, second] = (both_see(table, "M", "G"), both_see(table, "M", "S"))
    assert seen == {
        (False, False): (False, False),
        (True, False): (True, False),
        (False, True): (False, False),
        (True, True): (True, False),
    }
    text = write_position(table.game, table.door(3, 1, opened=True).door(3, 3, opened=False).state)
    again, faults = parse_position(text, file="table", roster=Roster(KINDS, WEAPONS))
    assert again is not None, faults
    table.set(doors=again.state.doors)
    assert (both_see(table, "M", "G"), both_see(table, "M", "S")) == (True, False)


FRAMES = {
    "a swarm": {"S": "swarm"},
    "a marine": {"S": {"kind": "marine", "policy": "hold"}},
    "one who is down": {"S": {"kind": "marine", "states": ("prone", "unconscious"), "wounds": 2}},
}


@pytest.mark.rule("BD-11")
@pytest.mark.parametrize("legend", FRAMES.values(), ids=FRAMES)
def test_los_05_no_door_closes_on_a_unit(legend: dict[str, object]):
    table = scene("#####\n#M/.#\n#####")
    shut = skirmish.Move((door_step(0),))
    assert refused(ordered(table), shut) == ""
    filled = Table("#####\n#M/.#\n#####", M={"kind": "marine", "policy": "hold"})
    body = replace(Table("S....", **legend).unit("S"), id=2, cell=filled.at(2, 1))  # type: ignore[arg-type]
    filled.set(units={**filled.state.units, 2: body}, next_id=3)
    assert refused(ordered(filled), shut) in ("CANNOT_CLOSE", "ENGAGED")


def test_los_05_nor_on_a_thing_but_it_does_on_a_doorway_where_somebody_died():
    table = scene("#####\n#M/.#\n#####")
    table.marker("item", 2, 1, name="relic")
    assert refused(ordered(table), skirmish.Move((door_step(0),))) == "CANNOT_CLOSE"
    clean = scene("#####\n#MN/.#\n#####".replace("#####", "######"))
    fallen = clean.unit("N")
    units = {number: unit for number, unit in clean.state.units.items() if number != fallen.id}
    clean.set(units=units)
    clean.change("M", cell=clean.at(2, 1))
    assert "DoorClosed" in kinds_of(ordered(clean).act(skirmish.Move((door_step(0),))))


WAYS = {
    "opened, then walked": [(-1,), (3, 4)],
    "walked and opened on the way": [(-1, 3, 4)],
}


@pytest.mark.rule("OR-5", "BD-11")
@pytest.mark.parametrize("steps", WAYS.values(), ids=WAYS)
def test_los_06_a_door_opened_first_or_on_the_way_gives_the_same_chances(steps: list[tuple[int, ...]]):
    """A warrior opens the door for a point (HM-09); either way the marine beyond may shoot before it stands there."""
    table = activated(Table("########\n#.W+..M#\n########", W="warrior", M="marine"))
    table.act(ActivateXeno(table.id("W")))
    walked = tuple(door_step(0) if step < 0 else table.at(step, 1) for part in steps for step in part)
    events = table.act(skirmish.Move(walked))
    opened = next(place for place, event in enumerate(events) if isinstance(event, DoorOpened))
    moved = next(place for place, event in enumerate(events) if isinstance(event, UnitMoved))
    assert opened < moved
    assert table.waiting == React(table.id("M"), 1)
    shots = {x: refused(table, skirmish.Shoot("rifle", (table.id("W"),), at=table.at(x, 1))) for x in range(1, 6)}
    assert shots == {1: "NOT_ON_ITS_WALK", 2: "", 3: "", 4: "", 5: "NOT_ON_ITS_WALK"}


def test_los_07_no_chance_no_die_and_no_sign_of_what_is_not_seen():
    table = Table(
        "########\n#M.#..W#\n#..#...#\n#......#\n########",
        M={"kind": "marine", "policy": "shoot"},
        W="warrior",
    )
    activated(table)
    table.act(ActivateXeno(table.id("W")))
    events = table.act(skirmish.Move(path(table, (5, 1), (5, 2), (4, 2))))
    assert kinds_of(events) == ["SkillDeclared", "UnitMoved", "OrderEnded"]


@pytest.mark.rule("OR-5", "RL-3")
def test_los_08_reactions_to_one_move_are_simultaneous_and_the_dead_walk_no_further():
    """All rolls of an order are simultaneous (RL-3): both who chose to shoot do; whoever comes later keeps his shot."""
    table = Table(
        "##########\n#B......M#\n#.......N#\n#........#\n##########",
        B="brood_leader",
        M={"kind": "marine", "policy": "shoot"},
        N={"kind": "marine", "policy": "shoot"},
    )
    activated(table)
    table.act(ActivateXeno(table.id("B")))
    table.act(skirmish.Move(path(table, (2, 1), (3, 1))), bs=[9, 9], save=[1, 1])
    assert table.id("B") in table.state.gone
    assert table.board.cell(3, 1) not in table.state.at
    assert [table.unit(letter).count("overwatch") for letter in "MN"] == [1, 1]
    assert table.waiting is None


@pytest.mark.parametrize("seed", range(6))
def test_los_12_sight_targets_and_reactions_have_one_truth(seed: int):
    """Random boards: whoever sees, may shoot (range and contact apart), and whoever may shoot, sees."""
    chance = SeededDice(f"los 12 {seed}")
    signs = ["#" if chance.roll("wall", 4) == 1 else "+" if chance.roll("door", 20) == 1 else "." for _ in range(225)]
    board = from_ascii(["".join(signs[y * 15 : y * 15 + 15]) for y in range(15)])
    floor = [cell for cell in range(225) if not board.blocks_move(cell, 0)]
    places = [floor[chance.roll("place", len(floor)) - 1] for _ in range(14)]
    rows = [list("".join(signs[y * 15 : y * 15 + 15])) for y in range(15)]
    for number, cell in enumerate(dict.fromkeys(places)):
        x, y = board.xy(cell)
        rows[y][x] = "MW"[number % 2]
    table = Table(["".join(row) for row in rows], M="marine", W="warrior")
    ctx = Ctx(table.game, table.state)
    units = list(table.state.units.values())
    for one, other in combinations(units, 2):
        sees = queries.sees(ctx, one, other)
        assert sees == queries.sees(ctx, other, one)
        touch = table.board.contact(one.cell, 1, other.cell, 1, 0)
        assert sees == (units_see(table.board, one.cell, 1, other.cell, 1, 0) or touch), (seed, one.id, other.id)
        if one.side != other.side and not touch:
            shooter, target = (one, other) if one.side == "marines" else (other, one)
            refusal = target_refusal(ctx, shooter, WEAPONS["rifle"], target.id)
            assert (refusal is None) == sees, (seed, shooter.id, target.id, refusal)


def test_los_06_a_door_closed_behind_hides_what_comes_after():
    """Closing ends what can be seen; the cells before it stay chances (LOS-06)."""
    table = Table("########\n#.M/..G#\n########", M="marine", G="gaunt").orders()
    table.act(skirmish.GiveOrder(table.id("M")))
    events = table.act(skirmish.Move((door_step(0),)))
    assert any(isinstance(event, DoorClosed) for event in events)
    assert isinstance(table.waiting, DeclareSecond)
    assert not both_see(table, "M", "G")
