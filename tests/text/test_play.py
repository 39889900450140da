"""A game in the terminal: people type, bots answer, everyone hears what concerns them."""

import errno

import pytest

from ai.player import make_bot
from game.api import SeededDice, Session
from game.io.deciders import Decider
from game.io.errors import unwritable
from game.io.openers import opener
from game.io.position import position_of
from game.io.saves import load_save
from game.text.play import TextGame
from game.text.words import Words
from tests.text.table import ROOMS, Script, log, played, position, table, told


def test_a_game_between_bots_is_told_to_its_end():
    game = table(marines="random", hive="random")
    assert game.run()
    text = told(game)
    assert "Round 3." in text
    assert "The game is over after" in text


def test_a_person_gives_an_order_and_sees_what_comes_of_it():
    text = played("move 1 2,2", "quit")
    assert "Line trooper 1 goes to 2,2." in text
    assert "Line trooper 1: the second skill of the order, or pass." in text
    assert "The game stands as it is." in text


def test_options_are_numbered_and_large_families_summed_up():
    text = played("order 1", "list move", "quit")
    assert "type move X,Y, or list move" in text
    assert ". move to 2,2, steps 1" in text


def test_odds_are_shown_and_confirmed_before_dice_fall():
    game = table("move 1 3,1 d0", "shoot 2 rifle", "n", "shoot 2 rifle", "y", "quit")
    game.run()
    text = told(game)
    assert text.count("takes effect") == 2
    assert text.count("Do it? [y/n]") == 2
    assert [line for line in log(game) if line.startswith("shoot")] == ["shoot weapon=rifle targets=2"]


def test_what_was_declined_leaves_no_trace():
    game = table("move 1 3,1 d0", "shoot 2 rifle", "n", "quit")
    game.run()
    assert log(game) == ["give_order unit=1", "move path=2,1>3,1>d0"]


def test_nothing_is_asked_when_asking_is_off():
    text = played("confirm off", "move 1 3,1 d0", "shoot 2 rifle", "quit")
    assert "takes effect" in text
    assert "Do it?" not in text


def test_odds_can_be_asked_without_doing_anything():
    game = table("move 1 3,1 d0", "odds shoot 2", "odds move 2,2", "quit")
    game.run()
    text = told(game)
    assert "shoot Raker 2 with line rifle:" in text
    assert "BS 12" in text
    assert "No die falls." in text
    assert len(log(game)) == 2


def test_several_meanings_are_chosen_by_number():
    game = table("confirm off", "move 1 3,1 d0", "shoot 2", "2", "quit")
    game.run()
    assert "That may mean several things:" in told(game)
    assert sum(line.startswith("shoot") for line in log(game)) == 1


@pytest.mark.rule("RL-6")
def test_undo_takes_back_what_was_typed_and_redo_does_it_again():
    game = table("move 1 2,2", "undo", "redo", "quit")
    game.run()
    text = told(game)
    assert "Taken back: move to 2,2, steps 1." in text
    assert log(game) == ["give_order unit=1"]
    assert "Done again" in text


def test_a_die_cannot_be_taken_back():
    text = played("confirm off", "move 1 3,1 d0", "shoot 2 rifle", "undo", "quit")
    assert "cannot be taken back. [RL-6]" in text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("help", "undo: take back what you did"),
        ("look", "marines: orders left: 1"),
        ("look 1", "Line trooper 1 at 1,1"),
        ("look 4,1", "4,1: door d0 at 4,1, closed."),
        ("look row 99", "There is no row 99; the last one is 4."),
        ("look row 1", "Row 1: wall 0, Line trooper 1 1, floor 2-3, door d0 at 4,1, closed 4"),
        ("look 77", "There is no unit 77"),
        ("look 77,1", "There is no cell 77,1; the last one is"),
        ("why 1 77,1", "There is no cell 77,1; the last one is"),
        ("units", "Raker 2 at 9,1"),
        ("doors", "door d0 at 4,1, closed"),
        ("board", "Line trooper 1 at 1,1"),
        ("why", "No bot has decided anything yet."),
        ("rule hm-12", "HM-12: With anything under six"),
        ("rule hm-1", "There is no clause hm-1; near it: HM-"),
        ("rule ???", "There is no clause ???."),
        ("rule", "rule ID: what a clause of the rules says"),
        ("list leave", "Nothing to show."),
        ("ledger", "Nothing to show."),
        ("save", "This game is not saved"),
        ("seat elves random", "Say a side (marines, hive)"),
        ("seat hive rnadom", 'There is no bot "rnadom". Perhaps this was meant: random.'),
        ("auto", "auto BOT"),
        ("undo", "There is nothing to take back. [RL-6]"),
        ("redo", "There is nothing to do again. [RL-6]"),
        ("mvoe 1 2,2", "did you mean move?"),
        ("zzzzz", 'I do not know "zzzzz".'),
        ("odds", "the chances of something"),
        ("odds jump 2,2", "not among what can be done now"),
        ("log", "marines>"),
    ],
)
def test_a_person_can_look_around(typed: str, said: str):
    assert said in played(typed, "quit")


