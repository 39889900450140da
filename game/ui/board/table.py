"""The whole table as a picture: ground, doors, markers, clouds, shade, pieces and the marks of play upon them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pygame

from game.api import NO_CELL, Game, Marker, State, Unit, queries
from game.ui import lettering
from game.ui.art import Art, has_picture
from game.ui.board.camera import Camera
from game.ui.board.ground import Ground
from game.ui.board.layers import Tint, Tints, cells_in
from game.ui.board.shroud import Shroud
from game.ui.board.tokens import Tokens
from game.ui.theme import Colour, Palette, Theme

_BROODS: Final[tuple[Colour, ...]] = (
    (255, 196, 92), (196, 140, 255), (110, 224, 190), (255, 130, 170), (190, 220, 90), (130, 180, 255),
)  # fmt: skip
STRIP: Final = 18
"""Pixels of the strips of coordinates at an interface scale of 1."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a piece is drawn while it moves, in cells, and how much of it shows (0 to 1)."""

    x: float
    y: float
    alpha: float = 1.0
    swell: float = 1.0


@dataclass(slots=True)
class Marks:
    """What a scene wants shown on the table."""

    selected: int = 0
    hovered: int = NO_CELL
    """The cell that is pointed at."""
    tints: Mapping[int, Tint] = field(default_factory=dict)
    outlines: Sequence[tuple[frozenset[int], Colour]] = ()
    path: Sequence[int] = ()
    path_size: int = 1
    targets: Mapping[int, str] = field(default_factory=dict)
    """Units and markers that may be aimed at, each with its chance in words."""
    ready: frozenset[int] = frozenset()
    """Units that may be chosen now."""
    watchers: Sequence[int] = ()
    """Units that may react to what is being planned."""
    caught: Sequence[int] = ()
    """Units that a template would cover."""
    figures: Mapping[int, str] = field(default_factory=dict)
    """What stands in the corner of cells, where there is room."""


