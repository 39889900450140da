"""Helping a hive to move many creatures: a list of who has gone and who can go, and a next one that is suggested."""

from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from game.api import Unit, geometry, open_game
from game.ui.labels import Labels
from game.ui.play.marching import march_of
from tests.ui.test_deciding import in_orders
from tests.ui.test_overlays import hive_moves


def listed(scene: Any) -> list[str]:
    scene.settle()
    found = scene.stage.find("march")
    return [] if found is None else [text for text, _ in found.lines]


def test_tab_comes_to_the_creature_first_that_has_the_shortest_way_to_an_enemy():
    driver, scene = hive_moves()
    ready, units = scene.choices.ready, scene.shown.units
    view = scene.match.session.view("hive")
    foes = [unit.cell for unit in view.foes if unit.cell >= 0]
    shut = view.board.all_doors & ~view.state.doors & ~view.state.sealed
    steps = geometry.field(view.board, foes, view.state.doors, door_extra=shut)
    met = []
    for _ in ready:
        driver.key(pygame.K_TAB)
        met.append(scene.selected)
    assert sorted(met) == sorted(ready)
    ways = [steps[units[unit].cell] for unit in met]
    assert ways == sorted(ways)
    assert ways[0] < ways[-1]
    assert met != sorted(ready), "not in the order of their numbers"
    driver.key(pygame.K_TAB)
    assert scene.selected == met[0]


def test_the_list_tells_who_can_go_and_who_has_gone():
    driver, scene = hive_moves()
    driver.wait()
    lines = listed(scene)
    first = scene.marching.march.order[0]
    assert lines[0].startswith(f"Next: Raker {first}")
    assert lines[0].endswith("can go")
    assert not any("gone" in line for line in lines)
    driver.key(pygame.K_TAB)
    assert scene.selected == first
    driver.key(pygame.K_n, text="n")
    for _ in range(200):
        scene.presenter.skip()
        driver.wait()
        if scene.choices is not None and scene.choices.ready and first not in scene.choices.ready:
            break
        scene.settle()
        names = [name for name in ("confirm", "option_pass") if scene.choices is not None and scene.stage.find(name)]
        if names and not scene.choices.ready:
            driver.press(names[0])
    lines = listed(scene)
    assert f"Raker {first} · gone" in lines
    assert not lines[0].startswith(f"Next: Raker {first}")
    driver.key(pygame.K_TAB)
    assert scene.selected == scene.marching.march.order[0] != first


def test_a_line_of_the_list_chooses_its_creature():
    driver, scene = hive_moves()
    driver.wait()
    lines = listed(scene)
    place = next(number for number, line in enumerate(lines) if line.startswith("Hookling"))
    laid = next(rect for _, _, rect, index in scene.stage.find("march")._laid_out() if index == place)
    driver.click(laid.center)
    assert scene.selected == scene.marching.march.ranks[place].units[0]


def swarm(**acted: int) -> Any:
    """The concourse with a marine, and creatures of three classes before it; ``acted`` names those that have gone."""
    game = open_game("concourse").game
    cell = game.board.cell
    units = {1: Unit(1, "rifle", "marines", cell(6, 30))}
    for number, kind, x, group in ((2, "gaunt", 12, 7), (3, "gaunt", 8, 7), (4, "swarm", 10, 0), (5, "stealer", 9, 0)):
        counters = (("acted", 1),) if f"u{number}" in acted else ()
        units[number] = Unit(number, kind, "hive", cell(x, 30), group=group, counters=counters)
    return game.view(game.indexed(replace(game.empty(), round=1, turn="hive", units=units)), "hive")


def test_who_goes_by_itself_comes_first_and_the_others_wait_for_it():
    march = march_of(swarm(), {4})
    assert march.order == (4,)
    assert [(rank.standing, rank.units) for rank in march.ranks] == [
        ("must", (4,)), ("later", (3, 2)), ("later", (5,)),
    ]  # fmt: skip


def test_a_brood_that_has_gone_in_part_is_told_of_in_both_parts():
    march = march_of(swarm(u4=1, u3=1), {2, 5})
    assert march.order == (5, 2)
    assert [(rank.standing, rank.units) for rank in march.ranks] == [
        ("ready", (5,)), ("ready", (2,)), ("gone", (3,)), ("gone", (4,)),
    ]  # fmt: skip


def test_who_knows_of_no_enemy_goes_by_number():
    view = swarm(u4=1)
    alone = {number: unit for number, unit in view.state.units.items() if unit.side == "hive"}
    quiet = view.game.view(view.game.indexed(replace(view.state, units=alone)), "hive")
    assert march_of(quiet, {2, 3, 5}).order == (2, 3, 5)


def test_marines_keep_the_order_of_their_numbers():
    driver, scene = in_orders()
    ready = sorted(scene.choices.ready)
    assert listed(scene) == []
    driver.key(pygame.K_TAB)
    assert scene.selected == ready[0]


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_standing_has_words(language: Any):
    labels = Labels(language)
    said = {labels(f"march_{standing}", units="R 1") for standing in ("must", "ready", "later", "gone")}
    assert len(said) == 4
