"""The two pictures of the sheet, as SVG that is the same for the same numbers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tools.balance.sheet import Found
from tools.balance.variants import DICE_OF_LEVEL, dice_of, has_hive

INK, PALE, GOOD, BAND = "#d7dde2", "#56616b", "#e0a33a", "#39434c"
GROUND: Final = "#161b20"
STYLE: Final[dict[Any, Any]] = {
    "svg.hashsalt": "broodfall",
    "svg.fonttype": "path",
    "figure.facecolor": GROUND,
    "axes.facecolor": GROUND,
    "savefig.facecolor": GROUND,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": PALE,
    "xtick.color": INK,
    "ytick.color": INK,
    "font.size": 10,
}


def draw(found: Mapping[str, Found], folder: Path, *, least: float, most: float, dice: bool) -> None:
    """Write ``balance-missions.svg``, and ``balance-dice.svg`` if the dice were measured."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    with pyplot.rc_context(STYLE):
        _saved(_missions(pyplot, found, least, most), folder / "balance-missions.svg")
        if dice:
            _saved(_dice(pyplot, found, least, most), folder / "balance-dice.svg")
        pyplot.close("all")


def _saved(figure: Any, file: Path) -> None:
    figure.savefig(file, metadata={"Date": None, "Creator": None}, bbox_inches="tight")
    # The writer ends lines with blanks, which no text file of ours has.
    file.write_text("\n".join(line.rstrip() for line in file.read_text("utf-8").splitlines()) + "\n", "utf-8")


def _missions(pyplot: Any, found: Mapping[str, Found], least: float, most: float) -> Any:
    figure, axes = pyplot.subplots(figsize=(8, 0.36 * len(found) + 1))
    axes.axvspan(100 * least, 100 * most, color=BAND, zorder=0)
    upwards = list(found)[::-1]
    for row, name in enumerate(upwards):
        rate = found[name].rate()
        axes.plot((100 * rate.low, 100 * rate.high), (row, row), color=GOOD, linewidth=3, solid_capstyle="round")
        axes.plot(100 * rate.share, row, "o", color=INK, markersize=5)
        axes.annotate(f"{rate.share:.0%}", (100, row), xytext=(6, 0), textcoords="offset points", va="center")
    axes.set_yticks(range(len(upwards)), upwards)
    axes.set_xlim(0, 100)
    axes.set_xlabel(f"marines win, % with 95 % interval (band: {least:.0%} to {most:.0%})")
    _plain(axes)
    return figure


def _dice(pyplot: Any, found: Mapping[str, Found], least: float, most: float) -> Any:
    shown = {name: one for name, one in found.items() if has_hive(one.scenario)}
    columns = 4
    rows = -(-len(shown) // columns)
    figure, grid = pyplot.subplots(rows, columns, figsize=(9, 1.9 * rows), sharex=True, sharey=True, squeeze=False)
    for axes in grid.flat[len(shown) :]:
        axes.set_visible(False)
    for axes, (name, one) in zip(grid.flat, shown.items(), strict=False):
        own = dice_of(one.scenario)
        rates = {dice: one.rate() if dice == own else one.rate(f"dice{dice}") for dice in DICE_OF_LEVEL}
        axes.axhspan(100 * least, 100 * most, color=BAND, zorder=0)
        axes.fill_between(
            list(rates),
            [100 * r.low for r in rates.values()],
            [100 * r.high for r in rates.values()],
            color=GOOD,
            alpha=0.25,
            linewidth=0,
        )
        axes.plot(list(rates), [100 * r.share for r in rates.values()], color=GOOD, linewidth=2)
        axes.plot(own, 100 * rates[own].share, "o", color=INK, markersize=6)
        axes.set_title(name, fontsize=10, color=INK)
        axes.set_xticks(list(rates))
        axes.set_ylim(0, 100)
        axes.set_yticks((0, 50, 100))
        _plain(axes)
    figure.supxlabel("swarm dice (the mission's own are marked)", fontsize=10)
    figure.supylabel("marines win, % with 95 % interval", fontsize=10)
    figure.tight_layout()
    return figure


def _plain(axes: Any) -> None:
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0)
