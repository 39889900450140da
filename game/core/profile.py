"""What units and weapons are: frozen values decoded from roster files (UN-1 to UN-4)."""

from __future__ import annotations

from msgspec import Struct


class Weapon(Struct, frozen=True):
    """A weapon. ``bands`` are (greatest range in cells, modifier to SV), nearest first; empty for close combat.

    ``use`` is ``bs`` (BS Attack), ``cc`` (CC Attack) or ``both``; ``template`` is ``""``, ``circle`` or ``cone``
    (AT-5); ``ammo`` names rows of the ammunition table (AM-1), more than one when combined (AM-2).
    """

    id: str
    use: str
    damage: int
    burst: int = 1
    ammo: tuple[str, ...] = ("n",)
    bands: tuple[tuple[int, int], ...] = ()
    template: str = ""
    traits: tuple[str, ...] = ()


class Profile(Struct, frozen=True):
    """One set of attributes of a unit: MOV in cells (first and second Move), d20 attributes, skills, weapons.

    ``w`` is W for the living and STR for machines (``machine``); ``size`` is the footprint's side in cells.
    ``type`` is a troop type of UN-2 or a hive class. ``equipment`` names gear (``auspex``, ``medikit`` ...).
    ``figure`` is a figure of this form's own, empty where it has none; then ``token`` (or a plain one) marks the
    form (TR-07). ``prone`` False: this form cannot lie down (TR-11).
    """

    id: str
    type: str
    mov: tuple[int, int]
    cc: int
    bs: int
    ph: int
    wip: int
    arm: int = 0
    bts: int = 0
    w: int = 1
    s: int = 2
    size: int = 1
    machine: bool = False
    skills: tuple[str, ...] = ()
    equipment: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    figure: str = ""
    token: str = ""
    prone: bool = True


class UnitKind(Struct, frozen=True):
    """A kind of unit: one or more profiles (the first is the one it starts on), points, order type, rank.

    ``faction`` is ``human`` or ``hive``; ``order`` is ``regular`` or ``irregular``; ``command`` is the officer's
    command range in cells (0: no officer). ``aliases`` are look-up names of the rule texts.
    ``transmutation`` is what stands in the brackets of that skill (TR-03), empty for a unit without it.
    """

    id: str
    faction: str
    profiles: tuple[Profile, ...]
    cost: int = 0
    order: str = "regular"
    command: int = 0
    aliases: tuple[str, ...] = ()
    figure: str = ""
    transmutation: str = ""


class UpgradeFace(Struct, frozen=True):
    """One face of an upgrade card: what its bearer has while it is up.

    ``skills``, ``equipment`` and ``weapons`` add to those of the profile; ``event`` names a manifestation event of
    this avatar's own (AV-36); ``base`` is a base size in millimetres (0: the bearer's own, AV-26); ``figure`` the
    figure that stands for the bearer.
    """

    skills: tuple[str, ...] = ()
    equipment: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    event: str = ""
    base: int = 0
    figure: str = ""


class Upgrade(Struct, frozen=True):
    """An upgrade card (D-A2): cost in soulstones, restrictions, who may have it, and its faces.

    ``eligible`` is ``any`` or ``master``. An avatar upgrade says so among its ``restrictions`` (AV-13) and has a
    ``back``, its manifested side (AV-16); ``source`` is flavour (AV-02).
    """

    id: str
    cost: int = 0
    restrictions: tuple[str, ...] = ()
    eligible: str = "any"
    source: str = ""
    front: UpgradeFace = UpgradeFace()
    back: UpgradeFace | None = None
