"""That a worker is alive."""

from datetime import datetime, timedelta

from django.db import transaction

from apps.outbox.models import Heartbeat

SWEEPER = "rally"
"""The worker that sends messages, by the name of its queue, or the command that replaces it."""

VIDEO = "video"
"""The worker that imports videos, likewise."""

INTERVAL = timedelta(seconds=30)
"""A beat is written at most that often: on SQLite each write locks the file."""


def record(*, worker: str, now: datetime) -> bool:
    """Whether it was written; jobs that start within the interval only read."""
    if Heartbeat.objects.filter(pk=worker, at__gt=now - INTERVAL).exists():
        return False
    with transaction.atomic(durable=True):
        Heartbeat.objects.update_or_create(worker=worker, defaults={"at": now})
    return True
