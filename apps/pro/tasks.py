from celery import shared_task
from django.utils import timezone

from apps.pro.services import expiry


@shared_task(name="apps.pro.tasks.expire_subscriptions")  # type: ignore[untyped-decorator]
def expire_subscriptions() -> None:
    expiry.send_reminders_and_release_seats(at=timezone.now())
