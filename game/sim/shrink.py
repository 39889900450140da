"""Making a failure small: the shortest way to it, the fewest units, the smallest board, by trying what can go.

Every candidate is played; it is taken if it still fails in the same way (`game.sim.failure.same_way`). So whatever a
candidate leaves out, what comes out fails, and nothing that is left could be left out alone. The same bundle gives the
same result, unless time runs out before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from game.api import Bundle, DataError, action_codec, write_position
from game.sim.batch import MakeBot
from game.sim.document import (
    FLOOR,
    WALL,
    Document,
    Unreachable,
    cut,
    document_of,
    drawn,
    game_of,
    least,
    occupied,
    paths,
    rows_of,
    size_of,
    text_of,
    without,
)
from game.sim.rerun import Case, Seen, again, case_of, course_of, fails, opened

LISTS: Final = ("units", "markers", "clouds", "effects", "gone", "doors")
"""Things of a position of which each may be left out."""

BEYOND: Final = ("budget", "worker_lost")
"""Failures that cannot be made small: what they come of is no part of a case."""

Progress = Callable[[str, int], None]
"""Told what is being tried, and how many games were played so far."""


class Measure(Struct, frozen=True):
    """How large a failure is."""

    width: int
    height: int
    units: int
    actions: int

    def __str__(self) -> str:
        counts = ((self.units, "unit"), (self.actions, "action"))
        told = (f"{count} {what}" if count == 1 else f"{count} {what}s" for count, what in counts)
        return f"{self.width} x {self.height} cells, {', '.join(told)}"


class Shrunk(Struct, frozen=True):
    """A failure made small, how large it was and is, how many games that took, and whether nothing was left to try."""

    case: Case
    before: Measure
    after: Measure
    tries: int
    whole: bool


class NotAgain(DataError):
    """The bundle's game does not fail any more, or fails in another way."""


class _TimeIsUp(Exception):
    """No time is left for another try."""


def measure(case: Case) -> Measure:
    """The size of a case. Raises DataError where its table cannot be opened."""
    game, state = opened(case)
    return Measure(game.board.width, game.board.height, len(state.units), len(case.actions))


def shrink(
    bundle: Bundle, make: MakeBot, *, seconds: float = 120, progress: Progress = lambda _what, _tries: None
) -> Shrunk:
    """The smallest case found within so many seconds, or until a person stops it.

    Raises:
        NotAgain: what the bundle tells does not fail in that way here.
        DataError: the bundle's table cannot be opened, or one of its bots not be made.
    """
    if bundle.failure.kind in BEYOND:
        raise DataError(f"expected a failure that shows in one process without a budget, found {bundle.failure.kind}")
    whole = case_of(bundle)
    before = measure(whole)
    shrinker = Shrinker(whole, make, monotonic() + seconds, progress)
    shrinker.reproduce()
    try:
        shrinker.run()
        done = True
    except (_TimeIsUp, KeyboardInterrupt):
        done = False
    case = shrinker.settled()
    return Shrunk(case, before, measure(case), shrinker.tries, done)


