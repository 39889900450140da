"""The dummy drivers: nothing is opened on whatever screen there is."""

import os
from collections.abc import Iterator

import pytest

pytest.importorskip("pygame")
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame


@pytest.fixture(scope="session", autouse=True)
def screen() -> Iterator[pygame.Surface]:
    """A window nobody sees, 1280 pixels wide and 720 high."""
    pygame.init()
    yield pygame.display.set_mode((1280, 720))
    pygame.quit()
