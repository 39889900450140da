"""``broodfall units``: every unit and its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from game.cli.options import Lang, Modules, Plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.core.profile import Profile, UnitKind, Weapon
    from game.io.roster import Roster
    from game.text.screen import Screen
    from game.text.words import Words

_NUMBERS = ("cc", "bs", "ph", "wip", "arm", "bts", "w", "s")


def command(
    wanted: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]", help="A unit's name, id, or word of the rules.")
    ] = None,
    upgrades: Annotated[bool, typer.Option("--upgrades", help="List the upgrade cards instead.")] = False,
    module: Modules = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """List the units, or say everything about one: its numbers, weapons, skills and forms; or about an upgrade."""
    from game.cli.output import admit_all, language
    from game.cli.upgrades import list_upgrades, upgrade_card
    from game.io.outside import admitted, modules_of
    from game.io.roster import shipped_roster
    from game.rules.compose import rulebook_for
    from game.text.screen import Screen
    from game.text.words import Words

    admit_all(module)
    words = Words(language(lang))
    screen = Screen(plain=plain)
    roster = shipped_roster(rulebook_for((), modules_of(admitted())))
    if not wanted:
        if upgrades:
            list_upgrades(list(roster.upgrades.values()), words, screen)
        else:
            _list(list(roster.kinds.values()), words, screen)
        return
    for found in find(" ".join(wanted), roster, upgrades=upgrades):
        if found in roster.kinds:
            _card(roster.kinds[found], roster.weapons, words, screen)
        else:
            upgrade_card(roster.upgrades[found], roster.weapons, words, screen)


def find(word: str, roster: Roster, *, upgrades: bool = False) -> list[str]:
    """The ids of the units and upgrades that a word means: by id, alias, or name in either language, whole or in part.

    ``upgrades``: these alone. Raises DataError when there are none.
    """
    from game.core.errors import DataError, nearest
    from game.io.text import LANGUAGES, Texts

    asked = _folded(word)
    names = (
        {}
        if upgrades
        else {
            kind.id: [kind.id, *kind.aliases, *(Texts(language).unit(kind.id) for language in LANGUAGES)]
            for kind in roster.kinds.values()
        }
    )
    for upgrade in roster.upgrades:
        names[upgrade] = [upgrade, *(Texts(language).name("upgrades", upgrade) for language in LANGUAGES)]
    for fits in (lambda name: name == asked, lambda name: asked in name):
        found = [id_ for id_, known in names.items() if any(fits(_folded(name)) for name in known)]
        if found:
            return found
    every = [name for known in names.values() for name in known]
    what = "an upgrade" if upgrades else "a unit"
    raise DataError(f"expected {what} such as {nearest(word, every)}", place=f'units "{word}"')


def _folded(word: str) -> str:
    """A word without case, accents, hyphens and underscores."""
    from unicodedata import combining, normalize

    letters = normalize("NFKD", word.casefold().replace("_", " ").replace("-", " "))
    return "".join(letter for letter in letters if not combining(letter))


def _list(kinds: list[UnitKind], words: Words, screen: Screen) -> None:
    texts = words.texts
    unit, number, type_, points = (words.of("lists", key) for key in ("unit", "id", "type", "points"))
    columns = (unit, number, type_, "MOV", *(name.upper() for name in _NUMBERS), points)
    for faction in ("human", "hive"):
        rows = [
            (texts.profile(p.id) if n else texts.unit(k.id), k.id, texts.name("types", p.type), *_row(p), str(k.cost))
            for k in kinds
            if k.faction == faction
            for n, p in enumerate(k.profiles)
        ]
        screen.table(columns, rows, title=texts.name("sides", faction))


def _row(profile: Profile) -> list[str]:
    return [_mov(profile), *(str(getattr(profile, name)) for name in _NUMBERS)]


def _mov(profile: Profile) -> str:
    first, second = profile.mov
    return f"{first}-{second}" if second else str(first)


def _card(kind: UnitKind, weapons: Mapping[str, Weapon], words: Words, screen: Screen) -> None:
    texts = words.texts
    for number, profile in enumerate(kind.profiles):
        name = texts.profile(profile.id) if number else texts.unit(kind.id)
        screen.table(
            ("", "MOV", *(name.upper() for name in _NUMBERS), words.of("lists", "points")),
            [(name, *_row(profile), str(kind.cost))],
        )
        said = [texts.name("types", profile.type)]
        if profile.size > 1:
            said.append(f"{profile.size}x{profile.size}")
        if kind.command:
            said.append(words.of("lists", "command", reach=kind.command))
        said += [texts.name("skills", skill) for skill in profile.skills]
        said += [texts.name("equipment", gear) for gear in profile.equipment]
        screen.say("  " + ", ".join(said))
        for weapon in (weapons[name] for name in profile.weapons):
            screen.say("  " + weapon_line(weapon, words))
    if kind.transmutation:
        screen.say("  " + bracket(kind.transmutation, words))
    if kind.aliases:
        screen.say("  " + ", ".join(kind.aliases))


def bracket(text: str, words: Words) -> str:
    """What stands in the brackets of a unit's transmutation, and when it changes its form (TR-03)."""
    from game.rules.transmutation.parse import parse

    condition = parse(text)
    return words.of("brackets", condition.kind, bracket=text, wounds=condition.wounds)


def weapon_line(weapon: Weapon, words: Words) -> str:
    """A weapon in one line: damage, burst, ammunition, range bands or template, traits."""
    texts = words.texts
    parts = [words.of("lists", "damage", weapon=texts.weapon(weapon.id), damage=weapon.damage)]
    if weapon.burst > 1:
        parts.append(words.of("lists", "burst", burst=weapon.burst))
    parts.append("+".join(texts.name("ammo", ammo) for ammo in weapon.ammo))
    parts += [words.of("lists", "band", reach=reach, modifier=f"{modifier:+d}") for reach, modifier in weapon.bands]
    if weapon.template:
        parts.append(words.of("lists", weapon.template))
    if weapon.use == "cc":
        parts.append(words.of("lists", "close_combat"))
    parts += [texts.name("traits", trait) for trait in weapon.traits]
    return ", ".join(parts)
