"""The dummy drivers: nothing is opened on whatever screen there is, and no other test is told of them."""

import os
from collections.abc import Iterator

import pytest

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")

import pygame

DRIVERS = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


@pytest.fixture(autouse=True)
def drivers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program started by another test must not believe in a screen that nobody sees."""
    for name, driver in DRIVERS.items():
        monkeypatch.setenv(name, driver)


@pytest.fixture(scope="session", autouse=True)
def screen() -> Iterator[pygame.Surface]:
    """A window nobody sees, 1280 pixels wide and 720 high."""
    with pytest.MonkeyPatch.context() as patch:
        for name, driver in DRIVERS.items():
            patch.setenv(name, driver)
        pygame.display.init()
        pygame.font.init()
        surface = pygame.display.set_mode((1280, 720))
    yield surface
    pygame.quit()
