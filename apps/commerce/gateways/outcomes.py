"""The three outcomes of a request to an external service."""

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """It succeeded, with this value."""

    value: T


@dataclass(frozen=True, slots=True)
class Refused:
    """It was refused, and nothing has changed there."""

    status: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """Whether it took effect is unknown: retry, and do not treat it as a failure."""

    why: str


Outcome = Done[T] | Refused | Unknown
