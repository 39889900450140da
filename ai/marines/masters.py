"""Masters: which card to lay down, how to fulfil it, when and where to manifest, and what is to happen then (AV)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from ai.marines.gear import Errand
from ai.marines.picture import Picture
from ai.odds import expected, points_left, success
from game.api import Action, Pass, Unit, Weapon, avatar, names, queries

RITES: Final = ("prepare", "sacrifice")
"""Tags of the skills that only Masters have (OR-3)."""
AVATAR_WORTH: Final = 4.0
"""What an avatar is worth for each turn that is left."""
MOST_TURNS: Final = 5
EVERYWHERE: Final = -1
"""A mask of all cells."""
ORDER_COST: Final = 2.5
"""What half an order is worth, in points."""
FALLEN: Final = 0.4
"""The part of a friend's worth that is left when he is down."""
HELD: Final = 0.35
"""The part of a unit's worth that a state which keeps it from acting costs; half of that for lesser ones."""
WOUND: Final = 0.35
"""The part of a unit's worth that a wound less gives back."""
STRIPPED: Final = 3.0
"""What an upgrade is worth that an enemy loses."""
NEAR: Final = 4
"""Cells from its place within which an avatar wants enemies, and what each of them counts there."""
PREY: Final = 1.0


class Weighed(NamedTuple):
    """An answer, what it is worth, and the name under which that is explained."""

    score: float
    action: Action
    name: str


