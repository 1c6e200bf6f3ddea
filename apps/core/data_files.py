"""
Reads files of data and texts into the dataclasses that declare their shape.

A value is what the shape says, whatever YAML would make of it: `18:30` is a time where a time belongs and
text where a text belongs. A file is checked as a whole before any of it is used, and what is wrong is named
with its line. Each file ends with '...', the end mark of YAML: without it nobody would notice a lost end.
"""

from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, time
from decimal import Decimal, InvalidOperation
from enum import Enum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

import yaml
from django.core.exceptions import ImproperlyConfigured

Shape = TypeVar("Shape")

_BOOLEANS = {"true": True, "false": False}
_END = "..."


class DataFileError(ImproperlyConfigured):
    """What is wrong in a file, and on which line."""

    def __init__(self, path: Path, line: int, problem: str) -> None:
        super().__init__(f"{path}:{line}: {problem}")


class InvalidField(ValueError):
    """A dataclass raises it in `__post_init__`, for the error to have the line of this field."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name}: {problem}")
        self.name = name


class DataFile(Generic[Shape]):
    """A file that is read when it is first asked for, once."""

    def __init__(self, path: Path, shape: type[Shape]) -> None:
        self._path = path
        self._shape = shape
        self._content: Shape | None = None

    def read(self) -> Shape:
        """
        What the file contains.

        :raises DataFileError: if it cannot be read or has another shape
        """
        if self._content is None:
            self._content = read(self._path, self._shape)
        return self._content


def read(path: Path, shape: type[Shape]) -> Shape:
    """
    Read a YAML file.

    :raises DataFileError: if it cannot be read or has another shape
    """
    text = _text_of(path)
    lines = text.splitlines()
    if not lines or lines[-1] != _END:
        raise DataFileError(
            path, max(len(lines), 1), f"The last line is not '{_END}', so the file is cut off"
        )
    try:
        root = yaml.compose(text, yaml.CSafeLoader)
    except yaml.reader.ReaderError as error:
        raise DataFileError(path, text[: error.position].count("\n") + 1, error.reason) from error
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise DataFileError(path, line, error.problem or "This is not YAML") from error
    assert root is not None  # as the end mark alone is refused above
    try:
        return cast(Shape, _value(root, shape))
    except _WrongNode as error:
        raise DataFileError(path, error.line, str(error)) from None


def read_document(path: Path, *, head: Collection[str]) -> dict[str, str]:
    """
    Read a text in Markdown: lines such as `title: A title`, a line '---', and the text, which is `text`.

    :raises DataFileError: if the head has other fields, or there is no text
    """
    top, end, text = _text_of(path).partition("\n---\n")
    found: dict[str, str] = {}
    for number, line in enumerate(top.splitlines(), 1):
        name, _, value = line.partition(": ")
        if name not in head or name in found or not value.strip():
            raise DataFileError(path, number, f"Expected {_listed(set(head) - set(found))} with a value")
        found[name] = value.strip()
    last = len(top.splitlines()) + 1
    if missing := set(head) - set(found):
        raise DataFileError(path, last, f"Expected {_listed(missing)} before '---'")
    if not end or not text.strip():
        raise DataFileError(path, last, "Expected '---' and a text after it, so the file is cut off")
    return {**found, "text": text.strip()}


class _WrongNode(Exception):
    def __init__(self, node: yaml.Node, problem: str) -> None:
        super().__init__(problem)
        self.line = node.start_mark.line + 1


def _text_of(path: Path) -> str:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DataFileError(path, 1, error.strerror or "It cannot be read") from error
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise DataFileError(path, line, "This is not UTF-8") from error


def _value(node: yaml.Node, shape: Any) -> object:
    origin, arguments = get_origin(shape), get_args(shape)
    is_missing = node.tag == "tag:yaml.org,2002:null"
    if origin is UnionType:
        return None if is_missing else _value(node, next(part for part in arguments if part is not NoneType))
    if is_missing:
        raise _WrongNode(node, "A value is missing")
    if is_dataclass(shape):
        return _object(_entries(node), node, cast(type, shape))
    if origin is dict:
        entries = _entries(node)
        return {_scalar(key, arguments[0]): _value(value, arguments[1]) for key, value in entries.values()}
    if origin is tuple:
        if not isinstance(node, yaml.SequenceNode):
            raise _WrongNode(node, "Expected a list")
        return tuple(_value(item, arguments[0]) for item in node.value)
    return _scalar(node, shape)


def _entries(node: yaml.Node) -> dict[str, tuple[yaml.Node, yaml.Node]]:
    if not isinstance(node, yaml.MappingNode):
        raise _WrongNode(node, "Expected names with values")
    found: dict[str, tuple[yaml.Node, yaml.Node]] = {}
    for key, value in node.value:
        name = str(_scalar(key, str))
        if name in found:
            raise _WrongNode(key, f"There are two '{name}'")
        found[name] = key, value
    return found


def _object(entries: Mapping[str, tuple[yaml.Node, yaml.Node]], node: yaml.Node, shape: type) -> object:
    types, required = _fields(shape)
    for name, (key, _) in entries.items():
        if name not in types:
            raise _WrongNode(key, f"There is no '{name}' here. Known are {_listed(types)}")
    if missing := required - set(entries):
        raise _WrongNode(node, f"Expected {_listed(missing)} here")
    values = {name: _value(value, types[name]) for name, (_, value) in entries.items()}
    try:
        return shape(**values)
    except InvalidField as error:
        raise _WrongNode(entries[error.name][0] if error.name in entries else node, str(error)) from None


@cache
def _fields(shape: type) -> tuple[Mapping[str, Any], frozenset[str]]:
    """The types of a dataclass's fields, and which of them have no default."""
    required = (
        field.name
        for field in fields(cast(Any, shape))
        if field.default is MISSING and field.default_factory is MISSING
    )
    return get_type_hints(shape), frozenset(required)


def _scalar(node: yaml.Node, shape: Any) -> object:
    if not isinstance(node, yaml.ScalarNode):
        raise _WrongNode(node, "Expected one value")
    text: str = node.value
    try:
        if get_origin(shape) is Literal:
            return {each: each for each in get_args(shape)}[text]
        if shape is bool:
            return _BOOLEANS[text]
        if shape in (date, time):
            return shape.fromisoformat(text)
        return shape(text)
    except (ValueError, KeyError, InvalidOperation):
        raise _WrongNode(node, f"'{text}' is not {_description(shape)}") from None


def _description(shape: Any) -> str:
    if get_origin(shape) is Literal:
        return f"one of {_listed(get_args(shape))}"
    if issubclass(shape, Enum):
        return f"one of {_listed([str(member.value) for member in shape])}"
    return {bool: "true or false", int: "a whole number", Decimal: "a number"}.get(
        shape, f"a {shape.__name__}"
    )


def _listed(names: Collection[str]) -> str:
    return ", ".join(f"'{name}'" for name in sorted(names))
