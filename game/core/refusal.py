"""Why something is not allowed: a code, the clause that says so, and the values its text needs."""

from __future__ import annotations

from msgspec import Struct

from game.core.errors import BroodfallError


class Refusal(Struct, frozen=True):
    """``code`` (``OCCUPIED``, ``IN_LOS`` ...) selects the localised text; ``clause`` is the rule's ID."""

    code: str
    clause: str
    detail: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        extra = " ".join(f"{key}={value}" for key, value in self.detail)
        return f"{self.code} [{self.clause}]" + (f" {extra}" if extra else "")


def refuse(code: str, clause: str, **detail: object) -> Refusal:
    """Build a refusal; ``detail`` becomes the named values of its text."""
    return Refusal(code, clause, tuple((key, str(value)) for key, value in detail.items()))


class Verdict(Struct, frozen=True):
    """The answer to "may this side do this now?"."""

    refusal: Refusal | None = None

    @property
    def legal(self) -> bool:
        """True when nothing forbids the action."""
        return self.refusal is None

    def __bool__(self) -> bool:
        return self.refusal is None


class IllegalAction(BroodfallError):
    """``apply`` was given an action that the rules refuse; the state is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(str(refusal))
