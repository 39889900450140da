"""The window's own words in each language; everything about the game itself is worded in `game.text` and the rules."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Final

from game.api import BroodfallError, DataError
from game.io.text import Language
from game.text.faults import told
from game.text.words import Words, counted

LANGUAGE_NAMES: Final[Mapping[Language, str]] = {"en": "English", "es": "Español"}
"""What each language is called in itself."""


@cache
def load_labels(language: Language) -> Mapping[str, str]:
    """Every label by its key. Raises DataError if the file that comes with the game is damaged."""
    file = f"{language}.toml"
    try:
        raw = tomllib.loads(resources.files("game.ui.labels").joinpath(file).read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise DataError(str(error), file=file) from None
    return {key: str(text) for key, text in raw.items()}


class Labels:
    """All words of one language: the window's own, and through ``words`` the game's."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.words = Words(language)
        self._labels = load_labels(language)

    def __call__(self, key: str, **values: object) -> str:
        """A label with its values. Raises KeyError for an unknown one.

        A number that is one may have a label of its own, as in `Words.of`.
        """
        found = counted(self._labels, key, values)
        if found is None:
            raise KeyError(key)
        return found.format(**values)

    def fault(self, error: BroodfallError | OSError) -> str:
        """What went wrong, in a sentence or two that name files by their names."""
        return told(error, self.words)

    def has(self, key: str) -> bool:
        """Whether there is such a label."""
        return key in self._labels

    def bot(self, spec: str) -> str:
        """What a bot is called in a few words; its spec where there are none."""
        return self._labels.get("bot_" + spec.replace(":", "_"), spec)

    def key_names(self, keys: Iterable[str]) -> dict[str, str]:
        """How some keys are called."""
        return {key: self._labels[f"keyname_{key.replace(' ', '_')}"] for key in keys}

    def command(self, command: str) -> str:
        """The name of a command that has a key."""
        return self._labels[f"key_{command}"]
