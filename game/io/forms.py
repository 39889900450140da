"""What a roster says of forms: the bracket of Transmutation, and whether the profiles fit it (TR-03, TR-12, TR-32)."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.errors import DataError
from game.core.profile import Profile
from game.io.errors import quoted
from game.io.toml import Table
from game.rules.skirmish.names import CAMOUFLAGE
from game.rules.transmutation.parse import AUTO, Condition, nearest_form, parse

KEY = "transmutation"


def read_condition(table: Table) -> tuple[str, Condition | None]:
    """The bracket of a unit as it is written, and what it means; nothing for a unit without the skill."""
    text = table.text(KEY, "")
    if not table.has(KEY):
        return "", None
    try:
        return text, parse(text)
    except DataError:
        table.note(nearest_form(text), quoted(text), key=KEY)
        return "", None


def check_forms(table: Table, condition: Condition | None, profiles: Sequence[Profile], faction: str) -> None:
    """Note what does not go together: the number of profiles, chosen forms of xenos, large markers."""
    if condition is None:
        return
    wanted = condition.misfit(len(profiles))
    if wanted:
        table.note(f"{wanted} for this transmutation", str(len(profiles)), key="profiles")
    if condition.kind == AUTO and faction == "hive":
        table.note("a condition that a creature of the hive can meet", quoted(table.text(KEY)), key=KEY)
    for index, profile in enumerate(profiles):
        if CAMOUFLAGE in profile.skills and profile.size > 1:
            table.note("a form of one cell, as every marker is (TR-23)", str(profile.size), key=f"profiles[{index}]")
