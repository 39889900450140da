"""The table in sentences: how a side's units stand, what a cell holds, which doors there are."""

from __future__ import annotations

from itertools import groupby

from game.api import NO_CELL, Terrain, Unit, View
from game.rules.avatar.faces import avatar_upgrade
from game.rules.avatar.state import UP, MasterCard, record_of
from game.rules.impetuous.names import IMPETUOUS
from game.rules.skirmish.queries import STATE_TOKENS, engaged_with, profile_of, sees, tokens_of
from game.rules.transmutation.forms import TRANSMUTED
from game.text.naming import Naming

NEAREST = 3
"""Enemies in sight that a unit's line names."""


class Lookout:
    """Describes what one view shows."""

    def __init__(self, view: View, naming: Naming) -> None:
        self.view = view
        self.naming = naming
        self.words = naming.words

    def units(self, *, own: bool) -> list[str]:
        """A line for each unit of the side, or for each enemy it knows of."""
        units = self.view.own if own else self.view.foes
        return [self.unit(unit) for unit in units]

    def unit(self, unit: Unit) -> str:
        """Where a unit stands, how it is, whom it touches and whom it sees."""
        words, view = self.words, self.view
        key = "trooper" if unit.cell != NO_CELL else "waiting"
        parts = [words.say(key, unit=self.naming.unit(unit), cell=self.naming.cell(unit.cell))]
        profile = view.game.kinds[unit.kind].profiles[unit.form] if unit.kind in view.game.kinds else None
        if profile is not None and (unit.wounds or profile.w > 1):
            parts.append(words.say("wounds", left=max(0, profile.w - unit.wounds), all=profile.w))
        parts += self._marks(unit)
        if unit.cell != NO_CELL and profile is not None:
            parts += self._foes(unit)
        return ", ".join(parts)

    def _marks(self, unit: Unit) -> list[str]:
        """What lies beside a figure: its form, states and tokens, upgrades, and the card of a Master."""
        words, ctx = self.words, self.view.ctx
        parts = []
        if self.naming.forms(unit.kind) > 1:
            parts.append(words.say("form", form=self.naming.form(unit.kind, unit.form)))
        parts += [words.texts.state(state) for state in unit.states]
        of_states = {STATE_TOKENS.get(state, state.upper()) for state in unit.states}
        if unit.kind in self.view.game.kinds:
            said = {*of_states, TRANSMUTED, profile_of(ctx, unit).token}  # the form was named
            parts += [words.of("tokens", token) for token in tokens_of(ctx, unit) if token not in said]
        if unit.count(IMPETUOUS):
            parts.append(words.of("tokens", "IMPETUOUS"))
        record = record_of(ctx, unit.id)
        if unit.upgrades:
            names = [words.texts.name("upgrades", upgrade) for upgrade in unit.upgrades]
            avatar = avatar_upgrade(ctx, unit)
            if record is not None and record.manifested and avatar is not None:
                turned = words.texts.name("upgrades", avatar.id)
                names[unit.upgrades.index(avatar.id)] = words.say("manifested", upgrade=turned)
            parts.append(words.say("upgrades", upgrades=", ".join(names)))
        if record is not None:
            parts += self._card(record)
        return parts

    def _card(self, record: MasterCard) -> list[str]:
        """The manifestation card of a Master, as far as this side knows it (AV-10)."""
        words = self.words
        if not record.card:
            return [words.say("no_card")]
        name = self.naming.card(record.card, explained=record.face != UP)
        said = [words.say("card_up" if record.face == UP else "card_down", card=name)]
        if record.progress and record.face != UP:
            said.append(words.say("card_progress", progress=record.progress))
        return said

    def _foes(self, unit: Unit) -> list[str]:
        words, view = self.words, self.view
        touched = engaged_with(view.ctx, unit)
        if touched:
            return [words.say("engaged", foes=self.naming.things(foe.id for foe in touched))]
        team = view.game.teams[unit.side]
        foes = [
            other
            for other in view.state.units.values()
            if other.cell != NO_CELL and view.game.teams[other.side] != team
        ]
        seen = sorted((foe for foe in foes if sees(view.ctx, unit, foe)), key=lambda foe: self._distance(unit, foe))
        said = [f"{self.naming.unit(foe)} {self.naming.from_to(unit, foe)}" for foe in seen[:NEAREST]]
        if said:
            more = [words.say("more_units", count=len(seen) - NEAREST)] if len(seen) > NEAREST else []
            return [f"{words.say('sees')} {'; '.join([*said, *more])}"]
        return []

    def _distance(self, one: Unit, other: Unit) -> tuple[int, int]:
        return self.view.board.range(one.cell, one.size, other.cell, other.size), other.id

    def cell(self, cell: int) -> str:
        """What a cell is and what is on it."""
        board, state, words = self.view.board, self.view.state, self.words
        parts = [words.texts.name("terrain", board.terrain[cell].name.lower())]
        if board.heights[cell]:
            parts.append(words.say("height", height=board.heights[cell]))
        if cell in board.door_at:
            parts = [self.door(board.door_at[cell])]
        parts += [words.texts.zone(zone) for zone, cells in board.zones.items() if cell in cells]
        if state.murk >> cell & 1:
            parts.append(words.say("cloud"))
        parts += [self.naming.marker(marker) for marker in state.markers.values() if marker.cell == cell]
        unit = state.units.get(state.at.get(cell, 0))
        if unit is not None:
            parts.append(self.unit(unit))
        return words.say("cell", cell=self.naming.cell(cell), what=", ".join(parts))

    def door(self, door: int) -> str:
        """A door and how it stands."""
        state = self.view.state
        key = "closed"
        if state.broken >> door & 1:
            key = "broken"
        elif state.doors >> door & 1:
            key = "open"
        elif state.sealed >> door & 1:
            key = "sealed"
        return f"{self.naming.door(door)}, {self.words.say(key)}"

    def doors(self) -> list[str]:
        """Every door."""
        return [self.door(door.id) for door in self.view.board.doors]

    def row(self, y: int) -> str:
        """A row of the board from left to right, equal neighbours together."""
        board = self.view.board
        cells = [(x, self._short(board.cell(x, y))) for x in range(board.width)]
        parts = []
        for what, group in groupby(cells, key=lambda item: item[1]):
            columns = [x for x, _ in group]
            where = f"{columns[0]}" if len(columns) == 1 else f"{columns[0]}-{columns[-1]}"
            parts.append(f"{what} {where}")
        return self.words.say("row", y=y, cells=", ".join(parts))

    def _short(self, cell: int) -> str:
        board, state = self.view.board, self.view.state
        unit = state.units.get(state.at.get(cell, 0))
        if unit is not None:
            return self.naming.unit(unit)
        if board.terrain[cell] is Terrain.DOOR:
            return self.door(board.door_at[cell])
        return self.words.texts.name("terrain", board.terrain[cell].name.lower())
