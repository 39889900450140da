"""The few findings that matter most, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import erfc, sqrt
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from game.sim.report.measure import Measured, Report
from game.sim.report.names import Names
from game.sim.report.swarms import SwarmUse, dice_share
from game.sim.report.words import Words

MOST: Final = 9
"""Findings that a page opens with; ``report.json`` holds all."""
_FEW: Final = 30
_OFF: Final = 3.0
"""Standard errors from which a purpose's dice are spoken of."""
_OFTEN: Final = 0.1
"""The share of rolls from which an effect is spoken of."""


class Finding(Struct, frozen=True):
    """Something worth saying: ``kind`` names what it is about, ``weight`` how much it matters (1 to 100)."""

    kind: str
    text: str
    weight: int
    alarm: bool = False


def findings_of(report: Report, names: Names, words: Words) -> tuple[Finding, ...]:
    """Everything worth saying, what matters most first."""
    found = [*_whole(report, words)]
    for match in report.match_ups:
        at = _at(match, report, names)
        found += [
            *_alarms(match, report, at, names, words),
            *_outcome(match, at, names, words, alone=len(report.match_ups) == 1),
            *_quiet(match, at, names, words),
            *_swarm(match, at, names, words),
            *_luck(match, at, names, words),
            *_slow(match, at, names, words),
        ]
    spoken = [replace(finding, text=finding.text[:1].upper() + finding.text[1:]) for finding in found]
    return tuple(sorted(spoken, key=lambda finding: -finding.weight))


def _at(match: Measured, report: Report, names: Names) -> str:
    """Which match-up a sentence is about, with a colon: nothing if there is only one, with its bots if need be."""
    if len(report.match_ups) == 1:
        return ""
    mission = names.mission(match.scenario) or match.scenario
    if sum(1 for other in report.match_ups if other.scenario == match.scenario) > 1:
        mission += f" ({' – '.join(bot for _, bot in match.seats)})"
    return f"{mission}: "


def _whole(report: Report, words: Words) -> Iterator[Finding]:
    if report.spoilt:
        why = Counter(game.reason for match in report.match_ups for game in match.spoilt)
        told = ", ".join(f"{reason} {count}" for reason, count in sorted(why.items()))
        text = words("f_spoilt", count=words.count(report.spoilt), games=words.count(report.games), why=told)
        yield Finding("spoilt", text, 95, alarm=True)


def _alarms(match: Measured, report: Report, at: str, names: Names, words: Words) -> Iterator[Finding]:
    bots = dict(match.seats)
    for found in match.passivity:
        if found.alarm:
            text = words(
                "f_alarm",
                at=at,
                side=names.side(found.side),
                bot=bots[found.side],
                share=words.share(found.quiet.share, 0),
                limit=words.share(report.max_passive or 0.0),
            )
            yield Finding("alarm", text, 100, alarm=True)


def _outcome(match: Measured, at: str, names: Names, words: Words, *, alone: bool) -> Iterator[Finding]:
    outcomes = match.outcomes
    if not outcomes.played:
        return
    first = outcomes.wins[0]
    even = first.wins.low <= 0.5 <= first.wins.high and not outcomes.draws and len(set(match.teams.values())) == 2
    text = words(
        "f_even" if even else "f_wins",
        at=at,
        side=names.side(first.side),
        bot=first.bot,
        share=words.share(first.wins.share, 0),
        games=words.count(outcomes.played),
        interval=words.interval(first.wins),
    )
    yield Finding("wins", text, 80)
    if outcomes.draws * 20 >= outcomes.played:
        share = words.share(outcomes.draws / outcomes.played, 0)
        yield Finding("draws", words("f_draws", at=at, share=share, games=words.count(outcomes.played)), 70)
    if outcomes.played < _FEW:
        width = max(won.wins.high - won.wins.low for won in outcomes.wins) / 2
        text = words("f_few", at=at, games=words.count(outcomes.played), least=words.number(100 * width, 0))
        yield Finding("few", text, 60 if alone else 30)
    length = outcomes.length
    text = words(
        "f_length" if length.low < length.high else "f_length_same",
        at=at,
        median=words.number(length.median, 0 if length.median == int(length.median) else 1),
        low=words.number(length.low, 0),
        high=words.number(length.high, 0),
    )
    yield Finding("length", text, 45)
    end = outcomes.ends[0]
    text = words("f_limit", at=at, share=words.share(end.share.share, 0), reason=names.reason(end.reason))
    yield Finding("ends", text, 40)


