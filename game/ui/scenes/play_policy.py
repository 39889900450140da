"""What a unit does when it may react: the row on its card, and the four choices that it opens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.api import NO_CELL, IllegalAction, Unit, actions
from game.ui.art import has_picture
from game.ui.play.bots import HUMAN
from game.ui.play.standing import STANDING
from game.ui.widgets.base import Act, Widget
from game.ui.widgets.controls import Button
from game.ui.widgets.flow import Column
from game.ui.widgets.plain import Text

if TYPE_CHECKING:
    from game.ui.scenes.deciding import DecidingScene
    from game.ui.scenes.play import PlayScene

_OF_KIND: Final = len(STANDING) + 1
"""The digit of the row that says for whom it is set."""


def policy_units(scene: PlayScene) -> list[int]:
    """The units whose standing reaction is on their card: those of the person who looks."""
    if scene.match.seats.get(scene.viewer) != HUMAN:
        return []
    return [unit.id for unit in scene.shown.units.values() if unit.side == scene.viewer]


def policy_button(scene: PlayScene, unit: Unit, rect: pygame.Rect) -> Button:
    """The unit's standing reaction; pressing it opens the choices. Greyed, with the reason, where it cannot be set."""
    labels, named = scene.labels, policy_of(scene, unit)
    icon, fixed = f"icon_{named}", why_fixed(scene, unit)
    return Button(
        rect=rect, name="policy", label=labels("policy", policy=_name(scene, unit, named)),
        icon=icon if has_picture(icon) else "", act=lambda: toggle(scene, unit), enabled=not fixed,
        chosen=scene.policy_for == unit.id, key_name=scene.window.keys.shown("policy"),
        tip=fixed or labels("standing_tip" if _kept_here(scene, unit) else "policy_tip"), size=scene.metrics.small,
    )  # fmt: skip


def _kept_here(scene: DecidingScene, unit: Unit) -> bool:
    """Whether the window keeps it, since the rules keep none for this side."""
    return scene.game.side_kinds[unit.side] == "hive"


def policy_of(scene: DecidingScene, unit: Unit) -> str:
    """The unit's standing reaction."""
    return scene.standing.of(unit) if _kept_here(scene, unit) else unit.policy


def _name(scene: PlayScene, unit: Unit, policy: str) -> str:
    labels = scene.labels
    if _kept_here(scene, unit):
        return labels(f"standing_{policy}")
    return labels.words.texts.name("policies", policy)


def why_fixed(scene: PlayScene, unit: Unit) -> str:
    """Why a unit's standing reaction cannot be set now, with the clause; empty if it can."""
    if _kept_here(scene, unit):
        return ""
    choices = scene.choices
    if choices is not None and choices.policies.get(unit.id):
        return ""
    if choices is not None and choices.ready | choices.policies.keys():
        other = next(policy for policy in STANDING if policy != unit.policy)
        refusal = choices.view.verdict(actions.SetPolicy(unit.id, other)).refusal
        if refusal is not None and refusal.clause == "OR-8":
            return scene.labels.words.texts.refusal(refusal, choices.view)
    return scene.labels("policy_when")


def toggle(scene: PlayScene, unit: Unit) -> None:
    """Open the choices for a unit, or close them."""
    scene.policy_for = 0 if scene.policy_for == unit.id else unit.id
    scene.refresh()


def toggle_by_key(scene: PlayScene) -> None:
    """The same for the unit that is pointed at or selected; says why where it cannot be."""
    own = policy_units(scene)
    pointed = scene.unit_at(scene.cursor) if scene.cursor != NO_CELL else None
    if pointed is None or pointed.id not in own:
        pointed = scene.shown.units.get(scene.selected)
    if scene.policy_for or pointed is None or pointed.id not in own:
        scene.policy_for = 0
    elif fixed := why_fixed(scene, pointed):
        scene.told_off = fixed
    else:
        scene.policy_for = pointed.id
    scene.refresh()


def policy_menu(scene: PlayScene, column: Column) -> list[Widget]:
    """The four choices for the unit, by digits and by mouse; for a creature also for whom they are."""
    metrics, labels = scene.metrics, scene.labels
    unit = scene.shown.units[scene.policy_for]
    asked = labels("policy_which", unit=scene.naming.unit(unit))
    high = Text.needs(asked, metrics.normal, column.rest.width)
    widgets: list[Widget] = [
        Text(rect=column.take(high), text=asked, size=metrics.normal, colour=scene.theme.accent, wrap=True)
    ]
    now = policy_of(scene, unit)
    rows: list[tuple[str, str, Act]] = []
    for policy in STANDING:
        said = _name(scene, unit, policy)
        rows.append((policy, said[:1].upper() + said[1:], lambda policy=policy: set_policy(scene, unit, policy)))  # type: ignore[misc]
    for number, (policy, said, act) in enumerate(rows, 1):
        icon = f"icon_{policy}"
        widgets.append(
            Button(
                rect=column.take(metrics.px(30)), name=f"option_{number}", label=said, act=act, key_name=str(number),
                icon=icon if has_picture(icon) else "", chosen=policy == now,
            )
        )  # fmt: skip
    if _kept_here(scene, unit):

        def turn() -> None:
            scene.policy_of_kind = not scene.policy_of_kind

        text = labels("standing_all" if scene.policy_of_kind else "standing_one", kind=scene.naming.kind(unit.kind))
        widgets.append(
            Button(
                rect=column.take(metrics.px(30)), name=f"option_{_OF_KIND}", label=text, act=turn,
                key_name=str(_OF_KIND), tip=labels("standing_whom_tip"),
            )
        )  # fmt: skip
    widgets.append(
        Button(
            rect=column.take(metrics.px(30)), name="policy_close", label=labels("cancel"),
            act=lambda: toggle(scene, unit), key_name=scene.window.keys.shown("cancel"),
        )
    )  # fmt: skip
    return widgets


def set_policy(scene: PlayScene, unit: Unit, policy: str) -> None:
    """Set a unit's standing reaction: by an action of the rules, or for a creature in the window."""
    scene.policy_for = 0
    if _kept_here(scene, unit):
        if scene.policy_of_kind:
            scene.standing.set_kind(unit.kind, policy, list(scene.shown.units.values()))
        else:
            scene.standing.set(unit, policy)
    elif policy != unit.policy:
        try:
            scene.match.carry_out([actions.SetPolicy(unit.id, policy)], scene.viewer)
            scene.told_off = ""
        except IllegalAction as error:
            scene.told_off = scene.labels.words.texts.refusal(error.refusal)
    scene.refresh()
