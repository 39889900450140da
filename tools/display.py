"""A screen that nobody sees, by Xvfb, with hands on it by xdotool, and windows of the game started there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from game.ui.settings import Settings, save_settings

PATIENCE: Final = 60.0
"""Seconds within which a window must come up, or whatever else is waited for must be."""


class Display:
    """A screen of its own, and a folder for the settings and saves of whatever is started on it."""

    def __init__(self, size: tuple[int, int], settings: Settings, *, manager: str = "") -> None:
        """``manager``: the window manager that is started there; empty for none."""
        self.home = Path(tempfile.mkdtemp(prefix="broodfall-window-"))
        self.saves = self.home / "saves"
        self.saves.mkdir()
        path = self.home / "window.json"
        save_settings(settings, path)
        # Without -noreset it begins anew when its last client goes, and whoever comes at that moment is sent away.
        self._xvfb = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp", "-noreset"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self._xvfb.stdout is not None  # it says which screen it has found free
        number = self._xvfb.stdout.readline().strip()
        self.env = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
        self.env |= {
            "DISPLAY": f":{number}", "SDL_AUDIODRIVER": "dummy", "BROODFALL_SETTINGS": str(path),
            "BROODFALL_SAVES": str(self.saves), "LANG": "C.UTF-8",
        }  # fmt: skip
        self._manager = None
        # Without a window manager windows are not found by name; the pointer knows what it is over.
        self.tell("mousemove", str(size[0] // 2), str(size[1] // 2))
        self._bare = self.under()
        if manager:
            self._manager = subprocess.Popen(
                [manager], env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            self.until(lambda: "window id" in self.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"), "no manager")

    def run(self, *words: str) -> str:
        """What a program answers there; nothing where it fails."""
        return subprocess.run(words, env=self.env, capture_output=True, text=True, check=False, timeout=60).stdout

    def tell(self, *words: str) -> str:
        """Have xdotool do something. Raises CalledProcessError if it cannot."""
        return subprocess.run(
            ["xdotool", *words], env=self.env, check=True, capture_output=True, text=True, timeout=20
        ).stdout

    def under(self) -> str:
        """The window under the pointer."""
        words = self.run("xdotool", "getmouselocation").split()
        return next((word.partition(":")[2] for word in words if word.startswith("window:")), "")

    def start(self, *, env: Mapping[str, str] | None = None, log: Path | None = None) -> subprocess.Popen[bytes]:
        """Start the game, and wait until its window is there. ``log`` takes whatever it prints.

        ``env``: variables that differ from the display's own; an empty one is taken away.
        """
        program = str(Path(sys.executable).with_name("broodfall"))
        given = {name: value for name, value in {**self.env, **(env or {})}.items() if value}
        if log is None:
            started = subprocess.Popen([program], env=given)
        else:
            with log.open("ab") as file:
                started = subprocess.Popen([program], env=given, stdout=file, stderr=file)
        self.until(lambda: self.under() != self._bare, "no window came up")
        return started

    def until(self, holds: Callable[[], object], otherwise: str) -> None:
        """Wait for something. Raises RuntimeError with ``otherwise`` if it does not come about."""
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                raise RuntimeError(otherwise)
            time.sleep(0.1)

    def shot(self, path: Path) -> None:
        """Keep the screen as it is in a file."""
        subprocess.run(["import", "-window", "root", str(path)], env=self.env, check=True, timeout=60)

    def vanish(self) -> None:
        """Take the screen away from under whatever runs there."""
        self._xvfb.kill()
        self._xvfb.wait(10)

    def close(self) -> None:
        """End the screen, and clear up."""
        for process in (self._manager, self._xvfb):
            if process is not None and process.poll() is None:
                process.terminate()
                process.wait(10)
        shutil.rmtree(self.home, ignore_errors=True)


def spent(process: subprocess.Popen[bytes]) -> float:
    """Seconds of a processor that a process has taken."""
    parts = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def idle(process: subprocess.Popen[bytes], seconds: float) -> float:
    """The share of one processor that a process takes while nobody touches it, in per cent."""
    before = spent(process)
    time.sleep(seconds)
    return 100 * (spent(process) - before) / seconds
