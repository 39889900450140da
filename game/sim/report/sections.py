"""What the page tells of one match-up, section by section."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from game.api import Game
from game.sim.report.boards import letters
from game.sim.report.figures import Estimate
from game.sim.report.measure import Measured
from game.sim.report.names import Names
from game.sim.report.pictures import Album, board_of
from game.sim.report.swarms import NOTHING, SwarmUse, Worth, by_dice, dice_share
from game.sim.report.tables import folded, h3, note, table
from game.sim.report.words import Words

PLANS = 12
"""Whole plans that are listed."""


def sections_of(
    number: int, match: Measured, game: Game | None, pictures: Album, names: Names, words: Words
) -> list[str]:
    """All sections of a match-up, as far as there is something to tell."""

    def shown(key: str) -> str:
        found = pictures.get(f"{number}/{key}")
        return f"<figure>{found.svg}</figure>" if found is not None else ""

    parts = [*_gaps(match, words)]
    if match.outcomes.played:
        parts += _results(match, shown("results"), words)
    if match.tracked:
        parts += [h3(words("h_survival")), shown("survival"), note(words("n_survival"))]
        parts += _places(match, game, [shown(f"places/{found.side}") for found in match.places], names, words)
        for use in match.swarms:
            parts += _swarm(use, shown(f"swarm/{use.side}"), names, words)
        parts += _luck(match, shown("luck"), names, words)
        parts += _activity(match, shown("activity"), names, words)
    if match.thinking:
        parts += _thinking(match, shown("thinking"), names, words)
    return [*parts, *_spoilt(match, names, words)]


def _gaps(match: Measured, words: Words) -> list[str]:
    """What is missing from the rows."""
    parts = []
    if match.torn:
        parts.append(note(words("n_torn", torn=words.count(match.torn))))
    if match.outcomes.played and not match.tracked:
        parts.append(note(words("n_no_tracks")))
    elif match.tracked < match.outcomes.played:
        kept, played = words.count(match.tracked), words.count(match.outcomes.played)
        parts.append(note(words("n_some_tracks", kept=kept, played=played)))
    return parts


def _results(match: Measured, figure: str, words: Words) -> list[str]:
    length = match.outcomes.length
    told = words(
        "n_results" if length.low < length.high else "n_results_same",
        low=words.number(length.low, 0),
        high=words.number(length.high, 0),
        median=words.number(length.median, 0 if length.median == int(length.median) else 1),
        mean=words.number(length.mean, 1),
    )
    return [h3(words("h_results")), figure, note(told)]


def _places(match: Measured, game: Game | None, figures: Sequence[str], names: Names, words: Words) -> list[str]:
    parts = [h3(words("h_places"))]
    for found, figure in zip(match.places, figures, strict=True):
        side = names.side(found.side)
        parts += [note(words("n_places", side=side[:1].upper() + side[1:])), figure]
    board, scenario = board_of(match, game)
    if board is None or scenario is None:
        parts.append(note(words("n_other_board" if game is not None else "n_no_board", scenario=match.scenario)))
        return parts
    zones = ", ".join(f"{letter} {names.zone(zone)}" for zone, letter in letters(board).items())
    markers = ", ".join(dict.fromkeys(names.marker(marker.kind) for marker in scenario.markers))
    parts.append(
        note(words("n_zones", zones=zones, markers=markers) if markers else words("n_zones_bare", zones=zones))
    )
    return parts


def _swarm(use: SwarmUse, figure: str, names: Names, words: Words) -> list[str]:
    told = words(
        "n_swarm",
        phases=words.count(use.phases),
        dice=words.count(use.dice),
        idle=words.share(use.idle / use.dice, 0) if use.dice else words.count(0),
        felled=words.number(use.felled.value, 2),
    )
    effects = by_dice(use.effects)
    plans = use.plans[:PLANS]
    parts = [h3(words("h_swarm", side=names.side(use.side))), note(told), figure, note(words("n_swarm_how"))]
    if effects:
        parts.append(_worths(effects, use, "t_effect", names, words))
    if plans:
        listed = _worths(plans, use, "t_plan", names, words)
        parts.append(folded(words("plans_of", number=words.count(len(plans))), listed))
    return parts


def _worths(worths: Sequence[Worth], use: SwarmUse, head: str, names: Names, words: Words) -> str:
    heads = (head, "t_phases", "t_dice", "t_dice_share", "t_felled", "t_more", "t_lost", "t_winning")
    rows = [
        (
            _plan(worth.name, names, words),
            f"{words.count(worth.phases.count)} ({words.share(worth.phases.share, 0)})",
            words.count(worth.dice),
            words.share(dice_share(worth, use), 0),
            words.number(worth.felled.value, 2),
            _with_span(words.number(worth.more.value, 2, sign=True), worth.more, words),
            words.number(worth.lost.value, 2),
            _with_span(words.number(100 * worth.winning.value, 0, sign=True), worth.winning, words, percent=True),
        )
        for worth in worths
    ]
    return table([words(name) for name in heads], rows, numbers=range(1, 8))


def _with_span(value: str, estimate: Estimate, words: Words, *, percent: bool = False) -> str:
    """An estimate and its interval; a dash where nothing could be measured."""
    if not estimate.n:
        return "–"
    span = words.span(estimate, percent=percent)
    return value if estimate.low is None else f"{value} ({span})"


def _plan(name: str, names: Names, words: Words) -> str:
    if name == NOTHING:
        return words("nothing")
    return " + ".join(names.item(item) for item in name.split(" + "))


def _luck(match: Measured, figure: str, names: Names, words: Words) -> list[str]:
    if not any(side.successes or side.faces for side in match.luck):
        return []
    parts = [h3(words("h_luck")), figure, note(words("n_luck"))] if figure else [h3(words("h_luck"))]
    for place, side in enumerate(match.luck):
        # With two teams the one's margin is the other's, turned round: once is enough.
        twice = place > 0 and len(set(match.teams.values())) == 2
        link = (
            ""
            if twice
            else words(
                "luck_link", value=words.number(side.with_win.value, 2, sign=True), span=words.span(side.with_win)
            )
            if side.with_win.low is not None
            else words("luck_link_none")
        )
        name = names.side(side.side)
        told = words(
            "n_luck_side",
            side=name[:1].upper() + name[1:],
            seen=words.count(side.total.seen),
            dice=words.count(side.total.dice),
            expected=words.number(side.total.expected, 1),
            z=words.number(side.total.z, 1, sign=True),
            link=link,
        )
        parts.append(f"<p>{escape(told.strip())}</p>")
    made = {(side.side, entry.purpose): entry for side in match.luck for entry in side.successes}
    rows = []
    for side in match.luck:
        for face in side.faces:
            entry = made.get((side.side, face.purpose))
            rows.append(
                (
                    names.side(side.side),
                    names.purpose(face.purpose),
                    f"d{face.sides}",
                    words.count(face.dice),
                    words.number(face.mean, 2),
                    words.number(face.expected, 1),
                    words.number(face.z, 1, sign=True),
                    "–"
                    if entry is None
                    else words("games_of", count=words.count(entry.seen), of=words.count(entry.dice)),
                    "–" if entry is None else words.number(entry.expected, 1),
                    "–" if entry is None else words.number(entry.z, 1, sign=True),
                )
            )
    heads = ("t_side", "t_purpose", "t_die", "t_count", "t_mean", "t_expected", "t_z", "t_seen", "t_expected", "t_z")
    listed = table([words(head) for head in heads], rows, numbers=range(3, 10))
    return [*parts, folded(words("faces_of"), listed)]


def _activity(match: Measured, figure: str, names: Names, words: Words) -> list[str]:
    rows = [
        (
            names.side(found.side),
            f"{words.count(found.quiet.count)} / {words.count(found.quiet.of)} ({words.share(found.quiet.share, 0)})",
            words.count(found.streak),
            words("games_of", count=words.count(found.never.count), of=words.count(found.never.of)),
            words("never") if found.first is None else words("in_round", round=words.number(found.first, 1)),
        )
        for found in match.passivity
    ]
    heads = ("t_side", "t_quiet", "t_streak", "t_never", "t_first")
    alarms = [(place, 1) for place, found in enumerate(match.passivity) if found.alarm]
    listed = table([words(head) for head in heads], rows, numbers=(1, 2, 3, 4), alarms=alarms)
    return [h3(words("h_activity")), figure, note(words("n_activity")), listed]


def _thinking(match: Measured, figure: str, names: Names, words: Words) -> list[str]:
    rows = [
        (
            names.side(found.side),
            found.bot,
            words.number(found.decisions, 0),
            words.milliseconds(found.median),
            words.milliseconds(found.high),
            words.milliseconds(found.longest),
        )
        for found in match.thinking
    ]
    heads = ("t_side", "t_bot", "t_decisions", "t_median", "t_high", "t_longest")
    listed = table([words(head) for head in heads], rows, numbers=(2, 3, 4, 5))
    return [h3(words("h_thinking")), figure, note(words("n_thinking")), listed]


def _spoilt(match: Measured, names: Names, words: Words) -> list[str]:
    if not match.spoilt:
        return []
    rows = [
        (
            words.count(game.game),
            game.seed,
            game.reason,
            words("engine") if game.fault == "engine" else names.side(game.fault),
            game.error,
        )
        for game in match.spoilt
    ]
    heads = ("t_game", "t_seed", "t_end", "t_fault", "t_error")
    return [h3(words("h_spoilt")), table([words(head) for head in heads], rows, numbers=(0,))]
