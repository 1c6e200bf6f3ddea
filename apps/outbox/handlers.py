"""
Registry of message handlers: each app registers one for each of its kinds in `AppConfig.ready`.

Handlers must be idempotent: one may run twice for the same message if its process dies after the work is
done and before the result is saved.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol, TypeAlias

from django.core.exceptions import ImproperlyConfigured


class Handler(Protocol):
    """
    Does the work of a message, outside any transaction and well within the lease.

    Any exception leads to a retry, except `NotNeeded` and `PermanentFailure`, which end the message.
    """

    def __call__(self, payload: Mapping[str, Any], /) -> None: ...


class RetryLater(Exception):
    """A temporary failure; `after` is the delay until the retry, if the provider specified one."""

    def __init__(self, reason: str, *, after: timedelta | None = None) -> None:
        super().__init__(reason)
        self.after = after


class NotNeeded(Exception):
    """The message is no longer of use, such as an OTP that was replaced. Nobody needs to look into it."""


class PermanentFailure(Exception):
    """No retry can succeed, for example because the number is invalid. Somebody should look into it."""


class UnknownKind(LookupError):
    """No handler is registered for the kind."""


Strike: TypeAlias = Callable[[Mapping[str, Any]], dict[str, Any]]
"""Returns a payload without what only the message itself may carry."""


@dataclass(frozen=True, slots=True)
class Registration:
    handler: Handler
    is_secret: bool
    strike: Strike
    queue: str


DEFAULT_QUEUE = "default"

_registered: dict[str, Registration] = {}


def register(
    kind: str,
    handler: Handler,
    *,
    is_secret: bool = False,
    strike: Strike = dict,
    queue: str = DEFAULT_QUEUE,
) -> None:
    """
    Register the handler of a kind.

    The payload of a secret kind, such as an OTP, is wiped when the message ends; `strike` takes out of others
    what need not be stored once it was sent. A failed message keeps it, so that staff can send it again. Give
    slow handlers a queue of their own, so that they do not delay the sweep of the default queue.

    :raises ImproperlyConfigured: if the kind already has a handler
    """
    if kind in _registered:
        raise ImproperlyConfigured(f"Two handlers for messages of kind {kind!r}")
    _registered[kind] = Registration(handler, is_secret, strike, queue)


def registration_for(kind: str) -> Registration:
    """:raises UnknownKind: if no handler is registered for the kind"""
    if kind not in _registered:
        raise UnknownKind(kind)
    return _registered[kind]


def kinds_outside(queue: str) -> list[str]:
    """The kinds that belong to other queues."""
    return [kind for kind, registration in _registered.items() if registration.queue != queue]


def is_secret(kind: str) -> bool:
    return kind in _registered and _registered[kind].is_secret
