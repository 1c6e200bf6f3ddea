"""Moving a booked session to another, giving it up for a credit, and using the credit."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from apps.accounts.models import User
from apps.core.errors import Conflict, NotFound
from apps.core.transactions import retry_on_deadlock
from apps.live.deadlines import CHANGEABLE, CREDIT_LASTS
from apps.live.models import Booking, ProgramSession
from apps.live.services import notices, seats
from apps.live.services.seats import CalledOff
from apps.live.states import BookedBy, BookingStatus


class UnknownBooking(NotFound):
    code = "booking_unknown"
    message = "We could not find that booking."


class NotChangeable(Conflict):
    code = "booking_fixed"
    message = "This session is cancelled already, or is not booked any more."


class TooLate(Conflict):
    code = "too_late"
    message = "A session can be changed until 4 hours before it starts."


class NotACredit(Conflict):
    code = "no_credit"
    message = "This credit was used already, or its 90 days are over."


class NotCanceled(Conflict):
    code = "not_canceled"
    message = "Only a cancelled session can be chosen anew. This one is booked: swap it instead."


class OtherProgram(Conflict):
    code = "other_program"
    message = "Please choose a session of the same program."


class HasBegun(Conflict):
    code = "ended"
    message = "That session has begun already."


class BookedAlready(Conflict):
    code = "already_booked"
    message = "You have booked that session already."


@retry_on_deadlock
@transaction.atomic(durable=True)
def swap(*, person: User, booking_id: UUID, session_id: UUID, at: datetime) -> Booking:
    """
    Move a booking to another session of its program; it keeps its id, and no moment is without a seat.

    One that the provider called off has no deadline, here as in `cancel`.

    :raises UnknownBooking: if the booking or the session is unknown, or the booking somebody else's
    :raises Conflict: with the rule that forbids it
    """
    booking, target = _own(person, booking_id), _session(session_id)
    _require_changeable(booking, at=at)
    _require_open(target, booking=booking, at=at)
    left = booking.thing
    # More than whatever a calendar was told before, also where the session left was moved itself.
    changes = booking.sequence + 1
    with _seat_of(target):
        Booking.objects.filter(pk=booking.pk).update(session=target, changes=changes)
    seats.give_back(left)
    booking.session, booking.changes = target, changes
    notices.tell_moved(booking=booking)
    return booking


@retry_on_deadlock
@transaction.atomic(durable=True)
def cancel(*, person: User, booking_id: UUID, at: datetime) -> Booking:
    """
    Give up a seat for a credit of 90 days; the seat is free for others at once.

    :raises UnknownBooking, NotChangeable, TooLate: if that cannot be
    """
    booking = _own(person, booking_id)
    _require_changeable(booking, at=at)
    booking.status, booking.canceled_at = BookingStatus.CANCELED, at
    booking.credit_ends_at, booking.changes = at + CREDIT_LASTS, booking.changes + 1
    booking.save(update_fields=["status", "canceled_at", "credit_ends_at", "changes"])
    seats.give_back(booking.thing)
    notices.tell_canceled(booking=booking)
    return booking


@retry_on_deadlock
@transaction.atomic(durable=True)
def assign(*, person: User, booking_id: UUID, session_id: UUID, at: datetime) -> Booking:
    """
    Use a credit for a session of its program: a new booking, to which the credit points from now on.

    :raises UnknownBooking: if the credit or the session is unknown, or the credit somebody else's
    :raises Conflict: with the rule that forbids it
    """
    credit, target = _own(person, booking_id), _session(session_id)
    if credit.status == BookingStatus.BOOKED:
        raise NotCanceled()
    if not credit.is_credit_at(at):
        raise NotACredit()
    _require_open(target, booking=credit, at=at)
    with _seat_of(target):
        made = Booking.objects.create(
            person=person,
            session=target,
            status=BookingStatus.BOOKED,
            booked_by=BookedBy.CREDIT,
            paid_line=credit.bought_by or credit.paid_line,
            made_at=at,
        )
    credit.assigned_to = made
    credit.save(update_fields=["assigned_to"])
    notices.tell_moved(booking=made)
    return made


def _own(person: User, booking_id: UUID) -> Booking:
    mine = Booking.objects.filter(pk=booking_id, person=person, session__isnull=False)
    booking = mine.exclude(status__in=(BookingStatus.HELD, BookingStatus.RELEASED)).first_locked()
    if booking is None:
        raise UnknownBooking()
    return booking


def _require_changeable(booking: Booking, *, at: datetime) -> None:
    if booking.status != BookingStatus.BOOKED:
        raise NotChangeable()
    if not booking.is_to_be_answered and booking.thing.starts_at - CHANGEABLE < at:
        raise TooLate()


def _session(session_id: UUID) -> ProgramSession:
    target = ProgramSession.objects.filter(pk=session_id).select_related("program__host").first()
    if target is None:
        raise UnknownBooking("We could not find that session.")
    return target


def _require_open(target: ProgramSession, *, booking: Booking, at: datetime) -> None:
    if booking.session is None or target.program_id != booking.session.program_id:
        raise OtherProgram()
    if target.is_called_off:
        raise CalledOff()
    if target.starts_at <= at:
        raise HasBegun()
    if Booking.objects.booked().filter(person=booking.person_id, session=target).exists():
        raise BookedAlready()


@contextmanager
def _seat_of(target: ProgramSession) -> Iterator[None]:
    """A seat in the session, for the booking that is written inside."""
    seats.take(target)
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        # Another tab was quicker, or a payment for that very session is under way.
        raise BookedAlready() from None
