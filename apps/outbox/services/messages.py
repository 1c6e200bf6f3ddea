"""Enqueue messages in a transaction, dispatch them after the commit, and retry with backoff what fails."""

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

from apps.core import retention
from apps.core.errors import Conflict, Expired
from apps.core.logs import redact
from apps.core.row_processing import Completed, process_row
from apps.outbox import dispatcher, handlers, retry_delays
from apps.outbox.models import Message
from apps.outbox.models.message import LEASE
from apps.outbox.states import DONE

logger = logging.getLogger(__name__)


_MAX_ERROR_LENGTH = 200


class OutsideTransaction(RuntimeError):
    """Enqueueing needs a transaction, so that the message and the change it belongs to commit together."""


class NotFailed(Conflict):
    code = "message_not_given_up"
    message = "Only failed messages can be sent again."


class MessageExpired(Expired):
    code = "message_expired"
    message = "This message has expired."


class Outcome(StrEnum):
    SENT = "sent"
    DEFERRED = "deferred"
    FAILED = "failed"
    DROPPED = "not needed"
    NOT_OURS = "not ours"


@dataclass(frozen=True, slots=True)
class SweepResult:
    sent: int
    deferred: int
    failed: int
    dropped: int


def enqueue(
    *,
    kind: str,
    payload: Mapping[str, Any],
    due_at: datetime | None = None,
    expires_at: datetime | None = None,
    dispatch_on_commit: bool = True,
) -> Message:
    """
    Create a message in the caller's transaction, to be sent after the commit or at `due_at`.

    With `dispatch_on_commit` this process sends it right after the commit; use it when a user is waiting for
    the message. Otherwise the worker's next sweep sends it seconds later, and the request finishes sooner.

    :raises OutsideTransaction: if the caller has no open transaction
    :raises UnknownKind: if no handler is registered for the kind
    """
    if not connection.in_atomic_block:
        raise OutsideTransaction(f"enqueue({kind!r}) needs its caller's transaction")
    handlers.registration_for(kind)
    now = timezone.now()
    message = Message.objects.create(
        kind=kind, payload=dict(payload), due_at=due_at or now, expires_at=expires_at, created_at=now
    )
    if dispatch_on_commit and message.due_at <= now:
        _dispatch_on_commit(message.pk)
    return message


def enqueue_all(*, kind: str, payloads: Sequence[Mapping[str, Any]]) -> None:
    """
    Create many messages of one kind in one statement, to be dispatched after the commit.

    :raises OutsideTransaction: if the caller has no open transaction
    :raises UnknownKind: if no handler is registered for the kind
    """
    if not connection.in_atomic_block:
        raise OutsideTransaction(f"enqueue_all({kind!r}) needs its caller's transaction")
    handlers.registration_for(kind)
    now = timezone.now()
    messages = [Message(kind=kind, payload=dict(payload), due_at=now, created_at=now) for payload in payloads]
    for message in Message.objects.bulk_create(messages):
        _dispatch_on_commit(message.pk)


def enqueue_deferred(*, messages: Mapping[str, Mapping[str, Any]]) -> None:
    """
    Create a message of each kind in one statement. The next sweeps send them.

    :raises OutsideTransaction: if the caller has no open transaction
    :raises UnknownKind: if no handler is registered for a kind
    """
    if not connection.in_atomic_block:
        raise OutsideTransaction(f"enqueue_deferred({list(messages)}) needs its caller's transaction")
    now, rows = timezone.now(), []
    for kind, payload in messages.items():
        handlers.registration_for(kind)
        rows.append(Message(kind=kind, payload=dict(payload), due_at=now, created_at=now))
    Message.objects.bulk_create(rows)


def deliver(*, message_id: UUID, now: datetime) -> Outcome:
    """
    Make one attempt to send a message, if it is due and no other worker holds it.

    One commit acquires the lease, another saves the outcome; the handler runs between them, outside any
    transaction. If the process dies in between, the message is retried once the lease has expired.
    """
    message = _acquire_lease(message_id=message_id, now=now)
    if message is None:
        return Outcome.NOT_OURS
    if message.has_expired(at=now):
        return _mark_failed(message, error="Expired before it could be sent")
    if message.attempts > retry_delays.LAST_ATTEMPT:
        return _mark_failed(message, error="The last attempt did not finish")
    try:
        handlers.registration_for(message.kind).handler(message.payload)
    except handlers.NotNeeded as error:
        return _mark_dropped(message, reason=_redact_and_truncate(str(error)))
    except handlers.PermanentFailure as error:
        return _mark_failed(message, error=_redact_and_truncate(str(error)))
    except Exception as error:
        logger.warning("message not sent", extra={"facts": _log_fields(message)}, exc_info=_unexpected(error))
        return _retry_or_fail(message, error=error, now=now)
    return _mark_sent(message, now=now)


def sweep(
    *, now: datetime, limit: int = 100, queue: str | None = None, seconds: float = float("inf")
) -> SweepResult:
    """
    Send the due messages, oldest first. Concurrent sweeps do not send a message twice.

    With `queue`, only the messages of that queue. No new attempt starts after `seconds`.
    """
    started = time.monotonic()
    due = Message.objects.due_at(now).in_order()
    if queue is not None:
        due = due.exclude(kind__in=handlers.kinds_outside(queue))
    message_ids = list(due.values_list("pk", flat=True)[:limit])
    outcomes: Counter[Outcome] = Counter()
    for message_id in message_ids:
        elapsed = time.monotonic() - started
        if elapsed >= seconds:
            break
        # Handlers can be slow, and each lease must start at the current time.
        at = now + timedelta(seconds=elapsed)
        done = process_row(partial(deliver, message_id=message_id, now=at), name=f"message {message_id}")
        outcomes[done.result if isinstance(done, Completed) else Outcome.FAILED] += 1
    return SweepResult(
        sent=outcomes[Outcome.SENT],
        deferred=outcomes[Outcome.DEFERRED],
        failed=outcomes[Outcome.FAILED],
        dropped=outcomes[Outcome.DROPPED],
    )


