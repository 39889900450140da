"""What a choice would come to, before it is made: the walk, who may react, exact odds, whether it can be taken back."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from msgspec.structs import replace

from game.api import NO_CELL, Action, BroodfallError, Refusal, Unit, View, actions, moves, queries, tasks, weapons_for
from game.text.naming import Naming
from game.text.odds import Consequence, NoDice, average, odds_lines, odds_of, outlook_of, percent
from game.text.phrases import tag_of
from game.text.reasons import Reasons
from game.text.words import Words
from game.ui.play.choices import Choice, Choices, acting_unit, cell_of, cost_of, walked

_FAR: Final = 60
"""Points of a walk that nobody could take, to find the way to a cell that is too far."""
_WALKING: Final = frozenset({"declare_first", "declare_second", "xeno_move"})
"""Decisions in which a walk may be an answer."""
_SHOOTING: Final = frozenset({"declare_first", "declare_second", "xeno_attack"})
"""Decisions in which a shot may be an answer."""
_ENDINGS: Final = {"shoot": "fire", "fight": "strike", "berserk": "strike"}
"""What the dice of an order are, by the skill that they are rolled for."""
_ANSWERED: Final = frozenset({"declare_first", "declare_second", "xeno_move", "xeno_attack"})
"""Decisions whose answers others may react to."""


@dataclass(frozen=True)
class Plan:
    """A choice that is being thought about."""

    choice: Choice
    within: View

    @cached_property
    def path(self) -> list[int]:
        """The cells of its walk, the start first; empty if nobody walks."""
        return walked(self.choice, self.within)

    @property
    def cost(self) -> int:
        """Movement points of the walk; 0 for what is none, such as a leap."""
        unit = acting_unit(self.within)
        if unit is None or self.choice.tag == "jump":
            return 0
        return cost_of(self.path, self.within, unit, climb=self.choice.tag == "climb")

    @cached_property
    def odds(self) -> Any:
        """The exact forecast, or None where no roll is asked for.

        Whoever declares nothing more is told what was declared so far: the whole exchange, face to face.
        """
        if self.choice.tag == "pass":
            return outlook_of(self.within)
        return odds_of(self.within, self.choice.action)

    @property
    def reacts(self) -> bool:
        """Whether it answers what an enemy does."""
        task = self.within.game.waiting(self.within.state)
        return task is not None and tag_of(task) == "react"

    @property
    def ending(self) -> str:
        """For the last step before the dice of an order, what falls: ``fire``, ``strike`` or ``dice``; else empty."""
        if self.choice.tag != "pass" or self.reacts or self.odds is None or not self.consequence.purpose:
            return ""
        last = self._attack()
        return "dice" if last is None else _ENDINGS[tag_of(last)]

    def _attack(self) -> Action | None:
        """The attack that was declared last in the order that runs."""
        order = tasks.running_order(self.within.ctx)
        skills = [skill.action for skill in order.skills] if order is not None else []
        return next((action for action in reversed(skills) if tag_of(action) in _ENDINGS), None)

    @cached_property
    def consequence(self) -> Consequence:
        """Whether a die falls or something is revealed at once."""
        return Consequence(self.within, self.choice.action)

    @property
    def final(self) -> bool:
        """Whether it is a point of no return: dice or a reveal follow, or the other side may answer with them."""
        return self.consequence.final or (self.odds is not None and self.choice.tag != "pass")

    @property
    def endures(self) -> bool:
        """Whether its odds are only what is done to whoever decides, and nothing it could succeed in."""
        return self.odds is not None and not self.odds.lines and self.odds.value is None

    def chance(self) -> str:
        """The chance of success in short, or that of being hurt where nothing is tried; empty where no die falls."""
        if self.odds is None:
            return ""
        return percent(1 - self.odds.suffered.wounds[0] if self.endures else self.odds.hit)

    def dealt(self) -> str:
        """Wounds that the attack costs enemies on average; empty for what is no attack."""
        ctx, odds = self.within.ctx, self.odds
        unit = self.within.state.units.get(odds.unit) if odds is not None else None
        if unit is None or not odds.lines:
            return ""
        friends = {
            other.id for other in self.within.state.units.values() if not queries.are_foes(ctx, unit.side, other.side)
        }
        return average(sum((line.harm.expected for line in odds.lines if line.target not in friends), Fraction(0)))

    @property
    def declared(self) -> Action | None:
        """What the dice fall for, where it is the last step before them."""
        return self._attack() if self.ending else None

    def hit_by(self) -> str:
        """The chance that the one attack on whoever decides takes effect; empty if there is none, or several."""
        return percent(self.odds.threats[0].hit) if self.odds is not None and len(self.odds.threats) == 1 else ""

    def hurt(self) -> str:
        """The chance that whoever decides is hurt; empty where nothing is aimed at it."""
        return percent(1 - self.odds.suffered.wounds[0]) if self.odds is not None and self.odds.threats else ""

    def taken(self) -> str:
        """Wounds that whoever decides loses on average; empty where nothing is aimed at it."""
        return average(self.odds.suffered.expected) if self.odds is not None and self.odds.threats else ""

    def lines(self, naming: Naming) -> list[str]:
        """The odds in words, itemised; for what rolls nothing itself, those of what was declared before it."""
        if self.odds is not None:
            return odds_lines(self.odds, naming)
        before = outlook_of(self.within) if len(self.choice.actions) == 1 and self.consequence.purpose else None
        found = odds_lines(before, naming) if before is not None else []
        return [naming.words.of("odds", "before", line=line) for line in found]

    @cached_property
    def watchers(self) -> list[int]:
        """Enemies that see a part of the walk, or the spot of whoever acts, and could react."""
        unit = acting_unit(self.within)
        view = self.within
        task = view.game.waiting(view.state)
        if unit is None or unit.cell == NO_CELL or task is None or tag_of(task) not in _ANSWERED:
            return []
        if self.choice.tag == "pass":
            return []
        order = tasks.running_order(view.ctx)
        answered = {reaction.unit for reaction in order.reactions} if order is not None else set()
        mask = 0
        for cell in self.path or [unit.cell]:
            mask |= view.board.footprint_mask(cell, unit.size)
        return [
            foe.id
            for foe in view.foes
            if foe.id not in answered and can_watch(view, foe) and queries.sight_mask(view.ctx, foe) & mask
        ]


def onward(choices: Choices) -> frozenset[int]:
    """Where a second Move of the same order could lead from the ends of the first, doors and enemies as they stand."""
    view = choices.within
    unit, task = acting_unit(view), view.game.waiting(view.state)
    if unit is None or unit.cell == NO_CELL or task is None or tag_of(task) != "declare_first":
        return frozenset()
    if tasks.compulsion(view.ctx) is not None:
        return frozenset()
    ends = [cell for cell, found in choices.cells.items() if any(choice.plain for choice in found)]
    points = moves.movement_points(view.ctx, unit, 1)
    stops = moves.halts(view.ctx, unit, view.state.doors, moves.holding(view.ctx, unit))
    found: set[int] = set()
    for cell in ends:
        if not stops >> cell & 1:
            found.update(moves.walk_reach(view.ctx, replace(unit, cell=cell), points).cost)
    return frozenset(found) - {unit.cell, *ends}


def ends_turn(choices: Choices) -> bool:
    """Whether the turn is over as soon as the order that runs is: nobody has another, so nothing can be taken back."""
    view, task = choices.view, choices.view.game.waiting(choices.view.state)
    if task is None or tag_of(task) != "declare_second":
        return False
    passing = next((choice.action for choice in choices.everything if choice.tag == "pass"), None)
    if passing is None:
        return False
    try:
        state, _ = view.imagine(passing, NoDice())
    except BroodfallError:
        return False
    return state.turn != view.state.turn


def can_watch(view: View, unit: Unit) -> bool:
    """Whether a unit stands on the board, known and able to look."""
    return unit.cell != NO_CELL and unit.kind in view.game.kinds and queries.is_fit(unit)


def chances(choices: Choices) -> dict[int, str]:
    """The best chance against each thing that can be aimed at."""
    found: dict[int, str] = {}
    for thing, options in choices.things.items():
        best = None
        for choice in options:
            odds = odds_of(choices.within if len(choice.actions) > 1 else choices.view, choice.action)
            if odds is not None and (best is None or odds.hit > best):
                best = odds.hit
        found[thing] = "" if best is None else percent(best)
    return found


def why_not(choices: Choices, cell: int, words: Words) -> str:
    """Why nothing can be done at a cell: the rules' own refusal with its clause; empty if none fits."""
    view = choices.within
    refusal = _refusal(choices, cell) or _no_shot(choices, cell)
    if refusal is not None:
        return words.texts.refusal(refusal, view)
    unit = acting_unit(view)
    far = _too_far(choices, unit, cell) if unit is not None else None
    if far is not None:
        return words.texts.refusal(far, view)
    if unit is not None and any(choice.tag == "move" for choice in choices.everything):
        x, y = view.board.xy(cell)
        answer = Reasons(view, words).of(unit.id, f"{x},{y}")
        return "" if answer.allowed else answer.text
    return ""


