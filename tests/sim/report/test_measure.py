"""Every figure of a report, worked out by hand from four games that were written down."""

import pytest

from game.api import DataError
from game.sim.report.figures import Case, compared
from game.sim.report.gather import gather
from game.sim.report.measure import measure
from game.sim.results import Row
from game.sim.summary import wilson
from tests.sim.report.rows import batch, game, row


def measured(rows, **options):
    return measure(gather([("games.jsonl", rows)]), **options)


@pytest.fixture
def match():
    return measured(batch()).match_ups[0]


def test_the_games_are_sorted_into_match_ups_with_the_command_that_plays_them_again():
    other = [row(0, "marines", "marines", bot="random"), row(0, "hive", "marines", bot="random")]
    first, second = gather([("a.jsonl", batch()), ("b.jsonl", other)])
    assert first.seats == (("marines", "marines:line"), ("hive", "hive:cunning"))
    assert (len(first.games), len(second.games)) == (4, 1)
    assert first.again == ("broodfall sim yard -n 4 --seat marines=marines:line --seat hive=hive:cunning --seed 7",)


def test_the_command_names_outside_rules_timing_and_parameters():
    rows = [
        row(2, side, "", rules="1.0+my.rules:FOG", bot="hive:cunning(budget=3)", thinking=(1.0, 2.0, 3.0))
        for side in ("marines", "hive")
    ]
    (found,) = gather([("a.jsonl", rows)])
    assert found.again == (
        "broodfall sim yard -n 3 --seat 'marines=hive:cunning(budget=3)' --seat 'hive=hive:cunning(budget=3)' "
        "--module my.rules:FOG --seed 7 --timing",
    )


def test_a_game_that_is_there_twice_is_refused_in_one_line():
    with pytest.raises(DataError) as refused:
        gather([("a.jsonl", batch()), ("b.jsonl", batch()[:2])])
    assert str(refused.value) == "b.jsonl: game 0, seed text:7/0: expected each game once, found it twice"


def test_a_game_that_lacks_a_row_is_left_out_and_counted():
    (found,) = measured(batch()[:-1]).match_ups
    assert (found.outcomes.played, found.torn) == (3, 1)


def test_nothing_to_report_is_refused():
    with pytest.raises(DataError, match="expected at least one whole game, found none"):
        gather([("a.jsonl", [])])


def test_spoilt_games_count_for_no_rate():
    report = measured([*batch(), *game(9, "void", None, None, fault="hive", error="KeyError: 'x'")])
    (found,) = report.match_ups
    assert (report.games, report.spoilt, found.outcomes.played) == (5, 1, 4)
    assert (found.spoilt[0].reason, found.spoilt[0].fault) == ("crash", "hive")


def test_wins_lengths_and_ends(match):
    outcomes = match.outcomes
    assert [won.wins for won in outcomes.wins] == [wilson(2, 4), wilson(2, 4)]
    assert (outcomes.length.mean, outcomes.length.median) == (2.75, 3.0)
    assert outcomes.length.counts == ((2, {"hive": 1}), (3, {"hive": 1, "marines": 2}))
    assert [(end.reason, end.share.count, end.winners) for end in outcomes.ends] == [
        ("objective", 2, {"marines": 2}),
        ("overrun", 2, {"hive": 2}),
    ]


def test_who_is_alive_by_round(match):
    """A game that is over keeps its last values; those safely out are alive but no longer stand."""
    marines, hive = match.survival
    # Round 2: 3/4, 1/4, 4/4, 4/4. Round 3: 3/4, 1/4, 0/4, 4/4.
    assert [entry.mean for entry in marines.alive] == [1.0, 1.0, 0.75, 0.5]
    # Standing after round 1: 4, 3, 4, 4; after round 2: 3, 0, 4, 4; after round 3: 1, 0, 0, 0.
    assert [entry.mean for entry in marines.fit] == [4.0, 3.75, 2.75, 0.25]
    # Of the four xenos that had come, one is alive in game 0 and all four in the others: (1 + 4 + 4 + 4) / 16.
    assert hive.alive[3].mean == 0.8125
    assert (hive.alive[3].low, hive.alive[3].high) == (pytest.approx(0.475), 1.0)
    assert match.running == (1.0, 1.0, 1.0, 0.75)


def test_quiet_rounds(match):
    marines, hive = match.passivity
    # Rounds with an attack: 2 and 3; 2; none; 2 (a reaction). Rounds played: 3, 2, 3, 3.
    assert (marines.quiet.count, marines.quiet.of) == (7, 11)
    assert (marines.never.count, marines.never.of, marines.streak, marines.first) == (1, 4, 3, 2.0)
    # 2; 1 and 2; 3; none.
    assert (hive.quiet.count, hive.never.count) == (7, 1)
    assert marines.attacks == (0.0, 0.75, pytest.approx(1 / 3, abs=1e-6))
    assert marines.reactions == (0.0, 0.25, 0.0)


@pytest.mark.parametrize(("limit", "alarms"), [(None, 0), (0.7, 0), (0.6, 2), (7 / 11, 0)])
def test_the_alarm_is_raised_above_the_limit(limit, alarms):
    assert len(measured(batch(), max_passive=limit).alarms) == alarms


