"""Learning environments: missions for PettingZoo and Gymnasium, with masks of what may be done.

>>> from ai.env import aec_env
>>> table = aec_env("culvert", bots={"hive": "random"})
>>> table.reset(seed=1)
>>> table.agent_selection
'marines'

Importing this package registers ``Broodfall/Culvert-v0`` and the like with Gymnasium.
"""

from ai.env.aec import aec_env, env, raw_env
from ai.env.registration import env_id, register
from ai.env.seats import Seat
from ai.env.single import BroodfallEnv

__all__ = ["BroodfallEnv", "Seat", "aec_env", "env", "env_id", "raw_env", "register"]

register()