def test_the_end_of_the_input_leaves_the_game():
    assert "There is no more input." in played()


def test_a_bot_can_be_asked_why():
    text = played("end", "why", "why 2", "quit", hive="random")
    assert "hive (random) chose:" in text
    assert "chance, among" in text


@pytest.mark.rule("MO-1")
@pytest.mark.parametrize(
    "typed", ["seat hive hive:cunning(patience=1)", "seat hive hive:cunning(patience = 1)", "sitio colmena random"]
)
def test_a_seat_is_given_to_a_bot_with_its_parameters_and_by_either_name_of_the_side(typed: str):
    assert "colmena" in played(typed, "quit", language="es").splitlines()[-3]


def test_a_line_of_the_log_can_be_asked_about():
    assert "No die falls." in played("odds give_order unit=1", "quit")


@pytest.mark.rule("MO-1")
def test_a_seat_can_change_hands_in_the_middle():
    game = table("seat hive random", "seat marines random")
    assert game.run()
    assert "marines is played by random from now on." in told(game)


def test_a_bot_can_finish_a_turn():
    game = table("auto passive", "quit")
    game.run()
    text = told(game)
    assert "Round 2." in text
    assert text.count("Orders: 1 in the pool") == 1
    assert "Impetuous phase: who runs now?" in text


def test_the_board_is_drawn_with_coordinates_and_a_legend():
    text = played("quit", plain=False)
    assert "1 #1..+....r# 1" in text
    assert "1 Line trooper 1" in text
    assert "+ door, closed" in text
    assert "% nest" in text


def test_plain_text_has_no_picture():
    text = played("board", "move 1 2,2", "quit", plain=True)
    assert "#" not in text
    assert "│" not in text


# --- saves -------------------------------------------------------------------------------------------------------


def test_a_saved_game_goes_on_as_it_would_have(tmp_path):
    """Interrupted and resumed, or played through: the same game, bots and dice included."""
    lines = ("confirm off", "auto random", "auto random", "auto random")
    whole = table(*lines, hive="random")
    whole.run()

    path = tmp_path / "game.jsonl"
    first = table(*lines[:2], hive="random", save=path)
    first.run()
    assert f"play --load {path}" in told(first)
    taken = load_save(path, opener())
    second = TextGame(
        taken.session,
        taken.header.seats,
        seed=4,
        make_bot=make_bot,
        words=Words("en"),
        screen=Script(lines[:1] + lines[2:]),
        saver=taken.writer,
    )
    second.run()
    assert log(second) == log(whole)
    assert second.session.digest() == whole.session.digest()


def test_the_save_says_who_decided_what(tmp_path):
    path, copy = tmp_path / "game.jsonl", tmp_path / "copy.jsonl"
    game = table(
        "confirm off", "move 1 2,2", "auto random", f"save {copy}", "seat hive passive", "auto passive", "quit",
        hive="random", save=path,
    )  # fmt: skip
    game.run()
    assert game.saver is not None
    game.saver.close()
    taken = load_save(path, opener())
    made = [game.deciders.of(number) for number in range(1, len(game.session.log) + 1)]
    assert list(taken.deciders) == made
    assert made[0] == Decider("human")
    assert {Decider("random", stood_in=True), Decider("random"), Decider("passive", stood_in=True)} <= set(made)
    taken.writer.close()
    early = load_save(copy, opener())
    assert list(early.deciders) == made[: len(early.session.log)]
    again = TextGame(
        early.session, early.seats, seed=4, make_bot=make_bot, words=Words("en"), screen=Script(("auto random",)),
        saver=early.writer, deciders=early.deciders,
    )  # fmt: skip
    again.run()
    early.writer.close()
    later = load_save(copy, opener())
    assert later.deciders[: len(early.deciders)] == early.deciders
    assert Decider("random", stood_in=True) in later.deciders[len(early.deciders) :]
    later.writer.close()


def test_a_game_that_goes_on_says_where_it_stands_and_tells_nothing_twice(tmp_path):
    path = tmp_path / "game.jsonl"
    table("move 1 2,2", "end", "quit", hive="random", save=path).run()
    loaded = load_save(path, opener())
    game = table("quit", session=loaded.session)
    opening = game.sentences(loaded.session.opening, loaded.session.state)
    game.run()
    assert told(game).startswith("Round ")
    assert not set(opening) - {"Round 1.", "Turn of marines."} & set(told(game).splitlines())
    loaded.writer.close()


def test_looking_around_says_what_the_mission_asks_for():
    game = table("look", "quit")
    game.briefings = {"marines": "Shut the valves.", "hive": "Guard the valves."}
    game.run()
    assert "Shut the valves.\nRound 1.\nTurn of marines." in told(game)
    assert "Guard" not in told(game)


