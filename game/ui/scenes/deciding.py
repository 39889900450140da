"""The deciding half of the board in play: whose decision it is, what is selected and planned, and carrying it out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter

from game.api import NO_CELL, IllegalAction, State, Task, Unit
from game.text.naming import Naming
from game.text.phrases import Phrases, tag_of
from game.ui.clips.presenter import Presenter
from game.ui.play.barred import Barred, barred
from game.ui.play.choices import Choice, Choices, choices_of
from game.ui.play.match import Match
from game.ui.play.planning import Plan, chances, ends_turn, no_way, onward, why_not
from game.ui.play.standing import Standing
from game.ui.scenes.scene import Scene
from game.ui.window import Window


class DecidingScene(Scene, ABC):
    """A seat at a match: sees what it may see, and decides when it is to decide and has been shown what led there."""

    def __init__(self, window: Window, match: Match) -> None:
        super().__init__(window)
        self.match = match
        self.game = match.game
        self.viewer = self._first_viewer()
        self.selected = 0
        self.family = ""
        self.page = 0
        self.cursor = NO_CELL
        self.several: list[Choice] = []
        self.pending: Plan | None = None
        self.told_off = ""
        self.spending: Counter[str] | None = None
        """What the swarm dice are to be spent on, while that is being put together."""
        self.standing = Standing()
        """What creatures do when they may react, where a person plays them."""
        self.policy_for = 0
        """The unit whose standing reaction is being chosen."""
        self.policy_of_kind = False
        """Whether it is chosen for all of its kind."""
        self._asks_at = -1
        """The number of actions after which the player wants to be asked, whatever stands: something was taken back."""
        self._choices: Choices | None = None
        self._choices_for: tuple[State, int] | None = None
        self._chances: dict[int, str] = {}
        self._onward: frozenset[int] = frozenset()
        self._last = False
        self._barred: list[Barred] = []
        self._barred_for: tuple[Choices, str] | None = None
        self.unfolded = False
        """Whether what cannot be done is listed in place of what can."""

    def _first_viewer(self) -> str:
        people = self.match.people()
        if self.match.person_acts and self.match.to_act is not None:
            return self.match.to_act
        return people[0] if people else next(iter(self.game.side_kinds))

    @property
    @abstractmethod
    def presenter(self) -> Presenter:
        """What plays the events that this seat is told."""

    # --- what is known -------------------------------------------------------------------------------------------

    @property
    def seen(self) -> State:
        """The true table as the seat may see it, whether it is shown already or not."""
        return self.game.redacted(self.match.session.state, self.viewer)

    @property
    def shown(self) -> State:
        """The table that is on the screen."""
        return self.presenter.shown

    @property
    def naming(self) -> Naming:
        """Names for what is shown."""
        return Naming(self.game, self.shown, self.labels.words)

    @property
    def phrases(self) -> Phrases:
        """Words for what is shown."""
        return Phrases(self.game, self.shown, self.labels.words)

    @property
    def acting(self) -> bool:
        """Whether the person at this seat is to decide, and all that led there has been shown."""
        match = self.match
        return match.person_acts and match.to_act == self.viewer and not self.presenter.busy

    @property
    def choices(self) -> Choices | None:
        """What may be chosen now; None while it is not this seat's decision."""
        if not self.acting:
            return None
        key = self.match.session.state, self.selected
        if self._choices is None or self._choices_for is None or self._choices_for != key:
            view = self.match.session.view(self.viewer)
            self._choices = choices_of(view, self.selected)
            self._choices_for = key
            self._chances = chances(self._choices)
            self._onward = onward(self._choices)
            self._last = ends_turn(self._choices)
        return self._choices

    @property
    def aims(self) -> dict[int, str]:
        """The chance against each thing that can be aimed at."""
        return self._chances if self.choices is not None else {}

    @property
    def onward(self) -> frozenset[int]:
        """Where a second Move could lead after the one that is chosen now."""
        return self._onward if self.choices is not None else frozenset()

    @property
    def last_order(self) -> bool:
        """Whether the turn ends by itself with the order that runs."""
        return self.choices is not None and self._last

    @property
    def barred(self) -> list[Barred]:
        """What whoever acts has and cannot use now, with the reason."""
        choices = self.choices
        if choices is None:
            return []
        if (
            self._barred_for is None
            or self._barred_for[0] is not choices
            or self._barred_for[1] != self.labels.language
        ):
            self._barred, self._barred_for = barred(choices, self.labels.words), (choices, self.labels.language)
        return self._barred

    def unit_at(self, cell: int) -> Unit | None:
        """The unit that is shown on a cell."""
        return self.shown.units.get(self.shown.at.get(cell, 0))

    def plan_at(self, cell: int) -> Plan | None:
        """What a click on a cell would do, if that is one thing."""
        choices = self.choices
        if choices is None or cell == NO_CELL:
            return None
        found = choices.at(cell, self.family)
        return self.plan_of(found[0]) if len(found) == 1 else None

    def plan_of(self, choice: Choice) -> Plan:
        """A choice with what it would come to."""
        choices = self.choices
        assert choices is not None  # choices come from nowhere else
        return Plan(choice, choices.within if len(choice.actions) > 1 else choices.view)

    def why_not(self, cell: int) -> str:
        """Why nothing can be done at a cell; empty if nothing is to be said of it."""
        choices = self.choices
        if choices is None:
            return ""
        unit, task = self.unit_at(cell), self.game.waiting(choices.within.state)
        if cell in self.onward and unit is None:
            return self.labels("onward_hint")
        if unit is not None and unit.side != self.viewer and task is not None and tag_of(task) == "xeno_move":
            return self.labels("strike_hint")
        if no_way(choices, cell) and not self.family:
            return self.labels("no_way")
        return why_not(choices, cell, self.labels.words)

    def left_by(self, choice: Choice) -> list[int]:
        """The units of this seat that could still go, where a choice ends the turn or the movement without them."""
        return self.choices.left_by(choice) if self.choices is not None else []

    # --- acting --------------------------------------------------------------------------------------------------

    def select(self, unit: int) -> None:
        """Choose a unit to act with, or to look at."""
        self.selected = unit
        self.family, self.several, self.pending, self.told_off, self.page = "", [], None, "", 0
        self.policy_for, self.unfolded = 0, False
        self.refresh()

    def deselect(self) -> None:
        """Choose nobody."""
        self.select(0)

    def choose(self, choice: Choice) -> None:
        """Do it, after asking where that is due."""
        plan = self.plan_of(choice)
        asks = self.window.settings.confirm
        if self.pending is not None and self.pending.choice == choice:
            self.carry_out(choice)
        elif asks == "always" or (asks == "final" and (plan.final or self.left_by(choice))):
            self.pending, self.told_off = plan, ""
            self.refresh()
        else:
            self.carry_out(choice)

    def carry_out(self, choice: Choice) -> None:
        """Do it."""
        self.pending, self.several, self.family, self.page, self.spending = None, [], "", 0, None
        self.policy_for, self.unfolded = 0, False
        try:
            self.match.carry_out(choice.actions, self.viewer)
            self.told_off = ""
        except IllegalAction as error:
            self.told_off = self.labels.words.texts.refusal(error.refusal)
        self.refresh()

    def click(self, cell: int) -> None:
        """A cell was pointed at."""
        self.cursor, self.policy_for, self.unfolded = cell, 0, False
        choices = self.choices
        if choices is None:
            unit = self.unit_at(cell)
            self.select(unit.id if unit is not None else 0)
            return
        found = choices.at(cell, self.family)
        unit = self.unit_at(cell)
        if unit is not None and unit.id in choices.ready and unit.id != self.selected:
            self.select(unit.id)
        elif len(found) == 1:
            self.choose(found[0])
        elif found:
            self.several, self.pending, self.page = found, None, 0
            self.refresh()
        else:
            refused = self.why_not(cell)
            if unit is not None and (unit.side == self.viewer or not refused):
                self.select(unit.id)
            else:
                self.told_off, self.pending, self.several = refused, None, []
                self.refresh()

    def stand(self) -> bool:
        """A creature that may react does what stands for it, as an action of its player. False if none is due."""
        match, side = self.match, self.match.to_act
        if side is None or not match.person_acts or len(match.session.log) == self._asks_at:
            return False
        if self.game.side_kinds[side] != "hive":
            return False
        choice = self.standing.answer(match.session.view(side))
        if choice is None:
            return False
        match.carry_out(choice.actions, side)
        self.refresh()
        return True

    @property
    def asked(self) -> Task | None:
        """The decision that waits."""
        return self.game.waiting(self.match.session.state)

    @property
    def nest(self) -> int:
        """The nest that the decision is about; 0 for none."""
        return getattr(self.asked, "nest", 0)

    def pass_dice(self) -> None:
        """Spend no swarm dice."""
        choices = self.choices
        if choices is not None:
            for choice in choices.everything:
                if choice.tag == "pass":
                    self.choose(choice)
                    return

    def undo(self) -> None:
        """Take back the last thing."""
        refusal = self.match.cannot_undo(self.viewer)
        if refusal is not None:
            self.told_off = self.labels.words.texts.refusal(refusal)
        elif not self.presenter.busy:
            chosen = self.selected
            self.match.undo(self.viewer)
            self._asks_at = len(self.match.session.log)
            # Whoever takes a step back wants to do it otherwise, mostly with the same unit.
            if chosen in self.shown.units:
                self.select(chosen)
        self.refresh()

    def redo(self) -> None:
        """Do again what was taken back."""
        if self.match.session.can_redo and not self.presenter.busy:
            self.match.redo()
        self.refresh()

    def cancel(self) -> None:
        """Esc: let go of what is being planned, then of the unit, then the menu."""
        choices = self.choices
        compelled = choices is not None and choices.actor == self.selected and self.selected not in choices.ready
        if self.policy_for or self.unfolded:
            self.policy_for, self.unfolded = 0, False
            self.refresh()
        elif self.pending is not None or self.several or self.family or self.told_off:
            self.pending, self.several, self.family, self.told_off = None, [], "", ""
            self.refresh()
        elif self.selected and not compelled:
            self.deselect()
        else:
            self.open_menu()

    def open_menu(self) -> None:
        """The menu of the match."""
        from game.ui.scenes.menu import MenuScene

        self.window.open(MenuScene(self.window, self.match, self.viewer))
