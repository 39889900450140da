"""What lies around the board of a replay: the card, the log, buttons, the line of time; and why nobody can be asked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from game.io.errors import quoted
from game.text.naming import Naming
from game.ui import lettering
from game.ui.board.tokens import side_colours
from game.ui.play.film import Part
from game.ui.play.start import title_of
from game.ui.play.whys import Whys
from game.ui.scenes.clip_bar import speed_slider
from game.ui.scenes.play_card import card
from game.ui.theme import Colour, Metrics, mix
from game.ui.widgets.base import Painter, Widget
from game.ui.widgets.controls import Button, Scroll
from game.ui.widgets.flow import Column, columns
from game.ui.widgets.plain import Bar, Drawing, Panel, Text

if TYPE_CHECKING:
    from game.ui.scenes.replay import ReplayScene

_WHY_WIDE: Final = 124


class ReplayLayout:
    """Where everything is in a window of a size."""

    def __init__(self, rect: pygame.Rect, metrics: Metrics) -> None:
        top, low = metrics.px(44), metrics.px(116)
        side = min(metrics.px(340), rect.width * 2 // 5)
        self.top = pygame.Rect(0, 0, rect.width, top)
        self.low = pygame.Rect(0, rect.height - low, rect.width, low)
        self.side = pygame.Rect(rect.width - side, top, side, rect.height - top - low)
        self.board = pygame.Rect(0, top, rect.width - side, rect.height - top - low)
        self.line = pygame.Rect(
            metrics.px(20), self.low.y + metrics.px(34), rect.width - metrics.px(40), metrics.px(36)
        )


def compose_replay(scene: ReplayScene) -> list[Widget]:
    """Every widget of a replay."""
    layout = scene.layout
    grounds = [Panel(rect=rect, round=0) for rect in (layout.top, layout.side, layout.low)]
    return [*grounds, *_top(scene), *_side(scene), *_low(scene)]


def _top(scene: ReplayScene) -> list[Widget]:
    metrics, labels, theme = scene.metrics, scene.labels, scene.theme
    bar = scene.layout.top.inflate(-2 * metrics.pad, 0)
    title = title_of(scene.film.header.scenario, labels.language) or scene.film.path.stem
    part = scene.film.parts()[_part_of(scene, scene.place)]
    said = f"{_named(scene, part)} · {scene.place} / {scene.film.total}"
    return [
        Text(rect=bar, text=title, size=metrics.px(17), colour=theme.accent, middle=True),
        Text(rect=bar, text=said, size=metrics.normal, align="right", middle=True, name="moment"),
    ]


def _part_of(scene: ReplayScene, place: int) -> int:
    parts = scene.film.parts()
    return max(number for number, part in enumerate(parts) if part.first <= place)


def _named(scene: ReplayScene, part: Part) -> str:
    """Round, turn and phase."""
    labels = scene.labels
    said = [labels("round", round=part.round) if part.round else labels("setting_up")]
    if part.side:
        said.append(scene.naming.side(part.side).capitalize())
    phase = f"phase_{part.phase}".lower()
    if part.phase and labels.has(phase):
        said.append(labels(phase))
    return " · ".join(said)


# --- at the right ------------------------------------------------------------------------------------------------


def _side(scene: ReplayScene) -> list[Widget]:
    metrics, labels, keys = scene.metrics, scene.labels, scene.window.keys
    column = Column(scene.layout.side, gap=metrics.gap, pad=metrics.px(10))
    widgets = card(scene, column)
    picture, animation = columns(column.take_low(metrics.px(30)), 2, metrics.gap)
    from_here = column.take_low(metrics.px(30))
    log = column.rest
    widgets.append(Panel(rect=log, fill=scene.theme.back))

    def scrolled(offset: int) -> None:
        scene.log_offset = offset

    def follow(line: int) -> None:
        place = scene.log.chapter_of(line)
        if place >= 0:
            scene.running = False
            scene.go(place)

    widgets.append(
        Scroll(
            rect=log.inflate(-2 * metrics.px(8), -2 * metrics.px(4)), name="log", lines=scene.log.lines(),
            size=metrics.small, offset=scene.log_offset, scrolled=scrolled, pressed=follow, tip=labels("film_log_tip"),
        )
    )  # fmt: skip
    for name, act, rect in (
        ("from_here", scene.play_from_here, from_here),
        ("picture", scene.picture, picture),
        ("animation", scene.animation, animation),
    ):
        widgets.append(
            Button(rect=rect, name=name, label=labels(f"film_{name}"), act=act, size=metrics.small,
                   key_name=keys.shown(f"film_{name}"))
        )  # fmt: skip
    return widgets


# --- below -------------------------------------------------------------------------------------------------------


def _low(scene: ReplayScene) -> list[Widget]:
    metrics, low = scene.metrics, scene.layout.low
    said = pygame.Rect(low.x + metrics.px(20), low.y + metrics.px(5), low.width - metrics.px(40), metrics.px(26))
    why = pygame.Rect(0, said.y, metrics.px(_WHY_WIDE), said.height)
    why.right = said.right
    said.width -= why.width + metrics.gap
    text = scene.said()
    size = metrics.normal if lettering.width(text, metrics.normal) <= said.width else metrics.small
    widgets: list[Widget] = [Text(rect=said, text=text, size=size, name="said", middle=True), _asks(scene, why)]
    if not scene.film.ready:
        widgets.append(Bar(rect=scene.line, share=scene.film.progress))
    else:
        widgets.append(
            Drawing(rect=scene.line, paint=partial(_timeline, scene=scene), name="line", tip=_line_tip(scene))
        )
    row = low.inflate(-2 * metrics.px(14), -2 * metrics.px(6))
    return [*widgets, *_buttons(scene, pygame.Rect(row.x, row.bottom - metrics.px(34), row.width, metrics.px(34)))]


def _line_tip(scene: ReplayScene) -> str:
    """The round, turn and phase under the pointer, and how one gets there."""
    keys = scene.window.keys
    place = scene.place_at(scene.stage.pointer[0])
    how = scene.labels(
        "film_line_tip", back=keys.shown("earlier"), on=keys.shown("later"), shift=keys.shown("round_on").split("+")[0]
    )
    return f"{_named(scene, scene.film.parts()[_part_of(scene, place)])} · {place}\n{how}"


def _asks(scene: ReplayScene, rect: pygame.Rect) -> Button:
    whys, keys = scene.whys, scene.window.keys
    tip = obstacle_of(scene, whys) if whys is not None else ""
    return Button(
        rect=rect, name="why", label=scene.labels("why"), act=scene.why, key_name=keys.shown("why"), tip=tip,
        enabled=whys is not None and not tip, size=scene.metrics.small,
    )  # fmt: skip


def _buttons(scene: ReplayScene, row: pygame.Rect) -> list[Widget]:
    """Steps and speed, the seat that watches, and the way out."""
    metrics, labels, keys = scene.metrics, scene.labels, scene.window.keys
    each, gap = row.height, metrics.px(5)
    left = row.x
    widgets: list[Widget] = []
    for name, icon, label, act, command in (
        ("round_back", "", "«", lambda: scene.jump(-1, rounds=True), "round_back"),
        ("turn_back", "", "‹", lambda: scene.jump(-1), "earlier"),
        ("back_one", "icon_undo", "", scene.back, "cursor_left"),
        ("play", "icon_pause" if scene.running else "icon_play", "", scene.play, "skip"),
        ("forward", "icon_step", "", scene.forward, "cursor_right"),
        ("turn_on", "", "›", lambda: scene.jump(1), "later"),
        ("round_on", "", "»", lambda: scene.jump(1, rounds=True), "round_on"),
    ):
        rect = pygame.Rect(left, row.y, each, each)
        tip = f"{labels(f'film_{name}')} ({keys.shown(command)})"
        widgets.append(
            Button(rect=rect, name=name, label=label, icon=icon, act=act, tip=tip, align="centre", size=metrics.px(20))
        )
        left += each + gap
    slider = speed_slider(scene, row, "speed_other", named="film_speed")
    slider.rect.x = left
    widgets.append(slider)
    left = slider.rect.right + gap
    naming = Naming(scene.game, scene.game.empty(), labels.words)
    seat = naming.side(scene.seat).capitalize() if scene.seat else labels("all_seats")
    leave = pygame.Rect(row.right - metrics.px(120), row.y, metrics.px(120), each)
    widgets.append(
        Button(
            rect=pygame.Rect(left, row.y, min(metrics.px(300), leave.x - gap - left), each), name="seat",
            label=labels("film_seat", seat=seat), size=metrics.small, key_name=keys.shown("film_seat"),
            act=lambda: scene.take_seat(scene.seats.index(scene.seat) + 1),
        )
    )  # fmt: skip
    widgets.append(
        Button(rect=leave, name="leave", label=labels("film_leave"), act=scene.window.back, size=metrics.small,
               key_name=keys.shown("cancel"))
    )  # fmt: skip
    return widgets


def _timeline(painter: Painter, rect: pygame.Rect, scene: ReplayScene) -> None:
    """Rounds by number, turns in the colours of the sides, phases below them, and a knob for this moment."""
    theme, metrics, film = painter.theme, painter.metrics, scene.film
    last = max(1, len(film.scenes) - 1)
    parts = film.parts()
    colours = side_colours(scene.game, scene.window.palette)
    turns = pygame.Rect(rect.x, rect.y + metrics.px(14), rect.width, metrics.px(10))
    phases = pygame.Rect(rect.x, turns.bottom + metrics.px(2), rect.width, metrics.px(6))
    free, before = rect.x, -1
    for number, part in enumerate(parts):
        begin = rect.x + rect.width * part.first // last
        end = rect.x + rect.width * (parts[number + 1].first if number + 1 < len(parts) else last) // last
        ink: Colour = colours[part.side].body if part.side in colours else theme.faint
        wide = max(1, end - begin)
        pygame.draw.rect(painter.target, mix(ink, theme.panel, 0.25), (begin, turns.y, wide, turns.height))
        shade = mix(ink, theme.panel, 0.35 if number % 2 else 0.7)
        pygame.draw.rect(painter.target, shade, (begin, phases.y, wide, phases.height))
        if part.round != before:
            before = part.round
            pygame.draw.line(painter.target, theme.text, (begin, rect.y + metrics.px(8)), (begin, phases.bottom), 2)
            said = lettering.line(str(part.round), metrics.px(12), theme.text)
            if part.round and begin >= free:
                painter.target.blit(said, (begin + metrics.px(4), rect.y - metrics.px(1)))
                free = begin + said.get_width() + metrics.px(10)
    x = rect.x + rect.width * scene.place // last
    pygame.draw.line(painter.target, theme.text, (x, turns.y - metrics.px(2)), (x, phases.bottom), metrics.px(2))
    pygame.draw.circle(painter.target, theme.accent, (x, turns.centery), metrics.px(7))
    pygame.draw.circle(painter.target, theme.back, (x, turns.centery), metrics.px(7), 2)


def obstacle_of(scene: ReplayScene, whys: Whys) -> str:
    """Why nobody can be asked about the action that is shown; empty if a bot can be."""
    if not scene.place:
        return scene.labels("why_opening")
    what = whys.obstacle(scene.seat, scene.place)
    if not what:
        return ""
    by = whys.decider(scene.place)
    naming = Naming(scene.game, scene.game.empty(), scene.labels.words)
    return scene.labels(
        f"why_{what}",
        bot=quoted(by.spec if by is not None else ""),
        side=naming.side(scene.film.scenes[scene.place].side),
        seat=naming.side(scene.seat) if scene.seat else "",
    )
