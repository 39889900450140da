"""A logistic model with a normal prior: its best fit, and intervals of sums of its parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final

from game.sim.elo import log_sigmoid, sigmoid
from game.sim.summary import Z_95

Line = tuple[Mapping[int, float], int, float]
"""Games under the same conditions: how each parameter counts for the log-odds, games, points."""

_ROUNDS: Final = 100
_CLOSE: Final = 1e-10
_STEPS: Final = 12
_NEAR: Final = 1e-3


class Fit:
    """The parameters under which the games are likeliest, together with a prior that draws each towards 0.

    An interval of a sum of parameters holds every value that the games do not speak against by more than 95 %, the
    other parameters being what they like (the profile of the likelihood). So it may be lopsided, as it should be for
    players who won nearly everything.
    """

    def __init__(self, lines: Sequence[Line], size: int, *, prior: float) -> None:
        self._lines = lines
        self._weight = 1 / (prior * prior)
        self._best = [0.0] * size
        for _ in range(_ROUNDS):
            slope, curve = self._derivatives(self._best)
            step = [row[0] for row in solve(curve, [[value] for value in slope])]
            self._best, moved = self._moved(self._best, step)
            if moved < _CLOSE:
                break
        self._least = self._loss(self._best)

    def along(self, pull: Mapping[int, float]) -> tuple[float, float, float]:
        """A sum of parameters, each with its share in it, and its 95 % interval."""
        share = [pull.get(number, 0.0) for number in range(len(self._best))]
        value = _dot(share, self._best)
        if not any(share):
            return value, value, value
        return value, self._bound(share, value, -1.0), self._bound(share, value, 1.0)

    def _bound(self, share: Sequence[float], value: float, side: float) -> float:
        """Where the games speak against a value of the sum by `Z_95` standard deviations, on one side of the best."""
        _, curve = self._derivatives(self._best)
        lean = [row[0] for row in solve(curve, [[part] for part in share])]
        spread = sqrt(_dot(share, lean))
        near, against = 0.0, 0.0
        far = Z_95 * spread
        theta = self._best
        for _ in range(_STEPS):
            # How much is against a value grows nearly as its distance, so a straight line finds the place soon.
            theta, found = self._held(theta, share, lean, value + side * far)
            if abs(found - Z_95) < _NEAR or found <= against:
                break
            near, against, far = far, found, far + (Z_95 - found) * (far - near) / (found - against)
        return value + side * far

    def _held(
        self, theta: Sequence[float], share: Sequence[float], lean: Sequence[float], value: float
    ) -> tuple[list[float], float]:
        """The best fit with the sum held at a value, and by how many standard deviations the games are against it."""
        short = (value - _dot(share, theta)) / _dot(share, lean)
        held = [old + short * part for old, part in zip(theta, lean, strict=True)]
        for _ in range(_ROUNDS):
            slope, curve = self._derivatives(held)
            both = solve(curve, [[down, part] for down, part in zip(slope, share, strict=True)])
            along = _dot(share, [row[1] for row in both])
            back = _dot(share, [row[0] for row in both]) / along
            held, moved = self._moved(held, [row[0] - back * row[1] for row in both])
            if moved < _NEAR:
                break
        return held, sqrt(max(0.0, 2 * (self._loss(held) - self._least)))

    def _moved(self, theta: Sequence[float], step: Sequence[float]) -> tuple[list[float], float]:
        """A step back along ``step``, halved until it is no step for the worse, and its largest part."""
        before, scale = self._loss(theta), 1.0
        while True:
            after = [value - scale * part for value, part in zip(theta, step, strict=True)]
            if self._loss(after) <= before or scale < _CLOSE:
                return after, scale * max((abs(part) for part in step), default=0.0)
            scale /= 2

    def _loss(self, theta: Sequence[float]) -> float:
        total = _dot(theta, theta) * self._weight / 2
        for parts, games, points in self._lines:
            x = sum(part * theta[number] for number, part in parts.items())
            total -= points * log_sigmoid(x) + (games - points) * log_sigmoid(-x)
        return total

    def _derivatives(self, theta: Sequence[float]) -> tuple[list[float], list[list[float]]]:
        size = len(theta)
        slope = [value * self._weight for value in theta]
        curve = [[self._weight if row == column else 0.0 for column in range(size)] for row in range(size)]
        for parts, games, points in self._lines:
            x = sum(part * theta[number] for number, part in parts.items())
            share = sigmoid(x)
            for number, part in parts.items():
                slope[number] += part * (games * share - points)
                for other, its in parts.items():
                    curve[number][other] += part * its * games * share * sigmoid(-x)
        return slope, curve


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def solve(matrix: Sequence[Sequence[float]], right: Sequence[Sequence[float]]) -> list[list[float]]:
    """The solution of a system of linear equations, by elimination with the largest pivot.

    >>> solve([[2.0, 0.0], [0.0, 4.0]], [[2.0], [2.0]])
    [[1.0], [0.5]]
    """
    size = len(matrix)
    rows = [[*left, *values] for left, values in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column]
        rows[column] = [value / head for value in rows[column]]
        for row in range(size):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [value - factor * own for value, own in zip(rows[row], rows[column], strict=True)]
    return [row[size:] for row in rows]
