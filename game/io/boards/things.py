"""From the objects of a map to door leaves, zones and what stands on the board when a game begins."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from game.board.terrain import MAX_FOOTPRINT, Cell, Terrain
from game.io.boards.fields import Fields
from game.io.boards.terrain import Ground, counts, leaf_of
from game.io.boards.vocabulary import (
    DOOR,
    DOOR_PROPERTIES,
    GROUND,
    NAMED,
    NEST,
    NOTE,
    OBJECT_CLASSES,
    OBJECT_LAYER,
    PLACEMENTS,
    REQUIRED,
    TILE_PROPERTIES,
    UNIT,
    ZONE,
    ZONE_PREFIXES,
    ZONE_WORDS,
)
from game.io.errors import DataError, fault, nearest, quoted
from game.io.tiled import Shape, TiledMap, TiledObject
from game.io.tiled.properties import merged

_IDENTIFIER = re.compile(r"[a-z0-9][a-z0-9_-]*")
_SNAP = 1 / 64
"""How far, in cells, an edge may lie from the grid: Tiled rounds to six digits."""

PlacementValue = str | int | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """Something that stands on the board when a game begins.

    Attributes:
        kind: the object's class: unit, nest, infestation, console or item.
        name: the object's name; empty if it has none.
        cell: its cell, or the top left one of its footprint.
        size: cells on a side of its footprint.
        values: its properties, only those the map gives.
        gid: the tile it is drawn with in the editor; 0 if none.
        place: where in the map file it stands, for messages.
    """

    kind: str
    name: str
    cell: Cell
    size: int
    values: Mapping[str, PlacementValue]
    gid: int
    place: str


@dataclass(slots=True)
class Things:
    """What the objects of a map amount to."""

    zones: dict[str, set[Cell]]
    placements: list[Placement]


def read_things(tiled: TiledMap, ground: Ground) -> Things:
    """Zones and placements; door objects are added to the ground's leaves.

    Raises:
        DataError: an object of an unknown class or property, off the grid, outside the map, or on terrain
            where it cannot be.
    """
    things = Things({}, [])
    found: list[tuple[str, TiledObject]] = []
    for layer in tiled.object_layers():
        if counts(tiled, layer.head, OBJECT_LAYER):
            found.extend((_class_of(tiled, thing), thing) for thing in layer.objects)
    # Doors first: zones and placements look at the terrain the doors have made.
    for word, thing in found:
        if word == DOOR:
            _hang(tiled, ground, thing)
    for word, thing in found:
        if word == ZONE:
            _mark(tiled, ground, thing, things.zones)
        elif word in PLACEMENTS:
            things.placements.append(_place(tiled, ground, word, thing))
    _check_apart(tiled, things.placements)
    return things


def _class_of(tiled: TiledMap, thing: TiledObject) -> str:
    """The object's class or, for a tile object without one, its tile's."""
    use = tiled.use(thing.gid)
    word = thing.class_ or (use.tile.class_ if use else "")
    if not word and thing.shape is Shape.TEXT:
        return NOTE
    if word not in OBJECT_CLASSES:
        raise _fault(tiled, thing, f"the class {nearest(word, OBJECT_CLASSES)}", quoted(word))
    return word


def _fault(tiled: TiledMap, thing: TiledObject, expected: str, found: str) -> DataError:
    return fault(expected, found, file=tiled.path, place=thing.place)


def _fields(tiled: TiledMap, thing: TiledObject, allowed: tuple[str, ...]) -> Fields:
    """The object's properties over those of the tile it shows."""
    use = tiled.use(thing.gid)
    under = use.tile.properties if use else ()
    return Fields(tiled.path, thing.place, merged(under, thing.properties), allowed)


def _cells(tiled: TiledMap, thing: TiledObject, *shapes: Shape) -> tuple[int, int, int, int]:
    """Column, row, width and height in cells of an object that must lie on the grid and inside the map."""
    if thing.shape not in shapes:
        wanted = " or ".join(shape.value for shape in shapes)
        raise _fault(tiled, thing, f"a {wanted} object", f"the shape {thing.shape.value}")
    left, top, right, bottom = tiled.box(thing)
    if thing.width or thing.height:
        edges = (
            left / tiled.tile_width,
            top / tiled.tile_height,
            right / tiled.tile_width,
            bottom / tiled.tile_height,
        )
        if any(abs(edge - round(edge)) > _SNAP for edge in edges) or left == right or top == bottom:
            found = f"({thing.x:g}, {thing.y:g}), {thing.width:g}x{thing.height:g} pixels"
            raise _fault(tiled, thing, "an object on the cell grid (snap to grid)", found)
    columns, rows = tiled.span(thing)
    if columns.start < 0 or rows.start < 0 or columns.stop > tiled.width or rows.stop > tiled.height:
        found = f"cells ({columns.start}, {rows.start}) to ({columns.stop - 1}, {rows.stop - 1})"
        raise _fault(tiled, thing, f"an object inside the {tiled.width}x{tiled.height} map", found)
    return columns.start, rows.start, len(columns), len(rows)


