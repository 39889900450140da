"""The window: the only package that imports pygame. It shows views, turns options into affordances, plays events.

It holds no rule. What may be done comes from the options and verdicts of `game.api`, what it may come to from
forecasts, what happened from events; the words from `game.text` and, for the window's own, from `game.ui.labels`.
"""

import os

# pygame greets whoever imports it on standard output, which belongs to the program.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
