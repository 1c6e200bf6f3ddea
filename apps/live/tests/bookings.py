"""Booked seats, made without going through a shop."""

from datetime import timedelta
from typing import Any

from apps.accounts.models import User
from apps.live.models import Booking, LiveTrading, ProgramSession
from apps.live.services.seats import Thing
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import NOW, SessionFactory

SWAP, ASSIGN, CANCEL = (f"/api/learning/sessions/reshedule/{what}" for what in ("swap", "assign", "cancel"))


def session(program: LiveTrading, *, hours: float, **values: Any) -> ProgramSession:
    made: ProgramSession = SessionFactory(program=program, starts_at=NOW + timedelta(hours=hours), **values)
    return made


def book(person: User, thing: Thing, by: BookedBy = BookedBy.PAYMENT, **values: Any) -> Booking:
    type(thing).objects.filter(pk=thing.pk).update(taken=taken(thing) + 1)
    return Booking.objects.create(
        **{type(thing).booked_as: thing},
        person=person,
        status=BookingStatus.BOOKED,
        booked_by=by,
        **{"made_at": NOW, **values},
    )


def taken(thing: Thing) -> int:
    return type(thing).objects.get(pk=thing.pk).taken


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]
