"""What is laid over the board while a key is held: sight, threat, where a hive may set something down; and figures."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec.structs import replace

from game.api import NO_CELL, State, queries
from game.ui.board.layers import Tint, cells_in
from game.ui.board.table import Marks
from game.ui.play.appearing import Appearing
from game.ui.play.choices import Choices
from game.ui.play.planning import can_watch
from game.ui.play.previews import walk_costs
from game.ui.play.threats import Threat, threats_to
from game.ui.theme import Colour

if TYPE_CHECKING:
    from game.ui.scenes.play import PlayScene

Layer: TypeAlias = tuple[dict[int, Tint], list[tuple[frozenset[int], Colour]]]
"""Colours of cells, and outlines of areas."""

_PLACING: Final = frozenset({"place_xeno", "place_marker"})
"""Decisions of a hive about a place: while one waits, its own cells are what is shown."""
_MARKERS_TOO: Final = ("IN_LOS", "AUSPEX")
"""What keeps creatures away, but no markers."""
_MOST: Final = 5
"""Enemies that are named in a note."""
_SHARE: Final = 0.008
"""Seconds of a frame that an overlay may take to be worked out."""
_FAINT: Final = 44
_FILL: Final = 58
_FIRE: Final = 76
_STRONG: Final = 92
_BOTH: Final = 128


class Overlays:
    """Marks and notes of the overlay whose key is held; what takes long is worked out once for a state."""

    def __init__(self, scene: PlayScene) -> None:
        self._scene = scene
        self._for: tuple[State, str] | None = None
        self._threat = Threat()
        self._coming: Iterator[Threat] | None = None
        """Enemies whose threat is still to be worked out."""
        self._appearing: Appearing | None = None
        self._layers: dict[str, Layer] = {}
        self._figures_for: Choices | None = None
        self._figures: dict[int, str] = {}

    @property
    def held(self) -> str:
        """The overlay that is looked at; empty for none, or where a decision shows the same itself."""
        held = self._scene.hands.held
        name = next((name for name in ("threat", "sight", "places") if name in held), "")
        return "" if name == "places" and self._placing() else name

    def _placing(self) -> bool:
        choices = self._scene.choices
        return choices is not None and any(choice.tag in _PLACING for choice in choices.everything)

    def _look(self) -> None:
        """Forget what was worked out for another table."""
        scene = self._scene
        key = scene.match.session.state, scene.viewer
        if self._for is None or self._for[0] is not key[0] or self._for[1] != key[1]:
            self._for, self._appearing = key, None
            self._coming = threats_to(scene.match.session.view(scene.viewer))
            self._threat = next(self._coming)
            self._layers.clear()

    @property
    def threat(self) -> Threat:
        """What the enemies that this seat knows of could reach and shoot at: all of it."""
        self._look()
        self._go_on(None)
        return self._threat

    @property
    def working(self) -> bool:
        """Whether an overlay that is looked at is still being worked out."""
        if self.held != "threat":
            return False
        self._look()
        return self._coming is not None

    @property
    def moment(self) -> str:
        """What notes depend on: the overlay that is looked at, and how much of it has been worked out."""
        return f"{self.held} {len(self._so_far.reach)}" if self.held == "threat" else self.held

    @property
    def _so_far(self) -> Threat:
        self._look()
        return self._threat

    def tick(self) -> bool:
        """Go on with an overlay that takes longer than a frame may. True if there is more of it to see."""
        if not self.working:
            return False
        self._go_on(_SHARE)
        return True

    def _go_on(self, seconds: float | None) -> None:
        """Ask for the threat of one enemy after the other, for so long, or to the end."""
        if self._coming is None:
            return
        start = perf_counter()
        while self._coming is not None and (seconds is None or perf_counter() - start < seconds):
            if next(self._coming, None) is None:
                self._coming = None
        self._layers = {}

    @property
    def appearing(self) -> Appearing:
        """Where a hive may set something down, as far as this seat knows."""
        self._look()
        if self._appearing is None:
            self._appearing = Appearing(self._scene.match.session.view(self._scene.viewer))
        return self._appearing

    def figures(self, choices: Choices) -> dict[int, str]:
        """What a walk to each cell costs; worked out once for what may be chosen."""
        if self._figures_for is not choices:
            self._figures_for = choices
            self._figures = {cell: str(points) for cell, points in walk_costs(choices).items()}
        return self._figures

    # --- on the board --------------------------------------------------------------------------------------------

    def mark(self, marks: Marks) -> bool:
        """Lay the overlay over the board. False if none is looked at."""
        match self.held:
            case "threat":
                self._mark_threat(marks)
            case "sight":
                self._mark_sight(marks)
            case "places":
                marks.tints, marks.outlines = self._laid("places")
            case _:
                return False
        return True

    def _mark_threat(self, marks: Marks) -> None:
        """Who of the enemies could reach or shoot at the cell that is pointed at."""
        marks.tints, marks.outlines = self._laid("threat")
        if self._scene.cursor != NO_CELL:
            fire, reach = self._so_far.at(self._scene.cursor)
            marks.watchers = sorted({*fire, *reach})

    def _laid(self, name: str) -> Layer:
        """The colours and outlines of an overlay; worked out once, as a frame has no time for thousands of cells."""
        self._look()
        key = f"{name} {self._scene.theme.name}"
        if key not in self._layers:
            self._layers[key] = self._threat_layer() if name == "threat" else self._places_layer()
        return self._layers[key]

    def _threat_layer(self) -> Layer:
        """What enemies could reach, in red; what they could shoot at, in yellow."""
        theme, threat = self._scene.theme, self._so_far
        reach, fire = threat.reached, threat.under_fire
        tints: dict[int, Tint] = dict.fromkeys(cells_in(fire & ~reach), (*theme.fire, _FIRE))
        tints |= dict.fromkeys(cells_in(reach & ~fire), (*theme.threat, _STRONG))
        tints |= dict.fromkeys(cells_in(reach & fire), (*theme.threat, _BOTH))
        sorts = ((fire, theme.fire), (reach, theme.threat))
        return tints, [(frozenset(cells_in(mask)), colour) for mask, colour in sorts if mask]

    def _places_layer(self) -> Layer:
        """Where a creature may appear, in violet; what only an auspex keeps free, in amber."""
        theme, found = self._scene.theme, self.appearing
        if "hive" not in self._scene.game.side_kinds.values():
            return {}, []
        cells = found.cells
        tints: dict[int, Tint] = dict.fromkeys(cells, (*theme.place, _STRONG))
        tints |= dict.fromkeys(found.scanned, (*theme.accent, _FAINT))
        return tints, [(frozenset(cells), theme.place)]

    def _mark_sight(self, marks: Marks) -> None:
        """What is seen from the cell that is pointed at, and which enemies see it."""
        scene = self._scene
        if scene.cursor == NO_CELL:
            return
        view = scene.match.session.view(scene.viewer)
        eye = next((unit for unit in view.own if unit.cell != NO_CELL), None)
        if eye is None:
            return
        self._look()
        key = f"sight {scene.cursor} {scene.theme.name}"
        if key not in self._layers:
            cells = cells_in(queries.sight_mask(view.ctx, replace(eye, cell=scene.cursor, size=1)))
            lit = dict.fromkeys(cells, (*scene.theme.accent, _FILL))
            self._layers = {key: (lit, [(frozenset(cells), scene.theme.accent)])}
        marks.tints, marks.outlines = self._layers[key]
        spot = 1 << scene.cursor
        marks.watchers = [
            foe.id for foe in view.foes if can_watch(view, foe) and queries.sight_mask(view.ctx, foe) & spot
        ]

    # --- beside the pointer --------------------------------------------------------------------------------------

    def note(self, cell: int) -> list[str]:
        """What the overlay says of a cell, line by line."""
        match self.held:
            case "threat":
                return self._told_threat(cell)
            case "places":
                return self._told_places(cell)
            case _:
                return []

    def _told_threat(self, cell: int) -> list[str]:
        labels = self._scene.labels
        fire, reach = self._so_far.at(cell)
        lines = [labels("in_fire", units=self._named(fire))] if fire else []
        lines += [labels("in_reach", units=self._named(reach))] if reach else []
        if not lines and self._coming is None:
            lines.append(labels("no_threat"))
        return lines

    def _named(self, foes: list[int]) -> str:
        """Some enemies by name, and how many more there are."""
        scene = self._scene
        said = scene.naming.things(foes[:_MOST])
        return scene.labels("and_more", units=said, count=len(foes) - _MOST) if len(foes) > _MOST else said

    def _told_places(self, cell: int) -> list[str]:
        scene = self._scene
        labels, texts = scene.labels, scene.labels.words.texts
        if "hive" not in scene.game.side_kinds.values():
            return [labels("no_hive")]
        found = self.appearing
        creature, marker = found.creature(cell), found.marker(cell)
        lines = [labels("may_appear") if creature is None else texts.refusal(creature, found.view)]
        if creature is None or creature.code in _MARKERS_TOO:
            why = labels("may_be_laid") if marker is None else texts.refusal(marker, found.view)
            lines.append(labels("markers_there", said=why))
        return lines
