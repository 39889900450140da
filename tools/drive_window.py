"""A real window, driven from outside as hands would: started under Xvfb, clicked and typed at by xdotool, photographed.

python -m tools.drive_window FOLDER [--size 1280x720] [--scale 1.0] [--only title,board]

Needs the programs Xvfb, xdotool and import (ImageMagick); no part of the tests. A twin of the window, in this process
and on no screen, is given the same clicks and keys: it knows where buttons are, and its picture is compared with the
real one. Writes a picture of each screen into FOLDER and says of each how many pixels differ from the twin's.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from ai.player import known_bots, make_bot
from game.ui.play.bots import BotInfo
from game.ui.scenes.end import EndScene
from game.ui.scenes.hand_over import HandOverScene
from game.ui.scenes.play import PlayScene
from game.ui.scenes.title import TitleScene
from game.ui.services import Services
from game.ui.settings import Settings
from game.ui.window import Window
from tools.display import Display, idle

PROGRAMS: Final = ("Xvfb", "xdotool", "import")
SEED: Final = "5"
_DIGITS: Final = 12
"""More than a fresh seed has."""
_REST: Final = 12.0
"""Seconds within which it must look like its twin."""
MOST: Final = 900
"""Clicks within which a moment must come."""


class Hands:
    """The real window and its twin, with the same hands on both."""

    def __init__(self, folder: Path, size: tuple[int, int], scale: float) -> None:
        self.folder = folder
        self.window: subprocess.Popen[bytes] | None = None
        settings = Settings(still=True, volume=0, scale=scale, speed_other=0.0, speed_own=0.0)
        self.display = Display(size, settings)
        seeds = iter(range(7, 99))
        services = Services(
            bots=tuple(BotInfo(bot.name, bot.seats, {"en": bot.en, "es": bot.es}) for bot in known_bots()),
            maker="",
            usual=lambda kind: "hive:cunning" if kind == "hive" else "marines:line",
            fresh_seed=lambda: next(seeds),
            saves=lambda: self.display.saves,
            free_path=None,
            direct=make_bot,
        )
        self.twin = Window(settings, services, size=size)
        self.twin.open(TitleScene(self.twin))
        try:
            self.window = self.display.start()
        except RuntimeError:
            self.quit()
            raise
        window = self.display.under()
        self.display.tell("windowsize", window, str(size[0]), str(size[1]))
        time.sleep(1.0)
        self.display.tell("windowmove", window, "0", "0")
        self.settle()

    def shot(self, path: Path) -> bytes:
        """The screen as it is, in a file, and its pixels."""
        self.display.shot(path)
        return pygame.image.tobytes(pygame.image.load(str(path)), "RGB")

    def idle(self, seconds: float) -> float:
        """The share of one processor that the window takes while nobody touches it, in per cent."""
        assert self.window is not None  # it was started first of all
        return idle(self.window, seconds)

    # --- both ----------------------------------------------------------------------------------------------------

    @property
    def scene(self) -> Any:
        """What the twin shows."""
        return self.twin.scenes[-1]

    def settle(self, turns: int = 6) -> None:
        """Let the twin come to rest."""
        for _ in range(turns):
            self.twin.step(0.05)

    def _feed(self, *events: pygame.event.Event) -> None:
        for event in events:
            self.twin.step(0.05, [event])
        self.settle()

    def move(self, at: tuple[int, int]) -> None:
        """Point at something."""
        self.display.tell("mousemove", str(at[0]), str(at[1]))
        self._feed(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))

    def click(self, at: tuple[int, int]) -> None:
        """Click somewhere."""
        self.move(at)
        self.display.tell("click", "1")
        self._feed(
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1),
            pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1),
        )

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press somewhere and keep the button down on the way to somewhere else."""
        self.move(start)
        self.display.tell("mousedown", "1", "mousemove", str(end[0]), str(end[1]))
        self._feed(
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1),
            pygame.event.Event(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(1, 0, 0)),
        )

    def let_go(self, at: tuple[int, int]) -> None:
        """Let the button go."""
        self.display.tell("mouseup", "1")
        self._feed(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))

    def press(self, name: str) -> None:
        """Click a widget."""
        self.scene.settle()
        widget = self.scene.stage.find(name)
        if widget is None:
            raise RuntimeError(f"no {name} on {type(self.scene).__name__}")
        self.click(widget.rect.center)

    def key(self, name: str, code: int, text: str = "") -> None:
        """Press a key: by xdotool's name, and by pygame's code and what it writes."""
        self.display.tell("key", name)
        self._feed(
            pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=text),
            pygame.event.Event(pygame.KEYUP, key=code, mod=0),
        )

    def picture(self, name: str) -> None:
        """Keep a picture of the real window when it looks like its twin, and say by how much it does not."""
        path = self.folder / f"{name}.png"
        wanted, found = self.sync(path)
        if len(found) != len(wanted):
            print(f"{name}: the real window is of another size than its twin")
            return
        differ = sum(found[at : at + 3] != wanted[at : at + 3] for at in range(0, len(found), 3))
        print(f"{name}: {100 * differ / (len(found) // 3):.2f} % of the pixels differ from the twin's")

    def sync(self, path: Path | None = None) -> tuple[bytes, bytes]:
        """Wait until the real window rests and looks like its twin, or as long as there is patience; both pictures."""
        path = path or self.display.home / "now.png"
        self.settle()
        self.twin.draw()
        wanted = pygame.image.tobytes(self.twin.surface, "RGB")
        end = time.monotonic() + _REST
        found = self.shot(path)
        while found != wanted and time.monotonic() < end:
            time.sleep(0.2)
            found = self.shot(path)
        return wanted, found

    def quit(self) -> int:
        """Close the window, and the screen; the exit code of the window."""
        code = -1
        if self.window is not None:
            # Without a window manager there is nobody to press the cross; SDL takes this signal for the same.
            self.window.terminate()
            try:
                code = self.window.wait(20)
            except subprocess.TimeoutExpired:
                self.window.kill()
        self.display.close()
        return code


