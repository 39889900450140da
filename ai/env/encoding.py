"""From the options of a decision to their numbers and back.

The numbers come in the order of the options, so the place of a number is the place of its option. Walks and
placements, of which there are many, are numbered without making their actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ai.env.slots import ALLIES, FOES, Slots
from ai.env.tables import (
    AIM_NAMES,
    AIM_REACH,
    COMMANDS,
    GUTS,
    HIVE_KINDS,
    LANDINGS,
    ORDERS,
    POLICIES,
    ActionTable,
)
from game.api import (
    NO_CELL,
    Action,
    BroodfallError,
    EndTurn,
    Options,
    Pass,
    View,
    actions,
    avatar,
    door_of,
    form_actions,
    hive_actions,
)

Numbers = npt.NDArray[np.int32]
Mask = npt.NDArray[np.int8]

NONE: Final = -1
"""No number: the option goes to a spare one."""


class TooManyOptions(BroodfallError):
    """A decision has more options without a number of their own than the table has spare numbers."""

    def __init__(self, count: int, spare: int) -> None:
        super().__init__(f"{count} options without a number of their own, {spare} spare numbers")
        self.count = count
        self.spare = spare


class Encoder:
    """Numbers the options of one seat's decisions by its table."""

    def __init__(self, table: ActionTable) -> None:
        self.table = table
        self._order = {name: place for place, name in enumerate(ORDERS)}

    def numbers(self, options: Options, view: View, slots: Slots) -> Numbers:
        """The number of each option, in the order of the options, no number twice.

        Raises:
            TooManyOptions: the spare numbers do not suffice.
        """
        moment = Moment(self.table, view, slots)
        parts: list[Numbers] = []
        for family in options.parts:
            self._family(family, moment, parts)
        found = parts[0] if len(parts) == 1 else np.concatenate(parts)
        return self._settled(found)

    def _settled(self, found: Numbers) -> Numbers:
        """Give a spare number to each option that has none, or the number of an earlier option."""
        table = self.table
        taken = np.zeros(table.size + 1, dtype=np.int8)
        taken[found] = 1  # -1 marks the extra place at the end
        if not taken[-1] and int(np.count_nonzero(taken)) == len(found):
            return found
        _, first = np.unique(found, return_index=True)
        again = np.ones(len(found), dtype=bool)
        again[first] = False
        again |= found == NONE
        count = int(np.count_nonzero(again))
        if count > table.spare:
            raise TooManyOptions(count, table.spare)
        settled = found.copy()
        settled[again] = np.arange(table.spare_start, table.spare_start + count, dtype=np.int32)
        return settled

    def _family(self, family: Sequence[Action], moment: Moment, parts: list[Numbers]) -> None:
        """Number one family, by its items where these are walks or cells, else action by action."""
        inner = getattr(family, "parts", None)
        if inner is not None:
            for part in inner:
                self._family(part, moment, parts)
            return
        masks = getattr(family, "masks", None)
        if masks is not None:
            self._places(family, masks, moment, parts)
            return
        items = getattr(family, "items", None)
        if items is not None:
            sample = family[0]
            block = _WALKS.get((type(sample), getattr(sample, "first", ""), getattr(sample, "last", "")))
            if block in self.table.start:
                cells = np.fromiter(items, dtype=np.int64, count=len(items))
                walks = self.table.walks[cells]
                parts.append(np.where(walks < 0, NONE, walks + self.table.start[block]).astype(np.int32))
                return
        encode = moment.encode
        parts.append(np.array([encode(action) for action in family], dtype=np.int32))

    def _places(self, family: Sequence[Action], masks: Sequence[int], moment: Moment, parts: list[Numbers]) -> None:
        """Placements: the cells of some bit sets, each for one kind of thing, one set after another."""
        at = 0
        for mask in masks:
            cells = cells_of(mask, self.table.board.size)
            if len(cells):
                number = moment.encode(family[at])
                if number == NONE:
                    parts.append(np.full(len(cells), NONE, dtype=np.int32))
                else:
                    parts.append((cells + (number - int(cells[0]))).astype(np.int32))
                at += len(cells)


