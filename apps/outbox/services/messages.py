"""Writing what must happen later, and seeing to it that it happens."""

import logging
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from apps.core import backoff
from apps.core.errors import Conflict, Expired
from apps.core.logs import redacted
from apps.outbox import dispatcher, handlers
from apps.outbox.models import Message
from apps.outbox.models.message import MessageQuerySet
from apps.outbox.states import DONE

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=5)
"""How long a sender has a message to itself: far longer than any handler may take."""

KEPT = timedelta(days=90)
"""How long staff can look up what was sent."""

DELAYS = (
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=6),
    timedelta(hours=24),
)
JITTER = 0.2
LAST_ATTEMPT = len(DELAYS) + 1

_LONGEST_ERROR = 200


class OutsideTransaction(RuntimeError):
    """A message is part of what decides it: without a transaction one could happen without the other."""


class NotGivenUp(Conflict):
    code = "message_not_given_up"
    message = "Only a message that was given up can be sent again."


class MessageExpired(Expired):
    code = "message_expired"
    message = "That message is of no use any more."


class Outcome(StrEnum):
    SENT = "sent"
    PUT_OFF = "put off"
    GIVEN_UP = "given up"
    DROPPED = "not needed"
    NOT_OURS = "not ours"


@dataclass(frozen=True, slots=True)
class Swept:
    sent: int
    put_off: int
    given_up: int
    dropped: int


def enqueue(
    *,
    kind: str,
    payload: Mapping[str, Any],
    due_at: datetime | None = None,
    expires_at: datetime | None = None,
    at_once: bool = True,
) -> Message:
    """
    Write a message in the caller's transaction; it is sent once that is committed, or at `due_at`.

    With `at_once` this very process sends it, because somebody waits for it. What nobody waits for is
    left to the worker's next sweep, seconds later, so that the call has its time for others.

    :raises OutsideTransaction: if there is none
    :raises UnknownKind: if nobody handles the kind
    """
    if not connection.in_atomic_block:
        raise OutsideTransaction(f"enqueue({kind!r}) needs its caller's transaction")
    handlers.of_kind(kind)
    now = timezone.now()
    message = Message.objects.create(
        kind=kind, payload=dict(payload), due_at=due_at or now, expires_at=expires_at, created_at=now
    )
    if at_once and message.due_at <= now:
        _hand_over_on_commit(message.pk)
    return message


def enqueue_all(*, kind: str, payloads: Sequence[Mapping[str, Any]]) -> None:
    """
    The same for many messages of a kind, in one statement; they are sent once that is committed.

    :raises OutsideTransaction, UnknownKind: as for one
    """
    if not connection.in_atomic_block:
        raise OutsideTransaction(f"enqueue_all({kind!r}) needs its caller's transaction")
    handlers.of_kind(kind)
    now = timezone.now()
    messages = [Message(kind=kind, payload=dict(payload), due_at=now, created_at=now) for payload in payloads]
    for message in Message.objects.bulk_create(messages):
        _hand_over_on_commit(message.pk)


def deliver(*, message_id: UUID, now: datetime) -> Outcome:
    """
    Try a message once, if it is due and nobody else has it.

    Two commits with the work between them, outside of any transaction. A process that dies in between
    leaves a lease behind; when that ends the message is tried again.
    """
    until = now + LEASE
    message = _take(message_id=message_id, now=now, until=until)
    if message is None:
        return Outcome.NOT_OURS
    if message.has_expired(at=now):
        return _give_up(message, error="Expired before it could be sent")
    if message.attempts > LAST_ATTEMPT:
        return _give_up(message, error="Its last sender did not finish")
    try:
        handlers.of_kind(message.kind).handler(message.payload)
    except handlers.NotNeeded as reason:
        return _drop(message, reason=_kept(str(reason)))
    except handlers.GiveUp as error:
        return _give_up(message, error=_kept(str(error)))
    except Exception as error:
        logger.warning("message not sent", extra={"facts": _facts(message)}, exc_info=_unforeseen(error))
        return _after_failure(message, error=error, now=now)
    return _finish(message, now=now)


def sweep(
    *, now: datetime, limit: int = 100, queue: str | None = None, seconds: float = float("inf")
) -> Swept:
    """
    Try what is due, oldest first; several sweeps at once try each message once.

    Only what is in that queue, where one is named; and nothing is begun after that many seconds.
    """
    started = time.monotonic()
    rows = Message.objects.due_at(now).in_order()
    if queue is not None:
        rows = rows.exclude(kind__in=handlers.outside(queue))
    due = list(rows.values_list("pk", flat=True)[:limit])
    outcomes: Counter[Outcome] = Counter()
    for message_id in due:
        passed = time.monotonic() - started
        if passed >= seconds:
            break
        # Slow handlers move the clock on: a lease must not be over when it begins.
        at = now + timedelta(seconds=passed)
        outcomes[deliver(message_id=message_id, now=at)] += 1
    return Swept(
        sent=outcomes[Outcome.SENT],
        put_off=outcomes[Outcome.PUT_OFF],
        given_up=outcomes[Outcome.GIVEN_UP],
        dropped=outcomes[Outcome.DROPPED],
    )


