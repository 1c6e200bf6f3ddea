"""Booking a webinar without payment: a free one, or with Pro."""

from datetime import datetime

from django.db import transaction

from apps.accounts.models import User
from apps.accounts.selectors import access
from apps.accounts.services import people
from apps.core.errors import Conflict
from apps.core.sellables import NotSellable
from apps.core.transactions import retry_on_deadlock, time_under_lock
from apps.live.models import Booking, ProgramSession, Webinar
from apps.live.selectors import events
from apps.live.services import notices, seats
from apps.live.services.seats import BookableItem, ItemCancelled
from apps.live.states import BookedBy, BookingStatus


class PaymentRequired(Conflict):
    code = "payment_required"
    message = "This webinar is not free for you. Buy a seat, or get Pro."


class Ended(NotSellable):
    code = "ended"
    message = "This has ended."


@retry_on_deadlock
@transaction.atomic(durable=True)
def book_free_webinar(*, person: User, key: str, at: datetime) -> Webinar:
    """
    Book a webinar that is free, or included in the person's paid Pro. Idempotent.

    :raises UnknownWebinar: if no published webinar has that id or slug
    :raises PaymentRequired, Ended, ItemCancelled, SoldOut: if the person cannot have a seat
    """
    webinar = events.webinar(key=key)
    people.lock(person=person)
    # A hold of this buyer, or its delivery after the payment, ends first: then it is found below.
    seats.lock_items(of=Webinar, ids=[webinar.pk])
    at = time_under_lock(at)
    if Booking.objects.booked().filter(person=person, webinar=webinar).exists():
        return webinar
    if webinar.is_cancelled:
        raise ItemCancelled()
    booked_by = _require_free(webinar, person=person, at=at)
    if webinar.ends_at <= at:
        raise Ended()
    _release_own_hold(person, webinar)
    seats.take(webinar, person_id=person.pk, at=at)
    booking = Booking.objects.create(
        webinar=webinar, person=person, status=BookingStatus.BOOKED, booked_by=booked_by, made_at=at
    )
    notices.notify_booked(bookings=[booking])
    return webinar


def bookable_until(item: BookableItem) -> datetime:
    """A session can be booked until its start, everything else until its end."""
    return item.starts_at if isinstance(item, ProgramSession) else item.ends_at


def _require_free(webinar: Webinar, *, person: User, at: datetime) -> BookedBy:
    if webinar.price_paise == 0:
        return BookedBy.FREE
    if access.has_paid_pro(person_id=person.pk, at=at):
        return BookedBy.PRO
    raise PaymentRequired()


def _release_own_hold(person: User, webinar: Webinar) -> None:
    """A buyer's own hold must not keep them from booking."""
    held = Booking.objects.filter(person=person, webinar=webinar, status=BookingStatus.HELD)
    if held.transition(to=BookingStatus.RELEASED):
        seats.release_to_take_again(of=Webinar, ids=[webinar.pk])
