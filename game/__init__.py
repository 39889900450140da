"""Broodfall: a square-grid board-game engine. This module holds the version and imports nothing."""

__version__ = "0.1.0"
