"""The page: one file with everything in it, for light and dark screens and for paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final

from game.api import Game
from game.sim.report.findings import MOST, Finding
from game.sim.report.measure import Measured, Report
from game.sim.report.names import Names
from game.sim.report.pictures import Album
from game.sim.report.sections import sections_of
from game.sim.report.style import DARK
from game.sim.report.tables import h2, note, table
from game.sim.report.words import Words

_LAYOUT: Final = """
*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink);font:16px/1.55 var(--letters);color-scheme:light dark}
body{max-width:66rem;margin:0 auto;padding:2.2rem 1.4rem 4rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .4rem;letter-spacing:-.01em}
h2{font-size:1.35rem;margin:3rem 0 .6rem;padding-top:1.2rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:2.2rem 0 .4rem}
h4{font-size:.95rem;margin:1.4rem 0 .3rem;color:var(--dim);font-weight:600}
p{margin:.4rem 0;max-width:48rem}
.lead,.note{color:var(--dim)}
.note{font-size:.88rem}
ul.findings{padding:0;margin:.6rem 0;list-style:none}
ul.findings li{margin:.55rem 0;padding-left:1rem;border-left:3px solid var(--line);max-width:50rem}
ul.findings li:first-child{border-color:var(--side0)}
ul.findings li.alarm{border-color:var(--alarm);color:var(--alarm);font-weight:600}
pre{overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere;background:var(--tint);border-radius:6px;
 padding:.7rem .9rem;font:.85rem/1.5 ui-monospace,Menlo,Consolas,monospace;margin:.5rem 0}
