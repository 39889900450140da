"""What a report calls things; the command line knows the names in each language, and its absence is no fault."""

from __future__ import annotations

from typing import Protocol


class Names(Protocol):
    """Names of what rows hold, in the language of the report."""

    def mission(self, scenario: str) -> str:
        """The title of a mission; empty if it is not known."""
        ...

    def side(self, side: str) -> str:
        """A side or a team."""
        ...

    def reason(self, reason: str) -> str:
        """Why a game ended."""
        ...

    def purpose(self, purpose: str) -> str:
        """What dice were rolled for."""
        ...

    def item(self, item: str) -> str:
        """What swarm dice buy."""
        ...

    def zone(self, zone: str) -> str:
        """A zone of the board."""
        ...

    def marker(self, kind: str) -> str:
        """A kind of marker."""
        ...


class PlainNames:
    """Everything by the name that stands in the rows."""

    def mission(self, scenario: str) -> str:
        """No title."""
        return ""

    def side(self, side: str) -> str:
        """As it is written."""
        return side

    reason = purpose = item = zone = marker = side
