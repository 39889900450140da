"""How pictures look: one calm style, whose colours the page gives other values in the dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO, StringIO
from typing import Any, Final

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

INK: Final = "#1f2328"
DIM: Final = "#667079"
LINE: Final = "#d5dbe1"
PAPER: Final = "#fdfdfc"
WALL: Final = "#9aa4ae"
ROUGH: Final = "#ece7da"
DOOR: Final = "#8a5a2b"
ALARM: Final = "#b3261e"
DRAW: Final = "#b9c0c7"
SIDES: Final = ("#2b62a8", "#b0355f", "#b87514", "#3d8a5f")
"""Colours of the sides in their order; told apart by people who see few colours, and drawn in different strokes."""
STROKES: Final = ("solid", (0, (5, 1.5)), (0, (1.5, 1.2)), (0, (6, 1.5, 1.5, 1.5)))
MARKS: Final = ("o", "D", "s", "^")

DARK: Final = {
    "ink": (INK, "#e6e8ea"),
    "dim": (DIM, "#9aa5af"),
    "line": (LINE, "#3a424a"),
    "paper": (PAPER, "#16191d"),
    "wall": (WALL, "#59636d"),
    "rough": (ROUGH, "#2a2c2b"),
    "door": (DOOR, "#d09a5f"),
    "alarm": (ALARM, "#ff8a80"),
    "draw": (DRAW, "#5f6a74"),
    "side0": (SIDES[0], "#7eb0ee"),
    "side1": (SIDES[1], "#f08bad"),
    "side2": (SIDES[2], "#e8b25e"),
    "side3": (SIDES[3], "#7fcba2"),
}
"""Each colour by the name that the page gives it: as it is drawn, and as it is shown in the dark."""

_STYLE: Final[dict[Any, Any]] = {
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": DIM,
    "axes.titlecolor": INK,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 10,
    "axes.labelsize": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": LINE,
    "grid.linewidth": 0.7,
    "xtick.color": DIM,
    "ytick.color": DIM,
    "xtick.labelcolor": DIM,
    "ytick.labelcolor": DIM,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "lines.linewidth": 2,
    "lines.solid_capstyle": "round",
    "svg.fonttype": "none",
    "svg.hashsalt": "broodfall",
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
}


@contextmanager
def style() -> Iterator[None]:
    """Draw in the report's style, whatever this computer's own settings are."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        yield


def sheet(width: float, height: float) -> Figure:
    """An empty picture, in inches; what is put on it makes room for itself."""
    return Figure(figsize=(width, height), layout="constrained")


def bare(axes: Axes, *, grid: str = "") -> Axes:
    """Axes with a grid in one direction only (``x``, ``y`` or none)."""
    axes.grid(visible=False)
    if grid == "x":
        axes.grid(visible=True, axis="x")
    elif grid == "y":
        axes.grid(visible=True, axis="y")
    axes.spines["left"].set_visible(False)
    return axes


def png(figure: Figure) -> bytes:
    """The picture on white; the same bytes for the same picture."""
    stream = BytesIO()
    figure.savefig(stream, format="png", dpi=150, facecolor=PAPER, metadata={"Software": None})
    return stream.getvalue()


def svg(figure: Figure, name: str, told: str) -> str:
    """The picture as part of a page: its colours by name, its letters the page's, its ids its own (``name``)."""
    stream = StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    text = stream.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = re.sub(r"\s*<style[^>]*>.*?</style>", "", text, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->\s*", "", text, flags=re.DOTALL)
    text = re.sub(r' id="([^"]+)"', rf' id="{name}-\1"', text)
    text = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", text)
    text = re.sub(r'(?:xlink:)?href="#([^"]+)"', rf'href="#{name}-\1"', text)
    text = re.sub(r"font: ([^;\"']*?)([\d.]+px) [^;\"]*", r"font: \1\2 var(--letters)", text)
    for colour, (drawn, _) in DARK.items():
        text = text.replace(drawn, f"var(--{colour})")
    box = re.search(r'viewBox="([^"]+)"', text)
    assert box is not None, "a picture without a size"
    head = f'<svg viewBox="{box[1]}" role="img" aria-label="{told}">'
    body = text[text.index(">") + 1 :].strip()
    return head + "\n" + re.sub(r"\n\s+", "\n", body)
