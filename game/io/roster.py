"""Rosters: units, weapons and upgrades of a game as TOML, decoded strictly (UN-1 to UN-6, D-A2).

A file may hold ``[weapons.<id>]``, ``[units.<id>]`` and ``[upgrades.<id>]`` tables. A unit with one set of attributes
writes them in its own table; one with several forms writes ``[[units.<id>.profiles]]``, the first being the one it
starts on; ``transmutation`` is what stands in the brackets of that skill (TR-03). The living give ``w``, machines
``str``. Names of skills, equipment, traits and ammunition must be rows of the rulebook's tables: whoever brings a
rule brings its name (UN-4).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from msgspec import Struct

from game.core.errors import DataError
from game.core.profile import Profile, UnitKind, Upgrade, Weapon
from game.core.rulebook import Rulebook
from game.io.errors import printable, quoted
from game.io.forms import check_forms, read_condition
from game.io.toml import PLAIN_NAME, PLAIN_WORDS, Table, first_fault, parse_toml, read_text, shown
from game.io.upgrades import Names, read_upgrade
from game.rules.compose import SYSTEMS
from game.rules.transmutation.parse import HATCHING

HUMAN_TYPES: Final = ("LI", "MI", "HI", "TAG", "REM", "Vehicle", "SK", "WB")
HIVE_TYPES: Final = ("spore", "swarm", "lesser", "synapse", "monstrous", "gargantuan")
"""Troop types and hive classes of UN-2."""
MACHINES: Final = frozenset({"TAG", "REM", "Vehicle"})
"""Types whose body is counted in structure instead of wounds (UN-1)."""
CLASS_SIZE: Final = {"monstrous": 2, "gargantuan": 3}
"""Footprints of the classes that are larger than one cell (UN-5)."""
LARGE_SILHOUETTE: Final = 5
"""From this silhouette on a unit covers 2x2 cells unless its data says otherwise (D-T7)."""
KINDS_OF_USE: Final = ("bs", "cc", "both")
TEMPLATES: Final = ("", "circle", "cone")
SHIPPED: Final = ("weapons.toml", "roster_human.toml", "roster_hive.toml", "upgrades.toml")
"""The files in `game/rules/data` that make the shipped roster."""
TABLES: Final = ("units", "weapons", "upgrades")
"""What a roster file holds."""

_MOST_BANDS: Final = 8
_MOST_ATTRIBUTE: Final = 30
_MOST_COST: Final = 999
_PROFILE_KEYS: Final = ("type", "mov")


class Roster(Struct, frozen=True):
    """The kinds of units, the weapons and the upgrade cards that a game is played with, by id."""

    kinds: dict[str, UnitKind]
    weapons: dict[str, Weapon]
    upgrades: dict[str, Upgrade] = {}

    def with_more(self, other: Roster) -> Roster:
        """Both together; what ``other`` has under the same id takes the place of ours."""
        return Roster(
            {**self.kinds, **other.kinds}, {**self.weapons, **other.weapons}, {**self.upgrades, **other.upgrades}
        )


def known_names(tables: Mapping[str, Mapping[str, Any]]) -> Names:
    """The names that the rule modules of a rulebook give."""
    return Names(*(tuple(sorted(tables.get(table, {}))) for table in Names.__struct_fields__))


def shipped_files() -> tuple[Traversable, ...]:
    """The roster files that come with the game."""
    folder = resources.files("game").joinpath("rules", "data")
    return tuple(folder.joinpath(name) for name in SHIPPED)


def shipped_roster(rulebook: Rulebook) -> Roster:
    """The units and weapons that come with the game.

    They may use the names of every shipped rule system, played with or not: where the system of a skill is left
    out, the skill does nothing.
    """
    return _shipped(_together(known_names(rulebook.tables), *_shipped_names()))


@cache
def _shipped_names() -> tuple[Names, ...]:
    return tuple(known_names(module.tables) for modules in SYSTEMS.values() for module in modules)


def _together(*given: Names) -> Names:
    """Names of several sources as one."""
    fields = Names.__struct_fields__
    return Names(*[tuple(sorted({name for names in given for name in getattr(names, key)})) for key in fields])


@cache
def _shipped(names: Names) -> Roster:
    return _read_on_top(Roster({}, {}), shipped_files(), names)


def load_roster(sources: Iterable[Traversable], rulebook: Rulebook, *, base: Roster | None = None) -> Roster:
    """Read roster files, later ones on top of earlier ones and of ``base``.

    Raises:
        DataError: the first fault of the first faulty file.
    """
    return _read_on_top(base or Roster({}, {}), sources, known_names(rulebook.tables))


def _read_on_top(roster: Roster, sources: Iterable[Traversable], names: Names) -> Roster:
    for source in sources:
        file = printable(str(source))
        found, faults = parse_roster(read_text(source, what="a roster"), names, file=file, base=roster)
        first_fault(faults)
        roster = roster.with_more(found)
    return roster


def parse_roster(text: str, names: Names, *, file: str, base: Roster | None = None) -> tuple[Roster, list[DataError]]:
    """The units, weapons and upgrades of one file and every fault in it.

    Args:
        text: the file's TOML.
        names: what skills, equipment, traits and ammunition may be called.
        file: its name, for messages.
        base: weapons and units that are there already; the file's weapons may name no kind, its units may use both.
    """
    faults: list[DataError] = []
    try:
        root = Table(parse_toml(text, file=file), file=file, faults=faults)
    except DataError as error:
        return Roster({}, {}), [error]
    weapons = {id_: _weapon(id_, table, names) for id_, table in _by_id(root, "weapons")}
    armoury = {**(base.weapons if base else {}), **weapons}
    kinds = {id_: _kind(id_, table, names, tuple(armoury)) for id_, table in _by_id(root, "units")}
    upgrades = {id_: read_upgrade(id_, table, names, tuple(armoury)) for id_, table in _by_id(root, "upgrades")}
    if not any(root.has(key) for key in TABLES):
        root.note(" or ".join(f"[{key}.<id>]" for key in TABLES) + " tables", "none")
    root.done()
    _check_aliases(root, kinds, base.kinds if base else {})
    return Roster(kinds, weapons, upgrades), faults


def _by_id(root: Table, key: str) -> list[tuple[str, Table]]:
    outer = root.table(key)
    found = []
    for name in outer:
        if PLAIN_NAME.fullmatch(name):
            found.append((name, outer.table(name)))
        else:
            outer.note(f"an id of {PLAIN_WORDS}", quoted(name), key=name)
    return found


def _weapon(id_: str, table: Table, names: Names) -> Weapon:
    use = table.text("use", choices=KINDS_OF_USE)
    template = table.text("template", "", choices=TEMPLATES)
    weapon = Weapon(
        id=id_,
        use=use,
        damage=table.whole("damage", least=0, most=_MOST_ATTRIBUTE),
        burst=table.whole("burst", 1, least=1, most=6),
        ammo=table.texts("ammo", ("n",), choices=names.ammo),
        bands=_bands(table),
        template=template,
        traits=table.texts("traits", choices=names.traits),
    )
    if table.has("ammo") and not table.get("ammo"):
        table.note("at least one kind of ammunition", "none", key="ammo")
    if use == "cc" and (weapon.bands or template):
        table.note("no range bands and no template for close combat", "some", key="bands")
    if use != "cc" and not weapon.bands and template != "cone" and not table.has("bands"):
        table.note("range bands such as [[8, 0], [16, -3]]", "none", key="bands")
    table.done()
    return weapon


def _bands(table: Table) -> tuple[tuple[int, int], ...]:
    value = table.get("bands")
    expected = "pairs [greatest range, modifier], nearest first"
    if value is None:
        return ()
    if not isinstance(value, list) or len(value) > _MOST_BANDS:
        table.note(f"at most {_MOST_BANDS} {expected}", "something else", key="bands")
        return ()
    bands: list[tuple[int, int]] = []
    for index, pair in enumerate(value):
        where = f"bands[{index}]"
        if not (isinstance(pair, list) and len(pair) == 2 and all(type(number) is int for number in pair)):
            table.note(expected, shown(pair), key=where)
            return ()
        reach, modifier = pair
        if not (bands[-1][0] if bands else 0) < reach <= 256 or not -12 <= modifier <= 12:
            table.note("a range beyond the band before, up to 256, and a modifier from -12 to 12", str(pair), key=where)
            return ()
        bands.append((reach, modifier))
    return tuple(bands)


def _kind(id_: str, table: Table, names: Names, armoury: Sequence[str]) -> UnitKind:
    faction = table.text("faction", choices=("human", "hive"))
    cost = table.whole("cost", 0, least=0, most=_MOST_COST)
    order = table.text("order", "regular", choices=("regular", "irregular"))
    command = table.whole("command", 0, least=0, most=64)
    aliases = table.texts("aliases")
    figure = table.plain_name("figure", id_)
    bracket, condition = read_condition(table)
    several = table.tables("profiles")
    if table.has("profiles"):
        for key in _PROFILE_KEYS:
            if table.has(key):
                table.note(f"{key} inside each of the profiles", "it beside them", key=key)
        if not several:
            table.note("at least one profile", "none", key="profiles")
        profiles = tuple(
            _profile(
                part.plain_name("id", f"{id_}_{index}"),
                part,
                faction,
                names,
                armoury,
                figure=part.plain_name("figure", ""),
                seed=index == 0 and condition is not None and condition.kind == HATCHING,
            )
            for index, part in enumerate(several)
        )
        for part in several:
            part.done()
    else:
        profiles = (_profile(id_, table, faction, names, armoury),)
    table.done()
    _check_profiles(table, profiles)
    check_forms(table, condition, profiles, faction)
    return UnitKind(
        id=id_,
        faction=faction,
        profiles=profiles,
        cost=cost,
        order=order,
        command=command,
        aliases=aliases,
        figure=figure,
        transmutation=bracket,
    )


def _profile(
    id_: str, table: Table, faction: str, names: Names, armoury: Sequence[str], *, figure: str = "", seed: bool = False
) -> Profile:
    type_ = table.text("type", choices=HIVE_TYPES if faction == "hive" else HUMAN_TYPES)
    machine = type_ in MACHINES
    body, other = ("str", "w") if machine else ("w", "str")
    if table.has(other):
        table.note(f"{body} for a unit of type {type_}", other, key=other)
    silhouette = table.whole("s", 2, least=1, most=9)
    size = CLASS_SIZE.get(type_, 2 if faction == "human" and silhouette >= LARGE_SILHOUETTE else 1)
    return Profile(
        id=id_,
        type=type_,
        mov=_mov(table, faction, least=0 if seed else 1),
        cc=_attribute(table, "cc"),
        bs=_attribute(table, "bs"),
        ph=_attribute(table, "ph"),
        wip=_attribute(table, "wip"),
        arm=table.whole("arm", 0, least=0, most=20),
        bts=table.whole("bts", 0, least=0, most=20),
        w=table.whole(body, 1, least=1, most=12),
        s=silhouette,
        size=table.whole("size", size, least=1, most=3),
        machine=machine,
        skills=table.texts("skills", choices=names.skills),
        equipment=table.texts("equipment", choices=names.equipment),
        weapons=table.texts("weapons", choices=armoury),
        figure=figure,
        token=table.text("token", ""),
        prone=table.flag("prone", default=True),
    )


def _mov(table: Table, faction: str, *, least: int) -> tuple[int, int]:
    """Two values for a trooper; a xeno prints one, which is its first (UN-3a); only seeds stay where they are."""
    if faction == "hive":
        return table.whole("mov", least=least, most=20), 0
    first, second = table.wholes("mov", count=2, least=0, most=20)
    return first, second


def _attribute(table: Table, key: str) -> int:
    return table.whole(key, least=0, most=_MOST_ATTRIBUTE)


def _check_profiles(table: Table, profiles: Sequence[Profile]) -> None:
    seen: set[str] = set()
    for index, profile in enumerate(profiles):
        where = f"profiles[{index}]"
        if profile.id in seen:
            table.note("an id of its own for each profile", f"{quoted(profile.id)} again", key=where)
        seen.add(profile.id)
        if profile.w != profiles[0].w:
            table.note(f"{profiles[0].w} wounds as in the first profile (wounds are shared)", str(profile.w), key=where)


def _check_aliases(root: Table, kinds: Mapping[str, UnitKind], earlier: Mapping[str, UnitKind]) -> None:
    """A look-up name leads to one kind only."""
    owner: dict[str, str] = {}
    for kind in ({**earlier, **kinds}).values():
        for word in (kind.id, *kind.aliases):
            first = owner.setdefault(folded(word), kind.id)
            if first != kind.id:
                root.note("an alias of one unit only", f"{quoted(word)}, which means {first}", key=f"units.{kind.id}")


def find_kind(roster: Roster, word: str) -> UnitKind | None:
    """The kind that a word names: its id or one of its aliases; case and accents do not matter."""
    wanted = folded(word)
    for kind in roster.kinds.values():
        if wanted in (kind.id, *(folded(alias) for alias in kind.aliases)):
            return kind
    return None


def folded(word: str) -> str:
    """A word for look-ups: no accents, small letters, single blanks.

    >>> folded("  Robagén ")
    'robagen'
    """
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", word) if not unicodedata.combining(letter))
    return " ".join(plain.casefold().split())
