"""Electromagnetic rounds: saves, what failing them does, guts, and how it ends (EM-01 to EM-18)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from game.api import Action, Ctx, ScriptedDice, Tx, UnitKind
from game.core.events import DiceRolled, StateGained, UnitMoved, UnitWounded
from game.io.roster import shipped_roster
from game.io.text import text
from game.rules.compose import compose, rulebook_for
from game.rules.skirmish import names
from game.rules.skirmish.actions import Berserk, EndTurn, Fight, GiveOrder, Move, Pass, Reset, Shoot, TakeGuts, Use
from game.rules.skirmish.combat import gain, hit_unit
from game.rules.skirmish.combat.ammo import halved
from game.rules.skirmish.combat.chances import UNHURT
from game.rules.skirmish.command import members, officers
from game.rules.skirmish.events import GutsTaken, SaveMade
from game.rules.skirmish.queries import tokens_of
from game.rules.skirmish.tasks import GutsRoll, OrdersPhase, StatesPhase, Tactical, TurnStart
from tests.rules.combat.scene import blue, declaring, duel, field, held, of, order, red
from tests.rules.combat.test_forecast import shown
from tests.support.reference import KINDS, WEAPONS
from tests.support.table import Table, kinds_of

EM = ("em",)


def with_profile(kind: str, **fields: Any) -> UnitKind:
    """A reference kind with other attributes, under the name ``other``."""
    known = KINDS[kind]
    return replace(known, id="other", profiles=(replace(known.profiles[0], **fields),))


def target(kind: str = "marine", **fields: Any) -> Table:
    """A marine's like, alone with its hive."""
    return field("m", m=held("other"), kinds={"other": with_profile(kind, **fields)})


def hit(table: Table, *save: int, ammo: tuple[str, ...] = EM, crit: bool = False, letter: str = "m") -> list[SaveMade]:
    """One hit of Damage 13 outside any order, with exactly these save dice; the saves made."""
    dice = ScriptedDice({"save": list(save)})
    tx = Tx(table.game, table.state, dice)
    hit_unit(tx, table.id(letter), 13, ammo, crit=crit)
    table.state, events = tx.commit()
    dice.assert_spent()
    return of(events, SaveMade)


def shot(table: Table, *answers: Any, bs: list[int], **dice: list[int]) -> list[Any]:
    """M's carbine at m, three dice; guts are rolled unless an answer says other."""
    return order(table, "M", Shoot("em_carbine", (table.id("m"),)), *answers, bs=bs, **dice)


def firefight(kind: str = "marine", **fields: Any) -> Table:
    """M with a carbine, m eight cells away."""
    return duel("M.......m", M=red("warden"), m=held(kind, side="blue", **fields))


def weapons(table: Table, kind: type[Action]) -> list[str]:
    """The weapons of the listed attacks of one type."""
    return [str(getattr(action, "weapon", "")) for action in table.options(kind)]


# --- the edition (EM-01, EM-02, EM-03) -------------------------------------------------------------------------------


@pytest.mark.rule("EM-01")
def test_the_simplified_rules_have_no_such_rounds() -> None:
    full = declaring(duel("M.......m", M=red("warden"), m=held(side="blue")), "M")
    shots = weapons(full, Shoot)
    assert shots == ["em_carbine", "em_grenade", "ap_em_rifle"]
    simple = declaring(duel("M.......m", M=red("warden"), m=held(side="blue"), rules={"codeone": True}), "M")
    assert simple.options(Shoot) == []
    for weapon in shots:
        refusal = simple.refusal(Shoot(weapon, (simple.id("m"),)))
        assert refusal is not None
        assert (refusal.code, refusal.clause) == ("NOT_IN_CODEONE", "EM-01")


@pytest.mark.rule("EM-01")
def test_the_simplified_rules_bar_blows_too_and_leave_other_weapons_alone() -> None:
    table = declaring(duel("Mm", M=red("warden"), m=held(side="blue"), rules={"codeone": True}), "M")
    assert weapons(table, Fight) == ["knife"]
    assert table.code(Fight("em_baton", table.id("m"))) == "NOT_IN_CODEONE"
    assert weapons(table, Berserk) == ["knife"]
    with_them = declaring(duel("Mm", M=red("warden"), m=held(side="blue")), "M")
    assert weapons(with_them, Fight) == ["knife", "em_baton"]