class Table:
    """Draws states of one game as a side sees them."""

    def __init__(self, game: Game, art: Art, theme: Theme, palette: Palette, initials: Mapping[str, str]) -> None:
        self.game = game
        self.board = game.board
        self.ground = Ground(game.board, art, theme)
        self.tokens = Tokens(game, art, palette, initials, stark=theme.stark)
        self._art = art
        self._theme = theme
        self._tints = Tints(game.board.width, game.board.height, stark=theme.stark)
        self._broods = Tints(game.board.width, game.board.height, stark=theme.stark)
        self._shroud = Shroud(game.board.width, game.board.height, theme)
        self._known: State | None = None
        self._viewer: str | None = None
        self._links: list[tuple[int, int]] = []
        self._door_turn = {cell: self._lies_along_y(cell) for door in game.board.doors for cell in door.cells}
        self._bright: dict[tuple[str, int, int], pygame.Surface] = {}
        self.shaded = True
        self.scale = 1.0
        """The interface scale: how large coordinates are written."""

    def _lies_along_y(self, cell: int) -> bool:
        """Whether a leaf closes a way from west to east, so that it lies from north to south."""
        x, y = self.board.xy(cell)
        solid = [
            not self.board.inside(x, y + dy)
            or self.board.cost(self.board.cell(x, y + dy)) > 2
            or self._is_leaf(x, y + dy)
            for dy in (-1, 1)
        ]
        return all(solid)

    def _is_leaf(self, x: int, y: int) -> bool:
        return self.board.cell(x, y) in self.board.door_at

    # --- drawing -------------------------------------------------------------------------------------------------

    def draw(
        self,
        target: pygame.Surface,
        camera: Camera,
        state: State,
        viewer: str,
        marks: Marks,
        poses: Mapping[int, Pose] | None = None,
    ) -> None:
        """Draw the table into the camera's port. ``poses`` says where pieces are that are on their way."""
        clip = target.get_clip()
        target.set_clip(camera.port)
        target.fill(self._theme.void, camera.port)
        self._look_at(state, viewer)
        self.ground.draw(target, camera)
        self._doors(target, camera, state)
        self._tints.put(marks.tints, marks.outlines, marks.figures)
        self._tints.draw(target, camera)
        self._markers(target, camera, state)
        self._clouds(target, camera, state)
        if self.shaded:
            self._shroud.draw(target, camera)
        self._broods.draw(target, camera)
        self._path(target, camera, marks)
        self._pieces(target, camera, state, marks, poses or {})
        self._linked(target, camera, state, poses or {})
        self._aims(target, camera, state, marks)
        self._pointed(target, camera, marks.hovered)
        self._coordinates(target, camera)
        target.set_clip(clip)

    def _look_at(self, state: State, viewer: str) -> None:
        """Work out once for a state what the seat sees, who is engaged, which broods there are."""
        if state is self._known and viewer == self._viewer:
            return
        self._known, self._viewer = state, viewer
        ctx = self.game.public.ctx(state)
        seen = 0
        links: list[tuple[int, int]] = []
        broods: dict[int, set[int]] = {}
        for unit in state.units.values():
            if unit.cell == NO_CELL:
                continue
            if viewer and unit.side == viewer and queries.is_fit(unit) and unit.kind in self.game.kinds:
                seen |= queries.sight_mask(ctx, unit)
                seen |= self.board.footprint_mask(unit.cell, unit.size)
            hive = self.game.side_kinds.get(unit.side) == "hive"
            if hive and unit.group:
                broods.setdefault(unit.group, set()).update(self.board.footprint(unit.cell, unit.size))
            elif not hive and unit.kind in self.game.kinds:
                links += [(unit.id, foe.id) for foe in queries.engaged_with(ctx, unit)]
        self._links = links
        self._shroud.put(seen or None)
        outlines = [(frozenset(cells), _BROODS[group % len(_BROODS)]) for group, cells in sorted(broods.items())]
        self._broods.put({}, outlines)

    def _doors(self, target: pygame.Surface, camera: Camera, state: State) -> None:
        view, px = camera.cells(), camera.px
        blits: list[tuple[pygame.Surface, tuple[int, int]]] = []
        for door in self.board.doors:
            for cell in door.cells:
                x, y = self.board.xy(cell)
                if view.collidepoint(x, y):
                    name = door_picture(state, door.id)
                    picture = self._door(name, px, quarter=1 if self._door_turn[cell] else 0)
                    blits.append((picture, camera.screen(x, y)))
        target.fblits(blits)

    def _door(self, name: str, px: int, *, quarter: int) -> pygame.Surface:
        """The picture of a leaf; brighter where the board is to be stark."""
        picture = self._art.picture(name, px, quarter=quarter)
        if not self._theme.stark:
            return picture
        key = (name, px, quarter)
        if key not in self._bright:
            bright = picture.copy()
            bright.fill((60, 60, 60, 0), special_flags=pygame.BLEND_RGBA_ADD)
            self._bright[key] = bright
        return self._bright[key]

    def _markers(self, target: pygame.Surface, camera: Camera, state: State) -> None:
        for marker in state.markers.values():
            if marker.cell != NO_CELL and not marker.carrier:
                x, y = self.board.xy(marker.cell)
                target.blit(self._art.picture(marker_picture(marker), camera.px), camera.screen(x, y))

    def _clouds(self, target: pygame.Surface, camera: Camera, state: State) -> None:
        view, px = camera.cells(), camera.px
        blits: list[tuple[pygame.Surface, tuple[int, int]]] = []
        for cloud in state.clouds:
            picture = self._art.picture("cloud_gas" if "gas" in cloud.kind else "cloud_smoke", px + max(2, px // 4))
            for cell in cells_in(cloud.cells):
                x, y = self.board.xy(cell)
                if view.collidepoint(x, y):
                    left, top = camera.screen(x, y)
                    blits.append((picture, (left - px // 8, top - px // 8)))
        target.fblits(blits)

    def _pieces(
        self, target: pygame.Surface, camera: Camera, state: State, marks: Marks, poses: Mapping[int, Pose]
    ) -> None:
        px = camera.px
        view = camera.cells().inflate(6, 6)
        blits: list[tuple[pygame.Surface, tuple[int, int]]] = []
        framed: list[pygame.Rect] = []
        late: list[tuple[Unit, Pose]] = []
        for unit in state.units.values():
            if unit.cell == NO_CELL:
                continue
            pose = poses.get(unit.id)
            if pose is not None:
                late.append((unit, pose))
                continue
            x, y = self.board.xy(unit.cell)
            if not view.collidepoint(x, y):
                continue
            at = camera.screen(x, y)
            if unit.id in marks.ready and unit.id != marks.selected:
                framed.append(pygame.Rect(*at, px * unit.size, px * unit.size))
            blits.append((self.tokens.piece(unit, px), at))
        target.fblits(blits)
        for rect in framed:
            # Over the pieces, as these fill their cells.
            pygame.draw.rect(target, self._theme.accent, rect, max(1, px // 16))
        for unit, pose in late:
            self._posed(target, camera, unit, pose)
        chosen = state.units.get(marks.selected)
        if chosen is not None and chosen.cell != NO_CELL and chosen.id not in poses:
            side = px * chosen.size + 2 * max(2, px // 8)
            x, y = camera.screen(*self.board.xy(chosen.cell))
            target.blit(self._art.picture("icon_select", side), (x - max(2, px // 8), y - max(2, px // 8)))

    def _posed(self, target: pygame.Surface, camera: Camera, unit: Unit, pose: Pose) -> None:
        piece = self.tokens.piece(unit, camera.px)
        if pose.swell != 1:
            wide = max(1, round(piece.get_width() * pose.swell))
            piece = pygame.transform.smoothscale(piece, (wide, wide))
        if pose.alpha < 1:
            piece = piece.copy()
            piece.set_alpha(round(255 * max(0.0, pose.alpha)))
        half = camera.px * unit.size / 2
        x, y = camera.screen(pose.x, pose.y)
        target.blit(piece, (x + half - piece.get_width() / 2, y + half - piece.get_height() / 2))

    def _linked(self, target: pygame.Surface, camera: Camera, state: State, poses: Mapping[int, Pose]) -> None:
        px = camera.px
        for one, other in self._links:
            a, b = state.units.get(one), state.units.get(other)
            if a is None or b is None or one in poses or other in poses:
                continue
            start, end = self.middle(camera, a), self.middle(camera, b)
            pygame.draw.line(target, (8, 11, 15), start, end, max(3, px // 8))
            pygame.draw.line(target, self._theme.bad, start, end, max(1, px // 14))
            if px >= 27:
                # At the seam of the two footprints, not at the mean of their centres: large ones would hide it.
                badge = self._art.picture("icon_engaged", max(10, px // 3))
                share = a.size / (a.size + b.size)
                x = start[0] + (end[0] - start[0]) * share
                y = start[1] + (end[1] - start[1]) * share
                target.blit(badge, badge.get_rect(center=(round(x), round(y))))

    def middle(self, camera: Camera, unit: Unit) -> tuple[int, int]:
        """The centre of a unit's footprint in the window."""
        x, y = self.board.xy(unit.cell)
        return camera.screen(x + unit.size / 2, y + unit.size / 2)

    # --- marks of play -------------------------------------------------------------------------------------------

    def _path(self, target: pygame.Surface, camera: Camera, marks: Marks) -> None:
        cells = [step for step in marks.path if step >= 0]
        if len(cells) < 2:
            return
        half = marks.path_size / 2
        points = [camera.screen(x + half, y + half) for x, y in map(self.board.xy, cells)]
        px = camera.px
        pygame.draw.lines(target, (8, 11, 15), False, points, max(4, px // 6))
        pygame.draw.lines(target, self._theme.path, False, points, max(2, px // 12))
        for point in points[1:-1]:
            pygame.draw.circle(target, self._theme.path, point, max(2, px // 10))
        pygame.draw.circle(target, (8, 11, 15), points[-1], max(5, px // 4))
        pygame.draw.circle(target, self._theme.path, points[-1], max(3, px // 5))

    def _aims(self, target: pygame.Surface, camera: Camera, state: State, marks: Marks) -> None:
        px = camera.px
        for watcher in marks.watchers:
            unit = state.units.get(watcher)
            if unit is not None and unit.cell != NO_CELL:
                eye = self._art.picture("icon_eye", max(14, px // 2))
                x, y = camera.screen(*self.board.xy(unit.cell))
                target.blit(eye, (x + px * unit.size - eye.get_width(), y + px * unit.size - eye.get_height()))
        for victim in marks.caught:
            unit = state.units.get(victim)
            if unit is not None and unit.cell != NO_CELL:
                x, y = camera.screen(*self.board.xy(unit.cell))
                side, badge = px * unit.size, self._art.picture("icon_blast", max(12, px // 2))
                pygame.draw.rect(target, self._theme.bad, (x, y, side, side), max(2, px // 12))
                target.blit(badge, (x, y + side - badge.get_height()))
        for thing, chance in marks.targets.items():
            unit = state.units.get(thing)
            marker = state.markers.get(thing)
            cell = unit.cell if unit is not None else marker.cell if marker is not None else NO_CELL
            if cell == NO_CELL:
                continue
            side = px * (unit.size if unit is not None else 1)
            x, y = camera.screen(*self.board.xy(cell))
            target.blit(self._art.picture("icon_target", side), (x, y))
            if chance and px >= 16:
                size = max(13, px * 2 // 5)
                said = lettering.outlined(chance, size, (255, 255, 255), (60, 0, 0))
                target.blit(said, said.get_rect(midtop=(x + side // 2, y + side - size // 2)))

    def _pointed(self, target: pygame.Surface, camera: Camera, cell: int) -> None:
        """A thin frame around the cell that is pointed at, above all for hands that have but keys."""
        if cell != NO_CELL:
            x, y = camera.screen(*self.board.xy(cell))
            width = max(1, camera.px // 20)
            pygame.draw.rect(target, self._theme.focus, (x, y, camera.px, camera.px), width, border_radius=2)

    def _coordinates(self, target: pygame.Surface, camera: Camera) -> None:
        """Columns along the upper edge, rows along the left one."""
        px, port, view = camera.px, camera.port, camera.cells()
        every = next(step for step in (1, 2, 5, 10, 20) if step * px >= 26 * self.scale)
        strip, size = round(STRIP * self.scale), round(13 * self.scale)
        target.fill(self._theme.back, (port.x, port.y, port.width, strip))
        target.fill(self._theme.back, (port.x, port.y, strip, port.height))
        column, row = self._hovered
        gap = lettering.width("0", size) / 2
        for x in range(view.left, view.right):
            if x == column or (x % every == 0 and not self._crowds(x, column, size, gap, px)):
                colour = self._theme.accent if x == column else self._theme.faint
                said = lettering.line(str(x), size, colour)
                at = camera.screen(x + 0.5, 0)[0]
                if at > port.x + strip:
                    target.blit(said, said.get_rect(center=(at, port.y + strip // 2)))
        for y in range(view.top, view.bottom):
            if y == row or (y % every == 0 and (row < 0 or abs(y - row) * px >= size)):
                colour = self._theme.accent if y == row else self._theme.faint
                said = lettering.line(str(y), size, colour)
                at = camera.screen(0, y + 0.5)[1]
                if at > port.y + strip:
                    target.blit(said, said.get_rect(center=(port.x + strip // 2, at)))

    @staticmethod
    def _crowds(x: int, column: int, size: int, gap: float, px: int) -> bool:
        """Whether a column's number would run into that of the column that is pointed at."""
        wide = (lettering.width(str(x), size) + lettering.width(str(column), size)) / 2 + gap
        return column >= 0 and abs(x - column) * px < wide

    _hovered: tuple[int, int] = (-1, -1)

    def point_at(self, cell: int) -> None:
        """Bring out a cell's coordinates."""
        self._hovered = self.board.xy(cell) if cell != NO_CELL else (-1, -1)


def door_picture(state: State, door: int) -> str:
    """How a door looks as it stands."""
    if state.broken >> door & 1:
        return "door_broken"
    if state.doors >> door & 1:
        return "door_open"
    return "door_sealed" if state.sealed >> door & 1 else "door_closed"


def marker_picture(marker: Marker) -> str:
    """The picture of a marker."""
    return marker.kind if has_picture(marker.kind) else "marker"