def begin(hands: Hands, mission: str, people: str) -> PlayScene:
    """From the title to the board of a mission; ``people``: the kind of side that a person plays, or both."""
    hands.press("title_new")
    hands.press(f"mission_{mission}")
    new = hands.scene
    for side, kind in new.game.side_kinds.items():
        chooser = new.stage.find(f"seat_{side}")
        wanted = people in (kind, "both")
        for _ in range(6):
            if (new.seats[side] == "human") == wanted and (wanted or new.seats[side] != "random"):
                break
            new.settle()
            chooser = new.stage.find(f"seat_{side}")
            value = chooser.value_rect()
            hands.click((value.right - 8, value.centery))
    for _ in range(_DIGITS):  # the seeds that they begin with are not the same
        hands.key("BackSpace", pygame.K_BACKSPACE)
    hands.key(SEED, pygame.K_5, SEED)
    hands.press("start")
    board = hands.scene
    if not isinstance(board, PlayScene):
        raise RuntimeError("the board did not open")
    return board


def hurry(hands: Hands, done: Callable[[Any], bool]) -> None:
    """Decide whatever is quickest until something is to be seen."""
    heard = -1
    for _ in range(MOST):
        scene = hands.scene
        if isinstance(scene, PlayScene) and scene.choices is not None:
            # Bots think in a process of their own there: wait for what they do before the hands go on.
            log = scene.match.session.log
            if heard < 0 or any(scene.match.seats[entry.side] != "human" for entry in log[heard:]):
                hands.sync()
            heard = len(log)
        if isinstance(scene, PlayScene) and scene.acting and scene.pending is not None:
            # Looking for the moment would let go of what waits to be confirmed.
            hands.press("confirm")
            continue
        if done(scene):
            return
        if isinstance(scene, HandOverScene):
            hands.press("ready")
            continue
        if not isinstance(scene, PlayScene):
            raise RuntimeError(f"came to {type(scene).__name__}")
        choices = scene.choices
        scene.settle()
        names = [widget.name for widget in scene.stage.widgets if widget.name.startswith("option_")]
        last = [name for name in ("option_end_turn", "option_pass") if name in names]
        if choices is None:
            hands.settle(2)
        elif last:
            hands.press(last[0])
        elif choices.cells and not scene.several:
            cell = min(choices.cells)
            x, y = scene.game.board.xy(cell)
            at = scene.camera.screen(x + 0.5, y + 0.5)
            if not scene.camera.port.inflate(-80, -80).collidepoint(at) or scene.stage.covers(at):
                hands.key("0", pygame.K_0, "0")
                at = scene.camera.screen(x + 0.5, y + 0.5)
            hands.click(at)
        else:
            hands.press(names[0])
    raise RuntimeError("that moment never came")


# --- the screens -----------------------------------------------------------------------------------------------------


def title(hands: Hands) -> None:
    """The title, the choice of a mission, the codex, the settings in Spanish and back."""
    hands.picture("title")
    print(f"idle at the title: {hands.idle(6):.1f} % of a processor")
    hands.press("title_new")
    hands.picture("missions")
    hands.key("Escape", pygame.K_ESCAPE)
    hands.press("title_codex")
    for letter in "tide":
        hands.key(letter, ord(letter), letter)
    hands.picture("codex")
    hands.key("Escape", pygame.K_ESCAPE)
    hands.press("title_settings")
    chooser = hands.scene.stage.find("set_language").value_rect()
    hands.click((chooser.right - 8, chooser.centery))
    hands.picture("settings_spanish")
    chooser = hands.scene.stage.find("set_language").value_rect()
    hands.click((chooser.right - 8, chooser.centery))
    hands.key("Escape", pygame.K_ESCAPE)


