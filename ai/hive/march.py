"""Where a xeno goes: every end of its walk is weighed, with the fire that the way draws, and the best is taken."""

from __future__ import annotations

from typing import NamedTuple

from ai.hive.choice import Choice, best
from ai.hive.fire import Fire
from ai.hive.front import LESSER, SURE, Foe, Front
from ai.hive.melee import Melee
from ai.hive.muster import Muster
from ai.hive.settings import APPROACH, COMPANY, LOCK, LOCK_AGAIN, NEAR_SHARE
from game.api import (
    Cell,
    Ctx,
    Mask,
    Pass,
    Path,
    Profile,
    Unit,
    actions,
    geometry,
    moves,
    queries,
)

TERMS = ("harm", "lock", "draw", "wait", "lost", "exposed", "approach", "intercept", "jam", "clump", "door")
"""Names of the addends of a move's score."""
CLOSE_LOOK = 6
"""So many of the likeliest ends without contact are weighed with their whole walk."""
DOOR_ENDS = 2
"""So many places to open a door from are weighed."""
SIX = 1 / 6
"""Chance that a lesser creature opens a door (HM-13)."""
MOST_CHARGES = 14
"""So many ends in contact are weighed at most."""


class End(NamedTuple):
    """An end of a walk on first sight."""

    rough: float
    cell: Cell
    points: int


