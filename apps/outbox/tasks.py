from celery import shared_task
from django.utils import timezone

from apps.outbox import handlers
from apps.outbox.services import heartbeats, messages

_BATCH_SIZE = 500
"""Enough for a rush of receipts, and few enough for a worker to send well within a lease."""


@shared_task(name="apps.outbox.tasks.sweep")  # type: ignore[untyped-decorator]
def sweep() -> None:
    now = timezone.now()
    heartbeats.record(worker=heartbeats.SWEEPER, now=now)
    messages.sweep(now=now, limit=_BATCH_SIZE, queue=handlers.DEFAULT_QUEUE)
