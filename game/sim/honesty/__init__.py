"""The honesty test: what a player cannot see is drawn anew, and its choice must stay the same."""

from game.sim.honesty.asking import Difference, Examined, examine
from game.sim.honesty.run import Examining, Shown, run
from game.sim.honesty.twin import Twin, resampled

__all__ = ["Difference", "Examined", "Examining", "Shown", "Twin", "examine", "resampled", "run"]
