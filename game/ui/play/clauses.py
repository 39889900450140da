"""The clause of the rules behind each thing that is told of a match, for the log's links. No pygame here."""

from __future__ import annotations

from typing import Any, Final

from game.api import Event
from game.text.phrases import tag_of

OF_EVENT: Final = {
    "attack_resolved": "RL-3",
    "avatar_placed": "AV-48",
    "card_drawn": "MS-4",
    "card_marked": "AV-43",
    "card_revealed": "AV-46",
    "card_set": "AV-05",
    "cloud_ended": "BD-9",
    "cloud_placed": "BD-9",
    "command_issued": "OR-6",
    "dodged": "MV-5",
    "door_closed": "BD-11",
    "door_damaged": "BD-11",
    "door_destroyed": "BD-11",
    "door_held": "HM-12",
    "door_opened": "BD-11",
    "door_unsealed": "BD-11",
    "effect_started": "TS-3",
    "figure_removed": "AV-49",
    "form_changed": "TR-14",
    "friend_hit": "AT-2",
    "game_ended": "MS-3",
    "gas_spread": "HM-48",
    "guts_taken": "ST-8",
    "hive_mind_acts": "HM-26",
    "howl_heard": "HM-34",
    "manifestation_event_chosen": "AV-53",
    "manifestation_failed": "AV-50",
    "marker_discovered": "ST-10",
    "marker_moved": "MS-2",
    "marker_placed": "HM-51",
    "marker_removed": "ST-1",
    "marker_wounded": "ST-1",
    "nest_used": "HM-15",
    "order_given": "OR-4",
    "placements_lost": "HM-A17",
    "policy_set": "OR-8",
    "progress": "MS-5",
    "reaction_declared": "OR-5",
    "round_began": "TS-1",
    "save_made": "RL-5",
    "skill_declared": "OR-3",
    "spore_burst": "HM-A7",
    "state_gained": "ST-2",
    "state_lost": "ST-2",
    "swarm_dice_spent": "HM-22",
    "template_placed": "AT-5",
    "turn_began": "TS-2",
    "unit_arrived": "BD-12",
    "unit_moved": "MV-1",
    "unit_placed": "TS-0",
    "unit_removed": "AT-6",
    "unit_resized": "BD-4",
    "unit_wounded": "ST-1",
    "upgrade_discarded": "AV-23",
    "upgrade_flipped": "AV-55",
}
"""By the tag of an event."""
OF_ROLL: Final = {
    "initiative": "TS-0",
    "bs": "AT-1",
    "cc": "AT-3",
    "dodge": "MV-5",
    "save": "RL-5",
    "guts": "ST-8",
    "reset": "ST-4",
    "discover": "ST-10",
    "drift": "HM-04",
    "hive.drift": "HM-04",
    "door": "HM-12",
    "hive.door": "HM-12",
    "swarm": "HM-17",
    "gas.reach": "HM-48",
    "gas.marine": "HM-49",
}
"""By the purpose of a roll; the rest is told by the clause on dice and their purposes."""
_OF_STATE: Final = {
    "unconscious": "ST-2",
    "incapacitated": "ST-3",
    "isolated": "ST-4",
    "immobilized_a": "ST-5",
    "immobilized_b": "ST-5",
    "stunned": "ST-6",
    "intoxicated": "HM-50",
    "camouflaged": "ST-10",
    "prone": "MV-6",
}
_DICE: Final = "RL-7"


def clause_of(event: Event, *, started: bool = False) -> str:
    """The clause that an event follows; empty for what is only kept in the books. ``started``: not in set-up."""
    about: Any = event
    tag = tag_of(event)
    if tag == "dice_rolled":
        return OF_ROLL.get(about.purpose, _DICE)
    if tag == "unit_placed" and started:
        return "HM-64"
    if tag == "unit_wounded" and about.amount < 0:
        return "ST-2"
    if tag in ("state_gained", "state_lost"):
        return _OF_STATE.get(about.state, OF_EVENT[tag])
    if tag == "order_given" and about.kind == "impetuous":
        return "IM-04"
    if tag == "order_given" and about.kind == "catharsis":
        return "HM-28"
    if tag == "order_given" and about.kind in ("xeno", "withdraw"):
        return "OR-7"
    return OF_EVENT.get(tag, "")