def test_places_are_summed_over_games(match):
    assert match.places[0].moves == {"1,1": 3, "2,1": 1}
    assert (match.places[0].shots, match.places[0].deaths) == ({"2,1": 3}, {"2,1": 1})


def test_what_swarm_dice_were_spent_on_and_what_went_with_it(match):
    (use,) = match.swarms
    # Nine rolls of one die; three came to nothing; enemies felled 0+1+0 + 1+3 + 0+2 + 0+1 = 8.
    assert (use.side, use.phases, use.dice, use.idle) == ("hive", 9, 9, 3)
    assert use.felled.value == pytest.approx(8 / 9, abs=1e-6)
    worth = {effect.name: effect for effect in use.effects}
    catharsis = worth["catharsis"]
    assert (catharsis.phases.count, catharsis.phases.of, catharsis.bought, catharsis.dice) == (4, 9, 4, 4)
    assert (catharsis.games.count, catharsis.games.of) == (3, 4)
    assert catharsis.felled.value == 1.75
    # Round 1: 1 against (0, 0, 0). Round 2: 1, 3, 2 against 1. Mean over the four: (1 + 3 * (2 - 1)) / 4.
    assert catharsis.more.value == 1.0
    # Left out one after the other, the games leave 4/3, 1/2, 1 and 1; their mean is 23/24, the squares about it sum
    # to 17/48, and the jackknife's variance is three quarters of that.
    assert catharsis.more.low == pytest.approx(1 - 1.959964 * (17 / 64) ** 0.5, abs=1e-6)
    # The hive won games 1 and 2. Round 1: won against lost, won, lost: 1 - 1/3. Round 2: lost, won, won against
    # lost: 2/3 - 0. Mean over the four: (2/3 + 3 * 2/3) / 4.
    assert catharsis.winning.value == pytest.approx(2 / 3, abs=1e-6)
    assert [(plan.name, plan.phases.count) for plan in use.plans] == [
        ("catharsis", 4),
        ("nothing", 3),
        ("gaunt_brood", 2),
    ]


def test_without_enough_to_compare_there_is_no_interval(match):
    """All rolls of round 2 without a brood are compared with the one with it; leave its game out, and none is left."""
    brood = next(effect for effect in match.swarms[0].effects if effect.name == "gaunt_brood")
    assert (brood.felled.n, brood.felled.low) == (2, None)
    one = compared([Case(0, 1, True, 2.0), Case(1, 1, False, 1.0), Case(2, 1, False, 1.0)])
    assert (one.value, one.low, one.clear) == (1.0, None, False)


def test_luck_against_the_numbers_that_were_rolled_for(match):
    marines, hive = match.luck
    # Eight dice at 10 of 20: four successes expected, four seen; variance 8 * 1/4.
    assert (marines.total.dice, marines.total.seen, marines.total.expected, marines.total.z) == (8, 4, 4.0, 0.0)
    # Game 0: 3 where 2 were expected, variance 1. Game 1: one less. The others threw no dice.
    assert marines.games == (1.0, -1.0, 0.0, 0.0)
    # Margins 1, -1, 0, 0 with wins 1, 0, 0, 1: covariance 1, root of (2 * 1).
    assert marines.with_win.value == pytest.approx(1 / 2**0.5, abs=1e-6)
    assert hive.with_win.value == pytest.approx(1 / 2**0.5, abs=1e-6)
    # Luckier once and won; otherwise one of three.
    assert marines.luckier.value == pytest.approx(2 / 3, abs=1e-6)


def test_faces_against_fair_dice(match):
    (faces,) = match.luck[0].faces
    # Four twenty-sided dice with 30 pips: mean 7.5 where 10.5 is expected; z = -12 / sqrt(4 * 399 / 12).
    assert (faces.purpose, faces.sides, faces.dice, faces.mean, faces.expected) == ("bs", 20, 4, 7.5, 10.5)
    assert faces.z == pytest.approx(-12 / (4 * 399 / 12) ** 0.5, abs=1e-6)


def test_times_are_medians_over_the_games():
    rows: list[Row] = []
    for number, times in enumerate([(1.0, 5.0, 9.0), (3.0, 7.0, 50.0), (2.0, 6.0, 20.0)]):
        rows += [row(number, "marines", "", thinking=times), row(number, "hive", "")]
    (found,) = measured(rows).match_ups[0].thinking
    assert (found.side, found.median, found.high, found.longest, found.decisions) == ("marines", 2.0, 6.0, 50.0, 10.0)


def test_bots_over_all_their_match_ups():
    mirror = [row(n, side, "hive", scenario="hall", bot="marines:line") for n in (0, 1) for side in ("marines", "hive")]
    line = next(bot for bot in measured([*batch(), *mirror]).bots if bot.bot == "marines:line")
    assert (line.sides, line.missions, line.wins) == (("marines", "hive"), 2, wilson(4, 8))


def test_games_without_tracks_tell_what_they_can():
    (found,) = measured([*game(0, "marines", None, None), *game(1, "hive", None, None)]).match_ups
    assert (found.tracked, found.survival, found.luck, found.swarms) == (0, (), (), ())
    assert found.outcomes.played == 2
