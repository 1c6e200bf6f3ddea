"""
Rescheduling a webinar or a session: its bookings keep their seats, and their owners are notified, as are
those on its waiting list.

A mentorship is rescheduled meeting by meeting (`meetings.py`).
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Case, F, Max, When

from apps.core.errors import Conflict, Invalid
from apps.core.transactions import retry_on_deadlock, time_under_lock
from apps.live.models import Booking, ProgramSession, Webinar
from apps.live.services import notices, seat_offers, seats
from apps.live.services.seats import BookableItem
from apps.live.states import BookingStatus


class NotReschedulable(Conflict):
    code = "not_movable"
    message = "This has already started or was cancelled."


class TimeTaken(Conflict):
    code = "time_taken"
    message = "Another session of this program starts at that time."


def new_times(*, starts_at: datetime, ends_at: datetime, at: datetime) -> dict[str, Any]:
    """The columns that an update sets to move something to these times."""
    keeps_start = When(starts_at=starts_at, then=F("previous_starts_at"))
    return {
        "starts_at": starts_at,
        "ends_at": ends_at,
        "previous_starts_at": Case(keeps_start, default=F("starts_at")),
        "revision": F("revision") + 1,
        "revised_at": at,
    }


def time_of_revision(*, of: type[BookableItem], item_id: UUID, at: datetime) -> datetime:
    """
    `at`, or just after the last hold of a seat in the item, which the caller has locked.

    A seat may have been held while this request waited, or by a server whose clock is ahead. Its buyer is
    told of what was revised after the hold (`paid_seats.deliver`).
    """
    held = Booking.objects.filter(**{of.booking_field: item_id}, status=BookingStatus.HELD)
    last: datetime | None = held.aggregate(last=Max("made_at"))["last"]
    return at if last is None else max(at, last + timedelta(microseconds=1))


@retry_on_deadlock
@transaction.atomic(durable=True)
def reschedule(
    *,
    of: type[Webinar | ProgramSession],
    item_id: UUID,
    starts_at: datetime,
    ends_at: datetime,
    at: datetime,
    refuse_unread: Callable[[], None] | None = None,
) -> int:
    """
    Move an item to another time. Returns how many people are notified.

    `refuse_unread` is called under the lock: it raises if staff did not read what speaks against the times.

    :raises Invalid: if the new times are in the past or reversed
    :raises NotReschedulable: if it has started, or was cancelled
    :raises TimeTaken: if another session of its program starts at that time
    """
    seats.lock_items(of=of, ids=[item_id])
    at = time_under_lock(at)
    if not at < starts_at < ends_at:
        raise Invalid(message="The new start must be in the future, and the end after it.")
    if refuse_unread is not None:
        refuse_unread()
    rows = of.objects.filter(pk=item_id, cancelled_at__isnull=True, starts_at__gt=at)
    if rows.filter(starts_at=starts_at, ends_at=ends_at).exists():
        return 0
    try:
        with transaction.atomic():
            revised_at = time_of_revision(of=of, item_id=item_id, at=at)
            updated = rows.update(**new_times(starts_at=starts_at, ends_at=ends_at, at=revised_at))
    except IntegrityError:
        raise TimeTaken() from None
    if not updated:
        raise NotReschedulable()
    seat_offers.shorten(of=of, item_id=item_id, starts_at=starts_at)
    bookings = list(Booking.objects.booked().filter(**{of.booking_field: item_id}).order_by("pk"))
    notices.notify_rescheduled(bookings=bookings)
    waiting = seat_offers.in_line(of=of, item_id=item_id)
    notices.notify_waiting_list_rescheduled(entry_ids=waiting)
    return len(bookings) + len(waiting)
