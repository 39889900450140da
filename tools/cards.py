"""Writes the table of docs/report-card.md: the cards of every bot that comes with the game.

python -m tools.cards -n 5 --seed 1
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ai.player import known_bots
from game.api import open_game
from game.cli.seats import default_bot
from game.sim.card.grade import Card, card_of
from game.sim.card.kinds import KINDS
from game.sim.card.run import Plan, in_turn, run
from game.sim.card.seating import seatings

PAGE = Path(__file__).parent.parent / "docs" / "report-card.md"
BEGIN, END = "<!-- cards: begin -->\n", "<!-- cards: end -->\n"
MISSIONS = ("culvert", "chapel")


def cards(games: int, seed: int, jobs: int) -> list[tuple[str, str, Card]]:
    """Bot, kind of side, and card, for each shipped bot at each kind of side that it plays."""
    against = {kind: default_bot(kind) for kind in ("human", "hive")}
    found = []
    for bot in known_bots():
        for kind in bot.seats:
            plans = [
                Plan(
                    scenario=mission,
                    seats=seatings(open_game(mission).game.scenario, bot.name, {kind}, against),
                    games=games,
                    seed=seed,
                )
                for mission in MISSIONS
            ]
            print(bot.name, kind, file=sys.stderr, flush=True)
            found.append((bot.name, kind, card_of(bot.name, in_turn(run(plans, jobs=jobs)))))
    return found


def table(found: list[tuple[str, str, Card]]) -> str:
    """The cards as a table: for each kind the cases, the chances, and the interval of the rate in per cent."""
    rows = [f"| bot | as | {' | '.join(KINDS)} |", f"|---|---|{'---|' * len(KINDS)}"]
    for bot, kind, card in found:
        cells = []
        for grade in card.grades:
            rate = grade.rate
            span = f"{rate.low * 100:.0f} to {rate.high * 100:.0f} %"
            cells.append(f"{rate.count} of {rate.of}: {span}" if rate.of else "–")
        rows.append(f"| {bot} | {kind} | {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def main() -> None:
    """Watch the games and put the table into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", "--games", type=int, default=5, help="games on each mission")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    wanted = parser.parse_args()
    made = table(cards(wanted.games, wanted.seed, wanted.jobs))
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    PAGE.write_text(f"{before}{BEGIN}{made}{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
