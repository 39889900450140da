"""Small boards with an answer that is plainly right: what the human side's player does there."""

import pytest

from ai.marines import BOTS
from ai.marines.line import LineBot
from ai.marines.picture import Atlas, Picture
from ai.marines.plans import Plans
from ai.marines.settings import Settings
from game.api import EndTurn, Objective, Pass, SeededDice, actions, tasks
from tests.support.table import DOOR, OPEN, Table


def bot() -> LineBot:
    """The player as it comes."""
    return LineBot(SeededDice(1))


def choice(table: Table):
    """What the player answers here; it must be allowed."""
    view = table.game.view(table.state, "marines")
    options = table.game.options(table.state)
    action = bot().decide(view, options)
    assert action in options
    return action


def first_skill(table: Table, letter: str, kind: str = "pool"):
    """What it declares first when the trooper drawn as ``letter`` has been given an order."""
    table.orders()
    table.act(actions.GiveOrder(table.id(letter), kind))
    return choice(table)


def answer_order(table: Table):
    """Whom it gives the first order, and the first skill that follows."""
    table.orders()
    order = choice(table)
    if not isinstance(order, actions.GiveOrder):
        return order, None
    table.act(order)
    return order, choice(table)


def shot_of(table: Table) -> actions.Shoot:
    """The shot of the running order, before or after a move."""
    skill = choice(table)
    while not isinstance(skill, actions.Shoot):
        table.act(skill)
        assert isinstance(table.waiting, tasks.DeclareSecond)
        skill = choice(table)
    return skill


def row(length: int, **letters: int) -> str:
    """A corridor one cell wide with letters on it."""
    cells = ["."] * length
    for letter, x in letters.items():
        cells[x] = letter
    return "".join(cells)


def end_of(move: actions.Move) -> int:
    """The cell that a Move leads to."""
    return [step for step in move.path if step >= 0][-1]


# -- orders ---------------------------------------------------------------------------------------------------


def test_an_enemy_in_the_open_is_shot_at():
    table = Table(row(20, M=2, g=12), M="marine", g="gaunt", objective=Objective("survive", n=9))
    order, skill = answer_order(table)
    assert order == actions.GiveOrder(table.id("M"), "pool")
    assert isinstance(skill, actions.Shoot)
    assert skill.targets == (table.id("g"),)


def test_of_two_enemies_the_one_that_can_charge_is_shot_at():
    rows = ["." * 24 for _ in range(18)]
    rows[8] = "h" + "." * 7 + "M" + "." * 6 + "g" + "." * 8
    weak = {"kind": "marine", "wounds": 1}
    table = Table(rows, M=weak, g="gaunt", h="gaunt", objective=Objective("survive", n=9))
    table.orders()
    table.act(actions.GiveOrder(table.id("M")))
    view = table.game.view(table.state, "marines")
    plans = Plans(Picture(view, Atlas(), Settings()))
    assert plans.danger.prize(table.unit("g")) > plans.danger.prize(table.unit("h"))
    assert shot_of(table).targets == (table.id("g"),)


def test_with_nobody_in_sight_it_walks_towards_the_exit():
    table = Table(
        row(40, M=3),
        M="marine",
        zones={"exit": [(39, 0)]},
        objective=Objective("exit"),
    )
    order, skill = answer_order(table)
    assert order == actions.GiveOrder(table.id("M"), "pool")
    assert isinstance(skill, actions.Move)
    assert end_of(skill) == 7


def test_a_door_in_the_way_is_opened():
    table = Table(DOOR.replace(".", "M", 1), M="marine", zones={"exit": [(20, 5)]}, objective=Objective("exit")).change(
        "M", cell=5 * 21 + 8
    )
    skill = first_skill(table, "M")
    assert isinstance(skill, actions.Move)
    assert -1 in skill.path
    assert end_of(skill) > 5 * 21 + 10


def test_a_console_at_hand_is_used():
    table = Table(row(20, M=4), M="marine", objective=Objective("console", target="valves"))
    table.marker("console", 5, 0, name="valves")
    skill = first_skill(table, "M")
    assert skill == actions.Use("console", next(iter(table.state.markers)))


