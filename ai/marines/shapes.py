"""Units of several forms: which form does best now, and when to take it on (clauses TR)."""

from __future__ import annotations

from collections.abc import Sequence

from ai.marines.movement import Way
from ai.marines.picture import Picture
from ai.marines.plans import Plans
from ai.marines.tight import Plan
from ai.odds import success
from game.api import (
    NO_CELL,
    Action,
    Pass,
    Profile,
    Unit,
    actions,
    combat,
    declare,
    form_actions,
    forms,
    queries,
    weapons_for,
)

SHIFT_GAIN = 0.6
"""Another form has to promise so much more, in points, or a unit keeps the one it has."""
BOLD = 0.02
"""What a point of `strength` is worth for what is still to come, as a share of the unit's points."""
RANGED, MELEE, TOUGH = 1.0, 0.5, 0.6
"""How much aim, swordsmanship and armour make of a form's strength."""


class Shapes:
    """The forms of one picture's units."""

    def __init__(self, plans: Plans) -> None:
        self.plans = plans
        self.picture = plans.picture

    def roll(self, unit: Unit) -> list[Plan]:
        """Roll for the second form wherever it is the stronger: a failure costs nothing (TR-40, TR-41)."""
        p = self.picture
        better = strength(p, forms.as_form(p.ctx, unit, forms.SECOND)) - strength(p, unit)
        value = combat.success_value(p.ctx, combat.Attempt(unit.id, "form", "wip")).value
        gain = BOLD * p.worth(unit) * better * success(value)
        return _sorted([Plan(gain, form_actions.RollForm(), (("form", gain),)), Plan(0.0, Pass(), ())])

    def growth(self, unit: Unit, options: Sequence[Action]) -> list[Plan]:
        """The footprint on which the larger form stands best (X-36)."""
        p = self.picture
        grown = forms.as_form(p.ctx, unit, forms.SECOND)
        found = []
        for option in options:
            if isinstance(option, form_actions.Grow):
                place = self.plans.places.place(grown, option.cell)
                found.append(Plan(place.value, option, place.terms))
        return _sorted(found)

    def shifts(self, unit: Unit, options: Sequence[Action], *, second: bool, moved: bool) -> list[Plan]:
        """Every other form by the best movement that can be made in it, and by what it is good for afterwards."""
        p = self.picture
        here = self.plans.places.place(unit, unit.cell).value
        found = []
        for option in options:
            if not isinstance(option, form_actions.Shift):
                continue
            changed = forms.as_form(p.ctx, unit, option.form)
            plans = type(self.plans)(Picture(p.view, p.atlas, p.settings))
            best = max(self._movements(plans, changed, second=second, moved=moved), default=0.0)
            place = plans.places.place(changed, unit.cell).value - here
            lasting = BOLD * p.worth(unit) * (strength(p, changed) - strength(p, unit))
            terms = (("then", best), ("place", place), ("form", lasting))
            found.append(Plan(best + place + lasting - SHIFT_GAIN, option, terms))
        return _sorted(found)

    def _movements(self, plans: Plans, unit: Unit, *, second: bool, moved: bool) -> list[float]:
        """The worth of the movements that a unit in a form could make, each with what it leads to."""
        if not second:
            return [plan.score for plan in plans.whole(unit) if is_movement(plan)]
        move = plans.movement
        points = move.points(unit, 1 if moved else 0)
        walk = move.reach(unit, points)
        cells = move.best_cells(unit, list(walk.cost)[1:], self.picture.settings.width)
        return [move.walked(unit, Way(walk, cell, points)).gain for cell in cells]

    def deployed(self, unit: Unit) -> int:
        """The form to deploy in: of those of the same size the one that stands fire best and answers it (TR-32)."""
        p = self.picture
        listed = [
            form
            for form in forms.deployable(p.ctx, unit)
            if queries.kind_of(p.ctx, unit).profiles[form].size == unit.size
        ]
        if not listed:
            return unit.form
        return max(listed, key=lambda form: (strength(p, forms.as_form(p.ctx, unit, form)), -form))


def is_movement(plan: Plan) -> bool:
    """Does a plan begin with a skill that has the label Movement?"""
    if isinstance(plan.action, Way):
        return True
    return declare.tag_of(type(plan.action)) in declare.MOVEMENT_LABEL


def strength(picture: Picture, unit: Unit) -> float:
    """How good a form is in a fight, whatever it is about: its guns at their best, its blades, its armour."""
    profile = picture.profile(unit)
    return _arms(picture, unit, profile) + TOUGH * (profile.arm + profile.bts / 2)


def _arms(picture: Picture, unit: Unit, profile: Profile) -> float:
    ctx = picture.ctx
    guns = [
        (gun.burst + 1) / 2 * max(0, profile.bs + gun.damage - 13 + max((mod for _, mod in gun.bands), default=3)) / 2
        for gun in weapons_for(ctx, unit, "bs")
        if gun.damage
    ]
    blades = [(blade.burst + 1) / 2 * (profile.cc + blade.damage - 13) / 2 for blade in weapons_for(ctx, unit, "cc")]
    pace = profile.mov[0] / 2
    return RANGED * max(guns, default=0.0) + MELEE * (max(blades, default=0.0) + pace)


def developed(picture: Picture, unit: Unit) -> Unit:
    """A seed as it will be once it moves; anyone else as it is."""
    if unit.cell == NO_CELL or not picture.kind(unit).transmutation:
        return unit
    return queries.as_mover(picture.ctx, unit)


def of_seed(plans: list[Plan]) -> list[Plan]:
    """What a seed may do with its developed form in mind: only what hatches it (TR-28)."""
    return [plan for plan in plans if is_movement(plan) and not isinstance(plan.action, actions.Dodge)]


def _sorted(plans: list[Plan]) -> list[Plan]:
    return sorted(plans, key=lambda plan: -plan.score)
