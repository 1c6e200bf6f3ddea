from celery import shared_task
from django.utils import timezone

from apps.live.services import reminders, series, waitlist


@shared_task(name="apps.live.tasks.send_reminders")  # type: ignore[untyped-decorator]
def send_reminders() -> None:
    reminders.send_due(at=timezone.now())


@shared_task(name="apps.live.tasks.generate_sessions")  # type: ignore[untyped-decorator]
def generate_sessions() -> None:
    series.generate_all(at=timezone.now())


@shared_task(name="apps.live.tasks.sweep_waitlists")  # type: ignore[untyped-decorator]
def sweep_waitlists() -> None:
    waitlist.sweep(at=timezone.now())
