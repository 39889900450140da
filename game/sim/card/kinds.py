"""The kinds of bad habits, in the order in which the card tells them."""

from __future__ import annotations

from typing import Final

from game.sim.card.contact import Contact
from game.sim.card.exposed import Exposed
from game.sim.card.idle import Idle
from game.sim.card.jam import Jam
from game.sim.card.neglect import Neglect
from game.sim.card.skills import Skills
from game.sim.card.swing import Swing
from game.sim.card.tally import Counter
from game.sim.card.waste import Waste

WATCHERS: Final[tuple[type[Counter], ...]] = (Idle, Exposed, Jam, Neglect, Contact, Waste, Swing, Skills)
"""One watcher for each kind."""
KINDS: Final = tuple(watcher.kind for watcher in WATCHERS)
