"""The module of the ammunition rules: everything it brings, in one declaration."""

from __future__ import annotations

from game.core.rulebook import Module

AMMUNITION = Module(name="ammunition", requires=("base", "orders", "combat"))
