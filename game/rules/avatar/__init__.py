"""Avatar upgrades: Masters, manifestation cards, and how an avatar appears (clauses AV)."""

from game.rules.avatar.module import AVATAR

__all__ = ["AVATAR"]
