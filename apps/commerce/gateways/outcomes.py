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
    """
    It was refused, and nothing has changed there.

    `is_about_us` is true where our key or account was refused, and not what was requested: the same request
    may succeed once that is fixed. `is_about_amount` is true where the amount is larger than it takes.
    """

    code: str
    message: str
    is_about_us: bool = False
    is_about_amount: bool = False


@dataclass(frozen=True, slots=True)
class Unknown:
    """Whether it took effect is unknown: retry, and do not treat it as a failure."""

    why: str


Outcome = Done[T] | Refused | Unknown