def _numbers(tiled: TiledMap, span: tuple[int, int, int, int]) -> list[Cell]:
    x, y, width, height = span
    return [row * tiled.width + column for row in range(y, y + height) for column in range(x, x + width)]


def _hang(tiled: TiledMap, ground: Ground, thing: TiledObject) -> None:
    fields = _fields(tiled, thing, (*TILE_PROPERTIES, *DOOR_PROPERTIES))
    own = leaf_of(fields, thing.place, thing.name)
    shapes = (Shape.RECTANGLE, Shape.TILE, Shape.POINT)
    for cell in _numbers(tiled, _cells(tiled, thing, *shapes)):
        if ground.terrain[cell] not in {Terrain.FLOOR, Terrain.DOOR}:
            found = f"{ground.terrain[cell].name.lower()} in {_shown(tiled, cell)}"
            raise fields.fault("a door on floor or door tiles", found)
        under = ground.leaves.get(cell)
        ground.terrain[cell] = Terrain.DOOR
        ground.leaves[cell] = (
            own
            if under is None
            else replace(
                own,
                sealed=under.sealed if own.sealed is None else own.sealed,
                solid=under.solid if own.solid is None else own.solid,
                open=under.open if own.open is None else own.open,
                group=under.group if own.group is None else own.group,
                name=own.name or under.name,
            )
        )


def _shown(tiled: TiledMap, cell: Cell) -> str:
    return f"cell ({cell % tiled.width}, {cell // tiled.width})"


def _mark(tiled: TiledMap, ground: Ground, thing: TiledObject, zones: dict[str, set[Cell]]) -> None:
    fields = _fields(tiled, thing, ())
    head, colon, tail = thing.name.partition(":")
    if not (thing.name in ZONE_WORDS or (colon and head in ZONE_PREFIXES)):
        valid = (*(f"{word}:" for word in ZONE_PREFIXES), *ZONE_WORDS)
        wanted = nearest(head + colon, valid) if thing.name else nearest("", valid)
        raise fields.fault(f"a zone named {wanted}", quoted(thing.name))
    if colon and not _IDENTIFIER.fullmatch(tail):
        raise fields.fault(f'a name in small letters after "{head}:"', quoted(thing.name))
    cells = _numbers(tiled, _cells(tiled, thing, Shape.RECTANGLE, Shape.POINT))
    usable = [cell for cell in cells if ground.terrain[cell] is not Terrain.WALL]
    if not usable:
        raise fields.fault("a zone with a cell that is not wall", "only walls")
    zones.setdefault(thing.name, set()).update(usable)


def _place(tiled: TiledMap, ground: Ground, word: str, thing: TiledObject) -> Placement:
    known = PLACEMENTS[word]
    fields = _fields(tiled, thing, tuple(known))
    x, y, width, height = _cells(tiled, thing, Shape.POINT, Shape.RECTANGLE, Shape.TILE)
    most = MAX_FOOTPRINT if word == UNIT else 1
    if width != height or width > most:
        wanted = "one cell" if most == 1 else f"a square of 1 to {most} cells a side"
        raise fields.fault(wanted, f"{width}x{height}")
    for cell in _numbers(tiled, (x, y, width, height)):
        kind = ground.terrain[cell]
        if kind not in GROUND[word]:
            wanted = " or ".join(terrain.name.lower() for terrain in GROUND[word])
            raise fields.fault(f"{wanted} under a {word}", f"{kind.name.lower()} in {_shown(tiled, cell)}")
    values: dict[str, PlacementValue] = {}
    for name, kind_of_value in known.items():
        value = fields.value(name, kind_of_value)
        if value is not None:
            values[name] = value
        elif name in REQUIRED.get(word, ()):
            raise fields.fault(f'the property "{name}"', "none")
    if word in NAMED and not thing.name:
        raise fields.fault(f"a name for the {word}", "none")
    return Placement(
        kind=word,
        name=thing.name,
        cell=y * tiled.width + x,
        size=width,
        values=values,
        gid=thing.gid,
        place=thing.place,
    )


def _check_apart(tiled: TiledMap, placements: list[Placement]) -> None:
    """Units and nests never share a cell (BD-5); no two markers of a kind do either (D-H8)."""
    taken: dict[tuple[str, Cell], Placement] = {}
    for placed in placements:
        group = UNIT if placed.kind in {UNIT, NEST} else placed.kind
        x, y = placed.cell % tiled.width, placed.cell // tiled.width
        for cell in _numbers(tiled, (x, y, placed.size, placed.size)):
            other = taken.setdefault((group, cell), placed)
            if other is not placed:
                found = f"the {other.kind} {quoted(other.name)} in {_shown(tiled, cell)}"
                raise fault("a cell of its own", found, file=tiled.path, place=placed.place)
