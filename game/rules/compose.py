"""Which modules there are, and a game made of those a scenario names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.board import Board
from game.core.errors import CompositionError
from game.core.game import Game
from game.core.profile import UnitKind, Upgrade, Weapon
from game.core.rulebook import Module, Rulebook, compose_rulebook
from game.core.scenario import Scenario
from game.rules.ammunition import AMMUNITION
from game.rules.avatar import AVATAR
from game.rules.avatar.crews import CREWS
from game.rules.bridges import BRIDGES
from game.rules.hive import HIVE
from game.rules.impetuous import IMPETUOUS
from game.rules.skirmish.modules import SKIRMISH
from game.rules.skirmish.secrets import UNKNOWN, UNKNOWN_KIND
from game.rules.transmutation import TRANSMUTATION

SYSTEMS: dict[str, tuple[Module, ...]] = {
    "skirmish": SKIRMISH,
    "hive": (HIVE,),
    "ammunition": (AMMUNITION,),
    "impetuous": (IMPETUOUS,),
    "transmutation": (TRANSMUTATION,),
    "avatar": (AVATAR, CREWS),
}
"""Every shipped rule system by name, in the order in which they are composed."""


def rulebook_for(systems: Sequence[str] = (), extra: Sequence[Module] = ()) -> Rulebook:
    """The rulebook of some systems (all shipped ones if none is named), then ``extra`` modules from outside."""
    for name in systems:
        if name not in SYSTEMS:
            raise CompositionError(f"no rule system {name!r}; known: {', '.join(SYSTEMS)}")
    wanted = systems or tuple(SYSTEMS)
    modules = [module for name, found in SYSTEMS.items() if name in wanted for module in found]
    modules += [module for needed, module in BRIDGES.items() if all(name in wanted for name in needed)]
    return compose_rulebook([*modules, *extra])


def compose(
    scenario: Scenario,
    board: Board,
    kinds: Mapping[str, UnitKind],
    weapons: Mapping[str, Weapon],
    upgrades: Mapping[str, Upgrade] | None = None,
    *,
    extra: Sequence[Module] = (),
) -> Game:
    """A game, ready to play. Raises CompositionError when modules, switches or sides do not fit together."""
    return assemble(rulebook_for(scenario.modules, extra), board, scenario, kinds, weapons, upgrades)


def assemble(
    rulebook: Rulebook,
    board: Board,
    scenario: Scenario,
    kinds: Mapping[str, UnitKind],
    weapons: Mapping[str, Weapon],
    upgrades: Mapping[str, Upgrade] | None = None,
) -> Game:
    """A game under a rulebook made before; its roster also knows what a Camouflaged marker looks like (HI-1)."""
    return Game(rulebook, board, scenario, {**kinds, UNKNOWN: UNKNOWN_KIND}, weapons, upgrades)
