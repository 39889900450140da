"""A failure as a pytest file that stands alone: it fails while the fault is there, and passes once it is mended."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pprint import pformat
from typing import Any, Final

from game.sim.course import DEAD_ENDS
from game.sim.failure import in_one_line
from game.sim.match import ENGINE
from game.sim.rerun import Case

WIDTH: Final = 116
"""Characters of a line that is not a position's."""
MAKER: Final = "ai.player:make_bot"
"""How bots are made where nothing else is said."""


def pytest_text(case: Case, *, command: str = "broodfall shrink", maker: str = MAKER) -> str:
    """The text of the file. ``maker`` names how bots are made, as ``module:function``."""
    return _Writer(case, command, maker).text()


class _Writer:
    def __init__(self, case: Case, command: str, maker: str) -> None:
        self._case = case
        self._command = command
        self._maker = maker
        self._side = case.failure.fault if case.failure.fault != ENGINE else ""
        self._bots = [side for side in case.seats if side in case.acting]

    def text(self) -> str:
        case = self._case
        lines = [self._docstring(), "", *self._imports(), ""]
        if case.start:
            lines += [f"POSITION = {_block(case.start)}", ""]
        for name, text in case.rosters.items():
            lines.append(f"ROSTER_{_name(name).upper()} = {_block(text)}")
        if not case.start:
            lines += [
                "FILES = {",
                *(f"    {_value(name)}: {_block(text)}," for name, text in case.files.items()),
                "}",
                "",
            ]
        if case.actions:
            lines += [f"ACTIONS = {_value(list(case.actions))}", ""]
        lines += ["", *self._test()]
        text = "\n".join(lines) + "\n"
        longest = max(len(line) for line in text.splitlines())
        return text if longest <= WIDTH else f"# ruff: noqa: E501\n{text}"

    def _docstring(self) -> str:
        said = in_one_line(self._case.failure).replace("\\", "\\\\").replace('"', "'")
        passes = "the state is sound" if self._case.failure.kind == "invariant" else "the fault is mended"
        if self._side:
            passes = "the game goes on" if self._case.stuck else f"the bot of {self._side} answers what is allowed"
        body = "\n".join(_wrapped(f"{said}."))
        return (
            f'"""A game failed; made small by `{self._command}`.\n\n{body}\n'
            f'The test fails as long as the fault is there, and passes once {passes}.\n"""'
        )

    def _imports(self) -> list[str]:
        case = self._case
        names = ["SeededDice"]
        names += ["action_codec"] if case.actions else []
        names += ["admit"] if case.modules else []
        names += ["position_of"] if case.start else ["open_files"]
        found = [f"from game.api import {', '.join(sorted(names, key=_by_kind))}"]
        if self._bots:
            module, _, function = self._maker.partition(":")
            found.insert(0, f"from {module} import {function} as make_bot" if function != "make_bot" else _bare(module))
            found += ["from game.sim.patience import within"] if case.limit else []
            found.append("from game.sim.seats import BotDice")
        return found

    def _test(self) -> list[str]:
        case = self._case
        lines = [f"def {self._title()}() -> None:"]
        add = lines.append
        for module in case.modules:
            add(f"    admit({_value(module)})")
        if case.start:
            more = f", outside={_value(list(case.modules))}"
            if case.rosters:
                named = ", ".join(f"{_value(name)}: ROSTER_{_name(name).upper()}" for name in case.rosters)
                more += f", rosters={{{named}}}"
            add(f"    game, state = position_of(POSITION{more})")
        else:
            add("    game, start, _, _ = open_files(FILES)")
            add("    state = game.initial() if start is None else start")
        counts = f", {_value(dict(case.dice))}" if case.dice else ""
        add(f"    dice = SeededDice({_value(case.seed)}{counts})")
        lines += self._players()
        told = ", events" if case.heard else ", _"
        add(f"    state{told} = game.begin(state, dice)")
        lines += self._hearing()
        lines += self._soundness()
        if case.actions:
            lines += self._way(told)
        lines += self._end()
        return lines

    def _players(self) -> list[str]:
        case = self._case
        first = case.decision - len(case.actions)
        ahead = f", ahead={first}" if first > 0 else ""
        if case.stuck:
            seats = _value({side: case.seats[side] for side in self._bots})
            return [
                f"    seats = {seats}",
                f"    own = {{side: BotDice({_value(case.seed)}, side{ahead}) for side in seats}}",
                "    bots = {side: make_bot(spec, own[side]) for side, spec in seats.items()}",
            ]
        if not self._bots:
            return []
        side = _value(self._side)
        return [
            f"    own = BotDice({_value(case.seed)}, {side}{ahead})",
            f"    bot = make_bot({_value(case.seats[self._side])}, own)",
        ]

    def _hearing(self, indent: str = "    ") -> list[str]:
        if not self._case.heard or not self._bots:
            return []
        if self._case.stuck:
            return [
                f"{indent}for side, bot in bots.items():",
                f"{indent}    bot.observe(game.redacted_events(state, events, side))",
            ]
        return [f"{indent}bot.observe(game.redacted_events(state, events, {_value(self._side)}))"]

    def _soundness(self, indent: str = "    ") -> list[str]:
        return [f"{indent}assert game.problems(state) == []"] if self._case.checked else []

    def _way(self, told: str) -> list[str]:
        case = self._case
        asked = case.heard and bool(self._bots)
        lines = ["    codec = action_codec(game.rulebook)"]
        lines.append("    for number, line in enumerate(ACTIONS):" if asked else "    for line in ACTIONS:")
        if asked:
            who, dice, bot = ("side", "own[side]", "bots[side]") if case.stuck else (_value(self._side), "own", "bot")
            if case.stuck:
                lines.append("        side = game.to_act(state) or ''")
            lines += [] if case.stuck else [f"        if game.to_act(state) == {who}:"]
            indent = "        " if case.stuck else "            "
            lines += [f"{indent}{dice}.at(number)"]
            lines += [f"{indent}{bot}.decide(game.view(state, {who}), game.options(state))"]
        lines.append('        action = codec.parse(line, game.board, file="ACTIONS", place=line)')
        lines.append(f"        state{told} = game.apply(state, action, dice)")
        return [*lines, *self._hearing("        "), *self._soundness("        ")]

    def _end(self) -> list[str]:
        case, count = self._case, len(self._case.actions)
        if case.stuck:
            return self._stuck_end(count)
        if not self._bots and (case.failure.action or case.failure.kind == "invariant"):
            return [] if case.failure.message.partition(":")[0] not in DEAD_ENDS else ["    assert game.options(state)"]
        if not self._bots:
            return [
                "    if state.outcome is None:",
                "        side = game.to_act(state)",
                "        assert side is not None",
                "        assert len(game.options(state))",
                "        assert len(game.view(state, side).options())",
            ]
        side = _value(self._side)
        asked = f"answer = bot.decide(game.view(state, {side}), game.options(state))"
        return [
            "    if game.to_act(state) == " + side + ":",
            f"        own.at({count})",
            *(
                [f"        with within({case.limit / 1000:g}):", f"            {asked}"]
                if case.limit
                else [f"        {asked}"]
            ),
            f"        verdict = game.verdict(state, answer, {side})",
            "        assert verdict, verdict.refusal",
        ]

    def _stuck_end(self, count: int) -> list[str]:
        case = self._case
        return [
            "    moment = (state.round, state.turn)",
            f"    for number in range({count}, {count + case.stuck}):",
            "        side = game.to_act(state)",
            "        if side is None or (state.round, state.turn) != moment:",
            "            return",
            "        own[side].at(number)",
            "        action = bots[side].decide(game.view(state, side), game.options(state))",
            f"        state{', events' if case.heard else ', _'} = game.apply(state, action, dice)",
            *self._hearing("        "),
            f"    raise AssertionError('{case.stuck} answers, and it is still the same turn')",
        ]

    def _title(self) -> str:
        failure = self._case.failure
        what = {
            "crash": f"{failure.fault}_{failure.error}",
            "illegal": f"{failure.fault}_answers_what_is_allowed",
            "invariant": f"holds_{' '.join(failure.message.split()[:6])}",
            "timeout": f"{failure.fault}_answers_in_time",
            "action_cap": "the_turn_comes_to_an_end",
        }.get(failure.kind, failure.kind)
        return f"test_{_name(what)}"


