"""Helpers for races for seats: users, sessions, booking changes, and the invariant."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Count, F, Q
from django.utils import timezone

from apps.accounts.models import User
from apps.commerce.tests.concurrency import create_buyers
from apps.live.models import Booking, LiveTrading, ProgramSession
from apps.live.models.booking import BookingQuerySet
from apps.live.services import changes
from apps.live.states import SEATED, BookedBy, BookingStatus
from apps.live.tests.factories import LiveTradingFactory, SessionFactory


def create_users(count: int) -> list[User]:
    return [buyer.person for buyer in create_buyers(count)]


def sessions(count: int, program: LiveTrading | None = None, **values: Any) -> list[ProgramSession]:
    program = program or LiveTradingFactory()
    first = timezone.now() + timedelta(days=2)
    return [
        SessionFactory(program=program, starts_at=first + timedelta(hours=3 * number), **values)
        for number in range(count)
    ]


def book(person: User, session: ProgramSession) -> Booking:
    ProgramSession.objects.filter(pk=session.pk).update(seats_taken=F("seats_taken") + 1)
    return Booking.objects.create(
        person=person,
        session=session,
        status=BookingStatus.BOOKED,
        booked_by=BookedBy.PAYMENT,
        made_at=timezone.now(),
    )


def seats_are_consistent() -> bool:
    """Return whether every session's `seats_taken` equals its seated bookings and is within its capacity."""
    seated = Count("bookings", filter=Q(bookings__status__in=SEATED))
    rows = ProgramSession.objects.annotate(seated=seated)
    return all(
        row.seats_taken == row.seated and row.seats_taken <= (row.capacity or row.seats_taken) for row in rows
    )


def swap(booking: Booking, target: ProgramSession) -> Booking:
    return changes.swap(person=booking.person, booking_id=booking.pk, session_id=target.pk, at=timezone.now())


def cancel(booking: Booking) -> Booking:
    return changes.cancel(person=booking.person, booking_id=booking.pk, at=timezone.now())


def assign(booking: Booking, target: ProgramSession) -> Booking:
    return changes.assign(
        person=booking.person, booking_id=booking.pk, session_id=target.pk, at=timezone.now()
    )


def remove_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read rows without a lock, after a short delay."""

    def read(self: BookingQuerySet) -> BookingQuerySet:
        time.sleep(0.02)
        return self.all()

    monkeypatch.setattr(BookingQuerySet, "locked", read)
