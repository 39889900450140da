"""Things to do with hands: consoles, items, medikits, tools, charges. What each promises and where it is done."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from ai.marines.goals import Goals
from ai.marines.picture import Picture
from ai.marines.settings import MARKER_WORTH
from ai.odds import success
from game.api import Action, Mask, Unit, actions, gear, names, placing, queries

MISSION_USE = 40.0
"""Doing what the mission is about comes before everything but a comrade's certain death."""
BRING_ROUND = 0.8
"""The part of a fallen comrade's worth that bringing him round gives back."""
DEATH = 0.35
"""The part that is lost for good if the attempt fails (ST-2)."""
FREE = 0.4
"""The part that ending a lesser state gives back: Isolated, pinned, Stunned, poisoned."""
CHARGE_HARM = 0.5
"""Part of a nest that a well-set D-charge takes on average."""


class Errand(NamedTuple):
    """Something to do from any of the ``cells``: the action, and what it promises in points."""

    cells: Mask
    action: Action
    gain: float
    note: str


class Errands:
    """The errands of one picture, by trooper."""

    def __init__(self, picture: Picture, goals: Goals) -> None:
        self.picture = picture
        self.goals = goals

    def of(self, unit: Unit) -> list[Errand]:
        """Everything this trooper could do with his hands somewhere."""
        p = self.picture
        found: list[Errand] = []
        goal = self.goals.goal(unit)
        found += self._works
        found += self._treatments(unit)
        if queries.has_skill(p.ctx, unit, gear.ENGINEER):
            found += self._repairs(unit)
            if goal.use == gear.ENGINEER and goal.door >= 0:
                use = actions.Use(gear.ENGINEER, door=goal.door)
                found.append(Errand(self._cells(goal.targets), use, MISSION_USE * 0.5, "unseal"))
        if queries.has_gear(p.ctx, unit, placing.D_CHARGE):
            found += self._charges(unit)
        for marker in p.state.markers.values():
            if marker.kind == names.INFESTATION:
                cells = self._around(marker.cell, 1) | 1 << marker.cell
                found.append(Errand(cells, actions.Use(gear.CLEANSE, marker.id), MARKER_WORTH, "cleanse"))
        return found

    @cached_property
    def _works(self) -> list[Errand]:
        """What the mission asks for can be done by whoever comes by."""
        mission = self.goals.mission
        return [
            Errand(self._cells(stop.targets), actions.Use(stop.use, stop.marker), MISSION_USE, stop.use)
            for part in mission.works
            for stop in mission.stops_of(part)
            if stop.use
        ]

    def _cells(self, cells: tuple[int, ...]) -> Mask:
        return sum(1 << cell for cell in cells)

    def _around(self, cell: int, size: int) -> Mask:
        return self.picture.board.contact_mask(cell, size, self.picture.state.doors)

    @cached_property
    def _fallen(self) -> list[Unit]:
        """Friends who need a hand, by id."""
        p = self.picture
        ills = {names.UNCONSCIOUS, names.INCAPACITATED, names.STUNNED, names.ISOLATED, names.IMMOBILIZED_B}
        return [
            unit for unit in queries.friends_of(p.ctx, p.side) if unit.cell >= 0 and not ills.isdisjoint(unit.states)
        ]

    def _treatments(self, unit: Unit) -> list[Errand]:
        p = self.picture
        doctor = queries.has_skill(p.ctx, unit, gear.DOCTOR)
        kit = queries.has_gear(p.ctx, unit, gear.MEDIKIT)
        if not doctor and not kit:
            return []
        profile = p.profile(unit)
        chance = success(profile.wip) if doctor else success(profile.ph - 3)
        found = []
        for other in self._fallen:
            if other.id == unit.id or p.profile(other).machine:
                continue
            cells = self._around(other.cell, other.size)
            if names.UNCONSCIOUS in other.states:
                if kit:
                    gain = p.worth(other) * (BRING_ROUND * chance - DEATH * (1 - chance))
                    found.append(Errand(cells, actions.Use(gear.MEDIKIT, other.id), gain, "treat"))
            elif doctor and not {names.INCAPACITATED, names.STUNNED}.isdisjoint(other.states):
                whole = BRING_ROUND if names.INCAPACITATED in other.states else FREE * 0.4
                found.append(
                    Errand(cells, actions.Use(gear.DOCTOR, other.id), p.worth(other) * whole * chance, "treat")
                )
        return [errand for errand in found if errand.gain > 0]

    def _repairs(self, unit: Unit) -> list[Errand]:
        p = self.picture
        chance = success(p.profile(unit).wip)
        found = []
        for other in self._fallen:
            machine = p.profile(other).machine
            held = names.ISOLATED in other.states or names.IMMOBILIZED_B in other.states
            down = machine and names.UNCONSCIOUS in other.states
            if other.id == unit.id or not (held or down):
                continue
            share = BRING_ROUND * chance - DEATH * (1 - chance) if down else FREE * chance
            use = actions.Use(gear.ENGINEER, other.id)
            found.append(Errand(self._around(other.cell, other.size), use, p.worth(other) * share, "mend"))
        return [errand for errand in found if errand.gain > 0]

    def _charges(self, unit: Unit) -> list[Errand]:
        p = self.picture
        chance = success(p.profile(unit).wip) * CHARGE_HARM
        return [
            Errand(
                self._around(marker.cell, 1),
                actions.Place(placing.D_CHARGE, marker.cell),
                p.nest_worth * chance,
                "charge",
            )
            for marker in p.state.markers.values()
            if marker.kind == names.NEST
        ]
