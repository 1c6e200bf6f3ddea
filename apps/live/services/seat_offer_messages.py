"""The outbox handler for offered seats. It reads the entry again when it sends."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid5

from django.utils import timezone

from apps.accounts.services import messages
from apps.live import message_params
from apps.live.models import WaitlistEntry
from apps.live.selectors import waiting
from apps.outbox.handlers import NotNeeded


def handle(payload: Mapping[str, Any], /) -> None:
    """:raises NotNeeded: if the offer was accepted, declined or has run out"""
    now = timezone.now()
    rows = WaitlistEntry.objects.offered().filter(
        pk=UUID(payload["entry_id"]), offered_until__gt=now, person__erased_at__isnull=True
    )
    entry = rows.select_related("person", "webinar", "mentorship", "session__program").first()
    if entry is None:
        raise NotNeeded("The seat is no longer offered")
    messages.deliver_to_person(
        person=entry.person,
        template="seat_offered",
        params=message_params.item_params(
            entry.item, now=now, at=entry.offered_until, path=waiting.path_of(entry)
        ),
        by_mail=payload["by_mail"],
        # An entry is offered a seat once; by the phone and by email are two messages.
        once_as=uuid5(entry.pk, f"seat offered, {payload['by_mail']}"),
    )