def test_a_person_who_interrupts_is_told_how_to_go_on(tmp_path, monkeypatch):
    game = table("confirm off", save=tmp_path / "game.jsonl")

    def interrupted(_prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(game.screen, "ask", interrupted)
    with pytest.raises(KeyboardInterrupt):
        game.run()
    assert "game.jsonl goes on with it." in told(game)


def test_a_copy_can_be_written_and_played_on(tmp_path):
    path = tmp_path / "copy.jsonl"
    game = table("move 1 2,2", f"save {path}", f"save {path}", "quit")
    game.run()
    assert f"Written to {path}." in told(game)
    assert f'There is a file "{path}" already. Choose another name.' in told(game)
    assert load_save(path, opener()).session.digest() == game.session.digest()


def test_a_save_that_fails_is_told_and_the_game_goes_on(tmp_path):
    game = table("move 1 2,2", "quit", save=tmp_path / "game.jsonl")
    assert game.saver is not None
    game.saver.problem = unwritable(tmp_path / "game.jsonl", OSError(errno.ENOSPC, "No space left on device"))
    game.run()
    assert 'Saving stopped: The disk has no room left for "game.jsonl". Make room, then try again.' in told(game)


# --- secrets -----------------------------------------------------------------------------------------------------

HIDDEN = """
board = '''
########
#s....r#
#......#
########
'''
rounds = 2
[sides.blue]
kind = "human"
[sides.red]
kind = "human"
[legend.s]
kind = "scout"
side = "blue"
states = ["camouflaged"]
[legend.r]
kind = "rifle"
side = "red"
"""


@pytest.mark.rule("MO-2")
def test_the_screen_is_cleared_before_another_person_looks():
    game, state = position_of(HIDDEN)
    session = Session(game, SeededDice(1), state)
    screen = Script(["end", "", "look 1", "quit"])
    seats = {"blue": "human", "red": "human"}
    TextGame(session, seats, seed=1, make_bot=make_bot, words=Words("en"), screen=screen).run()
    assert screen.cleared
    before, after = "\n".join(screen.said[: screen.cleared]), "\n".join(screen.said[screen.cleared :])
    assert "Pathfinder" in before
    assert "Pathfinder" not in after
    assert "Pass the seat to red." in after


@pytest.mark.rule("HI-1")
@pytest.mark.parametrize(
    ("state", "told"), [("camouflaged", "keeps its reasons"), ("prone", "it declines whatever it may")]
)
def test_a_bot_that_hides_something_does_not_say_what_it_thought(state: str, told: str):
    game, start = position_of(HIDDEN.replace("camouflaged", state))
    screen = Script(["why", "quit"])
    seats = {"blue": "passive", "red": "human"}
    session = Session(game, SeededDice(1), start)
    TextGame(session, seats, seed=1, make_bot=make_bot, words=Words("en"), screen=screen).run()
    assert told in screen.text


def test_nobody_passes_the_seat_where_nothing_is_hidden():
    text = played("end", "pass", "pass", "quit", hive="human")
    assert "Pass the seat" not in text


def test_whatever_is_typed_never_breaks_the_table():
    """Random lines from the words of the game, hundreds of them, on a real decision each."""
    dice = SeededDice("typing")
    words = Words("en")
    verbs = [*words.typed("verbs"), *words.typed("commands")]
    verbs = [verb for verb in verbs if verb not in words.of("commands", "quit").split() and verb != "save"]
    nouns = ["1", "2", "3", "9,1", "2,2", "4,1", "d0", "rifle", "own", "line", "hold", "99", "-", "=", "random", "é"]

    def pick(choices):
        return choices[dice.roll("pick", len(choices)) - 1]

    lines = [" ".join([pick(verbs), *[pick(nouns) for _ in range(dice.roll("n", 4) - 1)]]) for _ in range(250)]
    lines += [str(dice.roll("number", 30)) for _ in range(150)]
    game = table("confirm off", *lines, session=position(ROOMS.replace("rounds = 3", "rounds = 60")))
    game.run()
    assert game.session.log


def test_a_person_plays_the_hive():
    session = position(ROOMS.replace("rounds = 3", "rounds = 3\nturn = 'hive'\nphase = 'move'"))
    game = table("move 2 7,1", "pass", "pass", "quit", marines="passive", hive="human", session=session)
    game.run()
    assert log(game)[:2] == ["activate_xeno unit=2", "move path=8,1>7,1"]
    assert "hive> " in told(game)


def test_spanish_play_says_nothing_in_english():
    text = played("mover 1 2,2", "pasar", "fin", "porqué", "ayuda", "abandonar", hive="random", language="es")
    assert "Soldado de línea 1 va a 2,2." in text
    assert "colmena (random) eligió:" in text
    assert not {"the", "and", "of", "unit"} & set(text.split())