def _quiet(match: Measured, at: str, names: Names, words: Words) -> Iterator[Finding]:
    bots = dict(match.seats)
    for found in match.passivity:
        if found.never.count:
            text = words(
                "f_never",
                at=at,
                side=names.side(found.side),
                bot=bots[found.side],
                count=words.count(found.never.count),
                games=words.count(found.never.of),
            )
            yield Finding("passive", text, 75 if found.never.share > 0.05 else 50)


def _swarm(match: Measured, at: str, names: Names, words: Words) -> Iterator[Finding]:
    for use in match.swarms:
        if not use.effects:
            continue
        most = max(use.effects, key=lambda worth: worth.dice)
        text = words(
            "f_swarm_most",
            at=at,
            side=names.side(use.side),
            share=words.share(dice_share(most, use), 0),
            item=names.item(most.name),
            idle=words.share(use.idle / use.dice, 0),
        )
        yield Finding("swarm", text, 48)
        yield from _worth(use, at, names, words)


def _worth(use: SwarmUse, at: str, names: Names, words: Words) -> Iterator[Finding]:
    clear = [worth for worth in use.effects if worth.more.clear and worth.phases.share >= _OFTEN / 2]
    for key, sign in (("f_swarm_best", 1), ("f_swarm_worst", -1)):
        picked = [worth for worth in clear if worth.more.value * sign > 0]
        if picked:
            worth = max(picked, key=lambda entry: entry.more.value * sign)
            text = words(
                key,
                at=at,
                item=names.item(worth.name),
                value=words.number(abs(worth.more.value), 2),
                span=words.span(worth.more),
            )
            yield Finding("worth", text, 55 if sign > 0 else 46)


def _luck(match: Measured, at: str, names: Names, words: Words) -> Iterator[Finding]:
    entries = [(side, made.purpose, made.z) for side in match.luck for made in side.successes]
    entries += [(side, faces.purpose, faces.z) for side in match.luck for faces in side.faces]
    off = [entry for entry in entries if abs(entry[2]) > _OFF]
    if off:
        side, purpose, z = max(off, key=lambda entry: abs(entry[2]))
        chance = min(1.0, len(entries) * erfc(abs(z) / sqrt(2)))
        text = words(
            "f_unfair",
            at=at,
            side=names.side(side.side),
            purpose=names.purpose(purpose),
            z=words.number(z, 1, sign=True),
            odds=words.count(min(1e6, max(1.0, 1 / chance))),
        )
        yield Finding("luck", text, 65)
    elif entries:
        yield Finding("luck", words("f_fair", at=at, limit=words.number(_OFF, 0)), 35)
    for side in match.luck[:1]:
        if side.luckier.clear:
            text = words(
                "f_luck",
                at=at,
                side=names.side(side.side),
                value=words.number(100 * side.luckier.value, 0),
                span=words.span(side.luckier, percent=True),
            )
            yield Finding("luck_result", text, 52)


def _slow(match: Measured, at: str, names: Names, words: Words) -> Iterator[Finding]:
    if match.thinking:
        slow = max(match.thinking, key=lambda found: found.longest)
        text = words(
            "f_slow",
            at=at,
            side=names.side(slow.side),
            bot=slow.bot,
            longest=words.milliseconds(slow.longest),
            median=words.milliseconds(slow.median),
        )
        yield Finding("thinking", text, 38)
