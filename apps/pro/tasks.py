from celery import shared_task
from django.utils import timezone

from apps.pro.services import endings


@shared_task(name="apps.pro.tasks.expire_subscriptions")  # type: ignore[untyped-decorator]
def expire_subscriptions() -> None:
    endings.run(at=timezone.now())
