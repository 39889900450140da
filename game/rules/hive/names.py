"""The names that the hive's tables, effects and switches go by, and its few numbers, each with its clause."""

from __future__ import annotations

from typing import Final

# Classes of xenos (UN-2, D-H6): the type of a hive profile.
SPORE: Final = "spore"
SWARM: Final = "swarm"
LESSER: Final = "lesser"
SYNAPSE: Final = "synapse"
MONSTROUS: Final = "monstrous"
GARGANTUAN: Final = "gargantuan"

MOVE_ORDER: Final = (SPORE, SWARM)
"""The classes that go before all others, in this order (HM-05, HM-07)."""

# Kinds that the rules name (GLOSSARY); everything else is chosen by class.
SPORE_KIND: Final = "spore"
SWARM_KIND: Final = "swarm"
GAUNT_KIND: Final = "gaunt"
STEALER_KIND: Final = "stealer"

# Phases of the hive's turn (HM-01).
MOVE, NESTS, DICE, PLACE = "MOVE", "NESTS", "DICE", "PLACE"

# Kinds of order that the hive brings (table ``order_kinds``).
XENO: Final = "xeno"
CATHARSIS_ORDER: Final = "catharsis"
WITHDRAW: Final = "withdraw"

# Effects beyond those of the base rules.
HOWL: Final = "psychic_howl"
"""On a side: the howl is heard when its next turn starts (HM-A5)."""
WATCHED: Final = "watched"
"""On a hemmed-in trooper: ``value`` is the id of a xeno that watched him when the howl was heard (HM-A5)."""
CATHARSIS_DUE: Final = "catharsis_due"
"""On the hive: Catharsis comes at the start of its next turn (switch ``catharsis_timing``, HM-A1)."""

# Skills and gear of troopers that the hive's rules ask for.
PSYKER: Final = "psyker"
"""Arcanists and librarians (D-H12)."""
AUSPEX: Final = "auspex"

# Counters of xenos.
DOOR_TRIED: Final = "door_tried"
"""This xeno tried a door this hive turn (HM-A6)."""

AUSPEX_RANGE: Final = 10
"""Cells around an auspex that are barred to reinforcements (HM-66)."""
DOOR_FACE: Final = 6
"""The d6 a lesser creature needs to open a door (HM-12, HM-13)."""
BURST_DAMAGE: Final = 12
"""Damage of a bursting spore (HM-A7)."""
CATHARSIS_DAMAGE: Final = 1
"""How much harder the blows of Catharsis hit (HM-30)."""
POISON_FACE: Final = 1
"""The d6 on which a trooper caught in gas is poisoned (HM-50)."""
