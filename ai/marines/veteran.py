"""``marines:veteran``: plays as ``marines:line`` does, but counts the turns, and ends a mission when it can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ai.marines.commands import ADVANCE_STEPS
from ai.marines.drive import Drive
from ai.marines.line import LineBot
from ai.marines.picture import Picture
from ai.marines.plans import Plans
from ai.marines.seasoned import Aim, Answers, Company, Dread
from ai.marines.tight import Plan
from game.api import Action, Task, View, actions, names, tasks

END = 300.0
"""A command that makes the end of the mission possible in this turn."""
LAST_CARE = 0.2
"""How much danger still counts in the last turn, where whoever has not got there has lost."""
LASTING = frozenset({"survive", "hold", "keep"})
"""Parts of an objective for which it counts to the end who is still standing."""


class VeteranPlans(Plans):
    """The plans of all troopers, with the end of the mission in mind."""

    danger_by = Dread
    goals_by = Drive
    fire_by = Aim
    places_by = Company

    def __init__(self, picture: Picture, before: Plans | None = None) -> None:
        """``before``: the plans made last."""
        super().__init__(picture, before)
        assert isinstance(self.danger, Dread)
        assert isinstance(self.goals, Drive)
        assert isinstance(self.fire, Aim)
        self.danger.drive = self.fire.drive = self.goals
        kinds = {part.kind for part in self.goals.mission.pending}
        if picture.against_hive and picture.turns_left == 1 and LASTING.isdisjoint(kinds):
            picture.settings = replace(picture.settings, caution=LAST_CARE * picture.settings.caution)


class VeteranBot(LineBot):
    """Weighs as `LineBot` does, with other weights where the end of the mission is near."""

    plans_by = VeteranPlans
    reactions_by = Answers

    def _answers(self, view: View, task: Task | None, options: Sequence[Action]) -> tuple[list[Plan], str]:
        found, note = super()._answers(view, task, options)
        if isinstance(task, tasks.CommandStep):
            drive = self._plans(view).goals
            assert isinstance(drive, Drive)
            if not drive.wins():
                found = sorted((_ending(drive, plan) for plan in found), key=lambda plan: -plan.score)
        return found, note


def _ending(drive: Drive, plan: Plan) -> Plan:
    """A command is worth much more when it lets those who have to get out do so in this turn."""
    if not isinstance(plan.action, actions.Command):
        return plan
    name = plan.action.command
    ends = (
        drive.wins(steps=ADVANCE_STEPS)
        if name == names.ADVANCE
        else name == names.FALL_BACK and drive.wins(leaving=True)
    )
    return plan._replace(score=plan.score + END, terms=(*plan.terms, ("goal", END))) if ends else plan
