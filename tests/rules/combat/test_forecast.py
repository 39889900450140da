"""The odds that are shown are those of the dice that fall (RL-6): forecasts against every face, by brute force."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from game.api import Action, Ctx, ScriptedDice, Task, Tx
from game.core.game import Game
from game.core.state import State
from game.core.types import UnitId
from game.rules.skirmish.actions import (
    Berserk,
    Discover,
    Dodge,
    Fight,
    Idle,
    Move,
    Pass,
    Place,
    Reset,
    Shoot,
    TakeGuts,
    Use,
)
from game.rules.skirmish.combat import Forecast, forecast, outlook, resolve
from game.rules.skirmish.combat.chances import Harm
from game.rules.skirmish.combat.forecast import with_action
from game.rules.skirmish.combat.offers import asked_unit, settled
from game.rules.skirmish.events import AttackResolved, SaveMade
from game.rules.skirmish.tasks import GutsRoll, Order, React, running_order
from tests.rules.combat.scene import blue, declaring, duel, field, held, red
from tests.support.reference import KINDS, WEAPONS
from tests.support.table import Table


class Fork(Exception):
    """A die that has not been decided yet."""

    def __init__(self, purpose: str, sides: int) -> None:
        self.purpose = purpose
        self.sides = sides


class Decided:
    """Dice whose faces so far are given; the next one raises Fork."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = faces
        self.used = 0

    def roll(self, purpose: str, sides: int) -> int:
        if self.used == len(self.faces):
            raise Fork(purpose, sides)
        self.used += 1
        return self.faces[self.used - 1]


def every_face(
    game: Game, state: State, order: Order, failing: int = 0, values: dict[str, int] | None = None
) -> Iterator[tuple[Fraction, State, list[Any]]]:
    """Every way the dice of an order can fall, with its chance and what it leads to.

    ``failing``: where every save of the order fails on that many faces, a 1 stands for these and a 20 for the rest.
    ``values``: where every die of a purpose has that success value, a 20 stands for all that miss.
    """
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        tx = Tx(game, state, Decided(faces))
        try:
            resolve(tx, order)
        except Fork as fork:
            most = (values or {}).get(fork.purpose, fork.sides)
            if failing and fork.purpose == "save":
                weights = {1: failing, 20: 20 - failing}
            else:
                weights = {**dict.fromkeys(range(1, most + 1), 1), **({20: 20 - most} if most < fork.sides else {})}
            waiting.extend(((*faces, face), chance * Fraction(n, fork.sides)) for face, n in weights.items())
        else:
            assert not failing or {e.damage - e.protection for e in tx.events if type(e) is SaveMade} <= {failing}
            yield chance, tx.draft.freeze(), tx.events


def supposed(table: Table, action: Action) -> tuple[Task, Order]:
    """The decision that waits and the order as the action would leave it."""
    task = table.waiting
    assert task is not None
    ctx = Ctx(table.game, table.state)
    order = running_order(ctx)
    assert order is not None
    unit = table.state.units[asked_unit(task)]
    return task, with_action(order, task, unit.id, settled(ctx, task, unit, action), unit.cell)


def counted(
    table: Table, action: Action, failing: int = 0, values: dict[str, int] | None = None
) -> tuple[dict[UnitId, dict[tuple[int, str], Fraction]], dict[int, Fraction]]:
    """By brute force: chance of each (points lost, fate) of every unit, and of each target being hit."""
    _, order = supposed(table, action)
    fates: dict[UnitId, dict[tuple[int, str], Fraction]] = {unit: {} for unit in table.state.units}
    hit: dict[int, Fraction] = {}
    total = Fraction(0)
    for chance, after, events in every_face(table.game, table.state, order, failing, values):
        total += chance
        for unit, found in fates.items():
            before = table.state.units[unit]
            gone = after.gone.get(unit)
            now = gone.unit if gone is not None else after.units[unit]
            fate = "dead" if gone is not None else "down" if "unconscious" in now.states else ""
            key = (now.wounds - before.wounds, fate)
            found[key] = found.get(key, Fraction(0)) + chance
        for target in {e.target for e in events if type(e) is AttackResolved and (e.hits or e.crits)}:
            hit[target] = hit.get(target, Fraction(0)) + chance
    assert total == 1
    return fates, hit


