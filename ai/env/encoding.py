"""From the options of a decision to their numbers and back.

The numbers come in the order of the options, so the place of a number is the place of its option. Walks and
placements, of which there are many, are numbered without making their actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ai.env.roll import ALLIES, FOE, OWN, Slots
from ai.env.tables import DODGE, ActionTable
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

Numbers = npt.NDArray[np.int64]
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
        plain = table.walks
        self._walks: dict[str | None, Numbers] = {
            block: np.where(plain < 0, NONE, plain + table.start[block])
            for block in _WALKS.values()
            if block in table.start
        }

    def numbers(self, options: Sequence[Action], view: View, slots: Slots) -> tuple[Numbers, Mask]:
        """The number of each option, in the order of the options and no number twice; and the mask of them.

        Raises:
            TooManyOptions: the spare numbers do not suffice.
        """
        moment = Moment(self.table, view, slots)
        parts = _Parts()
        for family in options.parts if isinstance(options, Options) else _runs(options):
            self._family(family, moment, parts)
        found = parts.joined()
        size = self.table.size
        mask: Mask = np.zeros(size + 1, dtype=np.int8)
        mask[found] = 1  # -1 marks the extra place at the end
        if mask[size] or np.count_nonzero(mask.view(np.bool_)) != len(found):
            found = self._settled(found)
            mask.fill(0)
            mask[found] = 1
        return found, mask[:size]

    def _settled(self, found: Numbers) -> Numbers:
        """Give a spare number to each option that has none, or the number of an earlier option."""
        table = self.table
        _, first = np.unique(found, return_index=True)
        again = np.ones(len(found), dtype=bool)
        again[first] = False
        again |= found == NONE
        count = int(np.count_nonzero(again))
        if count > table.spare:
            raise TooManyOptions(count, table.spare)
        settled = found.copy()
        settled[again] = np.arange(table.spare_start, table.spare_start + count)
        return settled

    def _family(self, family: Sequence[Action], moment: Moment, parts: _Parts) -> None:
        """Number one family, by its items where these are walks or cells, else action by action."""
        if isinstance(family, list | tuple):
            encode = _ENCODERS.get(type(family[0]), _unknown)
            parts.loose += [encode(moment, action) for action in family]
            return
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
            sample: Any = getattr(family, "sample", None)
            block = _WALKS.get((type(sample), getattr(sample, "first", ""), getattr(sample, "last", "")))
            walks = self._walks.get(block)
            if walks is not None:
                parts.add(walks.take(np.fromiter(items, dtype=np.int64, count=len(items))))
                return
        self._family(list(family), moment, parts)

    def _places(self, family: Sequence[Action], masks: Sequence[int], moment: Moment, parts: _Parts) -> None:
        """Placements: the cells of some bit sets, each for one kind of thing, one set after another."""
        at = 0
        for mask in masks:
            cells = cells_of(mask, self.table.board.size)
            if len(cells):
                places = self.table.places[cells]
                number = moment.encode(family[at])
                if number == NONE or places.min() < 0:
                    self._family([family[at + place] for place in range(len(cells))], moment, parts)
                else:
                    parts.add(places + (number - int(places[0])))
                at += len(cells)


class _Parts:
    """The numbers of families one after another; those made one by one are gathered before they become an array."""

    __slots__ = ("_arrays", "loose")

    def __init__(self) -> None:
        self._arrays: list[Numbers] = []
        self.loose: list[int] = []

    def add(self, numbers: Numbers) -> None:
        """Many numbers at once."""
        self._close()
        self._arrays.append(numbers)

    def joined(self) -> Numbers:
        """All of them."""
        self._close()
        arrays = self._arrays
        return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)

    def _close(self) -> None:
        if self.loose:
            self._arrays.append(np.array(self.loose, dtype=np.int64))
            self.loose = []


def _runs(options: Sequence[Action]) -> list[list[Action]]:
    """Options that come as a plain list, in runs of one kind of action."""
    return [list(run) for _, run in groupby(options, type)]


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

    __slots__ = ("_steps", "named", "slots", "table", "view")

    def __init__(self, table: ActionTable, view: View, slots: Slots) -> None:
        self.table = table
        self.view = view
        self.slots = slots
        self._steps = table.steps
        self.named: dict[int, int] = {}
        """How many names of each unit were numbered so far, in the order of the options."""

    def encode(self, action: Action) -> int:
        """The number of an action by the blocks of the table, or -1 if none has one for it."""
        return _ENCODERS.get(type(action), _unknown)(self, action)

    # -- places on axes ---------------------------------------------------------------------------

    def at(self, block: str, *places: int) -> int:
        """A number of a block by the values of its axes; -1 if the block or a value is missing."""
        found = self._steps.get(block)
        if found is None:
            return NONE
        number, sizes = found
        for place, (size, step) in zip(places, sizes, strict=True):
            if not 0 <= place < size:
                return NONE
            number += place * step
        return number

    def at_two(self, block: str, first: int, second: int) -> int:
        """The same for two axes, which most options have."""
        found = self._steps.get(block)
        if found is None:
            return NONE
        number, ((size, step), (last, _)) = found
        return number + first * step + second if 0 <= first < size and 0 <= second < last else NONE

    def unit(self, number: int) -> int:
        """The place of a unit on the axis ``unit``."""
        found = self.slots.place(number)
        if found is None:
            return NONE
        party, slot = found
        table = self.table
        if slot >= (table.own, ALLIES, table.foes)[party]:
            return NONE
        return (0, table.own, table.own + ALLIES)[party] + slot

    def own(self, number: int) -> int:
        """The slot of an own unit."""
        known = self.slots.roll.own_slots
        if known:
            return known.get(number, NONE)
        found = self.slots.place(number)
        return found[1] if found is not None and found[0] == OWN else NONE

    def foe(self, number: int) -> int:
        """The slot of a foe."""
        found = self.slots.place(number)
        return found[1] if found is not None and found[0] == FOE else NONE

    def marker(self, number: int) -> int:
        """The slot of a marker."""
        found = self.slots.marker(number)
        return NONE if found is None else found

    def word(self, axis: str, name: str) -> int:
        """The place of a name on an axis of names."""
        return self.table.words.get(axis, _NO_WORDS).get(name, NONE)

    def cell(self, cell: int) -> int:
        """The place of a cell on the axis ``cell``."""
        return int(self.table.places[cell]) if cell >= 0 else NONE

    def shift(self, number: int, cell: int, reach: int) -> int:
        """The place of a cell on an axis of shifts: by how far it is from where a unit stands."""
        unit = self.view.state.units.get(number)
        if unit is None or unit.cell == NO_CELL or cell < 0:
            return NONE
        (x, y), (left, top) = self.view.board.xy(cell), self.view.board.xy(unit.cell)
        across, down, span = x - left + reach, y - top + reach, 2 * reach + 1
        return down * span + across if 0 <= across < span and 0 <= down < span else NONE

    def walk(self, block: str, path: tuple[int, ...]) -> int:
        """A walk by where it ends and the door that is worked there."""
        cell = next((step for step in reversed(path) if step >= 0), NO_CELL)
        if cell == NO_CELL:
            unit = self.view.state.units.get(asked_of(self.view))
            cell = NO_CELL if unit is None else unit.cell
        if cell == NO_CELL:
            return NONE
        door = door_of(path[-1]) if path and path[-1] < 0 else -1
        return self.at(block, int(self.table.walks[cell + self.table.board.size * (door + 1)]))


_NO_WORDS: Final[dict[str, int]] = {}


def asked_of(view: View) -> int:
    """The number of the unit whose decision waits; 0 if the decision is a side's."""
    task: Any = view.game.waiting(view.state)
    return getattr(task, "actor", 0) or getattr(task, "unit", 0)


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
    unit = asked_of(m.view)
    return m.at("step", m.shift(unit, a.path[-1], DODGE)) if a.path and not a.last else NONE


