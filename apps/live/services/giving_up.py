"""Giving up a seat that cost nothing, before the start."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, Q

from apps.accounts.models import User
from apps.core import ids
from apps.core.errors import Conflict
from apps.core.transactions import retry_on_deadlock, time_under_lock
from apps.live.models import Booking
from apps.live.services import seats
from apps.live.services.changes import UnknownBooking
from apps.live.states import FREE_OF_CHARGE, BookingStatus


class PaidSeat(Conflict):
    code = "paid_seat"
    message = "You paid for this seat, so it cannot be given up. Write to our support about a refund."


class PaidSession(PaidSeat):
    message = "You paid for this session. Swap it for another one, or cancel it for a credit."


class HasBegun(Conflict):
    code = "ended"
    message = "A seat can be given up until the start. This has already started."


class NotBooked(Conflict):
    code = "not_booked"
    message = "This seat is no longer booked."


@retry_on_deadlock
@transaction.atomic(durable=True)
def give_up(*, person: User, key: str, at: datetime) -> Booking:
    """
    End a booking that cost nothing; its seat is offered to the next in line. Idempotent.

    :param key: the id of the booking, or of the webinar, mentorship or session that it is for
    :raises UnknownBooking: if the person has no such booking
    :raises PaidSeat, NotBooked, HasBegun: if it cannot be given up
    """
    booking = _locked_booking(person, key)
    at = time_under_lock(at)
    if booking.status == BookingStatus.GIVEN_UP:
        return booking
    if booking.status != BookingStatus.BOOKED:
        raise NotBooked()
    if booking.booked_by not in FREE_OF_CHARGE:
        raise PaidSession() if booking.session_id else PaidSeat()
    if booking.item.starts_at <= at:
        raise HasBegun()
    Booking.objects.filter(pk=booking.pk).transition(to=BookingStatus.GIVEN_UP, changes=F("changes") + 1)
    seats.release(booking.item, at=at)
    booking.status = BookingStatus.GIVEN_UP
    return booking


def _locked_booking(person: User, key: str) -> Booking:
    found = ids.lookup_id(key)
    rows = Booking.objects.filter(
        Q(pk=found) | Q(webinar=found) | Q(mentorship=found) | Q(session=found), person=person
    ).exclude(status__in=(BookingStatus.HELD, BookingStatus.RELEASED))
    # 'booked' sorts before every other status.
    booking = rows.order_by("status", "-made_at").first_locked()
    if booking is None:
        raise UnknownBooking()
    return booking
