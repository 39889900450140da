"""The tray of swarm dice: what each die can buy, dragged or clicked into a plan that the rules allow."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame

from game.api import hive_dice
from game.ui import lettering
from game.ui.play.choices import Choice
from game.ui.play.spending import Plans, dice_for, face_of
from game.ui.widgets.base import Act, Mood, Painter, Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.flow import Column, columns
from game.ui.widgets.plain import Panel, Text

if TYPE_CHECKING:
    from game.ui.scenes.play import PlayScene

INK: Final = (14, 18, 23)
_GHOST: Final = 60
"""How much of a die shows where none lies."""
_DIE, _SMALL_DIE = 34, 24
_LOW = 28
"""Units of height of a row without what it does in words."""


@dataclass(slots=True, kw_only=True)
class Die(Widget):
    """A swarm die that can be dragged: its face, and the item it lies on (empty: in the pool)."""

    face: int
    source: str
    act: Act
    here: bool = True

    def draw(self, painter: Painter, mood: Mood) -> None:
        """Draw it; only its shadow where it has been taken elsewhere."""
        draw_die(painter, self.rect, self.face, here=self.here)
        if self.here and mood.hovered:
            pygame.draw.rect(painter.target, painter.theme.accent, self.rect.inflate(4, 4), 2, border_radius=5)

    def press(self, at: tuple[int, int]) -> bool:
        """A click: on to the next thing that it may be spent on."""
        self.act()
        return True


@dataclass(slots=True, kw_only=True)
class Place(Panel):
    """Where dice may be dropped: on a thing that they buy, or back into the pool (no ``item``)."""

    item: str


def draw_die(painter: Painter, rect: pygame.Rect, face: int, *, here: bool = True) -> None:
    """A die with its face, or the shadow of one."""
    side = min(rect.width, rect.height)
    picture = painter.art.picture("die_6", side)
    if not here:
        picture = picture.copy()
        picture.set_alpha(_GHOST)
    spot = picture.get_rect(center=rect.center)
    painter.target.blit(picture, spot)
    number = lettering.line(str(face), side * 9 // 17, INK)
    painter.target.blit(number, number.get_rect(center=(spot.centerx, spot.centery + 1)))


def pool_of(scene: PlayScene) -> tuple[int, ...]:
    """The dice that can be spent."""
    return tuple(getattr(scene.asked, "pool", ()))


def plans_of(scene: PlayScene) -> Plans | None:
    """The legal plans of the roll that is to be spent now."""
    choices = scene.choices
    listed = [choice for choice in choices.everything if choice.tag == "spend_swarm_dice"] if choices else []
    return Plans(listed) if listed else None


def tray(scene: PlayScene, column: Column, options: list[Choice]) -> list[Widget]:
    """The dice, a row for each thing that they can buy, and the button that spends them."""
    metrics, labels, theme = scene.metrics, scene.labels, scene.theme
    plans = Plans(options)
    if scene.spending is None or not plans.fits(scene.spending):
        scene.spending = Counter(options[0].action.plan)
    plan = scene.spending
    widgets = _pool(scene, column, plans, plan)
    widgets.append(
        Text(rect=column.take(metrics.px(18)), text=labels("dice_how"), size=metrics.small, colour=theme.dim)
    )
    gap = metrics.px(5)
    kept = metrics.px(36) + metrics.px(20) + 2 * metrics.gap
    heights = [_high(scene, column.rest.width, item, plan[item]) for item in plans.most]
    told = sum(heights) + gap * len(heights) <= column.rest.height - kept
    if not told:
        heights = [metrics.px(_LOW)] * len(heights)
    rows = Column(column.rest, gap=gap)
    for number, (item, high) in enumerate(zip(plans.most, heights, strict=True), 1):
        widgets += _row(scene, rows.take(high), plans, item, number, told=told)
    column.take(sum(heights) + gap * (len(heights) - 1))
    widgets += _spend(scene, column.take(metrics.px(36)), plans)
    left = len(pool_of(scene)) - hive_dice.dice_used(tuple(plan.elements()))
    text = labels("dice_left", count=left) if left else labels("dice_all")
    rect = column.take(metrics.px(20))
    widgets.append(Text(rect=rect, text=text, size=metrics.small, colour=theme.accent if left else theme.dim))
    return widgets


def _pool(scene: PlayScene, column: Column, plans: Plans, plan: Counter[str]) -> list[Widget]:
    """The dice of the roll; those that are spent have left their shadow."""
    metrics, dragged = scene.metrics, scene.hands.dice
    side, pad = metrics.px(_DIE), metrics.px(6)
    room = column.take(side + 2 * pad)
    lit = dragged.face and dragged.source
    widgets: list[Widget] = [
        Place(
            rect=room, item="", name="pool_dice", fill=scene.theme.back,
            edge=scene.theme.good if lit else scene.theme.edge, tip=scene.labels("dice_pool"),
        )
    ]  # fmt: skip
    lifted = dragged.face if dragged.lifted and not dragged.source else 0
    pool = pool_of(scene)
    for place, (face, holder) in enumerate(zip(pool, plans.holders(plan, pool), strict=True)):
        here = not holder
        if here and face == lifted:
            here, lifted = False, 0
        rect = pygame.Rect(room.x + pad + place * (side + pad), room.y + pad, side, side)
        widgets.append(_die(scene, rect, f"die_{place}", face, holder, here=here))
    return widgets


def _die(scene: PlayScene, rect: pygame.Rect, name: str, face: int, holder: str, *, here: bool) -> Die:
    def act() -> None:
        plans = plans_of(scene)
        if plans is not None:
            scene.spending = plans.turned(scene.spending or Counter(), face, holder)

    return Die(rect=rect, name=name, face=face, source=holder, act=act, here=here, tip=scene.labels("die_tip"))


def _effect(scene: PlayScene, item: str) -> str:
    """What an item does, in words; empty for one of another rule system."""
    key = f"effect_{item}"
    return scene.labels(key) if scene.labels.has(key) else ""


def _slots(scene: PlayScene, item: str, count: int) -> int:
    """How wide the dice of a row are."""
    metrics = scene.metrics
    return dice_for(item) * max(1, count) * (metrics.px(_SMALL_DIE) + metrics.px(3)) + metrics.px(6)


def _high(scene: PlayScene, width: int, item: str, count: int) -> int:
    """How high a row must be for its effect in words."""
    metrics = scene.metrics
    room = width - _slots(scene, item, count) - 2 * metrics.px(10) - metrics.px(26)
    lines = 1 + len(lettering.wrapped(_effect(scene, item), metrics.small, room))
    return lettering.height(metrics.small) * lines + metrics.px(8)


def _row(scene: PlayScene, row: pygame.Rect, plans: Plans, item: str, number: int, *, told: bool) -> list[Widget]:
    """What dice can buy: its name and effect, its key, and slots with the dice that lie on it."""
    metrics, theme, texts = scene.metrics, scene.theme, scene.labels.words.texts
    plan = scene.spending or Counter()
    dragged = scene.hands.dice
    known = hive_dice.ITEMS.get(item)
    count, most = plan[item], plans.most[item]
    label = texts.name("swarm", item)
    label = label[:1].upper() + label[1:]
    if most > 1:
        label += f" · {count}/{most}"
    effect = _effect(scene, item)
    tip = texts.clause(known.clause) + f" [{known.clause}]" if known is not None else ""

    def act() -> None:
        scene.spending = plans.with_more(scene.spending or Counter(), item)

    may = not dragged.face or item == dragged.source or dragged.may_drop(item)
    button = Button(
        rect=row, name=f"option_{number}", label=label, act=act, key_name=str(number), chosen=bool(count),
        size=metrics.small, note=effect if told else "", tip=tip if told or not effect else f"{effect}\n{tip}",
        enabled=may,
    )  # fmt: skip
    slots = dice_for(item) * max(1, count)
    side = metrics.px(_SMALL_DIE)
    wide = _slots(scene, item, count)
    button.rect = pygame.Rect(row.x + wide, row.y, row.width - wide, row.height)
    edge = theme.good if dragged.face and dragged.may_drop(item) else theme.edge
    widgets: list[Widget] = [Place(rect=row, item=item, fill=theme.back, edge=edge), button]
    for slot in range(slots):
        rect = pygame.Rect(row.x + metrics.px(4) + slot * (side + metrics.px(3)), row.centery - side // 2, side, side)
        lies = slot < dice_for(item) * count
        lifted = dragged.lifted and dragged.source == item and slot == dice_for(item) * count - 1
        widgets.append(
            _die(scene, rect, f"slot_{item}_{slot}" if lies else "", face_of(item), item, here=lies and not lifted)
        )
    return widgets


def _spend(scene: PlayScene, row: pygame.Rect, plans: Plans) -> list[Widget]:
    metrics, labels, keys = scene.metrics, scene.labels, scene.window.keys
    chosen = plans.choice(scene.spending or Counter())
    spend, keep = columns(row, 2, metrics.px(6))
    return [
        Button(
            rect=spend, name="confirm", label=labels("spend"), tone="go", enabled=chosen is not None,
            act=lambda: scene.carry_out(chosen) if chosen is not None else None, key_name=keys.shown("confirm"),
        ),
        Button(
            rect=keep, name="option_pass", label=labels("spend_none"), act=scene.pass_dice,
            key_name=keys.shown("pass"),
        ),
    ]  # fmt: skip
