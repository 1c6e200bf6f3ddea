"""The outbox's handler for reminders of the end: looks it up again at the moment of sending."""

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
from apps.pro.services import endings
from apps.pro.states import Lead


def handle(payload: Mapping[str, Any], /) -> None:
    """
    Send it, unless it says what is not so any more.

    :raises NotNeeded: if Pro was extended or taken back since, or it is too late for it
    """
    now = timezone.now()
    reminder = EndReminder.objects.filter(pk=UUID(payload["reminder_id"])).select_related("person").first()
    if reminder is None:
        raise NotNeeded("It is long past")
    if not endings.WINDOWS[Lead(reminder.lead)].is_open(moment=reminder.ends_at, at=now):
        raise NotNeeded("It would come too late")
    if not endings.last_ends(at=now).filter(person=reminder.person, ends_at=reminder.ends_at).exists():
        raise NotNeeded("That is not the end any more")
    messages.deliver_to_person(
        person=reminder.person,
        template=f"pro_ends_{reminder.lead}",
        params=_words(reminder.ends_at),
        by_mail=bool(reminder.person.email),
    )


def _words(ends_at: datetime) -> dict[str, str]:
    told = ends_at.astimezone(INDIA)
    return {
        "day": f"{told.day} {told:%b} {told.year}",
        "time": f"{told:%I:%M %p}".lstrip("0"),
        "link": f"{settings.SITE_URL}/pro",
    }
