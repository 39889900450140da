"""Modules that clash are refused when they are put together, never in play; so are switches nobody knows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.api import Action, CompositionError, Event, Module, Offer, Step, Switch, Task
from game.core.game import switch_values
from game.core.rulebook import Rulebook, compose_rulebook
from game.rules.compose import SYSTEMS, rulebook_for


class Ask(Task, frozen=True):
    """Decision of the first module."""


class Work(Task, frozen=True):
    """Task of the first module."""


class Nod(Action, frozen=True):
    """Answer to it."""


class Nodded(Event, frozen=True):
    """What follows."""


def nothing(*_given: Any) -> Any:
    """A rule that does nothing."""
    return ()


NODDING = Offer(Ask, Nod, nothing, nothing, nothing)
STEPS = (Step("turn", "first", lambda _owner: Work()), Step("turn", "last", lambda _owner: Work(), after=("first",)))
FIRST = Module(
    name="first",
    decisions={Ask: nothing},
    resolvers={Work: nothing},
    offers=(NODDING,),
    reducers={Nodded: nothing},
    steps=STEPS,
    points=("first.hook",),
    tables={"skills": {"nodding": "BD-1"}},
    purposes={"nod": 6},
    refusals={"NO_NOD": "BD-1"},
    switches={"nods": Switch(1, "BD-1", least=0, most=9)},
)


def with_second(**parts: Any) -> Rulebook:
    """The first module and another one of these parts."""
    return compose_rulebook([FIRST, Module(name="second", **parts)])


class OtherNod(Action, frozen=True, tag="nod"):
    """Another action that is written the same way."""


class OtherAsk(Task, frozen=True):
    """A decision that nobody answers."""


class OtherWork(Task, frozen=True, tag="work"):
    """Another task that is written the same way."""


class OtherNodded(Event, frozen=True, tag="nodded"):
    """Another event that is written the same way."""


CLASHES: dict[str, tuple[dict[str, Any], str]] = {
    "a decision asked twice": ({"decisions": {Ask: nothing}}, "first and second both define decisions Ask"),
    "a task resolved twice": ({"resolvers": {Work: nothing}}, "first and second both define resolvers Work"),
    "an event folded twice": ({"reducers": {Nodded: nothing}}, "first and second both define reducers Nodded"),
    "a purpose of dice twice": ({"purposes": {"nod": 8}}, "first and second both define purposes nod"),
    "a refusal twice": ({"refusals": {"NO_NOD": "BD-2"}}, "first and second both define refusals NO_NOD"),
    "a switch twice": ({"switches": {"nods": Switch(2, "BD-1")}}, "first and second both define switches nods"),
    "a row of a table twice": ({"tables": {"skills": {"nodding": "BD-2"}}}, "both define skills nodding"),
    "an answer twice": ({"offers": (NODDING,)}, "second: Nod already answers Ask"),
    "an extension point twice": ({"points": ("first.hook",)}, "extension point first.hook already exists"),
    "an unknown extension point": ({"contributes": {"no.hook": (nothing,)}}, "contributes to unknown point no.hook"),
    "a decision that is a resolver": ({"decisions": {Work: nothing}}, "task Work is both a decision and a resolver"),
    "a resolver that is a decision": ({"resolvers": {Ask: nothing}}, "task Ask is both a decision and a resolver"),
    "an answer to no decision": ({"offers": (replace(NODDING, task=Work),)}, "answer Work, which no module asks"),
    "a decision without an answer": ({"decisions": {OtherAsk: nothing}}, "no module answers OtherAsk"),
    "a step twice": ({"steps": (STEPS[0],)}, "second: step first of turn is defined twice"),
    "an unknown step": ({"steps": (Step("turn", "mid", nothing, after=("nowhere",)),)}, "unknown step nowhere"),
    "steps in a ring": (
        {"steps": (Step("turn", "mid", nothing, after=("last",), before=("first",)),)},
        "sequence turn: no order among ['first', 'last', 'mid']",
    ),
    "an undecided order": (
        {"steps": (Step("turn", "mid", nothing, after=("first",)),)},
        "sequence turn: undecided order of ['last', 'mid']",
    ),
    "an undecided first step": (
        {"steps": (Step("turn", "mid", nothing, before=("last",)),)},
        "sequence turn: undecided order of ['first', 'mid']",
    ),
    "a module that is missing": ({"requires": ("third",)}, "module second needs third before it"),
    "two actions of one word": (
        {"offers": (Offer(Ask, OtherNod, nothing, nothing, nothing),)},
        "Nod and OtherNod are both written 'nod'",
    ),
    "two tasks of one word": ({"resolvers": {OtherWork: nothing}}, "OtherWork and Work are both written 'work'"),
    "two events of one word": (
        {"reducers": {OtherNodded: nothing}},
        "Nodded and OtherNodded are both written 'nodded'",
    ),
}


def test_modules_that_do_not_clash_are_composed():
    book = with_second(steps=(Step("turn", "mid", nothing, after=("first",), before=("last",)),), requires=("first",))
    assert [step.name for step in book.sequences["turn"]] == ["first", "mid", "last"]


@pytest.mark.parametrize(("parts", "said"), CLASHES.values(), ids=CLASHES)
def test_a_clash_is_refused(parts: dict[str, Any], said: str):
    with pytest.raises(CompositionError) as caught:
        with_second(**parts)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_module_twice_and_a_module_too_late_are_refused():
    with pytest.raises(CompositionError, match="module first is listed twice"):
        compose_rulebook([FIRST, FIRST])
    with pytest.raises(CompositionError, match="module second needs first before it"):
        compose_rulebook([Module("second", requires=("first",)), FIRST])


@pytest.mark.parametrize("name", [module.name for modules in SYSTEMS.values() for module in modules])
def test_every_shipped_module_names_what_it_needs(name: str):
    """A module is composed with what it requires alone, or says that it needs more."""
    known = {module.name: module for modules in SYSTEMS.values() for module in modules}
    wanted: dict[str, Module] = {}

    def add(module: Module) -> None:
        for needed in module.requires:
            add(known[needed])
        wanted[module.name] = module

    add(known[name])
    assert compose_rulebook(list(wanted.values())).modules[-1] is known[name]


def test_an_unknown_system_is_refused():
    with pytest.raises(CompositionError, match="no rule system 'avatars'; known: skirmish, hive"):
        rulebook_for(["avatars"])


@pytest.mark.rule("MO-3")
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"no_such": 1}, "rules.no_such: no such switch; known: "),
        ({"overwatch": "two"}, "rules.overwatch: expected int, found 'two'"),
        ({"overwatch": True}, "rules.overwatch: expected int, found True"),
        ({"overwatch": -1}, "rules.overwatch: expected 0 to 20, found -1"),
        ({"save_style": "n6"}, "rules.save_style: expected one of ['n4', 'n5'], found 'n6'"),
    ],
)
def test_a_wrong_switch_is_refused(given: dict[str, Any], said: str):
    with pytest.raises(CompositionError) as caught:
        switch_values(rulebook_for().switches, given)
    assert str(caught.value).startswith(said)


@pytest.mark.rule("MO-3")
def test_every_switch_has_a_default_within_its_own_limits():
    switches = rulebook_for().switches
    assert switch_values(switches, {name: switch.default for name, switch in switches.items()}) == switch_values(
        switches, {}
    )
