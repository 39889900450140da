"""Officers and their commands (OR-6)."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.events import StateLost
from game.core.refusal import Refusal, refuse
from game.core.rulebook import Offer
from game.core.state import Action, Unit
from game.core.tx import Ctx, Tx
from game.core.types import Side, UnitId
from game.rules.skirmish import names
from game.rules.skirmish.actions import Command, Pass
from game.rules.skirmish.events import CommandIssued
from game.rules.skirmish.moving.trail import reveal
from game.rules.skirmish.queries import is_fit, kind_of, range_between, units_of
from game.rules.skirmish.tasks import CommandStep, OrdersPhase
from game.rules.skirmish.turns import start_effect

VALUES = {names.ADVANCE: 2, names.STEADY: 3, names.BRACE: 3, names.FALL_BACK: 0, names.RALLY: 0}
"""Each command and the number it works with: cells, or a modifier (OR-6)."""


def in_contact_by_word(ctx: Ctx, unit: Unit) -> bool:
    """Can words reach this trooper: fit and not Isolated (X-49)."""
    return is_fit(unit) and names.ISOLATED not in unit.states


def officers(ctx: Ctx, side: Side) -> list[Unit]:
    """Officers who could issue a command now, by id."""
    return [unit for unit in units_of(ctx, side) if kind_of(ctx, unit).command and in_contact_by_word(ctx, unit)]


def members(ctx: Ctx, officer: Unit) -> list[UnitId]:
    """The officer's unit: linked by steps of at most his command range, himself included (OR-6)."""
    reach = kind_of(ctx, officer).command
    rest = [u for u in units_of(ctx, officer.side) if u.id != officer.id and in_contact_by_word(ctx, u)]
    linked = [officer]
    for link in linked:
        near = [unit for unit in rest if range_between(ctx, link, unit) <= reach]
        linked.extend(near)
        rest = [unit for unit in rest if unit not in near]
    return sorted(unit.id for unit in linked)


def may_command(ctx: Ctx, side: Side) -> Refusal | None:
    """Why no command can be issued this turn, or None."""
    for effect in ctx.state.effects:
        if effect.side == side and effect.unit == 0:
            if effect.name == names.WARP_FIELD:
                return refuse("WARP_FIELD", "HM-32")
            if effect.name == names.RETREAT:
                return refuse("IN_RETREAT", "ST-9")
            if effect.name == "leaderless":
                return refuse("LEADERLESS", "OR-6")
    if not officers(ctx, side):
        return refuse("NO_OFFICER", "OR-6")
    return None


def command_side(_ctx: Ctx, task: CommandStep) -> Side:
    """Whose decision the command is."""
    return task.side


def _options(ctx: Ctx, task: CommandStep) -> Sequence[Action]:
    if may_command(ctx, task.side) is not None:
        return ()
    return [Command(officer.id, name) for officer in officers(ctx, task.side) for name in VALUES]


def _verdict(ctx: Ctx, task: CommandStep, action: Command) -> Refusal | None:
    refusal = may_command(ctx, task.side)
    if refusal is not None:
        return refusal
    if action.command not in VALUES:
        return refuse("UNKNOWN_COMMAND", "OR-6", command=action.command)
    if action.officer not in [officer.id for officer in officers(ctx, task.side)]:
        return refuse("NO_OFFICER", "OR-6", unit=action.officer)
    return None


def _perform(tx: Tx, task: CommandStep, action: Command) -> None:
    tx.pop()
    reveal(tx, action.officer, why="command")
    officer = tx.state.units[action.officer]
    reached = tuple(members(tx, officer))
    tx.emit(CommandIssued(action.officer, action.command, reached))
    for unit_id in reached:
        if action.command == names.RALLY:
            if names.STUNNED in tx.state.units[unit_id].states:
                tx.emit(StateLost(unit_id, names.STUNNED, "rally"))
        else:
            until = f"turn_start:{task.side}" if action.command == names.BRACE else f"states:{task.side}"
            start_effect(tx, action.command, task.side, unit=unit_id, expires=until, value=VALUES[action.command])


def _pass_options(_ctx: Ctx, _task: CommandStep) -> Sequence[Action]:
    return (Pass(),)


def _pass_verdict(_ctx: Ctx, _task: CommandStep, _action: Pass) -> Refusal | None:
    return None


def _pass_perform(tx: Tx, _task: CommandStep, _action: Pass) -> None:
    tx.pop()


def _none_left(_ctx: Ctx, _task: OrdersPhase) -> Sequence[Action]:
    return ()


def _late_verdict(ctx: Ctx, task: OrdersPhase, _action: Command) -> Refusal:
    return may_command(ctx, task.side) or refuse("NO_COMMAND_LEFT", "OR-6")


def command_offers() -> tuple[Offer, ...]:
    """Command or Pass."""
    return (
        Offer(CommandStep, Command, _options, _verdict, _perform),
        Offer(CommandStep, Pass, _pass_options, _pass_verdict, _pass_perform),
    )


def late_offer() -> Offer:
    """A command in the Orders phase: never an option, but who asks hears why there is or was none (HM-32, OR-6)."""
    return Offer(OrdersPhase, Command, _none_left, _late_verdict, _perform)
