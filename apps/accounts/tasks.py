from celery import shared_task
from django.utils import timezone

from apps.accounts.services import tidying


@shared_task(name="apps.accounts.tasks.tidy")  # type: ignore[untyped-decorator]
def tidy() -> None:
    tidying.tidy(now=timezone.now())
