"""Bots that play the hive."""

from ai.hive.cunning import Cunning
from ai.hive.instinct import Instinct
from ai.player import BotKind, Parameter

BOTS = (
    BotKind(
        "hive:instinct",
        Instinct,
        en="Runs at the nearest trooper and takes the first answer to everything else.",
        es="Corre hacia el soldado más cercano y da la primera respuesta a todo lo demás.",
        seats=("hive",),
    ),
    BotKind(
        "hive:cunning",
        Cunning,
        en="Waits out of sight, charges together, and spends its dice where they hurt.",
        es="Espera fuera de la vista, carga en grupo y gasta sus dados donde más duele.",
        seats=("hive",),
        parameters=(
            Parameter(
                "patience",
                2,
                en="how long it waits for company before it charges",
                es="cuánto espera a tener compañía antes de cargar",
                least=0,
                most=5,
            ),
        ),
    ),
)
