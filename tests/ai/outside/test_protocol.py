"""The documented protocol is the one that is spoken."""

import json
import re

import msgspec
import pytest

from ai.outside import protocol as say
from ai.outside.wire import Wire
from game.api import SeededDice
from tests.arch.source import ROOT
from tests.contract.games import game_of

PAGE = (ROOT / "docs" / "bot-protocol.md").read_text("utf-8")
SCHEMA = ROOT / "docs" / "bot-protocol.schema.json"


def test_the_committed_schema_is_made_of_the_types():
    """Made again by: python -m tools.bot_protocol."""
    assert SCHEMA.read_text("utf-8") == json.dumps(say.schema(), indent=2) + "\n"


def test_every_line_and_its_fields_are_on_the_page():
    kinds = [*say.FromGame.__args__, *say.FromProgram.__args__, say.Seen, say.UnitSeen, say.Option, say.Why]
    fields = {name for kind in kinds for name in kind.__struct_fields__}
    assert sorted(name for name in fields if f"`{name}`" not in PAGE) == []
    tags = {kind.__struct_config__.tag for kind in kinds if kind.__struct_config__.tag}
    assert sorted(tag for tag in tags if f"`{tag}`" not in PAGE) == []


def test_the_examples_on_the_page_are_lines_of_the_protocol():
    lines = re.findall(r"^([<>]) (\{.*\})$", PAGE, re.MULTILINE)
    assert len(lines) >= 6
    for mark, text in lines:
        kind = say.FromGame if mark == ">" else say.FromProgram
        msgspec.json.decode(text.replace("...", ""), type=kind)


@pytest.mark.parametrize("name", ["relay", "feud", "siege"])
def test_every_line_of_a_game_can_be_read_again(name: str):
    game, dice = game_of(name), SeededDice("wire")
    wire, chance = Wire(game.board), SeededDice("chance")
    state, events = game.begin(game.initial(), dice)
    for number in range(60):
        side = game.to_act(state)
        if side is None:
            break
        view = game.view(state, side)
        options = view.options()
        lines = [
            wire.start(view, 1),
            wire.events(game.redacted_events(state, events, side)),
            wire.question(view, options, number=number, seed=1),
        ]
        for line in lines:
            text = msgspec.json.encode(line)
            assert msgspec.json.encode(msgspec.json.decode(text, type=say.FromGame)) == text
        question = lines[-1]
        assert isinstance(question, say.Decide)
        assert [option.index for option in question.options] == list(range(len(options)))
        assert {option.action["type"] for option in question.options} <= {
            kind.__struct_config__.tag for kind in game.rulebook.action_types
        }
        cells = {tuple(unit.cell) for unit in question.view.units if unit.cell is not None}
        assert cells <= {(x, y) for x in range(view.board.width) for y in range(view.board.height)}
        state, events = game.apply(state, options[chance.roll("choice", len(options)) - 1], dice)


def test_numbers_that_javascript_cannot_hold_are_texts():
    wire = Wire(game_of("relay").board)
    assert wire.plain([1 << 60, (1 << 53) - 1, -(1 << 53)]) == [
        "0x1000000000000000",
        (1 << 53) - 1,
        "-0x20000000000000",
    ]
