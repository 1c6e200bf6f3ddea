"""
Who does what a message asks for: each app registers a handler for each of its kinds in `ready`.

A handler may be called more than once for one message (its process may die after the work and before
the note of it), so what it does must bear repeating.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol

from django.core.exceptions import ImproperlyConfigured


class Handler(Protocol):
    """
    Does the work outside of any transaction and well within the lease.

    Whatever it raises is a retry, save `NotNeeded` and `GiveUp`, which end the message at once.
    """

    def __call__(self, payload: Mapping[str, Any], /) -> None: ...


class TryLater(Exception):
    """The other side cannot take it at the moment; `after` where it said for how long."""

    def __init__(self, reason: str, *, after: timedelta | None = None) -> None:
        super().__init__(reason)
        self.after = after


class NotNeeded(Exception):
    """What it should send is of no use any more, such as a replaced code; nobody need look into it."""


class GiveUp(Exception):
    """No further try can succeed, such as one to a number that is none; somebody should look into it."""


class UnknownKind(LookupError):
    """No app has registered a handler for that kind."""


@dataclass(frozen=True, slots=True)
class Registration:
    handler: Handler
    is_secret: bool
    queue: str


DEFAULT_QUEUE = "default"

_registered: dict[str, Registration] = {}


def register(kind: str, handler: Handler, *, is_secret: bool = False, queue: str = DEFAULT_QUEUE) -> None:
    """
    Name the handler of a kind; the payload of a secret kind, such as a code, is wiped at its end.

    What may wait long for its other side has a queue of its own: a sweep of the others never meets it.

    :raises ImproperlyConfigured: if the kind has one already
    """
    if kind in _registered:
        raise ImproperlyConfigured(f"Two handlers for messages of kind {kind!r}")
    _registered[kind] = Registration(handler=handler, is_secret=is_secret, queue=queue)


def of_kind(kind: str) -> Registration:
    """
    The handler of a kind.

    :raises UnknownKind: if there is none
    """
    if kind not in _registered:
        raise UnknownKind(kind)
    return _registered[kind]


def outside(queue: str) -> list[str]:
    """The kinds of all other queues."""
    return [kind for kind, registration in _registered.items() if registration.queue != queue]


def is_secret(kind: str) -> bool:
    return kind in _registered and _registered[kind].is_secret
