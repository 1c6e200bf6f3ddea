"""
The outbox handler for notifications about bookings and waiting lists.

It reads the booking, or the place in line, again when it sends.
"""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.services import messages, templates
from apps.core.formatting import date_and_time
from apps.live import message_params
from apps.live.models import Booking, Meeting, WaitlistEntry
from apps.live.models.base import TimedModel
from apps.live.models.waitlist import WaitlistQuerySet
from apps.live.selectors import meeting_lookup, waiting
from apps.live.services import notices
from apps.live.states import BookingStatus, WaitStatus
from apps.outbox.handlers import NotNeeded


def _is_confirmed(booking: Booking) -> bool:
    return booking.status == BookingStatus.BOOKED and not booking.item.is_cancelled


def _is_released(booking: Booking) -> bool:
    """And not booked again meanwhile."""
    again = Booking.objects.booked().filter(person=booking.person_id, webinar=booking.webinar_id)
    return booking.status == BookingStatus.RELEASED and not again.exists()


_STILL_APPLIES: Mapping[str, Callable[[Booking], bool]] = {
    "session_moved": _is_confirmed,
    "event_rescheduled": _is_confirmed,
    "seat_given": _is_confirmed,
    "pro_seat_released": _is_released,
    "session_canceled": lambda booking: booking.status == BookingStatus.CANCELED,
    "session_called_off": lambda booking: booking.awaits_owner_choice,
    "event_called_off": lambda booking: booking.awaits_owner_choice,
    "meeting_rescheduled": _is_confirmed,
    "meeting_cancelled": _is_confirmed,
    notices.MEETINGS_ADDED: _is_confirmed,
    "free_event_called_off": lambda booking: booking.status == BookingStatus.CANCELLED_BY_US,
}


_OFFERED_SEAT: Mapping[str, str] = {
    notices.WAITING_LIST_RESCHEDULED: "offered_seat_rescheduled",
    notices.WAITING_LIST_MEETING_CANCELLED: "offered_seat_meeting_cancelled",
}
"""What those in line who are offered a seat by now are sent instead."""


def handle(payload: Mapping[str, Any], /) -> None:
    """:raises NotNeeded: if the booking has changed since, or the account was erased"""
    template = payload["template"]
    if template == "booking_confirmed":
        person, template, params = _confirmation(payload["booking_ids"])
    elif template == notices.WAITING_LIST_ENDED:
        person, params = _ended_line(payload["entry_id"])
    elif template == notices.MEETINGS_ADDED:
        person, template, params = _added_meetings(payload)
    elif template in _OFFERED_SEAT:
        person, template, params = _revised_line(payload)
    else:
        person, params = _change(template, payload)
    key = UUID(payload["key"]) if "key" in payload else None
    with transaction.atomic():
        messages.send_to_person(person=person, template=template, params=params, key=key)


def _change(template: str, payload: Mapping[str, Any]) -> tuple[User, dict[str, str]]:
    booking = _booking(template, payload)
    if payload.get("changes", str(booking.changes)) != str(booking.changes):
        raise NotNeeded("It was swapped again, which another notification says")
    meeting = _meeting(booking, payload)
    at = booking.credit_ends_at if template == "session_canceled" else None
    reason = templates.as_text((meeting or booking.item).cancellation_reason)
    own = message_params.booking_params(booking, now=timezone.now(), meeting=meeting, at=at)
    return booking.person, {**own, "reason": reason, **payload.get("params", {})}


def _booking(template: str, payload: Mapping[str, Any]) -> Booking:
    """:raises NotNeeded: if it has changed since, or the account was erased"""
    rows = Booking.objects.filter(pk=UUID(payload["booking_id"])).select_related("person").with_items()
    booking: Booking = rows.get()
    if not _STILL_APPLIES[template](booking) or booking.person.erased_at is not None:
        raise NotNeeded("The booking has changed since")
    return booking


