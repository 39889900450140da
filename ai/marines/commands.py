"""The officer's command: which one does most for the coming turn (OR-6)."""

from __future__ import annotations

from ai.marines.places import Terms
from ai.marines.plans import Plans
from ai.marines.tight import Plan
from game.api import Unit, actions, command, moves, names

ADVANCE_STEPS = 2
STEADY_HIT = 0.12
"""How much likelier +3 makes it that a burst takes a target out."""
BRACE_HIT = 0.11
"""The same for one die of a reaction."""
STUNNED_WORTH = 0.2
"""The part of a trooper's worth that a turn without attacks costs."""
ENOUGH = 0.4
"""A command that promises less is not worth saying; Pass is as good."""
SEEN_SHARE = 0.5
RELEASED = 0.5


class Commands:
    """The commands of one picture."""

    def __init__(self, plans: Plans) -> None:
        self.plans = plans
        self.picture = plans.picture

    def best(self) -> list[Plan]:
        """Every command of the officer with the largest unit, and Pass, the best first."""
        p = self.picture
        found = [Plan(ENOUGH, actions.Pass(), ())]
        officers = command.officers(p.ctx, p.side)
        if command.may_command(p.ctx, p.side) is not None or not officers:
            return found
        officer = max(officers, key=lambda unit: (len(command.members(p.ctx, unit)), -unit.id))
        heard = [p.state.units[i] for i in command.members(p.ctx, officer)]
        heard = [unit for unit in heard if unit.cell >= 0]
        for name, value in (
            (names.ADVANCE, self._advance(heard)),
            (names.STEADY, self._steady(heard)),
            (names.BRACE, self._brace(heard)),
            (names.FALL_BACK, self._fall_back(heard)),
            (names.RALLY, self._rally(heard)),
        ):
            terms: Terms = ((name, value),)
            found.append(Plan(value, actions.Command(officer.id, name), terms))
        return sorted(found, key=lambda plan: -plan.score)

    def _orders(self) -> int:
        """Orders that the side is going to give."""
        p = self.picture
        return max(1, p.state.sides[p.side].pool)

    def _movers(self, heard: list[Unit]) -> list[Unit]:
        return [unit for unit in heard if not moves.holding(self.picture.ctx, unit)]

    def _advance(self, heard: list[Unit]) -> float:
        """Two steps more for each who has a way to go and nothing better to do."""
        total = 0.0
        for unit in self._movers(heard):
            goal = self.plans.goals.goal(unit)
            steps = self.plans.places.steps(unit, unit.cell)
            shot = self.plans.fire.best_shot(unit, unit.cell)
            busy = 0.4 if shot is not None and shot.gain > 2.0 else 1.0
            total += busy * goal.pace * min(ADVANCE_STEPS, steps)
        return total * self._share(heard)

    def _share(self, heard: list[Unit]) -> float:
        return min(1.0, self._orders() / max(1, len(heard)))

    def _steady(self, heard: list[Unit]) -> float:
        """A better aim for as many shots as there are orders and targets."""
        values = []
        for unit in self._movers(heard):
            shot = self.plans.fire.best_shot(unit, unit.cell)
            if shot is not None and isinstance(shot.action, actions.Shoot) and shot.action.targets:
                target = self.picture.state.units.get(shot.action.targets[0])
                prize = self.plans.danger.prize(target) if target is not None else self.picture.nest_worth / 3
                values.append(STEADY_HIT * prize)
        values.sort(reverse=True)
        return sum(values[: self._orders()])

    def _brace(self, heard: list[Unit]) -> float:
        """Better answers to those who can charge us."""
        p = self.picture
        coming = [
            threat
            for threat in self.plans.danger.threats
            if (threat.strike if p.is_hive(threat.foe) else threat.fire) & p.friend_cells
            and p.profile(threat.foe).type != "spore"
        ]
        answers = min(len(coming) * 2, 3 * len(heard))
        if not coming:
            return 0.0
        mean = sum(self.plans.danger.prize(threat.foe) for threat in coming) / len(coming)
        return BRACE_HIT * answers * mean * SEEN_SHARE

    def _fall_back(self, heard: list[Unit]) -> float:
        """Those in contact may leave it: worth the danger they are in beyond what they deal out."""
        total = 0.0
        for unit in heard:
            if not moves.holding(self.picture.ctx, unit):
                continue
            danger = self.plans.danger.at(unit, unit.cell, 1)
            best = max((blow.gain for blow in self.plans.fire.blows(unit)), default=0.0)
            total += max(0.0, RELEASED * danger - max(0.0, best))
        return total

    def _rally(self, heard: list[Unit]) -> float:
        return sum(STUNNED_WORTH * self.picture.worth(unit) for unit in heard if names.STUNNED in unit.states)