class Shrinker:
    """A case that becomes smaller: ``case`` always fails."""

    def __init__(self, case: Case, make: MakeBot, end: float, progress: Progress) -> None:
        self.case = case
        self.tries = 0
        self._make = make
        self._end = end
        self._progress = progress
        self._stage = ""

    # --- trying ---------------------------------------------------------------------------------------------------

    def _fails(self, case: Case) -> Seen | None:
        if monotonic() > self._end:
            raise _TimeIsUp
        self.tries += 1
        self._progress(self._stage, self.tries)
        return fails(case, self._make)

    def _try(self, case: Case) -> bool:
        """Take a case if it fails in the same way, with the answers that were given on the way only."""
        seen = self._fails(case)
        if seen is None:
            return False
        if seen.actions != case.actions:
            shorter = replace(case, actions=seen.actions)
            case = shorter if self._fails(shorter) is not None else case
        self.case = case
        return True

    def _try_document(self, document: Document, actions: Sequence[str] | None = None) -> bool:
        kept = self.case.actions if actions is None else tuple(actions)
        return self._try(replace(self.case, start=text_of(document), actions=kept))

    # --- the stages -----------------------------------------------------------------------------------------------

    def reproduce(self) -> None:
        """See the whole game fail. Raises NotAgain."""
        self._stage = "playing it again"
        found = None
        for heard in (False, True):
            case = replace(self.case, heard=heard)
            self.tries += 1
            seen = fails(case, self._make)
            if seen is not None:
                self.case = case
                return
            found = again(case, self._make).failure
        if self.case.stuck:
            raise NotAgain(f"expected a turn of {self.case.stuck} answers without an end, found none", place="failure")
        instead = f"{found.kind} of {found.fault}: {found.error} {found.message}" if found else "no failure"
        raise NotAgain(f"expected the failure of the bundle, found {instead}", place="failure")

    def run(self) -> None:
        """Everything that makes it smaller."""
        self.cut_way()
        self.fewer_actions()
        if self.case.start:
            size = None
            while size != (size := len(self.case.start) + len(self.case.actions)):
                self.fewer_things()
                self.smaller_board()
                self.fewer_actions()
                self.plainer()
        self.plainer_dice()

    def cut_way(self) -> None:
        """Start as late as it still fails: first from the end in growing steps, then between by halves."""
        self._stage = "the way to it"
        whole = self.case
        course = course_of(whole)
        if not course:
            return
        bare: list[str] = list(whole.actions)
        latest = len(course) - 1
        step, failed, place = 1, latest + 1, latest
        while True:
            if self._try_from(whole, course, place, bare):
                break
            if place == 0:
                return
            failed, place = place, max(0, place - step)
            step *= 2
        while failed - place > 1:
            middle = (failed + place) // 2
            if self._try_from(whole, course, middle, bare):
                place = middle
            else:
                failed = middle

    def _try_from(self, whole: Case, course: Sequence[Any], place: int, actions: Sequence[str]) -> bool:
        state, dice = course[place]
        game, _ = opened(whole)
        try:
            text = write_position(game, state)
        except (TypeError, ValueError):
            return False
        start = replace(whole, start=text, dice=dice, actions=tuple(actions[place:]))
        return any(self._try(replace(start, heard=heard)) for heard in ((False, True) if whole.heard else (False,)))

    def fewer_actions(self) -> None:
        """Leave out answers; those that are not legal any more go, too."""
        self._stage = "answers"
        least(list(self.case.actions), lambda kept: self._try(replace(self.case, actions=tuple(kept))))

    def fewer_things(self) -> None:
        """Leave out units, markers, doors and whatever else lies on the table."""
        for key in LISTS:
            self._stage = key
            document = document_of(self.case.start)
            if document.get(key):
                least(document[key], partial(self._with, document, key))

    def _with(self, document: Document, key: str, kept: list[Any]) -> bool:
        found = {**document, key: kept}
        if not kept:
            del found[key]
        return self._try_document(found)

    def smaller_board(self) -> None:
        """Cut off rows and columns, wall up what is not needed, and cut again."""
        self._crop()
        self._wall_up()
        self._crop()
        self._lines_out()

    def _crop(self) -> None:
        self._stage = "the edges of the board"
        for side in ("right", "bottom", "left", "top"):
            width, height = size_of(document_of(self.case.start))
            step = (width if side in ("left", "right") else height) // 2
            while step:
                width, height = size_of(document_of(self.case.start))
                columns, rows = range(width), range(height)
                if side == "right":
                    columns = columns[: width - step]
                elif side == "left":
                    columns = columns[step:]
                elif side == "bottom":
                    rows = rows[: height - step]
                else:
                    rows = rows[step:]
                if not self._try_cut(columns, rows):
                    step //= 2

    def _lines_out(self) -> None:
        self._stage = "rows and columns"
        width, height = size_of(document_of(self.case.start))
        for x in reversed(range(width)):
            now, rows = size_of(document_of(self.case.start))
            self._try_cut([c for c in range(now) if c != x], range(rows))
        for y in reversed(range(height)):
            columns, now = size_of(document_of(self.case.start))
            self._try_cut(range(columns), [r for r in range(now) if r != y])

    def _try_cut(self, columns: Sequence[int], rows: Sequence[int]) -> bool:
        if not columns or not rows:
            return False
        game = game_of(self.case.start, modules=self.case.modules, rosters=self.case.rosters)
        if game is None:
            return False
        try:
            document, actions = cut(document_of(self.case.start), self.case.actions, game, columns, rows)
        except (Unreachable, DataError):
            return False
        return self._try_document(document, actions)

    def _wall_up(self) -> None:
        self._stage = "walls"
        document = document_of(self.case.start)
        stood = occupied(document)
        places = [(x, y) for y, row in enumerate(rows_of(document)) for x, sign in enumerate(row) if sign != WALL]
        free = [place for place in places if place not in stood]
        least(free, partial(self._with_signs, document, free, WALL))
        self._stage = "the ground"
        document = document_of(self.case.start)
        odd = [
            (x, y) for y, row in enumerate(rows_of(document)) for x, sign in enumerate(row) if sign not in (WALL, FLOOR)
        ]
        least(odd, partial(self._with_signs, document, odd, FLOOR))

    def _with_signs(
        self, document: Document, places: Sequence[tuple[int, int]], sign: str, kept: list[tuple[int, int]]
    ) -> bool:
        """All these places with another sign, but for those that are kept."""
        stays = set(kept)
        return self._try_document(drawn(document, {place: sign for place in places if place not in stays}))

    def plainer(self) -> None:
        """Leave out what a position may leave out: names, zones, memories, counters, states, limits."""
        self._stage = "particulars"
        document = document_of(self.case.start)
        for path in list(paths(document)):
            try:
                plainer = without(document, path)
            except (KeyError, IndexError):
                continue
            if self._try_document(plainer):
                document = plainer
        agenda = document.get("agenda", [])
        if agenda:
            least(agenda, partial(self._with, document, "agenda"))

    def plainer_dice(self) -> None:
        """Dice from their beginning, of the first seed, and bots as at their first decision, where that will do."""
        self._stage = "dice"
        for plainer in (replace(self.case, dice=(), seed=1, decision=0), replace(self.case, dice=(), decision=0)):
            if self._try(plainer):
                break
        if self.case.dice:
            least(list(self.case.dice), lambda kept: self._try(replace(self.case, dice=tuple(kept))))
        if self.case.decision:
            self._try(replace(self.case, decision=len(self.case.actions)))

    def settled(self) -> Case:
        """The case with its position drawn as positions are written, if it fails like that, too."""
        if not self.case.start:
            return self.case
        game, state = opened(self.case)
        try:
            drawn_again = replace(self.case, start=write_position(game, state))
        except (TypeError, ValueError):
            return self.case
        codec = action_codec(game.rulebook)
        texts = [codec.text(codec.parse(text, game.board, file="", place=""), game.board) for text in self.case.actions]
        drawn_again = replace(drawn_again, actions=tuple(texts))
        return drawn_again if fails(drawn_again, self._make) is not None else self.case
