"""Rule systems are modules of declarations; a rulebook is several of them composed, clashes refused at load."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from game.core.errors import CompositionError
from game.core.events import DiceRolled
from game.core.refusal import Refusal
from game.core.state import Action, Event, State, Task
from game.core.types import Side

if TYPE_CHECKING:
    from game.core.draft import Draft
    from game.core.game import Game
    from game.core.tx import Ctx, Tx

Reducer = Callable[["Draft", Any], None]
Resolver = Callable[["Tx", Any], None]
SideOf = Callable[["Ctx", Any], Side]
Listener = Callable[["Tx", Any], None]
Bar = Callable[["Ctx", Any, Any], Refusal | None]
Redact = Callable[["Game", State, Side], State]
RedactEvent = Callable[["Game", State, Event, Side], Event | None]
Invariant = Callable[["Ctx"], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Offer:
    """One kind of answer to one kind of decision.

    ``options`` lists the legal actions in a fixed order; ``verdict`` judges any action of the type (a legal one
    need not be listed: an explicit path); ``perform`` carries it out. The task stays on the agenda's top while
    ``perform`` runs; it must pop or replace it when the decision is made.
    """

    task: type[Task]
    action: type[Action]
    options: Callable[[Ctx, Any], Sequence[Action]]
    verdict: Callable[[Ctx, Any, Any], Refusal | None]
    perform: Callable[[Tx, Any, Any], None]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a named sequence (``round``, ``human_turn``, ``hive_turn`` ...).

    ``task`` makes the step's task from the sequence's owner (a side, or ``""``); ``after`` and ``before`` name
    other steps of the same sequence and together must leave exactly one order. ``wanted`` says, when the sequence
    begins, whether this owner needs the step at all; without it every owner does.
    """

    sequence: str
    name: str
    task: Callable[[str], Task]
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    wanted: Callable[[Ctx, str], bool] | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """A key of the scenario's ``[rules]`` table (MO-3): default, allowed values (or a type), and the clause."""

    default: Any
    clause: str
    allowed: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Module:
    """A rule system. Everything it brings is declared here; nothing is registered by importing it."""

    name: str
    requires: tuple[str, ...] = ()
    decisions: Mapping[type[Task], SideOf] = field(default_factory=dict)
    resolvers: Mapping[type[Task], Resolver] = field(default_factory=dict)
    offers: tuple[Offer, ...] = ()
    bars: Mapping[type[Action], tuple[Bar, ...]] = field(default_factory=dict)
    reducers: Mapping[type[Event], Reducer] = field(default_factory=dict)
    listeners: Mapping[type[Event], tuple[Listener, ...]] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()
    points: tuple[str, ...] = ()
    contributes: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    purposes: Mapping[str, int] = field(default_factory=dict)
    refusals: Mapping[str, str] = field(default_factory=dict)
    switches: Mapping[str, Switch] = field(default_factory=dict)
    reveals: tuple[type[Event], ...] = ()
    redactions: tuple[Redact, ...] = ()
    redact_events: tuple[RedactEvent, ...] = ()
    invariants: tuple[Invariant, ...] = ()
    initial: Callable[[Game], Any] | None = None
    memory: type[Struct] | None = None
    """The type of its part of the state, if only some games have one: then there is no ``initial``."""


@dataclass(frozen=True)
class Rulebook:
    """Composed modules; look-ups by type and name. Immutable."""

    modules: tuple[Module, ...]
    decisions: Mapping[type[Task], SideOf]
    resolvers: Mapping[type[Task], Resolver]
    offers: Mapping[type[Task], tuple[Offer, ...]]
    offer_of: Mapping[tuple[type[Task], type[Action]], Offer]
    bars: Mapping[type[Action], tuple[Bar, ...]]
    reducers: Mapping[type[Event], Reducer]
    listeners: Mapping[type[Event], tuple[Listener, ...]]
    sequences: Mapping[str, tuple[Step, ...]]
    points: Mapping[str, tuple[Any, ...]]
    tables: Mapping[str, Mapping[str, Any]]
    purposes: Mapping[str, int]
    refusals: Mapping[str, str]
    switches: Mapping[str, Switch]
    reveals: frozenset[type[Event]]
    redactions: tuple[Redact, ...]
    redact_events: tuple[RedactEvent, ...]
    invariants: tuple[Invariant, ...]

    @property
    def action_types(self) -> tuple[type[Action], ...]:
        """Every action type some decision can be answered with, by tag."""
        found = {offer.action for offers in self.offers.values() for offer in offers}
        return tuple(sorted(found, key=lambda kind: kind.__name__))


def _merge(into: dict[Any, Any], new: Mapping[Any, Any], what: str, module: str, owner: dict[Any, str]) -> None:
    for key, value in new.items():
        if key in into:
            name = getattr(key, "__name__", key)
            raise CompositionError(f"modules {owner[key]} and {module} both define {what} {name}")
        into[key] = value
        owner[key] = module


