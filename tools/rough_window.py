"""A real window, handled roughly: what a system and its user may do to it at any moment, and what must hold then.

python -m tools.rough_window FOLDER [--only sizes,closing] [--manager openbox]

Needs the programs Xvfb, xdotool, xprop, wmctrl, a window manager and import (ImageMagick); no part of the tests. It
resizes the window quickly and to absurd sizes, fills the screen and goes back, closes it in the midst of clips and
thoughts, takes the screen away from under it, starts it without sound. It says what was found, keeps pictures in FOLDER
and ends with 1 if something did not hold: a window that printed something, hung, lost an action, or left a process.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

from ai.player import make_bot
from game.ui.play.keeping import Autosave
from game.ui.play.start import begin
from game.ui.services import Services
from game.ui.settings import Settings
from tools.display import PATIENCE, Display, idle

PROGRAMS: Final = ("Xvfb", "xdotool", "xprop", "wmctrl", "import")
SCREEN: Final = (1920, 1080)
MISSION: Final = "culvert"
BOTS: Final = {"marines": "marines:line", "hive": "hive:instinct"}
PERSON: Final = {"marines": "human", "hive": "hive:instinct"}
PLAYED: Final = 40
"""Actions of the match that is gone on with."""
MOST_IDLE: Final = 5.0
_SILENT: Final = "no sound:"


class Rough:
    """A window with a match in it, and what is found out about it."""

    def __init__(
        self,
        folder: Path,
        manager: str,
        seats: Mapping[str, str],
        *,
        autosave: Autosave = "action",
        volume: int = 0,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._folder = folder
        self.display = Display(SCREEN, Settings(volume=volume, autosave=autosave), manager=manager)
        services = Services(
            bots=(), maker="", usual=lambda kind: BOTS["hive" if kind == "hive" else "marines"], fresh_seed=lambda: 5,
            saves=lambda: self.display.saves, free_path=lambda stem, suffix: self.display.saves / f"{stem}{suffix}",
            direct=make_bot,
        )  # fmt: skip
        match = begin(services, MISSION, seats, 5, language="en", autosave="action")
        while len(match.session.log) < PLAYED:
            if match.person_acts and match.to_act is not None:
                match.let_bot_finish(match.to_act, BOTS[match.to_act])
            match.pump()
        match.close()
        self._log = self.display.home / "said"
        self.process = self.display.start(env=env, log=self._log)
        self.kept = self.lines()
        time.sleep(1.0)
        # The match that was saved last is gone on with by the first entry of the title.
        self.keys("Return")
        time.sleep(2.5)

    def lines(self) -> int:
        """The lines of the save."""
        return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in self.display.saves.glob("*.jsonl"))

    def keys(self, *names: str, pause: float = 0.2) -> None:
        """Press keys one after another."""
        for name in names:
            self.display.tell("key", name)
            time.sleep(pause)

    @property
    def window(self) -> str:
        """The window, as programs call it."""
        shown = self.display.run("wmctrl", "-l").split()
        return str(int(shown[0], 16)) if shown else self.display.under()

    def size(self) -> str:
        """How large the window is."""
        return self.display.run("xdotool", "getwindowgeometry", self.window).split()[-1]

    def resize(self, wide: int, high: int) -> None:
        """Give the window another size."""
        self.display.run("xdotool", "windowsize", self.window, str(wide), str(high))

    def shot(self, name: str) -> None:
        """Keep a picture."""
        self.display.shot(self._folder / f"{name}.png")

    def press_the_cross(self) -> None:
        """Have the window manager ask the window to close."""
        self.display.run("wmctrl", "-i", "-c", self.window)

    def ended(self) -> int | None:
        """The exit code, once there is one; None if it does not come."""
        try:
            return self.process.wait(PATIENCE / 4)
        except subprocess.TimeoutExpired:
            return None

    def children(self) -> list[int]:
        """The processes in which bots think."""
        found = self.display.run("pgrep", "-P", str(self.process.pid)).split()
        return [int(number) for number in found]

    def said(self) -> str:
        """Whatever the window has printed."""
        return self._log.read_text(encoding="utf-8")

    def close(self) -> None:
        """End it all."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(10)
        self.display.close()


def left(children: list[int]) -> list[int]:
    """Which of these processes there still are after a while."""
    end = time.monotonic() + 5.0
    while time.monotonic() < end and any(Path(f"/proc/{child}").exists() for child in children):
        time.sleep(0.1)
    return [child for child in children if Path(f"/proc/{child}").exists()]


