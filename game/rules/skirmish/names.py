"""The names that data, states and extension points go by; a typing error here fails at import, not in play."""

from __future__ import annotations

# States (section 9). A unit's ``states`` tuple holds these.
UNCONSCIOUS = "unconscious"
INCAPACITATED = "incapacitated"
INTOXICATED = "intoxicated"
ISOLATED = "isolated"
IMMOBILIZED_A = "immobilized_a"
IMMOBILIZED_B = "immobilized_b"
STUNNED = "stunned"
PRONE = "prone"
CAMOUFLAGED = "camouflaged"
WAITING = "waiting"
"""Off board by plan (airborne); a unit off board without it is still to be deployed."""

NULL = frozenset({UNCONSCIOUS, INCAPACITATED})
"""States in which a unit neither acts, reacts, sees nor engages (ST-2, ST-3, D-H15)."""
IMMOBILE = frozenset({IMMOBILIZED_A, IMMOBILIZED_B})

# Counters on units.
ORDERS = "orders"
"""Pool orders received this turn (OR-2)."""
OWN_ORDER = "own_order"
"""Irregular orders left this turn (OR-1)."""
LIEUTENANT_ORDER = "lieutenant_order"
OVERWATCH = "overwatch"
"""Ranged reactions made this hive turn (OR-5a)."""
DODGED = "dodged"
"""Dodge moves made as a reaction this turn (MV-5)."""
RESET_TRIED = "reset_tried"
ACTED = "acted"
"""This xeno was activated this hive turn (OR-7)."""
LIEUTENANT = "lieutenant"
MASTER = "master"
POLICY_SET = "policy_set"

# Effects.
ADVANCE, STEADY, BRACE, FALL_BACK, RALLY = "advance", "steady", "brace", "fall_back", "rally"
WARP_FIELD = "warp_field"
CORNERED = "cornered"
HEMMED_IN = "hemmed_in"
WARP_SHADOW = "warp_shadow"
RETREAT = "retreat"

# Skills that the flow itself asks for.
CAMOUFLAGE = "camouflage"
COURAGE = "courage"

# Marker kinds.
NEST = "nest"
INFESTATION = "infestation"
CONSOLE = "console"
ITEM = "item"
MINE = "mine"
CHARGE = "charge"

# Extension points (Module.points of the base rules).
ABILITIES = "skirmish.abilities"
"""``(ctx, unit) -> Grant``: skills, equipment and weapons that upgrades add to the profile; asked of bearers only."""
TOKENS = "skirmish.tokens"
"""``(ctx, unit) -> Iterable[str]``: tokens beside a figure, over those of its states (TR-07, TR-21)."""
MODIFIERS = "skirmish.modifiers"
"""``(ctx, Attempt) -> Iterable[Modifier]``: modifiers to a success value (RL-1)."""
WEAPON_BARS = "skirmish.weapon_bars"
"""``(ctx, weapon) -> Refusal | None``: weapons that nobody may use in this game (EM-01)."""
SKILL_BARS = "skirmish.skill_bars"
"""``(ctx, unit, skill) -> Refusal | None``: what a unit may not declare; skill is an Action's tag."""
PATH_BARS = "skirmish.path_bars"
"""``(ctx, unit, path) -> Refusal | None``: walks a unit may not make (Howl, HM-A5)."""
MOVEMENT = "skirmish.movement"
"""``(ctx, unit, points, which) -> int``: movement points of the first (0) or second (1) Move of an order."""
AFTER_ORDER = "skirmish.after_order"
"""``(tx, order) -> None``: end-of-order effects (OR-4 step 9), in module order."""
BEFORE_ORDER = "skirmish.before_order"
"""``(tx, order) -> None``: may push tasks that come before the first skill is declared (TR-38, AV-A2)."""
BEFORE_REACTION = "skirmish.before_reaction"
"""``(tx, unit) -> Task | None``: a task that comes before a reaction is declared (TR-38)."""
NO_REACTION = "skirmish.no_reaction"
"""``(ctx, unit, order) -> bool``: True when this unit may not react at all (HM-41)."""
SPENT_UNIT = "skirmish.unit_out"
"""``(tx, unit_id) -> None``: runs right before a unit is removed (items dropped ...)."""

# Tables.
AMMO = "ammo"
SKILLS = "skills"
EQUIPMENT = "equipment"
TRAITS = "traits"
ORDER_KINDS = "order_kinds"
DOOR_RULES = "door_rules"
CARDS = "cards"
