"""What a person's creatures do when they may react, as the player of the hive wants it. No pygame.

The rules keep a policy for each unit that is set between orders (OR-8), of which the hive has none. So the window keeps
one for each creature, as long as the match is open, and gives the answers in the player's name: no save knows of it.
"""

from __future__ import annotations

from typing import Final

from game.api import Unit, View
from game.text.odds import odds_of
from game.text.phrases import tag_of
from game.ui.play.choices import Choice

ASK: Final = "ask"
STANDING: Final = (ASK, "shoot", "dodge", "hold")
"""Ask the player, strike or shoot back at the best chance, dodge, let it pass; named as the rules' policies are."""
_ATTACKS: Final = ("shoot", "fight")


class Standing:
    """The standing answers of one match: of single creatures, and of kinds for all that have none of their own."""

    def __init__(self) -> None:
        self._units: dict[int, str] = {}
        self._kinds: dict[str, str] = {}

    def of(self, unit: Unit) -> str:
        """What a creature does when it may react."""
        return self._units.get(unit.id) or self._kinds.get(unit.kind, ASK)

    def set(self, unit: Unit, policy: str) -> None:
        """Set it for one creature."""
        self._units[unit.id] = policy

    def set_kind(self, kind: str, policy: str, others: list[Unit]) -> None:
        """Set it for all of a kind, those of now (``others``) and those to come."""
        self._kinds[kind] = policy
        for unit in others:
            if unit.kind == kind:
                self._units.pop(unit.id, None)

    def answer(self, view: View) -> Choice | None:
        """What the creature that may react does by itself; None if the player is to be asked.

        Whatever is not possible lets it pass, as a policy of the rules does.
        """
        task = view.game.waiting(view.state)
        if task is None or tag_of(task) != "react":
            return None
        unit = view.state.units.get(getattr(task, "unit", 0))
        if unit is None or view.game.side_kinds[unit.side] != "hive":
            return None
        policy = self.of(unit)
        if policy == ASK:
            return None
        options = [Choice((action,)) for action in view.options()]
        wanted = _attack(view, options) if policy == "shoot" else _first(options, policy)
        return wanted or _first(options, "pass")


def _first(options: list[Choice], tag: str) -> Choice | None:
    return next((choice for choice in options if choice.tag == tag), None)


def _attack(view: View, options: list[Choice]) -> Choice | None:
    """The attack that takes effect most likely, the first of equals."""
    best, chosen = None, None
    for choice in options:
        odds = odds_of(view, choice.action) if choice.tag in _ATTACKS else None
        if odds is not None and (best is None or odds.hit > best):
            best, chosen = odds.hit, choice
    return chosen
