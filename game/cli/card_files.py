"""What a report card leaves on the disk: the card as JSON, and the worst case of each kind as a position and a save."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from game.core.errors import DataError

if TYPE_CHECKING:
    from game.core.session import Session
    from game.sim.card.grade import Card
    from game.sim.card.run import Watched

POSITION, SAVE = ".toml", ".jsonl"


def check_free(folder: Path, *, overwrite: bool) -> None:
    """Make the folder. Raises DataError if it cannot be, or if a file of a card is there and must stay."""
    from game.sim.card.kinds import KINDS

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(
            f"expected a folder, found {(error.strerror or 'an error').lower()}", file=str(folder)
        ) from None
    for kind in KINDS:
        for suffix in (POSITION, SAVE):
            if not overwrite:
                _must_be_new(folder / f"{kind}{suffix}")


def _must_be_new(path: Path) -> None:
    if path.exists():
        raise DataError("expected a new file (--overwrite replaces it)", file=str(path))


def keep_worst(card: Card, watched: Sequence[Watched], folder: Path) -> dict[str, tuple[str, str]]:
    """Write the worst case of each kind; the commands that show it, by kind."""
    found = {}
    for grade in card.grades:
        if grade.worst is not None:
            place = folder / grade.kind
            at = _write(watched[grade.game], grade.worst.number, place)
            position, save = place.with_suffix(POSITION), place.with_suffix(SAVE)
            found[grade.kind] = (f"broodfall replay {save} --at {at}", f"broodfall play {position} --text")
    return found


def _write(game: Watched, number: int, place: Path) -> int:
    """Play a game again: its state after so many actions as a position, all of it as a save; where it was drawn."""
    from game.api import SeededDice, Session, open_game
    from game.io.position_text import write_position

    opened = open_game(game.scenario)
    session = Session(opened.game, SeededDice(game.seed), opened.start)
    shown, state = 0, session.state
    for made, action in enumerate((*game.actions, None)):
        if made <= number and not session.over:
            shown, state = made, session.state
        if action is None:
            break
        try:
            session.act(action)
        except Exception:
            break  # the answer that spoilt the game
    note = f"{game.scenario}, seed {game.seed}, after {shown} actions"
    place.with_suffix(POSITION).write_text(write_position(opened.game, state, note=note), encoding="utf-8")
    _save(session, opened.scenario, opened.position, game, place.with_suffix(SAVE))
    return shown


def _save(session: Session, scenario: str, position: str, game: Watched, path: Path) -> None:
    from game.io.saves import SaveWriter

    path.unlink(missing_ok=True)
    SaveWriter.create(path, session, scenario=scenario, position=position, seats=dict(game.bots)).close()


def write_json(
    path: Path,
    card: Card,
    watched: Sequence[Watched],
    *,
    limits: Mapping[str, float],
    files: Mapping[str, tuple[str, str]],
    again: str,
) -> None:
    """The card as one JSON object. Raises DataError when it cannot be written."""
    from game.cli.series import save_json

    kinds = {}
    for grade in card.grades:
        rate, case = grade.rate, grade.worst
        kinds[grade.kind] = {
            "cases": rate.count,
            "chances": rate.of,
            "rate": round(rate.share, 6),
            "low": round(rate.low, 6),
            "high": round(rate.high, 6),
            "limit": limits.get(grade.kind),
            "unused": list(grade.unused),
            "worst": None
            if case is None
            else {
                "mission": watched[grade.game].scenario,
                "seed": watched[grade.game].seed,
                "number": case.number,
                "who": case.who,
                "where": case.where,
                "what": case.what,
                "show": list(files.get(grade.kind, ())),
            },
        }
    whole = {
        "bot": card.bot,
        "games": card.games,
        "spoilt": card.spoilt,
        "kinds": kinds,
        "skills": {name: {"offered": offered, "chosen": chosen} for name, (offered, chosen) in card.uses.items()},
    }
    save_json(path, whole, again)
