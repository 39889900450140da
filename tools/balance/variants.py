"""What is played for the sheet: each mission as it ships, and each with one thing about it changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from game.api import Game, Scenario
from game.io.scenario import find_scenario
from game.rules.hive.dice import swarm_dice

BASE: Final = "base"
"""The mission as it ships, between the default bots."""
LINE, CUNNING = "marines:line", "hive:cunning"
LEVELS: Final = ((LINE, "hive:instinct"), ("random", CUNNING), ("random", "hive:instinct"))
"""Who plays marines and hive, besides the default bots."""
MIRRORS: Final = ((LINE, "random"), ("random", LINE))
"""Who plays the first side and the second between marines, besides the default bots."""
OF_THE_HIVE: Final = frozenset(
    {"catharsis_timing", "hatching_reinforcements", "hive_reactions", "max_xenos", "spore_burst", "swarm_waits_at_door"}
)
"""Switches that change nothing where there is no hive."""
DICE_OF_LEVEL: Final = {1: 3, 2: 2, 3: 1, 4: 0}
"""The level of a sector that gives so many swarm dice (HM-18 to HM-21)."""
NUMBERS: Final = {"max_xenos": (40,), "template_reach": (3,), "orders_per_trooper": (1, 3), "overwatch": (0, 4)}
"""What is tried of switches that are numbers; of the others all that is allowed."""


class Variant(NamedTuple):
    """A batch of the sheet: a mission, who plays it (None: the default bots), and what is changed; ``name`` says so."""

    mission: str
    name: str = BASE
    bots: tuple[str, str] | None = None
    dice: int | None = None
    switch: tuple[str, bool | int | str] | None = None

    @property
    def id(self) -> str:
        """Names its files."""
        return self.mission if self.name == BASE else f"{self.mission}.{self.name}"


def has_hive(scenario: Scenario) -> bool:
    """Is there a hive to play against?"""
    return any(side.kind == "hive" for side in scenario.sides)


def dice_of(scenario: Scenario) -> int:
    """How many swarm dice its hive rolls; 0 without a hive."""
    return swarm_dice(level=scenario.level, mission=scenario.mission) if has_hive(scenario) else 0


def by_dice(mission: str, scenario: Scenario) -> Iterator[Variant]:
    """The mission with every other number of swarm dice."""
    if has_hive(scenario):
        own = dice_of(scenario)
        yield from (Variant(mission, f"dice{dice}", dice=dice) for dice in DICE_OF_LEVEL if dice != own)


def by_level(mission: str, scenario: Scenario) -> Iterator[Variant]:
    """The mission between weaker bots."""
    for first, second in LEVELS if has_hive(scenario) else MIRRORS:
        yield Variant(mission, f"{first}-{second}".replace(":", "_"), bots=(first, second))


def by_switch(mission: str, game: Game) -> Iterator[Variant]:
    """The mission with each switch of its rules set otherwise."""
    for name, switch in sorted(game.rulebook.switches.items()):
        if name in OF_THE_HIVE and not has_hive(game.scenario):
            continue
        now = game.rules[name]
        values: tuple[bool | int | str, ...]
        if isinstance(now, bool):
            values = (not now,)
        elif isinstance(now, int):
            values = NUMBERS[name]
        else:
            values = switch.allowed
        for value in values:
            if value != now:
                yield Variant(mission, f"{name}-{str(value).lower()}", switch=(name, value))


def scenario_of(variant: Variant, folder: Path) -> str:
    """What `broodfall sim` is to play: the mission's name, or a file in ``folder`` with the one thing changed."""
    if variant.dice is None and variant.switch is None:
        return variant.mission
    source = find_scenario(variant.mission)
    lines = source.read_text(encoding="utf-8").splitlines()
    if variant.dice is not None:
        lines = [line for line in lines if not line.startswith(("mission =", "level ="))]
        lines.insert(0, f"level = {DICE_OF_LEVEL[variant.dice]}")
    if variant.switch is not None:
        lines = _switched(lines, *variant.switch)
    for file in sorted(source.parent.glob("*.t[ms]x")) + sorted(source.parent.glob("*.png")):
        copy = folder / file.name
        if not copy.exists():
            copy.write_bytes(file.read_bytes())
    made = folder / f"{variant.id}.toml"
    made.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(made)


def _switched(lines: list[str], name: str, value: bool | int | str) -> list[str]:
    """The same file with a switch in its table of rules."""
    written = f'"{value}"' if isinstance(value, str) else str(value).lower()
    kept = [line for line in lines if not line.startswith(f"{name} =")]
    if "[rules]" not in kept:
        first = next(number for number, line in enumerate(kept) if line.startswith("["))
        kept[first:first] = ["[rules]", ""]
    at = kept.index("[rules]") + 1
    return [*kept[:at], f"{name} = {written}", *kept[at:]]