@transaction.atomic(durable=True)
def send_again(*, message_id: UUID, now: datetime) -> None:
    """
    Give a message that was given up all its tries once more.

    :raises NotGivenUp: if it is in another state, or unknown
    :raises MessageExpired: if nobody can use it any more: it is too late, or its secret is wiped
    """
    message = Message.objects.filter(pk=message_id).first()
    if message is None:
        raise NotGivenUp()
    if message.has_expired(at=now) or handlers.is_secret(message.kind):
        raise MessageExpired()
    if not Message.objects.filter(pk=message_id).revive(now=now):
        raise NotGivenUp()
    _hand_over_on_commit(message_id)


def forget_old(*, now: datetime) -> int:
    """Remove what was sent, or was not needed, long ago; what was given up stays for staff to see."""
    removed, _ = Message.objects.filter(status__in=DONE, created_at__lt=now - KEPT).delete()
    return removed


def _hand_over_on_commit(message_id: UUID) -> None:
    # A named function: Django names a robust callback that fails, and a partial has no name to give.
    def hand_over() -> None:
        dispatcher.submit(partial(_deliver_now, message_id))

    transaction.on_commit(hand_over, robust=True)


def _deliver_now(message_id: UUID) -> None:
    deliver(message_id=message_id, now=timezone.now())


@transaction.atomic(durable=True)
def _take(*, message_id: UUID, now: datetime, until: datetime) -> Message | None:
    if not Message.objects.take(message_id=message_id, now=now, until=until):
        return None
    return Message.objects.get(pk=message_id)


@transaction.atomic(durable=True)
def _finish(message: Message, *, now: datetime) -> Outcome:
    if not _ours(message).finish(now=now, **_wiped(message)):
        return _lost(message)
    return _told(Outcome.SENT, message)


def _unforeseen(error: Exception) -> Exception | None:
    return None if isinstance(error, handlers.TryLater) else error


def _after_failure(message: Message, *, error: Exception, now: datetime) -> Outcome:
    named = _kept(f"{type(error).__name__}: {error}")
    delay = backoff.listed(attempt=message.attempts, delays=DELAYS, jitter=JITTER)
    if delay is None:
        return _give_up(message, error=named)
    if isinstance(error, handlers.TryLater) and error.after is not None:
        delay = error.after
    if message.has_expired(at=now + delay):
        return _give_up(message, error=named)
    return _put_off(message, due_at=now + delay, error=named)


@transaction.atomic(durable=True)
def _put_off(message: Message, *, due_at: datetime, error: str) -> Outcome:
    if not _ours(message).put_off(due_at=due_at, error=error):
        return _lost(message)
    return _told(Outcome.PUT_OFF, message, error=error)


@transaction.atomic(durable=True)
def _give_up(message: Message, *, error: str) -> Outcome:
    if not _ours(message).give_up(error=error, **_wiped(message)):
        return _lost(message)
    return _told(Outcome.GIVEN_UP, message, error=error)


@transaction.atomic(durable=True)
def _drop(message: Message, *, reason: str) -> Outcome:
    if not _ours(message).drop(reason=reason, **_wiped(message)):
        return _lost(message)
    return _told(Outcome.DROPPED, message, error=reason)


def _kept(error: str) -> str:
    return redacted(error)[:_LONGEST_ERROR]


def _ours(message: Message) -> MessageQuerySet:
    return Message.objects.held_as(message)


def _wiped(message: Message) -> dict[str, Any]:
    return {"payload": {}} if handlers.is_secret(message.kind) else {}


def _lost(message: Message) -> Outcome:
    """Our lease ended while we worked, and the message is somebody else's now: theirs is the outcome."""
    logger.warning("message outlived its lease", extra={"facts": _facts(message)})
    return Outcome.NOT_OURS


def _told(outcome: Outcome, message: Message, *, error: str = "") -> Outcome:
    facts = {**_facts(message), "outcome": outcome.value, "error": error}
    level = logging.ERROR if outcome is Outcome.GIVEN_UP else logging.INFO
    logger.log(level, "message", extra={"facts": facts})
    return outcome


def _facts(message: Message) -> dict[str, object]:
    return {"id": str(message.pk), "kind": message.kind, "attempts": message.attempts}