def _added_meetings(payload: Mapping[str, Any]) -> tuple[User, str, dict[str, str]]:
    """One message for what was added together and is still ahead."""
    booking, now = _booking(payload["template"], payload), timezone.now()
    rows = Meeting.objects.not_over(now=now).filter(
        mentorship=booking.mentorship_id, pk__in=payload["meeting_ids"]
    )
    added = list(rows.select_related("mentorship"))
    if not added:
        raise NotNeeded("The meetings have changed since")
    if len(added) == 1:
        params = message_params.booking_params(booking, now=now, meeting=added[0])
        return booking.person, "meeting_added", params
    when, last = (date_and_time(one.starts_at) for one in (added[0], added[-1]))
    params = message_params.booking_params(booking, now=now)
    return (
        booking.person,
        notices.MEETINGS_ADDED,
        params
        | {
            "when": when,
            "last": last,
            "count": str(len(added)),
        },
    )


def _ended_line(entry_id: str) -> tuple[User, dict[str, str]]:
    entry = _entry(WaitlistEntry.objects.filter(status=WaitStatus.CLOSED), entry_id)
    if not entry.item.is_cancelled:
        raise NotNeeded("The place in line has changed since")
    params = message_params.item_params(entry.item, now=timezone.now(), path=waiting.path_of(entry))
    return entry.person, params | {"reason": templates.as_text(entry.item.cancellation_reason)}


def _revised_line(payload: Mapping[str, Any]) -> tuple[User, str, dict[str, str]]:
    """Who is offered a seat by now reads until when, which a new start may have brought forward."""
    now = timezone.now()
    entry = _entry(WaitlistEntry.objects.open_at(now), payload["entry_id"])
    item: TimedModel = entry.item
    if "meeting_id" in payload:
        meetings = Meeting.objects.filter(mentorship=entry.mentorship_id).select_related("mentorship")
        item = _unchanged(meetings.filter(pk=UUID(payload["meeting_id"])).first(), payload)
    until = entry.offered_until if entry.status == WaitStatus.OFFERED else None
    params = message_params.item_params(item, now=now, at=until, path=waiting.path_of(entry))
    params["reason"] = templates.as_text(item.cancellation_reason)
    template: str = payload["template"]
    return entry.person, template if until is None else _OFFERED_SEAT[template], params


def _entry(rows: WaitlistQuerySet, entry_id: str) -> WaitlistEntry:
    """:raises NotNeeded: if it is none of these, or the account was erased"""
    own = rows.filter(pk=UUID(entry_id), person__erased_at__isnull=True)
    entry = own.select_related("person", "webinar", "mentorship", "session__program").first()
    if entry is None:
        raise NotNeeded("The place in line has changed since")
    return entry


def _meeting(booking: Booking, payload: Mapping[str, Any]) -> TimedModel | None:
    """The one meeting that the notification is about."""
    if "meeting_id" not in payload:
        return None
    return _unchanged(meeting_lookup.of_booking(booking, meeting_id=UUID(payload["meeting_id"])), payload)


def _unchanged(meeting: TimedModel | None, payload: Mapping[str, Any]) -> TimedModel:
    """:raises NotNeeded: if it was cancelled since it was rescheduled, which another notification says"""
    says_cancelled = payload["template"] in ("meeting_cancelled", notices.WAITING_LIST_MEETING_CANCELLED)
    if meeting is None or meeting.is_cancelled != says_cancelled:
        raise NotNeeded("The meeting has changed since")
    return meeting


def _confirmation(booking_ids: list[str]) -> tuple[User, str, dict[str, str]]:
    """One message for what was booked together: it names the first, how many they are, and the last."""
    rows = Booking.objects.confirmed().filter(pk__in=booking_ids, person__erased_at__isnull=True)
    bookings = sorted(rows.select_related("person").with_items(), key=lambda booking: booking.item.starts_at)
    if not bookings:
        raise NotNeeded("The booking has changed since")
    first, last = bookings[0], bookings[-1]
    now = timezone.now()
    params = message_params.booking_params(first, now=now)
    if len(bookings) == 1:
        return first.person, "booking_confirmed", params
    params |= {"count": str(len(bookings)), "last": message_params.booking_params(last, now=now)["when"]}
    return first.person, "bookings_confirmed", params
