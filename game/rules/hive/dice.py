"""Swarm dice: how many, and every way to spend what they show (HM-17 to HM-63, HM-A8, HM-A13, HM-A16, HM-A25)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from game.core.errors import DataError
from game.core.refusal import Refusal, refuse

Plan: TypeAlias = tuple[str, ...]
"""What a pool of dice is spent on: names of ``ITEMS`` in their order; dice that it leaves over are dropped."""

MISSION_DICE: Final = {"infiltration": 1, "light_offensive": 2, "offensive": 3, "wave": 4}
"""Swarm dice of each kind of mission (HM-18 to HM-21)."""
SECTOR_LEVELS: Final = 4
"""Levels 3 to 0 of a campaign sector; a level gives this many dice less itself (HM-18 to HM-21)."""
CALM: Final = 1
"""The face that gives the hive nothing (HM-24, HM-25)."""


class Item(NamedTuple):
    """One thing that equal dice buy."""

    face: int
    dice: int
    once: bool
    clause: str


ITEMS: Final[dict[str, Item]] = {
    "catharsis": Item(2, 1, True, "HM-27"),
    "warp_field": Item(2, 2, True, "HM-32"),
    "psychic_howl": Item(2, 3, True, "HM-33"),
    "warp_shadow": Item(2, 4, True, "HM-39"),
    "gas": Item(3, 1, True, "HM-47"),
    "corpse_swarms": Item(3, 1, True, "HM-44"),
    "spores": Item(3, 1, False, "HM-46"),
    "infestation": Item(3, 2, False, "HM-51"),
    "nest": Item(3, 3, True, "HM-52"),
    "gaunt_brood": Item(4, 1, False, "HM-55"),
    "stealer_brood": Item(5, 1, False, "HM-58"),
    "synapse": Item(6, 1, False, "HM-60"),
    "monstrous": Item(6, 2, False, "HM-62"),
    "gargantuan": Item(6, 3, False, "HM-63"),
}
"""The whole table of the dice, in the order in which its items are carried out (HM-A26).

``once``: at most one of them a roll, as HM-A13 says of corruption and HM-A16 of the hive mind's effects.
"""
RANK: Final = {name: place for place, name in enumerate(ITEMS)}


def swarm_dice(*, level: int | None = None, mission: str = "") -> int:
    """How many swarm dice the hive rolls; a sector level goes before a mission (HM-18 to HM-21, HM-A8).

    Raises:
        DataError: there is no such level or mission, or neither is given.

    >>> swarm_dice(level=0), swarm_dice(mission="light_offensive"), swarm_dice(level=3, mission="wave")
    (4, 2, 1)
    """
    if level is not None:
        if not 0 <= level < SECTOR_LEVELS:
            raise DataError(f"expected a sector level from 0 to {SECTOR_LEVELS - 1} (MS-1), found {level}")
        return SECTOR_LEVELS - level
    if mission not in MISSION_DICE:
        raise DataError(f"expected one of {', '.join(MISSION_DICE)} (MS-1), found {mission!r}")
    return MISSION_DICE[mission]


def pool_of(faces: Iterable[int]) -> tuple[int, ...]:
    """The dice that can be spent, rising: ones are put aside (HM-25).

    >>> pool_of([4, 1, 2])
    (2, 4)
    """
    return tuple(sorted(face for face in faces if face != CALM))


@lru_cache(maxsize=4096)
def legal_plans(pool: tuple[int, ...], barred: frozenset[str] = frozenset()) -> tuple[Plan, ...]:
    """Every way to spend some or all dice of a pool, but for ``barred`` items; not the empty way.

    Equal dice are cut into groups and each group buys one item of that size; dice may be left over, as their
    use is a "may". The plans that leave fewest dice come first, among them those with fewest items, that is
    with the largest groups; then the order of ``ITEMS`` decides. So the first plan is the default (HM-26).

    >>> legal_plans((6, 6))
    (('monstrous',), ('synapse', 'synapse'), ('synapse',))
    """
    plans: list[Plan] = [()]
    for face in sorted(set(pool)):
        choices = [name for name, item in ITEMS.items() if item.face == face and name not in barred]
        plans = [plan + more for plan in plans for more in _spend(choices, pool.count(face))]
    ordered = sorted((plan for plan in plans if plan), key=lambda plan: _place(plan, len(pool)))
    return tuple(ordered)


def _spend(choices: Sequence[str], dice: int) -> Iterator[Plan]:
    """Every multiset of ``choices`` that at most ``dice`` equal dice pay for, the empty one included."""
    if not choices:
        yield ()
        return
    name, rest = choices[0], choices[1:]
    item = ITEMS[name]
    most = dice // item.dice
    for count in range(min(most, 1) + 1 if item.once else most + 1):
        for more in _spend(rest, dice - count * item.dice):
            yield (name,) * count + more


def _place(plan: Plan, dice: int) -> tuple[int, int, tuple[int, ...]]:
    return dice - dice_used(plan), len(plan), tuple(RANK[name] for name in plan)


def dice_used(plan: Plan) -> int:
    """How many dice a plan spends."""
    return sum(ITEMS[name].dice for name in plan)


def in_order(plan: Iterable[str]) -> Plan:
    """A plan in the order in which it is carried out (HM-A26); unknown names go last."""
    return tuple(sorted(plan, key=lambda name: (RANK.get(name, len(RANK)), name)))


def plan_refusal(plan: Plan, pool: tuple[int, ...]) -> Refusal | None:
    """Why these dice cannot be spent so, or None: unknown item, taken twice, or not enough dice."""
    spent: dict[int, int] = {}
    for name in plan:
        item = ITEMS.get(name)
        if item is None:
            return refuse("NO_SUCH_RESULT", "HM-22", item=name)
        if item.once and plan.count(name) > 1:
            return refuse("ONCE_A_ROLL", "HM-A16" if item.face == ITEMS["catharsis"].face else "HM-A13", item=name)
        spent[item.face] = spent.get(item.face, 0) + item.dice
        if spent[item.face] > pool.count(item.face):
            return refuse("DICE_MISSING", item.clause, item=name, face=item.face, dice=pool.count(item.face))
    return None
