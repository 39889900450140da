"""How far a long command is."""

from game.cli.progress import counted


def test_plain_mode_says_a_line_at_each_tenth(capsys):
    with counted(plain=True, what="pairs") as tell:
        for done in range(1, 41):
            tell(done, 40)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [f"{done} of 40 pairs" for done in range(4, 41, 4)]


def test_what_was_over_before_is_not_said_again(capsys):
    with counted(plain=True, begun=7) as tell:
        for done in (8, 9, 10):
            tell(done, 10)
    assert capsys.readouterr().err.splitlines() == ["8 of 10 games", "9 of 10 games", "10 of 10 games"]


def test_where_nobody_looks_nothing_is_said(capsys):
    with counted(plain=False) as tell:
        tell(1, 1)
    assert capsys.readouterr() == ("", "")
