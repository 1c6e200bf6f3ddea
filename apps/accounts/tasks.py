from celery import shared_task
from django.utils import timezone

from apps.accounts.services import mobile_changes, tidying


@shared_task(name="apps.accounts.tasks.tidy")  # type: ignore[untyped-decorator]
def tidy() -> None:
    tidying.tidy(now=timezone.now())


@shared_task(name="apps.accounts.tasks.apply_mobile_changes")  # type: ignore[untyped-decorator]
def apply_mobile_changes() -> None:
    mobile_changes.apply_due(now=timezone.now())
