"""The sentences of a report in one language, and how that language writes numbers."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any, Literal, TypeAlias

from game.sim.report.figures import Estimate
from game.sim.summary import Rate

Language: TypeAlias = Literal["en", "es"]
MINUS = "\u2212"
NARROW = "\u00a0"
"""A space that no line is broken at."""


@cache
def load_words(language: Language) -> dict[str, str]:
    """Every sentence of a language by its key."""
    text = resources.files("game.sim.report").joinpath("words", f"{language}.toml").read_text(encoding="utf-8")
    found: dict[str, str] = tomllib.loads(text)
    return found


class Words:
    """The sentences and numbers of one language.

    >>> Words("en").share(0.125), Words("es").number(12.5, 2)
    ('12.5%', '12,50')
    """

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self._words = load_words(language)

    def __call__(self, key: str, **values: object) -> str:
        """A sentence with its values. Raises KeyError for one that does not exist."""
        return self._words[key].format(**values)

    def number(self, value: float, digits: int = 1, *, sign: bool = False) -> str:
        """A number with that many decimals."""
        text = f"{value:+,.{digits}f}" if sign else f"{value:,.{digits}f}"
        if not text.strip("+-0.,"):
            text = text.lstrip("+-")
        if self.language == "es":
            text = text.translate(str.maketrans(",.", f"{NARROW},"))
        return text.replace("-", MINUS)

    def count(self, value: float) -> str:
        """A whole number."""
        return self.number(value, 0)

    def share(self, value: float, digits: int | None = None, *, sign: bool = False) -> str:
        """A share of 1 as a percentage, with a decimal where it is a small one."""
        percent = value * 100
        places = digits if digits is not None else (0 if abs(percent - round(percent)) < 0.05 else 1)
        return self.number(percent, places, sign=sign) + (f"{NARROW}%" if self.language == "es" else "%")

    def interval(self, rate: Rate) -> str:
        """The interval of a rate."""
        return self("from_to", low=self.share(rate.low, 0), high=self.share(rate.high, 0))

    def span(self, estimate: Estimate, *, percent: bool = False, digits: int = 2, sign: bool = True) -> str:
        """The interval of an estimate; a dash where there is none."""
        if estimate.low is None or estimate.high is None:
            return "\u2013"
        ends: dict[str, Any] = {
            name: self.share(end, 0, sign=sign) if percent else self.number(end, digits, sign=sign)
            for name, end in (("low", estimate.low), ("high", estimate.high))
        }
        return self("from_to", **ends)

    def milliseconds(self, value: float) -> str:
        """A time, in the unit that suits it."""
        if value >= 1000:
            return self.number(value / 1000, 1) + NARROW + "s"
        return self.number(value, 0 if value >= 100 else 1 if value >= 10 else 2) + NARROW + "ms"

    def round_time(self, value: float) -> str:
        """A time on an axis, a power of ten of milliseconds."""
        seconds = value >= 1000
        shown = value / 1000 if seconds else value
        digits = 0 if shown >= 1 else 2 if shown < 0.1 else 1
        return self.number(shown, digits) + NARROW + ("s" if seconds else "ms")
