"""A seat without paying: in a free webinar, or with Pro."""

from datetime import datetime

from django.db import transaction

from apps.accounts.models import User
from apps.accounts.selectors import access
from apps.accounts.services import people
from apps.core.errors import Conflict
from apps.core.sellables import NotSellable
from apps.live.models import Booking, ProgramSession, Webinar
from apps.live.selectors import events
from apps.live.services import seats
from apps.live.services.seats import CalledOff, Thing
from apps.live.states import BookedBy, BookingStatus


class PaymentRequired(Conflict):
    code = "payment_required"
    message = "This webinar is not free for you. Buy a seat, or get Pro."


class Ended(NotSellable):
    code = "ended"
    message = "This is over."


@transaction.atomic(durable=True)
def book_free_webinar(*, person: User, key: str, at: datetime) -> Webinar:
    """
    A seat in a webinar that is free, or that a paid Pro opens; a second time it is the same seat.

    :raises UnknownWebinar: if no published webinar has that id or address name
    :raises PaymentRequired, Ended, CalledOff, SoldOut: if there is no seat for the person
    """
    webinar = events.webinar(key=key)
    people.hold(person=person)
    if Booking.objects.booked().filter(person=person, webinar=webinar).exists():
        return webinar
    if webinar.is_called_off:
        raise CalledOff()
    by = _free_way(webinar, person=person, at=at)
    if webinar.ends_at <= at:
        raise Ended()
    _let_go_of_own_hold(person, webinar)
    seats.take(webinar)
    Booking.objects.create(
        webinar=webinar, person=person, status=BookingStatus.BOOKED, booked_by=by, made_at=at
    )
    return webinar


def last_moment(thing: Thing) -> datetime:
    """Until when a seat is of use: a session is booked before it begins, all else before it ends."""
    return thing.starts_at if isinstance(thing, ProgramSession) else thing.ends_at


def _free_way(webinar: Webinar, *, person: User, at: datetime) -> BookedBy:
    if webinar.price_paise == 0:
        return BookedBy.FREE
    if access.has_paid_pro(person_id=person.pk, at=at):
        return BookedBy.PRO
    raise PaymentRequired()


def _let_go_of_own_hold(person: User, webinar: Webinar) -> None:
    """One's own hold never blocks oneself."""
    mine = Booking.objects.filter(person=person, webinar=webinar, status=BookingStatus.HELD)
    if mine.move(to=BookingStatus.RELEASED):
        seats.give_back(webinar)
