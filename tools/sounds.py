"""The sounds of `assets/sounds`, short and quiet, made of sines and noise:  python -m tools.sounds [--check]"""

from __future__ import annotations

import io
import sys
import wave
from collections.abc import Callable
from math import exp, pi, sin, sqrt
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "assets" / "sounds"
RATE = 22050
LOUD = 9000
"""The highest sample: a quarter of what there is."""

Wave = Callable[[float], float]


class Noise:
    """Noise that is the same everywhere, smoothed over some samples."""

    def __init__(self, seed: int, smooth: int = 1) -> None:
        self._value = seed
        self._smooth = smooth
        self._last = 0.0

    def __call__(self, _time: float) -> float:
        self._value = (self._value * 1664525 + 1013904223) % (1 << 32)
        fresh = (self._value >> 16) / 32768 - 1
        self._last += (fresh - self._last) / self._smooth
        return self._last


def tone(start: float, end: float | None = None, *, seconds: float = 1.0, harmonics: int = 1) -> Wave:
    """A tone that glides from one pitch to another, in hertz."""

    def at(time: float) -> float:
        goal = start if end is None else end
        phase = 2 * pi * (start * time + (goal - start) * time * time / (2 * seconds))
        return sum(sin(phase * n) / n for n in range(1, harmonics + 1)) / sqrt(harmonics)

    return at


def rendered(
    seconds: float, wave_at: Wave, *, attack: float = 0.004, fall: float = 6.0, gain: float = 1.0
) -> list[int]:
    """Samples of a sound that rises at once and dies away."""
    count = round(seconds * RATE)
    found = []
    for index in range(count):
        time = index / RATE
        level = min(1.0, time / attack) * exp(-fall * time / seconds) * min(1.0, (count - index) / 200)
        found.append(round(LOUD * gain * level * max(-1.0, min(1.0, wave_at(time)))))
    return found


def mixed(*parts: list[int]) -> list[int]:
    """Sounds at the same time."""
    found = [0] * max(len(part) for part in parts)
    for part in parts:
        for index, sample in enumerate(part):
            found[index] += sample
    return [max(-LOUD, min(LOUD, sample)) for sample in found]


def after(first: list[int], pause: float, *rest: list[int]) -> list[int]:
    """Sounds one after another, each beginning a pause after the one before."""
    found, start = list(first), 0
    for part in rest:
        start += round(pause * RATE)
        found = mixed(found, [0] * start + part)
    return found


def sounds() -> dict[str, list[int]]:
    """Every sound by its name."""
    tick = rendered(0.03, Noise(7, 2), fall=5, gain=0.5)
    return {
        "click": rendered(0.045, tone(900, 600, seconds=0.045), gain=0.4),
        "step": rendered(0.07, Noise(3, 7), gain=0.9),
        "door": mixed(
            rendered(0.28, Noise(5, 12), fall=3, gain=0.9),
            rendered(0.25, tone(90, 60, seconds=0.25, harmonics=3), gain=0.5),
        ),
        "shot": mixed(rendered(0.2, Noise(11, 3), fall=9), rendered(0.12, tone(220, 70, seconds=0.12), gain=0.7)),
        "slash": rendered(0.16, Noise(13, 1), attack=0.05, fall=5, gain=0.5),
        "hit": mixed(rendered(0.16, tone(130, 50, seconds=0.16, harmonics=2)), rendered(0.08, Noise(17, 4), gain=0.6)),
        "save": rendered(0.22, tone(740, 880, seconds=0.22), fall=5, gain=0.4),
        "wound": rendered(0.3, tone(190, 80, seconds=0.3, harmonics=3), fall=4, gain=0.8),
        "death": mixed(
            rendered(0.5, tone(150, 40, seconds=0.5, harmonics=4), fall=4, gain=0.8),
            rendered(0.4, Noise(19, 9), fall=5, gain=0.5),
        ),
        "dice": after(tick, 0.07, tick, tick, rendered(0.05, Noise(23, 3), gain=0.8)),
        "place": rendered(0.25, tone(110, 220, seconds=0.25, harmonics=2), attack=0.06, fall=4, gain=0.5),
        "burst": rendered(0.4, Noise(29, 6), fall=6, gain=1.0),
        "turn": after(rendered(0.3, tone(220), fall=5, gain=0.5), 0.11, rendered(0.4, tone(330), fall=5, gain=0.5)),
        "end": after(
            rendered(0.4, tone(196), fall=4, gain=0.5), 0.16, rendered(0.4, tone(247), fall=4, gain=0.5),
            rendered(0.7, tone(294), fall=4, gain=0.5),
        ),
    }  # fmt: skip


def packed(samples: list[int]) -> bytes:
    """A sound as a file: one channel, 16 bits."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(b"".join(sample.to_bytes(2, "little", signed=True) for sample in samples))
    return buffer.getvalue()


def main() -> int:
    """Write them all, or say which are not as they are made."""
    made = {f"{name}.wav": packed(samples) for name, samples in sounds().items()}
    there = {file.name: file.read_bytes() for file in FOLDER.glob("*.wav")} if FOLDER.is_dir() else {}
    if "--check" in sys.argv[1:]:
        differing = sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))
        print("\n".join(differing) or "as made")
        return 1 if differing else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in there.keys() - made.keys():
        (FOLDER / name).unlink()
    for name, data in made.items():
        (FOLDER / name).write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