def _no_shot(choices: Choices, cell: int) -> Refusal | None:
    """What the rules say to a shot at an enemy by whoever can shoot at nothing now; None if no shot is in question."""
    view = choices.within
    foe, unit, task = view.state.units.get(view.state.at.get(cell, 0)), acting_unit(view), view.game.waiting(view.state)
    if foe is None or unit is None or task is None or tag_of(task) not in _SHOOTING:
        return None
    if foe.id in choices.things or not queries.are_foes(view.ctx, unit.side, foe.side):
        return None
    arms = weapons_for(view.ctx, unit, "bs")
    return view.verdict(actions.Shoot(arms[0].id, (foe.id,))).refusal if arms else None


def no_way(choices: Choices, cell: int) -> bool:
    """Whether no walk of any length leads whoever acts to a cell that nobody is on, doors and others as they stand."""
    view, unit = choices.within, acting_unit(choices.within)
    task = view.game.waiting(view.state)
    if unit is None or unit.cell == NO_CELL or task is None or tag_of(task) not in _WALKING:
        return False
    return cell not in moves.walk_reach(view.ctx, unit, _FAR) and cell not in view.state.at


def _too_far(choices: Choices, unit: Unit, cell: int) -> Refusal | None:
    """What the rules say to a walk of any length to a cell; None if no way leads there."""
    view = choices.within
    walk: Any = next((choice.action for choice in choices.everything if choice.plain), None)
    if walk is None or unit.cell == NO_CELL:
        return None
    reach = moves.walk_reach(view.ctx, unit, _FAR)
    return view.verdict(replace(walk, path=moves.path_in(reach, cell))).refusal if cell in reach else None


