"""The hive-mind turn: automated movement, nests, swarm dice and their effects, placements (section 11)."""

from game.rules.hive.module import HIVE

__all__ = ["HIVE"]
