"""The board as text: a character a cell, coordinates along the edges, and what each character means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from game.api import NO_CELL, Terrain, Unit, View
from game.text.naming import Naming

if TYPE_CHECKING:
    from rich.text import Text

TERRAIN: Final = {
    Terrain.FLOOR: ".",
    Terrain.WALL: "#",
    Terrain.DOOR: "+",
    Terrain.DIFFICULT: ",",
    Terrain.BARRICADE: "=",
    Terrain.PIT: "~",
}
MARKERS: Final = {"nest": "%", "infestation": "*", "console": "&", "item": "!", "mine": "^", "charge": "^"}
OPEN_DOOR: Final = "/"
SEALED_DOOR: Final = "X"
MURK: Final = ":"
EXIT: Final = ">"
UNKNOWN: Final = "?"
PLACE: Final = "_"
_NUMBERS: Final = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_OTHER: Final = "@"

_OWN, _FOE, _MARK, _WALL, _DOOR = "bold green", "bold red", "bold yellow", "dim", "cyan"


class Picture:
    """What a view shows on each cell.

    Troopers are drawn by number (1 to 9, then A to Z), creatures by a letter of their name, so that sides differ in
    shape and not in colour alone.
    """

    def __init__(self, view: View, naming: Naming, *, places: Iterable[int] = ()) -> None:
        """``places`` are cells that may be chosen now."""
        self.view = view
        self.places = frozenset(places)
        self.naming = naming
        self.signs: dict[int, tuple[str, str]] = {}
        self.legend: dict[str, str] = {}
        self._of_kind: dict[str, str] = {}
        self._draw()

    def rows(self) -> list[str]:
        """The board with its coordinates, plain characters only."""
        board = self.view.board
        gutter = len(str(board.height - 1))
        rows = [" " * (gutter + 1) + line for line in _column_heads(board.width)]
        for y in range(board.height):
            signs = "".join(self.signs[y * board.width + x][0] for x in range(board.width))
            rows.append(f"{y:>{gutter}} {signs} {y}")
        return [*rows, *rows[:2]]

    def key(self) -> str:
        """What each character means, on one line."""
        return "  ".join(f"{sign} {meaning}" for sign, meaning in sorted(self.legend.items()))

    def drawn(self) -> Text:
        """The same in colours."""
        from rich.text import Text

        board = self.view.board
        gutter = len(str(board.height - 1))
        heads = [" " * (gutter + 1) + line + "\n" for line in _column_heads(board.width)]
        text = Text("".join(heads), style="dim", no_wrap=True)
        for y in range(board.height):
            text.append(f"{y:>{gutter}} ", style="dim")
            for x in range(board.width):
                sign, style = self.signs[y * board.width + x]
                text.append(sign, style=style or "default")
            text.append(f" {y}\n", style="dim")
        text.append("".join(heads).rstrip("\n"), style="dim")
        return text

    def _draw(self) -> None:
        self._ground()
        self._markers()
        for unit in self.view.state.units.values():
            if unit.cell != NO_CELL:
                self._unit(unit)

    def _put(self, cell: int, sign: str, style: str, meaning: str = "") -> None:
        self.signs[cell] = (sign, style)
        if meaning:
            self.legend.setdefault(sign, meaning)

    def _ground(self) -> None:
        view, texts = self.view, self.naming.words.texts
        board, state = view.board, view.state
        exits = board.zone_mask("exit")
        for cell in range(board.size):
            kind = board.terrain[cell]
            sign, style = TERRAIN[kind], _WALL if kind in (Terrain.WALL, Terrain.FLOOR) else ""
            if kind is Terrain.DOOR:
                self._door(cell)
            elif state.murk >> cell & 1:
                self._put(cell, MURK, _MARK, self.naming.words.say("cloud"))
            elif cell in self.places:
                self._put(cell, PLACE, _OWN, self.naming.words.say("place"))
            elif exits >> cell & 1 and kind is Terrain.FLOOR:
                self._put(cell, EXIT, _DOOR, self.naming.words.say("exit"))
            else:
                self._put(cell, sign, style, texts.name("terrain", kind.name.lower()))

    def _door(self, cell: int) -> None:
        state, words = self.view.state, self.naming.words
        door = self.view.board.door_at[cell]
        name = words.texts.name("terrain", "door")
        if state.broken >> door & 1:
            self._put(cell, TERRAIN[Terrain.FLOOR], _WALL)
        elif state.doors >> door & 1:
            self._put(cell, OPEN_DOOR, _DOOR, f"{name}, {words.say('open')}")
        elif state.sealed >> door & 1:
            self._put(cell, SEALED_DOOR, _DOOR, f"{name}, {words.say('sealed')}")
        else:
            self._put(cell, TERRAIN[Terrain.DOOR], _DOOR, f"{name}, {words.say('closed')}")

    def _markers(self) -> None:
        for marker in self.view.state.markers.values():
            if marker.cell != NO_CELL and not marker.carrier:
                meaning = self.naming.words.texts.name("markers", marker.kind)
                self._put(marker.cell, MARKERS.get(marker.kind, _OTHER), _MARK, meaning)

    def _unit(self, unit: Unit) -> None:
        game = self.view.game
        style = _OWN if game.teams[unit.side] == game.teams[self.view.side] else _FOE
        if "camouflaged" in unit.states and game.teams[unit.side] != game.teams[self.view.side]:
            sign, meaning = UNKNOWN, self.naming.kind(unit.kind)
        elif game.side_kinds[unit.side] == "human":
            sign = _NUMBERS[unit.id - 1] if 0 < unit.id <= len(_NUMBERS) else _OTHER
            meaning = self.naming.unit(unit)
        else:
            sign, meaning = self._letter(unit.kind), self.naming.kind(unit.kind)
        for cell in game.board.footprint(unit.cell, unit.size):
            self._put(cell, sign, style, meaning)

    def _letter(self, kind: str) -> str:
        if kind not in self._of_kind:
            hive = [found for found in self.view.game.kinds.values() if found.faction == "hive"]
            kinds = [found.id for found in sorted(hive, key=lambda found: (found.cost, found.id))]
            taken: set[str] = set()
            for name in kinds:
                wished = [c for c in f"{self.naming.kind(name)} {name}".lower() if c in _LETTERS] + list(_LETTERS)
                letter = next((c for c in wished if c not in taken), _OTHER)
                taken.add(letter)
                self._of_kind[name] = letter
        return self._of_kind.get(kind, _OTHER)


def _column_heads(width: int) -> list[str]:
    tens = "".join(str(x // 10 % 10) if x % 10 == 0 else " " for x in range(width))
    return [tens, "".join(str(x % 10) for x in range(width))]