@pytest.mark.rule("AM-1")
def test_a_game_composed_without_these_rounds_refuses_the_weapon_by_name() -> None:
    table = duel("M.......m", M=red("warden"), m=held(side="blue"))
    scenario = replace(table.game.scenario, modules=("skirmish",))
    table.game = compose(scenario, table.board, table.kinds, WEAPONS)
    declaring(table, "M")
    assert table.options(Shoot) == []
    assert table.code(Shoot("em_carbine", (table.id("m"),))) == "NO_SUCH_AMMO"


@pytest.mark.rule("EM-02", "EM-03")
def test_what_the_table_says_of_the_round() -> None:
    row = rulebook_for().tables["ammo"]["em"]
    assert (row.attribute, row.saves, row.extra, row.halved, row.wounds) == ("bts", 2, 1, True, 0)
    assert not row.shock
    assert text("es").name("ammo", "em") == "electromagnética"


@pytest.mark.rule("UN-6", "EM-02")
def test_the_shipped_roster_has_a_trooper_with_such_weapons() -> None:
    roster = shipped_roster(rulebook_for())
    carriers = [
        k.id for k in roster.kinds.values() if any("em" in roster.weapons[w].ammo for w in k.profiles[0].weapons)
    ]
    assert carriers == ["jammer"]
    assert {text(language).unit("jammer") for language in ("en", "es")} == {"Surge warden", "Guardia de pulso"}


@pytest.mark.rule("EM-03", "AM-3")
def test_no_number_of_failed_saves_wounds() -> None:
    table = firefight()
    events = shot(table, bs=[1, 2, 3], save=[1, 1, 1, 1, 1, 1], guts=[1])
    assert table.unit("m").wounds == 0
    assert of(events, UnitWounded) == []


# --- the saves (EM-04 to EM-07, EM-18) -------------------------------------------------------------------------------


@pytest.mark.rule("EM-04")
def test_two_hits_ask_for_four_saves() -> None:
    events = shot(firefight(), bs=[3, 4, 20], save=[20] * 4, guts=[1])
    assert len(of(events, SaveMade)) == 4
    assert [len(e.faces) for e in of(events, DiceRolled) if e.purpose == "save"] == [4]


@pytest.mark.rule("EM-05")
def test_each_save_is_made_on_half_the_bts() -> None:
    saves = hit(target(bts=6), 10, 11)
    assert [(s.attribute, s.damage, s.protection, s.saved) for s in saves] == [
        ("bts", 13, 3, False),
        ("bts", 13, 3, True),
    ]


@pytest.mark.rule("EM-06")
def test_halving_rounds_up() -> None:
    assert [halved(n) for n in (3, 9, 6)] == [2, 5, 3]
    assert [s.saved for s in hit(target(bts=3), 11, 12)] == [False, True]


@pytest.mark.rule("EM-07", "EM-A10")
def test_what_is_above_nothing_stays_above_nothing() -> None:
    assert (halved(1), halved(0)) == (1, 0)
    assert [s.saved for s in hit(target(bts=1), 12, 13)] == [False, True]
    assert [s.saved for s in hit(target(bts=0), 13, 14)] == [False, True]


@pytest.mark.rule("EM-18", "EM-A3")
def test_a_critical_adds_one_save_at_half_the_bts() -> None:
    table = target(bts=3)
    saves = hit(table, 20, 20, 11, crit=True)
    assert [(s.protection, s.saved) for s in saves] == [(2, True), (2, True), (2, False)]
    assert table.unit("m").states == (names.ISOLATED,)


@pytest.mark.rule("EM-18")
def test_a_critical_and_a_plain_hit_make_five() -> None:
    events = shot(firefight(), bs=[12, 3, 20], save=[20] * 5, guts=[1])
    assert len(of(events, SaveMade)) == 5


