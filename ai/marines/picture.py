"""What a player sees in one decision: friends, foes, sight and ways, each worked out when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import count
from operator import attrgetter
from typing import Any

from ai.marines.settings import NEAR, NEST_WORTH, UNKNOWN_WORTH, Settings
from ai.odds import NOBODY, Harm, Pool, harm
from game.api import (
    Board,
    Cell,
    Ctx,
    Mask,
    Profile,
    State,
    Unit,
    UnitId,
    UnitKind,
    View,
    Weapon,
    geometry,
    mines,
    names,
    objectives,
    queries,
)

THIEF = 1.6
"""How much more an enemy is worth who carries an item off."""
MASTER_WORTH = 12.0
"""What the avatar that a Master is, or may become, adds to its points."""
KEPT = 1 << 12
"""Entries that one memory of the atlas may hold before it starts anew."""


_table: Callable[[State], tuple[Any, ...]] = attrgetter(
    *(name for name in State.__struct_fields__ if name not in ("agenda", "sides", "next_id"))
)
"""Everything on the table but orders and what is to be done with them."""


class Atlas:
    """What a player remembers from decision to decision: answers that depend on nothing but their question.

    It holds no plans and no history, so a player that takes a game up in the middle plays as one that began it.
    """

    def __init__(self) -> None:
        self._fields: dict[tuple[Board, tuple[Cell, ...], int, int, int], list[int]] = {}
        self._marks: dict[tuple[object, ...], int] = {}
        self._count = count()
        self.values: dict[tuple[object, ...], int] = {}
        self.shots: dict[tuple[object, ...], tuple[int, float, float]] = {}
        self.strongholds: dict[tuple[object, ...], tuple[Cell, ...]] = {}
        self.harms: dict[tuple[object, ...], Harm] = {}
        self.reaches: dict[tuple[object, ...], tuple[Mask, Mask, Mask]] = {}
        self.losses: dict[tuple[object, ...], tuple[float, float]] = {}
        self.views: dict[tuple[Board, Cell, Mask, Mask], tuple[Cell, ...]] = {}

    def field(
        self, board: Board, targets: tuple[Cell, ...], doors: Mask, openable: Mask = 0, size: int = 1
    ) -> list[int]:
        """Steps from every anchor to the nearest target; closed doors in ``openable`` cost one more."""
        key = (board, targets, doors, openable, size)
        found = self._fields.get(key)
        if found is None:
            if len(self._fields) >= KEPT // 16:
                self._fields.clear()
            found = geometry.field(board, targets, doors, door_extra=openable, size=size)
            self._fields[key] = found
        return found

    def mark(self, what: tuple[object, ...]) -> int:
        """The number of something that is much asked about, never that of anything else: a quick part of keys."""
        found = self._marks.get(what)
        if found is None:
            found = self._marks[what] = next(self._count)
        return found

    def tidy(self) -> None:
        """Forget what has grown too large."""
        for memory in (self._marks, self.values, self.shots, self.harms, self.reaches, self.losses, self.views):
            if len(memory) > KEPT * 8:
                memory.clear()


class Picture:
    """The table of one decision, read for one side."""

    def __init__(self, view: View, atlas: Atlas, settings: Settings) -> None:
        self.view = view
        self.ctx: Ctx = view.ctx
        self.board: Board = view.board
        self.state = view.state
        self.side = view.side
        self.team = view.game.teams[view.side]
        self.atlas = atlas
        self.settings = settings
        self._seen: dict[UnitId, Mask] = {}
        self._own_marks: dict[UnitId, int] = {}
        self._foe_marks: dict[UnitId, int] = {}

    def shows_what(self, other: Picture) -> bool:
        """Is all that places and attacks are judged by as in another picture? What is still to be done may differ.

        So it is when an order has been given and its first skill is asked for. Not so for troopers who are weighed in
        other forms than their own: what is known of them holds for one decision.
        """
        if _table(self.state) != _table(other.state):
            return False
        return not any(unit.upgrades or self.kind(unit).transmutation for unit in self.own)

    # -- units ------------------------------------------------------------------------------------------

    @cached_property
    def own(self) -> list[Unit]:
        """This side's fit troopers on the board, by id."""
        return [unit for unit in queries.units_of(self.ctx, self.side) if queries.is_fit(unit)]

    @cached_property
    def friends(self) -> list[Unit]:
        """The team's fit troopers on the board, by id."""
        return [unit for unit in queries.friends_of(self.ctx, self.side) if queries.is_fit(unit)]

    @cached_property
    def known_foes(self) -> list[Unit]:
        """Every enemy on the board, hidden markers among them, by id."""
        return queries.foes_of(self.ctx, self.side)

    @cached_property
    def foes(self) -> list[Unit]:
        """Enemies that can still act and are no hidden markers, by id."""
        return [unit for unit in self.known_foes if not queries.is_null(unit) and not queries.is_marker(unit)]

    @cached_property
    def standing(self) -> list[tuple[Unit, Mask]]:
        """Those enemies with the cells they stand on."""
        return [(foe, self.board.footprint_mask(foe.cell, foe.size)) for foe in self.foes]

    def profile(self, unit: Unit) -> Profile:
        """The profile in force."""
        return self.ctx.game.kinds[unit.kind].profiles[unit.form]

    def kind(self, unit: Unit) -> UnitKind:
        """The unit's kind."""
        return self.ctx.game.kinds[unit.kind]

    def arms(self, unit: Unit) -> tuple[str, ...]:
        """What upgrades make of a unit's weapons now; nothing for whoever has none."""
        return queries.arms_of(self.ctx, unit) if unit.upgrades else ()

    def is_stopped(self, unit: Unit) -> bool:
        """Is it a trooper whom a state keeps from attacking and answering (ST-5)?"""
        return bool(unit.states) and not names.IMMOBILE.isdisjoint(unit.states) and not self.is_hive(unit)

    def is_hive(self, unit: Unit) -> bool:
        """Is it a xeno?"""
        return self.ctx.game.side_kinds[unit.side] == "hive"

    @cached_property
    def against_hive(self) -> bool:
        """Is a hive on the other side?"""
        kinds, teams = self.ctx.game.side_kinds, self.ctx.game.teams
        return any(kinds[side] == "hive" and teams[side] != self.team for side in kinds)

    # -- worth ------------------------------------------------------------------------------------------

    def worth(self, unit: Unit) -> float:
        """Points at stake in a unit."""
        cost = float(self.kind(unit).cost) or UNKNOWN_WORTH
        if unit.upgrades and unit.count(names.MASTER):
            cost += MASTER_WORTH
        if unit.side != self.side:
            return cost * THIEF if unit.id in self.carriers and self.ctx.game.teams[unit.side] != self.team else cost
        if unit.id in self.carriers or unit.kind in self.precious:
            cost *= 2.0
        if unit.count(names.LIEUTENANT):
            cost *= 1.25
        return cost

    @cached_property
    def precious(self) -> frozenset[str]:
        """Kinds that the objective says must live."""
        goal = objectives.side_objective(self.ctx, self.side)
        parts = objectives.leaves(goal) if goal is not None else ()
        return frozenset(part.target for part in parts if part.kind == "keep")

    @cached_property
    def carriers(self) -> frozenset[UnitId]:
        """Units with an item in their hands."""
        return frozenset(marker.carrier for marker in self.state.markers.values() if marker.carrier)

    @cached_property
    def nest_worth(self) -> float:
        """What a nest is worth."""
        return NEST_WORTH

    # -- chances ------------------------------------------------------------------------------------------

    def harm(
        self,
        weapon: Weapon,
        target: Profile,
        left: int,
        attack: Pool,
        against: Pool = NOBODY,
        *,
        covered: bool = False,
        melee: bool = False,
        sure: bool = False,
    ) -> Harm:
        """What an attack does to a target of that profile with ``left`` points (see `ai.odds.harm`)."""
        key = (weapon.id, target.id, left, attack, against, covered, melee, sure)
        found = self.atlas.harms.get(key)
        if found is None:
            found = self.atlas.harms[key] = harm(
                self.ctx, weapon, target, left, attack, against, covered=covered, melee=melee, sure=sure
            )
        return found

    def shooter_mark(self, unit: Unit) -> int:
        """A number for all about a shooter, but where it stands, that a success value depends on."""
        found = self._own_marks.get(unit.id)
        if found is None:
            effects = tuple(effect.name for effect in self.state.effects if effect.unit == unit.id)
            found = self.atlas.mark((unit.id, unit.form, unit.size, unit.states, effects))
            self._own_marks[unit.id] = found
        return found

    def target_mark(self, unit: Unit) -> int:
        """A number for all about a target, and the doors and clouds on the way, that a shot at it depends on."""
        found = self._foe_marks.get(unit.id)
        if found is None:
            state = self.state
            beside = self.board.contact_mask(unit.cell, unit.size, state.doors) & state.occupied
            found = self._foe_marks[unit.id] = self.atlas.mark((
                unit.id, unit.cell, unit.form, unit.size, unit.wounds, unit.states, beside, state.doors, state.murk
            ))  # fmt: skip
        return found

    # -- ground -----------------------------------------------------------------------------------------

    @cached_property
    def openable(self) -> Mask:
        """Closed doors that a trooper can open, sooner or later."""
        return self.board.all_doors & ~self.state.doors & ~self.state.sealed

    def field(self, targets: tuple[Cell, ...], size: int = 1) -> list[int]:
        """Steps to the nearest of some cells for one of ours, closed doors opened on the way.

        A larger trooper is there when any of its cells is.
        """
        if size > 1:
            over = self.board.anchors_over(geometry.mask_of(targets), size)
            targets = tuple(geometry.cells_of(over)) or targets
        return self.atlas.field(self.board, targets, self.state.doors, self.openable, size)

    def seen_from(self, cell: Cell, size: int) -> Mask:
        """The cells seen from an anchor."""
        return geometry.visible_from(self.board, cell, size, self.state.doors, self.state.murk)

    def sight(self, unit: Unit) -> Mask:
        """The cells a unit sees."""
        found = self._seen.get(unit.id)
        if found is None:
            found = self._seen[unit.id] = self.seen_from(unit.cell, unit.size)
        return found

    @cached_property
    def friend_cells(self) -> Mask:
        """The cells friends stand on."""
        mask = 0
        for unit in self.friends:
            mask |= self.board.footprint_mask(unit.cell, unit.size)
        return mask

    @cached_property
    def watched(self) -> Mask:
        """The cells that the team sees."""
        return self.watched_without(0)

    def watched_without(self, unit_id: UnitId) -> Mask:
        """The cells that the team sees, one trooper left out."""
        mask = 0
        for unit in self.friends:
            if unit.id != unit_id:
                mask |= self.sight(unit)
        return mask

    @cached_property
    def surroundings(self) -> Mask:
        """The cells within `NEAR` steps of a friend, as the doors stand."""
        cells = tuple(unit.cell for unit in self.friends)
        if not cells:
            return 0
        return geometry.Distances(self.board, cells, self.state.doors).within(NEAR)

    @cached_property
    def blasts(self) -> bool:
        """Does any enemy throw templates?"""
        weapons = self.ctx.game.weapons
        return any(weapons[name].template for foe in self.foes for name in self.profile(foe).weapons)

    @cached_property
    def mined(self) -> Mask:
        """The cells on which one of ours sets a mine off."""
        mask = 0
        for marker in self.state.markers.values():
            if mines.is_mine(marker) and mines.owner_team(self.ctx, marker) != self.team:
                mask |= mines.blast_of(self.ctx, marker, self.state.doors)
        return mask

    # -- time -------------------------------------------------------------------------------------------

    @cached_property
    def turns_left(self) -> int:
        """Own turns left, the running one included."""
        scenario = self.ctx.game.scenario
        rounds = scenario.rounds or len(scenario.deck) or self.state.round + 9
        return max(1, rounds - self.state.round + 1)
