"""``broodfall honesty``: does a bot use what it cannot see?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from game.cli.options import Missions, Modules, Plain, Seed

if TYPE_CHECKING:
    from ai.player import Player
    from game.core.game import Game
    from game.sim.honesty import Difference, Examined
    from game.text.screen import Screen

MISSIONS = ("relay", "hothouse", "depot")
"""Where bots are examined when nothing else is said: with markers, forms and reserves, against the hive and marines."""


def command(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot to examine; see `broodfall bots`.")],
    on: Missions = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=10_000, help="Games of each seat.")] = 1,
    every: Annotated[int, typer.Option("--every", min=1, help="Check each so-many-th decision of the bot.")] = 1,
    against: Annotated[
        str, typer.Option("--against", metavar="BOT", help="Who plays the other sides it can play; chance the rest.")
    ] = "random",
    cap: Annotated[int, typer.Option("--cap", min=1, help="Decisions after which a game is left.")] = 1000,
    keep: Annotated[
        Path, typer.Option("--keep", metavar="DIR", help="Where positions of differences are written.")
    ] = Path("honesty"),
    seed: Seed = "1",
    module: Modules = None,
    plain: Plain = False,
) -> None:
    """Draw anew what a bot cannot see, and look whether its choice changes.

    At each decision that is checked a second bot of the same kind is asked at a table that looks the same to it but
    where hidden troopers, reserves, orders, cards and the dice to come are others. Exit code 0: it always chose the
    same; 1: it did not, or failed; 2: bad input.
    """
    from ai.player import make_bot, read_spec
    from game.api import open_game
    from game.cli.output import NEGATIVE, admit_all
    from game.cli.seats import read_seed
    from game.core.dice import Dice
    from game.core.errors import DataError
    from game.sim.batch import game_seed
    from game.sim.honesty import examine
    from game.text.screen import Screen

    admit_all(module)
    kind = read_spec(bot).kind
    others = read_spec(against).kind.seats
    screen = Screen(plain=plain)
    rows: list[tuple[str, str, int, Examined]] = []
    found: list[tuple[str, Game, Difference]] = []
    first = read_seed("1" if seed is None else seed)
    for mission in on or MISSIONS:
        opened = open_game(mission)
        for side, played in opened.game.side_kinds.items():
            if played not in kind.seats:
                continue

            kinds = opened.game.side_kinds

            def make(seat: str, dice: Dice, examined: str = side, kinds: Mapping[str, str] = kinds) -> Player:
                other = against if kinds[seat] in others else "random"
                return make_bot(bot if seat == examined else other, dice)

            for index in range(games):
                seen = examine(
                    opened.game,
                    side,
                    make,
                    seed=game_seed(first, index),
                    start=opened.start,
                    every=every,
                    most=cap,
                )
                rows.append((mission, side, index, seen))
                found.extend((mission, opened.game, difference) for difference in seen.differences)
    if not rows:
        raise DataError(f"expected a mission with a side that {bot} plays ({', '.join(kind.seats)})", place="--on")
    names = sorted({name for *_, seen in rows for name in seen.hidden})
    zeros = [0] * len(names)
    screen.table(
        ("mission", "side", "game", "decisions", "checked", *(f"other {name}" for name in names)),
        [
            (mission, side, *map(str, (index, seen.decisions, seen.checked, *map(seen.hidden.get, names, zeros))))
            for mission, side, index, seen in rows
        ],
        title=f"{bot}, against {against}, seed {first}",
    )
    for mission, game, difference in found:
        _tell(screen, bot, mission, game, difference, keep)
    failed = [(mission, seen.failed) for mission, _, _, seen in rows if seen.failed]
    for mission, text in failed:
        screen.say(f"{mission}: {text}", style="bold red")
    if found or failed:
        raise typer.Exit(NEGATIVE)
    screen.say(f"{bot} chose the same at all {sum(seen.checked for *_, seen in rows)} decisions.", style="bold green")


def _tell(screen: Screen, bot: str, mission: str, game: Game, found: Difference, keep: Path) -> None:
    """Say what was chosen otherwise, and keep the two positions."""
    from game.io.position_text import write_position

    if found.repeatable:
        verdict = "its choice hangs on what it cannot see"
    else:
        verdict = "it plays another game each time, whatever it sees"
    where = f"{mission}, game {found.seed}, {found.side}, decision {found.number}"
    screen.say(f"{where}: {verdict}.", style="bold red")
    screen.say(f"  It chose {found.chosen}, and otherwise {found.otherwise}.")
    screen.say(f"  Other were: {', '.join(found.secrets)}.")
    if not found.repeatable:
        return
    keep.mkdir(parents=True, exist_ok=True)
    stem = f"{Path(mission).stem}-{found.seed.replace('/', '-')}-{found.side}-{found.number}"
    for name, state in (("true", found.state), ("twin", found.twin)):
        file = keep / f"{stem}-{name}.toml"
        file.write_text(write_position(game, state, note=f"{bot}: {where}"), "utf-8")
        screen.say(f"  {file}")
