"""The options of a decision as a numbered list, large families on one line."""

from __future__ import annotations

from typing import Final

from game.api import Action, Options
from game.text.phrases import Phrases, tag_of

SHOWN: Final = 9
"""A family with more options than this is shown on one line."""


class Menu:
    """Numbers from 1 for every option, in the engine's order."""

    def __init__(self, options: Options, phrases: Phrases) -> None:
        self.options = options
        self._phrases = phrases
        self.families: dict[str, list[tuple[int, Action]]] = {}
        for number, action in enumerate(options, 1):
            self.families.setdefault(tag_of(action), []).append((number, action))

    def __len__(self) -> int:
        return len(self.options)

    def lines(self, *, only: tuple[str, ...] = ()) -> list[str]:
        """The list; a family that is asked for by its tag is shown whole."""
        said: list[str] = []
        for tag, family in self.families.items():
            if only and tag not in only:
                continue
            if len(family) > SHOWN and not only:
                said.append(self._summary(tag, family))
            else:
                said += [f"{number}. {self._phrases.action(action)}" for number, action in family]
        return said

    def _summary(self, tag: str, family: list[tuple[int, Action]]) -> str:
        words = self._phrases.words
        verb = first_word(self._phrases, tag)
        usage = words.of("usage", tag if words.has("usage", tag) else "other", verb=verb)
        values = {"from": family[0][0], "to": family[-1][0], "count": len(family)}
        return words.say("family", what=verb, usage=usage, verb=verb, **values)


def first_word(phrases: Phrases, tag: str) -> str:
    """The word that a person types for a kind of action."""
    words = phrases.words
    return words.of("verbs", tag).split()[0] if words.has("verbs", tag) else tag
