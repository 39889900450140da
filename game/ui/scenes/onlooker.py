"""What the parts around a board need of the scene that shows it: a match in play, or a replay that is watched."""

from __future__ import annotations

from typing import Protocol

import pygame

from game.api import Game, State, Unit
from game.text.lookout import Lookout
from game.text.naming import Naming
from game.ui.board.camera import Camera
from game.ui.board.table import Table
from game.ui.clips.presenter import Presenter
from game.ui.labels import Labels
from game.ui.theme import Metrics, Theme
from game.ui.widgets.stage import Stage
from game.ui.window import Window


class Board(Protocol):
    """Where the board and what lies around it are."""

    @property
    def side(self) -> pygame.Rect:
        """The column at the right."""


class Onlooker(Protocol):
    """A scene that shows a board as a seat sees it, or as all of them do (no seat)."""

    game: Game
    window: Window
    table: Table
    camera: Camera
    stage: Stage
    selected: int
    cursor: int

    @property
    def viewer(self) -> str:
        """The seat; empty for all of them."""

    @property
    def shown(self) -> State:
        """The table that is on the screen."""

    @property
    def presenter(self) -> Presenter:
        """What plays the events."""

    @property
    def naming(self) -> Naming:
        """Names for what is shown."""

    @property
    def lookout(self) -> Lookout:
        """What is known of the table, in sentences."""

    @property
    def briefing(self) -> str:
        """What is said where nobody is looked at."""

    @property
    def layout(self) -> Board:
        """Where everything is."""

    @property
    def labels(self) -> Labels:
        """The words of the language that is set."""

    @property
    def theme(self) -> Theme:
        """The colours."""

    @property
    def metrics(self) -> Metrics:
        """The sizes."""

    def unit_at(self, cell: int) -> Unit | None:
        """The unit that is shown on a cell."""
