"""The files that a file may name: only those inside one folder, whatever the name says.

A map names tilesets and templates, a save names a map. Such a name is untrusted: it may climb (`../..`), be
absolute, be a URL, or lead through a symbolic link. It is followed only if, with all links resolved, it stays
inside the root folder; and only an ordinary file of bounded size is ever read.
"""

import re
import stat
from pathlib import Path

from game.io.errors import fault, printable, quoted

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
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise fault(what, f"no ordinary file at {tried}", file=file, place=place)
        if status.st_size > limit:
            raise fault(f"{what} of at most {limit} bytes", f"{status.st_size} at {tried}", file=file, place=place)
        with path.open("rb") as stream:
            data = stream.read(limit + 1)
    except FileNotFoundError:
        raise fault(what, f"no file at {tried}", file=file, place=place) from None
    except OSError as error:
        reason = (error.strerror or "an error").lower()
        raise fault(what, f"{reason} at {tried}", file=file, place=place) from None
    if len(data) > limit:
        raise fault(f"{what} of at most {limit} bytes", f"more at {tried}", file=file, place=place)
    return data