@pytest.mark.rule("EM-A1")
@pytest.mark.parametrize(("style", "saved"), [("n4", [False, True]), ("n5", [True, False])])
def test_the_style_of_saves_decides_in_which_direction_they_are_read(style: str, saved: list[bool]) -> None:
    """BTS 6, Damage 13: the bar is 10 either way."""
    table = field("m", m=held("other"), kinds={"other": with_profile("marine", bts=6)}, rules={"save_style": style})
    assert [s.saved for s in hit(table, 10, 11)] == saved


@pytest.mark.rule("EM-05", "RL-5")
def test_cover_adds_three_to_the_half() -> None:
    table = duel("M......=m", M=red("warden"), m=held(side="blue"))
    events = shot(table, bs=[1, 20, 20], save=[8, 9], guts=[1])
    assert [s.protection for s in of(events, SaveMade)] == [5, 5]


# --- what failing does (EM-08, EM-09, EM-13, EM-14) ------------------------------------------------------------------


@pytest.mark.rule("EM-08", "EM-A2")
@pytest.mark.parametrize(
    ("faces", "states"),
    [((11, 20), (names.ISOLATED,)), ((12, 20), ()), ((3, 4), (names.ISOLATED,))],
)
def test_whoever_fails_is_isolated_once(faces: tuple[int, ...], states: tuple[str, ...]) -> None:
    table = target(bts=3)
    hit(table, *faces)
    assert table.unit("m").states == states


@pytest.mark.rule("EM-A2")
def test_one_who_is_isolated_already_gains_nothing_by_another_hit() -> None:
    table = firefight("heavy", states=(names.IMMOBILIZED_B, names.ISOLATED))
    events = shot(table, bs=[1, 20, 20], save=[1, 1])
    assert of(events, StateGained) == []


@pytest.mark.rule("EM-09")
def test_a_token_lies_beside_the_isolated() -> None:
    table = target()
    hit(table, 1, 20)
    assert tokens_of(Ctx(table.game, table.state), table.unit("m")) == ("ISOLATED",)
    assert text("en").state(names.ISOLATED) == "isolated"


@pytest.mark.rule("EM-13", "EM-A9")
@pytest.mark.parametrize("kind", ["HI", "TAG", "REM", "Vehicle"])
def test_electronics_that_fail_leave_heavy_troops_and_machines_immobilized(kind: str) -> None:
    table = target(type=kind)
    hit(table, 5, 20)
    assert table.unit("m").states == (names.IMMOBILIZED_B, names.ISOLATED)


@pytest.mark.rule("EM-13")
@pytest.mark.parametrize("kind", ["LI", "MI", "SK", "WB"])
def test_other_troops_are_isolated_only(kind: str) -> None:
    table = target(type=kind)
    hit(table, 5, 20)
    assert table.unit("m").states == (names.ISOLATED,)


@pytest.mark.rule("EM-A9")
@pytest.mark.parametrize("kind", ["gaunt", "spore", "swarm", "warrior", "crusher", "tunneller"])
def test_a_creature_is_isolated_like_anyone_and_never_more(kind: str) -> None:
    table = field("g", g=kind)
    saves = hit(table, 13, 20, letter="g")
    assert [s.protection for s in saves] == [0, 0]
    assert table.unit("g").states == (names.ISOLATED,)


@pytest.mark.rule("EM-14")
def test_both_tokens_lie_beside_a_suit_that_stopped() -> None:
    table = target("heavy")
    hit(table, 5, 20)
    assert set(tokens_of(Ctx(table.game, table.state), table.unit("m"))) == {"ISOLATED", "IMM_B"}


@pytest.mark.rule("X-03", "EM-A2")
def test_the_type_of_the_profile_in_force_decides_and_what_was_caught_stays() -> None:
    """A suit of heavy armour whose second form is on foot."""
    suit = KINDS["heavy"]
    both = replace(suit, id="suit", profiles=(suit.profiles[0], KINDS["marine"].profiles[0]))
    table = field("mn", m=held("suit"), n=held("suit", form=1), kinds={"suit": both})
    hit(table, 1, 20)
    hit(table, 1, 20, letter="n")
    assert table.unit("m").states == (names.IMMOBILIZED_B, names.ISOLATED)
    assert table.unit("n").states == (names.ISOLATED,)
    table.change("m", form=1)
    hit(table, 1, 20)
    assert table.unit("m").states == (names.IMMOBILIZED_B, names.ISOLATED)


