"""Seats that staff give away."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F

from apps.accounts.models import User
from apps.accounts.services import people
from apps.audit.services import trail
from apps.core.errors import Conflict, NotFound
from apps.core.sellables import SoldOut
from apps.core.transactions import retry_on_deadlock, time_under_lock
from apps.live.models import Booking
from apps.live.services import notices, seats
from apps.live.services.bookings import Ended, bookable_until
from apps.live.services.seats import BookableItem, ItemCancelled
from apps.live.states import SEATED, BookedBy, BookingStatus


class HasSeat(Conflict):
    code = "already_booked"
    message = "This person already has a seat."


class UnknownItem(NotFound):
    message = "This was deleted in the meantime."


@retry_on_deadlock
@transaction.atomic(durable=True)
def give_seat(
    *,
    of: type[BookableItem],
    item_id: UUID,
    person: User,
    given_by: User,
    reason: str,
    extra_seat: bool,
    at: datetime,
) -> Booking:
    """
    Give somebody a seat; who waits or pays for one gets that one. They are notified.

    :param extra_seat: add a seat if all are taken
    :raises HasSeat, ItemCancelled, Ended, SoldOut: if they cannot have one
    :raises ErasedAccount, StaffOnlyBySuperuser: as `people.lock_for_staff`
    """
    people.lock_for_staff(person=person, by=given_by)
    seats.lock_items(of=of, ids=[item_id])
    at = time_under_lock(at)
    item = of.objects.filter(pk=item_id).first()
    if item is None:
        raise UnknownItem()
    own = Booking.objects.filter(person=person, status__in=SEATED, **{of.booking_field: item})
    if own.booked().exists():
        raise HasSeat()
    if item.is_cancelled:
        raise ItemCancelled()
    if bookable_until(item) <= at:
        raise Ended()
    if own.filter(status=BookingStatus.HELD).transition(to=BookingStatus.RELEASED):
        seats.release_to_take_again(of=of, ids=[item_id])
    _take(item, person=person, extra_seat=extra_seat, at=at)
    booking = Booking.objects.create(
        **{of.booking_field: item},
        person=person,
        status=BookingStatus.BOOKED,
        booked_by=BookedBy.GIFT,
        made_at=at,
        given_by=given_by,
        given_reason=reason[:200],
    )
    # By it `verify_books` knows that the seat was given.
    trail.record_applied(person_id=given_by.pk, row=booking, note="Gave the seat", at=at)
    notices.notify_seat_given(booking=booking)
    return booking


def _take(item: BookableItem, *, person: User, extra_seat: bool, at: datetime) -> None:
    try:
        with transaction.atomic():
            seats.take(item, person_id=person.pk, at=at)
    except SoldOut:
        if not extra_seat:
            raise
        type(item).objects.filter(pk=item.pk).update(capacity=F("capacity") + 1)
        seats.take(item, person_id=person.pk, at=at)
