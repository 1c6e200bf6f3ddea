from celery import shared_task
from django.utils import timezone

from apps.outbox import handlers
from apps.outbox.services import messages

_AT_MOST = 500
"""What a worker sends well within a lease, and a rush of receipts needs."""


@shared_task(name="apps.outbox.tasks.sweep")  # type: ignore[untyped-decorator]
def sweep() -> None:
    messages.sweep(now=timezone.now(), limit=_AT_MOST, queue=handlers.DEFAULT_QUEUE)