class March:
    """The moves of xenos under one front."""

    def __init__(self, front: Front, fire: Fire, melee: Melee) -> None:
        self.front = front
        self.fire = fire
        self.melee = melee

    def choose(self, ctx: Ctx, unit: Unit, muster: Muster) -> tuple[Choice, Choice | None]:
        """The best move of a xeno and the best that it rejects; Pass is one of them. A seed moves as what hatches."""
        unit = queries.as_mover(ctx, unit)
        profile = queries.profile_of(ctx, unit)
        points = moves.movement_points(ctx, unit, 0)
        opens = self.front.opens(ctx, unit, profile)
        walk = moves.walk_reach(ctx, unit, points, openable=opens)
        touching = self.front.touching(unit.size)
        share = self.fire.share(ctx, muster.ranks.crowd)
        charges: list[End] = []
        quiet: list[End] = []
        for cell, spent in walk.cost.items():
            if touching >> cell & 1:
                charges.append(End(self._hope(ctx, unit, profile, cell), cell, spent))
            else:
                quiet.append(End(self._quiet(ctx, unit, profile, cell, share, muster), cell, spent))
        charges.sort(key=lambda end: (-end.rough, end.points, end.cell))
        quiet.sort(key=lambda end: (-end.rough, end.points, end.cell))
        covert = self._covert(ctx, unit, points) if quiet and not self._is_seen(unit.cell, unit.size) else None
        found: list[Choice] = []
        for end in [*charges[:MOST_CHARGES], *quiet[:CLOSE_LOOK]]:
            path: Path = ()
            if end.cell != unit.cell:
                path = moves.path_in(covert if covert is not None and end.cell in covert else walk, end.cell)
            found.append(self._weigh(ctx, unit, profile, path, muster, share, attack=end in charges))
        if opens:
            for path in self._openings(ctx, unit, walk, points, opens, muster):
                found.append(self._weigh(ctx, unit, profile, path, muster, share, attack=False))
        if opens == 0 and profile.type == LESSER:
            attempt = self._try_door(ctx, unit, profile, points, walk, share, muster)
            if attempt is not None:
                found.append(attempt)
        if not any(isinstance(choice.action, Pass) for choice in found):
            found.append(self._weigh(ctx, unit, profile, (), muster, share, attack=False))
        return best(found)

    def _openings(
        self, ctx: Ctx, unit: Unit, walk: geometry.Reach, points: int, opens: Mask, muster: Muster
    ) -> list[Path]:
        """Walks that end by opening a door behind which others wait, without going through (BD-11)."""
        found: list[Path] = []
        touching = self.front.touching(unit.size)
        for door in geometry.cells_of(opens):
            if not muster.ranks.stuck or not muster.opening(door):
                continue
            access = [
                cell
                for cell in geometry.cells_of(
                    ctx.board.anchors_over(geometry.mask_of(ctx.board.doors[door].access), unit.size)
                )
                if walk.cost.get(cell, points) < points and not touching >> cell & 1
            ]
            for cell in sorted(access, key=lambda cell: (walk.cost[cell], cell))[:DOOR_ENDS]:
                path = moves.path_in(walk, cell) if cell != unit.cell else ()
                if all(step >= 0 for step in path):
                    found.append((*path, -door - 1))
        return found

    def _try_door(
        self, ctx: Ctx, unit: Unit, profile: Profile, points: int, walk: geometry.Reach, share: float, muster: Muster
    ) -> Choice | None:
        """The best walk through a door that needs a six, weighed with the place where it ends otherwise (HM-12)."""
        if not moves.openable_doors(ctx, unit):
            return None
        wide = moves.walk_reach(ctx, unit, points)
        beyond = [cell for cell in wide.cost if cell not in walk]
        if not beyond:
            return None
        pull = self.front.contact(unit.size, profile.type)
        through = self.front.contact(unit.size, SURE)
        here = min(pull[cell] for cell in walk.cost)
        goal = min(beyond, key=lambda cell: (through[cell], wide.cost[cell], cell))
        if through[goal] >= here:
            return None
        path = moves.path_in(wide, goal)
        doors = [place for place, step in enumerate(path) if step < 0]
        if len(doors) > 1:
            path = path[: doors[1]]  # one attempt for each creature (HM-A6)
        first = doors[0]
        stop = path[first - 1] if first else unit.cell
        shut = self._quiet(ctx, unit, profile, stop, share, muster)
        nearer = APPROACH * muster.zeal * muster.cost(unit) * (here - through[goal]) / max(1, profile.mov[0])
        lost, _ = self.fire.on_walk(ctx, unit, profile, (unit.cell, *path[:first]))
        terms = (nearer * SIX, shut, -muster.value(unit) * lost)
        return Choice(sum(terms), actions.Move(path), ("door", "place", "lost"), terms)

    # -- first sight ---------------------------------------------------------------------------------------------

    def _is_seen(self, cell: Cell, size: int) -> bool:
        return bool(self.front.seen & self.front.board.footprint_mask(cell, size))

    def _covert(self, ctx: Ctx, unit: Unit, points: int) -> geometry.Reach:
        """Where it gets without being seen on the way."""
        blocked = moves.blocked_cells(ctx, unit) | self.front.seen
        return geometry.reach(
            ctx.board, unit.cell, points, ctx.state.doors, size=unit.size, blocked=blocked,
            stops=self.front.touching(unit.size),
        )  # fmt: skip

    def _hope(self, ctx: Ctx, unit: Unit, profile: Profile, cell: Cell) -> float:
        """What an attack from there promises, fire left out."""
        foes = self.front.touched_from(cell, unit.size)
        return max((self._blow(ctx, unit, profile, foe)[0] for foe in foes), default=0.0)

    def _blow(self, ctx: Ctx, unit: Unit, profile: Profile, foe: Foe) -> tuple[float, float]:
        """Points an attack takes on average, and the share of the attacker it costs."""
        clash = self.melee.clash(ctx, unit, profile, foe, self.melee.helpers(ctx, foe, unit.id))
        return foe.worth * clash.taken, clash.lost

    def _quiet(self, ctx: Ctx, unit: Unit, profile: Profile, cell: Cell, share: float, muster: Muster) -> float:
        exposed = self.fire.standing(ctx, unit, profile, cell, share, melee=False)
        stand = self._approach(unit, profile, cell, muster) - muster.value(unit) * exposed
        stand += muster.intercept(unit, cell) - muster.jam(unit, profile, cell)
        return stand - muster.clump(unit, cell, charging=False)

    def _approach(self, unit: Unit, profile: Profile, cell: Cell, muster: Muster) -> float:
        """What being that far from the troopers costs; within one charge a step matters less."""
        away = muster.away(unit, profile)[cell]
        charge = max(1, profile.mov[0])
        if away > charge:
            away = away - charge + int(charge * NEAR_SHARE)
        else:
            away = int(away * NEAR_SHARE)
        return -APPROACH * muster.zeal * muster.cost(unit) * away / charge

    # -- the whole walk --------------------------------------------------------------------------------------------

    def _weigh(
        self,
        ctx: Ctx,
        unit: Unit,
        profile: Profile,
        path: Path,
        muster: Muster,
        share: float,
        *,
        attack: bool,
    ) -> Choice:
        value = muster.value(unit)
        cells = (unit.cell, *(step for step in path if step >= 0))
        end = cells[-1]
        lost, drawn = self.fire.on_walk(ctx, unit, profile, cells) if len(cells) > 1 or attack else (0.0, [])
        harm = lock = 0.0
        alive = 1.0 - lost
        foes = self.front.touched_from(end, unit.size) if attack else []
        if foes:
            harm, back = max((self._blow(ctx, unit, profile, foe) for foe in foes), key=lambda pair: pair[0])
            alive *= 1.0 - back
            for foe in foes:
                helped = self.melee.helpers(ctx, foe, unit.id)
                lock += foe.worth * ((LOCK_AGAIN if helped else LOCK) + COMPANY * muster.ranks.after) * alive
        exposed = self.fire.standing(ctx, unit, profile, end, share, melee=bool(foes))
        draw = wait = approach = intercept = jam = 0.0
        if foes:
            draw = sum(muster.drawn(foe, loss) for foe, loss in drawn)
            wait = -muster.reluctance(unit, len(drawn))
        else:
            approach = self._approach(unit, profile, end, muster)
            intercept = muster.intercept(unit, end) * alive * (1.0 - exposed)
            jam = -muster.jam(unit, profile, end)
        lose = -value * (1.0 - alive)
        clump = -muster.clump(unit, end, charging=bool(drawn))
        door = sum(muster.opening(-step - 1) for step in path if step < 0) if muster.ranks.stuck else 0.0
        terms = (harm, lock, draw, wait, lose, -value * alive * exposed, approach, intercept, jam, clump, door)
        return Choice(sum(terms), actions.Move(path) if path else Pass(), TERMS, terms)
