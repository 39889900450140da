"""The module of the transmutation rules: everything it brings, in one declaration."""

from __future__ import annotations

from game.core.rulebook import Module

TRANSMUTATION = Module(name="transmutation", requires=("base", "orders", "combat"))
