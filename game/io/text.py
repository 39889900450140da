"""What players read: names and refusals in English and Spanish, from the language files of the rules.

Display names live only in ``game/rules/text/names/<language>.toml``; the texts of refusal codes in
``game/rules/text/refusals/<module>.toml``, with a table for each language; clauses in ``clauses.toml``.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from game.core.errors import DataError
from game.core.refusal import Refusal
from game.core.types import snake
from game.io.clauses import load_clauses
from game.io.outside import outside_texts
from game.io.toml import Table, first_fault, parse_toml, read_text

if TYPE_CHECKING:
    from game.core.view import View

Language = Literal["en", "es"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "es")

FAMILIES: Final = (
    "units",
    "profiles",
    "weapons",
    "ammo",
    "skills",
    "equipment",
    "traits",
    "types",
    "attributes",
    "states",
    "effects",
    "markers",
    "missions",
    "cards",
    "reasons",
    "sides",
    "policies",
    "terrain",
    "actions",
    "decisions",
    "swarm",
    "upgrades",
    "manifestation",
    "zones",
)
"""The tables of a names file."""

Names = Mapping[str, Mapping[str, str]]


def _folder() -> Traversable:
    return resources.files("game").joinpath("rules", "text")


def parse_names(text: str, *, file: str) -> tuple[dict[str, dict[str, str]], list[DataError]]:
    """The names of one language by family and id, and every fault of the file."""
    faults: list[DataError] = []
    root = Table(parse_toml(text, file=file), file=file, faults=faults)
    found: dict[str, dict[str, str]] = {}
    for family in FAMILIES:
        table = root.table(family)
        found[family] = {key: table.text(key) for key in table}
    root.done()
    return found, faults


def parse_refusals(text: str, *, file: str) -> tuple[dict[Language, dict[str, str]], list[DataError]]:
    """The refusal texts of one file by language and code, and every fault of the file."""
    faults: list[DataError] = []
    root = Table(parse_toml(text, file=file), file=file, faults=faults)
    found: dict[Language, dict[str, str]] = {}
    for language in LANGUAGES:
        table = root.required_table(language)
        found[language] = {code: table.text(code) for code in table}
        for code, said in found[language].items():
            try:
                placeholders(said)
            except ValueError:
                table.note("text with {names} of values only", said, key=code)
    root.done()
    return found, faults


def placeholders(text: str) -> frozenset[str]:
    """The names of the values a text needs. Raises ValueError for a broken or clever placeholder.

    >>> sorted(placeholders("{unit} is {range} cells away"))
    ['range', 'unit']
    """
    names = set()
    for _, name, form, conversion in string.Formatter().parse(text):
        if name is None:
            continue
        if not name.isidentifier() or form or conversion:
            raise ValueError(f"placeholder {name!r}")
        names.add(name)
    return frozenset(names)


@cache
def load_names(language: Language) -> Names:
    """The names of a language. Raises DataError if the file that comes with the game is damaged."""
    source = _folder().joinpath("names", f"{language}.toml")
    found, faults = parse_names(read_text(source, what="the names"), file=f"names/{language}.toml")
    first_fault(faults)
    return MappingProxyType({family: MappingProxyType(names) for family, names in found.items()})


@cache
def load_refusals(language: Language) -> Mapping[str, str]:
    """The text of every refusal code. Raises DataError for a damaged file or a code that two files give."""
    found: dict[str, str] = {}
    folder = _folder().joinpath("refusals")
    for source in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not source.name.endswith(".toml"):
            continue
        file = f"refusals/{source.name}"
        texts, faults = parse_refusals(read_text(source, what="refusal texts"), file=file)
        first_fault(faults)
        for code, said in texts[language].items():
            if code in found:
                raise DataError("expected a code that no other file gives", file=file, place=f"{language}.{code}")
            found[code] = said
    return MappingProxyType(found)


_FAMILY_OF: Final = {
    "action": "actions",
    "skill": "actions",
    "waiting": "decisions",
    "weapon": "weapons",
    "gear": "equipment",
    "command": "effects",
    "policy": "policies",
}
"""Values of refusals that are names of things."""


def _said_outside(key: str, tables: Iterable[Mapping[str, str] | None]) -> str | None:
    """What the first outside system that knows a key says for it."""
    return next((table[key] for table in tables if table and key in table), None)


class _Values(dict[str, str]):
    """The values of a refusal; one that was not given shows by its name."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


class Texts:
    """All texts of one language. What has no name of its own is shown by its id."""

    __slots__ = ("language",)

    def __init__(self, language: Language) -> None:
        self.language = language

    def name(self, family: str, key: str) -> str:
        """The name of a thing of one of the :data:`FAMILIES`. Raises KeyError for an unknown family."""
        found = load_names(self.language)[family].get(key)
        if found is None:
            found = _said_outside(key, (texts.names.get(self.language, {}).get(family) for texts in outside_texts()))
        return found if found is not None else key.replace("_", " ")

    def unit(self, kind: str) -> str:
        """The name of a kind of unit."""
        return self.name("units", kind)

    def profile(self, profile: str) -> str:
        """The name of one form of a unit; that of its kind if the form has none of its own."""
        names = load_names(self.language)
        return names["profiles"].get(profile) or self.unit(profile)

    def weapon(self, weapon: str) -> str:
        """The name of a weapon."""
        return self.name("weapons", weapon)

    def state(self, state: str) -> str:
        """The name of a unit's state."""
        return self.name("states", state)

    def zone(self, zone: str) -> str:
        """The name of a zone of a map: its kind, with whose it is or what lies there.

        >>> Texts("es").zone("deploy:hive"), Texts("en").zone("objective:yard")
        ('despliegue (colmena)', 'objective (yard)')
        """
        kind, _, rest = zone.partition(":")
        named = self.name("zones", kind)
        if not rest:
            return named
        family = "sides" if rest in load_names(self.language)["sides"] else "zones"
        return f"{named} ({self.name(family, rest).replace('-', ' ')})"

    def refusal(self, refusal: Refusal, view: View | None = None) -> str:
        """Why something is not allowed, with the clause that says so.

        Args:
            refusal: what the rules said.
            view: the table as the reader may see it (HI-2); with it units are named and cells are x,y.
        """
        said = load_refusals(self.language).get(refusal.code)
        if said is None:
            said = _said_outside(refusal.code, (texts.refusals.get(self.language) for texts in outside_texts()))
        if said is None:
            return str(refusal)
        values = _Values({key: self._detail(key, value, view) for key, value in refusal.detail})
        return f"{said.format_map(values)} [{refusal.clause}]"

    def _detail(self, key: str, value: str, view: View | None) -> str:
        """A value of a refusal as players read it."""
        if key in _FAMILY_OF:
            return self.name(_FAMILY_OF[key], snake(value))
        if key == "zone":
            return self.zone(value)
        number = int(value) if value.lstrip("-").isdigit() else None
        if view is None or number is None:
            return value
        if key in ("cell", "at") and 0 <= number < view.board.size:
            return ",".join(map(str, view.board.xy(number)))
        if key in ("unit", "target") and number in view.state.units:
            return f"{self.unit(view.state.units[number].kind)} #{number}"
        return value

    def clause(self, clause: str) -> str:
        """What a clause is about, in one sentence. Raises KeyError for an unknown one."""
        return load_clauses()[clause].text(language=self.language)


def text(language: Language = "en") -> Texts:
    """The texts of a language.

    >>> text("es").unit("gaunt"), text("en").unit("gaunt")
    ('Rasgador', 'Raker')
    """
    return Texts(language)
