"""The pages of the codex: units, weapons, ammunition, states and clauses, generated from the data of the game."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Final

from game.api import Game, Profile
from game.io.clauses import load_clauses
from game.io.text import LANGUAGES, Language, load_names
from game.text.naming import Naming
from game.ui.art import UNKNOWN, figure_of, has_picture
from game.ui.labels import Labels
from game.ui.scenes.previews import game_of
from game.ui.scenes.reader import Entry, clauses_in
from game.ui.theme import Palette, SideColours
from game.ui.widgets.sheet import HEADING, Grid, Part

if TYPE_CHECKING:
    from game.api import Weapon

ROSTER: Final = "concourse"
"""A mission that is played with the whole roster that comes with the game."""
_ATTRIBUTES: Final = ("mov", "cc", "bs", "ph", "wip", "arm", "bts", "w", "s")
_PLAIN: Final = "n"
"""Ammunition that does nothing more."""
_MOST_ABOUT: Final = 3
"""Clauses about one skill on the page of a unit."""


def codex_entries(labels: Labels, palette: Palette) -> list[Entry]:
    """Every page."""
    game = game_of(ROSTER)
    texts = labels.words.texts
    found: list[Entry] = []
    for kind in sorted(game.kinds.values(), key=lambda kind: (kind.faction, kind.cost, kind.id)):
        if kind.id == UNKNOWN:
            continue
        colours = palette.side("hive" if kind.faction == "hive" else "human", 0)
        found.append(_unit(kind.id, game, labels, colours))
    carriers = _carriers(game, labels)
    for weapon in sorted(game.weapons.values(), key=lambda weapon: texts.weapon(weapon.id)):
        beside = (*_links(labels("codex_carried"), carriers[weapon.id]), *_ammo(weapon, labels))
        title = titled(texts.weapon(weapon.id))
        found.append(entry_of(title, tuple(_weapon(weapon, labels)), labels("codex_weapons"), beside=beside))
    for state in load_names(labels.language)["states"]:
        parts = tuple(clauses_about("states", state, labels.language))
        picture = f"icon_{state}" if has_picture(f"icon_{state}") else ""
        found.append(entry_of(titled(texts.state(state)), parts, labels("codex_states"), picture))
    return found + _clauses(labels)


def titled(name: str) -> str:
    """A name as a heading has it."""
    return name[:1].upper() + name[1:]


def entry_of(
    title: str,
    parts: tuple[Part, ...],
    group: str = "",
    picture: str = "",
    colours: SideColours | None = None,
    *,
    beside: tuple[Part, ...] = (),
    lead: tuple[str, ...] = (),
) -> Entry:
    """A page, with all that is on it as lines of text, too."""
    body = [*lead]
    for part in (*parts, *beside):
        if isinstance(part, Grid):
            body += [" · ".join(line) for line in (part.head, *part.rows) if line]
        else:
            body.append(part)
    return Entry(title, tuple(body), group, picture, colours, parts=parts, beside=beside, lead=lead)


# --- units -----------------------------------------------------------------------------------------------------------


def _unit(kind_id: str, game: Game, labels: Labels, colours: SideColours) -> Entry:
    kind, texts = game.kinds[kind_id], labels.words.texts
    parts: list[Part] = []
    lead = [labels("codex_cost", cost=kind.cost)]
    naming = Naming(game, game.empty(), labels.words)
    for index, profile in enumerate(kind.profiles):
        if len(kind.profiles) > 1:
            parts += ["", f"{HEADING}{titled(naming.form(kind.id, index))}", *_said_of(profile, labels), ""]
        else:
            lead += _said_of(profile, labels)
        parts += _profile(profile, game, labels)
    beside: list[Part] = []
    gifts = dict.fromkeys(skill for profile in kind.profiles for skill in profile.skills)
    for skill in gifts:
        about = clauses_about("skills", skill, labels.language)[:_MOST_ABOUT]
        if about:
            beside += ["", f"{HEADING}{titled(texts.name('skills', skill))}", *about]
    group = labels("codex_hive" if kind.faction == "hive" else "codex_marines")
    picture = figure_of(kind.profiles[0], kind.id)
    return entry_of(texts.unit(kind.id), tuple(parts), group, picture, colours, beside=tuple(beside), lead=tuple(lead))


def _profile(profile: Profile, game: Game, labels: Labels) -> list[Part]:
    texts = labels.words.texts
    names, values = [], []
    for name in _ATTRIBUTES:
        value = getattr(profile, name)
        names.append(texts.name("attributes", "str" if name == "w" and profile.machine else name))
        values.append("-".join(str(part) for part in value) if isinstance(value, tuple) else str(value))
    parts: list[Part] = [Grid(rows=(tuple(values),), head=tuple(names), wide=True)]
    arms = [game.weapons[weapon] for weapon in profile.weapons if weapon in game.weapons]
    if arms:
        heads = tuple(labels(f"codex_head_{name}") for name in ("weapon", "damage", "burst", "ammo", "range"))
        names = [titled(texts.weapon(weapon.id)) for weapon in arms]
        rows = tuple((name, *_figures(weapon, labels)) for name, weapon in zip(names, arms, strict=True))
        parts += ["", Grid(rows=rows, head=heads, links=tuple(names))]
    return parts


def _said_of(profile: Profile, labels: Labels) -> list[str]:
    """Its type, and what it knows and has."""
    texts = labels.words.texts
    gear = [texts.name("skills", skill) for skill in profile.skills]
    gear += [texts.name("equipment", thing) for thing in profile.equipment]
    said = [titled(texts.name("types", profile.type))]
    return [*said, labels("codex_skills", skills=", ".join(gear))] if gear else said


# --- weapons ---------------------------------------------------------------------------------------------------------


def _figures(weapon: Weapon, labels: Labels) -> tuple[str, str, str, str]:
    """Damage, burst, ammunition and range on one line of a table."""
    texts = labels.words.texts
    ammo = ", ".join(texts.name("ammo", ammo) for ammo in weapon.ammo)
    bands = [f"{span} {modifier}" for span, modifier in _bands(weapon)]
    if weapon.template:
        bands.append(labels(f"codex_{weapon.template}").rstrip("."))
    return str(weapon.damage), str(weapon.burst), ammo, ", ".join(bands) or "–"


def _bands(weapon: Weapon) -> list[tuple[str, str]]:
    """Cells from and to, and the modifier for them."""
    found, before = [], 0
    for most, modifier in weapon.bands:
        found.append((f"{before}–{most}", f"{modifier:+d}"))
        before = most + 1
    return found


def _weapon(weapon: Weapon, labels: Labels) -> list[Part]:
    texts = labels.words.texts
    ammo = ", ".join(texts.name("ammo", ammo) for ammo in weapon.ammo)
    heads = (labels("codex_head_damage"), labels("codex_head_burst"))
    parts: list[Part] = [
        Grid(rows=((str(weapon.damage), str(weapon.burst)),), head=heads, wide=True),
        "",
        labels("codex_ammo", ammo=ammo),
    ]
    if weapon.template:
        parts.append(labels(f"codex_{weapon.template}"))
    if weapon.traits:
        parts.append(titled(", ".join(texts.name("traits", trait) for trait in weapon.traits)))
    bands = _bands(weapon)
    if bands:
        parts += ["", f"{HEADING}{labels('codex_range')}"]
        spans, modifiers = zip(*bands, strict=True)
        parts.append(Grid(rows=(modifiers,), head=spans, wide=True))
    return parts


def _ammo(weapon: Weapon, labels: Labels) -> list[Part]:
    """What its ammunition does, in the words of the rules."""
    parts: list[Part] = []
    for kind in weapon.ammo:
        name = labels.words.texts.name("ammo", kind)
        about = clauses_about("ammo", kind, labels.language)[:_MOST_ABOUT] if kind != _PLAIN else []
        if about:
            parts += ["", f"{HEADING}{titled(name)}", *about]
    return parts


def _carriers(game: Game, labels: Labels) -> dict[str, list[str]]:
    """Who has a weapon."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for kind in sorted(game.kinds.values(), key=lambda kind: (kind.faction, kind.cost, kind.id)):
        if kind.id == UNKNOWN:
            continue
        for weapon in dict.fromkeys(weapon for profile in kind.profiles for weapon in profile.weapons):
            found[weapon].append(labels.words.texts.unit(kind.id))
    return found


