"""The boards that come with the game are drawn in text, and the tool that turns them into Tiled maps."""

import shutil
from pathlib import Path

import pytest

from game.board import Terrain
from game.io.maps import load_board
from tools.draw_maps import DRAWINGS, MAPS, TILESET, drawn, main
from tools.drawings import DrawingError, read_drawing, rectangles

NAMES = sorted(path.stem for path in DRAWINGS.glob("*.txt"))

SMALL = """\
name: Test
author: Nobody
description: A room.

plan:
########
#A+..=.#
#A#.~,.#
##/#%#.#
#......#
#...N..#
#......#
########

heights:
........
........
......1.
......2.
......3.
........
........
........

objects:
zone deploy:marines A
zone exit (1,6) 2x1
nest N
console main (5,4)
unit (3,6) kind=gaunt side=hive group=2 hidden=true
door "a gate" (2,1)
decor lamp (3,4)
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "small.txt"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", NAMES)
def test_the_map_is_what_its_drawing_makes(name: str):
    assert (MAPS / f"{name}.tmx").read_text(encoding="utf-8") == drawn(name)


def test_there_are_drawings():
    assert len(NAMES) >= 5


@pytest.mark.rule("BD-2", "BD-11", "BD-12")
def test_a_drawing_becomes_the_board_it_shows(tmp_path: Path):
    written(tmp_path, SMALL)
    shutil.copy(MAPS / TILESET, tmp_path)
    (tmp_path / "small.tmx").write_text(drawn("small", drawings=tmp_path), encoding="utf-8")
    found = load_board(tmp_path / "small.tmx")
    board = found.board
    assert (found.name, found.author, found.description) == ("Test", "Nobody", "A room.")
    kinds = {(5, 1): Terrain.BARRICADE, (4, 2): Terrain.PIT, (5, 2): Terrain.DIFFICULT, (4, 5): Terrain.FLOOR}
    assert {place: board.terrain[board.cell(*place)] for place in kinds} == kinds
    assert [board.heights[board.cell(6, y)] for y in range(1, 6)] == [0, 1, 2, 3, 0]
    assert [(door.name, door.open, door.sealed) for door in board.doors] == [
        ("a gate", False, False),
        ("", True, False),
        ("", False, True),
    ]
    assert [board.xy(cell) for cell in board.zones["deploy:marines"]] == [(1, 1), (1, 2)]
    assert [board.xy(cell) for cell in board.zones["exit"]] == [(1, 6), (2, 6)]
    assert [(p.kind, p.name, board.xy(p.cell)) for p in found.placements] == [
        ("nest", "", (4, 5)),
        ("console", "main", (5, 4)),
        ("unit", "", (3, 6)),
    ]
    assert found.of_kind("unit")[0].values == {"kind": "gaunt", "side": "hive", "group": 2, "hidden": True}


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ("name: Test", "title: Test", 1, "one of name"),
        ("author: Nobody\n", "", 1, "author"),
        ("#A+..=.#", "#A+..=.", 7, "8 cells, found 7"),
        ("#A+..=.#", "#A+..?.#", 7, "found '?'"),
        ("......3.\n", "", 16, "8 rows of heights"),
        ("nest N", "nest Q", 28, "the letter Q"),
        ("nest N\n", "", 6, "an object at the letter N"),
        ("nest N", "rest N", 28, "one of zone"),
        ("nest N", "nest", 28, "a place"),
        ("group=2", "group", 30, "key=value"),
        ("decor lamp", "decor lamb", 32, "one of blood"),
    ],
)
def test_a_drawing_with_a_fault_is_refused_with_its_line(tmp_path: Path, old: str, new: str, line: int, expected: str):
    assert old in SMALL
    path = written(tmp_path, SMALL.replace(old, new, 1))
    with pytest.raises(DrawingError) as refused:
        read_drawing(path)
    assert f"small.txt: line {line}: expected" in str(refused.value)
    assert expected in str(refused.value)


def test_rectangles_cover_the_cells_and_no_others():
    cells = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (5, 0)]
    assert rectangles(cells) == [(0, 0, 2, 2), (5, 0, 1, 1), (2, 1, 1, 1)]


def test_check_tells_of_a_map_that_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["culvert", "--out", str(tmp_path)]) == 0
    assert main(["culvert", "--out", str(tmp_path), "--check"]) == 0
    (tmp_path / "culvert.tmx").write_text("changed", encoding="utf-8")
    capsys.readouterr()
    assert main(["culvert", "--out", str(tmp_path), "--check"]) == 1
    assert "culvert.tmx: differs from its drawing" in capsys.readouterr().out