def board(hands: Hands) -> None:
    """A person plays marines: three zooms, targeting, and the end."""
    scene = begin(hands, "culvert", "human")
    hurry(hands, lambda now: now is scene and scene.acting and bool(scene.choices and scene.choices.ready))
    hands.picture("board_whole")
    print(f"idle at the board: {hands.idle(6):.1f} % of a processor")
    for name, steps in (("board_near", 4), ("board_nearest", 4)):
        for _ in range(steps):
            hands.key("equal", pygame.K_EQUALS, "=")
        hands.picture(name)
    hands.key("0", pygame.K_0, "0")
    hurry(hands, lambda now: now is scene and scene.acting and _aim(hands, scene))
    hands.picture("targeting")
    hands.key("Escape", pygame.K_ESCAPE)
    hurry(hands, lambda now: isinstance(now, EndScene))
    hands.picture("end")
    hands.press("end_leave")


def _aim(hands: Hands, scene: Any) -> bool:
    """Select whoever has somebody in sight and aim, where there is anybody."""
    for unit in sorted(scene.choices.ready):
        scene.select(unit)
        if any(choice.tag == "shoot" for listed in scene.choices.things.values() for choice in listed):
            scene.deselect()
            cell = scene.shown.units[unit].cell
            hands.click(scene.camera.screen(*[part + 0.5 for part in scene.game.board.xy(cell)]))
            things = [t for t, listed in sorted(scene.choices.things.items()) if any(c.tag == "shoot" for c in listed)]
            foe = scene.shown.units[things[0]]
            at = scene.camera.screen(*[part + foe.size / 2 for part in scene.game.board.xy(foe.cell)])
            hands.click(at)
            if scene.pending is None and scene.several:
                hands.press("option_1")
            return True
    scene.deselect()
    return False


def hive(hands: Hands) -> None:
    """A person plays the hive: swarm dice, one of them in the hand, and placement."""
    scene = begin(hands, "concourse", "hive")
    hurry(
        hands, lambda now: now is scene and scene.acting and scene.choices is not None and _asked(scene, "DiceChoice")
    )
    hands.picture("swarm_dice")
    widgets = scene.stage.widgets
    die = next((widget for widget in widgets if widget.name.startswith("slot_")), None)
    pool = scene.stage.find("pool_dice")
    if die is not None and pool is not None:
        hands.drag(die.rect.center, pool.rect.center)
        hands.picture("swarm_dice_dragged")
        hands.let_go(pool.rect.center)
    hurry_on = scene.match.session.state.round
    _spend(hands, scene)
    hurry(hands, lambda now: now is scene and scene.acting and _place(hands, scene))
    hands.key("0", pygame.K_0, "0")
    hands.picture("placement")
    print(f"placement came in round {scene.match.session.state.round}, dice in round {hurry_on}")
    _leave(hands)


def _asked(scene: Any, name: str) -> bool:
    return type(scene.asked).__name__ == name


def _spend(hands: Hands, scene: Any) -> None:
    """Spend the dice as they lie, or on the first thing that there is."""
    scene.settle()
    if scene.stage.find("confirm").enabled:
        hands.press("confirm")
    else:
        hands.press("option_1")
        hands.press("confirm")


def _place(hands: Hands, scene: Any) -> bool:
    """Is something to be placed? Dice that are asked about on the way are spent."""
    if _asked(scene, "DiceChoice"):
        scene.spending = None
        _spend(hands, scene)
        return False
    return _asked(scene, "Reinforcement")


def hand_over(hands: Hands) -> None:
    """Two people with secrets: the screen between their turns."""
    begin(hands, "chapel", "both")
    hurry(hands, lambda now: isinstance(now, HandOverScene))
    hands.picture("hand_over")
    hands.press("ready")
    _leave(hands)


def _leave(hands: Hands) -> None:
    hands.key("F10", pygame.K_F10)
    hands.picture("menu")
    hands.press("menu_leave")


TOURS: Final = {"title": title, "board": board, "hive": hive, "hand_over": hand_over}


def main() -> int:
    """Visit every screen."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--only", default=",".join(TOURS))
    given = parser.parse_args()
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing:
        print(f"missing programs: {', '.join(missing)}", file=sys.stderr)
        return 2
    given.folder.mkdir(parents=True, exist_ok=True)
    width, _, height = given.size.partition("x")
    hands = Hands(given.folder, (int(width), int(height)), given.scale)
    try:
        for name in given.only.split(","):
            TOURS[name](hands)
    finally:
        code = hands.quit()
    print(f"the window closed with exit code {code}")
    return 0 if code == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
