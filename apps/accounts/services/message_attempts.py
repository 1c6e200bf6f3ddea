"""
The row of each attempt to send a message: committed before the attempt, completed with its outcome.

A row that still says 'sending' long after it was written belongs to a process that died: whether the
provider got the message is then unknown.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction

from apps.accounts import stored_texts
from apps.accounts.gateways.gateway import Rendered
from apps.accounts.models import Delivery
from apps.accounts.states import UNIQUE_DELIVERIES, DeliveryStatus, MessageChannel
from apps.core import retention
from apps.core.logs import redact

LONGEST_ATTEMPT = timedelta(minutes=2)
"""Longer than any provider call may take, and shorter than a lease of the outbox."""

_ABANDONED_AFTER = timedelta(days=3)
"""The outbox has ended every message by then."""

_MAX_REASON_LENGTH = 200


class AlreadyClaimed(Exception):
    """Another process is sending this message, or has sent it."""


@transaction.atomic
def queue(
    *,
    key: UUID,
    person_id: UUID | None,
    template: str,
    channel: MessageChannel,
    to: str,
    at: datetime,
) -> bool:
    """Note a queued message in the caller's transaction. False if it was queued or sent before."""
    row = Delivery(
        key=key,
        person_id=person_id,
        template=template,
        channel=channel,
        to=to,
        status=DeliveryStatus.QUEUED,
        created_at=at,
    )
    Delivery.objects.bulk_create([row], ignore_conflicts=True)
    return Delivery.objects.filter(pk=row.pk).exists()


def of_message(*, key: UUID) -> Delivery | None:
    """The delivery of a message that was sent, is being sent, or whose outcome is unknown."""
    statuses = (DeliveryStatus.SENDING, DeliveryStatus.SENT, DeliveryStatus.UNKNOWN)
    rows = list(Delivery.objects.filter(key=key, status__in=statuses).newest_first())
    return next((row for row in rows if row.status in UNIQUE_DELIVERIES), rows[0] if rows else None)


@transaction.atomic(durable=True)
def claim(*, key: UUID, person_id: UUID | None, to: str, rendered: Rendered, at: datetime) -> UUID:
    """
    Write that this process now sends the message, and return the id of the row.

    :raises AlreadyClaimed: if another process has
    """
    content = {
        "channel": rendered.channel,
        "to": to,
        "subject": rendered.subject,
        "text": stored_texts.text_of(rendered),
        "claimed_at": at,
    }
    queued = Delivery.objects.filter(key=key, status=DeliveryStatus.QUEUED)
    queued_id = queued.values_list("pk", flat=True).first()
    if queued_id is not None:
        if not queued.filter(pk=queued_id).transition(DeliveryStatus.SENDING, **content):
            raise AlreadyClaimed()
        return queued_id
    try:
        with transaction.atomic():
            row = Delivery.objects.create(
                key=key,
                person_id=person_id,
                template=rendered.key,
                status=DeliveryStatus.SENDING,
                created_at=at,
                **content,
            )
    except IntegrityError:
        raise AlreadyClaimed() from None
    return row.pk


@transaction.atomic(durable=True)
def claim_again(row: Delivery, /, *, at: datetime) -> None:
    """
    Take over the attempt of a process that died.

    :raises AlreadyClaimed: if another process has
    """
    same = Delivery.objects.filter(pk=row.pk, claimed_at=row.claimed_at)
    if not same.transition(DeliveryStatus.SENDING, claimed_at=at):
        raise AlreadyClaimed()


@transaction.atomic(durable=True)
def record(
    *, row_id: UUID, status: DeliveryStatus, at: datetime, reason: str = "", provider_id: str = ""
) -> None:
    """Write the outcome of an attempt."""
    outcome = {"reason": _short(reason), "provider_id": provider_id, "ended_at": at}
    try:
        with transaction.atomic():
            Delivery.objects.filter(pk=row_id).transition(status, **outcome)
    except IntegrityError:
        # It took so long that it was believed dead, and another attempt has sent the message since.
        Delivery.objects.filter(pk=row_id).update(**outcome)


@transaction.atomic(durable=True)
def record_unsent(
    *,
    key: UUID | None,
    person_id: UUID | None,
    template: str,
    channel: MessageChannel,
    to: str,
    reason: str,
    at: datetime,
) -> None:
    """Write that a channel could not even be tried."""
    queued = Delivery.objects.filter(key=key, status=DeliveryStatus.QUEUED)
    ended = {"channel": channel, "reason": _short(reason), "ended_at": at}
    if key is not None and queued.transition(DeliveryStatus.FAILED, **ended):
        return
    Delivery.objects.create(
        key=key,
        person_id=person_id,
        template=template,
        to=to,
        status=DeliveryStatus.FAILED,
        created_at=at,
        **ended,
    )


@transaction.atomic(durable=True)
def record_at_once(
    *,
    person_id: UUID | None,
    to: str,
    rendered: Rendered,
    status: DeliveryStatus,
    at: datetime,
    reason: str = "",
    provider_id: str = "",
) -> None:
    """Write an attempt that was not claimed, with its outcome."""
    Delivery.objects.create(
        person_id=person_id,
        template=rendered.key,
        channel=rendered.channel,
        to=to,
        subject=rendered.subject,
        text=stored_texts.text_of(rendered),
        status=status,
        reason=_short(reason),
        provider_id=provider_id,
        created_at=at,
        ended_at=at,
    )


@transaction.atomic(durable=True)
def drop(*, key: UUID, reason: str, at: datetime) -> None:
    """A queued message turned out not to be needed."""
    queued = Delivery.objects.filter(key=key, status=DeliveryStatus.QUEUED)
    queued.transition(DeliveryStatus.DROPPED, reason=_short(reason), ended_at=at)


def tidy(*, now: datetime) -> int:
    """Close what was abandoned, and return how many old rows were deleted."""
    unfinished = Delivery.objects.filter(
        created_at__lt=now - _ABANDONED_AFTER, status__in=(DeliveryStatus.QUEUED, DeliveryStatus.SENDING)
    )
    unfinished.update(status=DeliveryStatus.UNKNOWN, reason="The attempt did not finish", ended_at=now)
    deleted, _ = Delivery.objects.filter(created_at__lt=now - retention.MESSAGE_LOG_RETENTION).delete()
    return deleted


def _short(reason: str) -> str:
    return redact(reason)[:_MAX_REASON_LENGTH]
