"""What must hold at every decision of every game, whatever the rules, as functions that say what does not.

A check takes a `Moment` and yields a line for each thing that is wrong. `walk` plays a game of random choices and
runs checks as it goes; the soak run and the tests use the same ones, and `test_controls` proves that each of them
finds what it is there to find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from game.api import (
    Action,
    Ctx,
    Dice,
    DiceRolled,
    Event,
    Game,
    IllegalAction,
    Refusal,
    SeededDice,
    State,
    combat,
)
from game.api import actions as skirmish
from game.io.clauses import load_clauses
from game.io.position import position_of
from game.io.position_text import write_position
from tests.contract.moment import Check, Moment, difference, failure
from tests.contract.readings import Ledger
from tests.contract.samples import stranger
from tests.contract.veils import with_other_secrets

TRIED = 2
"""Options that are carried out on a copy, and strangers that are tried, at each decision."""
JUDGED = 12
"""Options of which the verdict is asked, at each decision."""


# --- one decision --------------------------------------------------------------------------------------------------


def answered(m: Moment) -> Iterator[str]:
    """No options means over, and over means no options, no agenda and nobody to act (MS-3)."""
    game, state = m.game, m.state
    side, options = game.to_act(state), game.options(state)
    if state.outcome is not None:
        if side is not None or len(options) or state.agenda:
            yield "the game is over, but something waits"
        return
    if side not in game.teams:
        yield f"the game is not over, but {side!r} is to act"
    elif not len(options):
        yield f"{type(game.waiting(state)).__name__} has no options"
    for other in game.teams:
        if other != side and len(game.options(state, other)):
            yield f"options for {other}, which is not to act"


def listed(m: Moment) -> Iterator[str]:
    """Listed options are legal, differ from one another, and come in the same order each time."""
    game, state = m.game, m.state
    options = game.options(state)
    found = list(options)
    if len(found) != len(options):
        yield f"{len(options)} options are announced, {len(found)} are listed"
    if found != list(game.options(state)):
        yield "the options come in another order the second time"
    if len(set(found)) != len(found):
        twice = next(action for action in found if found.count(action) > 1)
        yield f"{twice} is listed twice"
    for action in m.sample(JUDGED):
        verdict = game.verdict(state, action)
        if not verdict:
            yield f"{action} is listed, but refused: {verdict.refusal}"
        if action not in options:
            yield f"{action} is listed, but not among the options"


def played(m: Moment) -> Iterator[str]:
    """Options can be carried out; what follows is sound, folds, repeats itself, and leaves the state as it was."""
    if m.state.outcome is None:
        for action in m.sample(TRIED):
            yield from carried_out(m, action)


def carried_out(m: Moment, action: Action) -> Iterator[str]:
    """What is wrong with carrying out one legal action."""
    game, state = m.game, m.state
    before = game.digest(state)
    dice, again = m.dice.copy(), m.dice.copy()
    after, events = game.apply(state, action, dice)
    if game.digest(state) != before or game.problems(state):
        yield f"{action} changes the state it is applied to"
    twin, repeated = game.apply(state, action, again)
    if twin != after or repeated != events or again.position() != dice.position():
        yield f"{action} goes another way the second time"
    yield from folded(m, action, after, events)
    if _logged(m.dice.position(), events) != dict(dice.position()):
        yield f"{action} rolls dice that no event shows"
    yield from (f"{action} leads to an unsound state: {problem}" for problem in game.problems(after))


def folded(m: Moment, action: Action, after: State, events: Sequence[Event]) -> Iterator[str]:
    """The events alone must lead to the new state, by the reducers and by a plain second reading."""
    if m.game.fold(m.state, events) != after:
        yield f"{action} changes what no event says"
    ledger = Ledger(m.state)
    for event in events:
        ledger.hear(event)
    yield from (f"{action}: {problem}" for problem in ledger.differences(after))


def _logged(position: Sequence[tuple[str, int]], events: Sequence[Event]) -> dict[str, int]:
    counts = dict(position)
    for event in events:
        if isinstance(event, DiceRolled):
            counts[event.purpose] = counts.get(event.purpose, 0) + len(event.faces)
    return counts


def refused(m: Moment) -> Iterator[str]:
    """Whatever was not listed is refused with a declared code and a clause, and changes nothing; or it is legal."""
    options = m.game.options(m.state)
    known = set(options)
    for _ in range(TRIED):
        action = stranger(m.game, m.state, m.seen, m.chance)
        if action not in known:
            yield from turned_down(m, action)


def turned_down(m: Moment, action: Action) -> Iterator[str]:
    """What is wrong with how one unlisted action is judged."""
    game, state = m.game, m.state
    refusal = game.verdict(state, action).refusal
    if (action in game.options(state)) != (refusal is None):
        yield f"{action}: options and verdict disagree"
    if refusal is None:
        if not _open_ended(type(action)):
            yield f"{action} is legal, but not listed"
        yield from carried_out(m, action)
        return
    yield from declared(game, refusal)
    before, dice = game.digest(state), m.dice.copy()
    try:
        game.apply(state, action, dice)
    except IllegalAction as error:
        if error.refusal != refusal:
            yield f"{action}: the verdict says {refusal}, the engine {error.refusal}"
    else:
        yield f"{action} is refused, but carried out: {refusal}"
    if game.digest(state) != before or dice.position() != m.dice.position():
        yield f"{action} is refused, but leaves traces"


def declared(game: Game, refusal: Refusal) -> Iterator[str]:
    """A refusal's code is declared by a module, and its clause exists."""
    if refusal.code not in game.rulebook.refusals:
        yield f"no module declares the refusal {refusal.code}"
    if refusal.clause not in load_clauses():
        yield f"{refusal.code} names {refusal.clause}, which is no clause"


