"""What there is to read: the codex, the legend with the keys, and why bots did what they did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from game.text.explained import terms_of
from game.text.phrases import Phrases
from game.ui.labels import Labels
from game.ui.scenes.codex_pages import codex_entries
from game.ui.scenes.legend_pages import legend_entries
from game.ui.scenes.reader import Entry, ReaderScene

if TYPE_CHECKING:
    from game.ui.play.match import Match
    from game.ui.window import Window

_MOST_REASONS: Final = 80


# --- the codex ---------------------------------------------------------------------------------------------------


def codex(window: Window, *, about: str = "") -> ReaderScene:
    """Units, weapons, ammunition, states and clauses; open at the entry titled ``about``, if there is one."""
    return ReaderScene(
        window, lambda: window.labels("codex"), lambda: codex_entries(window.labels, window.palette), about=about
    )


# --- the legend --------------------------------------------------------------------------------------------------


def legend(window: Window) -> ReaderScene:
    """What the pictures mean, and what the keys do."""
    return ReaderScene(window, lambda: window.labels("legend"), lambda: legend_entries(window))


# --- why ---------------------------------------------------------------------------------------------------------


def why_book(window: Window, match: Match, viewer: str) -> ReaderScene:
    """The decisions of bots with their reasons, the newest first; each can be shown on the board."""

    def show(number: int) -> None:
        from game.ui.scenes.chart import ChartScene

        window.open(ChartScene(window, match.whys, viewer, number))

    return ReaderScene(
        window, lambda: window.labels("why"), lambda: why_entries(window.labels, match, viewer), more=show
    )


def why_entries(labels: Labels, match: Match, viewer: str) -> list[Entry]:
    """A page for each decision that may be told."""
    words = labels.words
    found: list[Entry] = []
    for chapter in reversed(match.chapters[viewer]):
        if chapter.action is None or not match.whys.may_ask(viewer, chapter.number):
            continue
        phrases = Phrases(match.game, chapter.after, words)
        what = phrases.action(chapter.action)
        reasons = chapter.thought.reasons if chapter.thought is not None else None
        body = [labels("ask_again")] if chapter.thought is None else reasons_of(reasons, phrases, labels)
        title = f"{chapter.number}. {phrases.naming.side(chapter.side).capitalize()}: {what}"
        found.append(Entry(title, tuple(body), number=chapter.number))
        if len(found) == _MOST_REASONS:
            break
    return found or [Entry(labels("why"), (words.say("no_bot"),))]


def reasons_of(reasons: Any, phrases: Phrases, labels: Labels) -> list[str]:
    """The note, the score with its terms, and the best option that was not taken."""
    words = labels.words
    if reasons is None:
        return [labels("no_reasons")]
    lines: list[str] = []
    if reasons.note:
        values = {term.name: f"{term.value:.4g}" for term in reasons.terms}
        said = words.say("why_note", note=words.of("reasons", reasons.note, **values))
        lines.append(said[:1].upper() + said[1:])
    if reasons.terms:
        lines.append(words.say("why_score", score=f"{reasons.score:.4g}", terms=terms_of(reasons.terms, words)))
    if reasons.rejected is not None:
        lines.append("")
        lines.append(
            words.say(
                "why_rejected",
                what=phrases.action(reasons.rejected),
                score=f"{reasons.rejected_score:.4g}",
                terms=terms_of(reasons.rejected_terms, words),
            )
        )
    return lines or [labels("no_reasons")]
