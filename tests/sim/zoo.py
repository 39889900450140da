"""Bots that are bad on purpose, found by their module: ``tests.sim.zoo/cheat``."""

from ai.player import BotKind, Parameter
from tests.sim.toy import Cheat, Deaf, Modest, Moody, Runner

BOTS = (
    BotKind(
        "runner",
        Runner,
        en="Always runs.",
        es="Siempre corre.",
        parameters=(
            Parameter("nerve", 0, "decisions before it fails", least=0, most=99),
            Parameter("style", "steady", "how it runs", allowed=("steady", "wild")),
        ),
    ),
    BotKind("cheat", Cheat, en="Cheats.", es="Hace trampas."),
    BotKind("deaf", Deaf, en="Cannot hear.", es="No oye."),
    BotKind(
        "moody",
        Moody,
        en="Loses its temper.",
        es="Pierde los estribos.",
        parameters=(
            Parameter("after", 3, "the decision at which it does"),
            Parameter("mood", "exit", "what it does then"),
            Parameter("mark", "", "a file that keeps it calm"),
        ),
    ),
    BotKind("modest", Modest, en="Imagines what it may.", es="Imagina lo que puede."),
)
