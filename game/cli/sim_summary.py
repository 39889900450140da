"""What `broodfall sim` says of the games that were played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.cli.output import plural

if TYPE_CHECKING:
    from game.sim.batch import Batch
    from game.sim.results import Rows
    from game.sim.summary import Summary
    from game.text.screen import Screen

_SHOWN: Final = 5
"""Games that are named, of each sort."""


def show(summary: Summary, batch: Batch, output: Screen, again: str) -> None:
    """Rates, ends, lengths, losses, times and what was spoilt; last the command that plays the batch ``again``."""
    if not summary.games:
        return
    output.table(
        ("side", "bot", "wins", "rate", "95 % interval", "decisions", "attacks"),
        [
            (
                side.side,
                side.bot,
                f"{side.wins.count} of {side.wins.of}",
                f"{side.wins.share:.1%}",
                f"{side.wins.low:.1%} to {side.wins.high:.1%}",
                f"{side.decisions:.1f}",
                f"{side.attacks:.1f}",
            )
            for side in summary.sides
        ],
        title=f"{batch.scenario}, {plural(summary.games, 'game')}, seed {batch.seed}",
    )
    reasons = ", ".join(f"{reason} {count}" for reason, count in summary.reasons.items())
    output.say(f"Ends: {reasons}. Draws: {summary.draws}.")
    if summary.faults:
        faults = ", ".join(f"{reason} of {side} {count}" for (reason, side), count in summary.faults.items())
        output.say(f"Spoilt: {summary.void} of {summary.games} games ({faults}).", style="red")
    output.say(
        f"Length: {summary.rounds_mean:.1f} rounds on average, median {summary.rounds_median:g}; "
        f"{summary.decisions_mean:.0f} decisions a game; {summary.seconds:.1f} s of play."
    )
    for side in summary.sides:
        if side.losses:
            lost = ", ".join(f"{count:.2f} {kind}" for kind, count in side.losses.items())
            output.say(f"Losses of {side.side} a game: {lost}.")
    for side in summary.sides:
        if side.longest_pause is not None:
            output.say(
                f"{side.side}: attacked nobody in {side.never_attacked} of {summary.played} games, "
                f"longest pause {plural(side.longest_pause, 'round')}."
            )
    for side in summary.sides:
        if side.thinking is not None:
            middle, high, longest = side.thinking
            output.say(f"Thinking, {side.side}: median {middle:g} ms, 95th {high:g} ms, longest {longest:g} ms.")
    for side in summary.sides:
        if side.imagined:
            output.say(
                f"Imagined, {side.side}: {side.imagined:.1f} actions a game, {side.imagined_most} at most at once."
            )
    _some(summary.errors, "spoilt games", output)
    output.say(f"Again: {again}")


def passive(games: list[Rows], limit: int, output: Screen) -> bool:
    """Name the games in which a side let more rounds pass without an attack than the limit; whether there are any."""
    from game.sim.summary import passive_rows

    found = passive_rows(games, limit)
    lines = [
        f"game {row.game} (seed {row.seed}): passive, {row.side}: attacked nobody in {plural(pause, 'round')} in a row"
        for row, pause in found
    ]
    _some(lines, "passive games", output)
    return bool(found)


def _some(lines: list[str] | tuple[str, ...], what: str, output: Screen) -> None:
    for line in lines[:_SHOWN]:
        output.say(line, style="red")
    if len(lines) > _SHOWN:
        output.say(f"... and {len(lines) - _SHOWN} more {what}.")