def as_harm(found: dict[tuple[int, str], Fraction]) -> Harm:
    most = max(lost for lost, _ in found)
    return Harm(
        wounds=tuple(sum((p for (lost, _), p in found.items() if lost == n), Fraction(0)) for n in range(most + 1)),
        down=sum((p for (_, fate), p in found.items() if fate == "down"), Fraction(0)),
        dead=sum((p for (_, fate), p in found.items() if fate == "dead"), Fraction(0)),
    )


def trimmed(harm: Harm) -> Harm:
    wounds = harm.wounds
    while len(wounds) > 1 and not wounds[-1]:
        wounds = wounds[:-1]
    return replace(harm, wounds=wounds)


def shown(table: Table, action: Action) -> Forecast:
    task = table.waiting
    assert task is not None
    odds = forecast(Ctx(table.game, table.state), task, action)
    assert odds is not None
    return odds


def check(table: Table, action: Action, *, failing: int = 0, values: dict[str, int] | None = None) -> Forecast:
    """The forecast of ``action`` equals what all faces come to, for every line and for the unit itself."""
    odds = shown(table, action)
    fates, hit = counted(table, action, failing, values)
    for line in odds.lines:
        if line.target in fates:
            assert trimmed(line.harm) == as_harm(fates[line.target])
            assert line.hit == hit.get(line.target, 0)
        assert sum(line.harm.wounds) == 1
    assert trimmed(odds.suffered) == as_harm(fates[odds.unit])
    assert sum(odds.suffered.wounds) == 1
    return odds


FAILING = {"da": 10, "both": 1}
"""Faces on which the saves of these weapons fail against a marine."""
SINGLE = {
    "single": replace(WEAPONS["rifle"], id="single", burst=1),
    "double": replace(WEAPONS["rifle"], id="double", burst=2, damage=5),
    "da": replace(WEAPONS["rifle"], id="da", burst=1, ammo=("da",)),
    "shock": replace(WEAPONS["rifle"], id="shock", burst=1, ammo=("ap", "shock")),
    "t2": replace(WEAPONS["rifle"], id="t2", burst=1, ammo=("t2",)),
    "stun": replace(WEAPONS["rifle"], id="stun", burst=1, ammo=("stun",)),
    "both": replace(WEAPONS["rifle"], id="both", burst=1, ammo=("n", "stun"), damage=4),
    "weak": replace(WEAPONS["rifle"], id="weak", burst=1, damage=4),
    "hard": replace(WEAPONS["rifle"], id="hard", burst=1, ammo=("t2",), damage=4),
    "blade": replace(WEAPONS["knife"], id="blade", damage=13),
    "para": replace(WEAPONS["rifle"], id="para", burst=1, ammo=("para",)),
}
ARMED = {
    "armed": replace(
        KINDS["marine"],
        id="armed",
        profiles=(replace(KINDS["marine"].profiles[0], weapons=(*SINGLE, "grenade", "flamer", "knife")),),
    )
}


def armed(*rows: str, fight: bool = True, **legend: Any) -> Table:
    make = duel if fight else field
    table = make(*rows, kinds=ARMED, **legend)
    table.game.weapons = {**table.game.weapons, **SINGLE}
    return table


@pytest.mark.rule("RL-6")
@pytest.mark.parametrize("weapon", ["single", "da", "shock", "t2", "stun", "both", "para"])
@pytest.mark.parametrize("wounds", [0, 1])
def test_a_shot_that_nobody_answers(weapon: str, wounds: int) -> None:
    table = declaring(armed("M.......m", M=red("armed"), m=held(side="blue", wounds=wounds)), "M")
    odds = check(table, Shoot(weapon, (table.id("m"),)), failing=FAILING.get(weapon, 0))
    assert odds.hit == Fraction(12, 20)
    assert odds.value is not None
    assert odds.value.value == 12


@pytest.mark.rule("RL-6")
def test_a_burst_in_cover_against_a_xeno() -> None:
    table = declaring(armed("M......=w", fight=False, M=held("armed"), w=held("warrior")), "M")
    odds = check(table, Shoot("double", (table.id("w"),)), failing=2)
    assert [m.name for m in odds.lines[0].value.modifiers] == ["cover"]  # type: ignore[union-attr]


