"""Booked seats, created without a purchase."""

from datetime import timedelta
from typing import Any

from apps.accounts.models import User
from apps.live.models import Booking, LiveTrading, ProgramSession
from apps.live.services.seats import BookableItem
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import NOW, SessionFactory

SWAP, ASSIGN, CANCEL = (
    f"/api/learning/sessions/reshedule/{change}" for change in ("swap", "assign", "cancel")
)


def session(program: LiveTrading, *, hours: float, **values: Any) -> ProgramSession:
    session: ProgramSession = SessionFactory(
        program=program, starts_at=NOW + timedelta(hours=hours), **values
    )
    return session


def book(person: User, item: BookableItem, by: BookedBy = BookedBy.PAYMENT, **values: Any) -> Booking:
    type(item).objects.filter(pk=item.pk).update(seats_taken=seats_taken(item) + 1)
    return Booking.objects.create(
        **{type(item).booking_field: item},
        person=person,
        status=BookingStatus.BOOKED,
        booked_by=by,
        **{"made_at": NOW, "given_by": person if by == BookedBy.GIFT else None, **values},
    )


def seats_taken(item: BookableItem) -> int:
    return type(item).objects.get(pk=item.pk).seats_taken


def status_and_code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]
