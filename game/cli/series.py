"""What the commands share that play several batches into one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.core.scenario import Scenario
    from game.sim.batch import Batch, Work
    from game.sim.compare import Contender
    from game.sim.results import Rows
    from game.sim.series import Place, Played
    from game.text.screen import Screen


def contender(spec: str) -> Contender:
    """A bot with what it plays. Raises DataError, one line, for a spec that is not right."""
    from ai.player import read_spec
    from game.sim.compare import Contender

    return Contender(spec.strip(), read_spec(spec).kind.seats)


def begin(out: Path | None, *, resume: bool, overwrite: bool) -> bool:
    """Whether the file holds games to go on with. Raises DataError when it may not be written to."""
    from game.core.errors import DataError
    from game.sim.results import take_away

    if resume and out is None:
        raise DataError("expected --out with the file to go on with", place="--resume")
    if out is None or not out.exists():
        return False
    if not resume and not overwrite:
        raise DataError("expected a new file (--resume goes on with it, --overwrite replaces it)", file=str(out))
    if not resume:
        take_away(out)
    return resume


def play(
    batches: Sequence[Batch],
    done: Played,
    take: Callable[[int, Rows], bool],
    steps: Callable[[], int],
    *,
    total: int,
    jobs: int,
    out: Path | None,
    screen: Screen,
    what: str = "games",
    isolate: bool = False,
    in_turn: bool = True,
) -> bool:
    """Play what is missing until it is enough; False when a person stopped it.

    Args:
        batches: what is played.
        done: games that are there already.
        take: is given each game, written down by then, with the number of its batch; True when that is enough.
        steps: how far it is by now.
        total: how far it may go.
        jobs: processes that play at once.
        out: where games are written, if they are.
        screen: progress is shown beside it, on standard error.
        what: what ``steps`` counts.
        isolate: whether one job plays in a process of its own, too.
        in_turn: whether games of all batches are needed early.
    """
    from contextlib import ExitStack, closing

    from game.cli.progress import counted
    from game.sim.results import RowWriter
    from game.sim.series import arrivals, numbered

    with ExitStack() as stack:
        writer = stack.enter_context(RowWriter(out)) if out is not None else None
        games = stack.enter_context(closing(arrivals(batches, jobs=jobs, done=done, in_turn=in_turn, isolated=isolate)))
        tell = stack.enter_context(counted(plain=screen.plain, begun=steps(), what=what))
        try:
            for number, rows in games:
                if writer is not None:
                    writer.write(numbered(len(batches), number, rows))
                enough = take(number, rows)
                tell(steps(), total)
                if enough:
                    break
        except KeyboardInterrupt:
            return False
    return True


def opened(missions: Sequence[str]) -> Iterator[tuple[str, Scenario, Place]]:
    """Each mission, as it was named, with what it is and what rows of its games say.

    Raises DataError for one that is there twice, by whatever name: its games would be the same games again.
    """
    from game.api import open_game
    from game.core.errors import DataError
    from game.sim.rows import rules_of
    from game.sim.series import Place

    met = set()
    for name in missions:
        game = open_game(name).game
        if game.scenario.id in met:
            raise DataError("expected each mission once, found it twice", place=name)
        met.add(game.scenario.id)
        yield name, game.scenario, Place(game.scenario.id, rules_of(game), len(game.scenario.sides))


def check_places(*paths: Path | None) -> None:
    """Raises DataError, before a game is played, for a file that could not be written when all are over."""
    from game.core.errors import DataError

    for path in paths:
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            found = "a folder" if path.is_dir() else "no such folder"
            raise DataError(f"expected a file to write to, found {found}", file=str(path))


def save_json(path: Path, result: Any, line: str) -> None:
    """Write a result as JSON, with the command that makes it again. Numbers without bounds are null."""
    import msgspec

    data = {"format": 1, "command": line, **msgspec.to_builtins(result, str_keys=True)}
    save_text(path, msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")


def save_text(path: Path, text: str) -> None:
    """Write a file. Raises DataError when that cannot be."""
    from game.core.errors import DataError

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or "an error").lower()
        raise DataError(f"expected a file to write to, found {reason}", file=str(path)) from None


def again(words: Sequence[str], base: Work[Any], jobs: int, *, isolate: bool = False) -> str:
    """The command that plays the same games again."""
    import shlex

    from game.sim.match import ACTION_CAP

    extra = ["--cap", str(base.cap)] if base.cap != ACTION_CAP else []
    for name in base.budget.__struct_fields__:
        limit = getattr(base.budget, name)
        if limit is not None:
            extra += ["--" + name.replace("_", "-"), str(limit)]
    extra += ["--isolate"] if isolate else []
    extra += [word for name in base.modules for word in ("--module", name)]
    return shlex.join(["broodfall", *words, *extra, "--seed", str(base.seed), "--jobs", str(jobs)])
