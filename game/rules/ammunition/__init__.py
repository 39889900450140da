"""Electromagnetic ammunition, and the mines that carry it (clauses EM)."""

from game.rules.ammunition.module import AMMUNITION

__all__ = ["AMMUNITION"]
