"""Where two rule systems meet that know nothing of each other: what one offers in the decisions of the other."""

from __future__ import annotations

from typing import Final

from game.core.rulebook import Module
from game.rules.hive.tasks import XenoMove
from game.rules.transmutation.hatching import grow_offer

SEEDS_OF_THE_HIVE: Final = Module(name="hive_seeds", requires=("hive", "transmutation"), offers=(grow_offer(XenoMove),))
"""The hive's owner, too, picks the footprint on which a seed hatches as it moves (X-27, X-36)."""

BRIDGES: Final[dict[tuple[str, ...], Module]] = {("hive", "transmutation"): SEEDS_OF_THE_HIVE}
"""Modules that come with several systems together, by the names of these."""
