from celery import shared_task
from django.utils import timezone

from apps.outbox.services import messages


@shared_task(name="apps.outbox.tasks.sweep")  # type: ignore[untyped-decorator]
def sweep() -> None:
    messages.sweep(now=timezone.now())
