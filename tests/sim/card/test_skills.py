"""Never uses a skill: what was on offer often, and was not chosen once."""

from game.rules.skirmish.actions import EndTurn, Fight, GiveOrder, Shoot, Use
from game.sim.card.grade import card_of
from game.sim.card.run import Watched
from game.sim.card.skills import OFTEN
from game.sim.card.tally import Case, Tally
from tests.sim.card.watched import watched
from tests.support.table import Table

FIELD = ["." * 12] * 4


def table(row, **legend):
    return Table([*FIELD, row, *FIELD], **{"M": "marine", "g": "gaunt", **legend}).orders(pool=2)


def graded(*uses):
    """The grade of what was offered and chosen in some games."""
    games = [
        Watched(
            0, number, "m", "s", (), (), "objective", "",
            (Tally("skills", uses=found, cases=tuple(Case(7, 0.0, what=name) for name in found)),), (),
        )
        for number, found in enumerate(uses)
    ]  # fmt: skip
    return card_of("bot", games).grades[-1]


def test_a_skill_on_offer_often_and_never_chosen_is_not_known():
    found = graded({"use medikit": (OFTEN - 1, 0), "shoot rifle": (OFTEN, 3)}, {"use medikit": (1, 0)})
    assert (found.rate.count, found.rate.of, found.unused) == (1, 2, ("use medikit",))
    assert found.worst is not None
    assert (found.worst.what, found.worst.number, found.game) == ("use medikit", 7, 0)


def test_what_was_seldom_on_offer_does_not_count():
    found = graded({"use medikit": (OFTEN - 1, 0), "shoot rifle": (OFTEN - 1, 3)})
    assert (found.rate.count, found.rate.of, found.worst) == (0, 0, None)


def test_what_was_chosen_once_is_known():
    assert graded({"use medikit": (OFTEN, 0)}, {"use medikit": (5, 1)}).rate.count == 0


def test_weapons_are_on_offer_where_they_are_about_the_best():
    found = watched(table("Mg.........."), GiveOrder(1), Fight("knife", 2), EndTurn(), dice={"cc": [20]})
    assert found["skills"].uses == {"fight knife": (1, 1)}
    shot = (GiveOrder(1), Shoot("ap_em_rifle", (2,)), EndTurn())
    found = watched(table("M.......g...", M="warden"), *shot, dice={"bs": [20] * 3})
    assert found["skills"].uses["shoot ap_em_rifle"] == (1, 1)
    assert "shoot em_grenade" not in found["skills"].uses, "its one die harms less often"


def test_medics_are_on_offer_where_somebody_is_down():
    down = {"kind": "marine", "states": ("unconscious",), "wounds": 2}
    t = table("MD..........", M="medic", D=down)
    assert watched(t, EndTurn())["skills"].uses == {}, "nobody was asked for a skill"
    found = watched(t, GiveOrder(t.id("M")), Use("medikit", t.id("D")), EndTurn(), dice={"wip": [20]})
    assert found["skills"].uses == {"use medikit": (1, 1)}
