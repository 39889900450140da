"""Rule systems from outside the package: Python that a person named, and the texts that lie beside it.

A file never loads code. Scenarios, positions and saves only say which outside systems they need; they are opened
with those that were admitted before, which a person does by naming them (``--module package.module:NAME``).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from game.core.errors import DataError
from game.core.rulebook import Module
from game.io.errors import printable, quoted
from game.io.toml import Table, first_fault, parse_toml, read_text

OPTION: Final = "--module"
TEXTS: Final = "texts.toml"
"""The file of texts, in the folder of the Python file that holds the module."""
_NAME: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
_LANGUAGES: Final = ("en", "es")
_CLAUSE_KEYS: Final = ("system", "en", "es")


class OutsideTexts(NamedTuple):
    """What players read of an outside system: names, refusals and sentences of play by language, and its clauses."""

    names: Mapping[str, Mapping[str, Mapping[str, str]]]
    refusals: Mapping[str, Mapping[str, str]]
    play: Mapping[str, Mapping[str, Mapping[str, str]]]
    clauses: Mapping[str, Mapping[str, str]]


_MODULES: dict[str, Module] = {}
_TEXTS: dict[str, OutsideTexts] = {}


def admit(name: str) -> Module:
    """Import a rule system that a person named as ``package.module:NAME`` and let files use it from now on.

    The current folder is looked in last. Admitting one again changes nothing.

    Raises:
        DataError: there is no such module, or it is no rule system; or its texts have a fault.
    """
    if name not in _MODULES:
        module, folder = _imported(name)
        texts = _texts_of(folder / TEXTS)
        _MODULES[name], _TEXTS[name] = module, texts
    return _MODULES[name]


def dismiss(name: str) -> None:
    """Admit a system no longer. What was composed with it goes on."""
    _MODULES.pop(name, None)
    _TEXTS.pop(name, None)


def admitted() -> tuple[str, ...]:
    """The names of all outside systems that may be used, in the order in which they were admitted."""
    return tuple(_MODULES)


def modules_of(names: Iterable[str]) -> tuple[Module, ...]:
    """The admitted modules of these names. Raises KeyError for one that was not admitted."""
    return tuple(_MODULES[name] for name in names)


def outside_texts() -> Collection[OutsideTexts]:
    """The texts of every admitted system."""
    return _TEXTS.values()


def wanted_by(table: Table, *, exactly: Sequence[str] | None = None) -> tuple[str, ...] | None:
    """The outside systems that a file is played with: those of its ``modules`` and then all others admitted.

    ``exactly`` these instead, whatever the file says. One that was not admitted is noted with the option to give,
    and the answer is None.
    """
    named = table.texts("modules")
    wanted = named if exactly is None else tuple(exactly)
    for index, name in enumerate(wanted):
        if name not in _MODULES:
            table.note(option_for(name), "no such option", key=f"modules[{index}]")
    if missing(wanted) is not None:
        return None
    return wanted if exactly is not None else tuple(dict.fromkeys((*wanted, *_MODULES)))


def missing(names: Iterable[str]) -> str | None:
    """The first of the names that was not admitted."""
    return next((name for name in names if name not in _MODULES), None)


def option_for(name: str) -> str:
    """What a person must give so that a file that needs a system can be opened.

    >>> option_for("examples.quarry:QUARRY")
    '--module examples.quarry:QUARRY (a file loads no code by itself)'
    """
    return f"{OPTION} {printable(name)} (a file loads no code by itself)"


def _imported(name: str) -> tuple[Module, Path]:
    """The module of that name and the folder of its Python file."""
    if not _NAME.fullmatch(name):
        raise DataError(f"expected package.module:NAME, found {quoted(name)}", place=OPTION)
    path, _, attribute = name.partition(":")
    here = str(Path.cwd())
    found_last = here not in sys.path
    if found_last:
        sys.path.append(here)
    try:
        source = import_module(path)
    except Exception as error:  # the code of others may fail in any way; it is told in one line
        reason = f"{type(error).__name__}: {error}"
        raise DataError(f"expected Python that can be imported, found {printable(reason)}", place=name) from None
    finally:
        if found_last:
            sys.path.remove(here)
    module = getattr(source, attribute, None)
    if not isinstance(module, Module):
        found = "nothing of that name" if module is None else f"a {type(module).__name__}"
        raise DataError(f"expected a Module (game.api.Module), found {found}", place=name)
    return module, Path(source.__file__ or here).parent


def _texts_of(path: Path) -> OutsideTexts:
    if not path.is_file():
        return OutsideTexts({}, {}, {}, {})
    file = printable(str(path))
    faults: list[DataError] = []
    root = Table(parse_toml(read_text(path, what="texts"), file=file), file=file, faults=faults)
    clauses: dict[str, Mapping[str, str]] = {}
    for clause, table in root.named("clauses").items():
        clauses[clause] = {key: table.text(key) for key in _CLAUSE_KEYS}
        table.done()
    names: dict[str, Any] = {}
    refusals: dict[str, Any] = {}
    play: dict[str, Any] = {}
    for language in _LANGUAGES:
        said = root.required_table(language)
        names[language] = {family: _plain(table) for family, table in said.named("names").items()}
        play[language] = {family: _plain(table) for family, table in said.named("play").items()}
        refusals[language] = _plain(said.table("refusals"))
        said.done()
    root.done()
    first_fault(faults)
    return OutsideTexts(names, refusals, play, clauses)


def _plain(table: Table) -> dict[str, str]:
    return {key: table.text(key) for key in table}
