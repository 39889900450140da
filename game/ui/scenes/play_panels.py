"""The panels around the board: the round above, the unit and what it can do at the right, what happens below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.ui.board.tokens import side_colours
from game.ui.play.bots import HUMAN
from game.ui.play.goals import goals_of
from game.ui.scenes.clip_bar import gone_of_hive, speed_slider
from game.ui.scenes.play_card import play_card
from game.ui.scenes.play_options import options
from game.ui.scenes.play_policy import policy_menu, policy_units
from game.ui.scenes.reader import clause_in
from game.ui.theme import Metrics
from game.ui.widgets.base import Act, Painter, Widget
from game.ui.widgets.controls import Button, Link, Scroll
from game.ui.widgets.flow import Column
from game.ui.widgets.plain import Drawing, Panel, Picture, Text

if TYPE_CHECKING:
    from game.ui.scenes.play import PlayScene


_LONG: Final = 2
"""Seconds of thought from which on they are counted in sight."""


class Layout:
    """Where everything is in a window of a size."""

    def __init__(self, rect: pygame.Rect, metrics: Metrics, *, band: int = 0) -> None:
        """``band``: units of height above the board that are kept for a note."""
        top, low = metrics.px(44), metrics.px(40)
        side = min(metrics.px(340), rect.width * 2 // 5)
        self.top = pygame.Rect(0, 0, rect.width, top)
        self.side = pygame.Rect(rect.width - side, top, side, rect.height - top)
        self.low = pygame.Rect(0, rect.height - low, rect.width - side, low)
        note = metrics.px(band) if band else 0
        self.note = pygame.Rect(0, top, rect.width - side, note)
        self.board = pygame.Rect(0, top + note, rect.width - side, rect.height - top - low - note)


def compose_play(scene: PlayScene) -> list[Widget]:
    """Every widget of the board in play."""
    layout = scene.layout
    widgets: list[Widget] = [
        Panel(rect=layout.top, round=0),
        Panel(rect=layout.side, round=0),
        Panel(rect=layout.low, round=0),
    ]
    if not scene.camera.whole:
        widgets.append(_map(scene))
    widgets += _top(scene)
    widgets += _low(scene)
    widgets += _side(scene)
    return widgets


# --- above -------------------------------------------------------------------------------------------------------


def _top(scene: PlayScene) -> list[Widget]:
    metrics, labels, theme, layout = scene.metrics, scene.labels, scene.theme, scene.layout
    state, game = scene.shown, scene.game
    bar = layout.top.inflate(-2 * metrics.pad, 0)
    last = game.scenario.last_round
    said = labels("round_of", round=state.round, last=last) if last else labels("round", round=state.round)
    widgets: list[Widget] = []
    each = metrics.px(34)
    right = bar.right
    undoable = scene.acting and scene.match.cannot_undo(scene.viewer) is None
    for name, icon, act, enabled in (
        ("menu", "icon_gear", scene.open_menu, True),
        ("redo", "icon_redo", scene.redo, scene.acting and scene.match.session.can_redo),
        ("undo", "icon_undo", scene.undo, undoable),
    ):
        rect = pygame.Rect(right - each, bar.centery - each // 2, each, each)
        tip = f"{labels.command(name)} ({scene.window.keys.shown(name)})"
        widgets.append(Button(rect=rect, name=name, label="", icon=icon, act=act, enabled=enabled, tip=tip))
        right -= each + metrics.px(6)
    left = bar.x
    for text, size, colour in (
        (scene.match.title, metrics.px(17), theme.accent),
        (said if state.round else labels("setting_up"), metrics.normal, theme.text),
    ):
        wide = min(metrics.px(230), _wide(text, size))
        rect = pygame.Rect(left, bar.y, wide, bar.height)
        widgets.append(Text(rect=rect, text=text, size=size, colour=colour, middle=True))
        left += wide + metrics.px(18)
    if state.turn:
        colours = side_colours(game, scene.window.palette)[state.turn]
        text = scene.naming.side(state.turn).capitalize()
        phase = f"phase_{state.phase}".lower()
        if state.phase and labels.has(phase):
            text += f" · {labels(phase)}"
        chip = pygame.Rect(left, bar.y, min(_wide(text, metrics.normal), right - left - metrics.px(90)), bar.height)
        widgets.append(Text(rect=chip, text=text, size=metrics.normal, colour=colours.body, middle=True))
        left += chip.width + metrics.px(18)
        pool = state.sides[state.turn].pool
        if game.side_kinds[state.turn] == "human" and right - left > metrics.px(70):
            side = metrics.px(20)
            spot = pygame.Rect(left, bar.centery - side // 2, side, side)
            tip = labels("pool_tip", pool=pool)
            widgets.append(Picture(rect=spot, picture="icon_order", name="pool", tip=tip))
            rect = pygame.Rect(spot.right + metrics.px(5), bar.y, metrics.px(40), bar.height)
            widgets.append(Text(rect=rect, text=str(pool), size=metrics.px(17), middle=True))
            left = rect.right
    if state.round:
        widgets += _goals(scene, pygame.Rect(left, bar.y, right - left, bar.height))
    return widgets


def _goals(scene: PlayScene, room: pygame.Rect) -> list[Widget]:
    """What this seat is to do and how far it has come, as far as there is room; all sides' goals in the tip."""
    metrics, theme, labels = scene.metrics, scene.theme, scene.labels
    view = scene.game.view(scene.shown, scene.viewer)
    told = {
        side: [(labels(f"tally_{goal.kind}", done=goal.done, of=goal.of), goal.met) for goal in goals_of(view, side)]
        for side in scene.game.side_kinds
    }
    tip = "\n".join(
        f"{scene.naming.side(side).capitalize()}: {' · '.join(said for said, _ in goals)}"
        for side, goals in told.items()
        if goals
    )
    widgets: list[Widget] = []
    left = room.x
    for number, (said, met) in enumerate(told[scene.viewer]):
        wide = _wide(said, metrics.normal)
        if left + wide > room.right:
            break
        rect = pygame.Rect(left, room.y, wide, room.height)
        colour = theme.good if met else theme.dim
        widgets.append(
            Text(rect=rect, text=said, size=metrics.normal, colour=colour, middle=True, name=f"goal_{number}", tip=tip)
        )
        left += wide + metrics.px(16)
    return widgets


