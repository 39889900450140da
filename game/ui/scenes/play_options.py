"""What the seat that decides can do: the question, and the answers with their keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.api import BroodfallError
from game.ui import lettering
from game.ui.play.bots import stand_in
from game.ui.play.choices import Choice, Choices
from game.ui.play.planning import why_not_go
from game.ui.scenes.play_barred import barred_list, barred_rows, fold, fold_height
from game.ui.scenes.play_pending import cost_of_answer, declined, pending
from game.ui.scenes.play_tray import tray
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.flow import Column, columns, split
from game.ui.widgets.plain import Text

if TYPE_CHECKING:
    from game.ui.scenes.play import PlayScene

_MOST_KEYS: Final = 9
_ROOMY: Final = 600
"""Units of height of the panel from which on answers can take a second line."""
_LEAST_LOG: Final = 84
"""Units of height that the log keeps."""
_LEAST_LOG_LOW: Final = 48
"""The same in a low panel."""


def options(scene: PlayScene, column: Column) -> list[Widget]:
    """The question and its answers."""
    choices = scene.choices
    if choices is None:
        return []
    if scene.pending is not None:
        return pending(scene, column, scene.pending)
    widgets = _question(scene, column, choices)
    if scene.several:
        return widgets + _listed(scene, column, scene.several, last=[])
    plans = [choice for choice in choices.everything if choice.tag == "spend_swarm_dice"]
    if plans:
        widgets += _closing(scene, column, [])
        return widgets + tray(scene, column, plans)
    widgets += _closing(scene, column, [choice for choice in choices.everything if choices.closes(choice)])
    rows: list[Choice | list[Choice]] = []
    last: list[Choice] = []
    pointed = 0
    for family in choices.families().values():
        if choices.closes(family[0]):
            continue
        if family[0].tag == "pass" and len(family) == 1:
            last += family
        elif len(family) > 1 and any(_is_pointed(choices, choice) for choice in family):
            rows.insert(pointed, family)
            pointed += 1
        else:
            rows += family
    if scene.unfolded and scene.barred:
        return widgets + barred_list(scene, column)
    widgets += _listed(scene, column, rows, last=last, reserve=fold_height(scene))
    told = any(widget.name == "barred" for widget in widgets)
    return widgets if told else widgets + barred_rows(scene, column)


def _is_pointed(choices: Choices, choice: Choice) -> bool:
    return any(
        choice in group for group in (*choices.cells.values(), *choices.things.values(), *choices.doors.values())
    )


def _question(scene: PlayScene, column: Column, choices: Choices) -> list[Widget]:
    """What is asked, how many are left where one after another goes, and why the chosen unit is not among them."""
    metrics, theme, labels = scene.metrics, scene.theme, scene.labels
    task = scene.game.waiting(choices.within.state)
    text = scene.phrases.task(task) if task is not None else ""
    left = getattr(task, "left", 0)
    lead = next((choice.actions[0] for choice in choices.everything if len(choice.actions) > 1), None)
    spent = str(getattr(lead, "kind", ""))
    if scene.several:
        text = labels("which")
    elif scene.last_order:
        text += " " + labels("last_order")
    elif spent:
        text += f" {labels('order_spent', kind=labels.words.of('names', spent))}"
    elif left > 1:
        text += " " + labels("left_to_place", count=left)
    elif choices.ready and choices.within is choices.view and scene.game.side_kinds[scene.viewer] == "hive":
        text += " " + labels("left_to_go", count=len(choices.ready))
    said = [(text, metrics.normal, theme.accent)]
    unit = scene.shown.units.get(scene.selected)
    if choices.ready and unit is not None and unit.side == scene.viewer and unit.id not in choices.ready:
        refused = why_not_go(choices, unit.id, labels.words)
        if refused:
            named = scene.naming.kind(unit.kind) in refused
            said.append((refused if named else f"{scene.naming.unit(unit)}: {refused}", metrics.small, theme.dim))
    widgets: list[Widget] = []
    for line, size, colour in said:
        high = Text.needs(line, size, column.rest.width)
        widgets.append(Text(rect=column.take(high), text=line, size=size, colour=colour, wrap=True))
    return widgets


def _listed(
    scene: PlayScene,
    column: Column,
    rows: list[Choice] | list[Choice | list[Choice]],
    *,
    last: list[Choice],
    reserve: int = 0,
) -> list[Widget]:
    """A button for each answer, by pages where they are many.

    ``reserve``: pixels below them for what is not possible; where there are pages, it is told beside their number.
    """
    metrics, labels = scene.metrics, scene.labels
    line, gap = metrics.px(32), metrics.px(4)
    low = Column(column.rest, gap=gap)
    notes = [cost_of_answer(scene, scene.plan_of(choice)) for choice in last]
    below = lettering.height(metrics.small)
    high = line + 2 * below * any(notes)
    needed = bool(last) * (high + gap)
    tall = line + below * any(notes)
    log = metrics.px(_LEAST_LOG if scene.layout.side.height >= metrics.px(_ROOMY) else _LEAST_LOG_LOW)
    room = column.rest.height - needed - log
    fits = max(2, min(_MOST_KEYS, (room - reserve) // (tall + gap)))
    pages = 1
    if len(rows) > fits:
        fits = max(1, min(_MOST_KEYS, room // (tall + gap)) - 1)
        pages = -(-len(rows) // fits)
    scene.page = min(scene.page, pages - 1)
    widgets: list[Widget] = []
    used = 0
    for number, row in enumerate(rows[scene.page * fits : (scene.page + 1) * fits], 1):
        button = _answer(scene, row, low, number)
        widgets.append(button)
        used += button.rect.height + gap
    if pages > 1:

        def turn() -> None:
            scene.page = (scene.page + 1) % pages

        rect = low.take(line)
        used += line + gap
        if reserve:
            rect, beside = split(rect, rect.width * 2 // 5, gap)
            widgets.append(fold(scene, beside))
        text = labels("page", page=scene.page + 1, pages=pages)
        key = scene.window.keys.shown("page")
        widgets.append(
            Button(rect=rect, name="page", label=text, act=turn, align="centre", size=metrics.small, key_name=key)
        )
    if last:
        rect = low.take(high)
        used += high + gap
        for place, choice, note in zip(columns(rect, len(last), gap), last, notes, strict=True):
            widgets.append(_last(scene, choice, place, note))
    column.take(used - gap if used else 0)
    return widgets


def _answer(scene: PlayScene, row: Choice | list[Choice], column: Column, number: int) -> Button:
    """The button of an answer, or of a family that is pointed at on the board."""
    metrics = scene.metrics
    key = str(number) if number <= _MOST_KEYS else ""
    cost = ""
    if isinstance(row, list):
        family = row[0].family
        label, chosen = family_name(scene, row), scene.family == family
        assert scene.choices is not None  # the family is one of theirs
        what, count = scene.choices.counted(row)
        beside, tip = scene.labels(f"count_{what}", count=count), _about(scene, row[0])

        def act() -> None:
            scene.family = "" if scene.family == family else family

    else:
        single = row
        plan = scene.plan_of(row)
        label, chosen = scene.phrases.action(row.action), False
        beside, cost = plan.chance(), cost_of_answer(scene, plan)
        label = label[:1].upper() + label[1:]
        tip = "\n".join([*([about] if (about := _about(scene, row)) else []), *plan.lines(scene.naming)])

        def act() -> None:
            scene.choose(single)

    room = column.rest.width - 2 * metrics.px(10) - metrics.px(30)
    text = f"{label} · {beside}" if beside else label
    # A command's effect is nothing to be guessed from its name: it is told at once where there is room.
    note = tip if row_tag(row) == "command" and scene.layout.side.height >= metrics.px(_ROOMY) else cost
    lines = min(2, len(lettering.wrapped(text, metrics.normal, room)))
    high = lettering.height(metrics.normal) * lines + metrics.px(8)
    if note:
        high += lettering.height(metrics.small) * len(lettering.wrapped(note, metrics.small, room))
    return Button(
        rect=column.take(max(metrics.px(32), high)), name=f"option_{number}", label=text, act=act, key_name=key,
        chosen=chosen, note=note, tip="" if note == tip else tip,
    )  # fmt: skip


def row_tag(row: Choice | list[Choice]) -> str:
    """The kind of action of an answer or a family."""
    return row[0].tag if isinstance(row, list) else row.tag


def _about(scene: PlayScene, choice: Choice) -> str:
    """What a kind of action does, in words; empty for one whose name says it."""
    command = f"_{choice.action.command}" if choice.tag == "command" else ""
    key = f"about_{choice.tag}{command}"
    return scene.labels(key) if scene.labels.has(key) else ""


def family_name(scene: PlayScene, family: list[Choice]) -> str:
    """What a family is called: the kind of action, and with what it is done."""
    words = scene.labels.words
    action = family[0].action
    parts = [words.texts.name("actions", family[0].tag)]
    for name, table in (("weapon", "weapons"), ("equipment", "equipment"), ("what", "equipment"), ("kind", "units")):
        value = getattr(action, name, "")
        if value and isinstance(value, str):
            parts.append(words.texts.name(table, value))
    for name in ("first", "last"):
        value = getattr(action, name, "")
        if value:
            parts.append(words.of("actions", f"{name}_{value}"))
    said = ", ".join(parts)
    return said[:1].upper() + said[1:]


def _last(scene: PlayScene, choice: Choice, rect: pygame.Rect, note: str) -> Button:
    """Declining: a pass, or a creature that stays where it is; ``note``: what that costs."""
    plan = scene.plan_of(choice)
    text, chance = declined(scene, plan), plan.chance()
    if chance and plan.ending and not plan.endures:
        text += f" · {chance}"
    return Button(
        rect=rect,
        name="option_pass",
        label=text[:1].upper() + text[1:],
        act=lambda: scene.choose(choice),
        key_name=scene.window.keys.shown("pass"),
        note=note,
        tip="\n".join(plan.lines(scene.naming)),
        tone="go" if plan.ending else "plain",
    )


def _closing(scene: PlayScene, column: Column, closing: list[Choice]) -> list[Widget]:
    """What ends the turn, or the movement of all, and the bot that does the rest.

    They keep their place below everything, so that no click that was meant for an answer ever falls on them.
    """
    metrics = scene.metrics
    widgets: list[Widget] = []
    for bot in (_let_bot(scene), _let_bot_phase(scene)):
        if bot is not None:
            bot.rect = column.take_low(metrics.px(32))
            widgets.append(bot)
    for choice in closing:
        turn = choice.tag == "end_turn"
        text = scene.phrases.action(choice.action) if turn else scene.labels("pass_rest")
        widgets.append(
            Button(
                rect=column.take_low(metrics.px(32)),
                name="option_end_turn",
                label=text[:1].upper() + text[1:],
                act=lambda choice=choice: scene.choose(choice),  # type: ignore[misc]
                key_name=scene.window.keys.shown("end_turn"),
                tone="warn",
            )
        )
    return widgets


def _let_bot(scene: PlayScene) -> Button | None:
    """A bot may finish the turn: offered between orders, and to a swarm at all times."""
    choices = scene.choices
    between = choices is not None and scene.shown.turn == scene.viewer and not (choices.actor and not choices.ready)
    if not between and scene.game.side_kinds[scene.viewer] != "hive":
        return None
    return _lending(scene, "let_bot", scene.labels("let_bot"), phase=False)


def _let_bot_phase(scene: PlayScene) -> Button | None:
    """A bot may do the rest of a phase in which a swarm moves or is set down; what follows is the seat's again."""
    label = f"let_bot_{scene.shown.phase.lower()}"
    if scene.game.side_kinds[scene.viewer] != "hive" or scene.shown.turn != scene.viewer or not scene.labels.has(label):
        return None
    return _lending(scene, "let_bot_phase", scene.labels(label), phase=True)


def _lending(scene: PlayScene, name: str, label: str, *, phase: bool) -> Button:
    match, side = scene.match, scene.viewer
    kind, services = scene.game.side_kinds[side], scene.window.services
    spec = stand_in(services.bots, kind, scene.window.settings.helper(kind), services.usual(kind))

    def act() -> None:
        try:
            match.let_bot_finish(side, spec, phase=phase)
        except BroodfallError as error:
            scene.told_off = scene.labels.fault(error)

    return Button(
        rect=pygame.Rect(0, 0, 0, 0), name=name, label=label, act=act, key_name=scene.window.keys.shown(name),
        size=scene.metrics.small,
    )  # fmt: skip
