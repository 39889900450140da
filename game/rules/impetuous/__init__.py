"""Impetuous troopers: tokens, the Impetuous phase, and the ranked duty of movement (clauses IM)."""

from game.rules.impetuous.module import IMPETUOUS

__all__ = ["IMPETUOUS"]
