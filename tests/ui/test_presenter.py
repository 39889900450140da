"""The shown state trails the real one and ends equal to it, whatever is skipped, stepped or sped up on the way."""

from collections.abc import Iterator

import pytest

from ai.player import make_bot
from game.api import DiceRolled, SeededDice, Session, State, list_scenarios, load_scenario, open_game, parse_seed
from game.sim.seats import BotDice
from game.text.words import Words
from game.ui.clips.presenter import Presenter
from tests.golden.make import path_of
from tests.golden.transcript import ACTION, HEADER, codecs_of

WORDS = Words("en")
GAMES = ("culvert", "ductworks", "terraces", "bastion")


def played(scenario: str, *, answers: int) -> Iterator[tuple[Session, tuple]]:
    """A game of random bots, entry by entry: the session after it and its events; first the opening."""
    session = Session(open_game(scenario).game, SeededDice("shown"))
    bots = {side: (make_bot("random", dice := BotDice("shown", side)), dice) for side in session.game.side_kinds}
    yield session, session.opening
    while not session.over and len(session.log) < answers:
        side = session.to_act
        assert side is not None
        bot, dice = bots[side]
        dice.at(len(session.log))
        yield session, session.act(bot.decide(session.view(side), session.view(side).options()), side)


def before(session: Session, side: str) -> State:
    return session.game.redacted(session.start, side)


def run_out(presenter: Presenter) -> None:
    """Let time pass until nothing is left to be played."""
    for _ in range(20_000):
        if not presenter.busy:
            return
        presenter.tick(0.5)
    raise AssertionError("the clips never end")


@pytest.mark.parametrize("scenario", GAMES)
def test_every_seat_is_shown_in_the_end_what_it_may_see(scenario: str):
    shown: dict[str, Presenter] = {}
    for session, events in played(scenario, answers=120):
        game = session.game
        for side in game.side_kinds:
            presenter = shown.setdefault(side, Presenter(game, before(session, side), WORDS))
            presenter.hear(game.redacted_events(session.state, events, side))
            run_out(presenter)
            assert presenter.shown == game.redacted(session.state, side)


def recorded(scenario: str) -> Iterator[tuple[Session, tuple]]:
    """The golden game of a scenario as it was recorded, entry by entry; first the opening."""
    lines = path_of(scenario).read_text(encoding="utf-8").splitlines()
    header = HEADER.fullmatch(lines[0])
    assert header is not None
    session = Session(load_scenario(scenario).game, SeededDice(parse_seed(header["seed"])))
    actions = codecs_of(session.game).actions
    yield session, session.opening
    for number, line in enumerate(lines, 1):
        found = ACTION.fullmatch(line)
        if found is not None:
            action = actions.parse(found["action"], session.game.board, file=scenario, place=f"line {number}")
            yield session, session.act(action, found["side"])


@pytest.mark.parametrize("scenario", [meta.id for meta in list_scenarios()])
def test_every_golden_game_is_shown_as_it_is(scenario: str):
    shown: dict[str, Presenter] = {}
    for session, events in recorded(scenario):
        for side in session.game.side_kinds:
            presenter = shown.setdefault(side, Presenter(session.game, before(session, side), WORDS))
            presenter.hear(session.game.redacted_events(session.state, events, side))
            run_out(presenter)
    assert session.log
    for side, presenter in shown.items():
        assert presenter.shown == session.game.redacted(session.state, side)


@pytest.mark.parametrize("how", ["skip", "step", "fast"])
def test_skipping_and_stepping_come_to_the_same(how: str):
    presenter = None
    for session, events in played("culvert", answers=150):
        side = "marines"
        if presenter is None:
            presenter = Presenter(session.game, before(session, side), WORDS)
        presenter.hear(session.game.redacted_events(session.state, events, side))
        last = session
    assert presenter is not None
    if how == "skip":
        presenter.tick(1.0)
        presenter.skip()
    elif how == "fast":
        presenter.speed = 0.0
        presenter.tick(0.01)
    else:
        for _ in range(5000):
            presenter.step()
            if not presenter.busy:
                break
    assert presenter.shown == last.game.redacted(last.state, "marines")
    assert not presenter.busy


def test_a_pause_holds_and_dice_land_on_the_logged_faces():
    faces = []
    presenter = None
    for session, events in played("culvert", answers=60):
        if presenter is None:
            presenter = Presenter(session.game, before(session, "hive"), WORDS)
            presenter.on_clip = lambda clip: faces.append(clip.dice.faces) if clip.dice is not None else None
            logged = []
        heard = session.game.redacted_events(session.state, events, "hive")
        logged += [event.faces for event in heard if isinstance(event, DiceRolled)]
        presenter.hear(heard)
    assert presenter is not None
    presenter.paused = True
    left = presenter.left
    presenter.tick(10)
    assert presenter.left == left
    presenter.paused = False
    run_out(presenter)
    assert faces == logged
    assert faces
