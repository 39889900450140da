"""Text notation: an action, event or task as one line that parses back.

``move unit=3 path=5,5>6,5>d2>7,5``: the verb is the tag of the type, fields follow by name, and those
with their default value are left out. Values inside values stand in parentheses, tuples of them in
brackets. The types are looked through once, when a `Codec` is made.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields as struct_fields

from game.core import text_forms as forms
from game.core.errors import nearest
from game.core.text_forms import Cursor, Form, Grid
from game.core.types import snake

T = TypeVar("T", bound=Struct)

_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_PLAIN: dict[Any, Form] = {int: forms.INT, bool: forms.BOOL, str: forms.STR}
_PLAIN_TUPLES: dict[Any, Form] = {int: forms.INTS, str: forms.STRS}


class _Field(NamedTuple):
    name: str
    form: Form
    default: Any  # NODEFAULT: must be given


class _Shape:
    """One type as the notation sees it."""

    __slots__ = ("by_name", "fields", "kind", "verb")

    def __init__(self, kind: type[Struct], verb: str) -> None:
        self.kind = kind
        self.verb = verb
        self.fields: tuple[_Field, ...] = ()
        self.by_name: dict[str, _Field] = {}

    def write(self, value: Struct, grid: Grid) -> str:
        parts = [self.verb]
        for name, form, default in self.fields:
            given = getattr(value, name)
            if default is NODEFAULT or type(given) is not type(default) or given != default:
                parts.append(f"{name}={form.write(given, grid)}")
        return " ".join(parts)

    def read(self, cursor: Cursor) -> Struct:
        """Read the fields up to the end of the line or a closing parenthesis."""
        values: dict[str, Any] = {}
        start = cursor.pos
        outer = cursor.context
        cursor.skip_blanks()
        while cursor.pos < len(cursor.text) and cursor.text[cursor.pos] != ")":
            field = self._field_name(cursor, values)
            cursor.context = f" for '{field.name}' of '{self.verb}'"
            begin = cursor.pos
            values[field.name] = field.form.read(cursor)
            if not cursor.at_boundary:
                cursor.pos = begin
                cursor.expected(field.form.says)
            cursor.context = outer
            cursor.skip_blanks()
        for field in self.fields:
            if field.default is NODEFAULT and field.name not in values:
                cursor.fail(f"'{self.verb}' needs '{field.name}={field.form.says}'")
        try:
            return self.kind(**values)
        except ValueError as error:
            cursor.fail(f"'{self.verb}' is not valid: {error}", at=start)

    def _field_name(self, cursor: Cursor, values: dict[str, Any]) -> _Field:
        start = cursor.pos
        found = cursor.match(_NAME)
        if found is None or not cursor.take("="):
            cursor.pos = start
            cursor.expected(f"a field of '{self.verb}' as name=value")
        field = self.by_name.get(found.group())
        if field is None:
            known = f"field {nearest(found.group(), self.by_name)}" if self.by_name else "no field"
            cursor.fail(f"expected {known} of '{self.verb}', found \"{found.group()}\"", at=start)
        if field.name in values:
            cursor.fail(f"'{field.name}' of '{self.verb}' is given twice", at=start)
        return field


class _Family:
    """The types that may stand in one place, by verb and by type."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.by_verb: dict[str, _Shape] = {}
        self.by_kind: dict[type[Struct], _Shape] = {}

    def add(self, shape: _Shape) -> None:
        other = self.by_verb.setdefault(shape.verb, shape)
        if other is not shape:
            raise ValueError(f"{shape.kind.__qualname__} and {other.kind.__qualname__} are both written '{shape.verb}'")
        self.by_kind[shape.kind] = shape

    def shape_of(self, value: object) -> _Shape:
        shape = self.by_kind.get(type(value))  # type: ignore[arg-type]
        if shape is None:
            raise TypeError(f"{type(value).__qualname__} is not among the types written as {self.what}")
        return shape

    def read_shape(self, cursor: Cursor) -> _Shape:
        start = cursor.pos
        found = cursor.match(_NAME)
        if found is None:
            cursor.expected(f"a word that names the {self.what}")
        shape = self.by_verb.get(found.group())
        if shape is None:
            known = nearest(found.group(), sorted(self.by_verb))
            cursor.fail(f'expected {self.what} {known}{cursor.context}, found "{found.group()}"', at=start)
        if not cursor.at_boundary:
            cursor.expected(f"a blank after '{shape.verb}'")
        return shape

    def form(self) -> Form:
        """A member of the family as a value inside another: in parentheses."""

        def write(value: Any, grid: Grid) -> str:
            return f"({self.shape_of(value).write(value, grid)})"

        def read(cursor: Cursor) -> Struct:
            if not cursor.take("("):
                cursor.expected(says)
            cursor.enter()
            cursor.skip_blanks()
            value = self.read_shape(cursor).read(cursor)
            if not cursor.take(")"):
                cursor.expected("')'")
            cursor.leave()
            return value

        says = f"({self.what} ...)"
        return Form(says, write, read)


