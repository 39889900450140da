"""Bots that are bad on purpose, found by their module: ``tests.sim.zoo/cheat``."""

from ai.player import BotKind, Parameter
from tests.sim.toy import Cheat, Deaf, Killed, Runner

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
    BotKind("killed", Killed, en="Dies.", es="Muere."),
)
