"""Custom properties: the declared type decides, in both formats."""

import pytest

from game.core.errors import DataError
from game.io.tiled import load_tiled
from tests.io.tiled.writing import objects, prop, props, tmj, tmx, written


def read(tmp_path, *inside):
    text = tmx(objects(f'<object id="5" name="gate" x="0" y="0">{props(*inside)}</object>'))
    (thing,) = load_tiled(written(tmp_path, "m.tmx", text)).objects()
    return {entry.name: entry for entry in thing.properties}


def read_json(tmp_path, *entries):
    thing = {"id": 5, "name": "gate", "x": 0, "y": 0, "properties": list(entries)}
    layer = {"type": "objectgroup", "id": 2, "name": "Things", "objects": [thing]}
    (found,) = load_tiled(written(tmp_path, "m.tmj", tmj([layer]))).objects()
    return {entry.name: entry for entry in found.properties}


@pytest.mark.parametrize(
    ("text", "value"), [("false", False), ("true", True), ("False", False), ("0", False), ("1", True)]
)
def test_false_is_false(tmp_path, text, value):
    """Case TMX-07."""
    assert read(tmp_path, prop("open", text, "bool"))["open"].value is value
    assert read_json(tmp_path, {"name": "open", "type": "bool", "value": text})["open"].value is value
    if text in {"true", "false"}:
        assert read_json(tmp_path, {"name": "open", "type": "bool", "value": value})["open"].value is value


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("3", "int", 3),
        ("-3", "int", -3),
        ("2.5", "float", 2.5),
        ("1e-3", "float", 0.001),
        ("true", "", "true"),
        ("", "string", ""),
        ("#ff0004", "color", "#ff0004"),
        ("", "color", ""),
        ("../x.png", "file", "../x.png"),
        ("7", "object", 7),
    ],
)
def test_each_type_gives_its_value(tmp_path, text, kind, value):
    found = read(tmp_path, prop("a", text, kind))["a"]
    assert found.value == value
    assert type(found.value) is type(value)
    assert found.type == (kind or "string")


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("yes", "bool", "expected true or false"),
        ("2", "bool", "expected true or false"),
        ("", "bool", "expected true or false"),
        ("3.5", "int", "expected a whole number"),
        ("0x10", "int", "expected a whole number"),
        ("1_0", "int", "expected a whole number"),
        (" 3", "int", "expected a whole number"),
        ("9" * 30, "int", "expected a whole number"),
        ("three", "float", "expected a number"),
        ("nan", "float", "expected a number"),
        ("1e999", "float", "expected a number"),
        ("red", "color", "expected #RRGGBB"),
        ("-1", "object", "expected the number of an object"),
        ("x", "boole", 'expected "bool" in "type"'),
    ],
)
def test_a_value_that_is_not_of_its_type_is_refused_naming_object_and_property(tmp_path, text, kind, expected):
    """Case TMX-07."""
    with pytest.raises(DataError) as caught:
        read(tmp_path, prop("open", text, kind))
    message = str(caught.value)
    assert expected in message
    assert 'object 5 "gate"' in message
    assert 'property "open"' in message


@pytest.mark.parametrize(
    ("value", "kind"),
    [(1, "bool"), (True, "int"), (2.5, "int"), ("3", "int"), (False, "string"), (None, "string"), ("2", "float")],
)
def test_json_values_are_not_turned_into_other_types(tmp_path, value, kind):
    with pytest.raises(DataError, match="properties"):
        read_json(tmp_path, {"name": "a", "type": kind, "value": value})


def test_text_of_several_lines_is_the_content_of_the_element(tmp_path):
    found = read(tmp_path, '<property name="a">one\ntwo</property>')["a"]
    assert found.value == "one\ntwo"


def test_class_values_and_lists_are_read_in_both_formats(tmp_path):
    members = props(prop("deep", "true", "bool"), prop("n", "4", "int"))
    items = '<item type="int" value="1"/><item type="string" value="b"/>'
    one = read(
        tmp_path,
        f'<property name="c" type="class" propertytype="Gate">{members}</property>',
        f'<property name="l" type="list">{items}</property>',
    )
    two = read_json(
        tmp_path,
        {"name": "c", "type": "class", "propertytype": "Gate", "value": {"deep": True, "n": 4}},
        {"name": "l", "type": "list", "value": [{"type": "int", "value": 1}, {"type": "string", "value": "b"}]},
    )
    assert one == two
    assert [member.value for member in one["c"].value] == [True, 4]
    assert [entry.value for entry in one["l"].value] == [1, "b"]


def test_a_property_twice_is_refused(tmp_path):
    with pytest.raises(DataError, match="each property once"):
        read(tmp_path, prop("a", "1"), prop("a", "2"))


def test_more_properties_than_anybody_needs_are_refused(tmp_path):
    with pytest.raises(DataError, match="at most 256 properties"):
        read(tmp_path, *(prop(f"p{number}", "1") for number in range(257)))


def test_control_characters_of_a_file_never_reach_the_message(tmp_path):
    with pytest.raises(DataError) as caught:
        read_json(tmp_path, {"name": "a\nb\x1b[31m\u2028", "type": "bool", "value": "maybe"})
    assert str(caught.value).isprintable()
