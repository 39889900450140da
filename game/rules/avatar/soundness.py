"""What must hold of manifestation cards and avatars in every state."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.state import Unit
from game.core.tx import Ctx
from game.rules.avatar.cards import card_of
from game.rules.avatar.faces import avatar_upgrade, base_size
from game.rules.avatar.state import UP, MasterCard, memory_of
from game.rules.skirmish import names
from game.rules.skirmish.queries import kind_of


def cards_lie(ctx: Ctx) -> Iterator[str]:
    """A card lies beside one Master with an avatar upgrade, is a known one, and an avatar's lies face up (AV-46)."""
    memory = memory_of(ctx.state)
    owners = [record.unit for record in memory.cards] if memory is not None else []
    if owners != sorted(set(owners)):
        yield f"cards lie beside {owners}"
    for record in memory.cards if memory is not None else ():
        unit = ctx.state.units.get(record.unit)
        if unit is None and record.unit not in ctx.state.gone:
            yield f"a card lies beside {record.unit}, who never was there"
        if record.card and card_of(ctx, record.card) is None:
            yield f"the card of unit {record.unit} is {record.card}, which there is not"
        if record.progress < 0 or record.failed < 0 or record.failed > ctx.state.round:
            yield f"the card of unit {record.unit} counts {record.progress}, and failed in round {record.failed}"
        if (record.manifested or record.failed) and (record.face != UP or not record.card):
            yield f"unit {record.unit} went through a manifestation with its card face down"
        if unit is not None:
            yield from _bearer(ctx, record, unit)
    for unit in ctx.state.units.values():
        if unit.upgrades and avatar_upgrade(ctx, unit) is not None and not unit.count(names.MASTER):
            yield f"unit {unit.id} has an avatar upgrade and is no Master"


def _bearer(ctx: Ctx, record: MasterCard, unit: Unit) -> Iterator[str]:
    if unit.kind in ctx.game.kinds and avatar_upgrade(ctx, unit) is None and kind_of(ctx, unit).faction == "human":
        yield f"a card lies beside unit {unit.id}, which has no avatar upgrade"
    base = base_size(ctx, unit)
    if base and base != unit.size:
        yield f"the avatar {unit.id} covers {unit.size} cells a side, its base {base}"
