"""The outbox handler of expiry reminders; it reads the current state when it sends."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from apps.accounts.services import messages
from apps.core.indian_time import INDIA
from apps.outbox.handlers import NotNeeded
from apps.pro.models import EndReminder
from apps.pro.services import expiry
from apps.pro.states import Lead


def handle(payload: Mapping[str, Any], /) -> None:
    """
    Send the reminder, unless it is outdated.

    :raises NotNeeded: if Pro was extended or revoked since, or it is too late
    """
    now = timezone.now()
    reminder = EndReminder.objects.filter(pk=UUID(payload["reminder_id"])).select_related("person").first()
    if reminder is None:
        raise NotNeeded("The reminder was deleted")
    if not expiry.window_of(Lead(reminder.lead)).is_open(event_at=reminder.ends_at, at=now):
        raise NotNeeded("It is too late to remind")
    if (
        not expiry.final_entitlements(at=now)
        .filter(person=reminder.person, ends_at=reminder.ends_at)
        .exists()
    ):
        raise NotNeeded("Pro no longer ends then")
    messages.deliver_to_person(
        person=reminder.person,
        template=f"pro_ends_{reminder.lead}",
        params=_message_params(reminder.ends_at),
        by_mail=reminder.person.has_confirmed_email,
        once_as=reminder.pk,
    )


def _message_params(ends_at: datetime) -> dict[str, str]:
    local = ends_at.astimezone(INDIA)
    return {
        "day": f"{local.day} {local:%b} {local.year}",
        "time": f"{local:%I:%M %p}".lstrip("0"),
        "link": f"{settings.SITE_URL}/pro",
    }
