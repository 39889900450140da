"""The log of a match as one seat was told it: lines that can be narrowed down, and all dice by side. No pygame here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import replace

from game.api import DiceRolled, Event, Game, State, Unit
from game.text.phrases import Phrases, tag_of
from game.ui.labels import Labels
from game.ui.play.clauses import clause_of
from game.ui.play.match import Chapter

KINDS: Final = ("orders", "moves", "attacks", "dice", "swarm", "other")
"""What lines are about, as they can be picked."""
_KIND_OF: Final = {
    **dict.fromkeys(("order_given", "skill_declared", "reaction_declared", "command_issued", "policy_set"), "orders"),
    **dict.fromkeys(
        ("unit_moved", "unit_placed", "unit_arrived", "unit_resized", "door_opened", "door_closed", "door_held",
         "door_unsealed", "marker_moved", "marker_discovered"), "moves",
    ),
    **dict.fromkeys(
        ("attack_resolved", "save_made", "guts_taken", "unit_wounded", "unit_removed", "friend_hit", "dodged",
         "marker_wounded", "marker_removed", "door_damaged", "door_destroyed", "template_placed", "spore_burst",
         "state_gained", "state_lost"), "attacks",
    ),
    "dice_rolled": "dice",
    **dict.fromkeys(
        ("swarm_dice_spent", "hive_mind_acts", "howl_heard", "gas_spread", "nest_used", "marker_placed",
         "placements_lost"), "swarm",
    ),
}  # fmt: skip
_NAMES_UNITS: Final = ("unit", "attacker", "target", "officer", "friend", "by", "members", "units")
"""Fields of events that name units."""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the log: whose doing, what about, which units and which clause; headings have no kind."""

    text: str
    side: str = ""
    kind: str = ""
    clause: str = ""
    units: frozenset[int] = frozenset()
    number: int = 0

    @property
    def heading(self) -> bool:
        """Whether it only says whose turn begins."""
        return not self.kind

    @property
    def shown(self) -> str:
        """The sentence with its clause."""
        return f"{self.text} [{self.clause}]" if self.clause else self.text


@dataclass(frozen=True, slots=True)
class Filter:
    """What is to be seen of a log; whatever is empty is not narrowed down."""

    side: str = ""
    kind: str = ""
    unit: int = 0
    clause: str = ""
    words: tuple[str, ...] = ()

    def lets(self, line: Line) -> bool:
        """Whether a line is to be seen."""
        return (
            (not self.side or line.side == self.side)
            and (not self.kind or line.kind == self.kind)
            and (not self.unit or self.unit in line.units)
            and (not self.clause or line.clause == self.clause)
            and all(word in line.shown.lower() for word in self.words)
        )

    def of(self, lines: Sequence[Line]) -> list[Line]:
        """The lines to be seen, under the headings of their turns; turns without any are left out."""
        found: list[Line] = []
        for line in lines:
            if line.heading:
                if found and found[-1].heading:
                    found.pop()
                found.append(line)
            elif self.lets(line):
                found.append(line)
        if found and found[-1].heading:
            found.pop()
        return found


def lines_of(game: Game, chapters: Iterable[Chapter], labels: Labels) -> list[Line]:
    """Everything that is told in sentences, in its order."""
    found = [Line(labels("setting_up"))]
    before: State | None = None
    for chapter in chapters:
        phrases = Phrases(game, with_markers(before, chapter.after), labels.words)
        before = chapter.after
        for event in chapter.events:
            if tag_of(event) == "turn_began":
                title = labels("round", round=chapter.after.round)
                found.append(Line(f"{title} · {phrases.naming.side(getattr(event, 'side', '')).capitalize()}"))
            said = phrases.event(event).strip()
            if said:
                kind = _KIND_OF.get(tag_of(event), "other")
                clause = clause_of(event, started=bool(chapter.after.round))
                found.append(Line(said, chapter.side, kind, clause, units_of(event, chapter.after), chapter.number))
    return found


def with_markers(before: State | None, after: State) -> State:
    """The table after an entry with what markers it took away, so that what happened to them can be told by name."""
    if before is None or before.markers.keys() <= after.markers.keys():
        return after
    return replace(after, markers={**before.markers, **after.markers})


def units_of(event: Event, state: State) -> frozenset[int]:
    """The units that an event names."""
    found: set[int] = set()
    for name in _NAMES_UNITS:
        value: Any = getattr(event, name, None)
        for part in value if isinstance(value, tuple) else (value,):
            unit = part.id if isinstance(part, Unit) else part
            if isinstance(unit, int) and (unit in state.units or unit in state.gone):
                found.add(unit)
    return frozenset(found)


def dice_of(chapters: Iterable[Chapter]) -> dict[str, dict[tuple[str, int], list[int]]]:
    """The faces of all dice by side (empty: nobody's), and by purpose and number of sides."""
    found: dict[str, dict[tuple[str, int], list[int]]] = {}
    for chapter in chapters:
        for event in chapter.events:
            if isinstance(event, DiceRolled):
                side = side_of(chapter.after, event.unit)
                found.setdefault(side, {}).setdefault((event.purpose, event.sides), []).extend(event.faces)
    return found


def side_of(state: State, unit: int) -> str:
    """Whose a unit is or was; empty for what is none."""
    gone = state.gone.get(unit)
    found = state.units.get(unit) or (gone.unit if gone is not None else None)
    return found.side if found is not None else ""