class Codec(Generic[T]):
    """Writes and reads the values of some types, one line each.

    *types* may stand on a line of their own; *nested* are further types for fields declared with a base
    class (an event that holds any ``Action``). Value types named in annotations are found by themselves.
    Raises TypeError for a field that cannot be written, ValueError if two types share a verb in one place.
    """

    def __init__(self, types: Iterable[type[T]], *, nested: Iterable[type[Struct]] = ()) -> None:
        own = tuple(types)
        self._shapes: dict[type[Struct], _Shape] = {}
        self._families: dict[tuple[type[Struct], ...], _Family] = {}
        self._anything: _Family | None = None
        waiting: list[type[Struct]] = [*own, *nested]
        while waiting:
            for kind in waiting:
                if kind not in self._shapes:
                    self._add_shape(kind)
            waiting = self._unmet_bases()
        for bases, family in self._families.items():
            for kind, shape in self._shapes.items():
                if issubclass(kind, bases):
                    family.add(shape)
        self._fill_anything()
        self._lines = _Family("verb")
        for kind in own:
            self._lines.add(self._shapes[kind])

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs a line may begin with, sorted."""
        return tuple(sorted(self._lines.by_verb))

    def usage(self, verb: str) -> str:
        """The fields of a verb as help shows them; those in brackets may be left out.

        Raises KeyError for an unknown verb.
        """
        parts = [verb]
        for field in self._lines.by_verb[verb].fields:
            text = f"{field.name}=<{field.form.says}>"
            parts.append(text if field.default is NODEFAULT else f"[{text}]")
        return " ".join(parts)

    def text(self, value: T, xy: Grid) -> str:
        """The line of a value; raises TypeError if its type is not one of the codec's."""
        return self._lines.shape_of(value).write(value, xy)

    def parse(self, text: str, xy: Grid, *, file: str = "", place: str = "") -> T:
        """The value of a line, blanks around it ignored.

        Raises `DataError`, with *file* and *place* in it, that says what was expected and the nearest name.
        """
        cursor = Cursor(text, xy, file=file, place=place)
        cursor.skip_blanks()
        value: Any = self._lines.read_shape(cursor).read(cursor)
        if cursor.pos < len(text):
            cursor.expected("the end of the line")
        return value  # type: ignore[no-any-return]

    # --- reading the types, once -------------------------------------------------------------------

    def _add_shape(self, kind: type[Struct]) -> None:
        tag = kind.__struct_config__.tag
        shape = self._shapes[kind] = _Shape(kind, tag if isinstance(tag, str) else snake(kind.__name__))
        hints = get_type_hints(kind, include_extras=True)
        found = []
        for info in struct_fields(kind):
            where = f"{kind.__qualname__}.{info.name}"
            default = info.default if info.default_factory is NODEFAULT else info.default_factory()
            found.append(_Field(info.name, self._form(hints[info.name], where), default))
        shape.fields = tuple(found)
        shape.by_name = {field.name: field for field in found}

    def _form(self, hint: Any, where: str) -> Form:
        """The form of an annotation; raises TypeError if there is none."""
        if hint in _PLAIN:
            return _PLAIN[hint]
        if hint is Any:
            return self._any_form()
        if isinstance(hint, type) and issubclass(hint, Struct):
            return self._family((hint,)).form()
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            marks = {"cell": forms.CELL, "path": forms.PATH}
            named = [marks[mark] for mark in arguments[1:] if mark in ("cell", "path")]
            return named[0] if named else self._form(arguments[0], where)
        if origin is tuple:
            return self._tuple_form(arguments, where)
        if origin is Union or origin is types.UnionType:
            return self._union_form(arguments, where)
        if origin is Literal and all(isinstance(word, str) for word in arguments):
            return forms.choice(arguments)
        raise TypeError(f"{where}: the notation has no form for {hint!r}")

    def _tuple_form(self, arguments: Sequence[Any], where: str) -> Form:
        if len(arguments) != 2 or arguments[1] is not Ellipsis:
            return forms.fixed([self._form(argument, where) for argument in arguments])
        if arguments[0] in _PLAIN_TUPLES:
            return _PLAIN_TUPLES[arguments[0]]
        element = self._form(arguments[0], where)
        return forms.CELLS if element is forms.CELL else forms.bracketed(element)

    def _union_form(self, arguments: Sequence[Any], where: str) -> Form:
        others = [argument for argument in arguments if argument is not type(None)]
        if len(others) == 1:
            inner = self._form(others[0], where)
        elif all(isinstance(other, type) and issubclass(other, Struct) for other in others):
            inner = self._family(tuple(others)).form()
        else:
            raise TypeError(f"{where}: the notation cannot tell these apart: {', '.join(map(str, others))}")
        return inner if len(others) == len(arguments) else forms.optional(inner)

    def _family(self, bases: tuple[type[Struct], ...]) -> _Family:
        if bases not in self._families:
            self._families[bases] = _Family(" or ".join(snake(base.__name__) for base in bases))
        return self._families[bases]

    def _unmet_bases(self) -> list[type[Struct]]:
        """Types that annotations name and that no known type stands in for: plain values such as a unit."""
        return [
            base
            for bases in self._families
            for base in bases
            if not any(issubclass(kind, base) for kind in self._shapes)
        ]

    def _any_form(self) -> Form:
        """A module's own value: nothing, a truth value, a number, a text, a known type or a tuple of these."""
        if self._anything is None:
            self._anything = _Family("value")
        inside = self._anything.form()
        readers: dict[str, Callable[[Cursor], Any]] = {"(": inside.read, '"': forms.STR.read}

        def write(value: Any, grid: Grid) -> str:
            if value is None:
                return forms.NONE_WORD
            if isinstance(value, tuple):
                return many.write(value, grid)
            if isinstance(value, str):
                return forms.quoted(value)
            plain = _PLAIN.get(type(value), inside)
            return plain.write(value, grid)

        def read(cursor: Cursor) -> Any:
            mark = cursor.text[cursor.pos : cursor.pos + 1]
            if mark in readers:
                return readers[mark](cursor)
            if cursor.take_word(forms.NONE_WORD):
                return None
            return forms.BOOL.read(cursor) if mark in ("y", "n") else forms.INT.read(cursor)

        one = Form("a value", write, read)
        many = forms.bracketed(one)
        readers["["] = many.read
        return one

    def _fill_anything(self) -> None:
        """Let a module's own value be of any known type whose verb is its alone."""
        if self._anything is not None:
            verbs = [shape.verb for shape in self._shapes.values()]
            for shape in self._shapes.values():
                if verbs.count(shape.verb) == 1:
                    self._anything.add(shape)
