"""The texts of the rule clauses, in both languages, by clause id."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Literal

import msgspec

from game.core.errors import DataError
from game.io.outside import outside_texts

Kind = Literal["clause", "ruling", "convention", "definition"]
Language = Literal["en", "es"]

_FILE = "clauses.toml"
_RULING = re.compile(r"(HM|IM|TR|AV|EM)-A\d+")


class ClauseText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one clause is about, in one sentence of each language."""

    system: str
    """The part of the rules it belongs to, such as `board` or `hive`."""
    since: Literal["core", "systems"]
    """The part of the game it needs: the playable core, or one of the further rule systems."""
    en: str
    es: str

    def text(self, *, language: Language = "en") -> str:
        """The sentence in that language."""
        return self.es if language == "es" else self.en


def kind_of(clause: str) -> Kind:
    """What a clause id names: a clause proper, a ruling on one, a convention or the definition of a term.

    >>> kind_of("HM-12"), kind_of("HM-A4"), kind_of("C-8"), kind_of("D-H7")
    ('clause', 'ruling', 'convention', 'definition')
    """
    if _RULING.fullmatch(clause):
        return "ruling"
    if clause.startswith("C-"):
        return "convention"
    return "definition" if clause.startswith("D-") else "clause"


def load_clauses() -> Mapping[str, ClauseText]:
    """Every clause by its id, in the order of the rules; those of admitted outside systems come last.

    Raises:
        DataError: the file that comes with the game is damaged.
    """
    shipped, more = _shipped_clauses(), outside_texts()
    if not more:
        return shipped
    found = dict(shipped)
    for texts in more:
        for clause, said in texts.clauses.items():
            found.setdefault(clause, ClauseText(since="systems", **said))
    return MappingProxyType(found)


@cache
def _shipped_clauses() -> Mapping[str, ClauseText]:
    """The clauses of the game's own file.

    Raises:
        DataError: the file that comes with the game is damaged.
    """
    source = resources.files("game.rules").joinpath("text", _FILE)
    try:
        raw = tomllib.loads(source.read_text(encoding="utf-8"))
        return MappingProxyType(msgspec.convert(raw, dict[str, ClauseText]))
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise DataError(str(error), file=_FILE) from error
