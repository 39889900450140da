"""Opening the window: settings, display, title."""

from __future__ import annotations

from game.ui.scenes.title import TitleScene
from game.ui.services import Services
from game.ui.settings import load_settings, settings_path
from game.ui.window import Window


def open_window(services: Services) -> None:
    """Show the title, and all that follows, until the window is closed. Raises NoDisplay before anything is shown."""
    path = settings_path()
    window = Window(load_settings(path, language=services.language), services, path=path, size=None)
    window.open(TitleScene(window))
    window.run()
