"""The files that a file may name: only those inside one folder, whatever the name says.

A map names tilesets and templates, a save names a map. Such a name is untrusted: it may climb (`../..`), be
absolute, be a URL, or lead through a symbolic link. It is followed only if, with all links resolved, it stays
inside the root folder; and only an ordinary file of bounded size is ever read.
"""

import re
import stat
from pathlib import Path

from game.io.errors import DataError, Kind, fault, printable, quoted, reading_kind

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def inside(root: Path, base: Path, name: str, *, file: Path, place: str) -> Path:
    """The path that a name in a file stands for.

    Args:
        root: the resolved folder that may not be left.
        base: the folder the name is relative to.
        name: the name as the file writes it, with forward slashes.
        file: the file that writes it, for messages.
        place: where in that file.

    Raises:
        DataError: the name is empty, absolute, a URL, or leads out of the root.
    """
    if not name or not name.isprintable() or "\\" in name or name.startswith("/") or _SCHEME.match(name):
        raise fault("a relative path with forward slashes", quoted(name), file=file, place=place)
    try:
        path = (base / name).resolve()
    except (OSError, RuntimeError):
        raise fault("a path that can be followed", quoted(name), file=file, place=place) from None
    if not path.is_relative_to(root):
        raise fault(
            f"a path inside the folder {printable(str(root))}",
            f"{quoted(name)}, which leads out of it",
            file=file,
            place=place,
        )
    return path


def read_bounded(path: Path, *, limit: int, what: str, file: Path, place: str) -> bytes:
    """The bytes of an ordinary file of at most `limit` bytes.

    Args:
        path: the file to read.
        limit: the most bytes it may have.
        what: what the file is, for messages, such as `the tileset "x.tsx"`.
        file: the file that names it (or the file itself).
        place: where in that file.

    Raises:
        DataError: there is no such file, it cannot be read, it is no ordinary file, or it is too large.
    """
    tried = printable(str(path))

    def refused(kind: Kind, found: str, *, expected: str = what, reason: str = "") -> DataError:
        found = f"{found} at {tried}"
        return fault(expected, found, file=file, place=place, kind=kind, part=tried, reason=reason)

    small = f"{what} of at most {limit} bytes"
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise refused("no_file", "no ordinary file")
        if status.st_size > limit:
            raise refused("too_large", str(status.st_size), expected=small)
        with path.open("rb") as stream:
            data = stream.read(limit + 1)
    except FileNotFoundError:
        raise refused("not_found" if path == file else "part_not_found", "no file") from None
    except OSError as error:
        reason = (error.strerror or "an error").lower()
        raise refused(reading_kind(error), reason, reason=reason) from None
    if len(data) > limit:
        raise refused("too_large", "more", expected=small)
    return data
