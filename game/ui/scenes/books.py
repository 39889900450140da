"""What there is to read: the codex, the legend with the keys, and why bots did what they did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from game.api import Game, Profile
from game.io.clauses import load_clauses
from game.io.text import load_names
from game.text.explained import terms_of
from game.text.naming import Naming
from game.text.phrases import Phrases
from game.ui.art import UNKNOWN, figure_of, has_picture
from game.ui.keys import DEFAULTS
from game.ui.labels import Labels
from game.ui.scenes.previews import game_of
from game.ui.scenes.reader import Entry, ReaderScene
from game.ui.theme import Palette, SideColours

if TYPE_CHECKING:
    from game.ui.play.match import Match
    from game.ui.window import Window

ROSTER: Final = "concourse"
"""A mission that is played with the whole roster that comes with the game."""
_ATTRIBUTES: Final = ("mov", "cc", "bs", "ph", "wip", "arm", "bts", "w", "s")
_TERRAIN: Final = {
    "floor": "floor_1", "wall": "wall_0", "door": "door_closed", "difficult": "difficult_0", "barricade": "barricade",
    "pit": "pit",
}  # fmt: skip
_MARKERS: Final = ("nest", "infestation", "console", "item", "mine", "charge")
_MOST_REASONS: Final = 80


# --- the codex ---------------------------------------------------------------------------------------------------


def codex(window: Window, *, about: str = "") -> ReaderScene:
    """Units, weapons, ammunition, states and clauses; open at the entry titled ``about``, if there is one."""
    return ReaderScene(
        window, lambda: window.labels("codex"), lambda: codex_entries(window.labels, window.palette), about=about
    )


def codex_entries(labels: Labels, palette: Palette) -> list[Entry]:
    """Every entry, generated from the data of the game."""
    game = game_of(ROSTER)
    texts = labels.words.texts
    found: list[Entry] = []
    for kind in sorted(game.kinds.values(), key=lambda kind: (kind.faction, kind.cost, kind.id)):
        if kind.id == UNKNOWN:
            continue
        colours = palette.side("hive" if kind.faction == "hive" else "human", 0)
        found.append(_unit(kind.id, game, labels, colours))
    for weapon in sorted(game.weapons.values(), key=lambda weapon: texts.weapon(weapon.id)):
        found.append(Entry(texts.weapon(weapon.id).capitalize(), _weapon(weapon, labels), labels("codex_weapons")))
    for state in load_names(labels.language)["states"]:
        body = tuple(_clauses_about(texts.state(state), labels))
        title = texts.state(state).capitalize()
        found.append(
            Entry(title, body, labels("codex_states"), f"icon_{state}" if has_picture(f"icon_{state}") else "")
        )
    clauses = load_clauses()
    for clause in clauses:
        said = clauses[clause].text(language=labels.language)
        found.append(Entry(f"{clause}", (said,), labels("codex_clauses")))
    return found


def _unit(kind_id: str, game: Game, labels: Labels, colours: SideColours) -> Entry:
    kind, texts = game.kinds[kind_id], labels.words.texts
    body: list[str] = [labels("codex_cost", cost=kind.cost)]
    naming = Naming(game, game.empty(), labels.words)
    for index, profile in enumerate(kind.profiles):
        if len(kind.profiles) > 1:
            body += ["", f"# {naming.form(kind.id, index)}"]
        body += _profile(profile, labels)
    title = texts.unit(kind.id)
    group = labels("codex_hive" if kind.faction == "hive" else "codex_marines")
    return Entry(title, tuple(body), group, figure_of(kind.profiles[0], kind.id), colours)


def _profile(profile: Profile, labels: Labels) -> list[str]:
    texts = labels.words.texts
    values = []
    for name in _ATTRIBUTES:
        value = getattr(profile, name)
        said = f"{value[0]}-{value[1]}" if isinstance(value, tuple) else value
        key = "str" if name == "w" and profile.machine else name
        values.append(f"{texts.name('attributes', key)} {said}")
    lines = [texts.name("types", profile.type).capitalize(), "   ".join(values)]
    if profile.weapons:
        lines.append(labels("codex_arms", arms=", ".join(texts.weapon(weapon) for weapon in profile.weapons)))
        for weapon in profile.weapons:
            known = game_of(ROSTER).weapons.get(weapon)
            if known is not None:
                lines.append(f"{texts.weapon(weapon).capitalize()}: {' '.join(_weapon(known, labels))}")
    gear = [texts.name("skills", skill) for skill in profile.skills]
    gear += [texts.name("equipment", thing) for thing in profile.equipment]
    if gear:
        lines.append(labels("codex_skills", skills=", ".join(gear)))
    return lines


def _weapon(weapon: Any, labels: Labels) -> tuple[str, ...]:
    texts = labels.words.texts
    lines = [
        labels("codex_damage", damage=weapon.damage, burst=weapon.burst),
        labels("codex_ammo", ammo=", ".join(texts.name("ammo", ammo) for ammo in weapon.ammo)),
    ]
    before = 0
    bands = []
    for most, modifier in weapon.bands:
        bands.append(labels("codex_band", least=before, most=most, modifier=f"{modifier:+d}"))
        before = most + 1
    if bands:
        lines.append(labels("codex_bands", bands=", ".join(bands)))
    if weapon.template:
        lines.append(labels(f"codex_{weapon.template}"))
    if weapon.traits:
        lines.append(", ".join(texts.name("traits", trait) for trait in weapon.traits))
    return tuple(lines)


def _clauses_about(word: str, labels: Labels) -> list[str]:
    """The clauses that speak of something."""
    clauses = load_clauses()
    stem = word.split(" (")[0].lower()
    said = [(clause, clauses[clause].text(language=labels.language)) for clause in clauses]
    return [f"{clause}: {text}" for clause, text in said if stem in text.lower()]


# --- the legend --------------------------------------------------------------------------------------------------


def legend(window: Window) -> ReaderScene:
    """What the pictures mean, and what the keys do."""
    return ReaderScene(window, lambda: window.labels("legend"), lambda: legend_entries(window))


def legend_entries(window: Window) -> list[Entry]:
    """Keys first, then everything that is drawn."""
    labels, texts = window.labels, window.labels.words.texts
    keys = tuple(f"{window.keys.shown(command)}: {labels.command(command)}" for command in DEFAULTS)
    found = [Entry(labels("legend_keys"), (labels("legend_digits"), *keys))]
    marks = ("reach", "onward", "place", "select", "ready", "target", "eye", "shade", "brood", "engaged", "wounds")
    found.append(Entry(labels("legend_marks"), tuple(labels(f"mark_{mark}") for mark in marks)))
    for name, picture in _TERRAIN.items():
        found.append(Entry(texts.name("terrain", name).capitalize(), (), labels("legend_ground"), picture))
    for word, picture in (("open", "door_open"), ("sealed", "door_sealed"), ("broken", "door_broken")):
        title = f"{texts.name('terrain', 'door').capitalize()}, {labels.words.say(word)}"
        found.append(Entry(title, (), labels("legend_ground"), picture))
    found.append(Entry(labels.words.say("exit").capitalize(), (), labels("legend_ground"), "zone_exit"))
    for marker in _MARKERS:
        found.append(Entry(texts.name("markers", marker).capitalize(), (), labels("legend_markers"), marker))
    for state in load_names(labels.language)["states"]:
        if has_picture(f"icon_{state}"):
            found.append(Entry(texts.state(state).capitalize(), (), labels("codex_states"), f"icon_{state}"))
    return found


# --- why ---------------------------------------------------------------------------------------------------------


def why_book(window: Window, match: Match, viewer: str) -> ReaderScene:
    """The decisions of bots with their reasons, the newest first; each can be shown on the board."""

    def show(number: int) -> None:
        from game.ui.scenes.chart import ChartScene

        window.open(ChartScene(window, match.whys, viewer, number))

    return ReaderScene(
        window, lambda: window.labels("why"), lambda: why_entries(window.labels, match, viewer), more=show
    )


def why_entries(labels: Labels, match: Match, viewer: str) -> list[Entry]:
    """A page for each decision that may be told."""
    words = labels.words
    found: list[Entry] = []
    for chapter in reversed(match.chapters[viewer]):
        if chapter.action is None or not match.whys.may_ask(viewer, chapter.number):
            continue
        phrases = Phrases(match.game, chapter.after, words)
        what = phrases.action(chapter.action)
        reasons = chapter.thought.reasons if chapter.thought is not None else None
        body = [labels("ask_again")] if chapter.thought is None else reasons_of(reasons, phrases, labels)
        title = f"{chapter.number}. {phrases.naming.side(chapter.side).capitalize()}: {what}"
        found.append(Entry(title, tuple(body), number=chapter.number))
        if len(found) == _MOST_REASONS:
            break
    return found or [Entry(labels("why"), (words.say("no_bot"),))]


def reasons_of(reasons: Any, phrases: Phrases, labels: Labels) -> list[str]:
    """The note, the score with its terms, and the best option that was not taken."""
    words = labels.words
    if reasons is None:
        return [labels("no_reasons")]
    lines: list[str] = []
    if reasons.note:
        values = {term.name: f"{term.value:.4g}" for term in reasons.terms}
        said = words.say("why_note", note=words.of("reasons", reasons.note, **values))
        lines.append(said[:1].upper() + said[1:])
    if reasons.terms:
        lines.append(words.say("why_score", score=f"{reasons.score:.4g}", terms=terms_of(reasons.terms, words)))
    if reasons.rejected is not None:
        lines.append("")
        lines.append(
            words.say(
                "why_rejected",
                what=phrases.action(reasons.rejected),
                score=f"{reasons.rejected_score:.4g}",
                terms=terms_of(reasons.rejected_terms, words),
            )
        )
    return lines or [labels("no_reasons")]