def why_not_go(choices: Choices, unit: int, words: Words) -> str:
    """Why a unit cannot be given an order or go now, where others of its side can; empty if nothing forbids it."""
    refusal: Refusal | None = None
    for lead in choices.leads:
        tried: Any = lead
        refusal = choices.view.verdict(replace(tried, unit=unit)).refusal
        if refusal is None:
            return ""
    return "" if refusal is None else words.texts.refusal(refusal, choices.view)


def _refusal(choices: Choices, cell: int) -> Refusal | None:
    """What the rules say to the same thing done at another cell, or to another unit."""
    thing = choices.view.state.at.get(cell, 0)
    for choice in choices.everything:
        action: Any = choice.action
        view = choices.within if len(choice.actions) > 1 else choices.view
        tried: Action | None = None
        if thing and tag_of(action) in ("shoot", "fight") and (hasattr(action, "targets") or action_target(action)):
            fields = {"targets": (thing,)} if hasattr(action, "targets") else {"target": thing}
            tried = replace(action, **fields)
        elif not thing and cell_of(action) != NO_CELL and hasattr(action, "cell"):
            tried = replace(action, cell=cell)
        if tried is not None:
            refusal = view.verdict(tried).refusal
            if refusal is not None:
                return refusal
    return None


def action_target(action: Any) -> int:
    """The single target of an action; 0 if it has none."""
    target = getattr(action, "target", 0)
    return target if isinstance(target, int) else 0
