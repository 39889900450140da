"""The page needs nothing but itself, is well-formed, says the same for the same games, and in both languages."""

import json
import re
import xml.etree.ElementTree as ET
from html.entities import html5

import pytest

from game.api import open_game
from game.sim.report.boards import levels
from game.sim.report.courses import Places
from game.sim.report.gather import gather
from game.sim.report.measure import measure
from game.sim.report.names import PlainNames
from game.sim.report.pictures import fits
from game.sim.report.style import DARK
from game.sim.report.words import Words
from game.sim.report.write import write_report
from tests.sim.report.rows import batch, game, row

COMMAND = "broodfall report games.jsonl --out here"
SPOILT = game(9, "void", None, None, fault="hive", error="<b>KeyError</b> & 'more'")
TIMED = [row(20, side, "", scenario="hall", thinking=(1.0, 5.5, 1234.0)) for side in ("marines", "hive")]


def written(folder, rows=(), language="en", games=None, **options):
    report = measure(gather([("games.jsonl", [*batch(), *rows])]), **options)
    write_report(
        report,
        folder,
        games=games or {},
        names=PlainNames(),
        words=Words(language),
        files=["games.jsonl"],
        command=COMMAND,
    )
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return written(tmp_path_factory.mktemp("report"), [*SPOILT, *TIMED], max_passive=0.5)


def page_of(folder):
    return (folder / "report.html").read_text(encoding="utf-8")


def test_the_page_is_well_formed(folder):
    text = page_of(folder).removeprefix("<!DOCTYPE html>")
    root = ET.fromstring(text)
    assert root.tag == "html"
    assert {"head", "body"} == {child.tag for child in root}
    assert not re.findall(rf"&(?!amp;|lt;|gt;|quot;|#)(?:{'|'.join(n for n in html5 if n.endswith(';'))})", text)


def test_the_page_needs_no_network_and_no_other_file(folder):
    text = page_of(folder)
    assert "://" not in text
    assert not re.search(r"<(script|link|iframe|img|object|embed|base)\b", text)
    assert not re.search(r"@import|url\((?!#)", text)
    links = re.findall(r'(?:href|src)="([^"]*)"', text)
    assert links
    assert all(link.startswith("#") for link in links)


def test_every_id_is_there_once_and_every_reference_finds_its_own(folder):
    text = page_of(folder)
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    used = [*re.findall(r'href="#([^"]+)"', text), *re.findall(r"url\(#([^)]+)\)", text)]
    assert used
    assert set(used) <= set(ids)


def test_colours_are_the_pages_so_that_they_change_in_the_dark(folder):
    text = page_of(folder)
    for name, (drawn, shown) in DARK.items():
        assert text.count(drawn) == 1, f"{name} is drawn as it is, and not by its name"
        assert f"--{name}:{shown}" in text
    assert "prefers-color-scheme:dark" in text
    assert "@media print" in text


def test_it_opens_with_findings_and_the_command_that_plays_the_games_again(folder):
    text = page_of(folder)
    places = [text.index(part) for part in ("<h1>", "What matters most", "Alarm: yard", "broodfall sim yard", COMMAND)]
    assert places == sorted(places)
    assert places[-1] < text.index("<svg")


def test_what_rows_hold_is_no_markup(folder):
    assert "&lt;b&gt;KeyError&lt;/b&gt; &amp; &#x27;more&#x27;" in page_of(folder)


def test_every_picture_is_a_file_too(folder):
    text = page_of(folder)
    pictures = sorted(path.name for path in folder.glob("*.png"))
    assert len(pictures) == text.count("<svg") > 8
    assert all((folder / name).read_bytes().startswith(b"\x89PNG") for name in pictures)
    assert {"wins.png", "01-yard-places-hive.png", "01-yard-swarm-hive.png", "02-hall-thinking.png"} <= set(pictures)


def test_all_numbers_are_a_file_too(folder):
    told = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert (told["format"], told["games"], told["spoilt"]) == (1, 6, 1)
    assert told["command"] == COMMAND
    yard = told["match_ups"][0]
    assert yard["outcomes"]["wins"][0]["wins"]["count"] == 2
    assert yard["swarms"][0]["effects"][0]["name"] == "catharsis"
    assert [finding["kind"] for finding in told["findings"]][:2] == ["alarm", "alarm"]


def test_the_same_games_give_the_same_bytes(tmp_path):
    one, two = (written(tmp_path / name, SPOILT) for name in ("one", "two"))
    assert [path.name for path in sorted(one.iterdir())] == [path.name for path in sorted(two.iterdir())]
    assert all(path.read_bytes() == (two / path.name).read_bytes() for path in one.iterdir())


def test_a_mission_that_is_not_found_is_said_so(folder):
    assert "The board is not drawn: no mission called yard was found." in page_of(folder)


def test_the_board_is_drawn_with_its_zones(tmp_path):
    yard = open_game("depot").game
    text = page_of(written(tmp_path, games={"yard": yard}))
    assert "The board is not drawn" not in text
    assert "Letters: A deploy:outriders, B deploy:wardens, C objective:yard." in text
    assert "var(--wall)" in text
    assert "var(--door)" in text


def test_another_board_than_was_played_on_is_not_drawn():
    board = open_game("depot").game.board
    inside, outside = {f"{board.width - 1},0": 1}, {f"{board.width},0": 1}
    assert fits(Places("marines", inside, {}, {}, {}), board)
    assert not fits(Places("marines", inside, {}, {}, outside), board)


def test_spanish_throughout(tmp_path):
    text = page_of(written(tmp_path, SPOILT, "es", max_passive=0.5))
    assert '<html lang="es">' in text
    assert "Lo que más importa" in text
    assert not any(word in text for word in ("quiet", "rounds", "games tell"))
    assert "estuvo tranquilo en el 64\N{NO-BREAK SPACE}% de sus rondas" in text


@pytest.mark.parametrize("language", ["en", "es"])
def test_games_without_tracks_make_a_page(tmp_path, language):
    rows = game(0, "marines", None, None)
    report = measure(gather([("games.jsonl", rows)]))
    write_report(
        report, tmp_path, games={}, names=PlainNames(), words=Words(language), files=["games.jsonl"], command=COMMAND
    )
    assert page_of(tmp_path).count("<svg") == 2


def test_only_spoilt_games_make_a_page_without_pictures(tmp_path):
    report = measure(gather([("games.jsonl", SPOILT)]))
    write_report(
        report, tmp_path, games={}, names=PlainNames(), words=Words("en"), files=["games.jsonl"], command=COMMAND
    )
    text = page_of(tmp_path)
    assert text.count("<svg") == 0
    assert "1 of 1 games were spoilt and count for nothing: crash 1." in text


def test_shades_grow_with_the_root_of_how_often():
    assert levels({"0,0": 100, "1,0": 25, "2,0": 1, "3,0": 0}) == {1: [(2, 0)], 4: [(1, 0)], 7: [(0, 0)]}
