"""``broodfall replay``: a saved game told again, or proved to be what it says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from game.cli.options import Lang, Modules, Plain

if TYPE_CHECKING:
    from game.io.replay import Replay
    from game.text.screen import Screen
    from game.text.words import Words


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Only play it again and compare every die and digest.")
    ] = False,
    at: Annotated[int | None, typer.Option("--at", min=0, metavar="N", help="Draw the board after N actions.")] = None,
    module: Modules = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Tell a saved game from its beginning. A replay that goes another way than recorded gives exit code 1."""
    from game.cli.output import admit_all, language
    from game.io.openers import opener
    from game.io.replay import open_replay
    from game.text.screen import Screen
    from game.text.words import Words

    admit_all(module)
    words = Words(language(lang))
    screen = Screen(plain=plain)
    replay = open_replay(file, opener([file.resolve().parent]))
    if verify:
        replay.finish()
        screen.say(f"{len(replay.session.log)} actions, the same as recorded: {replay.session.digest()}", style="green")
    elif at is not None:
        _board(replay, at, words, screen)
    else:
        _tell(replay, words, screen)
    if replay.note:
        screen.say(replay.note, style="yellow")


def _tell(replay: Replay, words: Words, screen: Screen) -> None:
    from game.text.phrases import Phrases

    for event in replay.session.opening:
        _say(Phrases(replay.game, replay.session.state, words).event(event), screen)
    while replay.position < len(replay):
        line = replay.save.lines[replay.position].line
        before = Phrases(replay.game, replay.session.state, words)
        events = replay.step()
        if line.undo:
            screen.say(f"{line.n}. {words.say('taken_back')}", style="dim")
        elif line.do:
            screen.say(f"{line.n}. {before.naming.side(line.side)}: {before.action(replay.session.log[-1].action)}")
        phrases = Phrases(replay.game, replay.session.state, words)
        for event in events:
            _say(phrases.event(event), screen)


def _say(said: str, screen: Screen) -> None:
    if said:
        screen.say(f"   {said}")


def _board(replay: Replay, number: int, words: Words, screen: Screen) -> None:
    """The table after so many actions, as the side that is then to act sees it."""
    from game.text.lookout import Lookout
    from game.text.naming import Naming
    from game.text.picture import Picture

    while replay.position < len(replay) and len(replay.session.log) < number:
        replay.step()
    session = replay.session
    view = session.view(session.to_act or session.game.scenario.sides[0].id)
    naming = Naming(replay.game, view.state, words)
    if not screen.plain:
        picture = Picture(view, naming)
        screen.draw(picture.drawn())
        screen.say(picture.key(), style="dim")
    lookout = Lookout(view, naming)
    for said in (*lookout.units(own=True), *lookout.units(own=False)):
        screen.say(said)
