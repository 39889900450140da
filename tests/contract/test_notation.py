"""Every action, event and task of every module has a line of text that parses back to the very same value."""

from __future__ import annotations

import pytest
from msgspec import Struct

from game.api import Action, Event, Game, SeededDice, Task
from game.core.notation import Codec
from tests.contract import checks
from tests.contract.arenas import ARENAS
from tests.contract.games import SMALL, game_of
from tests.contract.moment import Moment
from tests.contract.samples import Inventor

WORDS = ("", "pool", "a b", 'a "quoted" word', "none", "yes", "x=1", "[]", "(", "ñandú", "\u2028", "a\nb", "d2", "5,5")
NUMBERS = (0, 1, -1, 7, 1 << 70, -(1 << 70))
TRIES = 12
"""Values made up of each type."""


def kinds_of(game: Game, base: type[Struct]) -> list[type[Struct]]:
    """Every type of one sort that a game knows, by name."""
    book = game.rulebook
    known: dict[type[Struct], list[type[Struct]]] = {
        Action: list(book.action_types),
        Event: list(book.reducers),
        Task: [*book.decisions, *book.resolvers],
    }
    return sorted(known[base], key=lambda kind: kind.__name__)


def inner(game: Game) -> list[type[Struct]]:
    """Types that stand inside others: tasks on the agenda, what modules remember."""
    memories = [type(value) for value in game.empty().ext.values() if isinstance(value, Struct)]
    memories += [module.memory for module in game.rulebook.modules if module.memory is not None]
    return [*kinds_of(game, Task), *kinds_of(game, Action), *dict.fromkeys(memories)]


GAME = game_of("siege")
TYPES = [kind for base in (Action, Event, Task) for kind in kinds_of(GAME, base)]


def codec_for(kind: type[Struct]) -> Codec[Struct]:
    base = next(base for base in (Action, Event, Task) if issubclass(kind, base))
    return Codec(kinds_of(GAME, base), nested=inner(GAME))


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_every_type_is_written_and_read(kind: type[Struct]):
    codec, board = codec_for(kind), GAME.board
    chance = SeededDice(kind.__name__)
    kinds = inner(GAME)
    inventor = Inventor(chance, cells=(-1, 0, board.size - 1, 17), words=WORDS, numbers=NUMBERS, kinds=kinds)
    for _ in range(TRIES):
        value = inventor.value(kind)
        line = codec.text(value, board)
        assert "\n" not in line
        assert line.isprintable()
        assert codec.parse(line, board) == value
        assert codec.text(codec.parse(line, board), board) == line


@pytest.mark.parametrize("name", [*SMALL, *ARENAS])
def test_every_option_and_event_of_a_game_is_written_and_read(name: str):
    game = game_of(name)
    actions = Codec(kinds_of(game, Action))
    events = Codec(kinds_of(game, Event), nested=inner(game))
    problems: list[str] = []

    def said(m: Moment) -> list[str]:
        for action in m.sample(3):
            line = actions.text(action, game.board)
            if actions.parse(line, game.board) != action:
                problems.append(line)
            for event in game.apply(m.state, action, m.dice.copy())[1]:
                line = events.text(event, game.board)
                if events.parse(line, game.board) != event:
                    problems.append(line)
        return []

    checks.walk(game, seed="said", checks=[said], seldom=(), every=3)  # type: ignore[list-item]
    assert problems == []


def test_a_type_that_cannot_be_written_is_noticed():
    class Odd(Action, frozen=True):
        """Holds what the notation has no form for."""

        share: float

    with pytest.raises(TypeError, match=r"Odd\.share: the notation has no form for <class 'float'>"):
        Codec([Odd])


def test_a_value_that_comes_back_changed_is_noticed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Codec, "text", lambda _self, _value, _grid: "move path=0,0")
    with pytest.raises(AssertionError):
        test_every_type_is_written_and_read(next(kind for kind in TYPES if kind.__name__ == "Move"))
