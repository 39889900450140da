"""How things on the table are called in text: units, markers, doors, cells, directions."""

from __future__ import annotations

from collections.abc import Iterable

from game.api import NO_CELL, Game, Marker, State, Unit
from game.rules.avatar.cards import card_of
from game.rules.skirmish.secrets import UNKNOWN
from game.text.words import Words

_WINDS = ("e", "se", "s", "sw", "w", "nw", "n", "ne")


class Naming:
    """Names for what one view of a table holds."""

    def __init__(self, game: Game, state: State, words: Words) -> None:
        self.game = game
        self.state = state
        self.words = words

    def cell(self, cell: int) -> str:
        """A cell as it is typed: ``12,5``."""
        if cell == NO_CELL:
            return self.words.say("off_board")
        x, y = self.game.board.xy(cell)
        return f"{x},{y}"

    def kind(self, kind: str) -> str:
        """The name of a kind of unit; a word for one that is not known to this side."""
        return self.words.texts.unit(kind) if kind != UNKNOWN else self.words.say("hidden_unit")

    def forms(self, kind: str) -> int:
        """How many profiles a kind of unit has, as far as it is known."""
        return len(self.game.kinds[kind].profiles) if kind in self.game.kinds else 1

    def form(self, kind: str, form: int) -> str:
        """The name of one form of a kind of unit; by its number where it has none of its own."""
        texts = self.words.texts
        if not 0 <= form < self.forms(kind):
            return str(form)
        name = texts.profile(self.game.kinds[kind].profiles[form].id)
        same = [n for n, p in enumerate(self.game.kinds[kind].profiles) if texts.profile(p.id) == name]
        return name if len(same) == 1 else f"{name}, {self.words.of('lists', 'of_form', number=form + 1)}"

    def card(self, card: str, *, explained: bool = False) -> str:
        """A manifestation card by its name; ``explained``: with what it demands (AV-12)."""
        name = self.words.texts.name("manifestation", card)
        found = card_of(self.game.ctx(self.state), card) if explained else None
        if found is None:
            return name
        least, share = found.requirement.least, found.requirement.share
        demand = self.words.of("demands", found.requirement.kind, least=least, share=share)
        return self.words.say("card_demand", card=name, demand=demand)

    def known(self, unit: int) -> Unit | None:
        """A unit by its id, on the table or gone."""
        gone = self.state.gone.get(unit)
        return self.state.units.get(unit) or (gone.unit if gone is not None else None)

    def unit(self, unit: Unit) -> str:
        """A unit's name and number."""
        return f"{self.kind(unit.kind)} {unit.id}"

    def marker(self, marker: Marker) -> str:
        """A marker's name and number."""
        name = self.words.texts.name("markers", marker.kind)
        if marker.name in self.game.side_kinds:  # a mine bears the name of its side
            return f"{name} {marker.id}, {self.side(marker.name)}"
        return f"{name} {marker.name or marker.id}"

    def thing(self, thing: int) -> str:
        """A unit (on the table or gone) or marker by its id."""
        unit = self.known(thing)
        if unit is not None:
            return self.unit(unit)
        marker = self.state.markers.get(thing)
        return self.marker(marker) if marker is not None else f"#{thing}"

    def things(self, things: Iterable[int]) -> str:
        """Several units or markers, each once."""
        return ", ".join(self.thing(thing) for thing in dict.fromkeys(things)) or self.words.say("nobody")

    def door(self, door: int) -> str:
        """A door by its number and first leaf."""
        return self.words.say("door", id=f"d{door}", cell=self.cell(self.game.board.doors[door].cells[0]))

    def side(self, side: str) -> str:
        """A side: by its kind's name where no other side is of that kind, else by its own."""
        kinds = self.game.side_kinds
        if side in kinds and list(kinds.values()).count(kinds[side]) == 1:
            return self.words.texts.name("sides", kinds[side])
        return self.words.texts.name("sides", side)

    def direction(self, here: int, there: int) -> str:
        """In which of the eight directions ``there`` lies from ``here``."""
        board = self.game.board
        (x, y), (u, v) = board.xy(here), board.xy(there)
        dx, dy = u - x, v - y
        if not dx and not dy:
            return self.words.of("directions", "here")
        # The octant whose axis is nearest: a leg counts when it is more than half as long as the other one.
        east = (dx > 0) - (dx < 0) if 2 * abs(dx) > abs(dy) else 0
        south = (dy > 0) - (dy < 0) if 2 * abs(dy) > abs(dx) else 0
        wind = {(1, 0): 0, (1, 1): 1, (0, 1): 2, (-1, 1): 3, (-1, 0): 4, (-1, -1): 5, (0, -1): 6, (1, -1): 7}
        return self.words.of("directions", _WINDS[wind[east, south]])

    def from_to(self, one: Unit, other: Unit) -> str:
        """How far and in which direction another unit stands, as a sentence's part."""
        distance = self.game.board.range(one.cell, one.size, other.cell, other.size)
        return self.words.say("far", distance=distance, direction=self.direction(one.cell, other.cell))