def _ordered(sequence: str, steps: Sequence[tuple[Step, str]]) -> tuple[Step, ...]:
    """The one order that all ``after``/``before`` allow; none or several is a clash."""
    by_name: dict[str, Step] = {}
    for step, module in steps:
        if step.name in by_name:
            raise CompositionError(f"module {module}: step {step.name} of {sequence} is defined twice")
        by_name[step.name] = step
    earlier: dict[str, set[str]] = {name: set() for name in by_name}
    for step in by_name.values():
        for name in (*step.after, *step.before):
            if name not in by_name:
                raise CompositionError(f"step {step.name} of {sequence} refers to unknown step {name}")
        earlier[step.name].update(step.after)
        for name in step.before:
            earlier[name].add(step.name)
    order: list[Step] = []
    done: set[str] = set()
    while len(order) < len(by_name):
        ready = [name for name in by_name if name not in done and earlier[name] <= done]
        if len(ready) != 1:
            problem = (
                f"no order among {sorted(set(by_name) - done)}" if not ready else f"undecided order of {sorted(ready)}"
            )
            raise CompositionError(f"sequence {sequence}: {problem}")
        order.append(by_name[ready[0]])
        done.add(ready[0])
    return tuple(order)


def _one_word_each(kinds: Iterable[type[Struct]]) -> None:
    """Lines of a save name a type by its tag alone, so no two of one sort may share one."""
    known: dict[Any, type[Struct]] = {}
    for kind in sorted(kinds, key=lambda kind: kind.__qualname__):
        tag = kind.__struct_config__.tag
        other = known.setdefault(tag, kind)
        if other is not kind:
            raise CompositionError(f"{other.__name__} and {kind.__name__} are both written {tag!r}")


def compose_rulebook(modules: Sequence[Module]) -> Rulebook:
    """Compose modules, each after those it requires. Raises CompositionError for any clash or gap."""
    names = [module.name for module in modules]
    single: dict[str, dict[Any, Any]] = {}
    owners: dict[str, dict[Any, str]] = {}
    offers: dict[type[Task], list[Offer]] = {}
    offer_of: dict[tuple[type[Task], type[Action]], Offer] = {}
    bars: dict[type[Action], list[Bar]] = {}
    listeners: dict[type[Event], list[Listener]] = {}
    steps: dict[str, list[tuple[Step, str]]] = {}
    points: dict[str, list[Any]] = {}
    tables: dict[str, dict[str, Any]] = {}
    for index, module in enumerate(modules):
        if module.name in names[:index]:
            raise CompositionError(f"module {module.name} is listed twice")
        for needed in module.requires:
            if needed not in names[:index]:
                raise CompositionError(f"module {module.name} needs {needed} before it")
        for what in ("decisions", "resolvers", "reducers", "purposes", "refusals", "switches"):
            _merge(single.setdefault(what, {}), getattr(module, what), what, module.name, owners.setdefault(what, {}))
        for offer in module.offers:
            key = (offer.task, offer.action)
            if key in offer_of:
                raise CompositionError(
                    f"module {module.name}: {offer.action.__name__} already answers {offer.task.__name__}"
                )
            offer_of[key] = offer
            offers.setdefault(offer.task, []).append(offer)
        for action, found in module.bars.items():
            bars.setdefault(action, []).extend(found)
        for event, heard in module.listeners.items():
            listeners.setdefault(event, []).extend(heard)
        for step in module.steps:
            steps.setdefault(step.sequence, []).append((step, module.name))
        for point in module.points:
            if point in points:
                raise CompositionError(f"module {module.name}: extension point {point} already exists")
            points[point] = []
        for point, given in module.contributes.items():
            if point not in points:
                raise CompositionError(f"module {module.name} contributes to unknown point {point}")
            points[point].extend(given)
        for table, rows in module.tables.items():
            _merge(tables.setdefault(table, {}), rows, table, module.name, owners.setdefault("table " + table, {}))
    both = single["decisions"].keys() & single["resolvers"].keys()
    if both:
        raise CompositionError(f"task {min(t.__name__ for t in both)} is both a decision and a resolver")
    for task in offers:
        if task not in single["decisions"]:
            raise CompositionError(f"offers answer {task.__name__}, which no module asks")
    for task in single["decisions"]:
        if task not in offers:
            raise CompositionError(f"no module answers {task.__name__}")
    _one_word_each({offer.action for offer in offer_of.values()})
    _one_word_each(single["decisions"].keys() | single["resolvers"].keys())
    _one_word_each(single["reducers"])
    return Rulebook(
        modules=tuple(modules),
        decisions=single["decisions"],
        resolvers=single["resolvers"],
        offers={task: tuple(found) for task, found in offers.items()},
        offer_of=offer_of,
        bars={action: tuple(found) for action, found in bars.items()},
        reducers=single["reducers"],
        listeners={event: tuple(found) for event, found in listeners.items()},
        sequences={name: _ordered(name, found) for name, found in steps.items()},
        points={name: tuple(found) for name, found in points.items()},
        tables=tables,
        purposes=single["purposes"],
        refusals=single["refusals"],
        switches=single["switches"],
        reveals=frozenset({DiceRolled, *(kind for m in modules for kind in m.reveals)}),
        redactions=tuple(r for m in modules for r in m.redactions),
        redact_events=tuple(r for m in modules for r in m.redact_events),
        invariants=tuple(i for m in modules for i in m.invariants),
    )