@pytest.mark.rule("RL-6")
def test_a_reaction_face_to_face() -> None:
    """The one who reacts sees both what it does and what is done to it."""
    table = declaring(armed("M.......m", M=red("armed"), m=blue("armed")), "M")
    table.act(Shoot("single", (table.id("m"),)))
    odds = check(table, Shoot("single", (table.id("M"),)), failing=10)
    assert odds.lines[0].against is not None
    assert [line.attacker for line in odds.threats] == [table.id("M")]


@pytest.mark.rule("RL-6")
def test_what_was_declared_is_forecast_for_whoever_declares_nothing_more() -> None:
    """Not reacting leaves the shot unopposed; after the answer, the last step shows both shots face to face."""
    table = declaring(armed("M.......m", M=red("armed"), m=blue("armed")), "M")
    assert _outlook(table) is None, "nothing was declared yet"
    table.act(Shoot("single", (table.id("m"),)))
    odds = _outlook(table)
    assert odds is not None
    assert odds.lines == ()
    assert [line.against for line in odds.threats] == [None]
    assert odds.threats[0].hit == Fraction(12, 20)
    fates, _ = counted(table, Pass(), failing=10)
    assert odds.suffered == as_harm(fates[table.id("m")])
    table.act(Shoot("single", (table.id("M"),)))
    odds = _outlook(table)
    assert odds is not None
    fates, hit = counted(table, Pass(), failing=10)
    assert odds.lines[0].hit == odds.hit == hit[table.id("m")]
    assert odds.lines[0].harm == as_harm(fates[table.id("m")])
    assert odds.threats[0].hit == hit[table.id("M")]
    assert odds.suffered == as_harm(fates[table.id("M")])


def _outlook(table: Table) -> Forecast | None:
    assert table.waiting is not None
    return outlook(Ctx(table.game, table.state), table.waiting)


@pytest.mark.rule("RL-6")
def test_a_dodge_against_a_shot_and_what_is_left_of_it() -> None:
    table = declaring(armed("M.......m", M=red("armed"), m=blue("armed")), "M")
    table.act(Shoot("single", (table.id("m"),)))
    odds = check(table, Dodge(), failing=10)
    assert odds.value is not None
    assert odds.value.value == 10
    dodged = sum((Fraction(1, 400) for a in range(1, 21) for d in range(1, 11) if _dodges(a, d)), Fraction(0))
    assert odds.hit == dodged


def _dodges(shot: int, dodge: int) -> bool:
    """SV 12 against SV 10, criticals at exactly those."""
    rank_a = 21 if shot == 12 else shot if shot < 12 else 0
    rank_d = 21 if dodge == 10 else dodge
    return rank_d > rank_a


@pytest.mark.rule("RL-6")
def test_an_acting_dodge_hangs_all_attacks_on_one_die() -> None:
    table = armed("M.......m", "........n", M=red("armed"), m=blue("armed"), n=blue("armed"))
    cell = table.at(1, 0)
    declaring(table, "M").play(Move((cell,)), Shoot("weak", (1,), cell), Shoot("hard", (1,), cell))
    odds = check(table, Dodge(), failing=1, values={"bs": 12, "dodge": 10})
    assert len(odds.threats) == 2


@pytest.mark.rule("RL-6")
def test_blows_and_berserk() -> None:
    table = declaring(armed("Mm", M=red("armed"), m=blue("armed")), "M")
    check(table, Fight("knife", table.id("m")))
    table.act(Fight("knife", table.id("m")))
    check(table, Fight("knife", table.id("M")), failing=8)
    table = declaring(duel("Zm", Z=red("zealot"), m=blue()), "Z")
    table.act(Berserk(table.id("m"), "sword"))
    odds = shown(table, Fight("knife", table.id("Z")))
    assert odds.lines[0].against is None
    assert odds.threats[0].against is None


