"""The module of the avatar rules: everything it brings, in one declaration."""

from __future__ import annotations

from game.core.rulebook import Module

AVATAR = Module(name="avatar", requires=("base", "orders", "combat"))
