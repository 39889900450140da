"""The reference profiles of the clause tests: test data, not game data."""

from game.api import Profile, UnitKind, Weapon

RIFLE_BANDS = ((8, 0), (16, 3), (32, -3), (48, -6))

WEAPONS: dict[str, Weapon] = {
    weapon.id: weapon
    for weapon in (
        Weapon("rifle", "bs", 13, 3, ("n",), RIFLE_BANDS),
        Weapon("ap_rifle", "bs", 13, 3, ("ap",), RIFLE_BANDS),
        Weapon("cannon", "bs", 15, 4, ("ap", "da"), ((16, -3), (32, 3), (48, -3))),
        Weapon("grenade", "bs", 13, 1, ("n",), ((8, 3), (16, -3)), "circle"),
        Weapon("smoke", "bs", 0, 1, ("smoke",), ((8, 3), (16, -3)), "circle"),
        Weapon("flamer", "bs", 14, 1, ("n",), ((8, 0),), "cone"),
        Weapon("em_carbine", "bs", 13, 3, ("em",), RIFLE_BANDS),
        Weapon("em_grenade", "bs", 13, 1, ("em",), ((8, 3), (16, -3)), "circle"),
        Weapon("ap_em_rifle", "bs", 13, 3, ("ap", "em"), RIFLE_BANDS),
        Weapon("em_baton", "cc", 13, 1, ("em",)),
        Weapon("knife", "cc", 11),
        Weapon("sword", "cc", 13, 1, ("da",)),
        Weapon("claws", "cc", 12),
        Weapon("bio_gun", "bs", 13, 2, ("n",), RIFLE_BANDS),
    )
}


def _human(id: str, **fields: object) -> UnitKind:
    values: dict[str, object] = {
        "type": "LI",
        "mov": (4, 4),
        "cc": 15,
        "bs": 12,
        "ph": 10,
        "wip": 13,
        "arm": 3,
        "bts": 3,
        "w": 2,
        "weapons": ("rifle", "knife"),
    }
    kind = {"cost": 20, "order": "regular", "command": 0}
    for key, value in fields.items():
        (kind if key in kind else values)[key] = value
    return UnitKind(id, "human", (Profile(id=id, **values),), **kind)  # type: ignore[arg-type]


def _xeno(id: str, type: str, mov: int, **fields: object) -> UnitKind:
    values: dict[str, object] = {
        "cc": 13,
        "bs": 0,
        "ph": 11,
        "wip": 10,
        "arm": 0,
        "w": 1,
        "weapons": ("claws",),
        **fields,
    }
    return UnitKind(id, "hive", (Profile(id=id, type=type, mov=(mov, mov), **values),), 10)  # type: ignore[arg-type]


KINDS: dict[str, UnitKind] = {
    kind.id: kind
    for kind in (
        _human("marine"),
        _human("heavy", type="HI", arm=4),
        _human("officer", command=8, cost=30),
        _human("veteran", skills=("courage",), cost=30),
        _human("irregular", order="irregular", cost=10),
        _human("scout", skills=("camouflage",), cost=25),
        _human("auspex", equipment=("auspex",)),
        _human("medic", skills=("doctor",), equipment=("medikit",)),
        _human("engineer", skills=("engineer",), equipment=("d_charge",)),
        _human("zealot", skills=("berserk",), weapons=("sword", "rifle")),
        _human("jumper", skills=("airborne",)),
        _human("psyker", skills=("psyker",)),
        _human("gunner", weapons=("cannon", "knife")),
        _human("grenadier", weapons=("grenade", "smoke", "flamer", "knife")),
        _human("warden", skills=("berserk",), weapons=("em_carbine", "em_grenade", "ap_em_rifle", "knife", "em_baton")),
        _human("miner", equipment=("em_mine",)),
        _human("tag", type="TAG", size=2, s=7, machine=True, arm=8, w=3),
        _xeno("gaunt", "lesser", 6),
        _xeno("stealer", "lesser", 6),
        _xeno("spore", "spore", 2),
        _xeno("swarm", "swarm", 3),
        _xeno("warrior", "synapse", 6, w=2, bs=11, weapons=("claws", "bio_gun")),
        _xeno("brood_leader", "synapse", 6, w=2),
        _xeno("spore_launcher", "synapse", 4, w=2),
        _xeno("mantis", "synapse", 6, w=2),
        _xeno("crusher", "monstrous", 5, w=4, size=2, s=5),
        _xeno("swarm_tyrant", "monstrous", 5, w=4, size=2, s=5),
        _xeno("tunneller", "gargantuan", 5, w=6, size=3, s=7),
    )
}
"""Kinds by name; ``marine`` MOV 4-4, CC 15, BS 12, PH 10, WIP 13, ARM 3, BTS 3, VITA 2."""