# --- combined rounds (AM-2) ------------------------------------------------------------------------------------------


@pytest.mark.rule("AM-2", "EM-04")
def test_parts_on_armour_save_apart() -> None:
    table = target()
    saves = hit(table, 1, 20, 1, ammo=("ap", "em"))
    assert [(s.attribute, s.protection) for s in saves] == [("arm", 2), ("bts", 2), ("bts", 2)]
    assert (table.unit("m").wounds, table.unit("m").states) == (1, (names.ISOLATED,))


@pytest.mark.rule("AM-2", "EM-05")
def test_stunning_rounds_share_the_two_saves_and_every_effect() -> None:
    table = target()
    saves = hit(table, 11, 20, ammo=("stun", "em"))
    assert [(s.attribute, s.protection, s.saved) for s in saves] == [("bts", 2, False), ("bts", 2, True)]
    assert table.unit("m").states == (names.ISOLATED, names.STUNNED)


@pytest.mark.rule("AM-2", "EM-08")
def test_the_dead_catch_nothing() -> None:
    table = field("m", m=held(wounds=2, states=(names.PRONE, names.UNCONSCIOUS)))
    hit(table, 1, 1, 1, ammo=("n", "em"))
    assert table.id("m") in table.state.gone


# --- guts (EM-15 to EM-17, EM-A4, EM-A5, EM-A7) ----------------------------------------------------------------------


def dell(kind: str = "marine", **fields: Any) -> Table:
    """Attacker at (10,2), m at (10,10), one wall at (12,9): the nearest hidden cell is (12,10) (TR-43)."""
    rows = ["." * 16 for _ in range(16)]
    rows[2] = "..........M....."
    rows[9] = "............#..."
    rows[10] = "..........m....."
    return duel(*rows, M=red("warden"), m=held(kind, side="blue", **fields))


@pytest.mark.rule("EM-15")
@pytest.mark.parametrize(("face", "end"), [(14, (12, 10)), (13, (10, 10))])
def test_whoever_fails_the_save_rolls_its_guts(face: int, end: tuple[int, int]) -> None:
    table = dell()
    shot(table, bs=[1, 20, 20], save=[1, 20], guts=[face])
    assert table.unit("m").states == (names.ISOLATED,)
    assert table.xy("m") == end


@pytest.mark.rule("EM-16")
def test_a_suit_that_stopped_rolls_nothing_and_stays() -> None:
    table = dell("heavy")
    events = shot(table, bs=[1, 20, 20], save=[1, 20])
    assert of(events, GutsTaken) == []
    assert of(events, UnitMoved) == []
    assert table.unit("m").states == (names.IMMOBILIZED_B, names.ISOLATED)


@pytest.mark.rule("EM-16", "EM-A4")
@pytest.mark.parametrize("kind", ["heavy", "marine"])
def test_whoever_makes_every_save_rolls_its_guts_all_the_same(kind: str) -> None:
    table = dell(kind)
    events = shot(table, bs=[1, 20, 20], save=[20, 20], guts=[14])
    assert [(e.passed, e.result) for e in of(events, GutsTaken)] == [(False, "withdraw")]
    assert table.unit("m").states == ()


@pytest.mark.rule("EM-A5")
@pytest.mark.parametrize("state", [names.IMMOBILIZED_A, names.IMMOBILIZED_B])
def test_a_suit_immobilized_before_the_hit_rolls_no_guts(state: str) -> None:
    table = dell("heavy", states=(state,))
    events = shot(table, bs=[1, 20, 20], save=[20, 20])
    assert of(events, GutsTaken) == []


@pytest.mark.rule("EM-17", "EM-A7")
@pytest.mark.parametrize(("choice", "end"), [("pass", (10, 10)), ("fail", (12, 10))])
def test_courage_passes_without_a_die_or_elects_to_fail(choice: str, end: tuple[int, int]) -> None:
    table = dell("veteran")
    table.change("m", policy="ask")
    table.act(GiveOrder(table.id("M")))
    table.act(Shoot("em_carbine", (table.id("m"),)))
    events: list[Any] = []
    dice = ScriptedDice({"bs": [1, 20, 20], "save": [1, 20]})
    while not isinstance(table.waiting, GutsRoll):
        table.state, found = table.game.apply(table.state, Pass(), dice)
        events += found
    assert table.options() == [TakeGuts("pass"), TakeGuts("fail")]
    events += table.act(TakeGuts(choice))
    assert [e.purpose for e in of(events, DiceRolled)] == ["bs", "save"]
    assert table.xy("m") == end


