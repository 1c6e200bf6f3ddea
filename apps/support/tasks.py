from celery import shared_task
from django.utils import timezone

from apps.support.services import complaints, old_grievances


@shared_task(name="apps.support.tasks.freeze_complaints")  # type: ignore[untyped-decorator]
def freeze_complaints() -> None:
    complaints.freeze(now=timezone.now())


@shared_task(name="apps.support.tasks.delete_old_grievances")  # type: ignore[untyped-decorator]
def delete_old_grievances() -> None:
    old_grievances.delete_old(now=timezone.now())
