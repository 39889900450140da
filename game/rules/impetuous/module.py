"""The module of the impetuous rules: everything it brings, in one declaration."""

from __future__ import annotations

from game.core.rulebook import Module

IMPETUOUS = Module(name="impetuous", requires=("base", "orders", "combat"))