def _wide(text: str, size: int) -> int:
    from game.ui import lettering

    return lettering.width(text, size) + 4


# --- below -------------------------------------------------------------------------------------------------------


def _low(scene: PlayScene) -> list[Widget]:
    """What happens or happened last, and how fast it is played."""
    metrics, labels, theme, layout = scene.metrics, scene.labels, scene.theme, scene.layout
    presenter, keys = scene.presenter, scene.window.keys
    bar = layout.low.inflate(-2 * metrics.pad, -2 * metrics.px(4))
    widgets: list[Widget] = []
    right = bar.right
    each = bar.height
    if presenter.busy or scene.match.bot_acts or presenter.paused:
        pause = "icon_play" if presenter.paused else "icon_pause"
        for name, icon, act in (
            ("skip", "icon_skip", scene.hands.do_skip),
            ("step", "icon_step", scene.hands.do_step),
            ("pause", pause, scene.hands.do_pause),
        ):
            rect = pygame.Rect(right - each, bar.y, each, bar.height)
            tip = f"{labels.command(name)} ({keys.shown(name)})"
            widgets.append(Button(rect=rect, name=name, label="", icon=icon, act=act, tip=tip))
            right -= each + metrics.px(5)
        slider = speed_slider(scene, pygame.Rect(bar.x, bar.y, right - bar.x, bar.height), scene.pace)
        widgets.append(slider)
        right = slider.rect.x - metrics.px(10)
        gone = gone_of_hive(scene.game, scene.shown)
        if gone is not None:
            said = labels("unit_of", done=gone[0], all=gone[1])
            wide = _wide(labels("unit_of", done=gone[1], all=gone[1]), metrics.normal)
            rect = pygame.Rect(right - wide, bar.y, wide, bar.height)
            widgets.append(Text(rect=rect, text=said, size=metrics.normal, colour=theme.accent, middle=True,
                                align="right", name="unit_of", tip=labels("unit_of_tip")))  # fmt: skip
            right = rect.x - metrics.px(12)
    text, colour = presenter.said, theme.text
    if scene.match.problem:
        named = keys.shown("halt")
        text, colour = labels("bot_failed", problem=labels.fault(scene.match.problem), named=named), theme.bad
    elif scene.told_off:
        text, colour = scene.told_off, theme.bad
    elif not presenter.busy and scene.match.bot_acts:
        text, colour = _thinking(scene), theme.dim
    elif not presenter.busy:
        text, colour = _hint(scene), theme.dim
    room = pygame.Rect(bar.x, bar.y, max(0, right - bar.x), bar.height)
    size = metrics.normal if _wide(text, metrics.normal) <= room.width else metrics.small
    if clause_in(text):
        tip = f"{labels('to_clause', clause=clause_in(text))} ({keys.shown('codex')})"
        widgets.append(
            Link(
                rect=room, text=text, size=size, colour=colour, wrap=True, middle=True, name="said", tip=tip,
                act=scene.hands.do_codex,
            )
        )  # fmt: skip
    else:
        widgets.append(Text(rect=room, text=text, size=size, colour=colour, wrap=True, middle=True, name="said"))
    return widgets


