"""What owners can do with a booked session: swap it, cancel it for a credit, and use the credit."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from apps.accounts.models import User
from apps.core.errors import Conflict, NotFound
from apps.core.formatting import time_span
from apps.core.transactions import retry_on_deadlock, time_under_lock
from apps.live import deadlines
from apps.live.models import Booking, ProgramSession
from apps.live.selectors import offers
from apps.live.services import notices, seats
from apps.live.services.seats import ItemCancelled
from apps.live.states import SEATED, BookedBy, BookingStatus


class UnknownBooking(NotFound):
    code = "booking_unknown"
    message = "We could not find that booking."


class NotChangeable(Conflict):
    code = "booking_fixed"
    message = "This session is already cancelled or no longer booked."


class TooLate(Conflict):
    code = "too_late"

    def __init__(self) -> None:
        super().__init__(
            f"A session can be changed until {time_span(deadlines.CHANGE_DEADLINE)} before it starts."
        )


class NotACredit(Conflict):
    code = "no_credit"
    message = "This credit has been used or has expired."


class NotCanceled(Conflict):
    code = "not_canceled"
    message = "This session is booked, not cancelled. Swap it instead."


class OtherProgram(Conflict):
    code = "other_program"
    message = "Please choose a session of the same program."


class HasStarted(Conflict):
    code = "ended"
    message = "That session has already started."


class AlreadyBooked(Conflict):
    code = "already_booked"
    message = "You have already booked that session."


class HeldByOrder(Conflict):
    code = "held_by_order"
    message = "An order of yours holds a seat in that session. Pay for it, or try again once it has expired."


@retry_on_deadlock
@transaction.atomic(durable=True)
def swap(*, person: User, booking_id: UUID, session_id: UUID, at: datetime) -> Booking:
    """
    Move a booking to another session of its program. The booking keeps its id.

    A session that we cancelled can be swapped without a deadline, as in `cancel`.

    :raises UnknownBooking: if the session is unknown, or the person has no such booking
    :raises Conflict: with the rule that forbids it
    """
    booking = _locked_booking(person, booking_id)
    # One takes what the other releases: two people who change places would wait for each other.
    seats.lock_items(of=ProgramSession, ids=list(filter(None, (booking.session_id, session_id))))
    at = time_under_lock(at)
    # Staff may have rescheduled them while this waited.
    booking.refresh_from_db(from_queryset=Booking.objects.with_items())
    target = _session(session_id)
    _require_changeable(booking, at=at)
    _require_bookable(target, booking=booking, at=at)
    previous = booking.item
    # Above the sequence of every calendar file so far, also if the previous session was rescheduled.
    changes = booking.sequence + 1
    with _taking_seat(target, person=person, at=at):
        Booking.objects.filter(pk=booking.pk).update(session=target, changes=changes)
    seats.release(previous, at=at)
    booking.session, booking.changes = target, changes
    notices.notify_swapped(booking=booking, previous=previous)
    return booking


@retry_on_deadlock
@transaction.atomic(durable=True)
def cancel(*, person: User, booking_id: UUID, at: datetime) -> Booking:
    """
    Cancel a booked session: the seat is released, and the booking becomes a credit.

    :raises UnknownBooking, NotChangeable, TooLate: if it cannot be cancelled
    """
    booking = _locked_booking(person, booking_id)
    at = time_under_lock(at)
    _require_changeable(booking, at=at)
    booking.status, booking.canceled_at = BookingStatus.CANCELED, at
    booking.credit_ends_at, booking.changes = at + deadlines.CREDIT_VALIDITY, booking.changes + 1
    booking.save(update_fields=["status", "canceled_at", "credit_ends_at", "changes"])
    seats.release(booking.item, at=at)
    notices.notify_session_cancelled(booking=booking)
    return booking


@retry_on_deadlock
@transaction.atomic(durable=True)
def assign(*, person: User, booking_id: UUID, session_id: UUID, at: datetime) -> Booking:
    """
    Use a credit for another session of its program. This creates a booking, to which the credit then points.

    That of a given seat is a given seat again: nobody paid for it, so it can be given up but not refunded.

    :raises UnknownBooking: if the session is unknown, or the person has no such credit
    :raises Conflict: with the rule that forbids it
    """
    credit, target = _locked_booking(person, booking_id), _session(session_id)
    at = time_under_lock(at)
    if credit.status == BookingStatus.BOOKED:
        raise NotCanceled()
    if not credit.is_credit_at(at):
        raise NotACredit()
    _require_bookable(target, booking=credit, at=at)
    is_gift = credit.booked_by == BookedBy.GIFT
    with _taking_seat(target, person=person, at=at):
        booking = Booking.objects.create(
            person=person,
            session=target,
            status=BookingStatus.BOOKED,
            booked_by=BookedBy.GIFT if is_gift else BookedBy.CREDIT,
            given_by_id=credit.given_by_id,
            given_reason=credit.given_reason,
            paid_line=credit.paying_line,
            made_at=at,
        )
    credit.assigned_to = booking
    credit.save(update_fields=["assigned_to"])
    notices.notify_booked(bookings=[booking])
    return booking


def _locked_booking(person: User, booking_id: UUID) -> Booking:
    rows = Booking.objects.filter(pk=booking_id, person=person, session__isnull=False)
    booking = rows.exclude(status__in=(BookingStatus.HELD, BookingStatus.RELEASED)).first_locked()
    if booking is None:
        raise UnknownBooking()
    return booking


def _require_changeable(booking: Booking, *, at: datetime) -> None:
    if booking.status != BookingStatus.BOOKED:
        raise NotChangeable()
    if not offers.can_change(booking, now=at):
        raise TooLate()


def _session(session_id: UUID) -> ProgramSession:
    target = ProgramSession.objects.filter(pk=session_id).select_related("program__host").first()
    if target is None:
        raise UnknownBooking("We could not find that session.")
    return target


def _require_bookable(target: ProgramSession, *, booking: Booking, at: datetime) -> None:
    if booking.session is None or target.program_id != booking.session.program_id:
        raise OtherProgram()
    if target.is_cancelled:
        raise ItemCancelled()
    if target.starts_at <= at:
        raise HasStarted()
    own = Booking.objects.filter(person=booking.person_id, session=target, status__in=SEATED).first()
    if own is not None:
        raise HeldByOrder() if own.status == BookingStatus.HELD else AlreadyBooked()


@contextmanager
def _taking_seat(target: ProgramSession, *, person: User, at: datetime) -> Iterator[None]:
    """Takes a seat of the session for the booking that is written in this context."""
    seats.take(target, person_id=person.pk, at=at)
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        # A concurrent request has booked or holds the same session.
        raise AlreadyBooked() from None