def _shoot(m: Moment, a: actions.Shoot) -> int:
    if a.door >= 0:
        return m.at_two("shoot_door", m.word("breacher", a.weapon), a.door)
    if not a.targets:
        return m.at_two("blast", m.word("blast", a.weapon), m.cell(a.at))
    target = a.targets[0]
    return NONE if len(a.targets) > 1 else _at_target(m, "shoot", m.word("shot", a.weapon), target)


def _fight(m: Moment, a: actions.Fight) -> int:
    if a.door >= 0:
        return m.at_two("fight_door", m.word("blade", a.weapon), a.door)
    return _at_target(m, "fight", m.word("blade", a.weapon), a.target)


def _at_target(m: Moment, block: str, weapon: int, target: int) -> int:
    foe = m.foe(target)
    return m.at_two(block, weapon, foe) if foe != NONE else m.at_two(f"{block}_marker", weapon, m.marker(target))


def _use(m: Moment, a: actions.Use) -> int:
    what = m.word("use", a.what)
    if a.door >= 0:
        return m.at_two("use_door", what, a.door)
    if not a.target:
        return m.at("use", what)
    unit = m.unit(a.target)
    return m.at_two("use_unit", what, unit) if unit != NONE else m.at_two("use_marker", what, m.marker(a.target))


