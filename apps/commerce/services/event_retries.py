"""When an event that was kept and not acted on is tried again: later each time it fails."""

from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet

from apps.commerce.models import GatewayEvent
from apps.commerce.states import EventStatus
from apps.core import backoff

_FIRST = timedelta(minutes=2)
"""Who received it has acted on it by then, or has died."""

_LONGEST_DELAY = timedelta(hours=1)


def due(*, at: datetime) -> QuerySet[GatewayEvent]:
    """Longest due first, so that no number of events that fail keeps a new one from its turn."""
    is_due = Q(retry_at__lte=at) | Q(retry_at__isnull=True, received_at__lte=at - _FIRST)
    return GatewayEvent.objects.filter(is_due, status=EventStatus.RECEIVED).order_by(
        F("retry_at").asc(nulls_first=True), "received_at", "pk"
    )


def take(*, event: GatewayEvent, at: datetime) -> bool:
    """Have the try to oneself, and set the moment of the next one before anything can fail."""
    seen = GatewayEvent.objects.filter(pk=event.pk, status=EventStatus.RECEIVED, tries=event.tries)
    tries = event.tries + 1
    delay = backoff.exponential(attempt=tries, first=_FIRST, cap=_LONGEST_DELAY)
    return seen.update(tries=tries, retry_at=at + delay) == 1
