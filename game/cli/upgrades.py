"""Upgrade cards for ``broodfall units``: the list, and one card with both its faces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from game.core.profile import Upgrade, UpgradeFace, Weapon
    from game.text.screen import Screen
    from game.text.words import Words


def list_upgrades(upgrades: Sequence[Upgrade], words: Words, screen: Screen) -> None:
    """Every upgrade in a line: who may have it, what it costs, what each face gives."""
    columns = ("upgrade", "id", "soulstones", "eligible", "front", "back")
    screen.table(
        tuple(words.of("lists", key) for key in columns),
        [
            (
                words.texts.name("upgrades", upgrade.id),
                upgrade.id,
                str(upgrade.cost),
                words.of("lists", upgrade.eligible),
                ", ".join(_given(upgrade.front, words)),
                ", ".join(_given(upgrade.back, words)) if upgrade.back is not None else "",
            )
            for upgrade in upgrades
        ],
        title=words.of("lists", "upgrades"),
    )


def upgrade_card(upgrade: Upgrade, weapons: Mapping[str, Weapon], words: Words, screen: Screen) -> None:
    """Everything about one upgrade, face by face."""
    from game.cli.units import weapon_line

    said = [f"{words.of('lists', 'soulstones')} {upgrade.cost}", words.of("lists", upgrade.eligible)]
    said += [_restriction(name, words) for name in upgrade.restrictions]
    if upgrade.source:
        said.append(words.of("lists", "source", source=upgrade.source))
    screen.say(words.texts.name("upgrades", upgrade.id), style="bold")
    screen.say("  " + ", ".join(said))
    for key, face in (("front", upgrade.front), ("back", upgrade.back)):
        if face is None:
            continue
        if upgrade.back is not None:
            screen.say(f"  {words.of('lists', key)}:")
        plain = _given(face, words, arms=False)
        if plain:
            screen.say("    " + ", ".join(plain))
        for name in face.weapons:
            screen.say("    " + weapon_line(weapons[name], words))


def _restriction(name: str, words: Words) -> str:
    """A restriction: that it is an avatar's, or a type of troop."""
    from game.rules.avatar.crews import AVATAR

    return words.of("lists", "avatar") if name == AVATAR else words.texts.name("types", name)


def _given(face: UpgradeFace, words: Words, *, arms: bool = True) -> list[str]:
    """What a face adds to its bearer, by name; without its ``arms`` it says what an event does, too."""
    texts = words.texts
    found = [texts.name("skills", skill) for skill in face.skills]
    found += [texts.name("equipment", gear) for gear in face.equipment]
    found += [texts.weapon(weapon) for weapon in face.weapons] if arms else []
    if face.base:
        found.append(words.of("lists", "base", base=face.base))
    if face.event:
        name, _, what = words.of("happenings", face.event).partition(": ")
        found.append(name if arms or not what else f"{name} ({what})")
    return found
