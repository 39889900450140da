"""Masters, upgrades and tables for the tests of the avatar rules: test data, not game data.

``wraith`` rises on a 50 mm base and has an event of its own, ``bulwark`` keeps the Master's base, ``tempest`` rises on
a 40 mm base. ``scope`` is an upgrade like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from game.api import Action, Event, Pass, Recruit, ScriptedDice, Task
from game.core.profile import Upgrade, UpgradeFace
from game.rules.avatar.actions import Manifest, PlaceAvatar
from game.rules.avatar.state import AvatarState, MasterCard, record_of
from game.rules.avatar.tasks import ManifestPrompt
from game.rules.skirmish import names
from game.rules.skirmish.tasks import DeclareSecond, DodgeMove, OrdersPhase, React, RoundEnd, StatesPhase
from tests.support.reference import KINDS
from tests.support.table import OPEN, Table

UPGRADES = {
    upgrade.id: upgrade
    for upgrade in (
        Upgrade(
            "wraith",
            2,
            ("avatar",),
            "master",
            "aether",
            UpgradeFace(skills=("courage",), weapons=("sword",), event="dread"),
            UpgradeFace(skills=("berserk",), weapons=("cannon",), base=50, figure="wraith_risen"),
        ),
        Upgrade(
            "bulwark",
            2,
            ("avatar",),
            "master",
            "tyrant",
            UpgradeFace(equipment=("medikit",)),
            UpgradeFace(skills=("courage",), figure="bulwark_risen"),
        ),
        Upgrade(
            "tempest",
            3,
            ("avatar",),
            "master",
            "reserve",
            UpgradeFace(skills=("camouflage",), event="gale"),
            UpgradeFace(equipment=("d_charge",), base=40, figure="tempest_risen"),
        ),
        Upgrade("scope", 1, (), "any", "", UpgradeFace(equipment=("auspex",))),
    )
}
A = TypeVar("A", bound=Action)

LET_PASS = (React, DeclareSecond, DodgeMove)
"""Decisions that tests answer with Pass unless they say otherwise."""
MASTER_KINDS = {
    "master": replace(KINDS["marine"], id="master", figure="master_plain"),
    "chaplain": replace(KINDS["veteran"], id="chaplain", figure="chaplain_plain"),
    "warlord": replace(KINDS["heavy"], id="warlord", figure="warlord_plain"),
    "hero": replace(KINDS["marine"], id="hero", profiles=(replace(KINDS["marine"].profiles[0], id="hero", w=3),)),
}


def master(upgrade: str = "wraith", kind: str = "master", **fields: Any) -> dict[str, Any]:
    """A Master for the legend of a table."""
    upgrades = (upgrade, *fields.pop("more", ()))
    counters = tuple(sorted((*fields.pop("counters", ()), (names.MASTER, 1))))
    return {"kind": kind, "upgrades": upgrades, "counters": counters, **fields}


class Stage(Table):
    """A table with a Master ``M``, a card beside it, and whoever else is drawn."""

    def __init__(self, rows: str | Sequence[str], *, card: str = "bloody", **given: Any) -> None:
        given.setdefault("M", master())
        record = {key: given.pop(key) for key in ("progress", "face", "failed", "standing") if key in given}
        round_ = given.pop("round", 1)
        kinds = {**MASTER_KINDS, **given.pop("kinds", {})}
        super().__init__(rows, kinds=kinds, upgrades=UPGRADES, **given)
        self.set(round=round_)
        self.card("M", card, **record)

    def card(self, letter: str, card: str, **fields: Any) -> Stage:
        """Lay a card beside a Master."""
        memory = self.state.ext.get("avatar", AvatarState())
        others = [found for found in memory.cards if found.unit != self.id(letter)]
        record = MasterCard(self.id(letter), card, **fields)
        cards = tuple(sorted((*others, record), key=lambda found: found.unit))
        self.set(ext={**self.state.ext, "avatar": AvatarState(cards)})
        return self

    def record(self, letter: str = "M") -> MasterCard:
        """The record of a Master's card as it is now."""
        found = record_of(self.game.ctx(self.state), self.id(letter))
        assert found is not None
        return found

    def seen(self, side: str, letter: str = "M") -> MasterCard | None:
        """That record as a side sees it."""
        return record_of(self.game.view(self.state, side).ctx, self.id(letter))

    def ask(self, letter: str = "M", side: str = "marines", pool: int = 5) -> Stage:
        """The Master is asked whether it manifests, in its side's Orders phase."""
        self.set(sides={**self.state.sides, side: replace(self.state.sides[side], pool=pool)})
        waiting = (ManifestPrompt(self.id(letter)), OrdersPhase(side), StatesPhase(side), RoundEnd())
        self.agenda(*waiting, turn=side, phase="orders")
        return self

    def listed(self, kind: type[A]) -> list[A]:
        """The legal actions of one type."""
        return [action for action in self.options() if isinstance(action, kind)]

    def waits_for(self, task: Task) -> bool:
        """Is this the decision that waits?"""
        return self.waiting == task

    def through(self, *actions: Action, **dice: Sequence[int]) -> list[Event]:
        """Actions, each at the first decision it answers; meanwhile nobody reacts, moves on or stays uncertain."""
        scripted = ScriptedDice({purpose.replace("__", "."): list(faces) for purpose, faces in dice.items()})
        left: list[Action] = list(actions)
        found: list[Event] = []
        while left or isinstance(self.waiting, LET_PASS):
            action = left.pop(0) if left and self.refusal(left[0]) is None else Pass()
            before = self.state
            self.state, events = self.game.apply(before, action, scripted)
            assert self.game.fold(before, events) == self.state
            assert self.game.problems(self.state) == []
            found.extend(events)
        scripted.assert_spent()
        self.events.extend(found)
        return found

    def rise(self, x: int, y: int, **dice: Sequence[int]) -> list[Event]:
        """Manifest and stand at (x, y)."""
        return [*self.act(Manifest()), *self.act(PlaceAvatar(self.at(x, y)), dice)]


def drawn(**letters: tuple[int, int]) -> list[str]:
    """The open board with letters on it."""
    rows = [list(row) for row in OPEN.splitlines()]
    for letter, (x, y) in letters.items():
        rows[y][x] = letter[0]
    return ["".join(row) for row in rows]


def crew(*kinds: str, card: str = "bloody", upgrade: str = "wraith", **fields: Any) -> tuple[Recruit, ...]:
    """A force: a Master and others."""
    first = Recruit("master", master=True, upgrades=(upgrade,), card=card, **fields)
    return (first, *(Recruit(kind) for kind in kinds))
