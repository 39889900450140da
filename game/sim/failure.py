"""What spoilt a game: how it is told, when two failures are the same one, and the bundle that is kept of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from traceback import format_exception
from typing import Final

import game
from game.api import (
    Action,
    Bundle,
    Failure,
    Game,
    IllegalAction,
    Side,
    State,
    action_codec,
    bundle_text,
    files_of,
    rosters_of,
    seed_text,
    write_position,
)
from game.sim.course import InvariantBroken
from game.sim.match import ENGINE, Played
from game.sim.mishaps import LONGEST, printable, words_of
from game.sim.patience import OutOfTime
from game.sim.results import CRASHED, FAULTS, ILLEGAL

FEW: Final = 3
"""Bundles that are kept of each kind of failure."""
_NUMBERS: Final = re.compile(r"\d+")
_UNPLACED: Final = ("RecursionError", "MemoryError")
"""Errors whose place is chance."""


def failure_of(played: Played) -> Failure | None:
    """What spoilt a game; None for one that the rules ended, and for one that was stopped from outside."""
    if played.reason not in FAULTS:
        return None
    if played.reason not in (CRASHED, ILLEGAL):
        return Failure(kind=played.reason, fault=played.fault, message=played.error)
    raised = played.course.raised
    if isinstance(raised, OutOfTime):
        return Failure(kind="timeout", fault=played.fault, message=str(raised))
    if raised is None:
        return Failure(kind="crash", fault=played.fault, message=played.error)
    if isinstance(raised, InvariantBroken):
        return Failure(kind="invariant", fault=ENGINE, error="InvariantBroken", message=str(raised))
    trace = "".join(format_exception(raised)).encode(errors="backslashreplace").decode()
    if played.reason == ILLEGAL:
        # A program's answer may be refused before it is an action of ours; then it is in no log.
        answer = played.course.log[-1][1] if answered(played) else None
        return Failure(
            kind="illegal",
            fault=played.fault,
            error=raised.refusal.code if isinstance(raised, IllegalAction) else type(raised).__name__,
            place="" if answer is None else type(answer).__name__,
            message=words_of(raised),
            action="" if answer is None else action_text(played.game, answer),
        )
    return Failure(
        kind="crash",
        fault=played.fault,
        error=type(raised).__name__,
        place=_place(raised),
        message=words_of(raised),
        action=action_text(played.game, played.course.log[-1][1]) if answered(played) else "",
        traceback=trace,
    )


def answered(played: Played) -> bool:
    """Whether the last answer of the log was not carried out to its end."""
    return len(played.course.log) > sum(seat.decisions + seat.forced for seat in played.seats.values())


def _place(error: BaseException) -> str:
    """Module, function and line of the innermost place."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        place = f"{trace.tb_frame.f_globals.get('__name__', '?')}.{code.co_qualname} line {trace.tb_lineno}"
        trace = trace.tb_next
    return place


def same_way(one: Failure, other: Failure) -> bool:
    """Whether two games failed in the same way: the same error at the same place, or the same invariant.

    >>> same_way(Failure(kind="invariant", fault="engine", message="unit 3 stands on unit 12"),
    ...          Failure(kind="invariant", fault="engine", message="unit 1 stands on unit 2"))
    True
    """
    return _signature(one) == _signature(other)


def _signature(failure: Failure) -> tuple[str, ...]:
    if failure.kind == "invariant":
        return (failure.kind, _NUMBERS.sub("#", failure.message))
    place = "" if failure.error in _UNPLACED else failure.place
    return (failure.kind, failure.fault, failure.error, place)


def action_text(game: Game, action: Action) -> str:
    """An answer in the notation of saves; what is no action of the rules is shown as Python shows it."""
    try:
        return action_codec(game.rulebook).text(action, game.board)
    except (TypeError, ValueError, AttributeError):
        pass
    try:
        return printable(f"{action!r}"[:LONGEST])
    except Exception:  # not even that can be shown
        return f"<{type(action).__name__}>"


def in_one_line(failure: Failure) -> str:
    """A failure for a list."""
    parts = [failure.kind.replace("_", " "), f"of {failure.fault}"]
    said = ": ".join(part for part in (failure.error, failure.message) if part)
    if failure.kind == "illegal":
        said = f"{failure.action} ({failure.message})" if failure.action else failure.message
    elif failure.kind == "invariant":
        said = failure.message
    where = f" in {failure.place}" if failure.kind == "crash" and failure.place else ""
    return f"{' '.join(parts)}: {said}{where}"


# --- bundles -----------------------------------------------------------------------------------------------------


def bundle_for(
    played: Played,
    failure: Failure,
    *,
    scenario: str,
    seed: int | str,
    bots: Mapping[Side, str],
    cap: int,
    checked: bool = False,
    limit: float | None = None,
) -> Bundle:
    """All it takes to see a spoilt game fail again."""
    course, game_ = played.course, played.game
    log = course.log[:-1] if failure.kind == "illegal" and answered(played) else course.log
    start = _written(game_, course.opening)
    return Bundle(
        scenario=scenario,
        seed=seed_text(seed),
        seats=dict(bots),
        failure=failure,
        start=start,
        dice=course.dice if start else (),
        actions=tuple((side, action_text(game_, action)) for side, action in log),
        modules=game_.scenario.outside,
        rosters=rosters_of(scenario) if start else {},
        files={} if start else files_of(scenario),
        cap=cap,
        limit=round((limit or 0) * 1000),
        checked=checked,
        package=game.__version__,
        python=".".join(map(str, sys.version_info[:3])),
    )


def _written(game_: Game, state: State | None) -> str:
    """The text of a position; empty where there is none, or none can be written of this game."""
    if state is None:
        return ""
    try:
        return write_position(game_, state)
    except Exception:  # the failure itself may lie in what is to be written
        return ""


def keep(bundle: Bundle, folder: Path, index: int) -> Path | None:
    """Write the bundle of game number ``index`` into a folder; None if there are enough of its kind from earlier games.

    Of each kind those of the first `FEW` games stay, in whichever order the games of a batch are played.
    """
    kind = bundle.failure.kind + "-" + _digest(bundle.failure)
    path = folder / f"{kind}-{index}.toml"
    folder.mkdir(parents=True, exist_ok=True)
    kept = _numbered(folder, kind)
    if index not in kept and len(kept) >= FEW and index > max(kept):
        return None
    path.write_text(bundle_text(bundle), encoding="utf-8", errors="backslashreplace")
    for late in sorted(_numbered(folder, kind))[FEW:]:
        (folder / f"{kind}-{late}.toml").unlink(missing_ok=True)
    return path if path.exists() else None


def _numbered(folder: Path, kind: str) -> Sequence[int]:
    ends = [path.stem.removeprefix(f"{kind}-") for path in folder.glob(f"{kind}-*.toml")]
    return [int(end) for end in ends if end.isdigit()]


def _digest(failure: Failure) -> str:
    return blake2b("\n".join(_signature(failure)).encode(errors="replace"), digest_size=3).hexdigest()
