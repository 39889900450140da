"""From door leaves to doors: leaves side by side are one door and work together (BD-11)."""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from game.board.terrain import Door
from game.io.boards.terrain import Ground, Leaf
from game.io.errors import fault, quoted

_T = TypeVar("_T")


def read_doors(file: Path, ground: Ground) -> tuple[Door, ...]:
    """The doors of the board, numbered by their first leaf, row by row.

    Adjacent leaves of different groups are different doors; a group names one door.

    Raises:
        DataError: leaves of one door that disagree, do not lie in one row or column, or lie apart.
    """
    doors: list[Door] = []
    groups: set[str] = set()
    seen: set[int] = set()
    for start in sorted(ground.leaves):
        if start in seen:
            continue
        cells = _side_by_side(ground, start)
        seen.update(cells)
        leaves = [ground.leaves[cell] for cell in cells]
        group = leaves[0].group or ""
        columns, rows = {cell % ground.width for cell in cells}, {cell // ground.width for cell in cells}
        if len(columns) > 1 and len(rows) > 1:
            found = f"{len(cells)} that bend or lie two deep"
            raise fault("the leaves of a door in one row or column", found, file=file, place=leaves[0].place)
        if group and group in groups:
            raise fault(
                f"the leaves of the door {quoted(group)} side by side",
                "some apart",
                file=file,
                place=leaves[0].place,
            )
        groups.add(group)
        doors.append(_door(file, len(doors), cells, leaves))
    return tuple(doors)


def _side_by_side(ground: Ground, start: int) -> tuple[int, ...]:
    group = ground.leaves[start].group or ""
    found = [start]
    for cell in found:
        x = cell % ground.width
        beside = [cell - ground.width, cell + ground.width]
        if x > 0:
            beside.append(cell - 1)
        if x < ground.width - 1:
            beside.append(cell + 1)
        for other in beside:
            leaf = ground.leaves.get(other)
            if leaf is not None and (leaf.group or "") == group and other not in found:
                found.append(other)
    return tuple(sorted(found))


def _door(file: Path, number: int, cells: tuple[int, ...], leaves: list[Leaf]) -> Door:
    place = leaves[0].place
    sealed = _agreed(file, place, "sealed", (leaf.sealed for leaf in leaves)) or False
    opened = _agreed(file, place, "open", (leaf.open for leaf in leaves)) or False
    if sealed and opened:
        raise fault("a sealed door closed", "open and sealed", file=file, place=place)
    name = _agreed(file, place, "name", (leaf.name or None for leaf in leaves))
    return Door(
        id=number,
        name=name or leaves[0].group or "",
        cells=cells,
        sealed=sealed,
        solid=_agreed(file, place, "solid", (leaf.solid for leaf in leaves)) or False,
        open=opened,
    )


def _agreed(file: Path, place: str, word: str, values: Iterable[_T | None]) -> _T | None:
    """What the leaves that say something say, if they all say the same."""
    said = [value for value in values if value is not None]
    for value in said:
        if value != said[0]:
            found = f"{quoted(said[0])} and {quoted(value)}"
            raise fault(f'one "{word}" for the leaves of a door', found, file=file, place=place)
    return said[0] if said else None
