"""
Notifications about changes to bookings.

They are enqueued in the transaction of the change; `notice_messages` renders and sends them after the commit.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import F

from apps.core.formatting import date_and_time
from apps.core.ids import new_id
from apps.live.message_params import short_title
from apps.live.models import Booking, Meeting
from apps.live.services.seats import BookableItem
from apps.outbox.services import messages as outbox

KIND = "live notice"
MEETINGS_ADDED = "meetings_added"
WAITING_LIST_ENDED = "waiting_list_ended"
WAITING_LIST_RESCHEDULED = "waiting_list_rescheduled"
WAITING_LIST_MEETING_CANCELLED = "waiting_list_meeting_cancelled"


def notify_booked(*, bookings: Iterable[Booking]) -> None:
    """These seats were booked together: one message confirms them all."""
    ids = [str(booking.pk) for booking in bookings]
    if ids:
        payload = {"template": "booking_confirmed", "booking_ids": ids, "key": str(new_id())}
        # Deferred: the page already confirms it, and the request finishes sooner.
        outbox.enqueue(kind=KIND, payload=payload, dispatch_on_commit=False)


def notify_swapped(*, booking: Booking, previous: BookableItem) -> None:
    """The owner swapped the previous session for that of the booking."""
    replaced = {
        "old_title": short_title(previous),
        "old_when": date_and_time(previous.starts_at),
    }
    # A later swap has its own notification: that of an earlier one would name its new session as the old.
    _enqueue([booking], "session_moved", replaced, changes=str(booking.changes))


def notify_session_cancelled(*, booking: Booking) -> None:
    """The owner cancelled the session for a credit."""
    _enqueue([booking], "session_canceled")


def notify_rescheduled(*, bookings: Iterable[Booking]) -> None:
    """Staff rescheduled the item."""
    _enqueue(bookings, "event_rescheduled")


def notify_cancelled_by_us(*, bookings: Iterable[Booking]) -> None:
    """Staff cancelled the item, and the owners of paid seats can choose what they get instead."""
    rows = list(bookings)
    _enqueue([row for row in rows if row.session_id is not None], "session_called_off")
    _enqueue([row for row in rows if row.session_id is None], "event_called_off")


def notify_free_seat_ended(*, bookings: Iterable[Booking]) -> None:
    """Staff cancelled the item, and these seats cost nothing."""
    _enqueue(bookings, "free_event_called_off")


def notify_waiting_list_ended(*, entry_ids: Iterable[UUID]) -> None:
    """Staff cancelled the item for which these people waited."""
    _enqueue_for_line(entry_ids, WAITING_LIST_ENDED)


def notify_waiting_list_rescheduled(*, entry_ids: Iterable[UUID], meeting_id: UUID | None = None) -> None:
    """Staff rescheduled the item, or this meeting of it, for which these people are in line."""
    meeting = {} if meeting_id is None else {"meeting_id": str(meeting_id)}
    _enqueue_for_line(entry_ids, WAITING_LIST_RESCHEDULED, **meeting)


def notify_waiting_list_meeting_cancelled(*, entry_ids: Iterable[UUID], meeting_id: UUID) -> None:
    """Staff cancelled one meeting of the mentorship for which these people are in line."""
    _enqueue_for_line(entry_ids, WAITING_LIST_MEETING_CANCELLED, meeting_id=str(meeting_id))


def notify_meeting_revised(*, bookings: Iterable[Booking], meeting_id: UUID, is_cancelled: bool) -> None:
    """Staff rescheduled or cancelled one meeting of the mentorship."""
    template = "meeting_cancelled" if is_cancelled else "meeting_rescheduled"
    _enqueue(bookings, template, meeting_id=str(meeting_id))


def notify_meetings_added(*, bookings: Iterable[Booking], meeting_ids: Iterable[UUID]) -> None:
    """Staff added these meetings to the mentorship: one message names them all."""
    _enqueue(bookings, MEETINGS_ADDED, meeting_ids=[str(meeting_id) for meeting_id in meeting_ids])


def notify_seat_given(*, booking: Booking) -> None:
    """Staff gave the person a seat."""
    _enqueue([booking], "seat_given")


def notify_pro_seat_released(*, booking: Booking, path: str) -> None:
    """
    The person's Pro ended, and with it the seat that they had booked.

    :param path: of the page where it can be booked again
    """
    _enqueue([booking], "pro_seat_released", {"link": f"{settings.SITE_URL}{path}"})


def notify_revised(*, booking: Booking) -> None:
    """The item, or a meeting of it, was rescheduled, cancelled or added while its buyer paid."""
    if booking.item.is_cancelled:
        notify_cancelled_by_us(bookings=[booking])
    elif booking.mentorship_id is None:
        notify_rescheduled(bookings=[booking])
    else:
        _notify_meetings(booking)


def _notify_meetings(booking: Booking) -> None:
    since = Meeting.objects.filter(mentorship=booking.mentorship_id, revised_at__gt=booking.made_at)
    for meeting in since.filter(revision__gt=0):
        notify_meeting_revised(bookings=[booking], meeting_id=meeting.pk, is_cancelled=meeting.is_cancelled)
    added = list(since.filter(revision=0, ends_at__gt=F("revised_at")).values_list("pk", flat=True))
    if added:
        notify_meetings_added(bookings=[booking], meeting_ids=added)


def _enqueue_for_line(entry_ids: Iterable[UUID], template: str, **more: str) -> None:
    payloads = [
        {"template": template, "entry_id": str(entry_id), "key": str(new_id()), **more}
        for entry_id in entry_ids
    ]
    outbox.enqueue_all(kind=KIND, payloads=payloads)


def _enqueue(
    bookings: Iterable[Booking],
    template: str,
    params: Mapping[str, str] = MappingProxyType({}),
    **more: Any,
) -> None:
    payloads = [
        {
            "template": template,
            "booking_id": str(booking.pk),
            "key": str(new_id()),
            "params": dict(params),
            **more,
        }
        for booking in bookings
    ]
    outbox.enqueue_all(kind=KIND, payloads=payloads)
