"""What careless callers were once allowed, or broke: each stays refused."""

from __future__ import annotations

import pytest

from game.api import Action
from game.api import actions as skirmish
from game.rules.skirmish.tasks import DeclareFirst, ExitOffer
from tests.support.table import Table

ROOM = "\n".join(["M.......", "g.......", *["........"] * 6])


def declaring() -> Table:
    """An engaged marine at his first skill."""
    table = Table(ROOM, M="marine", g="gaunt").orders()
    table.act(skirmish.GiveOrder(table.id("M")))
    assert isinstance(table.waiting, DeclareFirst)
    return table


@pytest.mark.rule("AT-3", "BD-11")
@pytest.mark.parametrize(
    ("action", "code"),
    [
        (skirmish.Fight("knife", 2, door=-2), "ONE_KIND_OF_TARGET"),
        (skirmish.Fight("knife", 0, door=-2), "NO_SUCH_DOOR"),
        (skirmish.Fight("knife", 0, door=1 << 40), "NO_SUCH_DOOR"),
        (skirmish.Fight("knife", -1), "NO_CONTACT"),
        (skirmish.Fight("no such knife", 2), "NO_SUCH_WEAPON"),
    ],
)
def test_an_attack_on_what_does_not_exist_is_refused(action: Action, code: str):
    assert declaring().code(action) == code


@pytest.mark.rule("MS-2")
def test_a_position_that_asks_one_who_cannot_leave_lists_no_leaving():
    table = Table("M.......\n" + "\n".join(["........"] * 7), M="marine", zones={"exit": [(0, 0)]})
    table.agenda(ExitOffer(table.id("M")), turn="marines")
    assert table.options() == [skirmish.Leave(), skirmish.Pass()]
    down = table.change("M", states=("incapacitated", "prone"))
    assert down.options() == [skirmish.Pass()]
    assert down.code(skirmish.Leave()) == "NOT_FIT"
