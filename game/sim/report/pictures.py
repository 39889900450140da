"""Every picture of a report, each drawn once and kept in both forms: as a file and as a part of the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from matplotlib.figure import Figure

from game.api import Board, Game, Scenario
from game.sim.report import charts
from game.sim.report.boards import heat_maps
from game.sim.report.courses import Places, cell_of
from game.sim.report.measure import Measured, Report
from game.sim.report.names import Names
from game.sim.report.style import png, style, svg
from game.sim.report.words import Words


class Picture(NamedTuple):
    """A picture by the name of its file, without an ending."""

    name: str
    png: bytes
    svg: str


Album = Mapping[str, Picture]
"""Pictures by what they show: ``wins``, ``3/results``, ``3/places/hive`` (3 is the number of the match-up)."""


def album(report: Report, games: Mapping[str, Game], names: Names, words: Words) -> Album:
    """Draw everything; ``games`` are the missions that were found, by name."""
    found: dict[str, Picture] = {}
    with style():
        if any(match.outcomes.played for match in report.match_ups):
            _keep(found, "wins", "wins", charts.wins(report.match_ups, names, words), words("h_wins"))
        for number, match in enumerate(report.match_ups):
            game = games.get(match.scenario)
            stem = f"{number + 1:02}-{slug(match.scenario)}" if len(report.match_ups) > 1 else slug(match.scenario)
            for key, figure, told in _of_match(match, game, names, words):
                _keep(found, f"{number}/{key}", f"{stem}-{slug(key)}", figure, told)
    return found


def slug(name: str) -> str:
    """A name as a file's.

    >>> slug("places/First Crew")
    'places-first-crew'
    """
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split()) or "x"


def fits(places: Places, board: Board) -> bool:
    """Whether everything happened on that board."""
    cells = [cell_of(cell) for part in (places.moves, places.shots, places.fights, places.deaths) for cell in part]
    return all(board.inside(x, y) for x, y in cells)


def board_of(match: Measured, game: Game | None) -> tuple[Board | None, Scenario | None]:
    """The board to draw upon: none if it was not found, or is another one than was played on."""
    if game is None or not all(fits(places, game.board) for places in match.places):
        return None, None
    return game.board, game.scenario


def _of_match(match: Measured, game: Game | None, names: Names, words: Words) -> Iterator[tuple[str, Figure, str]]:
    if match.outcomes.played:
        yield "results", charts.results(match, names, words), words("h_results")
    if match.tracked:
        board, scenario = board_of(match, game)
        yield "survival", charts.survival(match, names, words), words("h_survival")
        for found in match.places:
            told = f"{words('h_places')}: {names.side(found.side)}"
            yield f"places/{found.side}", heat_maps(found, match.tone(found.side), words, board, scenario), told
        for use in match.swarms:
            if use.effects:
                told = words("h_swarm", side=names.side(use.side))
                yield f"swarm/{use.side}", charts.swarm(use, match.tone(use.side), names, words), told
        if any(side.successes for side in match.luck):
            yield "luck", charts.luck(match, names, words), words("h_luck")
        yield "activity", charts.activity(match, names, words), words("h_activity")
    if match.thinking:
        yield "thinking", charts.thinking(match, names, words), words("h_thinking")


def _keep(found: dict[str, Picture], key: str, name: str, figure: Figure, told: str) -> None:
    picture = png(figure)
    # Room was made for everything while it was drawn; to make it again would take as long.
    figure.set_layout_engine("none")
    found[key] = Picture(name, picture, svg(figure, name, told))
