"""What an action may come to, before it is done: exact odds, and whether it can be taken back."""

from __future__ import annotations

from fractions import Fraction

from game.api import Action, BroodfallError, View
from game.rules.skirmish.combat.forecast import Forecast, forecast, outlook
from game.rules.skirmish.combat.lines import Line
from game.rules.skirmish.combat.values import SuccessValue
from game.text.naming import Naming
from game.text.words import Words


class _DieFalls(BroodfallError):
    """A die would be rolled."""

    def __init__(self, purpose: str) -> None:
        super().__init__(purpose)
        self.purpose = purpose


class NoDice:
    """Dice that only tell that they would be rolled."""

    def roll(self, purpose: str, sides: int) -> int:
        """Never gives a face."""
        raise _DieFalls(purpose)


class Consequence:
    """Whether an action is a point of no return: ``purpose`` of the first die, or ``reveals``."""

    def __init__(self, view: View, action: Action) -> None:
        self.purpose = ""
        self.reveals = False
        try:
            _, events = view.imagine(action, NoDice())
        except _DieFalls as die:
            self.purpose = die.purpose
        else:
            reveals = view.game.rulebook.reveals
            self.reveals = any(type(event) in reveals for event in events)

    @property
    def final(self) -> bool:
        """True when the action cannot be taken back."""
        return bool(self.purpose) or self.reveals


def odds_of(view: View, action: Action) -> Forecast | None:
    """The exact odds of an action for the decision that waits, from the function that the resolver rolls by."""
    task = view.game.waiting(view.state)
    return None if task is None else forecast(view.ctx, task, action)


def outlook_of(view: View) -> Forecast | None:
    """The exact odds of all that was declared, for whoever decides, if that is nothing more."""
    task = view.game.waiting(view.state)
    return None if task is None else outlook(view.ctx, task)


def odds_lines(found: Forecast, naming: Naming) -> list[str]:
    """Odds in words, a line for each attack: the dice and their value with every modifier, then the chances."""
    words = naming.words
    lines = [_line(line, naming) for line in found.lines]
    if not lines and found.value is not None:
        lines.append(f"{_value(found.value, words)}: {percent(found.hit)}")
    lines += [words.of("odds", "threat", line=_line(line, naming)) for line in found.threats]
    if len(found.threats) > 1:
        lines.append(suffered(found, words))
    return lines


def suffered(found: Forecast, words: Words) -> str:
    """What all attacks together cost the unit whose odds these are."""
    harm = found.suffered
    hurt = 1 - harm.wounds[0]
    return words.of("odds", "suffered", chance=percent(hurt), out=percent(harm.out), expected=average(harm.expected))


def percent(chance: Fraction) -> str:
    """A chance for people: whole percents, and never a sure 0 or 100 that is none.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 1000)), percent(Fraction(999, 1000)), percent(Fraction(1))
    ('33 %', '<1 %', '>99 %', '100 %')
    """
    rounded = round(100 * chance)
    if rounded == 0 and chance:
        return "<1 %"
    if rounded == 100 and chance != 1:
        return ">99 %"
    return f"{rounded} %"


def average(points: Fraction) -> str:
    """Points that are lost on average, to a tenth, and never a 0 that is none.

    >>> average(Fraction(4, 3)), average(Fraction(1, 50)), average(Fraction(0))
    ('1.3', '<0.1', '0')
    """
    if not points:
        return "0"
    return "<0.1" if points < Fraction(1, 20) else f"{float(points):.1f}"


def _line(line: Line, naming: Naming) -> str:
    words = naming.words
    target = naming.door(-line.target - 1) if line.target < 0 else naming.thing(line.target)
    parts = [
        words.of(
            "odds",
            "attack",
            attacker=naming.thing(line.attacker),
            target=target,
            weapon=words.texts.weapon(line.weapon),
            dice=line.dice,
        )
    ]
    if line.value is not None:
        parts.append(_value(line.value, words))
    if line.against is not None:
        parts.append(words.of("odds", "against", value=_value(line.against, words)))
    parts.append(words.of("odds", "hits", chance=percent(line.hit)))
    hurt = 1 - line.harm.wounds[0] if line.harm.wounds else Fraction(0)
    if hurt:
        harm = line.harm
        parts.append(
            words.of("odds", "wounds", chance=percent(hurt), out=percent(harm.out), expected=average(harm.expected))
        )
    parts += [
        words.of("odds", "state", state=words.texts.state(state), chance=percent(chance))
        for state, chance in line.states
    ]
    return "; ".join(parts)


def _value(value: SuccessValue, words: Words) -> str:
    modifiers = "".join(f" {modifier.value:+d} {words.of('modifiers', modifier.name)}" for modifier in value.modifiers)
    name = words.texts.name("attributes", value.attribute)
    return words.of("odds", "value", name=name, base=value.base, modifiers=modifiers, value=value.value)
