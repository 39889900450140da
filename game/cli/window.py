"""``broodfall`` with nothing after it: the window; where there is none, one line that says so, and the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from game.ui.services import Services

BOTS: Final = "ai.player:make_bot"
"""Where the process in which bots think finds what makes them."""


def command() -> int:
    """Open the window and stay until it is closed; answers with the exit code."""
    from game.cli.output import BAD_INPUT, GOOD

    try:
        from game.ui.opening import open_window
        from game.ui.window import NoDisplay
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("pygame"):
            raise
        return _told("no window: pygame-ce is not installed (pip install 'broodfall[ui]')", BAD_INPUT)
    try:
        open_window(_services())
    except NoDisplay as error:
        return _told(f"no window: {error}", BAD_INPUT)
    return GOOD


def _services() -> Services:
    from ai.player import known_bots
    from game.cli.output import language
    from game.cli.play import fresh_seed
    from game.cli.seats import default_bot
    from game.cli.storage import free_path, saves_dir
    from game.ui.play.bots import BotInfo
    from game.ui.services import Services as Given

    return Given(
        bots=tuple(BotInfo(bot.name, bot.seats, {"en": bot.en, "es": bot.es}) for bot in known_bots()),
        maker=BOTS,
        usual=default_bot,
        fresh_seed=fresh_seed,
        saves=saves_dir,
        free_path=free_path,
        language=language(None),
    )


def _told(message: str, code: int) -> int:
    """Say why there is no window, and play in the terminal if there is one."""
    print(f"broodfall: {message}", file=sys.stderr)
    if sys.stdin.isatty() and sys.stdout.isatty():
        from game.cli import play

        play.command()
        return 0
    print("broodfall: broodfall play --text plays without one", file=sys.stderr)
    return code
