"""What players read and see of mines: the board, its key, a cell, and the story of one that goes off."""

from __future__ import annotations

import pytest

from game.core.dice import SeededDice
from game.io.clauses import Language
from game.io.position import position_of
from game.rules.skirmish.actions import GiveOrder, Pass, Use
from game.text.lookout import Lookout
from game.text.naming import Naming
from game.text.phrases import Phrases
from game.text.picture import Picture
from game.text.words import Words

ROOM = """
board = '''
########
#......#
#......#
#..e...#
########
'''
[sides.red]
[sides.blue]
[legend.e]
kind = "engineer"
side = "red"
policy = "hold"
[[markers]]
kind = "mine"
id = 2
at = [4, 2]
name = "blue"
"""


@pytest.mark.parametrize(
    ("language", "key", "cell"), [("en", "^ mine", "mine 2, blue"), ("es", "^ mina", "mina 2, blue")]
)
def test_a_mine_is_drawn_and_said_with_its_side(language: Language, key: str, cell: str) -> None:
    found = position_of(ROOM)
    view = found.game.view(found.state, "red")
    naming = Naming(found.game, found.state, Words(language))
    picture = Picture(view, naming)
    assert "^" in picture.rows()[4]
    assert key in picture.key()
    assert cell in Lookout(view, naming).cell(found.game.board.cell(4, 2))


@pytest.mark.parametrize(
    ("language", "bang", "hit"),
    [
        ("en", "A surge mine goes off at 4,2.", "surge mine against Sapper 1: hits 1, criticals 0."),
        ("es", "Estalla una mina de pulso en 4,2.", "mina de pulso contra Zapador 1: impactos 1, críticos 0."),
    ],
)
def test_the_story_of_a_mine_that_goes_off_names_it(language: Language, bang: str, hit: str) -> None:
    found = position_of(ROOM)
    game, state = found.game, found.state
    told: list[str] = []
    dice = SeededDice("x")  # the first WIP roll of these is a 20
    for action in (GiveOrder(1), Use("disarm", 2), Pass()):
        state, events = game.apply(state, action, dice)
        told += [Phrases(game, state, Words(language)).event(event) for event in events]
    assert [line for line in told if line in (bang, hit)] == [bang, hit]
    assert not any("#" in line for line in told)
