"""The pages of the legend: keys, marks, and whatever is drawn on a board, each with its picture."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.io.text import load_names
from game.ui.art import has_picture
from game.ui.keys import DEFAULTS
from game.ui.scenes.codex_pages import clauses_about, entry_of, titled
from game.ui.scenes.reader import Entry, clause_in
from game.ui.widgets.sheet import Grid, Part

if TYPE_CHECKING:
    from game.ui.labels import Labels
    from game.ui.window import Window

_MARKS: Final = (
    "reach", "onward", "place", "appear", "threat", "fire", "template", "select", "ready", "target", "eye", "shade",
    "brood", "engaged", "wounds",
)  # fmt: skip
_TERRAIN: Final = {
    "floor": "floor_0", "wall": "wall_0", "difficult": "difficult_0", "barricade": "barricade", "pit": "pit",
}  # fmt: skip
_DOORS: Final = {
    "closed": "door_closed", "open": "door_open", "sealed": "door_sealed", "broken": "door_broken",
}  # fmt: skip
_MARKERS: Final = ("nest", "infestation", "console", "item", "mine", "charge")


def legend_entries(window: Window) -> list[Entry]:
    """Keys first, then everything that is drawn."""
    labels = window.labels
    lines = [(window.keys.shown(command), labels.command(command)) for command in DEFAULTS]
    half = -(-len(lines) // 2)
    keys: tuple[Part, ...] = (labels("legend_digits"), "", Grid(rows=tuple(lines[:half])))
    marks = tuple(labels(f"mark_{mark}") for mark in _MARKS)
    rest = (Grid(rows=tuple(lines[half:])),)
    return [
        replace(entry_of(labels("legend_keys"), keys, beside=rest), slim=True),
        Entry(labels("legend_marks"), marks),
        entry_of(titled(labels("legend_ground")), (_ground(labels),)),
        entry_of(titled(labels("legend_markers")), (_markers(labels),)),
        entry_of(titled(labels("codex_states")), (_states(labels),)),
    ]


def _ground(labels: Labels) -> Grid:
    texts, words = labels.words.texts, labels.words
    rows = [(titled(texts.name("terrain", name)), labels(f"about_{name}")) for name in _TERRAIN]
    door = titled(texts.name("terrain", "door"))
    rows += [(f"{door}, {words.say(state)}", labels(f"about_door_{state}")) for state in _DOORS]
    rows.append((titled(words.say("exit")), labels("about_exit")))
    return Grid(rows=tuple(rows), pictures=(*_TERRAIN.values(), *_DOORS.values(), "zone_exit"))


def _markers(labels: Labels) -> Grid:
    names = [titled(labels.words.texts.name("markers", marker)) for marker in _MARKERS]
    rows = tuple((name, labels(f"about_{marker}")) for name, marker in zip(names, _MARKERS, strict=True))
    return Grid(rows=rows, pictures=_MARKERS)


def _states(labels: Labels) -> Grid:
    """Each state with the first clause that speaks of it, which it leads to."""
    rows, links, pictures = [], [], []
    for state in load_names(labels.language)["states"]:
        if has_picture(f"icon_{state}"):
            about = clauses_about("states", state, labels.language)
            said = about[0].partition(": ")[2] if about else ""
            rows.append((titled(labels.words.texts.state(state)), said))
            links.append(clause_in(about[0]) if about else "")
            pictures.append(f"icon_{state}")
    return Grid(rows=tuple(rows), links=tuple(links), pictures=tuple(pictures))
