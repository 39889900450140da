"""Bots that play the hive."""

from ai.hive.instinct import Instinct
from ai.player import BotKind

BOTS = (
    BotKind(
        "hive:instinct",
        Instinct,
        en="Runs at the nearest trooper and takes the first answer to everything else.",
        es="Corre hacia el soldado más cercano y da la primera respuesta a todo lo demás.",
        seats=("hive",),
    ),
)
