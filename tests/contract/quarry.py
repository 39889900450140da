"""A game with the outside system of ``examples/quarry`` in it, and what its events say, read a second time."""

from __future__ import annotations

from examples.quarry import QUARRY, Quarries, QuarryDropped, QuarryNamed, QuarryTaken
from game.api import Game
from game.rules.compose import assemble, rulebook_for
from tests.contract.games import allies, duel
from tests.contract.ledger import OWN, Ledger

ROW = ("module", "quarry", "value")


def _write(ledger: Ledger, event: QuarryNamed | QuarryTaken | QuarryDropped) -> None:
    chosen = dict(ledger.rows[ROW].chosen)
    chosen.pop(event.side, None)
    if isinstance(event, QuarryNamed):
        chosen[event.side] = event.unit
    elif isinstance(event, QuarryTaken):
        chosen[event.side] = 0
    ledger.rows[ROW] = Quarries(tuple(sorted(chosen.items())))


OWN.update(dict.fromkeys((QuarryNamed, QuarryTaken, QuarryDropped), _write))


def hunting(game: Game) -> Game:
    """The same game, played with the quarry, too."""
    rulebook = rulebook_for(game.scenario.modules, [QUARRY])
    return assemble(rulebook, game.board, game.scenario, game.kinds, game.weapons, game.upgrades)


def hunted_duel() -> Game:
    """Marines hunt marines."""
    return hunting(duel())


def hunted_allies() -> Game:
    """Two sides of one team hunt the hive."""
    return hunting(allies())
