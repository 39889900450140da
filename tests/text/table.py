"""A terminal game whose person is a list of lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ai.player import make_bot
from game.api import SeededDice, Session
from game.io.position import position_of
from game.io.saves import SaveWriter
from game.text.play import TextGame
from game.text.screen import Screen
from game.text.words import Words

ROOMS = """
board = '''
###########
#M..+....g#
#A..#...gn#
#...#.....#
###########
'''
rounds = 3
[sides.marines]
[sides.hive]
[legend.M]
kind = "rifle"
[legend.A]
kind = "zealot"
[legend.g]
kind = "gaunt"
group = 1
[legend.n]
marker = "nest"
"""


class Script(Screen):
    """Answers with lines that were written before; keeps what is said."""

    def __init__(self, lines: Sequence[str] = (), *, plain: bool = True) -> None:
        super().__init__(plain=plain)
        self.lines = list(lines)
        self.said: list[str] = []
        self.cleared = 0

    def say(self, text: str = "", *, style: str = "") -> None:
        self.said.append(text)

    def draw(self, picture: object) -> None:
        self.said.append(str(picture))

    def clear(self) -> None:
        self.cleared = len(self.said)

    def ask(self, prompt: str) -> str | None:
        self.said.append(prompt)
        return self.lines.pop(0) if self.lines else None

    @property
    def text(self) -> str:
        return "\n".join(self.said)


def position(text: str = ROOMS) -> Session:
    game, state = position_of(text)
    return Session(game, SeededDice(4), state)


def table(
    *lines: str,
    marines: str = "human",
    hive: str = "passive",
    session: Session | None = None,
    language: str = "en",
    save: Path | None = None,
    plain: bool = True,
) -> TextGame:
    session = session or position()
    seats = {"marines": marines, "hive": hive}
    saver = None if save is None else SaveWriter.create(save, session, position=ROOMS, seats=seats)
    return TextGame(
        session,
        seats,
        seed=4,
        make_bot=make_bot,
        words=Words(language),  # type: ignore[arg-type]
        screen=Script(lines, plain=plain),
        origin=("", ROOMS),
        saver=saver,
    )


def told(game: TextGame) -> str:
    assert isinstance(game.screen, Script)
    return game.screen.text


def played(*lines: str, **options) -> str:
    """What a game said that these lines were typed in."""
    game = table(*lines, **options)
    game.run()
    return told(game)


def log(game: TextGame) -> list[str]:
    """The actions of a game in the notation of its log."""
    from game.io.replay import action_codec

    codec = action_codec(game.game.rulebook)
    return [codec.text(entry.action, game.game.board) for entry in game.session.log]
