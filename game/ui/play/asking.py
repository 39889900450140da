"""Asking bots about a film. Nobody thinks until the first question comes. No pygame here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.play.start import asked
from game.ui.play.whys import Whys, secrets

if TYPE_CHECKING:
    from game.api import Side
    from game.ui.play.film import Film
    from game.ui.play.thinker import Thinker
    from game.ui.services import Services


class FilmBots:
    """The bots of a film that has been read: ``whys`` asks them. Close it when the film is left."""

    def __init__(self, services: Services, film: Film) -> None:
        self._services, self._film = services, film
        self._thinker: Thinker | None = None
        self.whys = Whys(
            film.game,
            lambda number: film.scenes[number],
            last=lambda: len(film.scenes) - 1,
            thinker=self._made,
            stop=self.close,
            may_know=self._may_know,
            knows=services.knows,
            deciders=film.deciders,
        )

    def close(self) -> None:
        """Nobody thinks any more, until the next question."""
        if self._thinker is not None:
            self._thinker.close()
            self._thinker = None

    def _made(self) -> Thinker:
        if self._thinker is None:
            self._thinker = asked(self._services, self._film)
        return self._thinker

    def _may_know(self, watcher: Side, side: Side, number: int) -> bool:
        # Whoever watches as one seat sees what that seat saw; reasons name what their own side knew then.
        table = self._film.scenes[number - 1].after
        return watcher in ("", side) or not secrets(self._film.game, table, [watcher, side])
