"""(X) and (Escape System-X): forms that wounds bring (TR-12 to TR-19, TR-43 to TR-49)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.api import Event, UnitKind
from game.core.events import CloudPlaced, DiceRolled, StateLost, UnitMoved
from game.rules.skirmish import names
from game.rules.skirmish.actions import Move, Shoot
from game.rules.skirmish.events import GutsTaken, SaveMade
from game.rules.skirmish.queries import profile_of, sees, tokens_of
from game.rules.transmutation.events import FormChanged
from game.rules.transmutation.forms import figure_of
from tests.rules.combat.scene import order
from tests.rules.transmutation.scene import A, B, blue, of, red, shifter, story, table
from tests.support.table import Table

KINDS = ("{}", "Escape System-{}")
"""Both kinds that count wounds (TR-17)."""


def fired_at(shift: UnitKind, hits: int = 3, **fields: object) -> Table:
    """A rifle eight cells from a unit of the kind, in the open."""
    del hits
    return table("M.......s", shift=shift, M=red("marine"), s=blue(**fields))


def hit(found: Table, saves: list[int], **dice: list[int]) -> list[Event]:
    """Three hits of Damage 13 that roll these saves."""
    return order(found, "M", Shoot("rifle", (found.id("s"),)), bs=[3, 4, 5][: len(saves)], save=saves, **dice)


@pytest.mark.rule("TR-44", "TR-45", "TR-46", "TR-13", "TR-14", "TR-08")
def test_two_wounds_of_three_saves_change_the_trooper_who_fights_on():
    found = fired_at(shifter("2"))
    events = hit(found, [4, 17, 9], guts=[5])
    assert [save.saved for save in of(events, SaveMade)] == [False, True, False]
    unit = found.unit("s")
    assert (unit.wounds, unit.form) == (2, 1)
    assert figure_of(found.game.ctx(found.state), unit) == "B"
    assert tokens_of(found.game.ctx(found.state), unit) == ()
    assert names.UNCONSCIOUS not in unit.states
    assert story(events).index("GutsTaken") < story(events).index("FormChanged")
    more = order(found, "M", Shoot("rifle", (found.id("s"),)), bs=[3, 20, 20], save=[2])
    assert names.UNCONSCIOUS in found.unit("s").states
    assert of(more, FormChanged) == []


@pytest.mark.rule("TR-47", "TR-07")
@pytest.mark.parametrize(("token", "shown"), [("", "TRANSMUTED"), ("RAGE", "RAGE")])
def test_without_a_figure_of_its_own_a_token_shows_the_form(token: str, shown: str):
    found = fired_at(shifter("2", A, replace(B, figure="", token=token)))
    hit(found, [4, 17, 9], guts=[5])
    ctx = found.game.ctx(found.state)
    assert tokens_of(ctx, found.unit("s")) == (shown,)
    assert figure_of(ctx, found.unit("s")) == "A"
    assert profile_of(ctx, found.unit("s")).id == "b"


@pytest.mark.rule("TR-17", "TR-13", "TR-16", "TR-03", "TR-A2")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("number", "saves", "form"), [(1, [4, 17, 18], 1), (2, [4, 17, 18], 0), (2, [4, 17, 9], 1), (2, [4, 8, 9], 1)]
)
def test_as_many_wounds_as_the_number_or_more(kind: str, number: int, saves: list[int], form: int):
    tough = [replace(part, w=4) for part in (A, B)]
    found = fired_at(shifter(kind.format(number), *tough))
    hit(found, saves, guts=[5])
    assert found.unit("s").form == form
    assert found.unit("s").wounds == sum(face <= 10 for face in saves)
