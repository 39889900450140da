"""Learning environments: missions for PettingZoo and Gymnasium, with masks of what may be done.

>>> from ai.env import aec_env
>>> table = aec_env("culvert", bots={"hive": "random"})
>>> table.reset(seed=1)
>>> table.agent_selection
'marines'
"""

from ai.env.aec import aec_env, env, raw_env

__all__ = ["aec_env", "env", "raw_env"]