@pytest.mark.rule("RL-6", "AT-5")
def test_templates() -> None:
    table = armed("M.....m..", "......n..", M=red("armed"), m=blue("armed"), n=held("armed", side="blue"))
    declaring(table, "M")
    odds = check(table, Shoot("grenade", at=table.at(6, 0)), failing=10)
    assert {line.target for line in odds.lines} == {table.id("m"), table.id("n")}
    assert odds.hit == Fraction(15, 20)
    table.act(Shoot("grenade", at=table.at(6, 0)))
    check(table, Dodge(), failing=10)
    table = armed("M.....m..", M=red("armed"), m=blue("armed"))
    declaring(table, "M")
    assert check(table, Shoot("flamer", at=table.at(6, 0))).hit == 1
    table.act(Shoot("flamer", at=table.at(6, 0)))
    assert check(table, Dodge()).hit == Fraction(1, 2)


@pytest.mark.rule("RL-6", "AT-5", "D-I20")
@pytest.mark.parametrize("weapon", ["grenade", "flamer"])
def test_a_template_over_a_friend_who_dodges(weapon: str) -> None:
    """Whoever is asked first, the one Dodge die is opposed to the friend's template as well."""
    rows = ["M....b...", ".........", "........."]
    table = armed(*rows, "........G", M=red("armed"), b=blue("armed"), G=blue("armed"))
    if weapon == "flamer":
        table.change("G", cell=table.at(7, 0))
    walk = Move(tuple(table.at(x, 0) for x in (1, 2, 3, 4)))
    declaring(table, "M").act(walk)
    table.act(Dodge())
    odds = check(table, Shoot(weapon, at=table.at(3, 0)), failing=10 if weapon == "grenade" else 0)
    assert {line.target for line in odds.lines} == {table.id("M"), table.id("b")}

    table = armed("M..G.....", *rows[1:], "......b..", M=red("armed"), b=blue("armed"), G=blue("armed"))
    table.change("b", cell=table.at(5, 0)).change("G", cell=table.at(7 if weapon == "flamer" else 8, 3))
    if weapon == "flamer":
        table.change("G", cell=table.at(7, 0))
    declaring(table, "M").act(walk)
    table.act(Shoot(weapon, at=table.at(3, 0)))
    odds = check(table, Dodge(), failing=10 if weapon == "grenade" else 0)
    assert odds.unit == table.id("b")
    assert odds.suffered.expected > 0


@pytest.mark.rule("RL-6", "AM-1")
def test_smoke_only_has_to_land() -> None:
    table = duel("G.....m..", G=red("grenadier"), m=blue())
    declaring(table, "G")
    assert shown(table, Shoot("smoke", at=table.at(6, 0))).hit == Fraction(15, 20)
    table = duel("M.....G..", M=red(), G=blue("grenadier"))
    declaring(table, "M").act(Shoot("rifle", (table.id("G"),)))
    assert shown(table, Shoot("smoke", at=table.at(0, 0))).hit == Fraction(15, 20)


@pytest.mark.rule("RL-6", "AT-2")
def test_stray_dice_are_part_of_the_forecast() -> None:
    table = armed("M.......fg", fight=False, M=held("armed"), f=held("armed"), g=held("gaunt"))
    declaring(table, "M")
    odds = check(table, Shoot("single", (table.id("g"),)))
    assert [line.target for line in odds.lines] == [table.id("g"), table.id("f")]
    assert odds.hit == Fraction(9, 20)
    assert odds.lines[1].hit == Fraction(6, 20)


@pytest.mark.rule("RL-6", "AT-2", "AT-5")
@pytest.mark.parametrize("weapon", ["single", "grenade"])
def test_what_friends_may_do_to_one_in_the_melee_is_counted_in(weapon: str) -> None:
    """a's die may stray onto b or, if it is a grenade, lie upon b, who sees that before it answers."""
    table = armed("a......M.b", M=red("armed"), a=blue("armed"), b=blue("armed", wounds=1))
    declaring(table, "M").act(Move((table.at(8, 0),)))
    table.act(Shoot(weapon, () if weapon == "grenade" else (table.id("M"),), table.at(8, 0)))
    assert table.waiting == React(table.id("b"), 1)
    for answer in (Dodge(), Fight("blade", table.id("M"))):
        odds = shown(table, answer)
        fates, _ = counted(table, answer, failing=10)
        assert trimmed(odds.suffered) == as_harm(fates[table.id("b")])
        assert {line.attacker for line in odds.threats} == {table.id("a")}


