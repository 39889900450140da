"""The numbers that the marines' bot shows are those it decided with, cell by cell, against what it weighed."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from ai.marines.gunplay import Gunplay
from ai.marines.movement import Way
from ai.marines.picture import Atlas, Picture
from ai.marines.plans import Plans
from ai.marines.threat import Danger
from ai.marines.tight import Plan
from ai.player import make_bot
from game.api import Cell, SeededDice, Session, State, Unit, UnitId, View, actions, moves, open_game, tasks
from game.sim.seats import BotDice

HALF = 0.051
"""Numbers are shown with one decimal."""


class Decision(NamedTuple):
    """What was asked, what the bot weighed, the best first, and what it shows afterwards."""

    view: View
    task: Any
    weighed: list[Plan]
    fields: dict[str, Any]
    bot: Any


def decisions(mission: str, *, most: int, seed: int = 3) -> Iterator[Decision]:
    """The decisions of marines' bots in a game."""
    game = open_game(mission).game
    session = Session(game, SeededDice(seed))
    bots: dict[str, tuple[Any, BotDice]] = {
        side: (make_bot("marines:line" if kind == "human" else "hive:cunning", dice := BotDice(seed, side)), dice)
        for side, kind in game.side_kinds.items()
    }
    while not session.over and len(session.log) < most:
        side = session.to_act
        assert side is not None
        bot, dice = bots[side]
        view = session.view(side)
        dice.at(len(session.log))
        task = game.waiting(session.state)
        action = bot.decide(view, view.options())
        if game.side_kinds[side] == "human":
            yield Decision(view, task, list(bot._last[1]), {field.name: field for field in bot.fields()}, bot)
        session.act(action, side)


def whole(mission: str, *, most: int) -> Iterator[tuple[Decision, UnitId]]:
    """Those in which a trooper begins an order."""
    for decision in decisions(mission, most=most):
        if isinstance(decision.task, tasks.DeclareFirst):
            yield decision, decision.task.actor


MISSIONS = [("culvert", 220), ("depot", 160)]


@pytest.mark.parametrize(("mission", "most"), MISSIONS)
def test_the_worth_of_places_and_their_terms_are_what_moves_were_weighed_by(mission: str, most: int):
    compared = 0
    for decision, actor in whole(mission, most=most):
        here = decision.view.state.units[actor].cell
        for plan in decision.weighed:
            if not isinstance(plan.action, Way) or "door" in dict(plan.terms):
                continue
            terms = dict(plan.terms)
            for name in ("danger", "watch", "lanes", "together"):
                field = decision.fields.get(name)
                shown = field.values[plan.action.cell] - field.values[here] if field is not None else 0.0
                assert shown == pytest.approx(terms[name], abs=2 * HALF)
            place = decision.fields["place"].values
            change = sum(terms[name] for name in ("goal", "danger", "lanes", "watch", "together"))
            assert place[plan.action.cell] - place[here] == pytest.approx(change, abs=2 * HALF)
            compared += 1
    assert compared > 100


@pytest.mark.parametrize(("mission", "most"), MISSIONS)
def test_shots_and_fire_on_the_way_are_what_orders_were_weighed_by(mission: str, most: int):
    shots = tolls = 0
    for decision, actor in whole(mission, most=most):
        shot, toll = decision.fields.get("shot"), decision.fields.get("toll")
        here = decision.view.state.units[actor].cell
        for plan in decision.weighed:
            if isinstance(plan.action, Way):
                terms, cell = dict(plan.terms), plan.action.cell
                if "attack" in terms and not touches(decision, actor, cell):
                    assert shot is not None
                    assert shot.values[cell] == pytest.approx(terms["attack"], abs=HALF)
                    shots += 1
                if toll is not None and cell in toll.values and "door" not in terms:
                    assert toll.values[cell] == pytest.approx(-terms.get("fire", 0.0), abs=HALF)
                    tolls += 1
                else:
                    assert toll is not None or "fire" not in terms
            elif isinstance(plan.action, actions.Shoot):
                assert shot is not None
                assert here in shot.values
    assert shots > 10
    assert (tolls > 20) == (mission == "depot"), "troopers answer fire; creatures do not"


def touches(decision: Decision, actor: UnitId, cell: int) -> bool:
    """Where an enemy is touched the attack is a blow."""
    view = decision.view
    return bool(moves.halts(view.ctx, view.state.units[actor], view.state.doors) >> cell & 1)


@pytest.mark.parametrize(("mission", "most", "every"), [("foundry", 170, 1), ("depot", 160, 4)])
def test_who_shoots_past_cover_is_what_the_danger_was_worked_out_with(
    mission: str, most: int, every: int, monkeypatch: pytest.MonkeyPatch
):
    asked: list[bool] = []
    coming, gunfire = Gunplay.coming, Danger.gunfire

    def shot(self: Gunplay, foe: Unit, unit: Unit, cell: Cell) -> float:
        found = coming(self, foe, unit, cell)
        if found > 0:
            asked.append(self.covered(foe, unit, cell))
        return found

    def fired(self: Danger, foe: Unit, unit: Unit, *, covered: bool) -> float:
        found = gunfire(self, foe, unit, covered=covered)
        if found > 0:
            asked.append(covered)
        return found

    shown = behind = 0
    for decision, actor in list(whole(mission, most=most))[::every]:
        plans = Plans(Picture(decision.view, Atlas(), decision.bot.settings))
        unit = decision.view.state.units[actor]
        bare = decision.fields["bare"].values if "bare" in decision.fields else {}
        for cell in decision.fields["place"].values:  # what is worked out once for all of them is not counted
            plans.places.place(unit, cell)
        plans.places._known.clear()
        with monkeypatch.context() as patched:
            patched.setattr(Gunplay, "coming", shot)
            patched.setattr(Danger, "gunfire", fired)
            for cell in decision.fields["place"].values:
                asked.clear()
                plans.places.place(unit, cell)
                assert (cell in bare) == bool(asked)
                if asked:
                    assert bare[cell] == asked.count(False)
                    shown += 1
                    behind += any(asked)
    assert shown > 50
    assert (behind > 5) == (mission == "depot"), "some of the crews' people find cover"


def test_a_trooper_who_is_placed_shows_what_each_cell_of_the_zone_was_worth():
    found = 0
    for decision in decisions("culvert", most=12):
        if not isinstance(decision.task, tasks.Deployment):
            continue
        weighed: dict[int, Plan] = {}
        for plan in decision.weighed:
            assert isinstance(plan.action, actions.Deploy)
            weighed[plan.action.cell] = plan
        place = decision.fields["place"]
        assert place.values == {cell: round(plan.score, 1) for cell, plan in weighed.items()}
        for name in ("danger", "lanes", "together"):
            if name in decision.fields:
                shown = decision.fields[name].values
                assert shown == {cell: round(dict(plan.terms)[name], 1) for cell, plan in weighed.items()}
        found += 1
    assert found > 2


def test_a_reaction_shows_no_numbers_of_cells_that_it_was_not_decided_by():
    reactions = [made for made in decisions("culvert", most=200) if isinstance(made.task, tasks.React)]
    assert reactions
    assert all(made.fields == {} for made in reactions)


def test_asking_for_numbers_leaves_the_table_and_what_is_remembered_alone():
    for decision in decisions("culvert", most=60):
        state: State = decision.view.state
        known = decision.bot._known
        before = decision.view.game.digest(state)
        again = {field.name: field for field in decision.bot.fields()}
        assert again == decision.fields
        assert decision.view.game.digest(state) == before
        assert decision.bot._known is known
