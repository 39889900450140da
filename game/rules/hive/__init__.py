"""The hive-mind turn: movement, nests, swarm dice, effects and placements."""
