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
        from game.ui.screen import NoDisplay
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("pygame"):
            raise
        return _told("no_pygame", BAD_INPUT)
    try:
        open_window(_services())
    except NoDisplay as error:
        return _told("no_window", BAD_INPUT, reason=str(error))
    return GOOD


def _services() -> Services:
    from ai.player import known_bots
    from game.cli.output import asked_language
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
        language=asked_language(()),
    )


def _told(why: str, code: int, **values: str) -> int:
    """Say why there is no window, and play in the terminal if there is one."""
    from game.cli.output import asked_language
    from game.text.words import Words

    words = Words(asked_language(()))
    print(f"broodfall: {words.say(why, **values)}", file=sys.stderr)
    if sys.stdin.isatty() and sys.stdout.isatty():
        from game.cli import play

        play.command()
        return 0
    print(f"broodfall: {words.say('no_window_needed')}", file=sys.stderr)
    return code