# --- orders (EM-10 to EM-12, EM-A6, D-E2) ----------------------------------------------------------------------------


@pytest.mark.rule("EM-10", "OR-2")
def test_pool_orders_do_not_get_through_to_the_isolated() -> None:
    table = field("Mm", M="marine", m="marine").orders("marines", pool=5)
    tx = Tx(table.game, table.state, ScriptedDice({}))
    gain(tx, table.id("m"), names.ISOLATED)
    table.state, _ = tx.commit()
    assert table.code(GiveOrder(table.id("m"))) == "ISOLATED"
    assert table.code(GiveOrder(table.id("M"))) == ""


def counting() -> Table:
    """Four marines before the order count, one of them hit in the enemy's turn."""
    table = Table("MNOm....", M="marine", N="marine", O="marine", m="marine", sides=("marines",))
    hit(table, 1, 20)
    table.agenda(Tactical("marines"), OrdersPhase("marines"), StatesPhase("marines"), turn="marines")
    table.run()
    return table


@pytest.mark.rule("EM-11", "EM-12", "OR-1")
def test_at_the_next_order_count_the_isolated_have_an_order_of_their_own_only() -> None:
    table = counting()
    assert table.state.sides["marines"].pool == 3
    assert table.unit("m").count(names.OWN_ORDER) == 1
    assert table.code(GiveOrder(table.id("m"))) == "ISOLATED"
    assert table.code(GiveOrder(table.id("m"), "own")) == ""
    assert table.code(GiveOrder(table.id("M"), "own")) == "NO_OWN_ORDER"


@pytest.mark.rule("EM-12", "EM-A8")
def test_who_is_cured_in_mid_turn_adds_no_order_before_the_next_count() -> None:
    table = counting()
    table.act(GiveOrder(table.id("m"), "own"))
    table.act(Reset())
    table.act(Pass(), reset=[4])
    assert table.unit("m").states == ()
    assert table.state.sides["marines"].pool == 3
    assert table.code(GiveOrder(table.id("m"))) == ""


@pytest.mark.rule("EM-A6")
def test_an_order_counted_before_stays_in_the_pool_for_the_others() -> None:
    table = field("M..m", M="marine", m="marine").orders("marines", pool=2)
    hit(table, 1, 20)
    assert table.state.sides["marines"].pool == 2
    assert table.code(GiveOrder(table.id("m"))) == "ISOLATED"
    assert table.unit("m").count(names.OWN_ORDER) == 0
    assert table.options(GiveOrder) == [GiveOrder(table.id("M"))]


@pytest.mark.rule("EM-11", "D-E2", "OR-6")
def test_a_side_whose_lieutenant_is_isolated_is_without_him_at_its_next_turn() -> None:
    led = {"kind": "officer", "counters": ((names.LIEUTENANT, 1),)}
    table = Table("MNm.....", M="marine", N="officer", m=led, sides=("marines",))
    table.agenda(TurnStart("marines"))
    table.run()
    assert table.state.sides["marines"].count("led") == 1
    hit(table, 1, 20)
    assert table.state.sides["marines"].count("led") == 1
    table.agenda(TurnStart("marines"))
    table.run()
    assert [(e.name, e.side) for e in table.state.effects] == [("leaderless", "marines")]
    assert table.unit("m").count(names.LIEUTENANT_ORDER) == 0


# --- how it ends (EM-A8) ---------------------------------------------------------------------------------------------


