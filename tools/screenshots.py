"""The pictures of `docs/images`: seven screens of a match that always goes the same way.

python -m tools.screenshots [FOLDER]        also: make screenshots
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from ai.player import known_bots, make_bot
from game.api import NO_CELL
from game.text.phrases import tag_of
from game.ui.play.bots import HUMAN, BotInfo
from game.ui.play.match import Match
from game.ui.play.start import begin
from game.ui.scenes.books import codex
from game.ui.scenes.chart import ChartScene
from game.ui.scenes.new_game import NewGameScene
from game.ui.scenes.play import PlayScene
from game.ui.scenes.title import TitleScene
from game.ui.services import Services
from game.ui.settings import Settings
from game.ui.window import Window

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "images"
MISSION = "concourse"
SEED = 5
MOST = 4000
"""Turns of the loop within which a moment must come."""


class Studio:
    """A window that nobody sees, and pictures of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        services = Services(
            bots=tuple(BotInfo(bot.name, bot.seats, {"en": bot.en, "es": bot.es}) for bot in known_bots()),
            maker="",
            usual=lambda kind: "hive:cunning" if kind == "hive" else "marines:line",
            fresh_seed=lambda: SEED,
            direct=make_bot,
        )
        self.window = Window(Settings(still=True), services)
        self.window.open(TitleScene(self.window))

    def take(self, name: str) -> None:
        """Write a picture."""
        self.window.draw()
        pygame.image.save(self.window.surface, str(self.folder / f"{name}.png"))

    def settle(self) -> None:
        """Let what glides come to rest."""
        for _ in range(12):
            self.window.step(0.05)

    def board(self, seats: dict[str, str]) -> PlayScene:
        """A match at its board."""
        match = begin(self.window.services, MISSION, seats, SEED, language=self.window.settings.language)
        scene = PlayScene(self.window, match)
        self.window.open(scene)
        return scene

    def until(self, scene: PlayScene, asked: str, *, rounds: int) -> None:
        """Let bots play a person's seat until it is asked something in a round. Raises RuntimeError if it never is."""
        match: Match = scene.match
        for _ in range(MOST):
            self.window.scenes[-1].tick(0.05)
            if not scene.acting:
                continue
            task = match.game.waiting(match.session.state)
            if task is not None and tag_of(task) == asked and match.session.state.round >= rounds:
                return
            bot = make_bot(self.window.services.usual(match.game.side_kinds[scene.viewer]), _Dice())
            view = match.session.view(scene.viewer)
            match.carry_out([bot.decide(view, view.options())], scene.viewer)
        raise RuntimeError(f"{asked} never came")


class _Dice:
    """Dice for whoever plays a person's seat here: the same face each time is good enough."""

    def roll(self, purpose: str, sides: int) -> int:
        return 1 + len(purpose) % sides

    def position(self) -> tuple[tuple[str, int], ...]:
        return ()

    def rewind(self, position: tuple[tuple[str, int], ...]) -> None:
        return

    def copy(self) -> _Dice:
        return self


def targeting(studio: Studio) -> None:
    """A marine with enemies in sight, one of them aimed at."""
    scene = studio.board({"marines": HUMAN, "hive": "hive:cunning"})
    studio.until(scene, "orders_phase", rounds=3)
    choices = scene.choices
    assert choices is not None
    for unit in sorted(choices.ready):
        scene.select(unit)
        again = scene.choices
        if again is not None and len(again.things) >= 2:
            break
    again = scene.choices
    assert again is not None
    scene.camera.px = 43
    actor = scene.shown.units[scene.selected]
    scene.camera.centre(*scene.game.board.xy(actor.cell), glide=False)
    studio.settle()
    studio.take("board")
    for thing, options in sorted(again.things.items()):
        foe = scene.shown.units.get(thing)
        if foe is not None and foe.cell != NO_CELL:
            shots = [choice for choice in options if choice.tag in ("shoot", "fight")]
            scene.pending = scene.plan_of(shots[0] if shots else options[0])
            break
    scene.refresh()
    studio.settle()
    studio.take("targeting")
    reasons(studio, scene)
    studio.window.home()


def reasons(studio: Studio, scene: PlayScene) -> None:
    """Why the hive went where it went: what draws it, laid over the board."""
    moves = [
        chapter.number
        for chapter in scene.match.chapters[scene.viewer]
        if chapter.side == "hive" and chapter.action is not None and tag_of(chapter.action) == "move"
    ]
    chart = ChartScene(studio.window, scene.match.whys, scene.viewer, moves[-1])
    studio.window.open(chart)
    studio.settle()
    chart.pick([field.name for field in chart.fields].index("drawn"))
    studio.take("reasons")


def hive(studio: Studio) -> None:
    """The hive places what its dice bought."""
    scene = studio.board({"marines": "marines:line", "hive": HUMAN})
    studio.until(scene, "dice_choice", rounds=2)
    studio.settle()
    studio.take("swarm_dice")
    studio.until(scene, "reinforcement", rounds=2)
    scene.camera.fit()
    studio.settle()
    studio.take("placement")
    studio.window.home()


def main() -> int:
    """Take all of them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    studio = Studio(folder)
    new = NewGameScene(studio.window)
    studio.window.open(new)
    studio.take("missions")
    studio.window.home()
    targeting(studio)
    hive(studio)
    book = codex(studio.window)
    studio.window.open(book)
    book.typed = "tide lord"
    book.refresh()
    studio.take("codex")
    return 0


if __name__ == "__main__":
    sys.exit(main())
