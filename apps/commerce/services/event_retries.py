"""Retries of webhook events that were stored but not processed, with exponential backoff."""

from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet

from apps.commerce.models import GatewayEvent
from apps.commerce.states import EventStatus
from apps.core import backoff
from apps.core.due import has_come

_FIRST_DELAY = timedelta(minutes=2)
"""By then the process that received it has finished or died."""

_LONGEST_DELAY = timedelta(hours=1)


def due(*, at: datetime) -> QuerySet[GatewayEvent]:
    """The longest due first, so that failing events never block new ones."""
    is_first = Q(retry_at__isnull=True) & has_come("received_at", now=at - _FIRST_DELAY, longest=_FIRST_DELAY)
    is_due = is_first | has_come("retry_at", now=at, longest=_LONGEST_DELAY)
    return GatewayEvent.objects.filter(is_due, status=EventStatus.RECEIVED).order_by(
        F("retry_at").asc(nulls_first=True), "received_at", "pk"
    )


def claim(*, event: GatewayEvent, at: datetime) -> bool:
    """Claim this retry and schedule the next one; False if another process was faster."""
    unclaimed = GatewayEvent.objects.filter(
        pk=event.pk, status=EventStatus.RECEIVED, retry_count=event.retry_count
    )
    retry_count = event.retry_count + 1
    delay = backoff.exponential(attempt=retry_count, first=_FIRST_DELAY, cap=_LONGEST_DELAY)
    return unclaimed.update(retry_count=retry_count, retry_at=at + delay) == 1
