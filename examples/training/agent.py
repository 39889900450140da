"""What `train_ppo` has trained, as a bot: ``examples.training.agent:PPO(file=ppo.zip)`` wherever a bot is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ai.env.seats import Seat
from ai.env.tables import table_of
from game.api import Action, DataError, View

KEPT = "broodfall"
"""The attribute of a saved model that says what it was trained on."""


def load_model(file: str) -> Any:
    """A saved model. Raises DataError, one line, if it cannot be read.

    The file of a model can carry code, and loading it runs that: load only what you or a friend have trained.
    """
    try:
        from sb3_contrib import MaskablePPO
    except ImportError as error:
        raise DataError(f"{error.name} is not installed (pip install 'broodfall[train]')", file=file) from error
    try:
        model = MaskablePPO.load(file, device="cpu")
    except (OSError, ValueError) as error:
        raise DataError(f"expected a model that train_ppo has saved, found {error}", file=file) from error
    if not hasattr(model, KEPT):
        raise DataError("expected a model that train_ppo has saved", file=file)
    return model


class PPO:
    """Takes the option that the trained network likes best."""

    es = "Elige la opción que más le gusta a la red entrenada."
    listens = False

    def __init__(self, file: str = "ppo.zip") -> None:
        """``file`` is what ``train_ppo --out`` has written."""
        self._model = load_model(file)
        self._kept: dict[str, Any] = getattr(self._model, KEPT)
        self._seat: Seat | None = None

    def decide(self, view: View, options: Sequence[Action]) -> Action:
        """The best option; the same view gives the same answer."""
        seat = self._seat
        if seat is None or seat.game is not view.game:
            table = table_of(view.board, self._kept["table"])
            observation = self._kept["observation"]
            seat = self._seat = Seat(view.game, view.side, observation=observation, table=table)
        seat.see(view, asked=True)
        numbers, mask = seat.numbers(options)
        best, _ = self._model.predict(seat.observe(), action_masks=mask, deterministic=True)
        return options[int((numbers == int(best)).argmax())]
