from celery import shared_task
from django.utils import timezone

from apps.support.services import complaints


@shared_task(name="apps.support.tasks.freeze_complaints")  # type: ignore[untyped-decorator]
def freeze_complaints() -> None:
    complaints.freeze(now=timezone.now())