def count_due(*, now: datetime) -> int:
    return Message.objects.due_at(now).count()


@transaction.atomic(durable=True)
def send_again(*, message_id: UUID, now: datetime) -> None:
    """
    Retry a failed message, with its attempts reset.

    :raises NotFailed: if the message has another status or does not exist
    :raises MessageExpired: if it has expired, or its secret payload was wiped
    """
    message = Message.objects.filter(pk=message_id).first()
    if message is None:
        raise NotFailed()
    if message.has_expired(at=now) or handlers.is_secret(message.kind):
        raise MessageExpired()
    if not Message.objects.filter(pk=message_id).requeue(now=now):
        raise NotFailed()
    _dispatch_on_commit(message_id)


def delete_old(*, now: datetime) -> int:
    """Delete finished messages older than the retention period. Failed ones are kept for staff."""
    deleted, _ = Message.objects.filter(
        status__in=DONE, created_at__lt=now - retention.OUTBOX_RETENTION
    ).delete()
    return deleted


def _dispatch_on_commit(message_id: UUID) -> None:
    # Not a partial: Django logs `__qualname__` of a robust callback that fails.
    def dispatch() -> None:
        dispatcher.submit(partial(_deliver_now, message_id))

    transaction.on_commit(dispatch, robust=True)


def _deliver_now(message_id: UUID) -> None:
    deliver(message_id=message_id, now=timezone.now())


@transaction.atomic(durable=True)
def _acquire_lease(*, message_id: UUID, now: datetime) -> Message | None:
    if not Message.objects.acquire_lease(message_id=message_id, now=now, until=now + LEASE):
        return None
    return Message.objects.get(pk=message_id)


@transaction.atomic(durable=True)
def _mark_sent(message: Message, *, now: datetime) -> Outcome:
    if not Message.objects.with_lease_of(message).mark_sent(now=now, **_struck(message)):
        return _lease_lost(message)
    return _log_outcome(Outcome.SENT, message)


def _unexpected(error: Exception) -> Exception | None:
    """The exception, for its traceback in the log, unless the handler asked for a retry."""
    return None if isinstance(error, handlers.RetryLater) else error


def _retry_or_fail(message: Message, *, error: Exception, now: datetime) -> Outcome:
    description = _redact_and_truncate(f"{type(error).__name__}: {error}")
    delay = retry_delays.after(attempt=message.attempts)
    if delay is None:
        return _mark_failed(message, error=description)
    if isinstance(error, handlers.RetryLater) and error.after is not None:
        delay = error.after
    if message.has_expired(at=now + delay):
        return _mark_failed(message, error=description)
    return _defer(message, due_at=now + delay, error=description)


@transaction.atomic(durable=True)
def _defer(message: Message, *, due_at: datetime, error: str) -> Outcome:
    if not Message.objects.with_lease_of(message).schedule_retry(due_at=due_at, error=error):
        return _lease_lost(message)
    return _log_outcome(Outcome.DEFERRED, message, error=error)


@transaction.atomic(durable=True)
def _mark_failed(message: Message, *, error: str) -> Outcome:
    if not Message.objects.with_lease_of(message).mark_failed(error=error, **_without_secret(message)):
        return _lease_lost(message)
    return _log_outcome(Outcome.FAILED, message, error=error)


@transaction.atomic(durable=True)
def _mark_dropped(message: Message, *, reason: str) -> Outcome:
    if not Message.objects.with_lease_of(message).mark_dropped(reason=reason, **_struck(message)):
        return _lease_lost(message)
    return _log_outcome(Outcome.DROPPED, message, error=reason)


def _redact_and_truncate(error: str) -> str:
    return redact(error)[:_MAX_ERROR_LENGTH]


def _without_secret(message: Message) -> dict[str, Any]:
    return {"payload": {}} if handlers.is_secret(message.kind) else {}


def _struck(message: Message) -> dict[str, Any]:
    """What the payload of a message becomes that is never sent again, if it changes."""
    if handlers.is_secret(message.kind):
        return {"payload": {}}
    payload = handlers.registration_for(message.kind).strike(message.payload)
    return {} if payload == message.payload else {"payload": payload}


def _lease_lost(message: Message) -> Outcome:
    """The lease expired during the attempt, and another worker has the message: its outcome counts."""
    logger.warning("message outlived its lease", extra={"facts": _log_fields(message)})
    return Outcome.NOT_OURS


def _log_outcome(outcome: Outcome, message: Message, *, error: str = "") -> Outcome:
    fields = {**_log_fields(message), "outcome": outcome.value, "error": error}
    level = logging.ERROR if outcome is Outcome.FAILED else logging.INFO
    logger.log(level, "message", extra={"facts": fields})
    return outcome


def _log_fields(message: Message) -> dict[str, object]:
    return {"id": str(message.pk), "kind": message.kind, "attempts": message.attempts}
