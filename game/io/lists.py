"""Force lists: the troopers of a side in a file of their own, for several scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from game.core.errors import DataError
from game.core.scenario import SideSetup
from game.io.crews import note_crew_faults
from game.io.errors import printable
from game.io.forces import Lists, read_recruits
from game.io.paths import inside
from game.io.roster import Roster
from game.io.toml import Table, parse_toml, read_text
from game.rules.avatar.cards import CARDS

FORCE: Final = "force"
"""The one key of a force list: its entries, as in a scenario but without cells."""


def lists_beside(path: Path) -> Lists:
    """How the sides of a scenario find their lists: in its own folder or below, never elsewhere."""
    folder = path.resolve().parent

    def entries(table: Table, name: str) -> list[Table]:
        try:
            source = inside(folder, folder, name, file=path, place=table.key(FORCE))
            return _entries(source, table.faults)
        except DataError as error:
            table.faults.append(error)
            return []

    return entries


def no_lists(table: Table, _name: str) -> list[Table]:
    """For texts without a folder: a list cannot be found."""
    table.note("a list of tables", "the name of a file", key=FORCE)
    return []


def _entries(source: Path, faults: list[DataError]) -> list[Table]:
    file = printable(str(source))
    root = Table(parse_toml(read_text(source, what="a force list"), file=file), file=file, faults=faults)
    entries = root.tables(FORCE)
    if not entries:
        root.note("[[force]] tables", "none", key=FORCE)
    root.done()
    return entries


def check_list(path: Path, roster: Roster) -> list[DataError]:
    """Every fault of a force list, taken for a human side without bounds. Raises DataError if it cannot be read."""
    faults: list[DataError] = []
    entries = _entries(path, faults)
    force = [(recruit, entry) for entry in entries for recruit in read_recruits(entry, "human", roster.kinds, None)]
    setup = SideSetup(id="side", kind="human", team="side", force=tuple(recruit for recruit, _ in force))
    whole = Table({}, file=printable(str(path)), faults=faults)
    note_crew_faults(whole, [entry for _, entry in force], setup, roster.kinds, roster.upgrades, tuple(CARDS))
    return faults
