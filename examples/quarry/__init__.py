"""A small rule system from outside the game: each turn a squad may secretly name its quarry.

``broodfall play culvert --module examples.quarry:QUARRY`` plays a mission with it. How it is made is told step by
step in ``docs/adding-a-rule-system.md``.
"""

from examples.quarry.rules import QUARRY, GiveUpQuarry, NameQuarry, Quarries, QuarryDropped, QuarryNamed, QuarryTaken

__all__ = ["QUARRY", "GiveUpQuarry", "NameQuarry", "Quarries", "QuarryDropped", "QuarryNamed", "QuarryTaken"]
