"""The three ends that a call to an outside party has; there is no fourth."""

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """It answered, and this is what it says."""

    value: T


@dataclass(frozen=True, slots=True)
class Refused:
    """It answered no, and nothing has changed there."""

    status: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nobody knows whether it took effect: ask again, and never call it a failure."""

    why: str


Outcome = Done[T] | Refused | Unknown
