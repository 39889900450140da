"""Where a hive may set something down now, as far as a seat knows: the rules' own answer for every cell."""

from __future__ import annotations

from dataclasses import dataclass

from game.api import Refusal, View, geometry, hive_locations, hive_placement


@dataclass(frozen=True, slots=True)
class Appearing:
    """Where reinforcements and markers may be set down, on a table as one seat sees it."""

    view: View

    @property
    def grounds(self) -> hive_placement.Grounds:
        """What bars reinforcements (HM-64 to HM-67)."""
        return hive_placement.grounds(self.view.ctx)

    @property
    def cells(self) -> list[int]:
        """Where a creature of one cell may be set down."""
        return list(geometry.cells_of(self.grounds.anchors()))

    @property
    def scanned(self) -> list[int]:
        """Cells that an auspex alone keeps free: no trooper sees them."""
        found = self.grounds
        return list(geometry.cells_of(found.scanned & ~(found.seen | found.solid | found.taken)))

    def creature(self, cell: int) -> Refusal | None:
        """Why no creature may be set down at a cell, or None."""
        return self.grounds.refusal(cell)

    def marker(self, cell: int) -> Refusal | None:
        """Why no nest or infestation may be set down at a cell, or None (HM-68)."""
        return hive_locations.location_refusal(self.view.ctx, cell)
