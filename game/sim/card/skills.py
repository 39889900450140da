"""Never uses a skill it has: something that was on offer many times and was not chosen once."""

from __future__ import annotations

from typing import Final

from game.api import (
    Action,
    actions,
    avatar,
    form_actions,
    hive_actions,
    hive_tasks,
    queries,
    tasks,
)
from game.api import names as state_names
from game.sim.card.moment import CHOSEN, Moment, Turn
from game.sim.card.prospects import attacks, offered
from game.sim.card.tally import Case, Counter

OFTEN: Final = 20
"""Offers from which on a skill that was never chosen counts as one the bot does not know."""
AS_GOOD: Final = 0.9
"""A weapon counts as on offer where its best attack is at least this part of the best of all."""
ALONE: Final = (
    actions.Berserk,
    actions.Drop,
    actions.Hide,
    actions.Discover,
    actions.Reset,
    actions.Leave,
    form_actions.Shift,
    form_actions.RollForm,
    avatar.actions.Prepare,
    avatar.actions.Manifest,
)
"""Actions that are skills by themselves."""
NAMED: Final = (actions.Command, actions.Use, actions.Place, hive_actions.UseNest)
"""Actions that are a skill for each thing they name."""


class Skills(Counter):
    """Chances: skills on offer at least ``OFTEN`` times over all games; a case is one never chosen.

    A weapon is on offer where its best attack is worthwhile and about as likely to do harm as the best of all, an
    effect of the swarm dice where some plan has it, and whatever else is chosen by name or alone where it is listed.
    """

    kind = "skills"

    def turn(self, turn: Turn) -> None:
        """Every decision of the side's own turn in which it is free."""
        for moment in turn.moments:
            if moment.side == turn.side and (moment.order is None or moment.order.kind in CHOSEN):
                self._look(moment)

    def aside(self, moment: Moment) -> None:
        """Leaving, commands and manifestations are asked for at other times, too."""
        self._look(moment)

    def _look(self, moment: Moment) -> None:
        if isinstance(moment.task, tasks.React):
            return
        names = self._offered(moment)
        if not names:
            return
        chosen = set(_names(moment.action))
        for name in sorted(names | chosen):
            offers, choices = self.uses.get(name, (0, 0))
            self.uses[name] = (offers + 1, choices + (name in chosen))
            if name not in chosen and name not in self.cases:
                self.cases[name] = Case(moment.number, 0.0, what=name)

    def _offered(self, moment: Moment) -> set[str]:
        game, state = self.game, moment.before
        kinds: tuple[type[Action], ...] = (*ALONE, *NAMED)
        if isinstance(moment.task, hive_tasks.DiceChoice):
            kinds = (hive_actions.SpendSwarmDice,)
        found = {name for action in offered(game, state, *kinds) if _helps(moment, action) for name in _names(action)}
        if isinstance(moment.task, tasks.DeclareFirst | tasks.DeclareSecond | hive_tasks.XenoAttack):
            on_offer = [attack for attack in attacks(game, state) if attack.worthwhile]
            best = max((attack.chance for attack in on_offer), default=0.0)
            found |= {n for attack in on_offer if attack.chance >= AS_GOOD * best for n in _names(attack.action)}
        return found


def _helps(moment: Moment, action: Action) -> bool:
    """Would a command do anything: is there anybody to rally, or to fall back?"""
    if not isinstance(action, actions.Command):
        return True
    own = queries.units_of(moment.ctx, moment.side)
    if action.command == state_names.RALLY:
        return any(state_names.STUNNED in unit.states for unit in own)
    return action.command != state_names.FALL_BACK or any(queries.is_engaged(moment.ctx, unit) for unit in own)


def _names(action: Action) -> tuple[str, ...]:
    """The skills that an action uses, as they are told."""
    if isinstance(action, actions.Shoot | actions.Fight):
        return (f"{_tag(action)} {action.weapon}",)
    if isinstance(action, actions.Command):
        return (f"command {action.command}",)
    if isinstance(action, actions.Use):
        return (f"use {action.what}",)
    if isinstance(action, actions.Place):
        return (f"place {action.equipment}",)
    if isinstance(action, hive_actions.UseNest):
        return (f"nest {action.kind}",)
    if isinstance(action, hive_actions.SpendSwarmDice):
        return tuple(f"dice {item}" for item in action.plan)
    return (_tag(action),) if isinstance(action, ALONE) else ()


def _tag(action: Action) -> str:
    return str(type(action).__struct_config__.tag)
