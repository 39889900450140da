"""Transmutation: units that turn into another form (clauses TR)."""

from game.rules.transmutation.module import TRANSMUTATION

__all__ = ["TRANSMUTATION"]
