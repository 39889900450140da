"""Proving a scenario playable: forces fit, goals can be reached and met, the hive finds room (MS-6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from game.board import UNREACHED, Cell, Gait, cells_of, contact_anchors, field, mask_of, visible_from
from game.core.game import Game
from game.core.profile import Profile
from game.core.scenario import Objective, Recruit, SideSetup
from game.core.state import NO_CELL, Unit
from game.core.tx import Ctx
from game.core.types import Side
from game.io.problems import Problem
from game.io.ways import ways_in
from game.rules.avatar.crews import is_avatar
from game.rules.hive.dice import swarm_dice
from game.rules.hive.names import AUSPEX, AUSPEX_RANGE
from game.rules.hive.placement import Grounds, solid_cells
from game.rules.skirmish import names
from game.rules.skirmish.leaving import EXIT
from game.rules.skirmish.queries import state_bar
from game.rules.skirmish.setup import deploy_zone

HIDDEN_CELLS: Final = 40
"""Cells where a lesser xeno could be placed at the starting deployment (MS-6)."""
AUSPEX_BOARD: Final = 36
"""Cells a side from which on a map may have an auspex (MS-6)."""
AUSPEX_FREE: Final = (40, 100)
"""Share of the floor outside an auspex, wherever its bearer stands (MS-6)."""
MOST_AUSPEXES: Final = 1
AIRBORNE: Final = "airborne"
OPENERS: Final = frozenset({"engineer", "d_charge"})
"""Skills and equipment that open a sealed door (BD-11)."""
LARGEST: Final = 3


class Proof:
    """The checks on one scenario; every finding is a :class:`Problem` that names the file."""

    def __init__(self, game: Game, file: str) -> None:
        self.game = game
        self.board = game.board
        self.scenario = game.scenario
        self.file = file
        self.humans = [side for side in game.scenario.sides if side.kind == "human"]
        self.hive = next((side for side in game.scenario.sides if side.kind == "hive"), None)
        self._claimed = 0
        """Cells on which the troopers of the sides looked at so far have been put for a try."""

    def problems(self) -> Iterator[Problem]:
        """Everything that keeps the scenario from being played as it is meant."""
        yield from self._zone_names()
        for side in self.humans:
            yield from self._force(side)
            if side.objective is not None:
                yield from self._goal(side, side.objective, f"sides.{side.id}.objective")
        if self.hive is not None:
            yield from self._hive_reaches(self.hive)
            yield from self._room_for_the_hive()
        yield from self._auspexes()
        yield from self._pockets()

    def _found(self, place: str, message: str, *, warning: bool = False) -> Problem:
        return Problem(self.file, place, message, warning)

    # --- what stands where ---------------------------------------------------------------------------------------

    def profile(self, recruit: Recruit) -> Profile:
        """The profile a recruit starts on."""
        return self.game.kinds[recruit.kind].profiles[recruit.form]

    @cached_property
    def _solid(self) -> int:
        return solid_cells(Ctx(self.game, self.game.empty()))

    @cached_property
    def _held(self) -> int:
        """Cells of units and markers that are there from the start: nobody is deployed on them (BD-5)."""
        mask = mask_of(marker.cell for marker in self.scenario.markers)
        for side in self.scenario.sides:
            for recruit in side.force:
                if recruit.cell != NO_CELL:
                    mask |= self.board.footprint_mask(recruit.cell, self.profile(recruit).size)
        return mask

    def zone(self, side: Side) -> int:
        """The cells of a side's deployment zone."""
        return self.board.zone_mask(deploy_zone(Ctx(self.game, self.game.empty()), side))

    def free_anchors(self, side: Side, size: int) -> int:
        """The anchors of a side's zone on which such a footprint can be deployed."""
        whole = (1 << self.board.size) - 1
        barred = self._solid | self._held | (whole & ~self.zone(side))
        return self.board.anchors_over(whole, size) & ~self.board.anchors_over(barred, size)

    def starts(self, side: SideSetup, size: int) -> int:
        """The anchors on which a unit of that size may stand when the game begins."""
        mask = 0
        for recruit in side.force:
            if self.profile(recruit).size == size and recruit.cell != NO_CELL:
                mask |= 1 << recruit.cell
        if any(r.cell == NO_CELL and not r.reserve and self.profile(r).size == size for r in side.force):
            mask |= self.free_anchors(side.id, size)
        if any(r.reserve and self.profile(r).size == size for r in side.force):
            mask |= self.free_anchors(side.id, size) | self.landings(size)
        return mask

    def landings(self, size: int) -> int:
        """Where troopers that wait off board may come down."""
        return self.board.anchors_over(self.board.zone_mask("drop"), size) & ~self.board.anchors_over(self._solid, size)

    def doors_open_to(self, side: SideSetup) -> int:
        """The doors a side can get open: all but sealed ones, and those too if it has the means."""
        sealed = sum(1 << door.id for door in self.board.doors if door.sealed)
        return self.board.all_doors if self._opens_sealed(side) else self.board.all_doors & ~sealed

    def _opens_sealed(self, side: SideSetup) -> bool:
        for recruit in side.force:
            for profile in self.game.kinds[recruit.kind].profiles:
                if OPENERS & {*profile.skills, *profile.equipment}:
                    return True
                if any("breach" in self.game.weapons[weapon].traits for weapon in profile.weapons):
                    return True
        return False

    # --- forces --------------------------------------------------------------------------------------------------

    def _zone_names(self) -> Iterator[Problem]:
        used = {setup.deploy for setup in self.scenario.sides}
        for zone in self.board.zones:
            head, colon, side = zone.partition(":")
            if zone not in used and colon and head in ("deploy", "entry") and side not in self.game.teams:
                sides = ", ".join(self.game.teams)
                yield self._found("map", f"expected zones of the sides {sides}, found {zone}")

    def _force(self, side: SideSetup) -> Iterator[Problem]:
        place = f"sides.{side.id}.force"
        if not side.force:
            yield self._found(place, "expected at least one trooper, found none")
        waiting = [self.profile(r).size for r in side.force if r.cell == NO_CELL and not r.reserve]
        left = self._unplaced(side.id, sorted(waiting, reverse=True))
        if left:
            zone = deploy_zone(Ctx(self.game, self.game.empty()), side.id)
            sizes = ", ".join(f"{size}x{size}" for size in left)
            yield self._found(place, f"expected room in {zone} for all, found none for {sizes}")
        for recruit in side.force:
            if self.game.kinds[recruit.kind].transmutation and self._has_avatar(recruit):
                message = (
                    f"{recruit.kind} changes form and may manifest: the form gives attributes, the avatar the base"
                )
                yield self._found(place, f"{message} (X-45)", warning=True)
            if recruit.hidden and not self._may_hide(side.id, recruit):
                yield self._found(place, f"expected only troopers that may be hidden to be so, found {recruit.kind}")
            if not recruit.reserve:
                continue
            if AIRBORNE not in self.profile(recruit).skills:
                yield self._found(place, f"expected the skill {AIRBORNE} of a reserve, found {recruit.kind} without")
            elif not self.landings(self.profile(recruit).size):
                yield self._found(place, "expected a zone drop to land in, found none", warning=True)

    def _may_hide(self, side: Side, recruit: Recruit) -> bool:
        """May this trooper be a marker, as far as rule systems bar some from it (IM-36)?"""
        unit = Unit(0, recruit.kind, side, form=recruit.form, upgrades=recruit.upgrades)
        return state_bar(Ctx(self.game, self.game.empty()), unit, names.CAMOUFLAGED) is None

    def _has_avatar(self, recruit: Recruit) -> bool:
        cards = [self.game.upgrades[name] for name in recruit.upgrades if name in self.game.upgrades]
        return any(is_avatar(card) for card in cards)

    def _unplaced(self, side: Side, sizes: list[int]) -> list[int]:
        """The sizes left over when footprints are set down one after another, the largest first.

        Sides may share a zone; then the next one finds only what the others have left of it.
        """
        left = []
        for size in sizes:
            free = self.free_anchors(side, size) & ~self.board.anchors_over(self._claimed, size)
            if not free:
                left.append(size)
                continue
            self._claimed |= self.board.footprint_mask(cells_of(free)[0], size)
        return left

    # --- goals ---------------------------------------------------------------------------------------------------

    def _goal(self, side: SideSetup, goal: Objective, place: str) -> Iterator[Problem]:
        if goal.kind == "all":
            for index, part in enumerate(goal.parts):
                yield from self._goal(side, part, f"{place}.parts[{index}]")
        elif goal.kind == "any":
            found = [list(self._goal(side, p, f"{place}.parts[{i}]")) for i, p in enumerate(goal.parts)]
            if all(any(not problem.warning for problem in part) for part in found):
                yield from (problem for part in found for problem in part)
        else:
            yield from self._simple(side, goal, place)

    def _simple(self, side: SideSetup, goal: Objective, place: str) -> Iterator[Problem]:
        rounds = self.scenario.last_round
        if goal.kind in ("survive", "hold") and goal.n > rounds:
            yield self._found(place, f"expected at most {rounds} rounds, the limit, found {goal.n}")
        if goal.kind == "exit" and goal.n > len(side.force):
            yield self._found(place, f"expected at most {len(side.force)} troopers, the force, found {goal.n}")
        if goal.kind == "keep" and goal.n > sum(1 for r in side.force if r.kind == goal.target):
            yield self._found(place, f"expected {goal.n} {goal.target} in the force, found fewer")
        if goal.kind == "nests" and not any(m.kind == names.NEST for m in self.scenario.markers):
            yield self._found(place, "expected a nest on the map, found none", warning=self.hive is not None)
        if goal.kind == "eliminate" and self.hive is None and not self._foes_of(side, goal.target):
            yield self._found(place, f"expected enemies that are {goal.target or 'there'}, found none")
        if goal.kind == "survive" and self.hive is not None:
            yield from self._survival(place)
        for what, cells, needed, touch in self._targets(goal, len(side.force)):
            yield from self._reaches(side, place, what, cells, needed, rounds, touch=touch)

    def _foes_of(self, side: SideSetup, target: str) -> list[Recruit]:
        foes = [r for s in self.scenario.sides if s.team != side.team for r in s.force]
        return [r for r in foes if target in ("", "all", r.kind, self.profile(r).type)]

    def _targets(self, goal: Objective, force: int) -> Iterator[tuple[str, int, int, bool]]:
        """What a goal makes troopers walk to: name, cells, how many troopers must, and whether touching is enough."""
        exit_cells = self.board.zone_mask(EXIT)
        if goal.kind == "exit":
            yield "the exit", exit_cells, min(goal.n, force), False
        if goal.kind == "hold":
            yield f"the zone {goal.zone}", self.board.zone_mask(goal.zone), 1, False
        wanted = {"console": names.CONSOLE, "carry": names.ITEM, "nests": names.NEST}.get(goal.kind)
        for marker in self.scenario.markers:
            if marker.kind == wanted and goal.target in ("", marker.name):
                yield f"the {marker.kind} {marker.name}".rstrip(), 1 << marker.cell, 1, True
        if goal.kind == "carry":
            yield "the exit", exit_cells, 1, False

    def _reaches(
        self, side: SideSetup, place: str, what: str, cells: int, needed: int, rounds: int, *, touch: bool
    ) -> Iterator[Problem]:
        """Enough troopers can walk there in time; each footprint that cannot is told (movement classes)."""
        able = 0
        for size in sorted({self.profile(recruit).size for recruit in side.force}):
            members = [recruit for recruit in side.force if self.profile(recruit).size == size]
            steps = self._distance(side, size, cells, touch=touch)
            pace = max(sum(self.profile(recruit).mov) for recruit in members)
            if steps >= UNREACHED:
                yield self._found(place, f"a unit of {size}x{size} cannot reach {what}", warning=True)
            elif steps > rounds * pace * self.game.rules["orders_per_trooper"]:
                yield self._found(place, f"{what} is {steps} points away, too far for {rounds} rounds", warning=True)
            else:
                able += len(members)
        if able < needed:
            yield self._found(place, f"expected {needed} troopers that can reach {what}, found {able}")

    def _distance(self, side: SideSetup, size: int, cells: int, *, touch: bool) -> int:
        doors = self.doors_open_to(side)
        ends = self.board.anchors_over(cells, size) & ~self.board.anchors_over(self._solid_with(doors), size)
        if touch:
            ends |= contact_anchors(self.board, cells, size, doors)
        starts = self.starts(side, size)
        if not ends or not starts:
            return UNREACHED
        distances = field(self.board, cells_of(ends), doors, size=size, gait=Gait.CLIMB)
        return min(distances[start] for start in cells_of(starts))

    def _solid_with(self, doors: int) -> int:
        shut = mask_of(c for door in self.board.doors if not doors >> door.id & 1 for c in door.cells)
        return shut | mask_of(c for c in range(self.board.size) if self.board.blocks_move(c, self.board.all_doors))

    # --- the hive ------------------------------------------------------------------------------------------------

    def _near_troopers(self, size: int = 1) -> int:
        """Anchors from which a creature touches some cell where a trooper may start."""
        return contact_anchors(self.board, self.held_by_troopers(), size, self.board.all_doors)

    def held_by_troopers(self) -> int:
        """Every cell that a trooper may cover when the game begins."""
        mask = 0
        for side in self.humans:
            for size in range(1, LARGEST + 1):
                for start in cells_of(self.starts(side, size)):
                    mask |= self.board.footprint_mask(start, size)
        return mask

    def _hive_reaches(self, hive: SideSetup) -> Iterator[Problem]:
        for index, recruit in enumerate(hive.force):
            profile = self.profile(recruit)
            ends = self._near_troopers(profile.size)
            distances = field(self.board, cells_of(ends), self.doors_open_to(hive), size=profile.size, gait=Gait.CLIMB)
            if recruit.cell != NO_CELL and distances[recruit.cell] >= UNREACHED:
                where = list(self.board.xy(recruit.cell))
                place = f"sides.{hive.id}.force[{index}]"
                yield self._found(place, f"{recruit.kind} at {where} cannot reach any trooper", warning=True)

    def hidden(self) -> Grounds:
        """What bars reinforcements wherever the troopers are deployed: all that any start cell sees or scans."""
        seen = scanned = 0
        for side in self.humans:
            for size in range(1, LARGEST + 1):
                for start in cells_of(self.starts(side, size)):
                    seen |= visible_from(self.board, start, size, self.board.initial_doors)
            for recruit in side.force:
                if AUSPEX in self.profile(recruit).equipment and not recruit.reserve:
                    for start in cells_of(self.starts(side, self.profile(recruit).size)):
                        scanned |= self._around(start, self.profile(recruit).size)
        return Grounds(self.board, self._solid, self._held, seen, scanned)

    @property
    def _swarm_dice(self) -> int:
        return swarm_dice(level=self.scenario.level, mission=self.scenario.mission)

    def _room_for_the_hive(self) -> Iterator[Problem]:
        room = self.hidden()
        count = room.anchors(1).bit_count()
        if count < HIDDEN_CELLS:
            yield self._found("map", f"expected {HIDDEN_CELLS} cells hidden from the start (MS-6), found {count}")
        doors = self.board.all_doors & ~sum(1 << door.id for door in self.board.doors if door.sealed)
        for size, word in ((2, "monstrous"), (3, "gargantuan")):
            if self._swarm_dice < size:
                continue  # as many sixes as cells a side bring such a creature (HM-62, HM-63)
            near = field(self.board, cells_of(self._near_troopers(size)), doors, size=size, gait=Gait.CLIMB)
            if not any(near[anchor] < UNREACHED for anchor in cells_of(room.anchors(size))):
                yield self._found("map", f"no {word} creature can come from a hidden place", warning=True)

    def _survival(self, place: str) -> Iterator[Problem]:
        count, doorless = ways_in(self.board, self.held_by_troopers(), self.hidden().anchors(1))
        if count < 2 or not doorless:
            found = "none without a door" if count == 2 else "one" if count else "none"
            yield self._found(place, f"expected two ways in for the hive, one without a door (MS-6), found {found}")

    # --- auspexes and pockets ------------------------------------------------------------------------------------

    def _auspexes(self) -> Iterator[Problem]:
        bearers = [(s, r) for s in self.humans for r in s.force if AUSPEX in self.profile(r).equipment]
        if self.hive is None or not bearers:
            return
        if min(self.board.width, self.board.height) < AUSPEX_BOARD:
            yield self._found(
                "sides", f"expected no auspex on a map below {AUSPEX_BOARD} cells a side (MS-6), found one"
            )
        if len(bearers) > MOST_AUSPEXES:
            yield self._found("sides", f"expected at most {MOST_AUSPEXES} auspex (MS-6), found {len(bearers)}")
        floor = mask_of(c for c in range(self.board.size) if not self.board.blocks_move(c, self.board.all_doors))
        share, whole = AUSPEX_FREE
        for side, _ in bearers:
            for cell in self._walkable(side):
                free = (floor & ~self._around(cell, 1)).bit_count()
                if free * whole < floor.bit_count() * share:
                    where = list(self.board.xy(cell))
                    yield self._found("sides", f"an auspex at {where} leaves less than {share} % of the floor (MS-6)")
                    return

    def _walkable(self, side: SideSetup) -> Iterable[Cell]:
        starts = 0
        for size in range(1, LARGEST + 1):
            starts |= self.starts(side, size)
        distances = field(self.board, cells_of(starts), self.doors_open_to(side), gait=Gait.CLIMB)
        return [cell for cell, steps in enumerate(distances) if steps < UNREACHED]

    def _around(self, cell: Cell, size: int) -> int:
        x, y = self.board.xy(cell)
        left, right = max(0, x - AUSPEX_RANGE), min(self.board.width, x + size + AUSPEX_RANGE)
        row = ((1 << (right - left)) - 1) << left
        lines = range(max(0, y - AUSPEX_RANGE), min(self.board.height, y + size + AUSPEX_RANGE))
        return sum(row << (line * self.board.width) for line in lines)

    def _pockets(self) -> Iterator[Problem]:
        """Floor that nobody can ever walk to; it is no fault, but seldom meant."""
        starts = 0
        for side in self.scenario.sides:
            for size in range(1, LARGEST + 1):
                starts |= self.starts(side, size)
        distances = field(self.board, cells_of(starts), self.board.all_doors, gait=Gait.ROUGH)
        lost = [
            cell
            for cell, steps in enumerate(distances)
            if steps >= UNREACHED and not self.board.blocks_move(cell, self.board.all_doors)
        ]
        if lost and starts:
            where = list(self.board.xy(lost[0]))
            yield self._found("map", f"{len(lost)} cells are unreachable, the first at {where}", warning=True)
