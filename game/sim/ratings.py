"""Ratings of bots from a whole tournament, with how sure they are.

**Who is rated.** The game is asymmetric: marines and hive are different tasks, so a bot is rated apart for each kind
of side that it plays. Marines and hive bots meet each other only, and a mission may favour either; were all marines
better by some amount and all missions harder for them by the same, every game would go as before. So no games can
tell how a marines bot compares with a hive bot, and there is one ladder for each kind of side. Within a ladder
differences are well defined, and each rating is given as the difference to `ANCHOR` in the same seat, or to the mean
of the ladder where the anchor does not play.

**The fit.** The log-odds that one player beats another are the difference of their ratings, plus what the mission
gives to whoever sits in its first seat; a draw is half of each (Bradley and Terry's model with a home advantage for
each mission). All games are fitted at once, so their order does not matter, as it would with ratings that are updated
game by game; bots do not learn, so nothing is lost by that. A weak normal prior keeps the ratings of players finite
that won or lost all their games, and draws theirs a little to the middle. The intervals hold what the games do not
speak against (`game.sim.logistic`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from game.sim.elo import PER_LOGIT
from game.sim.logistic import Fit

ANCHOR: Final = "random"
"""The bot whose rating is 0 in each ladder."""

PRIOR: Final = 600 / PER_LOGIT
"""Standard deviation of the prior, in log-odds: 600 points of Elo."""


class Rated(Struct, frozen=True, order=True):
    """A bot at a kind of side."""

    kind: str
    bot: str


class Duel(Struct, frozen=True):
    """A game: the points of the first from 0 to 1, and where it was; the place may favour the first."""

    first: Rated
    second: Rated
    place: str
    points: float


class Rating(Struct, frozen=True, kw_only=True):
    """A player's place in the ladder of its kind: Elo above the anchor, with the 95 % interval."""

    kind: str
    bot: str
    games: int
    points: float
    elo: float
    low: float
    high: float


class Advantage(Struct, frozen=True, kw_only=True):
    """What a place gives to its first seat, in Elo, between players of the rating 0; with its 95 % interval."""

    place: str
    elo: float
    low: float
    high: float


class Ladder(Struct, frozen=True, kw_only=True):
    """Every rating, the best of each kind first, and the advantages of the places."""

    ratings: tuple[Rating, ...]
    places: tuple[Advantage, ...]


def rate(duels: Iterable[Duel], *, prior: float = PRIOR) -> Ladder:
    """Fit the ratings of all players at once."""
    met: dict[tuple[Rated, Rated, str], tuple[int, float]] = {}
    for duel in duels:
        key = (duel.first, duel.second, duel.place)
        games, points = met.get(key, (0, 0.0))
        met[key] = (games + 1, points + duel.points)
    players = sorted({player for first, second, _ in met for player in (first, second)})
    places = sorted({place for _, _, place in met})
    index = {player: number for number, player in enumerate(players)}
    home = {place: len(players) + number for number, place in enumerate(places)}
    lines = [
        (
            {index[first]: 1.0, home[place]: 1.0} | ({index[second]: -1.0} if first != second else {index[first]: 0.0}),
            *n,
        )
        for (first, second, place), n in sorted(met.items())
    ]
    fit = Fit(lines, len(players) + len(places), prior=prior)
    ratings = []
    for player in players:
        pull = _against_anchor(players, index, player)
        value, low, high = (PER_LOGIT * part for part in fit.along(pull))
        games = sum(n for (first, second, _), (n, _) in met.items() if player in (first, second))
        points = sum(p for (first, _, _), (_, p) in met.items() if first == player)
        points += sum(n - p for (_, second, _), (n, p) in met.items() if second == player)
        games += sum(n for (first, second, _), (n, _) in met.items() if first == second == player)
        ratings.append(
            Rating(
                kind=player.kind,
                bot=player.bot,
                games=games,
                points=points,
                elo=value,
                low=low,
                high=high,
            )
        )
    ratings.sort(key=lambda rating: (rating.kind != "human", rating.kind, -rating.elo, rating.bot))
    seats = {place: (first.kind, second.kind) for first, second, place in met}
    advantages = []
    for place in places:
        pull = {home[place]: 1.0}
        for kind, sign in zip(seats[place], (1.0, -1.0), strict=True):
            for number, share in _origin(players, index, kind).items():
                pull[number] = pull.get(number, 0.0) + sign * share
        value, low, high = (PER_LOGIT * part for part in fit.along(pull))
        advantages.append(Advantage(place=place, elo=value, low=low, high=high))
    return Ladder(ratings=tuple(ratings), places=tuple(advantages))


def _origin(players: Sequence[Rated], index: Mapping[Rated, int], kind: str) -> dict[int, float]:
    """What is 0 in a ladder: the anchor, or else the mean."""
    peers = [player for player in players if player.kind == kind]
    zero = [player for player in peers if player.bot == ANCHOR] or peers
    return {index[player]: 1 / len(zero) for player in zero}


def _against_anchor(players: Sequence[Rated], index: Mapping[Rated, int], player: Rated) -> dict[int, float]:
    pull = {index[player]: 1.0}
    for number, share in _origin(players, index, player.kind).items():
        pull[number] = pull.get(number, 0.0) - share
    return pull


class Skill(Struct, frozen=True, kw_only=True):
    """A player's rating by openskill, in its own scale: everybody begins at 25 with a deviation of 25 / 3."""

    kind: str
    bot: str
    mu: float
    sigma: float


def skills(duels: Iterable[Duel]) -> tuple[Skill, ...]:
    """Ratings by openskill's Bradley-Terry model, a second opinion; needs the extra ``lab``.

    They are updated game by game, in the order given. Each seat of a place is a player of its own that joins whoever
    sits there, so that what a mission favours is not laid to the bots. Players do not change, so nothing is added to
    their deviations (tau is 0).
    """
    from openskill.models import BradleyTerryFull

    model = BradleyTerryFull(tau=0.0)
    known: dict[Rated | tuple[str, int], Any] = {}
    for duel in duels:
        sides = (duel.first, (duel.place, 1)), (duel.second, (duel.place, 2))
        if duel.first == duel.second:
            continue
        teams = [[known.setdefault(member, model.rating()) for member in side] for side in sides]
        ranks = [0.5 - duel.points, duel.points - 0.5]
        for side, after in zip(sides, model.rate(teams, ranks=ranks), strict=True):
            known.update(zip(side, after, strict=True))
    found = [
        Skill(kind=player.kind, bot=player.bot, mu=rating.mu, sigma=rating.sigma)
        for player, rating in known.items()
        if isinstance(player, Rated)
    ]
    return tuple(sorted(found, key=lambda skill: (skill.kind != "human", skill.kind, -skill.mu, skill.bot)))
