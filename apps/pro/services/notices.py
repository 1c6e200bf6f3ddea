"""Messages that somebody has Pro now, queued in the transaction that gives it."""

from datetime import datetime
from uuid import UUID

from django.conf import settings

from apps.accounts.services import messages
from apps.core.formatting import date_and_time


def notify_bought(*, person_id: UUID, ends_at: datetime) -> None:
    _notify("pro_bought", person_id=person_id, ends_at=ends_at)


def notify_granted(*, person_id: UUID, ends_at: datetime) -> None:
    """Staff gave somebody days of Pro."""
    _notify("pro_granted", person_id=person_id, ends_at=ends_at)


def _notify(template: str, *, person_id: UUID, ends_at: datetime) -> None:
    params = {"when": date_and_time(ends_at), "link": f"{settings.SITE_URL}/my-learnings"}
    messages.send_later(person_id=person_id, template=template, params=params)
