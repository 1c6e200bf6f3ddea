"""
Types of JSON values that Python has no type for, and what the API description says about a field.

A response is declared once, as a `TypedDict` in the selector that builds it; `apps.core.api.responses`
makes the API description from it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Format:
    """How a value is written, in OpenAPI's words."""

    name: str


@dataclass(frozen=True, slots=True)
class Choices:
    """All values that a field can have."""

    values: tuple[str, ...]

    def __init__(self, values: Iterable[str]) -> None:
        object.__setattr__(self, "values", tuple(str(value) for value in values))


@dataclass(frozen=True, slots=True)
class Between:
    least: float | None
    most: float | None


@dataclass(frozen=True, slots=True)
class Help:
    """What the description says about a field beside its type."""

    text: str


Identifier = Annotated[str, Format("uuid")]
DateTime = Annotated[str, Format("date-time")]
Date = Annotated[str, Format("date")]
Url = Annotated[str, Format("uri")]
Email = Annotated[str, Format("email")]
Rupees = Annotated[int | float, Format("rupees")]
Stars = Annotated[int, Between(1, 5)]
Percent = Annotated[int, Between(0, 100)]


def component(name: str) -> Callable[[T], T]:
    """Name the component of the API description; by default it is the type's name with `Out` after it."""

    def register(typed: T) -> T:
        _components[typed] = name
        return typed

    return register


def component_name(typed: type) -> str:
    return _components.get(typed, f"{typed.__name__}Out")


_components: dict[Any, str] = {}
