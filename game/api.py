"""The public API: what the window, the simulator, bots and users import. Everything else may move.

>>> from game.api import SeededDice
>>> SeededDice(7).roll("save", 20) in range(1, 21)
True
"""

from game import board as geometry
from game.board import Board, Mask, Reach, Terrain
from game.core import events, odds
from game.core.contest import Dicepool
from game.core.dice import Dice, RecordedDice, ScriptedDice, SeededDice, parse_seed, seed_text
from game.core.draft import Draft
from game.core.errors import (
    AnswerIllegal,
    AnswerLate,
    AnswerMissing,
    BroodfallError,
    BudgetSpent,
    CompositionError,
    DataError,
    ReplayMismatch,
    alike,
    near,
    nearest,
)
from game.core.events import DiceRolled, TurnBegan
from game.core.game import RULES_VERSION, Game
from game.core.notation import Codec
from game.core.options import Options
from game.core.profile import Profile, UnitKind, Upgrade, UpgradeFace, Weapon
from game.core.refusal import IllegalAction, Refusal, Verdict, refuse
from game.core.rulebook import Module, Offer, Step, Switch
from game.core.scenario import MarkerSetup, Objective, Recruit, Scenario, SideSetup
from game.core.session import Entry, Session
from game.core.state import NO_CELL, Action, Event, Gone, Marker, Outcome, SideState, State, Task, Unit
from game.core.tx import Ctx, DiceSource, Tx
from game.core.types import Cell, Path, Side, UnitId, door_of, door_step
from game.core.view import View
from game.io.bundle import Bundle, Failure, bundle_of, bundle_text, read_bundle
from game.io.openers import Opened, files_of, open_files, open_game, opener, rosters_of
from game.io.outside import admit
from game.io.position import position_of
from game.io.position_tasks import TaskLines
from game.io.position_text import toml_lines, write_position
from game.io.replay import Replay, action_codec, open_replay
from game.io.scenario import LoadedScenario, compose, list_scenarios, load_scenario
from game.rules import avatar, impetuous, transmutation
from game.rules.ammunition import mines
from game.rules.hive import actions as hive_actions
from game.rules.hive import advance as hive_advance
from game.rules.hive import dice as hive_dice
from game.rules.hive import events as hive_events
from game.rules.hive import howl as hive_howl
from game.rules.hive import locations as hive_locations
from game.rules.hive import nests as hive_nests
from game.rules.hive import placement as hive_placement
from game.rules.hive import reinforce as hive_reinforce
from game.rules.hive import spawning as hive_spawning
from game.rules.hive import swarm as hive_swarm
from game.rules.hive import tasks as hive_tasks
from game.rules.skirmish import (
    actions,
    airborne,
    berserk,
    combat,
    command,
    declare,
    gear,
    moves,
    names,
    objectives,
    placing,
    queries,
    setup,
    tasks,
)
from game.rules.skirmish import events as skirmish_events
from game.rules.skirmish.actions import EndTurn, Pass
from game.rules.skirmish.combat.ammo import saves_against
from game.rules.skirmish.combat.blasts import blast_cells, units_in
from game.rules.skirmish.combat.saves import protection, roll_value
from game.rules.skirmish.combat.targets import weapons_for
from game.rules.skirmish.missions import REASONS as END_REASONS
from game.rules.skirmish.moving.ground import access_doors, closable_doors
from game.rules.transmutation import actions as form_actions
from game.rules.transmutation import forms
from game.rules.transmutation import tasks as form_tasks

__all__ = [
    "END_REASONS",
    "NO_CELL",
    "RULES_VERSION",
    "Action",
    "AnswerIllegal",
    "AnswerLate",
    "AnswerMissing",
    "Board",
    "BroodfallError",
    "BudgetSpent",
    "Bundle",
    "Cell",
    "Codec",
    "CompositionError",
    "Ctx",
    "DataError",
    "Dice",
    "DiceRolled",
    "DiceSource",
    "Dicepool",
    "Draft",
    "EndTurn",
    "Entry",
    "Event",
    "Failure",
    "Game",
    "Gone",
    "IllegalAction",
    "LoadedScenario",
    "Marker",
    "MarkerSetup",
    "Mask",
    "Module",
    "Objective",
    "Offer",
    "Opened",
    "Options",
    "Outcome",
    "Pass",
    "Path",
    "Profile",
    "RecordedDice",
    "Recruit",
    "Refusal",
    "Replay",
    "ReplayMismatch",
    "Scenario",
    "ScriptedDice",
    "SeededDice",
    "Session",
    "Side",
    "SideSetup",
    "SideState",
    "State",
    "Step",
    "Switch",
    "Task",
    "TaskLines",
    "Terrain",
    "TurnBegan",
    "Tx",
    "Unit",
    "UnitId",
    "UnitKind",
    "Upgrade",
    "UpgradeFace",
    "Verdict",
    "View",
    "Weapon",
    "actions",
    "avatar",
    "combat",
    "command",
    "compose",
    "events",
    "form_actions",
    "form_tasks",
    "forms",
    "gear",
    "geometry",
    "hive_actions",
    "hive_advance",
    "hive_dice",
    "hive_events",
    "hive_howl",
    "hive_locations",
    "hive_nests",
    "hive_placement",
    "hive_reinforce",
    "hive_spawning",
    "hive_swarm",
    "hive_tasks",
    "impetuous",
    "list_scenarios",
    "load_scenario",
    "mines",
    "moves",
    "names",
    "near",
    "nearest",
    "objectives",
    "odds",
    "open_game",
    "parse_seed",
    "queries",
    "refuse",
    "seed_text",
    "skirmish_events",
    "tasks",
    "transmutation",
    "saves_against",
    "blast_cells",
    "units_in",
    "protection",
    "roll_value",
    "weapons_for",
    "airborne",
    "berserk",
    "declare",
    "placing",
    "setup",
    "access_doors",
    "admit",
    "alike",
    "closable_doors",
    "Reach",
    "door_of",
    "door_step",
    "action_codec",
    "bundle_of",
    "bundle_text",
    "files_of",
    "open_files",
    "open_replay",
    "opener",
    "position_of",
    "read_bundle",
    "rosters_of",
    "toml_lines",
    "write_position",
]