def cells_of(mask: int, size: int) -> npt.NDArray[np.int64]:
    """The cells of a bit set, rising."""
    packed = np.frombuffer(mask.to_bytes((size + 7) // 8, "little"), dtype=np.uint8)
    return np.flatnonzero(np.unpackbits(packed, count=size, bitorder="little"))


_WALKS: Final[dict[tuple[type[Action], str, str], str]] = {
    (actions.Move, "", ""): "move",
    (actions.Move, "stand", ""): "rise_and_move",
    (actions.Climb, "", ""): "climb",
}


class Moment:
    """One decision of one seat, with what its actions speak of."""

    __slots__ = ("_named", "_start", "slots", "table", "view")

    def __init__(self, table: ActionTable, view: View, slots: Slots) -> None:
        self.table = table
        self.view = view
        self.slots = slots
        self._start = table.start
        self._named: dict[int, int] = {}

    def encode(self, action: Action) -> int:
        """The number of an action by the blocks of the table, or -1 if none has one for it."""
        single = _SINGLES.get(type(action))
        if single is not None:
            return self._start.get(single, NONE)
        encode = _ENCODERS.get(type(action))
        return NONE if encode is None else encode(self, action)

    # -- places on axes ---------------------------------------------------------------------------

    def at(self, block: str, *places: int) -> int:
        """A number of a block by the values of its axes; -1 if the block or a value is missing."""
        found = self.table.block.get(block)
        if found is None:
            return NONE
        number = 0
        for axis, place in zip(found.axes, places, strict=True):
            if not 0 <= place < axis.size:
                return NONE
            number = number * axis.size + place
        return found.start + number

    def unit(self, unit_id: int) -> int:
        """The place of a unit on the axis ``unit``."""
        found = self.slots.place(unit_id)
        if found is None:
            return NONE
        party, slot = found
        own = self.table.own
        if slot >= (own, ALLIES, FOES)[party]:
            return NONE
        return slot if party == 0 else own + slot if party == 1 else own + ALLIES + slot

    def own(self, unit_id: int) -> int:
        """The slot of an own unit."""
        found = self.slots.place(unit_id)
        return found[1] if found is not None and found[0] == 0 else NONE

    def marker(self, marker_id: int) -> int:
        """The slot of a marker."""
        found = self.slots.marker(marker_id)
        return NONE if found is None else found

    def weapon(self, name: str) -> int:
        """The place of a weapon."""
        return self.table.weapons.get(name, NONE)

    def word(self, axis: str, name: str) -> int:
        """The place of a name on an axis of names."""
        return self.table.words.get(axis, {}).get(name, NONE)

    def walk(self, block: str, path: tuple[int, ...]) -> int:
        """A walk by where it ends and the door that is worked there."""
        cells = [step for step in path if step >= 0]
        asked = asked_unit(self.view)
        cell = cells[-1] if cells else (NO_CELL if asked is None else asked.cell)
        if cell < 0:
            return NONE
        item = cell
        if path and path[-1] < 0:
            item += self.table.board.size * (door_of(path[-1]) + 1)
        return self.at(block, int(self.table.walks[item]))


def asked_unit(view: View) -> Any:
    """The unit whose decision waits, as the view shows it; None if the decision is a side's."""
    task = view.game.waiting(view.state)
    number = getattr(task, "actor", 0) or getattr(task, "unit", 0)
    return view.state.units.get(number)


# -- one function for each kind of action ---------------------------------------------------------------


def _move(m: Moment, a: actions.Move) -> int:
    if not a.path and a.last == "prone" and not a.first:
        return m.at("lie_down")
    if not a.path and a.first == "stand" and not a.last:
        return m.at("stand_up")
    block = _WALKS.get((actions.Move, a.first, a.last))
    return NONE if block is None else m.walk(block, a.path)


def _climb(m: Moment, a: actions.Climb) -> int:
    return NONE if a.last else m.walk("climb", a.path)


def _step(m: Moment, a: actions.Step) -> int:
    return m.at("step", a.path[-1]) if a.path and not a.last else NONE


def _shoot(m: Moment, a: actions.Shoot) -> int:
    if a.door >= 0:
        return m.at("shoot_door", m.weapon(a.weapon), a.door)
    if not a.targets:
        return m.at("blast", m.word("blast", a.weapon), a.at)
    target = a.targets[0]
    if any(other != target for other in a.targets):
        return NONE
    return _at_target(m, "shoot", a.weapon, target)


def _fight(m: Moment, a: actions.Fight) -> int:
    if a.door >= 0:
        return m.at("fight_door", m.weapon(a.weapon), a.door)
    return _at_target(m, "fight", a.weapon, a.target)


def _at_target(m: Moment, block: str, weapon: str, target: int) -> int:
    place = m.weapon(weapon)
    unit = m.unit(target)
    if unit != NONE:
        return m.at(block, place, unit)
    return m.at(f"{block}_marker", place, m.marker(target))


def _use(m: Moment, a: actions.Use) -> int:
    what = m.word("use", a.what)
    if a.door >= 0:
        return m.at("use_door", what, a.door)
    if not a.target:
        return m.at("use", what)
    unit = m.unit(a.target)
    if unit != NONE:
        return m.at("use_unit", what, unit)
    return m.at("use_marker", what, m.marker(a.target))


def _drop(m: Moment, a: actions.Drop) -> int:
    if a.way not in LANDINGS or a.last not in ("", "prone"):
        return NONE
    return m.at("drop", 2 * LANDINGS.index(a.way) + (a.last == "prone"), a.cell)


def _aim(m: Moment, a: Any) -> int:
    if a.name:
        place = m._named.get(a.target, 0)
        m._named[a.target] = place + 1
        return m.at("aim_name", m.unit(a.target), place if place < AIM_NAMES else NONE)
    if a.cell == NO_CELL:
        return m.at("aim_unit", m.unit(a.target))
    unit = m.view.state.units.get(a.target)
    if unit is None or unit.cell == NO_CELL:
        return NONE
    (x, y), (left, top) = m.view.board.xy(a.cell), m.view.board.xy(unit.cell)
    across, down, span = x - left + AIM_REACH, y - top + AIM_REACH, 2 * AIM_REACH + 1
    if not (0 <= across < span and 0 <= down < span):
        return NONE
    return m.at("aim_shift", m.unit(a.target), down * span + across)


def _place_of(names: tuple[str, ...], name: str) -> int:
    return names.index(name) if name in names else NONE


_SINGLES: Final[dict[type[Action], str]] = {
    Pass: "pass",
    EndTurn: "end_turn",
    actions.Dodge: "dodge",
    actions.Reset: "reset",
    actions.Idle: "idle",
    actions.Hide: "hide",
    actions.Leave: "leave",
    avatar.actions.Manifest: "manifest",
    avatar.actions.Prepare: "prepare",
    form_actions.RollForm: "roll_form",
}

_ENCODERS: Final[dict[type[Action], Callable[[Moment, Any], int]]] = {
    actions.Move: _move,
    actions.Climb: _climb,
    actions.Step: _step,
    actions.Jump: lambda m, a: m.at("jump", a.to),
    actions.Shoot: _shoot,
    actions.Fight: _fight,
    actions.Use: _use,
    actions.Drop: _drop,
    actions.Deploy: lambda m, a: m.at("deploy", int(a.hidden), a.form, a.cell),
    actions.Command: lambda m, a: m.at("command", _place_of(COMMANDS, a.command), m.own(a.officer)),
    actions.GiveOrder: lambda m, a: m.at("give_order", _place_of(ORDERS, a.kind), m.own(a.unit)),
    actions.SetPolicy: lambda m, a: m.at("set_policy", _place_of(POLICIES, a.policy), m.own(a.unit)),
    actions.Discover: lambda m, a: m.at("discover", m.unit(a.target)),
    actions.Place: lambda m, a: m.at("place", m.word("place", a.equipment), a.cell),
    actions.Berserk: lambda m, a: m.at("berserk", m.weapon(a.weapon), m.unit(a.target)),
    actions.TakeGuts: lambda m, a: m.at("guts", _place_of(GUTS, a.choice)),
    hive_actions.ActivateXeno: lambda m, a: m.at("activate", m.own(a.unit)),
    hive_actions.UseNest: lambda m, a: m.at("use_nest", _place_of(HIVE_KINDS, a.kind)),
    hive_actions.SpendSwarmDice: lambda m, a: m.at("spend", m.table.plans.get(a.plan, NONE)),
    hive_actions.PlaceXeno: lambda m, a: m.at("place_xeno", m.table.kinds.get(a.kind, NONE), a.cell),
    hive_actions.PlaceMarker: lambda m, a: m.at("place_marker", a.cell),
    hive_actions.ChoosePsyker: lambda m, a: m.at("choose_psyker", m.unit(a.unit)),
    avatar.actions.ChooseCard: lambda m, a: m.at("choose_card", m.word("card", a.card)),
    avatar.actions.ChooseEvent: lambda m, a: m.at("choose_event", m.word("event", a.event)),
    avatar.actions.Sacrifice: lambda m, a: m.at("sacrifice", m.unit(a.target)),
    avatar.actions.PlaceAvatar: lambda m, a: m.at("place_avatar", a.cell),
    avatar.actions.AimEvent: _aim,
    form_actions.Shift: lambda m, a: m.at("shift", a.form),
    form_actions.Grow: lambda m, a: m.at("grow", a.cell),
}