@pytest.mark.rule("EM-A8", "ST-4", "ST-5")
@pytest.mark.parametrize(
    ("face", "left"),
    [(4, ()), (5, (names.ISOLATED,)), (10, (names.ISOLATED,)), (11, (names.IMMOBILIZED_B, names.ISOLATED))],
)
def test_a_reset_at_minus_three_frees_the_suit_and_at_minus_nine_its_radio(face: int, left: tuple[str, ...]) -> None:
    table = field("m", m=held("heavy", counters=((names.OWN_ORDER, 1),)))
    hit(table, 1, 20)
    table.act(GiveOrder(table.id("m"), "own"))
    assert [action for action in table.options() if action != Pass()] == [Reset()]
    table.act(Reset(), reset=[face])
    assert table.unit("m").states == left


@pytest.mark.rule("EM-A8", "ST-4", "ST-5")
@pytest.mark.parametrize(("face", "left"), [(13, ()), (14, (names.IMMOBILIZED_B, names.ISOLATED))])
def test_an_engineer_in_contact_ends_both_with_a_wip_roll(face: int, left: tuple[str, ...]) -> None:
    table = field("Em", E="engineer", m=held("heavy"))
    hit(table, 1, 20)
    order(table, "E", Use("engineer", table.id("m")), wip=[face])
    assert table.unit("m").states == left


@pytest.mark.rule("EM-A8")
def test_neither_ends_by_itself() -> None:
    table = field("Mm", M="marine", m=held("heavy"))
    hit(table, 1, 20)
    events = table.act(EndTurn())
    assert "StateLost" not in kinds_of(events)
    assert table.unit("m").states == (names.IMMOBILIZED_B, names.ISOLATED)


# --- odds (RL-6) -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RL-6", "EM-08", "EM-13")
@pytest.mark.parametrize(
    ("kind", "states"),
    [("marine", (names.ISOLATED,)), ("heavy", (names.ISOLATED, names.IMMOBILIZED_B))],
)
def test_the_chance_of_each_state_is_shown_before_the_shot(kind: str, states: tuple[str, ...]) -> None:
    """BS 12 at 8 cells, three dice; each hit fails to be saved unless both dice show 12 or more (BTS 3, Damage 13)."""
    table = declaring(duel("M.......m", M=red("warden"), m=blue(kind)), "M")
    odds = shown(table, Shoot("em_carbine", (table.id("m"),)))
    hold = Fraction(9, 20)
    die = Fraction(8, 20) + Fraction(11, 20) * hold**2 + Fraction(1, 20) * hold**3
    line = odds.lines[0]
    assert dict(line.states) == dict.fromkeys(states, 1 - die**3)
    assert line.harm == UNHURT


@pytest.mark.rule("RL-6", "EM-A1")
def test_the_odds_follow_the_style_of_saves_either_way_the_same() -> None:
    found = []
    for style in ("n4", "n5"):
        table = declaring(duel("M.......m", M=red("warden"), m=blue(), rules={"save_style": style}), "M")
        odds = shown(table, Shoot("em_carbine", (table.id("m"),)))
        found.append((odds.lines[0].hit, odds.lines[0].states))
    assert found[0] == found[1]


@pytest.mark.rule("AM-2", "RL-6")
def test_odds_of_combined_rounds_tell_wounds_and_states_apart() -> None:
    table = declaring(duel("M.......m", M=red("warden"), m=blue()), "M")
    odds = shown(table, Shoot("ap_em_rifle", (table.id("m"),)))
    line = odds.lines[0]
    assert line.harm.expected > 0
    assert [state for state, chance in line.states if 0 < chance < 1] == [names.ISOLATED]


# --- Isolated among friends (D-E2) -----------------------------------------------------------------------------------


@pytest.mark.rule("X-49", "D-E2")
def test_no_command_reaches_the_isolated_and_none_comes_from_them() -> None:
    table = field("OmM", O="officer", m="marine", M="marine")
    hit(table, 1, 20)
    ctx = Ctx(table.game, table.state)
    assert members(ctx, table.unit("O")) == [table.id("O"), table.id("M")]
    hit(table, 1, 20, letter="O")
    assert officers(Ctx(table.game, table.state), "marines") == []


@pytest.mark.rule("EM-10")
def test_whoever_is_isolated_still_moves_with_an_order_of_its_own() -> None:
    table = field("m", m=held(counters=((names.OWN_ORDER, 1),)))
    hit(table, 1, 20)
    table.act(GiveOrder(table.id("m"), "own"))
    assert table.code(Move((table.at(1, 0),))) == ""
