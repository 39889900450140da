"""The charts of a report: results, courses of games, swarm dice, luck, times."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, pi, sqrt
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter

from game.sim.report.figures import Estimate
from game.sim.report.measure import Measured
from game.sim.report.names import Names
from game.sim.report.style import DIM, DRAW, INK, LINE, MARKS, SIDES, STROKES, bare, sheet
from game.sim.report.swarms import SwarmUse, by_dice, dice_share
from game.sim.report.words import Words
from game.sim.summary import Rate

WIDE: Final = 10.4
"""Inches of a picture across the page."""
SHOWN: Final = 16
"""Rows of the swarm-dice chart."""
_OFF: Final = 2
"""Standard errors beyond which fair dice fall once in twenty times."""


def _percent(words: Words) -> FuncFormatter:
    return FuncFormatter(lambda value, _place: words.share(value, 0))


def _whole(words: Words, *, sign: bool = False) -> FuncFormatter:
    def label(value: float, _place: int | None) -> str:
        return words.number(value, 0 if abs(value - round(value)) < 1e-9 else 1, sign=sign and value != 0)

    return FuncFormatter(label)


def wins(matches: Sequence[Measured], names: Names, words: Words) -> Figure:
    """Win rates with their intervals, a row for each side of each match-up."""
    rows: list[tuple[str, Rate, int]] = []
    for match in matches:
        for won in match.outcomes.wins:
            title = names.mission(match.scenario) or match.scenario
            label = f"{names.side(won.side)} · {won.bot}"
            rows.append((f"{title}: {label}" if len(matches) > 1 else label, won.wins, match.tone(won.side)))
    figure = sheet(WIDE, 0.75 + 0.34 * len(rows))
    axes = bare(figure.add_subplot(), grid="x")
    for place, (_, rate, side) in enumerate(rows):
        colour = SIDES[side]
        axes.plot([rate.low, rate.high], [place, place], color=colour, linewidth=3.5, alpha=0.45)
        axes.plot([rate.share], [place], marker=MARKS[side], color=colour, markersize=7)
    axes.axvline(0.5, color=DIM, linewidth=0.8, linestyle=(0, (2, 2)))
    axes.set_yticks(range(len(rows)), [label for label, _, _ in rows], color=INK)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlim(-0.01, 1.01)
    axes.xaxis.set_major_formatter(_percent(words))
    axes.set_xlabel(words("axis_wins"))
    return figure


def results(match: Measured, names: Names, words: Words) -> Figure:
    """In which round games ended and why, by who won."""
    first = {team: side for side, team in reversed(match.teams.items())}
    colours = {**{team: SIDES[match.tone(side)] for team, side in reversed(first.items())}, "": DRAW}
    teams = list(colours)
    figure = sheet(WIDE, max(2.9, 1.3 + 0.42 * len(match.outcomes.ends)))
    left, right = figure.subplots(1, 2, width_ratios=(1.25, 1))
    counts = match.outcomes.length.counts
    bare(left, grid="y").set_title(words("chart_length"))
    base = {number: 0 for number, _ in counts}
    for team in teams:
        heights = [won.get(team, 0) for _, won in counts]
        if any(heights):
            label = words("won_by", team=names.side(team)) if team else words("drawn")
            numbers = [number for number, _ in counts]
            left.bar(numbers, heights, bottom=[base[n] for n in numbers], color=colours[team], width=0.8, label=label)
            for number, height in zip(numbers, heights, strict=True):
                base[number] += height
    left.set_xlabel(words("axis_round_end"))
    left.set_ylabel(words("axis_games"))
    left.xaxis.set_major_locator(MaxNLocator(integer=True))
    left.yaxis.set_major_locator(MaxNLocator(integer=True))
    spare = max(1.0, 3 - (counts[-1][0] - counts[0][0]) / 2)
    left.set_xlim(counts[0][0] - spare, counts[-1][0] + spare)
    bare(right, grid="x").set_title(words("chart_ends"))
    for place, end in enumerate(match.outcomes.ends):
        start = 0
        for team in teams:
            width = end.winners.get(team, 0)
            if width:
                right.barh(
                    place, width, left=start, color=colours[team], height=min(0.55, 0.2 * len(match.outcomes.ends))
                )
                start += width
        right.annotate(
            words.share(end.share.share, 0), (start, place), (5, 0), textcoords="offset points", va="center", fontsize=9
        )
    labels = [names.reason(end.reason) for end in match.outcomes.ends]
    right.set_yticks(range(len(labels)), [_folded(label) for label in labels], color=INK)
    right.set_ylim(len(labels) - 0.4, -0.6)
    right.margins(x=0.14)
    right.set_xlabel(words("axis_games"))
    right.xaxis.set_major_locator(MaxNLocator(integer=True))
    handles, shown = left.get_legend_handles_labels()
    if handles:
        figure.legend(handles, shown, loc="outside lower center", ncols=len(handles))
    return figure


def survival(match: Measured, names: Names, words: Words) -> Figure:
    """The share of each side's units that is alive, and how many stand, by round."""
    figure = sheet(WIDE, 3.5)
    left, right = figure.subplots(1, 2)
    bare(left, grid="y").set_title(words("chart_alive"))
    bare(right, grid="y").set_title(words("chart_fit"))
    left.fill_between(
        range(len(match.running)), match.running, color=LINE, alpha=0.45, linewidth=0, label=words("running")
    )
    for found in match.survival:
        colour = SIDES[match.tone(found.side)]
        stroke: Any = STROKES[match.tone(found.side)]
        for axes, bands in ((left, found.alive), (right, found.fit)):
            rounds = [entry.round for entry in bands]
            axes.fill_between(
                rounds, [e.low for e in bands], [e.high for e in bands], color=colour, alpha=0.16, linewidth=0
            )
            axes.plot(rounds, [e.mean for e in bands], color=colour, linestyle=stroke, label=names.side(found.side))
    left.set_ylim(0, 1.03)
    left.yaxis.set_major_formatter(_percent(words))
    right.set_ylim(bottom=0)
    for axes in (left, right):
        axes.set_xlabel(words("axis_round"))
        axes.set_xlim(0, max(1, len(match.running) - 1))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    handles, labels = left.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(handles))
    return figure