def test_a_console_a_move_away_is_walked_to_and_used_in_one_order():
    table = Table(row(20, M=2), M="marine", objective=Objective("console", target="valves"))
    marker = table.marker("console", 6, 0, name="valves")
    skill = first_skill(table, "M")
    assert isinstance(skill, actions.Move)
    table.act(skill)
    assert choice(table) == actions.Use("console", marker)


def test_an_item_is_picked_up_and_carried_to_the_exit():
    table = Table(row(30, M=15), M="marine", zones={"exit": [(0, 0)]}, objective=Objective("carry", target="core"))
    marker = table.marker("item", 16, 0, name="core")
    skill = first_skill(table, "M")
    assert skill == actions.Use("item", marker)
    table.act(skill)
    if table.to_act:
        table.act(choice(table))
    assert table.state.markers[marker].carrier == table.id("M")
    table.orders()
    table.act(choice(table))
    step = choice(table)
    assert isinstance(step, actions.Move)
    assert end_of(step) < 15


def test_a_nest_in_sight_is_shot_at():
    table = Table(row(24, M=3), M="marine", objective=Objective("nests"))
    nest = table.marker("nest", 14, 0)
    skill = first_skill(table, "M")
    assert isinstance(skill, actions.Shoot)
    assert skill.targets == (nest,)


def test_a_trooper_in_contact_strikes():
    table = Table(row(20, M=4, g=5), M="marine", g="gaunt", objective=Objective("survive", n=9))
    order, skill = answer_order(table)
    assert order == actions.GiveOrder(table.id("M"), "pool")
    assert isinstance(skill, actions.Fight)
    assert skill.target == table.id("g")


def test_a_medic_brings_round_a_comrade_who_is_down():
    table = Table(
        row(20, D=4, M=5),
        D="medic",
        M={"kind": "marine", "wounds": 2, "states": ("prone", "unconscious")},
        objective=Objective("survive", n=9),
    )
    order, skill = answer_order(table)
    assert order == actions.GiveOrder(table.id("D"), "pool")
    assert skill == actions.Use("medikit", table.id("M"))


def test_a_flame_that_would_catch_a_comrade_is_not_used():
    table = Table(
        row(20, B=4, M=6, g=8),
        B={"kind": "grenadier"},
        M="marine",
        g="gaunt",
        objective=Objective("survive", n=9),
    )
    skill = first_skill(table, "B")
    assert not (isinstance(skill, actions.Shoot) and skill.weapon in ("flamer", "grenade"))


def test_a_flame_is_used_on_a_crowd():
    rows = ["." * 24, "...gg" + "." * 19, "B..gg" + "." * 19, "...gg" + "." * 19, "." * 24]
    table = Table(rows, B="grenadier", g="gaunt", objective=Objective("survive", n=9))
    skill = first_skill(table, "B")
    assert isinstance(skill, actions.Shoot)
    assert skill.weapon in ("flamer", "grenade")


def test_the_door_is_shut_on_a_pack_behind_it():
    rows = DOOR.replace("+", "/").splitlines()
    rows[5] = rows[5][:9] + "M" + rows[5][10:]
    rows[2] = rows[2][:14] + "ggg" + rows[2][17:]
    rows[8] = rows[8][:14] + "ggg" + rows[8][17:]
    table = Table(rows, M="marine", g="gaunt", objective=Objective("survive", n=9))
    table.orders()
    seen = []
    while isinstance(table.waiting, tasks.OrdersPhase | tasks.DeclareFirst | tasks.DeclareSecond):
        action = choice(table)
        seen.append(action)
        if action == EndTurn():
            break
        table.state, _ = table.game.apply(table.state, action, SeededDice(3))
    assert any(isinstance(action, actions.Move) and -1 in action.path for action in seen)
    assert not table.state.doors & 1


def test_where_nothing_helps_the_turn_ends():
    table = Table(row(20, M=4), M="marine", objective=Objective("survive", n=9))
    table.orders()
    assert choice(table) == EndTurn()


def test_the_lieutenants_own_order_is_spent_before_the_pool():
    table = Table(row(40, M=3), M="marine", zones={"exit": [(39, 0)]}, objective=Objective("exit"))
    table.change("M", counters=(("lieutenant", 1), ("lieutenant_order", 1))).orders()
    assert choice(table) == actions.GiveOrder(table.id("M"), "lieutenant")