def _open_ended(kind: type[Action]) -> bool:
    """Actions of which a legal one need not be listed: explicit paths, dice shared out, pointless jumps and rests."""
    return bool({"path", "targets", "plan"} & set(kind.__struct_fields__)) or kind in (skirmish.Idle, skirmish.Jump)


def orderless(m: Moment) -> Iterator[str]:
    """Nothing depends on the order in which units and markers came into their tables (RNG-02)."""
    game, state = m.game, m.state
    twin = game.indexed(
        replace(
            state,
            units=dict(reversed(state.units.items())),
            gone=dict(reversed(state.gone.items())),
            markers=dict(reversed(state.markers.items())),
        )
    )
    if list(game.options(twin)) != list(game.options(state)):
        yield "the options depend on the order of the tables"
        return
    for action in m.sample(TRIED):
        dice, again = m.dice.copy(), m.dice.copy()
        after, events = game.apply(state, action, dice)
        other, others = game.apply(twin, action, again)
        if game.digest(other) != game.digest(after) or others != events:
            yield f"{action} depends on the order of the tables: {difference(events, others, 'events')}"


def sound(m: Moment) -> Iterator[str]:
    """No invariant of the kernel or of a module is broken."""
    yield from m.game.problems(m.state)


def stored(m: Moment) -> Iterator[str]:
    """Written as a position and read again, the state is the very same, and is written the same way again."""
    text = write_position(m.game, m.state)
    again = position_of(text)
    if again.state != m.state:
        yield f"read back from its position the state differs: {difference(m.state, again.state)}"
    elif write_position(again.game, again.state) != text:
        yield "written again the position differs"


def veiled(m: Moment) -> Iterator[str]:
    """Views hide what they must: two states that differ only in secrets look the same (HI-2)."""
    game, state = m.game, m.state
    for side in game.teams:
        seen = game.redacted(state, side)
        if game.redacted(seen, side) != seen:
            yield f"what {side} sees changes when it is hidden again"
        if game.to_act(state) == side and list(game.view(state, side).options()) != list(game.options(state)):
            yield f"{side} sees other options than it has"
        twin = with_other_secrets(game, state, side, m.chance)
        if twin is not None:
            if game.redacted(twin, side) != seen:
                yield f"{side} sees a secret: {difference(seen, game.redacted(twin, side))}"
            elif game.to_act(twin) == side and list(game.options(twin)) != list(game.options(state)):
                yield f"the options of {side} tell a secret"


