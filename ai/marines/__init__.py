"""Bots that play the human side."""

from ai.marines.line import LineBot
from ai.player import BotKind, Parameter

BOTS = (
    BotKind(
        "marines:line",
        LineBot,
        en="Plays by the odds: covers angles, keeps together, shuts doors, and goes for the objective.",
        es="Juega según las probabilidades: cubre ángulos, se mantiene unido, cierra puertas y va a por el objetivo.",
        seats=("human",),
        parameters=(
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
        ),
    ),
)