figure{margin:.7rem 0 .3rem;overflow-x:auto}
svg{display:block;width:100%;min-width:42rem;height:auto}
.scroll{overflow-x:auto;margin:.6rem 0}
table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums;min-width:50%}
th{font-weight:600;color:var(--dim);text-align:left;vertical-align:bottom}
th,td{padding:.32rem 1rem .32rem 0;border-bottom:1px solid var(--line)}
td:first-child{min-width:8.5rem}
td.n,th.n{text-align:right;white-space:nowrap}
td.alarm{color:var(--alarm);font-weight:600}
nav a{color:var(--side0);text-decoration:none;margin-right:1.1rem}
nav a:hover{text-decoration:underline}
details{margin:.6rem 0}
summary{cursor:pointer;color:var(--dim);font-size:.92rem}
footer{margin-top:3rem;color:var(--dim);font-size:.85rem}
@media print{
 html{font-size:11px}
 body{max-width:none;padding:0}
 h2{break-before:auto}
 h2,h3,h4,summary{break-after:avoid}
 figure,table,ul.findings li,pre{break-inside:avoid}
 nav{display:none}
 svg{min-width:0}
 @page{margin:14mm}
}
"""


def page(
    report: Report,
    findings: Sequence[Finding],
    pictures: Album,
    games: Mapping[str, Game],
    names: Names,
    words: Words,
    *,
    files: Sequence[str],
    command: str,
) -> str:
    """The whole page. ``files`` are what was read, ``command`` is what made the report."""
    heading, lead = _head(report, names, words, files)
    many = len(report.match_ups) > 1
    parts = [
        f"<h1>{escape(heading)}</h1>",
        f'<p class="lead">{escape(lead)}</p>',
        h2(words("h_findings")),
        '<ul class="findings">',
        *[f"<li{_alarm(finding)}>{escape(finding.text)}</li>" for finding in _told(findings)],
        "</ul>",
        h2(words("h_again")),
        f"<pre>{escape(chr(10).join([*(line for match in report.match_ups for line in match.again), command]))}</pre>",
        note(words("n_again", files=", ".join(("report.json", "*.png")))),
    ]
    if many:
        links = "".join(
            f'<a href="#m{number}">{escape(_label(match, names))}</a> ' for number, match in enumerate(report.match_ups)
        )
        parts += [h2(words("h_contents")), f"<nav>{links}</nav>"]
    parts += _wins(report, pictures, names, words)
    for number, match in enumerate(report.match_ups):
        title = f'<h2 id="m{number}">{escape(_label(match, names))}</h2>' if many else ""
        parts += [title, *sections_of(number, match, games.get(match.scenario), pictures, names, words)]
    parts.append(f"<footer>{escape(words('n_made'))}</footer>")
    body = "\n".join(part for part in parts if part)
    return (
        f'<!DOCTYPE html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(heading)}</title>\n<style>{_colours()}{_LAYOUT}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _colours() -> str:
    light = "".join(f"--{name}:{drawn};" for name, (drawn, _) in DARK.items())
    dark = "".join(f"--{name}:{shown};" for name, (_, shown) in DARK.items())
    letters = "--letters:system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif;"
    return (
        f"\n:root{{{letters}--tint:#f0f2f4;{light}}}"
        f"\n@media screen and (prefers-color-scheme:dark){{:root{{--tint:#21262c;{dark}}}}}"
    )


def _told(findings: Sequence[Finding]) -> list[Finding]:
    """All alarms, and the first of the others."""
    alarms = [finding for finding in findings if finding.alarm]
    return [*alarms, *[finding for finding in findings if not finding.alarm][: max(3, MOST - len(alarms))]]


def _alarm(finding: Finding) -> str:
    return ' class="alarm"' if finding.alarm else ""


def _head(report: Report, names: Names, words: Words, files: Iterable[str]) -> tuple[str, str]:
    read = ", ".join(files)
    games = words.count(report.games)
    if len(report.match_ups) == 1:
        match = report.match_ups[0]
        mission = names.mission(match.scenario) or match.scenario
        return words("title_one", mission=mission, games=games), words(
            "lead_one", seats=_seats(match, names, words), files=read
        )
    missions = len({match.scenario for match in report.match_ups})
    lead = words("lead", games=games, missions=words.count(missions), bots=words.count(len(report.bots)), files=read)
    return words("title", games=games), lead


def _seats(match: Measured, names: Names, words: Words) -> str:
    text = "; ".join(words("seat", side=names.side(side), bot=bot) for side, bot in match.seats)
    return text[:1].upper() + text[1:]


def _label(match: Measured, names: Names) -> str:
    bots = " – ".join(bot for _, bot in match.seats)
    return f"{names.mission(match.scenario) or match.scenario}: {bots}"


def _wins(report: Report, pictures: Album, names: Names, words: Words) -> list[str]:
    played = sum(match.outcomes.played for match in report.match_ups)
    if not played:
        return []
    rows = [
        (
            names.mission(match.scenario) or match.scenario,
            names.side(won.side),
            won.bot,
            words("games_of", count=words.count(won.wins.count), of=words.count(won.wins.of)),
            words.share(won.wins.share),
            words.interval(won.wins),
        )
        for match in report.match_ups
        for won in match.outcomes.wins
    ]
    heads = ("t_mission", "t_side", "t_bot", "t_won", "t_rate", "t_interval")
    parts = [
        h2(words("h_wins")),
        note(words("n_wins", played=words.count(played))),
        f"<figure>{pictures['wins'].svg}</figure>",
        table([words(head) for head in heads], rows, numbers=(3, 4, 5)),
    ]
    if len(report.match_ups) > 1:
        bots = [
            (
                bot.bot,
                ", ".join(names.side(side) for side in bot.sides),
                words.count(bot.missions),
                words("games_of", count=words.count(bot.wins.count), of=words.count(bot.wins.of)),
                words.share(bot.wins.share),
                words.interval(bot.wins),
            )
            for bot in report.bots
        ]
        heads = ("t_bot", "t_side", "t_missions", "t_won", "t_rate", "t_interval")
        parts += [
            f"<h3>{escape(words('h_bots'))}</h3>",
            table([words(head) for head in heads], bots, numbers=(2, 3, 4, 5)),
        ]
    return parts
