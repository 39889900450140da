"""Facts of transmutation."""

from __future__ import annotations

from game.core.draft import Draft
from game.core.state import Event
from game.core.types import UnitId


class FormChanged(Event, frozen=True):
    """A unit is another of its profiles from now on, and ``why``.

    ``wounds`` (TR-14), ``hatched`` (TR-27), ``chosen`` (TR-33), ``roll`` (TR-39), ``turn`` (back, TR-39).
    """

    unit: UnitId
    form: int
    why: str


def changed(draft: Draft, event: FormChanged) -> None:
    """Wounds, states and all else belong to the unit and stay (TR-08, TR-10)."""
    draft.change_unit(event.unit, form=event.form)
