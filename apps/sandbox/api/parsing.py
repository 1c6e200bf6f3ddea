"""Reads plain values from JSON; a wrong type is an error that names the field."""

from collections.abc import Mapping, Sequence
from typing import Any

from apps.sandbox.errors import ProviderError


def text(data: Mapping[str, Any], name: str, *, among: Sequence[str] = (), default: str | None = None) -> str:
    value = data.get(name, default)
    if not isinstance(value, str) or (among and value not in among):
        wanted = f"one of {', '.join(among)}" if among else "a string"
        raise ProviderError(f"The {name} must be {wanted}.", field=name)
    return value


def number(data: Mapping[str, Any], name: str, *, default: float = 0) -> float:
    value = data.get(name, default)
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise ProviderError(f"The {name} must be a number.", field=name)
    return float(value)


def integer(data: Mapping[str, Any], name: str, *, default: int | None = None) -> int | None:
    value = data.get(name, default)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise ProviderError(f"The {name} must be an integer.", field=name)
    return value
