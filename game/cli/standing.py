"""A table to be studied: a position or scenario file, a mission's name, or a point of a saved game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from game.api import Game, State
    from game.sim.history import History
    from game.sim.playouts import Plan, Source

_SAVE = b'{"broodfall":'


class Standing(NamedTuple):
    """A game and a state of it in which a decision waits, with the texts of the rosters it needs."""

    game: Game
    state: State
    rosters: dict[str, str]

    @property
    def source(self) -> Source:
        """The table as games begin from it."""
        from game.sim.playouts import source_of

        return source_of(self.game, self.state, rosters=self.rosters)


def is_save(file: str) -> bool:
    """Whether a name is that of a saved game."""
    path = Path(file)
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        return stream.read(len(_SAVE)) == _SAVE


def standing(file: str, *, at: int | None, seed: int | str) -> Standing:
    """The table of a file or a mission's name: of a save after ``at`` actions (all of them if not said), of a
    scenario at its first decision, with the dice of the seed.

    Raises:
        DataError: there is no such table, or no decision waits on it.
    """
    from game.api import SeededDice, open_game, rosters_of
    from game.core.errors import DataError

    if is_save(file):
        history, rosters = played(Path(file))
        number = len(history.entries) if at is None else at
        if not 0 <= number < len(history.states):
            raise DataError(f"expected 0 to {len(history.entries)} actions, found {number}", place="--at")
        found = Standing(history.game, history.states[number], rosters)
    elif at is not None:
        raise DataError("expected a saved game, for only those have several points", file=file, place="--at")
    else:
        opened = open_game(file)
        start = opened.game.initial() if opened.start is None else opened.start
        state, _ = opened.game.begin(start, SeededDice(seed))
        found = Standing(opened.game, state, rosters_of(file))
    if found.game.to_act(found.state) is None:
        raise DataError("expected a table where a decision waits, found the end of a game", file=file)
    return found


def played(file: Path) -> tuple[History, dict[str, str]]:
    """A saved game with all its states, and the rosters it needs. Raises DataError or ReplayMismatch."""
    from game.api import open_replay, opener, rosters_of
    from game.sim.history import history_of

    folder = file.resolve().parent
    replay = open_replay(file, opener([folder]))
    scenario = replay.save.header.scenario
    rosters = rosters_of(scenario.removesuffix(".toml"), folders=[folder]) if scenario else {}
    return history_of(replay), rosters


def plan_for(
    game: Game,
    *,
    games: int,
    seed: int | str,
    marines: str | None,
    hive: str | None,
    seats: list[str] | None,
    modules: tuple[str, ...],
) -> Plan:
    """Who plays on, how often. Raises DataError for a bot that cannot."""
    from game.cli.seats import read_seats
    from game.sim.playouts import Plan

    found = read_seats(game.scenario, marines=marines, hive=hive, seats=seats or ())
    return Plan(seats=found, games=games, seed=seed, modules=modules)


def again(command: str, file: str, plan: Plan, *more: str, jobs: int) -> str:
    """The command line that gives the same result again."""
    from shlex import quote

    words = ["broodfall", command, quote(file), "-n", str(plan.games)]
    words += [word for side, bot in plan.seats for word in ("--seat", quote(f"{side}={bot}"))]
    words += [word for name in plan.modules for word in ("--module", name)]
    words += [quote(word) for word in more]
    return " ".join([*words, "--seed", quote(str(plan.seed)), "--jobs", str(jobs)])


def plain_values(value: Any, game: Game) -> Any:
    """A result as plain values for JSON; actions are in it in the notation of saves."""
    from msgspec import Struct

    from game.api import Action
    from game.sim.failure import action_text

    if isinstance(value, Action):
        return action_text(game, value)
    if isinstance(value, Struct):
        return {name: plain_values(getattr(value, name), game) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {str(key): plain_values(inner, game) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_values(inner, game) for inner in value]
    return value