def activity(match: Measured, names: Names, words: Words) -> Figure:
    """Attacks of each side by round."""
    figure = sheet(WIDE, 2.9)
    axes = bare(figure.add_subplot(), grid="y")
    number = len(match.passivity)
    width = 0.8 / max(1, number)
    for place, found in enumerate(match.passivity):
        at = [n + 1 + (place - (number - 1) / 2) * width for n in range(len(found.attacks))]
        colour = SIDES[match.tone(found.side)]
        side = names.side(found.side)
        axes.bar(at, found.attacks, width=width * 0.92, color=colour, label=words("own_attacks", side=side))
        axes.bar(
            at,
            found.reactions,
            bottom=found.attacks,
            width=width * 0.92,
            color=colour,
            alpha=0.4,
            label=words("reaction_attacks", side=side),
        )
    axes.set_xlabel(words("axis_round"))
    axes.set_ylabel(words("axis_attacks"))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(_whole(words))
    axes.set_xlim(0.3, max(1, len(match.running) - 1) + 0.7)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=2 * min(2, number))
    return figure


def swarm(use: SwarmUse, colour: int, names: Names, words: Words) -> Figure:
    """How often each effect was bought, and what went with it."""
    effects = by_dice(use.effects)[:SHOWN]
    figure = sheet(WIDE, 1.25 + 0.34 * len(effects))
    often, felled, winning = figure.subplots(1, 3, sharey=True, width_ratios=(1, 1.15, 1.15))
    tone = SIDES[colour]
    spots = range(len(effects))
    bare(often, grid="x").set_title(words("chart_dice_share"))
    often.barh(spots, [dice_share(worth, use) for worth in effects], color=tone, height=0.55, alpha=0.85)
    often.xaxis.set_major_formatter(_percent(words))
    often.xaxis.set_major_locator(MaxNLocator(4))
    often.set_yticks(spots, [names.item(worth.name) for worth in effects], color=INK)
    often.set_ylim(len(effects) - 0.4, -0.6)
    often.set_xlabel(words("axis_dice_share"))
    _estimates(felled, [worth.more for worth in effects], tone)
    felled.set_title(words("chart_felled"))
    felled.set_xlabel(words("axis_felled"))
    felled.xaxis.set_major_formatter(_whole(words, sign=True))
    _estimates(winning, [worth.winning for worth in effects], tone)
    winning.set_title(words("chart_winning"))
    winning.set_xlabel(words("axis_winning"))
    winning.xaxis.set_major_formatter(FuncFormatter(lambda v, _: words.number(100 * v, 0, sign=round(v, 3) != 0)))
    return figure


