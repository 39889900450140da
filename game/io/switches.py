"""The ``[rules]`` table of a scenario: the switches of the rule systems it plays (MO-3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.core.rulebook import Switch
from game.io.errors import nearest, quoted
from game.io.toml import Table, shown


def read_switches(table: Table, switches: Mapping[str, Switch]) -> dict[str, Any]:
    """The switches a table sets; unknown ones and values out of range are noted and left out."""
    found: dict[str, Any] = {}
    for name in table:
        switch = switches.get(name)
        if switch is None:
            table.note(nearest(name, sorted(switches)), f"the unknown switch {quoted(name)}", key=name)
            continue
        value = _value(table, name, switch)
        if value is not None:
            found[name] = value
    return found


def _value(table: Table, name: str, switch: Switch) -> Any:
    """The value of one switch, of the type of its default; None if it does not fit."""
    value = table.get(name)
    if type(value) is not type(switch.default):
        kinds = {bool: "true or false", int: "a whole number", str: "a text"}
        wanted = kinds.get(type(switch.default), "another kind of value")
        table.note(f"{wanted} ({switch.clause})", shown(value), key=name)
        return None
    if switch.allowed and value not in switch.allowed:
        table.note(f"one of {', '.join(map(str, switch.allowed))} ({switch.clause})", quoted(value), key=name)
        return None
    least = value if switch.least is None else switch.least
    most = value if switch.most is None else switch.most
    if isinstance(value, int) and not least <= value <= most:
        table.note(f"a whole number from {switch.least} to {switch.most} ({switch.clause})", str(value), key=name)
        return None
    return value
