"""A plan that waits to be confirmed: what, the odds for both sides, what cannot be taken back; declining."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui import lettering
from game.ui.play.planning import Plan
from game.ui.widgets.base import Widget
from game.ui.widgets.controls import Button, Scroll
from game.ui.widgets.flow import Column, columns
from game.ui.widgets.plain import Picture, Text

if TYPE_CHECKING:
    from game.ui.scenes.play import PlayScene


def cost_of_answer(scene: PlayScene, plan: Plan) -> str:
    """What an answer to an attack still costs whoever gives it; empty for what answers nothing."""
    if not plan.reacts:
        return ""
    labels, hit = scene.labels, plan.hit_by()
    if not plan.taken():
        return labels("not_aimed_at") if plan.choice.tag == "pass" else ""
    if hit:
        return labels("cost_hit", hit=hit, hurt=plan.hurt(), expected=plan.taken())
    return labels("cost_all", hurt=plan.hurt(), expected=plan.taken())


def declined(scene: PlayScene, plan: Plan) -> str:
    """What declining is called: by what follows it, where that is known."""
    labels, left = scene.labels, getattr(scene.asked, "left", 0)
    if plan.choice.stays:
        return labels("stay")
    if left:
        return labels("pass_left", count=left)
    if plan.ending:
        return labels(f"ending_{plan.ending}")
    return labels("no_reaction") if plan.reacts else scene.phrases.action(plan.choice.action)


def pending(scene: PlayScene, column: Column, plan: Plan) -> list[Widget]:
    """A plan that waits to be confirmed: what, the odds, what cannot be taken back."""
    metrics, labels, theme = scene.metrics, scene.labels, scene.theme
    widgets: list[Widget] = []
    said = scene.phrases.action(plan.declared or plan.choice.action)
    if plan.choice.tag == "pass" and scene.left_by(plan.choice):
        said = labels("pass_rest")
    elif plan.choice.tag == "pass" and plan.declared is None:
        said = declined(scene, plan)
    said = said[:1].upper() + said[1:]
    if plan.cost:
        said += labels("points", points=plan.cost)
    high = Text.needs(said, metrics.px(16), column.rest.width)
    widgets.append(Text(rect=column.take(high), text=said, size=metrics.px(16), colour=theme.accent, wrap=True))
    if plan.odds is not None:
        rect = column.take(metrics.px(34))
        size = metrics.px(30)
        chance = plan.chance()
        widgets.append(Text(rect=rect, text=chance, size=size, colour=theme.text))
        beside = pygame.Rect(rect.x + lettering.width(chance, size) + metrics.px(10), rect.y, 0, rect.height)
        beside.width = rect.right - beside.x
        text = labels("chance_hurt" if plan.endures else "chance")
        if plan.dealt() or plan.taken():
            key = "expected_both" if plan.dealt() and plan.taken() else "expected"
            text += "\n" + labels(key, dealt=plan.dealt() or plan.taken(), taken=plan.taken())
        widgets.append(Text(rect=beside, text=text, size=metrics.small, colour=theme.dim, middle=True, wrap=True))
    lines = plan.lines(scene.naming)
    left = scene.left_by(plan.choice)
    if left:
        lines.insert(0, labels("left_out", count=len(left), units=scene.naming.things(left)))
    if plan.watchers:
        lines.append(labels("may_react", units=scene.naming.things(plan.watchers)))
    warning = _warning_height(scene, column.rest.width, plan) if plan.final else 0
    high = sum(Text.needs(text, metrics.small, column.rest.width) for text in lines)
    high = min(high, column.rest.height - warning - metrics.px(36) - 3 * metrics.gap)
    if lines and high > 0:

        def scrolled(offset: int) -> None:
            scene.page = offset

        widgets.append(
            Scroll(
                rect=column.take(high),
                name="odds",
                lines=[(text, theme.dim) for text in lines],
                size=metrics.small,
                offset=min(scene.page, len(lines) - 1),
                scrolled=scrolled,
                from_top=True,
            )
        )
    if plan.final:
        widgets += _warning(scene, column.take(warning), plan)
    row = column.take(metrics.px(36))
    yes, no = columns(row, 2, metrics.px(6))
    keys, ending = scene.window.keys, labels(f"ending_{plan.ending}" if plan.ending else "confirm")
    widgets.append(
        Button(
            rect=yes, name="confirm", label=ending, act=lambda: scene.carry_out(plan.choice), tone="go",
            key_name=keys.shown("confirm"),
        )
    )  # fmt: skip
    widgets.append(
        Button(rect=no, name="cancel", label=labels("cancel"), act=scene.cancel, key_name=keys.shown("cancel"))
    )
    return widgets


def _warned(scene: PlayScene, plan: Plan) -> str:
    """Why there is no way back."""
    words, found = scene.labels.words, plan.consequence
    if found.purpose:
        return words.say("dice_will_fall", purpose=words.of("purposes", found.purpose))
    return words.say("reveal" if found.reveals else "answer")


def _warning_height(scene: PlayScene, width: int, plan: Plan) -> int:
    metrics = scene.metrics
    side = metrics.px(28)
    return max(side, Text.needs(_warned(scene, plan), metrics.small, width - side - metrics.px(8)))


def _warning(scene: PlayScene, rect: pygame.Rect, plan: Plan) -> list[Widget]:
    """The sign of a point of no return."""
    metrics = scene.metrics
    side = metrics.px(28)
    return [
        Picture(rect=pygame.Rect(rect.x, rect.centery - side // 2, side, side), picture="icon_no_return"),
        Text(
            rect=pygame.Rect(rect.x + side + metrics.px(8), rect.y, rect.width - side - metrics.px(8), rect.height),
            text=_warned(scene, plan),
            size=metrics.small,
            colour=scene.theme.accent,
            wrap=True,
            middle=True,
        ),
    ]
