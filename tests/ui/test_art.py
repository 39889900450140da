"""The art is what the scripts draw, covers every unit, and is drawn in each side's colours."""

import os

import pygame
import pytest

from game.api import open_game
from game.ui.art import Art, figure_of, has_picture
from game.ui.theme import PALETTES, SideColours
from tools.art.__main__ import FOLDER, pictures

KINDS = [kind for kind in open_game("concourse").game.kinds.values() if kind.id != "unknown"]


def test_the_folder_holds_what_the_scripts_draw_byte_for_byte():
    kept = {file.name: file.read_bytes() for file in FOLDER.glob("*.svg")}
    drawn = {name: text.encode() for name, text in pictures().items()}
    assert sorted(kept) == sorted(drawn)
    assert [name for name in drawn if kept[name] != drawn[name]] == [], "run python -m tools.art"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_every_form_of_every_unit_has_a_figure(kind):
    for profile in kind.profiles:
        assert has_picture(figure_of(profile, kind.id))


def test_figures_of_different_kinds_differ_even_when_small():
    art = Art()
    colours = SideColours.of(PALETTES[0].hive)
    seen: dict[bytes, str] = {}
    for kind in KINDS:
        figure = figure_of(kind.profiles[0], kind.id)
        drawn = pygame.image.tobytes(art.picture(figure, 16, colours), "RGBA")
        assert seen.setdefault(drawn, figure) == figure


def test_a_picture_takes_the_colours_of_its_side():
    art = Art()
    blue, orange = (SideColours.of(PALETTES[0].humans[0]), SideColours.of(PALETTES[0].hive))
    spot = (64, 14)
    assert art.picture("plate_human", 128, blue).get_at(spot)[:3] == blue.body
    assert art.picture("plate_human", 128, orange).get_at(spot)[:3] == orange.body


@pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: palette.name)
def test_sides_differ_in_lightness_and_not_in_hue_alone(palette):
    def light(colour):
        return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]

    for human in palette.humans:
        assert abs(light(human) - light(palette.hive)) > 12


def test_an_unknown_picture_is_an_error():
    with pytest.raises(KeyError):
        Art().picture("unit_nobody", 32)


def test_the_sounds_are_those_that_the_script_makes_and_are_short_and_quiet():
    from tools import sounds

    made = {f"{name}.wav": samples for name, samples in sounds.sounds().items()}
    kept = {file.name: file.read_bytes() for file in sounds.FOLDER.glob("*.wav")}
    assert sorted(kept) == sorted(made)
    assert [name for name, samples in made.items() if sounds.packed(samples) != kept[name]] == []
    for samples in made.values():
        assert len(samples) < sounds.RATE * 1.2
        assert max(map(abs, samples)) <= sounds.LOUD


def test_every_event_with_a_sound_has_one_and_silence_is_no_error(monkeypatch):
    from game.ui.sound import OF_EVENTS, Sounds

    quiet = Sounds(0, 0)
    assert not quiet.play("click")
    loud = Sounds(40, 40)
    assert all(loud.of_event(tag) for tag in OF_EVENTS)
    assert not loud.of_event("agenda_changed")

    def no_device(**_options):
        raise pygame.error("no device")

    monkeypatch.setattr(pygame.mixer, "init", no_device)
    assert not Sounds(40, 40).play("click")


def test_what_libraries_write_about_a_missing_device_is_one_line_of_ours(monkeypatch, capfd):
    from game.ui.sound import Sounds

    def chatty(**_options):
        os.write(2, b"ALSA lib confmisc.c:855: cannot find card\n" * 8)
        raise pygame.error("no device")

    monkeypatch.setattr(pygame.mixer, "init", chatty)
    sounds = Sounds(40, 40)
    assert not sounds.play("click")
    assert not sounds.play("click")
    assert capfd.readouterr().err == "broodfall: no sound: no device\n"