def _estimates(axes: Axes, estimates: Sequence[Estimate], colour: str) -> None:
    """Points with their intervals; what cannot be told from nought is hollow."""
    bare(axes, grid="x")
    axes.axvline(0, color=DIM, linewidth=0.8)
    for place, estimate in enumerate(estimates):
        if estimate.n and estimate.low is not None and estimate.high is not None:
            axes.plot([estimate.low, estimate.high], [place, place], color=colour, linewidth=3, alpha=0.4)
            axes.plot([estimate.value], [place], "o", color=colour, markerfacecolor=_face(estimate, colour))
    axes.margins(x=0.12)
    axes.xaxis.set_major_locator(MaxNLocator(5))


def _face(estimate: Estimate, colour: str) -> str:
    return colour if estimate.clear else "none"


def luck(match: Measured, names: Names, words: Words) -> Figure:
    """Dice against their numbers by purpose, and how lucky each side was in each game."""
    purposes = sorted({entry.purpose for side in match.luck for entry in side.successes})
    figure = sheet(WIDE, max(3.1, 1.4 + 0.3 * len(purposes)))
    left, right = figure.subplots(1, 2, width_ratios=(1.1, 1))
    bare(left, grid="x").set_title(words("chart_luck"))
    left.axvspan(-_OFF, _OFF, color=LINE, alpha=0.45, linewidth=0)
    left.axvline(0, color=DIM, linewidth=0.8)
    number = len(match.luck)
    for place, side in enumerate(match.luck):
        at = [purposes.index(entry.purpose) + (place - (number - 1) / 2) * 0.22 for entry in side.successes]
        left.plot(
            [entry.z for entry in side.successes],
            at,
            linestyle="none",
            marker=MARKS[match.tone(side.side)],
            color=SIDES[match.tone(side.side)],
            markersize=6.5,
            label=names.side(side.side),
        )
    left.set_yticks(range(len(purposes)), [names.purpose(purpose) for purpose in purposes], color=INK)
    left.set_ylim(len(purposes) - 0.4, -0.6)
    reach = max([_OFF + 1.0, *(abs(entry.z) + 0.4 for side in match.luck for entry in side.successes)])
    left.set_xlim(-reach, reach)
    left.xaxis.set_major_formatter(_whole(words, sign=True))
    left.set_xlabel(words("axis_luck"))
    bare(right, grid="y").set_title(words("chart_luck_games"))
    _luck_of_games(right, match, words)
    handles, labels = left.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=max(1, len(handles)))
    return figure


def _luck_of_games(axes: Axes, match: Measured, words: Words) -> None:
    edges = [step / 2 for step in range(-8, 9)]
    axes.plot(
        [edge / 10 for edge in range(-40, 41)],
        [exp(-((edge / 10) ** 2) / 2) / sqrt(2 * pi) / 2 for edge in range(-40, 41)],
        color=DIM,
        linewidth=1,
        linestyle=(0, (2, 2)),
    )
    for side in match.luck:
        games = [min(3.999, max(-3.999, score)) for score in side.games]
        axes.hist(
            games,
            bins=edges,
            weights=[1 / len(games)] * len(games),
            histtype="stepfilled",
            facecolor="none",
            edgecolor=SIDES[match.tone(side.side)],
            linewidth=1.8,
            linestyle=STROKES[match.tone(side.side)],
        )
    axes.set_xlim(-4, 4)
    axes.xaxis.set_major_formatter(_whole(words, sign=True))
    axes.yaxis.set_major_formatter(_percent(words))
    axes.set_xlabel(words("axis_luck_games"))
    axes.set_ylabel(words("axis_share_games"))


def thinking(match: Measured, names: Names, words: Words) -> Figure:
    """How long decisions took: the usual one, a long one, the longest."""
    figure = sheet(WIDE, 0.95 + 0.5 * len(match.thinking))
    axes = bare(figure.add_subplot(), grid="x")
    for place, found in enumerate(match.thinking):
        colour = SIDES[match.tone(found.side)]
        low = max(found.median, 0.001)
        axes.plot([low, found.longest], [place, place], color=colour, linewidth=2, alpha=0.35)
        axes.plot([low, found.high], [place, place], color=colour, linewidth=6, alpha=0.45)
        axes.plot([low], [place], marker=MARKS[match.tone(found.side)], color=colour, markersize=8)
        axes.plot([found.longest], [place], marker="|", color=colour, markersize=10)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: words.round_time(value)))
    axes.xaxis.set_minor_formatter(NullFormatter())
    labels = [f"{names.side(found.side)} · {found.bot}" for found in match.thinking]
    axes.set_yticks(range(len(labels)), labels, color=INK)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.set_xlabel(words("axis_thinking"))
    return figure


def _folded(text: str, width: int = 26) -> str:
    """A label on at most as many lines as it needs."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)
