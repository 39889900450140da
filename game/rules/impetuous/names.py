"""The names of the impetuous rules: the skill, its token, its phase and its tables."""

from __future__ import annotations

from typing import Final

IMPETUOUS: Final = "impetuous"
"""The skill (IM-02), the counter that is its token (IM-04), the phase (D-I10) and the kind of order (IM-09)."""

COMBOS: Final = "impetuous_combos"
"""Table: tag of a skill that may come first in the Impetuous phase -> tags of those that may follow (IM-11).

A skill whose text says that it works in that phase has a row of its own (IM-21).
"""

FORBIDDEN: Final = "forbids_impetuous"
"""Table: states that no impetuous trooper takes on -> the clause that says so (IM-36, IM-37)."""
