"""Seats that Pro gave: whoever has no Pro any more gives back those that are still ahead."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef

from apps.accounts.models import Entitlement, User
from apps.accounts.selectors import access
from apps.core.transactions import retry_on_deadlock
from apps.live.models import Booking
from apps.live.models.booking import BookingQuerySet
from apps.live.services import seats
from apps.live.states import BookedBy, BookingStatus


def give_back(*, at: datetime, is_trial: bool = False) -> int:
    """Let others have the seats of webinars not begun whose Pro is over; a trial only counts them."""
    rows = _left_over(at=at)
    if is_trial:
        return rows.count()
    return sum(
        _give_back(booking_id, person_id, at=at) for booking_id, person_id in rows.values_list("pk", "person")
    )


@retry_on_deadlock
@transaction.atomic(durable=True)
def _give_back(booking_id: UUID, person_id: UUID, *, at: datetime) -> bool:
    # Pro is bought and seats are booked with this row held, so what is asked now stays so.
    User.objects.locked().only("pk").get(pk=person_id)
    booking = Booking.objects.booked().filter(pk=booking_id).with_things().first()
    if booking is None or access.has_paid_pro(person_id=person_id, at=at):
        return False
    if not Booking.objects.booked().filter(pk=booking_id).move(to=BookingStatus.RELEASED):
        return False
    seats.give_back(booking.thing)
    return True


def _left_over(*, at: datetime) -> BookingQuerySet:
    paid = Entitlement.objects.paid_pro().valid_at(at).filter(person=OuterRef("person"))
    return (
        Booking.objects.taking_place()
        .filter(~Exists(paid), booked_by=BookedBy.PRO, webinar__starts_at__gt=at)
        .order_by("pk")
    )
