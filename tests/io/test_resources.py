"""The files that come with the game are found."""

import zipfile
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

from game.core.errors import DataError
from game.io.resources import assets_dir, maps_dir


def package_at(monkeypatch: pytest.MonkeyPatch, place: Traversable) -> None:
    """Let the package `game` be somewhere else."""
    monkeypatch.setattr(resources, "files", lambda _anchor: place)


def put(path: Path, text: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_checkout_has_the_folders_beside_the_package():
    assert maps_dir().joinpath("README.md").is_file()
    assert assets_dir().joinpath("README.md").is_file()


def test_a_wheel_has_them_inside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    put(tmp_path / "game" / "_maps" / "inside")
    put(tmp_path / "maps" / "beside")
    package_at(monkeypatch, tmp_path / "game")
    assert [entry.name for entry in maps_dir().iterdir()] == ["inside"]


def test_an_archive_need_not_be_unpacked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "game.zip", "w") as archive:
        archive.writestr("game/_maps/hall.tmx", "<map/>")
    package_at(monkeypatch, zipfile.Path(tmp_path / "game.zip", "game/"))
    assert maps_dir().joinpath("hall.tmx").read_text(encoding="utf-8") == "<map/>"


def test_a_damaged_installation_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    package_at(monkeypatch, tmp_path / "game")
    with pytest.raises(DataError) as caught:
        assets_dir()
    assert str(caught.value) == "assets: installation: a folder that comes with the game"
