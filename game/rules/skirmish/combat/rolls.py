"""Step 6 of an order: all its dice fall, and what is left of each side is read (RL-2, RL-3, AT-2, AT-4, AT-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from game.core.contest import Outcome, Tally, is_stray, resolve_face_to_face, resolve_normal, success
from game.core.tx import Tx
from game.core.types import UnitId
from game.rules.skirmish import names
from game.rules.skirmish.combat.modifiers import is_covered
from game.rules.skirmish.combat.plans import Aim, Attack, Plan, Reply
from game.rules.skirmish.combat.values import SuccessValue

Faces: TypeAlias = tuple[int, ...]


class Hit(Struct, frozen=True):
    """What is left of an attack against one target: hits and criticals to be saved against.

    ``stray``: a die spoiled by friends in the melee that found one of them (AT-2).
    """

    attack: Attack
    target: int
    door: int
    hits: int
    crits: int
    covered: bool
    stray: bool = False


class Outcomes(Struct, frozen=True):
    """How an order's rolls came out; everything is settled before anything takes effect (RL-3).

    ``landed`` are the attacks whose template lies on the board now, ``dodged`` the units whose Dodge succeeded,
    ``shaken`` the states that a Dodge or Reset ended.
    """

    hits: tuple[Hit, ...]
    landed: tuple[Attack, ...]
    dodged: tuple[UnitId, ...]
    shaken: tuple[tuple[UnitId, str], ...]


def cast(tx: Tx, plan: Plan) -> Outcomes:
    """Roll everything that a plan asks for, the acting unit first, then the reactions as declared, and read it."""
    own = _throw(tx, plan.actor)
    table = _Table(plan, own, {reply.unit: _throw(tx, reply) for reply in plan.replies})
    hits = [*table.own_hits(), *_strays(tx, plan.actor, own)]
    for reply in plan.replies:
        hits.extend(table.hits_of(reply))
        hits.extend(_strays(tx, reply, table.theirs[reply.unit]))
    attacks = [reply.attack for reply in (plan.actor, *plan.replies) if reply.attack is not None]
    return Outcomes(
        hits=tuple(hits),
        landed=tuple(attack for attack in attacks if attack.cells and table.lands(attack)),
        dodged=tuple(table.dodged()),
        shaken=tuple(table.shaken(tx)),
    )


def _throw(tx: Tx, part: Reply) -> list[Faces]:
    """The dice of one unit: one set of faces for each aim of its attack, or one for its Dodge or Reset."""
    if part.attack is not None:
        return [_roll(tx, part.attack.mode, aim.dice, aim.value, part.unit) for aim in part.attack.aims]
    if part.dodge is not None:
        return [_roll(tx, "dodge", 1, part.dodge, part.unit)]
    if part.resets:
        return [_roll(tx, "reset", 1, max((v for _, v in part.resets), key=lambda v: v.value), part.unit)]
    return []


def _roll(tx: Tx, purpose: str, dice: int, value: SuccessValue | None, unit: UnitId) -> Faces:
    """Below a success value of 1 no die falls (RL-1), and a cone rolls none."""
    if value is None or value.value < 1:
        return ()
    return tx.roll(purpose, dice, unit=unit, target=value.value)


def _sv(aim: Aim) -> int:
    return aim.value.value if aim.value is not None else 0


def _hits_at(face: Faces, value: SuccessValue) -> bool:
    return bool(face) and success(face[0], value.value) is not Outcome.MISS


class _Table:
    """The fallen dice of one order, and who opposes whom."""

    __slots__ = ("own", "plan", "theirs")

    def __init__(self, plan: Plan, own: list[Faces], theirs: dict[UnitId, list[Faces]]) -> None:
        self.plan = plan
        self.own = own
        self.theirs = theirs

    def die_of(self, reply: Reply) -> tuple[Faces, int]:
        """The one die of a reaction that can oppose an attack, and its success value."""
        faces = self.theirs[reply.unit][0]
        if reply.dodge is not None:
            return faces, reply.dodge.value
        assert reply.attack is not None
        return faces, _sv(reply.attack.aims[0])

    def own_hits(self) -> Iterator[Hit]:
        """What the acting unit's attack leaves against each of its targets."""
        attack = self.plan.actor.attack
        if attack is None:
            return
        if not attack.cells:
            for aim, faces in zip(attack.aims, self.own, strict=True):
                tally = self._own_tally(aim, faces, aim.target)
                yield Hit(attack, aim.target, aim.door, tally.hits, tally.crits, aim.covered)
            return
        aim = attack.aims[0]
        for victim in attack.victims:
            if aim.value is None:
                yield Hit(attack, victim.target, -1, 0 if self._evades(victim.target) else 1, 0, victim.covered)
            else:
                tally = self._own_tally(aim, self.own[0], victim.target)
                yield Hit(attack, victim.target, -1, tally.hits, tally.crits, victim.covered)

    def _own_tally(self, aim: Aim, faces: Faces, target: int) -> Tally:
        """The acting unit's dice against one target, opposed by that target's reaction only (RL-3)."""
        reply = self.plan.reply_of(target) if target else None
        if reply is not None and self.plan.opposes(reply) is not None:
            die, value = self.die_of(reply)
            return resolve_face_to_face(faces, _sv(aim), die, value).a
        return resolve_normal(faces, _sv(aim))

    def hits_of(self, reply: Reply) -> Iterator[Hit]:
        """What a reacting unit's attack leaves: against the acting unit, and whoever else its template covers."""
        attack = reply.attack
        if attack is None:
            return
        aim, faces = attack.aims[0], self.theirs[reply.unit][0]
        if not attack.cells:
            tally = self._their_tally(reply, aim, faces)
            yield Hit(attack, aim.target, -1, tally.hits, tally.crits, aim.covered)
            return
        for victim in attack.victims:
            if aim.value is None:
                yield Hit(attack, victim.target, -1, 0 if self._evades(victim.target) else 1, 0, victim.covered)
                continue
            if victim.target == self.plan.actor.unit:
                tally = self._their_tally(reply, aim, faces)
            else:
                tally = self._against_dodge(faces, aim, victim.target)
            yield Hit(attack, victim.target, -1, tally.hits, tally.crits, victim.covered)

    def _evades(self, target: int) -> bool:
        """Does a cone miss this unit, because it dodges and succeeds (AT-5)?"""
        dodge = self.plan.dodge_of(target)
        return dodge is not None and _hits_at(self._dodge_die(target), dodge)

    def _dodge_die(self, unit: UnitId) -> Faces:
        return self.own[0] if unit == self.plan.actor.unit else self.theirs[unit][0]

    def _against_dodge(self, faces: Faces, aim: Aim, target: int) -> Tally:
        """A reacting unit's template against another who dodges, or does not (D-I20)."""
        dodge = self.plan.dodge_of(target)
        if dodge is None:
            return resolve_normal(faces, _sv(aim))
        return resolve_face_to_face(faces, _sv(aim), self._dodge_die(target), dodge.value).a

    def _their_tally(self, reply: Reply, aim: Aim, faces: Faces) -> Tally:
        """A reacting unit's die against the acting unit: opposed by the dice at it, or by the one Dodge die."""
        opposed = self.plan.opposes(reply)
        if opposed is not None:
            return resolve_face_to_face(self._dice(opposed), _sv(opposed), faces, _sv(aim)).b
        return self._against_dodge(faces, aim, self.plan.actor.unit)

    def _dice(self, aim: Aim) -> Faces:
        attack = self.plan.actor.attack
        assert attack is not None
        return self.own[attack.aims.index(aim)]

    def dodged(self) -> Iterator[UnitId]:
        """Units whose Dodge is a success that nothing cancels: they may make its move (MV-5)."""
        for part in (self.plan.actor, *self.plan.replies):
            if part.dodge is not None and self._beats_all(part.unit, part.dodge):
                yield part.unit

    def _beats_all(self, unit: UnitId, dodge: SuccessValue) -> bool:
        die = self._dodge_die(unit)
        return _hits_at(die, dodge) and all(
            resolve_face_to_face(die, dodge.value, self._dice_of(part, aim), _sv(aim)).a.effective
            for part, aim in self.plan.met_by_dodge(unit)
        )

    def _dice_of(self, part: Reply, aim: Aim) -> Faces:
        return self._dice(aim) if part.unit == self.plan.actor.unit else self.theirs[part.unit][0]

    def lands(self, attack: Attack) -> bool:
        """Does the template come to lie: a cone always, a circle if a die of it succeeds, cancelled or not?"""
        aim = attack.aims[0]
        if aim.value is None:
            return True
        faces = self.theirs[attack.unit][0] if attack.reaction else self.own[0]
        return resolve_normal(faces, aim.value.value).effective > 0

    def shaken(self, tx: Tx) -> Iterator[tuple[UnitId, str]]:
        """States that end: each that the Reset die beats (ST-4, ST-5), Immobilized-A by a Dodge (ST-5)."""
        for part, faces in ((self.plan.actor, self.own), *((r, self.theirs[r.unit]) for r in self.plan.replies)):
            for state, value in part.resets:
                if value.value >= 1 and _hits_at(faces[0], value):
                    yield part.unit, state
        for unit_id in self.dodged():
            unit = tx.state.units.get(unit_id)
            if unit is not None and names.IMMOBILIZED_A in unit.states:
                yield unit_id, names.IMMOBILIZED_A


def _strays(tx: Tx, part: Reply, thrown: list[Faces]) -> list[Hit]:
    """Dice that only the friends in the melee made miss hit one of them at random (AT-2)."""
    attack = part.attack
    if attack is None:
        return []
    found = []
    for aim, faces in zip(attack.aims, thrown, strict=True):
        if not aim.friends:
            continue
        for face in faces:
            if is_stray(face, _sv(aim), aim.loose):
                friend = tx.state.units[aim.friends[tx.pick(len(aim.friends), unit=part.unit)]]
                covered = is_covered(tx, tx.state.units[part.unit], attack.cell, friend.cell, friend.size)
                found.append(Hit(attack, friend.id, -1, 1, 0, covered, stray=True))
    return found
