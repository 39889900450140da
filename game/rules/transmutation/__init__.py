"""Transmutation: units that turn into another form (clauses TR)."""

from game.rules.transmutation import actions, changing, forms, tasks
from game.rules.transmutation.events import FormChanged
from game.rules.transmutation.module import TRANSMUTATION
from game.rules.transmutation.parse import Condition, parse
from game.rules.transmutation.rolling import form_value

__all__ = [
    "TRANSMUTATION",
    "Condition",
    "FormChanged",
    "actions",
    "changing",
    "form_value",
    "forms",
    "parse",
    "tasks",
]
