"""``broodfall rules``: what the clauses of the rules say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from game.cli.options import Lang, Modules, Plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from game.io.clauses import ClauseText
    from game.text.screen import Screen


def command(
    wanted: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]", help="A clause (HM-12), a part (HM), or words to look for.")
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="List the tests of each clause instead; exit code 1 if one has none.")
    ] = False,
    tests: Annotated[
        Path, typer.Option("--tests", metavar="FOLDER", help="Where the tests are; in a checkout that is `tests`.")
    ] = Path("tests"),
    module: Modules = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Say what a clause of the rules is about, or list them all."""
    from game.cli.output import admit_all, language
    from game.io.clauses import load_clauses
    from game.text.screen import Screen

    out = Screen(plain=plain)
    admit_all(module)
    clauses = load_clauses()
    found = find(" ".join(wanted or ()), clauses)
    chosen = language(lang)
    if coverage:
        _list_tests(out, found, tests)
        return
    for clause in found:
        text = clauses[clause].text(language=chosen)
        if plain:
            out.say(f"{clause}: {text}")
        else:
            from rich.text import Text

            out.console.print(Text(f"{clause:<7} ", style="bold cyan") + Text(text), soft_wrap=True)


def _list_tests(out: Screen, clauses: Sequence[str], folder: Path) -> None:
    """Each clause with its tests; afterwards those that should have one and have none."""
    from game.cli.output import NEGATIVE
    from game.io.coverage import needs_a_test, read_marks

    marked = read_marks(folder)
    missing = [clause for clause in clauses if needs_a_test(clause) and clause not in marked]
    for clause in clauses:
        tests = marked.get(clause, ())
        said = ", ".join(tests) if tests else ("NO TEST" if clause in missing else "no test of its own needed")
        out.say(f"{clause}: {said}", style="bold red" if clause in missing else "")
    needed = sum(1 for clause in clauses if needs_a_test(clause))
    if missing:
        out.say(f"{len(missing)} of {needed} clauses that need a test have none: {' '.join(missing)}", style="red")
        raise typer.Exit(NEGATIVE)
    out.say(f"Every one of {needed} clauses that need a test has one.", style="green")


def find(words: str, clauses: Mapping[str, ClauseText]) -> list[str]:
    """The clauses that words ask for: by their ids, all of a part, or those whose texts hold every word.

    Raises DataError when there are none.
    """
    from game.core.errors import DataError, nearest

    if not words:
        return list(clauses)
    by_id = {clause.upper(): clause for clause in clauses}
    if all(word in by_id for word in words.upper().split()):
        return [by_id[word] for word in words.upper().split()]
    part = words.upper().rstrip("-") + "-"
    found = [clause for clause in clauses if clause.upper().startswith(part)]
    if not found:
        looked = words.lower().split()
        found = [clause for clause, text in clauses.items() if all(w in f"{text.en} {text.es}".lower() for w in looked)]
    if not found:
        raise DataError(f"expected a clause such as {nearest(words.upper(), by_id)}", place=f'rules "{words}"')
    return found
