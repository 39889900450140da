"""A hive turn with a hundred xenos and nobody who answers: the engine's time, the hive's thinking left out."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import process_time

from benchmarks.rounds import Result, Span
from benchmarks.tables import SEED, moments, standard
from game.api import Action, Game, SeededDice, Session, State, Unit, geometry, hive_actions
from game.core.events import PolicySet, UnitPlaced
from game.rules.hive.tasks import HiveMove, XenoAttack, XenoMove
from game.rules.skirmish.policies import HOLD

XENOS = 100
KINDS = ("gaunt",) * 12 + ("stealer",) * 4 + ("warrior",) * 2 + ("swarm", "crusher")
"""The mix: every twentieth is a monster of 2x2, every twentieth a swarm."""
MOST_MS = 60


def crowded(game: Game) -> State:
    """The beginning of a hive turn with ``XENOS`` xenos, far from marines who hold their fire."""
    session = Session(game, SeededDice(SEED))
    state = next(
        state
        for state, _ in moments(session)
        if state.round >= 3 and state.agenda and isinstance(state.agenda[-1], HiveMove)
    )
    humans = [u for u in state.units.values() if game.side_kinds[u.side] == "human"]
    state = game.fold(state, [PolicySet(unit.id, HOLD) for unit in humans])
    hive = next(side for side, kind in game.side_kinds.items() if kind == "hive")
    count = sum(1 for unit in state.units.values() if unit.side == hive)
    places = _places(game, state, [unit.cell for unit in humans if unit.cell >= 0])
    for number in range(count, XENOS):
        kind = KINDS[number % len(KINDS)]
        size = game.kinds[kind].profiles[0].size
        cell = next(place for place in places if _fits(game, state, place, size))
        state = game.fold(state, [UnitPlaced(Unit(id=state.next_id, kind=kind, side=hive, cell=cell, size=size))])
    problems = game.problems(state)
    if problems:
        raise AssertionError(problems[0])
    return state


def _places(game: Game, state: State, marines: list[int]) -> list[int]:
    """Cells that can be walked to, the farthest from the marines first, every other one."""
    distance = geometry.field(game.board, marines, game.board.all_doors)
    cells = [cell for cell, far in enumerate(distance) if 0 < far < geometry.UNREACHED]
    ranked = sorted(cells, key=lambda cell: (-distance[cell], cell))
    return ranked[::2] + ranked[1::2]


def _fits(game: Game, state: State, anchor: int, size: int) -> bool:
    cells = game.board.footprint(anchor, size)
    floor = all(game.board.terrain[cell] is geometry.Terrain.FLOOR for cell in cells)
    return bool(cells) and floor and not game.board.footprint_mask(anchor, size) & state.occupied


def moves(game: Game, state: State, dice: SeededDice) -> Iterator[tuple[State, Action]]:
    """The hive's move step, each xeno walking somewhere."""
    number = 0
    while state.outcome is None and isinstance(game.waiting(state), HiveMove):
        xeno = game.options(state)[0]
        if not isinstance(xeno, hive_actions.ActivateXeno):
            return
        action: Action = xeno
        while True:
            yield state, action
            state, _ = game.apply(state, action, dice)
            if not isinstance(game.waiting(state), XenoMove | XenoAttack):
                break
            game.to_act(state)
            options = game.options(state)
            number += 1
            action = options[number * 7919 % len(options)]


def turn_ms(game: Game, state: State) -> tuple[float, int]:
    """Milliseconds of one move step, and how many actions it took."""
    began, count = process_time(), 0
    for _ in moves(game, state, SeededDice(SEED)):
        count += 1
    return (process_time() - began) * 1e3, count


def run(span: Span) -> list[Result]:
    """Warm, and on a board of which nothing is known yet."""
    game = standard()
    state = crowded(game)
    warm = [turn_ms(game, state) for _ in range(span.rounds)]
    cold = []
    for _ in range(max(2, span.rounds // 2)):
        fresh = standard()
        cold.append(turn_ms(fresh, fresh.indexed(state)))
    note = f"{warm[0][1]} actions; options listed lazily, verdicts, moves, reactions looked for"
    return [
        Result(f"hive turn of {XENOS} xenos", median(ms for ms, _ in warm), "ms", MOST_MS, note=note),
        Result(f"hive turn of {XENOS} xenos, cold board", median(ms for ms, _ in cold), "ms", MOST_MS),
    ]