class Masters:
    """The Masters of one picture."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    # -- the card ---------------------------------------------------------------------------------------------------

    def card(self, unit: Unit, options: Sequence[Action]) -> list[Weighed]:
        """Cards by the turns that the avatar would be there for, and by what it costs to bring it (D-A11)."""
        p = self.picture
        found = []
        for option in options:
            if isinstance(option, avatar.actions.ChooseCard):
                card = avatar.cards.card_of(p.ctx, option.card)
                if card is not None:
                    found.append(Weighed(self._promise(unit, card.requirement), option, "avatar"))
        return found

    def _promise(self, unit: Unit, wanted: avatar.cards.Requirement) -> float:
        """Turns of the avatar, in points, less the price of the requirement."""
        arrival, price = _PROSPECTS[wanted.kind](self, unit, wanted)
        left = self.picture.turns_left - arrival + 1
        return AVATAR_WORTH * max(0.0, min(left, MOST_TURNS)) - price

    def _at_round(self, _unit: Unit, wanted: avatar.cards.Requirement) -> tuple[float, float]:
        return float(wanted.least), 0.0

    def _by_kills(self, unit: Unit, wanted: avatar.cards.Requirement) -> tuple[float, float]:
        """A fighter kills about one xeno a turn, and a trooper in every two or three."""
        skill = max(self.picture.profile(unit).cc, self.picture.profile(unit).bs + 4) / 18
        pace = 1.0 if self.picture.against_hive else 0.4
        return 1.0 + wanted.least / max(0.1, pace * skill), 0.0

    def _by_losses(self, _unit: Unit, _wanted: avatar.cards.Requirement) -> tuple[float, float]:
        return MOST_TURNS + 1.0, 0.0

    def _by_preparing(self, _unit: Unit, wanted: avatar.cards.Requirement) -> tuple[float, float]:
        orders = int(self.picture.ctx.rules["orders_per_trooper"])
        return -(-wanted.least // max(1, orders)), wanted.least * ORDER_COST

    def _by_sacrifice(self, unit: Unit, wanted: avatar.cards.Requirement) -> tuple[float, float]:
        own = [u for u in self.picture.state.units.values() if u.side == unit.side and u.id != unit.id]
        least = min((self.picture.worth(u) for u in own), default=100.0)
        return 1.0, wanted.least * (least + ORDER_COST)

    # -- bringing it about ------------------------------------------------------------------------------------------

    def rites(self, unit: Unit) -> list[Errand]:
        """Preparations and sacrifices that bring the avatar nearer."""
        p = self.picture
        record = avatar.record_of(p.ctx, unit.id)
        if record is None or record.manifested or not record.card or not avatar.faces.may_manifest(p.ctx, unit):
            return []
        card = avatar.cards.card_of(p.ctx, record.card)
        if card is None:
            return []
        missing = card.requirement.least - record.progress
        gain = AVATAR_WORTH * min(p.turns_left, MOST_TURNS)
        if card.requirement.kind == avatar.cards.PREPARES and missing > 0:
            return [Errand(EVERYWHERE, avatar.actions.Prepare(), gain / missing, "prepare")]
        if card.requirement.kind == avatar.cards.SACRIFICES and missing > 0:
            return self._offerings(unit, gain / missing)
        return []

    def _offerings(self, unit: Unit, gain: float) -> list[Errand]:
        """Friends who are worth less than the avatar; one who is down costs least."""
        p = self.picture
        found = []
        for friend in queries.friends_of(p.ctx, p.side):
            if friend.id == unit.id or friend.id in p.carriers or friend.kind in p.precious:
                continue
            price = p.worth(friend) * (FALLEN if queries.is_null(friend) else 1.0)
            if price < gain:
                cells = _within(p, friend, 2)
                action = avatar.actions.Sacrifice(friend.id)
                found.append(Errand(cells, action, gain - price, "sacrifice"))
        return found

    def due(self, unit: Unit) -> float:
        """What an order is worth to a Master who may manifest as soon as it is given one (AV-A2), beside its use."""
        p = self.picture
        record = avatar.record_of(p.ctx, unit.id)
        if record is None or not avatar.requirements.able(p.ctx, record):
            return 0.0
        wanted = avatar.requirements.requirement_of(p.ctx, unit)
        if wanted is None or wanted.kind != avatar.cards.ROUND or p.state.round < wanted.least:
            return 0.0
        return max(0.0, self.manifest(unit)[0].score)

    # -- the manifestation ------------------------------------------------------------------------------------------

    def manifest(self, unit: Unit) -> list[Weighed]:
        """Now, unless there is no room and nobody to be pushed out of the way (AV-47 to AV-51)."""
        p = self.picture
        room = bool(avatar.manifest.places_for(p.ctx, unit))
        near = avatar.push.units_near(p.ctx, unit, avatar.push.PUSHED_WITHIN) if not room else []
        gain = AVATAR_WORTH * min(p.turns_left, MOST_TURNS) * (1.0 if room else 0.5 if near else -0.5)
        return [Weighed(gain, avatar.actions.Manifest(), "avatar"), Weighed(0.0, Pass(), "wait")]

    def prey(self, cell: int, size: int) -> float:
        """Enemies near a place for the avatar."""
        p = self.picture
        return PREY * sum(1 for foe in p.foes if p.board.range(cell, size, foe.cell, foe.size) <= NEAR)

    def events(self, unit: Unit, options: Sequence[Action]) -> list[Weighed]:
        """Events by what they come to; none if none does any good (AV-53, AV-54)."""
        found = [Weighed(0.0, Pass(), "event")]
        for option in options:
            if isinstance(option, avatar.actions.ChooseEvent):
                event = avatar.cards.event_of(self.picture.ctx, option.event)
                if event is not None:
                    found.append(Weighed(self._event(unit, event), option, "event"))
        return found

    def _event(self, unit: Unit, event: avatar.cards.ManifestationEvent) -> float:
        """What an event comes to: all whom it concerns, or the best of them."""
        p = self.picture
        if event.effect == avatar.cards.ORDERS:
            return 2 * ORDER_COST * event.amount
        aims = avatar.happenings.aims_of(p.ctx, unit, event)
        if aims:
            return max(self._aim(event, aim) for aim in aims)
        one_of = event.effect in (avatar.cards.SHED, avatar.cards.STRIP, avatar.cards.MOVE)
        if one_of or event.aim in (avatar.cards.FOE, avatar.cards.FRIEND):
            return 0.0
        return sum(
            self._aim(event, avatar.actions.AimEvent(other.id))
            for other in avatar.happenings.concerned(p.ctx, unit, event)
        )

    def targets(self, name: str, options: Sequence[Action]) -> list[Weighed]:
        """Whom an event concerns, by what it does to them."""
        event = avatar.cards.event_of(self.picture.ctx, name)
        found = [Weighed(0.0, Pass(), "event")]
        for option in options:
            if event is not None and isinstance(option, avatar.actions.AimEvent):
                found.append(Weighed(self._aim(event, option), option, "event"))
        return found

    def _aim(self, event: avatar.cards.ManifestationEvent, aim: avatar.actions.AimEvent) -> float:
        """What an event does to one target, for us."""
        p = self.picture
        other = p.state.units[aim.target]
        friend = p.ctx.game.teams[other.side] == p.team
        worth, profile = p.worth(other), p.profile(other)
        left = points_left(profile, other)
        if event.effect == avatar.cards.SHED:
            return worth * (HELD if aim.name in names.IMMOBILE else HELD / 2)
        if event.effect == avatar.cards.HIT:
            blow = Weapon(event.id, "bs", event.amount, 1, event.ammo)
            return worth * expected(p.harm(blow, profile, left, (1, 20), sure=True), left)
        if event.effect == avatar.cards.HEAL:
            return (
                worth
                * WOUND
                * min(event.amount, other.wounds)
                / max(1, profile.w)
                * (2.0 if queries.is_null(other) else 1.0)
            )
        if event.effect == avatar.cards.CHECK:
            gain = worth * HELD * (1.0 - success(getattr(profile, event.attribute)))
            return -gain if friend else gain
        if event.effect == avatar.cards.PUSH:
            near = any(queries.is_engaged(p.ctx, ally) for ally in p.friends if ally in queries.touching(p.ctx, other))
            return 1.0 if near else 0.3
        if event.effect == avatar.cards.STRIP:
            return STRIPPED
        return 0.2


_PROSPECTS: Final[dict[str, Callable[[Masters, Unit, avatar.cards.Requirement], tuple[float, float]]]] = {
    avatar.cards.ROUND: Masters._at_round,
    avatar.cards.KILLS: Masters._by_kills,
    avatar.cards.LOSSES: Masters._by_losses,
    avatar.cards.PREPARES: Masters._by_preparing,
    avatar.cards.SACRIFICES: Masters._by_sacrifice,
}
"""For each kind of requirement the round in which it will be met, about, and what that costs in points."""


def _within(picture: Picture, unit: Unit, radius: int) -> int:
    """The cells within so many of a unit."""
    board = picture.board
    x, y = board.xy(unit.cell)
    mask = 0
    for row in range(max(0, y - radius), min(board.height, y + unit.size + radius)):
        for column in range(max(0, x - radius), min(board.width, x + unit.size + radius)):
            mask |= 1 << board.cell(column, row)
    return mask
