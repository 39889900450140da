"""Every mission of the game under a name of Gymnasium's: ``Broodfall/Culvert-v0``."""

from __future__ import annotations

import gymnasium

from game.api import list_scenarios

ENTRY = "ai.env.single:BroodfallEnv"
NAMESPACE = "Broodfall"
VERSION = "v0"


def env_id(mission: str) -> str:
    """The name of a mission's environment.

    >>> env_id("culvert")
    'Broodfall/Culvert-v0'
    """
    return f"{NAMESPACE}/{mission.replace('_', ' ').title().replace(' ', '')}-{VERSION}"


def register() -> None:
    """Register every mission that comes with the game, and ``Broodfall/Mission-v0`` for any (``scenario=...``)."""
    for name, parameters in (
        ("mission", {}),
        *((mission.id, {"scenario": mission.id}) for mission in list_scenarios()),
    ):
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(env_id(name), entry_point=ENTRY, kwargs=parameters)
