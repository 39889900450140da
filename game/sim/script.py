"""Answers that were written down, given again by whoever is asked, as long as they are legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from game.api import Action, DataError, Event, Game, Side, View, action_codec

if TYPE_CHECKING:
    from ai.player import Player


class Script:
    """Answers in the notation of saves, given out one after another to whoever is asked.

    With ``skipping`` those that are not legal, or are no answers of this game, are left out; without it they end the
    script. ``played`` holds what was given so far.
    """

    def __init__(self, game: Game, texts: Sequence[str], *, skipping: bool = False) -> None:
        self.actions: list[tuple[str, Action]] = []
        self.played: list[str] = []
        self._skipping = skipping
        self._next = 0
        codec = action_codec(game.rulebook)
        for text in texts:
            try:
                self.actions.append((text, codec.parse(text, game.board, file="script", place=text)))
            except DataError:
                if not skipping:
                    return

    def following(self, view: View) -> Action | None:
        """The next answer that is legal; None when the script is over."""
        while self._next < len(self.actions):
            text, action = self.actions[self._next]
            self._next += 1
            if view.verdict(action):
                self.played.append(text)
                return action
            if not self._skipping:
                self._next = len(self.actions)
        return None


class Led:
    """A player that answers by a script, which all players share, and for itself once that is over."""

    def __init__(self, script: Script, player: Player) -> None:
        self._script = script
        self._player = player
        self.listens = getattr(player, "listens", True)

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        """The script's next answer, or the player's own."""
        following = self._script.following(view)
        return self._player.decide(view, options) if following is None else following

    def observe(self, events: Sequence[Event]) -> None:
        """Pass on what happened."""
        self._player.observe(events)


def led(game: Game, players: Mapping[Side, Player], texts: Sequence[str]) -> dict[Side, Player]:
    """The players, who first give these answers as long as they are legal."""
    script = Script(game, texts)
    return {side: Led(script, player) for side, player in players.items()}