def _drop(m: Moment, a: actions.Drop) -> int:
    return m.at("drop", m.word("way", a.way), int(a.last == "prone"), m.cell(a.cell))


def _aim(m: Moment, a: avatar.actions.AimEvent) -> int:
    if a.name:
        place = m.named.get(a.target, 0)
        m.named[a.target] = place + 1
        return m.at("aim_name", m.unit(a.target), place)
    if a.cell == NO_CELL:
        return m.at("aim_unit", m.unit(a.target))
    return m.at("aim_shift", m.unit(a.target), m.shift(a.target, a.cell, m.table.reach))


def _unknown(_moment: Moment, _action: Action) -> int:
    return NONE


def _single(block: str) -> Callable[[Moment, Any], int]:
    return lambda moment, _action: moment.at(block)


_ENCODERS: Final[dict[type[Action], Callable[[Moment, Any], int]]] = {
    Pass: _single("pass"),
    EndTurn: _single("end_turn"),
    actions.Dodge: _single("dodge"),
    actions.Reset: _single("reset"),
    actions.Idle: _single("idle"),
    actions.Hide: _single("hide"),
    actions.Leave: _single("leave"),
    avatar.actions.Manifest: _single("manifest"),
    avatar.actions.Prepare: _single("prepare"),
    form_actions.RollForm: _single("roll_form"),
    actions.Move: _move,
    actions.Climb: _climb,
    actions.Step: _step,
    actions.Jump: lambda m, a: m.at("jump", m.cell(a.to)),
    actions.Shoot: _shoot,
    actions.Fight: _fight,
    actions.Use: _use,
    actions.Drop: _drop,
    actions.Deploy: lambda m, a: m.at("deploy", int(a.hidden), a.form, m.table.zone.get(a.cell, NONE)),
    actions.Command: lambda m, a: m.at_two("command", m.word("command", a.command), m.own(a.officer)),
    actions.GiveOrder: lambda m, a: m.at_two("give_order", m.word("order", a.kind), m.own(a.unit)),
    actions.SetPolicy: lambda m, a: m.at_two("set_policy", m.word("policy", a.policy), m.own(a.unit)),
    actions.Discover: lambda m, a: m.at("discover", m.foe(a.target)),
    actions.Place: lambda m, a: m.at_two("place", m.word("gear", a.equipment), m.cell(a.cell)),
    actions.Berserk: lambda m, a: m.at_two("berserk", m.word("blade", a.weapon), m.foe(a.target)),
    actions.TakeGuts: lambda m, a: m.at("guts", m.word("guts", a.choice)),
    hive_actions.ActivateXeno: lambda m, a: m.at("activate", m.own(a.unit)),
    hive_actions.UseNest: lambda m, a: m.at("use_nest", m.word("nest", a.kind)),
    hive_actions.SpendSwarmDice: lambda m, a: m.at("spend", m.table.plans.get(a.plan, NONE)),
    hive_actions.PlaceXeno: lambda m, a: m.at_two("place_xeno", m.word("kind", a.kind), m.cell(a.cell)),
    hive_actions.PlaceMarker: lambda m, a: m.at("place_marker", m.cell(a.cell)),
    hive_actions.ChoosePsyker: lambda m, a: m.at("choose_psyker", m.foe(a.unit)),
    avatar.actions.ChooseCard: lambda m, a: m.at("choose_card", m.word("card", a.card)),
    avatar.actions.ChooseEvent: lambda m, a: m.at("choose_event", m.word("event", a.event)),
    avatar.actions.Sacrifice: lambda m, a: m.at("sacrifice", m.unit(a.target)),
    avatar.actions.PlaceAvatar: lambda m, a: m.at("place_avatar", m.cell(a.cell)),
    avatar.actions.AimEvent: _aim,
    form_actions.Shift: lambda m, a: m.at("shift", a.form),
    form_actions.Grow: lambda m, a: m.at("grow", m.cell(a.cell)),
}
