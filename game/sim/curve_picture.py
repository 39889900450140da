"""A curve of chances as a picture, drawn with matplotlib."""

from __future__ import annotations

from pathlib import Path

from game.api import DataError
from game.sim.curve import Curve


def draw(curve: Curve, path: Path, *, title: str) -> None:
    """Write the picture: the chance with its intervals, rounds, turning points. Raises DataError if it cannot be."""
    from matplotlib.figure import Figure

    shown = [point for point in curve.points if point.known or point.value.games]
    figure = Figure(figsize=(10, 4.5), layout="constrained")
    axes = figure.subplots()
    at = [point.actions for point in shown]
    axes.fill_between(
        at, [point.value.low for point in shown], [point.value.high for point in shown], color="#9db7d5", alpha=0.5
    )
    axes.plot(at, [point.value.mean for point in shown], color="#1f4e79", marker="o", markersize=3)
    axes.axhline(0.5, color="#888888", linewidth=0.8, linestyle=":")
    for turning in curve.turnings:
        axes.axvline(turning.action, color="#b3541e", linewidth=1, linestyle="--")
        text = f"{turning.action}: {turning.swing:+.0%}\n(dice {turning.luck:+.0%})"
        axes.annotate(text, (turning.action, 1.02), xycoords=("data", "axes fraction"), fontsize=7, color="#b3541e")
    rounds = {point.round: point.actions for point in reversed(shown)}
    above = axes.secondary_xaxis("bottom")
    above.set_xticks(list(rounds.values()), [f"\nround {number}" for number in rounds], fontsize=7)
    axes.set_ylim(0, 1)
    axes.set_xlabel("actions", labelpad=18)
    axes.set_ylabel(f"chance of {curve.team}")
    axes.set_title(
        f"{title}\nresult {curve.result:.2f}, dice {curve.luck.mean:+.2f}, without luck {curve.adjusted:.2f}", pad=26
    )
    try:
        figure.savefig(path, dpi=120)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DataError(f"expected a picture file that can be written, found {reason}", file=str(path)) from None