def _thinking(scene: PlayScene) -> str:
    side = scene.match.to_act or ""
    name = scene.naming.side(side).capitalize()
    seconds = int(scene.match.thought_for)
    if seconds >= _LONG:
        return scene.labels("thinks_for", side=name, seconds=seconds, named=scene.window.keys.shown("halt"))
    return scene.labels("thinks", side=name)


def _hint(scene: PlayScene) -> str:
    """What hands can do now."""
    labels, keys = scene.labels, scene.window.keys
    choices = scene.choices
    if choices is None:
        return ""
    if choices.ready and scene.selected not in choices.ready:
        return labels("hint_select", named=keys.shown("next_unit"))
    if choices.cells and not choices.things and not choices.actor:
        return labels("hint_place", named=keys.shown("next_unit"))
    if choices.cells or choices.things:
        named = {name: keys.shown(name) for name in ("sight", "threat", "places", "cancel")}
        return labels("hint_point", **named)
    return labels("hint_answer")


def _map(scene: PlayScene) -> Widget:
    """The board in small, over its own lower right corner."""
    metrics, port, board = scene.metrics, scene.layout.board, scene.game.board
    share = min(metrics.px(170) / board.width, metrics.px(150) / board.height)
    room = pygame.Rect(0, 0, round(board.width * share), round(board.height * share))
    room.bottomright = (port.right - metrics.px(10), port.bottom - metrics.px(10))
    scene.minimap.place(room)

    def paint(painter: Painter, _rect: pygame.Rect) -> None:
        scene.minimap.draw(painter.target, scene.shown, scene.table.tokens.colours, scene.camera)

    return Drawing(rect=room, paint=paint)


# --- at the right ------------------------------------------------------------------------------------------------


def _side(scene: PlayScene) -> list[Widget]:
    metrics, theme = scene.metrics, scene.theme
    column = Column(scene.layout.side, gap=metrics.gap, pad=metrics.px(10))
    widgets = play_card(scene, column)
    if scene.policy_for not in policy_units(scene):
        # Whoever was asked about may have left the board meanwhile.
        scene.policy_for = 0
    if scene.policy_for:
        widgets += policy_menu(scene, column)
    elif scene.acting:
        widgets += options(scene, column)
        widgets += scene.marching.widgets(column)
    else:
        widgets += _watching(scene, column)
    log = column.rest
    if log.height >= metrics.px(40):
        widgets.append(Panel(rect=log, fill=theme.back))

        def scrolled(offset: int) -> None:
            scene.log_offset = offset

        widgets.append(
            Scroll(
                rect=log.inflate(-2 * metrics.px(8), -2 * metrics.px(4)),
                name="log",
                lines=scene.log.lines(),
                size=metrics.small,
                offset=scene.log_offset,
                scrolled=scrolled,
                pressed=lambda line: scene.review(scene.log.chapter_of(line)),
                tip=scene.labels(
                    "log_tip",
                    **{
                        name: scene.window.keys.shown(command)
                        for name, command in (("back", "earlier"), ("on", "later"), ("again", "again"))
                    },
                ),
            )
        )
    return widgets


def _watching(scene: PlayScene, column: Column) -> list[Widget]:
    """A bot goes: the way to stop it, and for a person whose turn it finishes the way back."""
    metrics, labels, match = scene.metrics, scene.labels, scene.match
    side = match.to_act or ""
    act: Act = scene.halt
    if match.problem:
        name, label, tone = "halt", labels("halt_failed"), "warn"
    elif not match.bot_acts:
        return []
    elif match.seats.get(side) == HUMAN:
        name, act, label, tone = "let_bot", lambda: match.take_back_control(side), labels("take_back"), "warn"
    else:
        name, label, tone = "halt", labels("halt"), "plain"
    rect, key = column.take(metrics.line), scene.window.keys.shown(name)
    return [Button(rect=rect, name=name, label=label, act=act, tone=tone, key_name=key)]
