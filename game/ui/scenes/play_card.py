"""The card of a unit: who it is, how it stands, what it can do. A match and a replay have the same."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final

import pygame

from game.api import NO_CELL, Profile, Unit
from game.ui import lettering
from game.ui.art import has_picture
from game.ui.play.choices import Choice
from game.ui.scenes.play_policy import policy_button, policy_units
from game.ui.theme import SideColours
from game.ui.widgets.base import Painter, Widget
from game.ui.widgets.flow import Column
from game.ui.widgets.plain import Drawing, Panel, Picture, Text

if TYPE_CHECKING:
    from game.ui.scenes.onlooker import Onlooker
    from game.ui.scenes.play import PlayScene

_PLACING: Final = ("deploy", "place_xeno")
"""Actions that set a unit on the board."""
_ATTRIBUTES: Final = ("mov", "cc", "bs", "ph", "wip", "arm", "bts")


def play_card(scene: PlayScene, column: Column) -> list[Widget]:
    """The card in a match, with the standing reaction of each of the player's own units."""

    def policy(unit: Unit, rect: pygame.Rect) -> Widget:
        return policy_button(scene, unit, rect)

    return card(scene, column, placed=_to_place(scene), policies=policy_units(scene), policy=policy)


def card(
    scene: Onlooker,
    column: Column,
    *,
    placed: Unit | None = None,
    policies: Collection[int] = (),
    policy: Callable[[Unit, pygame.Rect], Widget] | None = None,
) -> list[Widget]:
    """The unit that is pointed at, or else the one that is to be ``placed``, or that is selected.

    ``policies``: the units that have a standing reaction, shown by the widget that ``policy`` makes.
    """
    metrics = scene.metrics
    unit = scene.unit_at(scene.cursor) if scene.cursor != NO_CELL else None
    unit = unit or placed or scene.shown.units.get(scene.selected)
    low = scene.layout.side.height < metrics.px(560)
    room = column.take(metrics.px(160 if low else 186))
    widgets: list[Widget] = [Panel(rect=room, fill=scene.theme.raised)]
    if unit is None:
        return [*widgets, *_nobody(scene, room)]
    colours = scene.table.tokens.colours[unit.side]
    inner = room.inflate(-2 * metrics.px(9), -2 * metrics.px(8))
    side = metrics.px(62)
    portrait = scene.table.tokens.portrait(unit, side)
    widgets.append(Picture(rect=pygame.Rect(inner.x, inner.y, side, side), surface=portrait))
    head = pygame.Rect(inner.x + side + metrics.px(9), inner.y, inner.width - side - metrics.px(9), side)
    widgets += _head(scene, unit, head, colours)
    below = Column(
        pygame.Rect(inner.x, inner.y + side + metrics.px(6), inner.width, inner.height - side - metrics.px(6)),
        gap=metrics.px(3),
    )
    profile = scene.table.tokens.profile(unit)
    if profile is not None:
        row = below.take(metrics.px(32))
        widgets.append(Drawing(rect=row, paint=lambda painter, rect: _attributes(scene, painter, rect, profile)))
    if policy is not None and unit.id in policies and unit.side == scene.viewer:
        widgets.append(policy(unit, below.take_low(metrics.px(24 if low else 28))))
    said = arms_of(scene, unit, profile)
    rest = below.rest
    if rest.height >= lettering.height(metrics.small):
        detail = scene.lookout.unit(unit)
        text = _fitting(said, metrics.small, rest)
        tip = detail if text == said else f"{said}\n{detail}"
        widgets.append(
            Text(rect=rest, text=text, size=metrics.small, colour=scene.theme.dim, wrap=True, name="arms", tip=tip)
        )
    return widgets


