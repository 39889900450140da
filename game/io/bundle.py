"""Failure bundles: all it takes to see a game fail again, in one file that people can read.

A bundle is a TOML file: what went wrong, the table at the first decision as the text of a position, the seed and how
far the dice had been read, who played, and every answer up to the failure in the notation of saves. It loads no code:
bots and rule systems from outside are named, and whoever opens it must have them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from game.core.dice import parse_seed
from game.core.errors import DataError
from game.core.game import RULES_VERSION
from game.io.errors import fault, printable, quoted
from game.io.toml import Table, first_fault, parse_toml, read_text

HEADER: Final = "bundle"
FORMAT: Final = 1
"""Changes whenever a bundle of the old form cannot be read any more."""
KINDS: Final = ("crash", "illegal", "invariant", "action_cap", "timeout", "budget", "worker_lost")
"""Ways to fail: an error, an answer that is not allowed, a state that must not be, no end, no answer in time or with
what the bot may use, and a process that ended."""
MOST: Final = 1 << 30
MAX_BYTES: Final = 16 << 20


class Failure(Struct, frozen=True, kw_only=True):
    """What went wrong: its kind (one of `KINDS`), the side at fault or ``engine``, the type of the error, its place
    (module, function, line), what it said, the answer that was not allowed or that the engine was carrying out, and the
    traceback.
    """

    kind: str
    fault: str
    error: str = ""
    place: str = ""
    message: str = ""
    action: str = ""
    traceback: str = ""


class Bundle(Struct, frozen=True, kw_only=True):
    """A game that failed. ``start`` is the text of its position at the first decision, ``dice`` how many faces of each
    purpose had fallen by then, ``actions`` every answer after it as (side, text); an action in whose course the
    engine failed is the last of them, one that is not allowed is in ``failure``.

    ``start`` is empty where the game failed before its first decision; then ``files`` are the texts of the scenario
    (the first of them) and of all that it names.
    ``rosters`` are the texts of units that the scenario brings itself, by file. ``cap`` is the number of answers after
    which the game was stopped, ``limit`` the milliseconds for each (0: no limit), and ``checked`` tells whether
    invariants were held after each of them.
    """

    scenario: str
    seed: str
    seats: Mapping[str, str]
    failure: Failure
    start: str = ""
    dice: tuple[tuple[str, int], ...] = ()
    actions: tuple[tuple[str, str], ...] = ()
    modules: tuple[str, ...] = ()
    rosters: Mapping[str, str] = {}
    files: Mapping[str, str] = {}
    cap: int = 50_000
    limit: int = 0
    checked: bool = False
    rules: str = RULES_VERSION
    package: str = ""
    python: str = ""


def bundle_text(bundle: Bundle) -> str:
    """A bundle as the text of its file."""
    failure = bundle.failure
    lines = [
        "# A game of Broodfall that failed. `broodfall shrink FILE` makes a small test of it.",
        f"broodfall = {_text(HEADER)}",
        f"format = {FORMAT}",
        f"scenario = {_text(bundle.scenario)}",
        f"seed = {_text(bundle.seed)}",
        f"cap = {bundle.cap}",
        f"limit = {bundle.limit}",
        f"checked = {str(bundle.checked).lower()}",
        f"modules = [{', '.join(map(_text, bundle.modules))}]",
        "",
        "[failure]",
        *(
            f"{name} = {_text(value)}"
            for name in ("kind", "fault", "error", "place", "message", "action")
            if (value := getattr(failure, name))
        ),
    ]
    if failure.traceback:
        lines.append(f"traceback = {_block(failure.traceback)}")
    lines += ["", "[versions]", f"rules = {_text(bundle.rules)}", f"package = {_text(bundle.package)}"]
    lines += [f"python = {_text(bundle.python)}", "", "[seats]"]
    lines += [f"{_text(side)} = {_text(bot)}" for side, bot in bundle.seats.items()]
    lines += ["", "[dice]", *(f"{_text(purpose)} = {count}" for purpose, count in bundle.dice)]
    lines += ["", "[play]"]
    if bundle.start:
        lines.append(f"start = {_block(bundle.start)}")
    lines.append(f"actions = {_block(''.join(f'{side}: {text}{chr(10)}' for side, text in bundle.actions))}")
    if bundle.rosters:
        lines += ["", "[rosters]", *(f"{_text(name)} = {_block(text)}" for name, text in bundle.rosters.items())]
    if bundle.files:
        lines += ["", "[files]", *(f"{_text(name)} = {_block(text)}" for name, text in bundle.files.items())]
    return "\n".join(lines) + "\n"


def read_bundle(path: Path) -> Bundle:
    """The bundle of a file. Raises DataError for its first fault."""
    return bundle_of(read_text(path, what="a bundle", limit=MAX_BYTES), file=printable(str(path)))


def bundle_of(text: str, *, file: str = "bundle") -> Bundle:
    """The bundle of a text. Raises DataError for its first fault: an unknown key is one, too."""
    faults: list[DataError] = []
    root = Table(parse_toml(text, file=file), file=file, faults=faults)
    if root.get("broodfall") != HEADER:
        raise fault('broodfall = "bundle"', "something else: this is no bundle", file=file, place="broodfall")
    version = root.whole("format", least=1, most=MOST)
    if version != FORMAT:
        raise fault(f"format {FORMAT}", str(version), file=file, place="format")
    versions, play, said = root.required_table("versions"), root.required_table("play"), root.required_table("failure")
    rules = versions.text("rules")
    if rules != RULES_VERSION:
        versions.note(f"rules version {RULES_VERSION}", quoted(rules), key="rules")
    seats, dice, rosters = root.required_table("seats"), root.table("dice"), root.table("rosters")
    files = root.table("files")
    seed = root.text("seed")
    try:
        parse_seed(seed)
    except ValueError:
        root.note("a seed such as int:7", quoted(seed), key="seed")
    bundle = Bundle(
        scenario=root.text("scenario"),
        seed=seed,
        seats={side: seats.text(side) for side in seats},
        failure=Failure(
            kind=said.text("kind", choices=KINDS),
            fault=said.text("fault"),
            error=said.text("error", ""),
            place=said.text("place", ""),
            message=said.text("message", ""),
            action=said.text("action", ""),
            traceback=said.text("traceback", ""),
        ),
        start=play.text("start", ""),
        dice=tuple(sorted((purpose, dice.whole(purpose, least=0, most=MOST)) for purpose in dice)),
        actions=tuple(_actions(play, seats)),
        modules=root.texts("modules"),
        rosters={name: rosters.text(name) for name in rosters},
        files={name: files.text(name) for name in files},
        cap=root.whole("cap", least=1, most=MOST),
        limit=root.whole("limit", 0, least=0, most=MOST),
        checked=root.flag("checked"),
        rules=rules,
        package=versions.text("package", ""),
        python=versions.text("python", ""),
    )
    for table in (said, versions, play, root):
        table.done()
    first_fault(faults)
    return bundle


def _actions(play: Table, seats: Table) -> list[tuple[str, str]]:
    found = []
    for number, line in enumerate(play.text("actions", "").splitlines(), start=1):
        side, colon, text = line.partition(": ")
        if not colon or side not in seats:
            wanted = "lines such as `marines: pass`, each with a side of [seats]"
            play.note(wanted, quoted(line), key=f"actions[{number}]")
        found.append((side, text))
    return found


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _block(text: str) -> str:
    """A text of several lines as it is, but for what would end it or cannot stand in a file."""
    escaped = "".join(
        f"\\u{ord(sign):04x}" if (ord(sign) < ord(" ") and sign not in "\n\t") or sign == "\x7f" else sign
        for sign in text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    )
    return f'"""\n{escaped}"""' if not escaped.endswith('"') else f'"""\n{escaped[:-1]}\\""""'
