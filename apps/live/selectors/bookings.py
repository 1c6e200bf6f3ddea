"""What a person has booked, and how it looks to them."""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Case, F, Q, When

from apps.accounts.models import User
from apps.core import indian_time
from apps.core.api.paging import Slice
from apps.live.deadlines import CHANGEABLE
from apps.live.models import Booking, ProgramSession
from apps.live.models.booking import BookingQuerySet
from apps.live.models.offers import HAS_ROOM
from apps.live.selectors import cards, member_overlay
from apps.live.states import SEATED, BookedBy, BookingStatus, Moment

_CARDS: dict[str, Callable[[Any], Mapping[str, Any]]] = {
    "webinar": cards.webinar_card,
    "mentorship": cards.mentorship_card,
}


def events(
    *, person: User, column: str, status: Moment | None, asked: Slice, now: datetime
) -> tuple[list[dict[str, Any]], int]:
    """Booked webinars or mentorships: what is not over, the soonest first; then what is, the latest first."""
    rows = _booked(person, column, status, now=now)
    page = list(rows[asked.skip : asked.end])
    by_pro = any(row.booked_by == BookedBy.PRO for row in page)
    has_pro = by_pro and member_overlay.opens(BookedBy.PRO, person=person, now=now)
    return [
        {**_CARDS[column](row.thing), **_own(row, has_pro=has_pro, now=now)} for row in page
    ], rows.count()


def sessions(
    *, person: User, status: Moment | None, asked: Slice, now: datetime
) -> tuple[list[dict[str, Any]], int]:
    """Booked sessions: what is not over, the soonest first; then what is, the latest first."""
    rows = _booked(person, "session", status, now=now)
    return [shown(row, now=now) for row in rows[asked.skip : asked.end]], rows.count()


def credits(*, person: User, asked: Slice, now: datetime) -> tuple[list[dict[str, Any]], int]:
    """Cancelled sessions, the latest first, with what became of each."""
    rows = Booking.objects.filter(person=person, status=BookingStatus.CANCELED, session__isnull=False)
    whole = rows.with_things().select_related("assigned_to__session")
    page = whole.order_by("-canceled_at", "-pk")[asked.skip : asked.end]
    return [_credit(row, now=now) for row in page], rows.count()


def shown(booking: Booking, *, now: datetime) -> dict[str, Any]:
    """A booked session on the wire."""
    session = booking.session
    assert session is not None, "only sessions are shown like this"
    is_booked = booking.status == BookingStatus.BOOKED
    change_before = session.starts_at - CHANGEABLE
    return {
        "_id": str(booking.pk),
        "status": _status(booking, session, now=now),
        "session": {**cards.session(session), "booked": is_booked},
        "program": cards.program_of(session.program),
        **(member_overlay.room_of(session).addresses(now=now) if is_booked else member_overlay.CLOSED),
        "canChange": is_booked and (session.is_called_off or now <= change_before),
        "changeBefore": indian_time.on_wire(change_before),
        "calledOff": _called_off(booking),
    }


def timeframe(
    *, person: User, begins: datetime | None, ends: datetime | None, now: datetime
) -> list[dict[str, Any]]:
    """
    The person's booked sessions, and of the same programs those ahead that have a seat.

    A program of which they hold nothing but a credit counts too: the credit is of use there alone.
    """
    of_person = Booking.objects.filter(person=person, session__isnull=False)
    bookings = dict(of_person.booked().values_list("session", "pk"))
    held = of_person.booked() | of_person.credits_at(now)
    programs = ProgramSession.objects.filter(bookings__in=held).values("program")
    rows = ProgramSession.objects.filter(
        Q(pk__in=bookings)
        | Q(
            HAS_ROOM,
            program__in=programs,
            starts_at__gt=now,
            called_off_at__isnull=True,
            program__is_published=True,
        )
    )
    if begins is not None:
        rows = rows.filter(starts_at__gte=begins)
    if ends is not None:
        rows = rows.filter(starts_at__lt=ends)
    return [
        {
            "session": {**cards.session(row), "booked": row.pk in bookings},
            "program": cards.program_of(row.program),
            "bookingId": str(bookings[row.pk]) if row.pk in bookings else None,
            "calledOff": row.is_called_off,
        }
        for row in rows.select_related("program__host").order_by("starts_at", "pk")
    ]


def _booked(person: User, column: str, status: Moment | None, *, now: datetime) -> BookingQuerySet:
    rows = Booking.objects.booked().filter(person=person, **{f"{column}__isnull": False}).with_things()
    starts, ends = f"{column}__starts_at", f"{column}__ends_at"
    # What was called off waits for its owner's word, whatever its date.
    is_off = Q(**{f"{column}__called_off_at__isnull": False})
    match status:
        case Moment.UPCOMING:
            rows = rows.filter(is_off | Q(**{f"{starts}__gt": now}))
        case Moment.LIVE:
            rows = rows.filter(**{f"{starts}__lte": now, f"{ends}__gt": now}).exclude(is_off)
        case Moment.COMPLETED:
            rows = rows.filter(**{f"{ends}__lte": now}).exclude(is_off)
    is_ahead = is_off | Q(**{f"{ends}__gt": now})
    return rows.order_by(
        Case(When(is_ahead, then=0), default=1),
        Case(When(is_ahead, then=F(starts))),
        F(starts).desc(),
        "-pk",
    )


def _own(booking: Booking, *, has_pro: bool, now: datetime) -> dict[str, Any]:
    is_open = has_pro or booking.booked_by != BookedBy.PRO
    addresses = member_overlay.room_of(booking.thing).addresses(now=now) if is_open else member_overlay.CLOSED
    return {"isBooked": True, "calledOff": _called_off(booking), **addresses}


def _called_off(booking: Booking) -> dict[str, Any] | None:
    if not booking.is_to_be_answered:
        return None
    choices = ["move", "credit"] if booking.session_id else []
    line = booking.bought_by or booking.paid_line
    return {
        "reason": booking.thing.called_off_reason,
        "choices": [*choices, "refund"] if line else choices,
        "refundLineId": str(line) if line else None,
    }


def _status(booking: Booking, session: ProgramSession, *, now: datetime) -> str:
    if booking.status != BookingStatus.BOOKED:
        return "canceled"
    if session.is_called_off or session.starts_at > now:
        return Moment.UPCOMING.value
    return Moment.LIVE.value if session.ends_at > now else Moment.COMPLETED.value


def _credit(booking: Booking, *, now: datetime) -> dict[str, Any]:
    ends_at = booking.credit_ends_at
    return {
        **shown(booking, now=now),
        "creditEndsAt": None if ends_at is None else indian_time.on_wire(ends_at),
        "assignedTo": None if booking.assigned_to_id is None else str(booking.assigned_to_id),
        "assignedSession": _assigned(booking),
    }


def _assigned(booking: Booking) -> cards.Session | None:
    made = booking.assigned_to
    if made is None or made.session is None:
        return None
    return {**cards.session(made.session), "booked": made.status == BookingStatus.BOOKED}


def own_seats(*, column: str, among: Collection[UUID], person_id: UUID) -> dict[UUID, str]:
    """In which of these things the person has a seat, booked or held for a payment."""
    mine = Booking.objects.filter(person=person_id, status__in=SEATED, **{f"{column}__in": among})
    return dict(mine.values_list(column, "status"))