def _bare(module: str) -> str:
    return f"from {module} import make_bot"


def _by_kind(name: str) -> tuple[bool, str]:
    """Classes before functions, as sorters of imports have it."""
    return (not name[0].isupper(), name)


def _name(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text).lower()).strip("_") or "x"


def _value(value: Any) -> str:
    """A value as Python text: double quotes, and several lines where one is too long."""
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_value(key)}: {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        items = [_value(item) for item in value]
        short = f"[{', '.join(items)}]"
        if len(short) <= WIDTH and len(items) < 4:
            return short
        return "[\n" + "".join(f"    {item},\n" for item in items) + "]"
    return pformat(value)


def _quoted(text: str) -> str:
    shown = repr(text)
    if shown.startswith("'") and '"' not in text:
        return f'"{shown[1:-1]}"'
    return shown


def _block(text: str) -> str:
    """A text of several lines as a Python literal that reads as it is."""
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if escaped.endswith('"') or any(ord(sign) < ord(" ") and sign != "\n" for sign in escaped):
        return repr(text)
    return f'"""\\\n{escaped}"""'


def _wrapped(text: str) -> Sequence[str]:
    from textwrap import wrap

    return wrap(text, WIDTH) or [""]


def proof_of(text: str, file: str) -> str:
    """How a test fails when it is run, in a line; empty if it passes."""
    space: dict[str, Any] = {"__name__": "shrunk"}
    exec(compile(text, file, "exec"), space)
    test = next(value for name, value in space.items() if name.startswith("test_"))
    try:
        test()
    except Exception as error:
        return " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ") + "."
    return ""
