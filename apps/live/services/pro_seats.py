"""Seats booked with Pro: before the start they are released if their owner has no Pro; a message says so."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from apps.accounts.models import Entitlement, User
from apps.accounts.selectors import access
from apps.core.row_processing import process_rows
from apps.core.transactions import retry_on_deadlock, time_under_lock
from apps.live.models import Booking
from apps.live.models.booking import BookingQuerySet
from apps.live.services import notices, seats
from apps.live.states import BookedBy, BookingStatus


def release_unused(*, at: datetime, dry_run: bool = False) -> int:
    """Release seats of upcoming webinars whose owner's Pro has ended. Returns how many."""
    rows = _without_pro(at=at)
    if dry_run:
        return rows.count()
    return process_rows(
        rows.values_list("pk", "person"), lambda row: _release(*row, at=at), name="booking and person"
    )


@retry_on_deadlock
@transaction.atomic(durable=True)
def _release(booking_id: UUID, person_id: UUID, *, at: datetime) -> bool:
    # Buying Pro and booking seats lock this row too, so the check below stays valid until the commit.
    User.objects.locked().only("pk").get(pk=person_id)
    at = time_under_lock(at)
    booking = Booking.objects.booked().filter(pk=booking_id).with_items().first()
    if booking is None or booking.webinar is None or access.has_paid_pro(person_id=person_id, at=at):
        return False
    own = Booking.objects.booked().filter(pk=booking_id)
    if not own.transition(to=BookingStatus.RELEASED, changes=F("changes") + 1):
        return False
    seats.release(booking.webinar, at=at)
    notices.notify_pro_seat_released(booking=booking, path=booking.webinar.get_absolute_url())
    return True


def _without_pro(*, at: datetime) -> BookingQuerySet:
    paid = Entitlement.objects.paid_pro().valid_at(at).filter(person=OuterRef("person"))
    return (
        Booking.objects.confirmed()
        .filter(~Exists(paid), booked_by=BookedBy.PRO, webinar__starts_at__gt=at)
        .order_by("pk")
    )