# -- the exit ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("used", "answer"), [(True, actions.Leave()), (False, Pass())])
def test_nobody_leaves_before_the_work_is_done(used: bool, answer):
    goal = Objective("all", parts=(Objective("console", target="valves"), Objective("exit")))
    table = Table(row(30, M=3), M="marine", zones={"exit": [(3, 0)]}, objective=goal)
    marker = table.marker("console", 25, 0, name="valves")
    if used:
        memory = table.state.ext["missions"]
        deeds = type(memory)(deeds=(("marines", "used", "valves"),))
        table.set(ext={**table.state.ext, "missions": deeds})
    assert marker
    table.agenda(tasks.ExitOffer(table.id("M")), turn="marines")
    assert choice(table) == answer


# -- commands ---------------------------------------------------------------------------------------------------


def command_of(table: Table):
    """The command that is given."""
    table.orders()
    return choice(table.agenda(tasks.CommandStep("marines"), tasks.OrdersPhase("marines"), turn="marines"))


def test_advance_on_the_march():
    table = Table(
        row(40, O=3, M=4, m=5), O="officer", M="marine", m="marine", zones={"exit": [(39, 0)]},
        objective=Objective("exit", n=3),
    )  # fmt: skip
    assert command_of(table) == actions.Command(table.id("O"), "advance")


def test_rally_where_many_are_stunned():
    stunned = {"kind": "marine", "states": ("stunned",)}
    table = Table(row(20, O=3, M=4, m=5), O="officer", M=stunned, m=stunned, objective=Objective("survive", n=9))
    assert command_of(table) == actions.Command(table.id("O"), "rally")


def test_brace_for_a_charge_out_of_sight():
    rows = OPEN.splitlines()
    rows[10] = "OMMM" + "." * 20
    rows[11] = "####" + "#" * 4 + "." * 16
    rows[12] = "ggggg" + "." * 19
    table = Table(rows, O="officer", M="marine", g={"kind": "gaunt"}, objective=Objective("survive", n=9))
    command = command_of(table)
    assert command in (actions.Command(table.id("O"), "brace"), Pass())


def test_no_command_where_none_helps():
    table = Table(row(20, O=3, M=4), O="officer", M="marine", objective=Objective("survive", n=9))
    assert command_of(table) == Pass()


# -- set-up -----------------------------------------------------------------------------------------------------


def test_scouts_deploy_hidden_and_nobody_in_a_doorway():
    zone = [(x, y) for x in range(4, 12) for y in range(4, 7)]
    table = Table(
        DOOR.replace(".", "S", 1), S="scout", zones={"deploy:marines": zone}, objective=Objective("survive", n=9)
    ).change("S", cell=-1)
    table.agenda(tasks.Deployment("marines"))
    action = choice(table)
    assert isinstance(action, actions.Deploy)
    assert action.hidden
    assert action.cell not in table.board.door_at


# -- what is known about it ---------------------------------------------------------------------------------------


def test_each_decision_has_its_reasons():
    table = Table(row(20, M=2, g=12), M="marine", g="gaunt", objective=Objective("survive", n=9)).orders()
    player = bot()
    assert player.explain() is None
    chosen = player.decide(table.game.view(table.state, "marines"), table.game.options(table.state))
    reasons = player.explain()
    assert reasons is not None
    assert reasons.chosen == chosen
    assert next(term.name for term in reasons.terms) == "attack"
    assert reasons.rejected == EndTurn()
    table.act(chosen)
    player.decide(table.game.view(table.state, "marines"), table.game.options(table.state))
    reasons = player.explain()
    assert reasons is not None
    assert isinstance(reasons.rejected, actions.Move | actions.Shoot)
    assert reasons.rejected_score <= reasons.score


def test_its_knobs_are_named_and_bounded():
    names = {parameter.name for parameter in BOTS[0].parameters}
    assert {"caution", "haste", "cohesion", "lanes", "width"} <= names
    assert all(parameter.least is not None and parameter.most is not None for parameter in BOTS[0].parameters)
