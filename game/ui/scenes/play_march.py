"""The order of march of a swarm: a short list at the right, and whom Tab comes to next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.ui import lettering
from game.ui.play.marching import March, Rank, march_of
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Scroll
from game.ui.widgets.flow import Column
from game.ui.widgets.plain import Panel, Text

if TYPE_CHECKING:
    from game.ui.play.choices import Choices
    from game.ui.scenes.play import PlayScene

_MOST: Final = 7
"""Lines of the list that are shown at once."""
_LEAST: Final = 3
"""Lines below which the list is left out."""
_LEAST_LOG: Final = 84
"""Units of height that the log keeps."""
_NAMED: Final = 4
"""Numbers of creatures that a line tells."""


class Marching:
    """The order that is suggested to the seat that decides, worked out once for what may be chosen."""

    def __init__(self, scene: PlayScene) -> None:
        self._scene = scene
        self._for: Choices | None = None
        self._march: March | None = None
        self._offset = 0

    @property
    def march(self) -> March | None:
        """The march, while a swarm is asked which creature goes next."""
        scene = self._scene
        choices = scene.choices
        if choices is None or not choices.ready or scene.game.side_kinds[scene.viewer] != "hive":
            return None
        if self._for is not choices:
            self._for, self._march, self._offset = choices, march_of(choices.view, choices.ready), 0
        return self._march

    def order(self, ready: frozenset[int]) -> list[int]:
        """Units that may be chosen, in the order in which Tab comes to them."""
        march = self.march
        return list(march.order) if march is not None else sorted(ready)

    def widgets(self, column: Column) -> list[Widget]:
        """The list, as far as there is room for it above the log."""
        scene, march = self._scene, self.march
        if march is None or scene.pending is not None or scene.several:
            return []
        metrics, theme, labels = scene.metrics, scene.theme, scene.labels
        step, pad = lettering.height(metrics.small), metrics.px(5)
        room = (column.rest.height - metrics.px(_LEAST_LOG) - 2 * pad) // step - 1
        shown = min(room, _MOST, len(march.ranks))
        if shown < min(_LEAST, len(march.ranks)):
            return []
        head = column.take(step)
        title = labels("march", named=scene.window.keys.shown("next_unit"))
        box = column.take(shown * step + 2 * pad)

        def scrolled(offset: int) -> None:
            self._offset = offset

        colours = {"must": theme.info, "ready": theme.text, "later": theme.dim, "gone": theme.faint}
        inner = box.inflate(-2 * metrics.px(8), -2 * pad)
        lines = [
            (lettering.fitted(self._line(rank, first=not number), metrics.small, inner.width), colours[rank.standing])
            for number, rank in enumerate(march.ranks)
        ]
        lines[0] = (lines[0][0], theme.accent)
        return [
            Text(rect=head, text=title, size=metrics.small, colour=theme.dim),
            Panel(rect=box, fill=theme.back),
            Scroll(
                rect=inner,
                name="march",
                lines=lines,
                size=metrics.small,
                offset=min(self._offset, max(0, len(lines) - shown)),
                scrolled=scrolled,
                pressed=lambda line: self._choose(march.ranks[line]),
                from_top=True,
                tip=labels("march_tip"),
            ),
        ]

    def _line(self, rank: Rank, *, first: bool) -> str:
        """A kind with the numbers of its creatures, and how they stand."""
        labels = self._scene.labels
        numbers = ", ".join(str(unit) for unit in rank.units[:_NAMED])
        if len(rank.units) > _NAMED:
            numbers = labels("and_more", units=numbers, count=len(rank.units) - _NAMED)
        said = labels(f"march_{rank.standing}", units=f"{self._scene.naming.kind(rank.kind)} {numbers}")
        return labels("march_next", said=said) if first and rank.standing in ("must", "ready") else said

    def _choose(self, rank: Rank) -> None:
        """A line was pressed: its first creature is selected, and looked at."""
        scene = self._scene
        unit = scene.shown.units.get(rank.units[0])
        if unit is not None:
            scene.select(unit.id)
            x, y = scene.game.board.xy(unit.cell)
            scene.camera.show(x + unit.size / 2, y + unit.size / 2)