def shown(m: Moment) -> Iterator[str]:
    """A screen that folds the events its side is told into what it saw sees what its side may see (HI-2)."""
    game, state = m.game, m.state
    if state.outcome is not None:
        return
    for action in m.sample(TRIED):
        after, events = game.apply(state, action, m.dice.copy())
        for side in game.teams:
            may = game.redacted(after, side)
            seen = game.fold(game.redacted(state, side), game.redacted_events(after, events, side))
            if replace(seen, next_id=may.next_id) != may:  # ids that went are free again to those who may not know
                yield f"{action}: {side} is told another story: {difference(may, seen)}"


def foretold(m: Moment) -> Iterator[str]:
    """The odds of whatever is offered are chances that add up to one (RL-6)."""
    game, state = m.game, m.state
    task = game.waiting(state)
    if task is None:
        return
    ctx = Ctx(game, state)
    for action in m.sample(TRIED):
        yield from (f"{action}: {problem}" for problem in odds_problems(combat.forecast(ctx, task, action)))


def odds_problems(value: Any) -> Iterator[str]:
    """Chances outside 0 to 1, and distributions that do not add up, anywhere in a forecast."""
    if isinstance(value, Fraction):
        if not 0 <= value <= 1:
            yield f"a chance of {value}"
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from odds_problems(getattr(value, name))
    elif isinstance(value, tuple):
        if value and all(isinstance(part, Fraction) for part in value) and sum(value) != 1:
            yield f"chances that add up to {sum(value)}"
        for part in value:
            yield from odds_problems(part)


EVERY: tuple[Check, ...] = (answered, listed, played, refused, orderless, sound, veiled, shown, foretold)
"""The checks of every decision."""
SELDOM: tuple[Check, ...] = (stored,)
"""Checks that take a hundred times as long."""
RARE = 61
"""At how many decisions such a check comes once."""


# --- a whole game --------------------------------------------------------------------------------------------------


Choose = Callable[[Game, State, int], Action]
"""Who plays: the game, its state, and the number of the decision."""


class Walk(NamedTuple):
    """A game that was played with checks: how far it came, and everything that was wrong on the way."""

    actions: int
    state: State
    problems: tuple[str, ...]


def walk(
    game: Game,
    *,
    seed: int | str,
    checks: Sequence[Check] = EVERY,
    seldom: Sequence[Check] = SELDOM,
    limit: int = 100_000,
    every: int = 1,
    rare: int = RARE,
    most: int = 5,
    state: State | None = None,
    choose: Choose | None = None,
    dice: Dice | None = None,
) -> Walk:
    """Play a game from its start (or ``state``) by ``choose``, else by chance, with checks on the way.

    A problem that stays is told once. Checks come at each ``every``-th decision, the ``seldom`` ones at each
    ``rare``-th, and all of them at the end.
    Stops at the end, after ``limit`` actions, after ``most`` problems, or where the engine fails.
    """
    dice = SeededDice(seed) if dice is None else dice
    chance = SeededDice(seed).fork("choice")
    tester = SeededDice(seed).fork("tester")
    seen: list[Action] = []
    problems: list[str] = []
    told: set[str] = set()
    actions = 0
    state, _ = game.begin(game.initial() if state is None else state, dice)
    while len(problems) < most:
        moment = Moment(game, state, dice, tester, seen)
        over = state.outcome is not None
        due = [*(checks if over or actions % every == 0 else ()), *(seldom if over or actions % rare == 0 else ())]
        for problem in (problem for check in due for problem in _guarded(check, moment)):
            if problem not in told:
                told.add(problem)
                problems.append(f"action {actions}: {problem}")
        options = game.options(state)
        if over or not options or actions >= limit:
            break
        picked = options[chance.roll("choice", len(options)) - 1]
        action = picked if choose is None else choose(game, state, actions)
        if len(seen) < 400 or actions % 7 == 0:
            seen.append(options[chance.roll("seen", len(options)) - 1])
        try:
            state, _ = game.apply(state, action, dice)
        except Exception as error:  # a walk reports whatever happens
            problems.append(f"action {actions}: {action}: {failure(error)}")
            break
        actions += 1
    return Walk(actions, state, tuple(problems))


def _guarded(check: Check, moment: Moment) -> Iterator[str]:
    name = getattr(check, "__name__", "check")
    try:
        for problem in check(moment):
            yield f"{name}: {problem}"
    except Exception as error:  # a check that fails has found something, too
        yield f"{name}: {failure(error)}"