@pytest.mark.rule("RL-6")
def test_chances_of_states() -> None:
    table = declaring(armed("M.......m", M=red("armed"), m=held(side="blue")), "M")
    odds = shown(table, Shoot("stun", (table.id("m"),)))
    assert odds.lines[0].states == (("stunned", Fraction(11, 20) * Fraction(1, 2) + Fraction(1, 20) * Fraction(3, 4)),)
    assert odds.lines[0].harm.expected == 0


@pytest.mark.rule("RL-6")
def test_reset_and_guts() -> None:
    table = duel("M.......m", M=red(), m=blue(states=("immobilized_b", "isolated")))
    declaring(table, "M").act(Shoot("rifle", (table.id("m"),)))
    odds = shown(table, Reset())
    assert odds.hit == Fraction(10, 20)
    assert dict(odds.resets) == {"isolated": Fraction(4, 20), "immobilized_b": Fraction(10, 20)}
    table = duel("M.......m", M=red(), m=blue())
    declaring(table, "M").play(Shoot("rifle", (table.id("m"),)), Pass(), Pass(), bs=[3, 20, 20], save=[20])
    assert isinstance(table.waiting, GutsRoll)
    assert shown(table, TakeGuts("roll")).hit == Fraction(13, 20)
    assert shown(table, TakeGuts("fail")).hit == 0
    assert forecast(Ctx(table.game, table.state), table.waiting, Pass()) is None


@pytest.mark.rule("RL-6", "D-H7", "BD-11")
def test_nests_and_doors() -> None:
    table = armed("M.......", fight=False, M=held("armed"))
    nest = table.marker("nest", 5, 0)
    declaring(table, "M")
    odds = shown(table, Shoot("single", (nest,)))
    assert odds.lines[0].target == nest
    assert odds.lines[0].harm.expected == Fraction(11, 20) * Fraction(11, 20) + Fraction(1, 20) * Fraction(11, 10)
    assert odds.lines[0].harm.dead == 0
    marker = table.marker("infestation", 7, 0)
    flames = shown(table, Shoot("flamer", at=table.at(5, 0)))
    assert {line.target: line.harm.dead for line in flames.lines} == {nest: Fraction(0), marker: Fraction(1)}


@pytest.mark.rule("RL-6")
def test_single_rolls_of_other_skills() -> None:
    table = duel("Ms", M=red("medic"), s=blue("scout", states=("camouflaged",)))
    assert shown(declaring(table, "M"), Discover(table.id("s"))).hit == Fraction(13, 20)
    hurt = red("marine", wounds=2, states=("prone", "unconscious"))
    table = declaring(duel("Mm", M=red("medic"), m=hurt), "M")
    assert shown(table, Use("doctor", table.id("m"))).hit == Fraction(13, 20)
    table = declaring(field("E+", M="marine", E=held("engineer")), "E")
    assert shown(table, Place("d_charge", table.at(1, 0))).hit == Fraction(13, 20)
    assert forecast(Ctx(table.game, table.state), table.waiting, Idle()) is None  # type: ignore[arg-type]


@pytest.mark.rule("RL-6")
def test_an_action_without_a_roll_has_no_forecast() -> None:
    table = declaring(field("M.......g", M=held(), g=held("gaunt")), "M")
    assert table.waiting is not None
    assert forecast(Ctx(table.game, table.state), table.waiting, Move((1,))) is None


@pytest.mark.rule("RL-6")
def test_forecast_and_resolver_roll_at_the_same_values() -> None:
    """Negative control: had the two counted differently, the brute force above would tell them apart."""
    table = declaring(armed("M.......m", M=red("armed"), m=held(side="blue")), "M")
    action = Shoot("single", (table.id("m"),))
    fates, _ = counted(table, action)
    table.effect("steady", "red", unit=table.id("M"), value=3)
    assert trimmed(shown(table, action).lines[0].harm) != as_harm(fates[table.id("m")])
    scripted = ScriptedDice(bs=[13], save=[20])
    tx = Tx(table.game, table.state, scripted)
    resolve(tx, supposed(table, action)[1])
    assert [e.hits for e in tx.events if type(e) is AttackResolved] == [1]
    assert not isinstance(table.waiting, React)
