"""A report as files in a folder: the page, its pictures and its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from game.api import DataError, Game
from game.sim.report.findings import Finding, findings_of
from game.sim.report.measure import Report
from game.sim.report.names import Names
from game.sim.report.words import Words

PAGE = "report.html"
NUMBERS = "report.json"


def write_report(
    report: Report,
    folder: Path,
    *,
    games: Mapping[str, Game],
    names: Names,
    words: Words,
    files: Sequence[str],
    command: str,
) -> tuple[Finding, ...]:
    """Write everything into ``folder``, which is made if need be; equal input gives equal bytes.

    ``games`` are the missions whose boards are drawn, by name. Answers with all findings, what matters most first.

    Raises:
        DataError: the folder cannot be written to.
    """
    from game.sim.report.page import page
    from game.sim.report.pictures import album

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _no_folder(folder, error) from None
    findings = findings_of(report, names, words)
    pictures = album(report, games, names, words)
    text = page(report, findings, pictures, games, names, words, files=files, command=command)
    told = {"findings": findings, "files": tuple(files), "command": command}
    numbers = {**told, **msgspec.structs.asdict(report)}
    try:
        for picture in pictures.values():
            (folder / f"{picture.name}.png").write_bytes(picture.png)
        encoded = msgspec.json.encode(numbers, order="deterministic")
        (folder / NUMBERS).write_bytes(msgspec.json.format(encoded, indent=1) + b"\n")
        (folder / PAGE).write_text(text, encoding="utf-8")
    except OSError as error:
        raise _no_folder(folder, error) from None
    return findings


def _no_folder(folder: Path, error: OSError) -> DataError:
    found = (error.strerror or "an error").lower()
    return DataError(f"expected a folder to write to, found {found}", file=str(folder))
