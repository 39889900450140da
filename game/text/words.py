"""The texts of terminal play in one language, from ``words/{en,es}.toml`` and the language files of the rules."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

from game.core.errors import DataError
from game.io.outside import outside_texts
from game.io.text import LANGUAGES, Language, Texts

Table = Mapping[str, Mapping[str, str]]
ONE: Final = "_one"
"""The end of the key of a text for one of something."""


@cache
def load_words(language: Language) -> Table:
    """Every text by table and key. Raises DataError if the file that comes with the game is damaged."""
    file = f"{language}.toml"
    try:
        raw = tomllib.loads(resources.files("game.text").joinpath("words", file).read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise DataError(str(error), file=file) from None
    for table, texts in raw.items():
        if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
            raise DataError("expected a table of texts", file=file, place=table)
    return raw


def _with_outside(language: Language) -> Table:
    """The texts of a language with those of every admitted outside system; what comes with the game goes first."""
    found = load_words(language)
    for texts in outside_texts():
        more = texts.play[language] if texts.play else {}
        found = {**found, **{table: {**said, **found.get(table, {})} for table, said in more.items()}}
    return found


def counted(texts: Mapping[str, str], key: str, values: Mapping[str, object]) -> str | None:
    """The text of a key, or where a number that it shows is one, that of the key with ``_one``; None for no text.

    >>> texts = {"rounds": "{rounds} rounds", "rounds_one": "{rounds} round"}
    >>> counted(texts, "rounds", {"rounds": 1}), counted(texts, "rounds", {"rounds": 2})
    ('{rounds} round', '{rounds} rounds')
    """
    several, one = texts.get(key), texts.get(key + ONE)
    if several is None or one is None:
        return several
    shown = {name for _, name, _, _ in string.Formatter().parse(several) if name}
    return one if any(str(values.get(name)) == "1" for name in shown) else several


class _Gaps(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


class Words:
    """The texts of one language.

    >>> Words("en").say("round", round=3), Words("es").say("round", round=3)
    ('Round 3.', 'Ronda 3.')
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self.texts = Texts(language)
        self._words = _with_outside(language)

    def say(self, key: str, **values: object) -> str:
        """A sentence of the program itself."""
        return self.of("say", key, **values)

    def of(self, table: str, key: str, **values: object) -> str:
        """A text with its values; by its key where there is none. Raises KeyError for an unknown table.

        A number that is one has words of its own where the table has them, under the key with ``_one``.
        """
        found = counted(self._words[table], key, values)
        return key.replace("_", " ") if found is None else found.format_map(_Gaps(values))

    def has(self, table: str, key: str) -> bool:
        """Whether there is such a text."""
        return key in self._words[table]

    def keys(self, table: str) -> list[str]:
        """The keys of a table, in its order."""
        return list(self._words[table])

    def needs(self, table: str, key: str) -> frozenset[str]:
        """The names of the values that a text shows."""
        return frozenset(name for _, name, _, _ in string.Formatter().parse(self._words[table][key]) if name)

    def typed(self, table: str) -> dict[str, tuple[str, ...]]:
        """For each word that may be typed the keys it stands for; English words are understood in every language."""
        found: dict[str, list[str]] = {}
        for language in dict.fromkeys((self.language, *LANGUAGES[:1])):
            for key, words in _with_outside(language)[table].items():
                for word in dict.fromkeys((*words.split(), key)):
                    keys = found.setdefault(word, [])
                    if key not in keys:
                        keys.append(key)
        return {word: tuple(keys) for word, keys in found.items()}