def _links(heading: str, titles: list[str]) -> tuple[Part, ...]:
    """A list of pages."""
    if not titles:
        return ()
    return "", f"{HEADING}{heading}", Grid(rows=tuple((title,) for title in titles), links=tuple(titles))


# --- clauses ---------------------------------------------------------------------------------------------------------


@cache
def _said(language: Language) -> dict[str, str]:
    clauses = load_clauses()
    return {clause: clauses[clause].text(language=language) for clause in clauses}


def clauses_about(family: str, name: str, language: Language) -> list[str]:
    """The clauses that speak of something, which is named in any language: what they say in one."""
    found: set[str] = set()
    for tongue in LANGUAGES:
        stem = re.escape(load_names(tongue)[family][name].split(" (")[0])
        # A word begins with it and adds no more than a plural does.
        spoken = re.compile(rf"\b{stem}\w{{0,2}}\b", re.IGNORECASE)
        found |= {clause for clause, text in _said(tongue).items() if spoken.search(text)}
    return [f"{clause}: {text}" for clause, text in _said(language).items() if clause in found]


def _chapter(clause: str) -> str:
    return clause.partition("-")[0]


def _clauses(labels: Labels) -> list[Entry]:
    """A page for each clause: its text, those that it names and that name it, and its whole chapter."""
    said = _said(labels.language)
    named_by: defaultdict[str, list[str]] = defaultdict(list)
    chapters: defaultdict[str, list[str]] = defaultdict(list)
    for clause, text in said.items():
        chapters[_chapter(clause)].append(clause)
        for other in clauses_in(text):
            if other != clause:
                named_by[other].append(clause)
    found = []
    for clause, text in said.items():
        near = dict.fromkeys([*(other for other in clauses_in(text) if other != clause), *named_by[clause]])
        parts: list[Part] = [text]
        if near:
            parts += ["", f"{HEADING}{labels('codex_near')}", *(f"{other}: {said[other]}" for other in near)]
        chapter = _chapter(clause)
        beside = [f"{other}: {said[other]}" for other in chapters[chapter] if other != clause]
        if beside:
            beside = ["", f"{HEADING}{labels('codex_chapter', chapter=chapter)}", *beside]
        # What is searched is its own text; its neighbours have pages of their own.
        group = labels("codex_clauses")
        found.append(Entry(clause, (text,), group, parts=tuple(parts), beside=tuple(beside), hint=text))
    return found