def sizes(folder: Path, manager: str) -> list[str]:
    """Many sizes at once, while bots are watched and while something is open."""
    found: list[str] = []
    chance = random.Random(1)
    for name, seats, keys in (("clips", BOTS, ()), ("menu", PERSON, ("space", "F10")), ("codex", PERSON, ("F1",))):
        rough = Rough(folder, manager, seats)
        rough.keys(*keys)
        for _ in range(50):
            rough.resize(chance.randrange(60, SCREEN[0]), chance.randrange(40, SCREEN[1]))
        for wide, high in ((640, 480), (1500, 900), (1100, 700)):
            rough.resize(wide, high)
            time.sleep(1.0)
            rough.shot(f"sizes_{name}_{wide}")
            if rough.size() != f"{wide}x{high}":
                found.append(f"{name}: {rough.size()} instead of {wide}x{high}")
        if rough.process.poll() is not None or rough.said():
            found.append(f"{name}: ended or said {rough.said()}")
        rough.close()
    return found


def full_screen(folder: Path, manager: str) -> list[str]:
    """To the full screen and back, the key held down, too; and rest in it."""
    found: list[str] = []
    rough = Rough(folder, manager, PERSON)
    before, whole = rough.size(), f"{SCREEN[0]}x{SCREEN[1]}"
    for turn in range(4):
        rough.display.tell("keydown", "F11")
        time.sleep(1.2)
        rough.display.tell("keyup", "F11")
        time.sleep(1.0)
        wanted = before if turn % 2 else whole
        if rough.size() != wanted:
            found.append(f"turn {turn}: {rough.size()} instead of {wanted}")
        rough.shot(f"full_screen_{turn}")
    share = idle(rough.process, 4)
    print(f"idle at the board: {share:.1f} % of a processor")
    if share > MOST_IDLE or rough.said():
        found.append(f"busy at rest, or said {rough.said()}")
    rough.close()
    return found


def closing(folder: Path, manager: str) -> list[str]:
    """The cross is pressed while bots think and clips play, with each way of saving."""
    found: list[str] = []
    modes: tuple[Autosave, ...] = ("action", "turn", "off")
    for mode in modes:
        rough = Rough(folder, manager, BOTS, autosave=mode)
        children = rough.children()
        rough.press_the_cross()
        time.sleep(2.0)
        if mode == "off":
            if rough.process.poll() is not None:
                found.append("a match that is not saved was closed without a question")
            rough.shot("closing_asks")
            rough.press_the_cross()
        code = rough.ended()
        if code != 0 or rough.said() or left(children):
            found.append(f"{mode}: ended with {code}, said {rough.said()!r}, left {left(children)}")
        if mode != "off" and rough.lines() <= rough.kept:
            found.append(f"{mode}: what was played was not saved")
        rough.close()
    return found


def vanishing(folder: Path, manager: str) -> list[str]:
    """The screen is taken away: every action that was completed can be gone on with."""
    rough = Rough(folder, manager, BOTS)
    children, before = rough.children(), rough.lines()
    rough.display.vanish()
    code, remain = rough.ended(), left(children)
    found = [] if code is not None and not remain else [f"ended with {code}, left {remain}"]
    if not rough.kept < before <= rough.lines():
        found.append(f"the save had {before} lines, and has {rough.lines()}")
    for path in rough.display.saves.glob("*.jsonl"):
        again = subprocess.run(
            [str(Path(sys.executable).with_name("broodfall")), "replay", str(path), "--verify"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if again.returncode != 0:
            found.append(f"the save cannot be read: {again.stderr.strip()}")
    rough.close()
    return found


def silence(folder: Path, manager: str) -> list[str]:
    """Without a sound device, and with a driver that is none: one line says so, and the match goes on."""
    found: list[str] = []
    for driver in ("", "nothing-of-that-name"):
        rough = Rough(folder, manager, BOTS, volume=60, env={"SDL_AUDIODRIVER": driver})
        time.sleep(2.0)
        lines = rough.said().splitlines()
        if rough.process.poll() is not None or len(lines) > 1 or not all(_SILENT in line for line in lines):
            found.append(f"driver {driver!r}: said {lines}")
        rough.close()
    return found


TRIALS: Final = {
    "sizes": sizes, "full_screen": full_screen, "closing": closing, "vanishing": vanishing, "silence": silence,
}  # fmt: skip


def main() -> int:
    """Do it all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default=",".join(TRIALS))
    parser.add_argument("--manager", default="openbox")
    given = parser.parse_args()
    missing = [name for name in (*PROGRAMS, given.manager) if shutil.which(name) is None]
    if missing:
        print(f"missing programs: {', '.join(missing)}", file=sys.stderr)
        return 2
    given.folder.mkdir(parents=True, exist_ok=True)
    faults = 0
    for name in given.only.split(","):
        found = TRIALS[name](given.folder, given.manager)
        faults += len(found)
        print(f"{name}: {'; '.join(found) if found else 'good'}", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
