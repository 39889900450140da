"""The tray of swarm dice: what each die can buy, put together by clicks into a plan that the rules allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pygame

from game.api import hive_dice
from game.ui import lettering
from game.ui.play.choices import Choice
from game.ui.widgets.base import Painter, Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.flow import Column, columns
from game.ui.widgets.plain import Drawing, Text

if TYPE_CHECKING:
    from game.ui.scenes.play import PlayScene

_INK = (14, 18, 23)


class Plans:
    """The legal plans of a roll, asked by multiset."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        """``choices``: every way to spend the dice."""
        self.by_items = {_key(choice.action.plan): choice for choice in choices}
        counts: Counter[str] = Counter()
        for choice in choices:
            counts |= Counter(choice.action.plan)
        self.most = dict(sorted(counts.items(), key=lambda pair: (_face(pair[0]), pair[0])))

    def fits(self, plan: Counter[str]) -> bool:
        """Whether a plan is legal, or part of a legal one."""
        return any(not plan - Counter(items) for items in self.by_items)

    def with_more(self, plan: Counter[str], item: str) -> Counter[str]:
        """A plan with one more of an item (none after the most), giving up what its dice were meant for."""
        wanted = (plan[item] + 1) % (self.most[item] + 1)
        changed = Counter({name: count for name, count in plan.items() if name != item and count})
        if wanted:
            changed[item] = wanted
        for other in sorted(changed, key=lambda name: (_face(name) != _face(item), name)):
            while other != item and changed[other] and not self.fits(changed):
                changed[other] -= 1
        changed = +changed
        return changed if self.fits(changed) else plan

    def choice(self, plan: Counter[str]) -> Choice | None:
        """The option that spends exactly so."""
        return self.by_items.get(_key(plan.elements()))


def _key(plan: Any) -> tuple[str, ...]:
    return tuple(sorted(plan))


def _face(item: str) -> int:
    known = hive_dice.ITEMS.get(item)
    return known.face if known is not None else 0


def tray(scene: PlayScene, column: Column, options: list[Choice]) -> list[Widget]:
    """A row for each thing the dice can buy, and the button that spends them."""
    metrics, labels, theme = scene.metrics, scene.labels, scene.theme
    plans = Plans(options)
    if scene.spending is None or not plans.fits(scene.spending):
        scene.spending = Counter(options[0].action.plan)
    plan = scene.spending
    widgets: list[Widget] = []
    texts = labels.words.texts
    for number, (item, most) in enumerate(plans.most.items(), 1):
        known = hive_dice.ITEMS.get(item)
        count = plan[item]
        label = texts.name("swarm", item)
        label = label[:1].upper() + label[1:]
        if most > 1:
            label += f" · {count}/{most}"

        def act(item: str = item) -> None:
            scene.spending = plans.with_more(scene.spending or Counter(), item)

        row = column.take(metrics.px(34))
        need = known.dice if known is not None else 1
        dice = pygame.Rect(row.x, row.y, need * metrics.px(26), row.height)
        widgets.append(_dice(scene, dice, _face(item), need, lit=bool(count)))
        rest = pygame.Rect(dice.right + metrics.px(6), row.y, row.right - dice.right - metrics.px(6), row.height)
        widgets.append(
            Button(
                rect=rest,
                name=f"option_{number}",
                label=label,
                act=act,
                key_name=str(number),
                chosen=bool(count),
                size=metrics.small,
                tip=texts.clause(known.clause) + f" [{known.clause}]" if known is not None else "",
            )
        )
    chosen = plans.choice(plan)
    row = column.take(metrics.px(36))
    spend, keep = columns(row, 2, metrics.px(6))
    widgets.append(
        Button(
            rect=spend,
            name="confirm",
            label=labels("spend"),
            act=lambda: scene.carry_out(chosen) if chosen is not None else None,
            tone="go",
            enabled=chosen is not None,
            key_name=scene.window.keys.shown("confirm"),
        )
    )
    widgets.append(
        Button(
            rect=keep,
            name="option_pass",
            label=labels("spend_none"),
            act=scene.pass_dice,
            key_name=scene.window.keys.shown("pass"),
        )
    )
    left = sum(1 for _ in getattr(scene.asked, "pool", ())) - hive_dice.dice_used(tuple(plan.elements()))
    if left:
        rect = column.take(metrics.px(20))
        text = labels("dice_left", count=left)
        widgets.append(Text(rect=rect, text=text, size=metrics.small, colour=theme.dim))
    return widgets


def _dice(scene: PlayScene, rect: pygame.Rect, face: int, count: int, *, lit: bool) -> Drawing:
    """The dice that one such thing takes."""
    each = scene.metrics.px(26)

    def paint(painter: Painter, room: pygame.Rect) -> None:
        side = each - painter.metrics.px(3)
        for index in range(count):
            picture = painter.art.picture("die_6", side)
            if not lit:
                picture = picture.copy()
                picture.set_alpha(110)
            at = (room.x + index * each, room.y + (room.height - side) // 2)
            painter.target.blit(picture, at)
            number = lettering.line(str(face), painter.metrics.px(14), _INK)
            painter.target.blit(number, number.get_rect(center=(at[0] + side // 2, at[1] + side // 2 + 1)))

    return Drawing(rect=rect, paint=paint)
