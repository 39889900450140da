"""Bots that play the human side."""

from ai.marines.line import LineBot
from ai.marines.veteran import VeteranBot
from ai.player import BotKind, Parameter

_WEIGHTS = (
    Parameter("caution", 1.0, en="how much danger counts", es="cuánto cuenta el peligro", least=0, most=5),
    Parameter(
        "haste",
        1.0,
        en="how much each step towards the objective counts",
        es="cuánto cuenta cada paso hacia el objetivo",
        least=0,
        most=5,
    ),
    Parameter(
        "cohesion",
        1.0,
        en="how much it counts to stay together",
        es="cuánto cuenta mantenerse juntos",
        least=0,
        most=5,
    ),
    Parameter(
        "lanes",
        1.0,
        en="how much it counts to see what no comrade sees",
        es="cuánto cuenta ver lo que ningún compañero ve",
        least=0,
        most=5,
    ),
    Parameter(
        "width",
        8,
        en="cells in reach that are weighed in full for each trooper",
        es="casillas al alcance que se sopesan del todo para cada soldado",
        least=1,
        most=64,
    ),
)
"""The knobs of both: those of `ai.marines.settings.Settings`."""

BOTS = (
    BotKind(
        "marines:line",
        LineBot,
        en="Plays by the odds: covers angles, keeps together, shuts doors, and goes for the objective.",
        es="Juega según las probabilidades: cubre ángulos, se mantiene unido, cierra puertas y va a por el objetivo.",
        seats=("human",),
        parameters=_WEIGHTS,
    ),
    BotKind(
        "marines:veteran",
        VeteranBot,
        en="Plays as marines:line does, but counts the turns: takes the shortest tour, and ends a mission when it can.",
        es="Juega como marines:line, pero cuenta los turnos: toma la ruta más corta y acaba la misión en cuanto puede.",
        seats=("human",),
        parameters=_WEIGHTS,
    ),
)
