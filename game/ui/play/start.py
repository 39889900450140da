"""Beginning a match, and going on with a saved one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from game.api import DataError, Game, SeededDice, Session, open_game, parse_seed
from game.io.meta import Meta
from game.io.openers import opener
from game.io.saves import SUFFIX, load_save
from game.io.scenario import find_scenario, read_meta
from game.ui.play.bots import HUMAN
from game.ui.play.film import Film, table_of
from game.ui.play.keeping import Autosave, Keeper
from game.ui.play.match import Match
from game.ui.play.thinker import DirectThinker, Table, Thinker
from game.ui.play.worker import WorkerThinker

if TYPE_CHECKING:
    from game.io.text import Language
    from game.ui.services import Services


def begin(
    services: Services,
    scenario: str,
    seats: Mapping[str, str],
    seed: int | str,
    *,
    language: Language,
    autosave: Autosave = "action",
) -> Match:
    """A new match. Raises DataError."""
    opened = open_game(scenario)
    session = Session(opened.game, SeededDice(seed), opened.start)
    saver = _keeper(services, session, opened.scenario, opened.position, seats, autosave)
    table = Table(str(find_scenario(scenario)) if opened.scenario else "", opened.position)
    thinker = _thinker(services, opened.game, table, seed, seats)
    title = title_of(opened.scenario, language)
    return Match(session, seats, thinker, seed=seed, scenario=scenario, title=title, saver=saver)


def resume(services: Services, path: Path, *, language: Language, autosave: Autosave = "action") -> Match:
    """A saved match at its last completed action. Raises DataError."""
    taken = load_save(path, opener([path.resolve().parent]))
    game, header = taken.session.game, taken.header
    seats = {side: _seated(services, taken.seats.get(side), kind) for side, kind in game.side_kinds.items()}
    seed = parse_seed(header.seed)
    thinker = _thinker(services, game, table_of(header, path), seed, seats)
    title = title_of(header.scenario, language)
    saver = Keeper(
        taken.session, lambda: path, scenario=header.scenario, position=header.position, seats=seats, mode=autosave,
        writer=taken.writer,
    )  # fmt: skip
    return Match(
        taken.session, seats, thinker, seed=seed, scenario=header.scenario, title=title, saver=saver,
        states=taken.states, deciders=taken.deciders, knows=services.knows, torn=taken.torn,
    )  # fmt: skip


def _seated(services: Services, spec: str | None, kind: str) -> str:
    """Who takes a seat that a file names: a person, or a bot known by its name.

    Any other bot is code or a program, which no file may start; the usual bot plays instead.
    """
    if spec is None:
        return HUMAN if kind == "human" else services.usual(kind)
    return spec if spec == HUMAN or services.knows(spec) else services.usual(kind)


def branch(services: Services, film: Film, number: int, *, language: Language, autosave: Autosave = "action") -> Match:
    """A match of its own from the moment after an action of a film. Raises DataError."""
    session = film.session_at(number)
    header = film.header
    seats = {side: _seated(services, spec, film.game.side_kinds[side]) for side, spec in film.seats().items()}
    if HUMAN not in seats.values():
        first = next((side for side, kind in film.game.side_kinds.items() if kind == "human"), next(iter(seats)))
        seats[first] = HUMAN
    saver = _keeper(services, session, header.scenario, header.position, seats, autosave)
    seed = parse_seed(header.seed)
    thinker = _thinker(services, film.game, film.table(), seed, seats)
    title = title_of(header.scenario, language)
    states = [scene.after for scene in film.scenes[: number + 1]]
    return Match(
        session, seats, thinker, seed=seed, scenario=header.scenario, title=title, saver=saver, states=states,
        deciders=film.deciders[:number], knows=services.knows,
    )  # fmt: skip


def _keeper(
    services: Services, session: Session, scenario: str, position: str, seats: Mapping[str, str], mode: Autosave
) -> Keeper | None:
    """What saves a match; None where there is no place for saves."""
    free = services.free_path
    if free is None:
        return None
    stem = Path(scenario).stem or "position"
    return Keeper(session, lambda: free(stem, SUFFIX), scenario=scenario, position=position, seats=seats, mode=mode)


def _thinker(services: Services, game: Game, table: Table, seed: int | str, seats: Mapping[str, str]) -> Thinker:
    bots = {side: spec for side, spec in seats.items() if spec != HUMAN}
    if services.direct is not None:
        return DirectThinker(game, services.direct, seed, bots)
    return WorkerThinker(table, services.maker, seed, bots)


def asked(services: Services, film: Film) -> Thinker:
    """Bots of a film: none sits anywhere, each is made for the question that it is asked."""
    return _thinker(services, film.game, film.table(), parse_seed(film.header.seed), {})


def title_of(scenario: str, language: Language) -> str:
    """A mission's title; the name of its file where that is all there is."""
    meta = _meta(scenario)
    return meta.title[language] if meta is not None else Path(scenario).stem


def briefing_of(scenario: str, side: str, language: Language) -> str:
    """What a mission asks of a side; empty where nothing is said."""
    meta = _meta(scenario)
    return meta.briefing(side, language) if meta is not None else ""


def _meta(scenario: str) -> Meta | None:
    if not scenario:
        return None
    try:
        return read_meta(find_scenario(scenario))
    except DataError:  # a saved match whose mission lies elsewhere: it was found, its title is not needed
        return None
