"""Why a bot chose what it chose, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.text.phrases import Phrases

if TYPE_CHECKING:
    from ai.player import Reasons, Term
    from game.text.words import Words


def explained(reasons: Reasons, phrases: Phrases) -> list[str]:
    """The note of a bot's reasons, the terms of its score that the note does not tell, and the best it rejected."""
    words = phrases.words
    found = []
    values = {term.name: f"{term.value:g}" for term in reasons.terms}
    said = words.needs("reasons", reasons.note) if words.has("reasons", reasons.note) else frozenset()
    if reasons.note:
        found.append(words.say("why_note", note=words.of("reasons", reasons.note, **values)))
    if not said.issuperset(values):
        found.append(words.say("why_score", score=f"{reasons.score:.4g}", terms=terms_of(reasons.terms, words)))
    if reasons.rejected is not None:
        what, score = phrases.action(reasons.rejected), f"{reasons.rejected_score:.4g}"
        terms = terms_of(reasons.rejected_terms, words)
        found.append(words.say("why_rejected", what=what, score=score, terms=terms))
    return found


def terms_of(terms: Sequence[Term], words: Words) -> str:
    """The addends of a score, after a colon; nothing where a bot gives none."""
    shown = [f"{words.of('terms', term.name)} {term.value:+.4g}" for term in terms]
    return ": " + ", ".join(shown) if shown else ""
