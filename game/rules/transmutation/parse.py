"""What stands in the brackets after the skill's name, read into a condition (TR-03, TR-05, TR-13, TR-19, TR-42)."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from msgspec import Struct

from game.core.errors import DataError, alike, nearest

WOUNDS: Final = "wounds"
"""(X): as many wounds as the number, or more (TR-13)."""
ESCAPE: Final = "escape"
"""(Escape System-X): the same, with an Eclipse template (TR-18)."""
HATCHING: Final = "hatching"
AUTO: Final = "auto"
WIP: Final = "wip"

FORCED: Final = frozenset({WOUNDS, ESCAPE, HATCHING})
"""Kinds that take the second profile whether their owner wants it or not (TR-05)."""
EXAMPLES: Final = ("2", "Escape System-2", "Hatching", "Auto", "WIP", "WIP-3")
"""Brackets as they are written; the Spanish words of the rule texts are read as well."""

_SKILL = re.compile(r"\s*(?:transmutation|transmutacion)?\s*\((?P<inner>.*)\)\s*")
_PLAIN = re.compile(r"(?P<number>\d{1,2})")
_ESCAPE = re.compile(r"(?:escape system|sistema de escape)\s*-\s*(?P<number>\d{1,2})")
_HATCHING = re.compile(r"hatching|eclosion")
_AUTO = re.compile(r"auto|automatica|automatico")
_WIP = re.compile(r"(?:wip|vol)\s*(?P<number>[+-]\s*\d{1,2})?")
_MOST_MODIFIER: Final = 12
"""RL-1: no sum of modifiers goes beyond it."""


class Condition(Struct, frozen=True):
    """When a unit changes form: its ``kind``, the ``wounds`` of (X), the ``modifier`` that a bracket prints (WIP-3)."""

    kind: str
    wounds: int = 0
    modifier: int = 0

    @property
    def forced(self) -> bool:
        """True when its owner has no say in the change (TR-05)."""
        return self.kind in FORCED

    @property
    def chooses(self) -> bool:
        """True when it may deploy on any profile (TR-12, TR-32)."""
        return self.kind == AUTO

    def misfit(self, profiles: int) -> str:
        """How many profiles a unit with this condition has, where ``profiles`` are wrong; empty where they fit.

        >>> parse("Auto").misfit(3), parse("Hatching").misfit(3)
        ('', 'two profiles')
        """
        if self.kind == AUTO:
            return "" if profiles >= 2 else "two profiles or more"
        return "" if profiles == 2 else "two profiles"


@lru_cache(maxsize=64)
def parse(text: str) -> Condition:
    """The condition that a bracket means; a skill name and parentheses around it may be given, too.

    Raises:
        DataError: no such kind of transmutation; the message names the nearest form.

    >>> parse("Transmutation (Escape System-2)")
    Condition(kind='escape', wounds=2, modifier=0)
    >>> parse("VOL-3") == parse("WIP-3")
    True
    """
    folded = _folded(text)
    skill = _SKILL.fullmatch(folded)
    inner = (skill["inner"] if skill else folded).strip()
    found = _condition(inner)
    if found is None:
        raise DataError(f"expected {nearest_form(inner)}, found {text!r}")
    return found


def nearest_form(text: str) -> str:
    """The written bracket nearest to a text that is none, or all of them."""
    forms = {_folded(form): form for form in EXAMPLES}
    close = alike(_folded(text), forms)
    return f'"{forms[close]}"' if close else nearest("", EXAMPLES)


def _folded(text: str) -> str:
    """Small letters, no accents, plain hyphens, single blanks."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    for dash in "\N{MINUS SIGN}\N{EN DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}":
        plain = plain.replace(dash, "-")
    return " ".join(plain.casefold().split())


def _condition(text: str) -> Condition | None:
    for pattern, kind in ((_PLAIN, WOUNDS), (_ESCAPE, ESCAPE)):
        found = pattern.fullmatch(text)
        if found is not None:
            wounds = int(found["number"])
            return Condition(kind, wounds=wounds) if wounds else None
    if _HATCHING.fullmatch(text):
        return Condition(HATCHING)
    if _AUTO.fullmatch(text):
        return Condition(AUTO)
    found = _WIP.fullmatch(text)
    if found is None:
        return None
    modifier = int((found["number"] or "0").replace(" ", ""))
    return Condition(WIP, modifier=modifier) if abs(modifier) <= _MOST_MODIFIER else None
