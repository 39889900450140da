"""Modules that a person named: imported as ``python -m`` would, from the current folder, too."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import ModuleType

from game.api import DataError, alike


def imported(name: str, place: str) -> ModuleType:
    """The module of that name. The current folder is looked in last, and stays to be looked in.

    Raises DataError, one line at ``place``, when there is none or its code fails.
    """
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)
    if name not in sys.modules:
        invalidate_caches()
    try:
        with redirect_stdout(sys.stderr):  # what a module prints is no part of what a command was asked for
            return import_module(name)
    except ModuleNotFoundError as error:
        missing = error.name or name
        if missing == name or name.startswith(missing + "."):
            problem = f"an importable module, found none called {missing}{_near(missing)}"
        else:
            problem = f"a module that can be imported, but {name} needs {missing}"
    except (Exception, SystemExit) as error:  # the code of others may fail in any way; it is told in one line
        problem = f"a module that can be imported, but {name} fails: {told(error)}"
    raise DataError(f"expected {problem}", place=place)


def told(error: BaseException) -> str:
    """An error in one line."""
    text = " ".join(f"{error}".split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _near(missing: str) -> str:
    """A module of a like name in the same folder, as a hint."""
    package, _, last = missing.rpartition(".")
    folders = [Path.cwd()] if not package else map(Path, getattr(sys.modules.get(package), "__path__", ()))
    files = [file for folder in folders if folder.is_dir() for file in folder.iterdir()]
    names = sorted(file.stem for file in files if file.suffix == ".py" or (file.is_dir() and not file.suffix))
    close = alike(last, names)
    return f" (there is {package + '.' if package else ''}{close})" if close else ""
