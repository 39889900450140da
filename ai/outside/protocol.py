"""What is said between the game and a program that plays: one JSON object a line, told apart by ``type``.

``docs/bot-protocol.md`` explains every field, and ``docs/bot-protocol.schema.json`` is made of these types.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from msgspec import Struct

PROTOCOL: Final = 1
"""Changes whenever a program that spoke the one before would misread something."""

XY: TypeAlias = tuple[int, int]
"""A cell: column and row, counted from 0 at the top left."""

Named: TypeAlias = dict[str, Any]
"""A value of the rules: ``type`` names it, its fields follow; cells are [x, y] or null, paths are lists of steps."""


class Said(Struct, frozen=True, tag_field="type", tag=str.lower, kw_only=True):
    """One line."""


# --- from the game ---------------------------------------------------------------------------------------------------


class Hello(Said, frozen=True, kw_only=True):
    """The first line. The program answers with a `Greeting` before anything else is said."""

    protocol: int = PROTOCOL
    engine: str
    version: str
    rules: str


class SideInfo(Struct, frozen=True):
    """One side: its team, and whether it is ``human`` or ``hive``."""

    id: str
    team: str
    kind: str


class DoorInfo(Struct, frozen=True):
    """A door of the map: its leaves, the cells it is worked from, and what it takes to break it."""

    id: int
    name: str
    cells: list[XY]
    access: list[XY]
    solid: bool
    structure: int
    armour: int


class BoardInfo(Struct, frozen=True):
    """The map, which never changes. ``terrain`` and ``heights`` are rows of cells, the top one first."""

    width: int
    height: int
    terrain: list[list[str]]
    heights: list[list[int]]
    doors: list[DoorInfo]
    zones: dict[str, list[XY]]


class Start(Said, frozen=True, kw_only=True):
    """A game begins, or goes on. ``seed`` is for the program's own dice; the table's dice are never told.

    ``scenario`` is what every side may know of it: rounds, markers, objectives and the forces that stand openly;
    ``switches`` are the readings of the rules that it chose. ``kinds``, ``weapons`` and ``upgrades`` are the roster.
    """

    side: str
    seed: int
    sides: list[SideInfo]
    board: BoardInfo
    scenario: Named
    switches: dict[str, Any]
    kinds: dict[str, Named]
    weapons: dict[str, Named]
    upgrades: dict[str, Named]


class Observe(Said, frozen=True, kw_only=True):
    """What happened since the last line of this type, as far as this side may know. Not answered."""

    events: list[Named]


class UnitSeen(Struct, frozen=True):
    """A unit as this side may know it. ``cell`` is its top left cell; null for one that waits off the board."""

    id: int
    kind: str
    side: str
    foe: bool
    cell: XY | None
    size: int
    form: int
    wounds: int
    states: list[str]
    group: int
    policy: str
    counters: dict[str, int]
    upgrades: list[str]


class GoneSeen(Struct, frozen=True):
    """A unit that left the game: why, in which round, where, and by whose deed (0: nobody's)."""

    unit: UnitSeen
    reason: str
    round: int
    cell: XY | None
    by: int


class MarkerSeen(Struct, frozen=True):
    """A thing on a cell that is no unit."""

    id: int
    kind: str
    cell: XY | None
    wounds: int
    name: str
    carrier: int
    counters: dict[str, int]


class SideSeen(Struct, frozen=True):
    """One side as it stands: orders left, doors worked this turn, counters."""

    id: str
    team: str
    kind: str
    pool: int
    worked: list[int]
    counters: dict[str, int]


class CloudSeen(Struct, frozen=True):
    """A zone that cannot be seen through, until the moment that ``expires`` names."""

    id: int
    kind: str
    cells: list[XY]
    expires: str


class DoorSeen(Struct, frozen=True):
    """A door as it stands."""

    id: int
    open: bool
    broken: bool
    sealed: bool
    wounds: int


class Seen(Struct, frozen=True):
    """Everything this side may see. ``agenda`` is what is still to be done, the last entry first; it is asked now."""

    round: int
    turn: str
    phase: str
    units: list[UnitSeen]
    gone: list[GoneSeen]
    markers: list[MarkerSeen]
    sides: list[SideSeen]
    effects: list[Named]
    clouds: list[CloudSeen]
    doors: list[DoorSeen]
    agenda: list[Named]
    memory: dict[str, Any]


class Option(Struct, frozen=True):
    """One legal answer: its place in the list, its line in the game's notation, and its fields."""

    index: int
    text: str
    action: Named


class Decide(Said, frozen=True, kw_only=True):
    """A question, the only line that is answered (with an `Answer`). ``number`` counts this game's questions from 1.

    ``seed`` is new for each question and the same whenever the game is played again.
    """

    number: int
    seed: int
    asked: Named
    view: Seen
    options: list[Option]


class Over(Said, frozen=True, kw_only=True):
    """The game has ended: the winning team (empty for a draw), why, and the scores of the sides."""

    winner: str
    reason: str
    round: int
    scores: dict[str, int]


class Error(Said, frozen=True, kw_only=True):
    """What was wrong with the last answer; the game is lost for the program, and `Quit` follows.

    A program may say it, too: it gives up, and the message says why.
    """

    message: str


class Quit(Said, frozen=True, kw_only=True):
    """The last line. The program has a second to end by itself."""


# --- from the program ------------------------------------------------------------------------------------------------


class Greeting(Said, frozen=True, kw_only=True, tag="hello"):
    """The program's first line. ``protocol`` must be the game's.

    With ``events`` false it is told no events; ``seats`` are the kinds of side it can play.
    """

    protocol: int
    name: str = ""
    events: bool = True
    seats: tuple[str, ...] = ("human", "hive")


class Why(Struct, frozen=True):
    """The reasons of an answer, for ``why`` in play: a score, its terms by name, and the best option not taken."""

    score: float = 0
    terms: dict[str, float] = {}
    rejected: int | None = None
    rejected_score: float = 0
    rejected_terms: dict[str, float] = {}


class Answer(Said, frozen=True, kw_only=True):
    """The option chosen, by its ``index`` or by a line of notation in ``text``.

    ``number``, if it is given, must be that of the question.
    """

    index: int | None = None
    text: str | None = None
    number: int | None = None
    why: Why | None = None


FromGame: TypeAlias = Hello | Start | Observe | Decide | Over | Error | Quit
FromProgram: TypeAlias = Greeting | Answer | Error


def schema() -> dict[str, Any]:
    """The JSON schema of both directions: ``from_game`` and ``from_program`` in its ``$defs``."""
    from msgspec import json

    (game, program), parts = json.schema_components([FromGame, FromProgram], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Broodfall bot protocol {PROTOCOL}",
        "description": "One JSON object a line. See docs/bot-protocol.md.",
        "anyOf": [{"$ref": "#/$defs/from_game"}, {"$ref": "#/$defs/from_program"}],
        "$defs": {"from_game": game, "from_program": program, **parts},
    }
