"""Jams a door: a unit stands still where another of its side has to pass, though it could go on."""

from __future__ import annotations

from typing import Final

from game.api import Ctx, Game, Unit, UnitId, actions, geometry, moves, names, queries
from game.sim.card.aims import FAR, Aims, aims_of
from game.sim.card.danger import danger_of
from game.sim.card.moment import Turn
from game.sim.card.prospects import advance, ordered
from game.sim.card.tally import Case, Counter

BEHIND: Final = 2
"""Cells behind the one in the way from which on a unit waits for it."""
DETOUR: Final = 4
"""Points more that a way round must take for the way to count as barred."""
FORCED: Final = frozenset({"swarm", "spore"})
"""Classes whose moves the rules choose (HM-04, HM-08)."""


class Jam(Counter):
    """Chances: turns of a free unit that began with a friend right behind it whose way leads through its cell."""

    kind = "jam"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._eager: set[UnitId] = set()

    def turn(self, turn: Turn) -> None:
        """Compare who stood in whose way at the beginning of the turn and at its end."""
        start, end = self.game.ctx(turn.start), self.game.ctx(turn.ended)
        eager = self._moved_on(start, end, turn)
        wanting, self._eager = self._eager | eager, eager
        for unit in queries.units_of(start, turn.side):
            waiting = self._behind(start, unit)
            if not waiting:
                continue
            self.chances += 1
            after = turn.ended.units.get(unit.id)
            if after is None or after.cell != unit.cell or not self._could_go(end, after):
                continue
            if any(isinstance(m.action, actions.Use) for run in turn.runs if run.unit == unit.id for m in run.own):
                continue
            stuck = [friend for friend in self._behind(end, after) if friend.id in wanting]
            if stuck and self._had_order(turn, unit.id, {friend.id for friend in stuck}):
                what = ", ".join(f"{self.label(friend)} {self.place(friend.cell)}" for friend in stuck)
                self.caught(Case(turn.shown, float(len(stuck)), self.label(unit), self.place(unit.cell), what))

    def _had_order(self, turn: Turn, unit: UnitId, stuck: set[UnitId]) -> bool:
        """Was an order spent on the unit or on those behind it, or left that it could have had?"""
        if any(run.unit == unit or run.unit in stuck for run in turn.runs):
            return True
        return turn.closing is not None and ordered(self.game, turn.closing.before, unit) is not None

    def _moved_on(self, start: Ctx, end: Ctx, turn: Turn) -> set[UnitId]:
        """The units that came nearer to their goals by their own moves."""
        before, after = aims_of(start, turn.side), aims_of(end, turn.side)
        given = {run.unit for run in turn.runs}
        return {
            unit.id
            for unit in queries.units_of(end, turn.side)
            if unit.id in given
            and unit.id in start.state.units
            and after.distance(unit, unit.cell) < before.distance(unit, start.state.units[unit.id].cell)
        }

    def _behind(self, ctx: Ctx, unit: Unit) -> list[Unit]:
        """The free friends right behind a unit that cannot get on but over its cell."""
        aims = aims_of(ctx, unit.side)
        away = aims.distance(unit, unit.cell)
        if not self._free(ctx, unit) or away <= 1 or away == FAR:
            return []
        return [
            friend
            for friend in queries.friends_of(ctx, unit.side)
            if friend.id != unit.id
            and friend.side == unit.side
            and queries.range_between(ctx, friend, unit) <= BEHIND
            and self._free(ctx, friend)
            and self._bars(ctx, aims, unit, friend)
        ]

    def _free(self, ctx: Ctx, unit: Unit) -> bool:
        held = any(state in names.IMMOBILE for state in unit.states)
        forced = queries.profile_of(ctx, unit).type in FORCED
        return queries.is_fit(unit) and not held and not forced and not queries.is_engaged(ctx, unit)

    def _bars(self, ctx: Ctx, aims: Aims, unit: Unit, friend: Unit) -> bool:
        """Is the friend's way to its goals far longer if it must not cross the unit's cell?"""
        cells = aims.cells_of(friend)
        board = ctx.board
        under = board.footprint_mask(unit.cell, unit.size)
        if any(under >> cell & 1 for cell in cells):
            return False
        start = board.footprint_mask(friend.cell, friend.size)
        rough = geometry.Gait.ROUGH
        nests = moves.nest_cells(ctx) & ~geometry.mask_of(cells)
        free = geometry.Distances(board, cells, board.all_doors, blocked=nests, gait=rough).nearest(start)
        round_about = geometry.Distances(board, cells, board.all_doors, blocked=nests | under, gait=rough)
        return free < FAR and aims.distance(unit, unit.cell) < free and round_about.nearest(start) >= free + DETOUR

    def _could_go(self, ctx: Ctx, unit: Unit) -> bool:
        """Nothing to shoot at, nobody who could attack it, and a free cell clearly nearer to its goals."""
        if not self._free(ctx, unit):
            return False
        sight = queries.sight_mask(ctx, unit)
        if any(sight & ctx.board.footprint_mask(foe.cell, foe.size) for foe in queries.foes_of(ctx, unit.side)):
            return False
        if danger_of(ctx, unit).at(unit.cell)[0]:
            return False
        return advance(self.game, ctx.state, unit) is not None
