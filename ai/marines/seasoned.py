"""What the veterans' player weighs otherwise than ``marines:line``: nests, stray rounds, company, who bars the way."""

from __future__ import annotations

from functools import cached_property

from ai.marines.drive import Drive
from ai.marines.fire import Fire
from ai.marines.picture import Picture
from ai.marines.places import Places, Ties
from ai.marines.reactions import Reactions
from ai.marines.settings import LEAD, NEST_WORTH
from ai.marines.threat import Danger
from ai.odds import Harm, expected, points_left
from game.api import Unit, Weapon, names

BARS = 40.0
"""What it is worth to take out an enemy without whom the mission could be brought to its end in this turn."""
MOST_NEST = 3.0
"""By how much a nest is worth more, at most, where the mission is to destroy them and time is short."""
LAST_NEST = 300.0
"""The last one of such a mission."""
BOLD_LEAD = 9
"""Steps that a trooper may be ahead of the middle of the squad where few have to get out."""


class Dread(Danger):
    """Danger, and the worth of enemies, with an eye on those who bar the way."""

    drive: Drive | None = None

    def prize(self, foe: Unit) -> float:
        """What taking an enemy out now is worth."""
        bars = self.drive is not None and foe.id in self.drive.sprint.blockers
        return super().prize(foe) + (BARS if bars else 0.0)


class Company(Places):
    """The worth of cells, for a squad that may be drawn out on the last way."""

    def _ties(self, unit: Unit) -> Ties:
        known = unit.id in self._tied
        found = super()._ties(unit)
        if not known and isinstance(self.goals, Drive):
            if self.goals.sprint.now and unit.id in self.goals.sprint.paces:
                found = found._replace(middle=None)
            elif self.goals.bold and found.lead == LEAD:
                found = found._replace(lead=BOLD_LEAD)
            self._tied[unit.id] = found
        return found


class Aim(Fire):
    """Attacks, with nests as the mission has them and stray rounds by their odds."""

    drive: Drive | None = None

    @cached_property
    def _nests(self) -> float:
        """What a nest is worth, as a share of its usual worth: where time presses, more in the same way as steps."""
        if self.drive is None:
            return 1.0
        kinds = [part.kind for part in self.drive.mission.pending]
        if "nests" not in kinds:
            return 1.0
        left = sum(1 for marker in self.picture.state.markers.values() if marker.kind == names.NEST)
        if kinds == ["nests"] and left == 1:
            return LAST_NEST / NEST_WORTH
        return min(MOST_NEST, self.drive.pressure**3)

    def nest_gain(self, hurt: Harm, wounds: int) -> float:
        """What an attack on a nest is worth."""
        return self._nests * super().nest_gain(hurt, wounds)

    def _stray(self, weapon: Weapon, chance: float, friends: list[Unit]) -> float:
        return weapon.burst * chance * max(struck(self.picture, weapon, friend) for friend in friends)


class Answers(Reactions):
    """Reactions, with stray rounds by their odds."""

    def _strayed(self, weapon: Weapon, chance: float, friends: list[Unit]) -> float:
        return chance * max(struck(self.picture, weapon, friend) for friend in friends)


def struck(picture: Picture, weapon: Weapon, friend: Unit) -> float:
    """Points that a round costs on average which finds a friend."""
    profile = picture.profile(friend)
    left = points_left(profile, friend)
    hurt = picture.harm(weapon, profile, left, (1, 20), sure=True)
    return picture.worth(friend) * expected(hurt, left)
