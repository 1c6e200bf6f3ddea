"""What races for seats have in common: people, sessions, changes, and what must hold in the end."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Count, F, Q
from django.utils import timezone

from apps.accounts.models import User
from apps.commerce.tests.crowd import a_crowd
from apps.live.models import Booking, LiveTrading, ProgramSession
from apps.live.models.booking import BookingQuerySet
from apps.live.services import changes
from apps.live.states import SEATED, BookedBy, BookingStatus
from apps.live.tests.factories import LiveTradingFactory, SessionFactory


def people(count: int) -> list[User]:
    return [buyer.person for buyer in a_crowd(count)]


def sessions(count: int, program: LiveTrading | None = None, **values: Any) -> list[ProgramSession]:
    program = program or LiveTradingFactory()
    first = timezone.now() + timedelta(days=2)
    return [
        SessionFactory(program=program, starts_at=first + timedelta(hours=3 * number), **values)
        for number in range(count)
    ]


def booked(person: User, session: ProgramSession) -> Booking:
    ProgramSession.objects.filter(pk=session.pk).update(taken=F("taken") + 1)
    return Booking.objects.create(
        person=person,
        session=session,
        status=BookingStatus.BOOKED,
        booked_by=BookedBy.PAYMENT,
        made_at=timezone.now(),
    )


def is_conserved() -> bool:
    """Whether every session counts exactly the seats that somebody has, and no more than there are."""
    seated = Count("bookings", filter=Q(bookings__status__in=SEATED))
    rows = ProgramSession.objects.annotate(seated=seated)
    return all(row.taken == row.seated and row.taken <= (row.capacity or row.taken) for row in rows)


def swap(booking: Booking, target: ProgramSession) -> Booking:
    return changes.swap(person=booking.person, booking_id=booking.pk, session_id=target.pk, at=timezone.now())


def cancel(booking: Booking) -> Booking:
    return changes.cancel(person=booking.person, booking_id=booking.pk, at=timezone.now())


def assign(booking: Booking, target: ProgramSession) -> Booking:
    return changes.assign(
        person=booking.person, booking_id=booking.pk, session_id=target.pk, at=timezone.now()
    )


def unlocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are read without a lock, and the reader thinks for a moment."""

    def read(self: BookingQuerySet) -> BookingQuerySet:
        time.sleep(0.02)
        return self.all()

    monkeypatch.setattr(BookingQuerySet, "locked", read)
