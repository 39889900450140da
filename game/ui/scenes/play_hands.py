"""Hands on the board: pointer, wheel and keys, turned into what the scene can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from game.api import NO_CELL
from game.ui.keys import HELD
from game.ui.scenes.books import codex, legend, why_book
from game.ui.scenes.log import LogScene
from game.ui.scenes.play_cursor import go_on, step
from game.ui.scenes.play_drag import DragDice
from game.ui.scenes.play_policy import toggle_by_key
from game.ui.scenes.pushing import WAYS, push
from game.ui.sound import CLICK

if TYPE_CHECKING:
    from game.ui.play.planning import Plan
    from game.ui.scenes.play import PlayScene

_EDGE: Final = 3
"""Pixels from the window's edge at which the pointer pushes the board."""
_DRAG: Final = 6
"""Pixels that a press must move to be a drag."""
_STEPS: Final = {"cursor_up": (0, -1), "cursor_down": (0, 1), "cursor_left": (-1, 0), "cursor_right": (1, 0)}


class Hands:
    """What pointer and keys do to the board in play."""

    def __init__(self, scene: PlayScene) -> None:
        self._scene = scene
        self.held: set[str] = set()
        self._down: tuple[int, int] | None = None
        self.dragged = False
        self._on_map = False
        self._frame = scene.camera.frame
        """What was in view when a pointer was last looked for upon it."""
        self._edge = (0, 0)
        self.by_pointer = True
        self.dice = DragDice(scene)
        self._keys: set[int] = set()
        self._again = False
        """Whether the key that is taken is one that is only held down."""
        self._planned: tuple[str, Plan | None] = ("", None)
        """The answer whose key planned something, and that plan: while it waits, the same key does it."""

    @property
    def moving(self) -> bool:
        """Whether a key or the window's edge pushes the board."""
        return bool(self.held & WAYS.keys()) or self._edge != (0, 0)

    def tick(self, seconds: float) -> bool:
        """Push the board."""
        return push(self._scene.camera, self.held, seconds, self._edge)

    # --- events --------------------------------------------------------------------------------------------------

    def take(self, event: pygame.event.Event) -> bool:
        """Take an event. True if the picture changed."""
        scene = self._scene
        if event.type == pygame.KEYDOWN:
            self._again = event.key in self._keys
            self._keys.add(event.key)
            return self._key(event)
        if event.type == pygame.KEYUP:
            self._keys.discard(event.key)
            return self._released(event)
        if event.type == pygame.WINDOWLEAVE:
            self._edge = (0, 0)
            return False
        if event.type == pygame.MOUSEMOTION:
            return self._moved(event)
        if event.type == pygame.MOUSEWHEEL and self._over_board():
            return scene.zoom(1 if event.y > 0 else -1, scene.stage.pointer)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._pressed(event)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._let_go(event)
        return self._on_stage(event)

    def _over_board(self) -> bool:
        scene = self._scene
        point = scene.stage.pointer
        return self._on_board(point) and not scene.stage.covers(point)

    def _on_stage(self, event: pygame.event.Event) -> bool:
        if self._scene.stage.handle(event):
            if event.type == pygame.MOUSEBUTTONUP:
                self._scene.window.sounds.play(CLICK)
            self._scene.refresh()
            return True
        return False

    def _pressed(self, event: pygame.event.Event) -> bool:
        scene = self._scene
        point = scene.minimap.point(event.pos) if not scene.camera.whole else None
        if point is not None and event.button == 1:
            self._on_map = True
            scene.camera.centre(*point)
            return True
        free = scene.camera.port.collidepoint(event.pos) and not scene.stage.covers(event.pos)
        if free and event.button in (1, 2, 3):
            self._down, self.dragged = event.pos, False
            return False
        if event.button == 1:
            self.dice.take(event.pos)
        elif event.button == 3 and self.dice.face:
            self.dice.let_go()
            return True
        return self._on_stage(event)

    def _let_go(self, event: pygame.event.Event) -> bool:
        scene = self._scene
        if self._on_map:
            self._on_map = False
            return True
        down, self._down = self._down, None
        if down is None:
            # A die that was lifted is laid down; else the press was a click, as on any widget.
            laid = self.dice.face > 0 and event.button == 1 and self.dice.drop(event.pos)
            return laid or self._on_stage(event)
        if self.dragged:
            self.dragged = False
            return self._point_at(event.pos) or True
        if event.button == 3:
            scene.cancel()
            return True
        cell = scene.camera.cell(event.pos)
        if cell is not None and event.button == 1:
            scene.click(scene.game.board.cell(*cell))
        return True

    def _moved(self, event: pygame.event.Event) -> bool:
        scene = self._scene
        changed = scene.stage.handle(event)
        self.by_pointer = True
        if self.dice.face:
            self.dice.move(event.pos)
            return True
        if self._on_map:
            point = scene.minimap.point(event.pos)
            if point is not None:
                scene.camera.centre(*point, glide=False)
            return True
        if self._down is not None and any(event.buttons):
            far = max(abs(event.pos[0] - self._down[0]), abs(event.pos[1] - self._down[1]))
            if self.dragged or far >= _DRAG:
                self.dragged = True
                scene.camera.pan(-event.rel[0], -event.rel[1])
                return True
        rect = scene.window.rect
        self._edge = (
            (event.pos[0] >= rect.right - _EDGE) - (event.pos[0] < _EDGE),
            (event.pos[1] >= rect.bottom - _EDGE) - (event.pos[1] < _EDGE),
        )
        return self._point_at(event.pos) or changed

    def follow(self) -> bool:
        """Where the board has moved under a pointer that lies still, another cell is pointed at. True if so."""
        frame, pointer = self._scene.camera.frame, self._scene.stage.pointer
        if frame == self._frame:
            return False
        self._frame = frame
        return self.by_pointer and not self.dragged and self._on_board(pointer) and self._point_at(pointer)

    def _on_board(self, point: tuple[int, int]) -> bool:
        return self._scene.camera.port.collidepoint(point)

    def _point_at(self, point: tuple[int, int]) -> bool:
        scene = self._scene
        spot = None if scene.stage.covers(point) else scene.camera.cell(point)
        cell = scene.game.board.cell(*spot) if spot is not None else NO_CELL
        if cell == scene.cursor:
            return False
        scene.cursor = cell
        scene.refresh()
        return True

    def _released(self, event: pygame.event.Event) -> bool:
        command = self._scene.window.keys.command(event)
        if command in self.held:
            self.held.discard(command)
            self._scene.refresh()
            return True
        # Shift may have been let go first, so that the command no longer answers to the key.
        lost = {held for held in self.held if self._scene.window.keys.of[held].endswith(pygame.key.name(event.key))}
        self.held -= lost
        return bool(lost)

    def _key(self, event: pygame.event.Event) -> bool:
        scene = self._scene
        command = scene.window.keys.command(event)
        if not command and event.unicode.isdecimal() and event.unicode != "0":
            return self._pick(int(event.unicode))
        if command in HELD:
            if command not in self.held:
                self.held.add(command)
                scene.refresh()
            return True
        if command in _STEPS:
            self.by_pointer = False
            step(scene, *_STEPS[command])
            return True
        action = getattr(self, f"do_{command}", None) if command else None
        if action is None:
            return False
        action()
        return True

    def _pick(self, number: int) -> bool:
        """A digit presses the button that bears it."""
        return self._press(f"option_{number}")

    # --- commands by key -----------------------------------------------------------------------------------------

    def do_confirm(self) -> None:
        """Do what is planned, or what the cursor points at."""
        scene = self._scene
        if scene.pending is not None:
            scene.carry_out(scene.pending.choice)
        elif scene.stage.find("confirm") is not None:
            self._press("confirm")
        elif scene.cursor != NO_CELL:
            scene.click(scene.cursor)

    def do_cancel(self) -> None:
        """Let go."""
        self._scene.cancel()

    def do_next_unit(self, by: int = 1) -> None:
        """The next unit that may act, or whatever else there is to point at."""
        if go_on(self._scene, by):
            self.by_pointer = False

    def do_previous_unit(self) -> None:
        """The one before."""
        self.do_next_unit(-1)

    def do_zoom_in(self) -> None:
        """Nearer."""
        self._scene.zoom(1, self._about())

    def do_zoom_out(self) -> None:
        """Farther."""
        self._scene.zoom(-1, self._about())

    def _about(self) -> tuple[int, int] | None:
        scene = self._scene
        if scene.cursor == NO_CELL:
            return None
        x, y = scene.game.board.xy(scene.cursor)
        return scene.camera.screen(x + 0.5, y + 0.5)

    def do_fit(self) -> None:
        """The whole board."""
        self._scene.camera.fit()
        self._scene.refresh()

    def do_centre(self) -> None:
        """Look at the selected unit."""
        scene = self._scene
        unit = scene.shown.units.get(scene.selected)
        if unit is not None and unit.cell != NO_CELL:
            x, y = scene.game.board.xy(unit.cell)
            scene.camera.centre(x + unit.size / 2, y + unit.size / 2)

    def do_undo(self) -> None:
        """Take back."""
        self._scene.undo()

    def do_redo(self) -> None:
        """Do again."""
        self._scene.redo()

    def do_pass(self) -> None:
        """Decline, where that is an option."""
        self._press("option_pass")

    def do_end_turn(self) -> None:
        """End the turn, where that is an option."""
        self._press("option_end_turn")

    def do_page(self) -> None:
        """The next page of answers, where there are several."""
        self._press("page")

    def do_let_bot(self) -> None:
        """A bot finishes the turn."""
        self._press("let_bot")

    def do_let_bot_phase(self) -> None:
        """A bot does the rest of what is being done."""
        self._press("let_bot_phase")

    def do_halt(self) -> None:
        """Ask how a match goes on that waits for a bot."""
        self._scene.halt()

    def do_barred(self) -> None:
        """What cannot be done now and why, in place of what can; or back."""
        scene = self._scene
        if scene.unfolded or (scene.barred and scene.pending is None and not scene.policy_for):
            scene.unfolded = not scene.unfolded
            scene.refresh()

    def do_policy(self) -> None:
        """What the unit does when it may react: opens the choices, or closes them."""
        toggle_by_key(self._scene)

    def _press(self, name: str) -> bool:
        """A key presses the button that bears it, or does what it has planned. False if there is neither."""
        scene = self._scene
        widget, waits = scene.stage.find(name), scene.pending
        if widget is not None:
            widget.press(widget.rect.center)
            self._planned = (name, scene.pending)
        elif waits is not None and self._planned == (name, waits) and not self._again:
            scene.carry_out(waits.choice)
        else:
            return False
        scene.refresh()
        return True

    def do_shade(self) -> None:
        """Shade on or off."""
        scene = self._scene
        scene.window.settings.shade = not scene.window.settings.shade
        scene.refresh()

    def do_skip(self) -> None:
        """Show at once what came of everything."""
        scene = self._scene
        if scene.presenter.busy:
            scene.presenter.paused = False
            scene.presenter.skip()
            scene.refresh()
        elif scene.pending is not None:
            scene.carry_out(scene.pending.choice)

    def do_pause(self) -> None:
        """Hold, or go on."""
        scene = self._scene
        scene.presenter.paused = not scene.presenter.paused
        scene.refresh()

    def do_step(self) -> None:
        """One clip."""
        self._scene.presenter.step()
        self._scene.refresh()

    def do_slower(self) -> None:
        """Slower clips."""
        self._scene.faster(-1)

    def do_faster(self) -> None:
        """Faster clips."""
        self._scene.faster(1)

    def do_legend(self) -> None:
        """What the pictures mean, what the keys do."""
        self._scene.window.open(legend(self._scene.window))

    def do_log(self) -> None:
        """All that happened, and the dice."""
        scene = self._scene
        scene.window.open(LogScene(scene.window, scene.match, scene.viewer))

    def do_earlier(self, by: int = -1) -> None:
        """To the entry of the log before."""
        self._scene.log_offset = self._scene.log.choose(by)
        self._scene.refresh()

    def do_later(self) -> None:
        """To the one after."""
        self.do_earlier(1)

    def do_again(self) -> None:
        """See that entry again, or the newest."""
        log = self._scene.log
        if log.chosen < 0:
            self.do_earlier()
        self._scene.review(log.chosen)

    def do_why(self) -> None:
        """Why the bots did what they did."""
        scene = self._scene
        scene.window.open(why_book(scene.window, scene.match, scene.viewer))

    def do_codex(self) -> None:
        """The codex, open at what is spoken of or pointed at."""
        self._scene.window.open(codex(self._scene.window, about=self._scene.hover.subject()))

    def do_menu(self) -> None:
        """The menu."""
        self._scene.open_menu()