def _fitting(text: str, size: int, room: pygame.Rect) -> str:
    """As many lines of a text as there is room for; the last one says that there are more."""
    lines = lettering.wrapped(text, size, room.width)
    fits = max(1, room.height // lettering.height(size))
    if len(lines) <= fits:
        return text
    return "\n".join([*lines[: fits - 1], lettering.fitted(" ".join(lines[fits - 1 :]), size, room.width)])


def _to_place(scene: PlayScene) -> Unit | None:
    """The unit that is to be set down where the board is pointed at; one without a number where it is born there."""
    choices = scene.choices
    if choices is None or choices.actor or scene.cursor == NO_CELL:
        return None
    placed = [choice.action for choice in choices.everything if choice.tag in _PLACING]
    if scene.family:
        placed = [action for action in placed if Choice((action,)).family == scene.family]
    kinds = {getattr(action, "kind", "") for action in placed}
    if len(kinds) != 1:
        return None
    kind = kinds.pop()
    if kind:
        return Unit(0, kind, scene.viewer) if kind in scene.game.kinds else None
    return scene.shown.units.get(placed[0].unit)


def _nobody(scene: Onlooker, room: pygame.Rect) -> list[Widget]:
    """No unit: the mission, in its own words."""
    metrics = scene.metrics
    text = scene.briefing
    return [
        Text(
            rect=room.inflate(-2 * metrics.pad, -2 * metrics.px(10)), text=text, size=metrics.small,
            colour=scene.theme.dim, wrap=True,
        )
    ]  # fmt: skip


def _head(scene: Onlooker, unit: Unit, room: pygame.Rect, colours: SideColours) -> list[Widget]:
    """Name, wounds, states."""
    metrics, naming = scene.metrics, scene.naming
    column = Column(room, gap=metrics.px(2))
    name = naming.unit(unit) if unit.id else naming.kind(unit.kind)
    lines = len(lettering.wrapped(name, metrics.px(16), room.width))
    high = lettering.height(metrics.px(16)) * min(lines, 2)
    widgets: list[Widget] = [
        Text(rect=column.take(high), text=name, size=metrics.px(16), colour=colours.body, wrap=True)
    ]
    profile = scene.table.tokens.profile(unit)
    row = column.take(metrics.px(20))
    left = row.x
    if profile is not None:
        pips = pygame.Rect(left, row.y, metrics.px(12) * profile.w, row.height)
        lost = unit.wounds
        whole = profile.w

        def paint(painter: Painter, rect: pygame.Rect) -> None:
            each = painter.metrics.px(12)
            for index in range(whole):
                box = pygame.Rect(rect.x + index * each, rect.y + 3, each - 3, rect.height - 6)
                fill = painter.theme.good if index < whole - lost else (92, 30, 30)
                pygame.draw.rect(painter.target, fill, box, border_radius=2)

        tip = scene.labels.words.say("wounds", left=max(0, whole - lost), all=whole)
        widgets.append(Drawing(rect=pips, paint=paint, name="wounds", tip=tip))
        left = pips.right + metrics.px(8)
    for state in unit.states:
        icon = f"icon_{state}"
        if has_picture(icon) and left + row.height <= row.right:
            rect = pygame.Rect(left, row.y, row.height, row.height)
            tip = scene.labels.words.texts.state(state)
            widgets.append(Picture(rect=rect, picture=icon, name=f"state_{state}", tip=tip))
            left += row.height + 3
    if naming.forms(unit.kind) > 1 and column.rest.height >= lettering.height(metrics.small):
        form = naming.form(unit.kind, unit.form)
        widgets.append(Text(rect=column.take(metrics.px(16)), text=form, size=metrics.small, colour=scene.theme.dim))
    return widgets


def _attributes(scene: Onlooker, painter: Painter, rect: pygame.Rect, profile: Profile) -> None:
    """Names of attributes over their values."""
    metrics, theme, texts = painter.metrics, painter.theme, scene.labels.words.texts
    step = rect.width / len(_ATTRIBUTES)
    for index, name in enumerate(_ATTRIBUTES):
        value = getattr(profile, name)
        said = f"{value[0]}-{value[1]}" if isinstance(value, tuple) else str(value)
        x = rect.x + step * (index + 0.5)
        head = lettering.line(texts.name("attributes", name), metrics.px(12), theme.faint)
        body = lettering.line(said, metrics.normal, theme.text)
        painter.target.blit(head, head.get_rect(midtop=(x, rect.y)))
        painter.target.blit(body, body.get_rect(midtop=(x, rect.y + metrics.px(13))))


def arms_of(scene: Onlooker, unit: Unit, profile: Profile | None) -> str:
    """Weapons, skills and gear on a line each."""
    texts = scene.labels.words.texts
    if profile is None:
        return scene.lookout.unit(unit)
    rows = [
        ", ".join(texts.weapon(weapon) for weapon in profile.weapons),
        ", ".join(
            [
                *[texts.name("skills", skill) for skill in profile.skills],
                *[texts.name("equipment", gear) for gear in profile.equipment],
            ]
        ),
    ]
    return "\n".join(row for row in rows if row)
