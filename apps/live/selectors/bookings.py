"""A person's bookings, as their endpoints return them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Annotated, Any, TypedDict
from uuid import UUID

from django.db.models import Q

from apps.accounts.models import User
from apps.core import gst, indian_time
from apps.core.api.pagination import Slice
from apps.core.json_types import Choices, Date, DateTime, Help, component
from apps.live import deadlines
from apps.live.models import Booking, ProgramSession
from apps.live.models.base import HAS_FREE_SEAT
from apps.live.selectors import cards, meetings, member_overlay, offers
from apps.live.selectors.booking_reader import BookingPage, BookingReader, BookingTimes
from apps.live.selectors.offers import Schedule
from apps.live.states import SEATED, BookedBy, BookingStatus, EventStatus


@component("OwnCancellationOut")
class OwnerChoices(TypedDict):
    """We cancelled the item. Its owner chooses what they get instead, without a deadline."""

    reason: str
    choices: list[Annotated[str, Choices(["move", "credit", "refund"])]]
    refundLineId: Annotated[str | None, Help("The id for `POST /orders/lines/{id}/refund`.")]


class BookedFields(offers.LiveFacts):
    bookingId: str
    canGiveUp: Annotated[bool, Help("It cost nothing and has not started: `POST /learning/giveup`.")]
    status: Annotated[str, Choices(EventStatus.values)]
    meetings: list[meetings.OwnMeeting]
    calledOff: OwnerChoices | None


class BookedWebinar(cards.WebinarCard, BookedFields):
    pass


class BookedMentorship(cards.MentorshipCard, BookedFields):
    pass


class SessionBooking(offers.LiveFacts):
    _id: str
    status: Annotated[str, Choices(["upcoming", "live", "completed", "canceled"])]
    session: cards.Session
    program: cards.ProgramOfSession
    meetings: list[meetings.OwnMeeting]
    canGiveUp: Annotated[bool, Help("It cost nothing and has not started: `POST /learning/giveup`.")]
    canChange: Annotated[bool, Help("Whether it can be swapped or cancelled now.")]
    changeBefore: Annotated[DateTime, Help("Does not apply if we cancelled the session.")]
    creditWouldEndOn: Annotated[
        Date | None, Help("The last day of the credit if it were cancelled now, in Indian time.")
    ]
    calledOff: OwnerChoices | None


class Credit(SessionBooking):
    creditEndsAt: DateTime | None
    assignedTo: Annotated[str | None, Help("The booking made with this credit.")]
    assignedSession: Annotated[cards.Session | None, Help("The session of that booking.")]


@component("CalendarEntryOut")
class TimeframeEntry(TypedDict):
    session: cards.Session
    program: cards.ProgramOfSession
    bookingId: str | None
    calledOff: bool


class Decision(TypedDict):
    """A booking that we cancelled, whose owner has yet to choose what they get instead."""

    _id: str
    kind: Annotated[str, Choices(["session", "webinar", "mentorship"])]
    title: str
    programTitle: Annotated[str | None, Help("The title of a session's program.")]
    startsAt: DateTime
    endsAt: DateTime
    calledOff: OwnerChoices
    booking: Annotated[SessionBooking | None, Help("Of a session, which can be swapped or become a credit.")]


MAX_DECISIONS = 20

_CARDS: dict[str, Callable[..., Mapping[str, Any]]] = {
    "webinar": cards.webinar_card,
    "mentorship": cards.mentorship_card,
}


def list_page(*, column: str, status: EventStatus | None, part: Slice, now: datetime) -> BookingPage:
    """Booked items of a kind: upcoming and live ones, soonest first, then the others, latest first."""

    def choose(all_times: Sequence[BookingTimes]) -> list[BookingTimes]:
        booked = [times for times in all_times if times.column == column and not times.canceled_at]
        latest_first = sorted(
            (times for times in booked if status is None or _event_status(times, now=now) == status),
            key=lambda times: (times.starts_at, times.booking_id),
            reverse=True,
        )
        # What we cancelled stays in the list until its owner has chosen, whatever its date.
        ahead = [times for times in latest_first if times.is_cancelled_by_us or times.ends_at > now]
        past = [times for times in latest_first if not times.is_cancelled_by_us and times.ends_at <= now]
        return sorted(ahead, key=lambda times: times.starts_at) + past

    return BookingPage(choose, part)


def decision_page() -> BookingPage:
    """What we cancelled and whose owner has not chosen yet, soonest first."""

    def choose(all_times: Sequence[BookingTimes]) -> list[BookingTimes]:
        waiting = [times for times in all_times if times.is_cancelled_by_us and not times.canceled_at]
        return sorted(waiting, key=lambda times: (times.starts_at, times.booking_id))

    return BookingPage(choose, Slice(0, MAX_DECISIONS))


def credit_page(*, part: Slice, now: datetime) -> BookingPage:
    """Cancelled sessions: credits that can be used, the first to end first, then the others, latest first."""

    def choose(all_times: Sequence[BookingTimes]) -> list[BookingTimes]:
        usable, others = [], []
        for times in all_times:
            if times.column != "session" or not times.canceled_at:
                continue
            if times.is_credit_at(now):
                usable.append((times.credit_ends_at, times.booking_id, times))
            else:
                others.append((times.canceled_at, times.booking_id, times))
        return [times for *_, times in [*sorted(usable), *sorted(others, reverse=True)]]

    return BookingPage(choose, part)


def events(reader: BookingReader, page: BookingPage, *, column: str) -> tuple[list[dict[str, Any]], int]:
    """Booked webinars or mentorships."""
    bookings, total = reader.read(page)
    now = reader.now
    day = indian_time.day_of(now)
    tax = gst.on(day)
    is_with_pro = any(row.booked_by == BookedBy.PRO for row in bookings)
    has_pro = is_with_pro and member_overlay.grants_access(BookedBy.PRO, person=reader.person, now=now)
    return [
        {**_CARDS[column](row.item, day=day, tax=tax), **_own_fields(row, has_pro=has_pro, now=now)}
        for row in bookings
    ], total


def sessions(reader: BookingReader, page: BookingPage) -> tuple[list[SessionBooking], int]:
    rows, total = reader.read(page)
    return [session_booking(row, now=reader.now) for row in rows], total


def credits(reader: BookingReader, page: BookingPage) -> tuple[list[Credit], int]:
    """Cancelled sessions, each with the session that its credit was used for."""
    rows, total = reader.read(page)
    return [_credit(row, now=reader.now) for row in rows], total


def decisions(reader: BookingReader) -> list[Decision]:
    rows, _ = reader.read(decision_page())
    choices = [(row, _owner_choices(row)) for row in rows]
    return [_decision(row, called_off, now=reader.now) for row, called_off in choices if called_off]


def _decision(row: Booking, called_off: OwnerChoices, *, now: datetime) -> Decision:
    item, session = row.item, row.session
    return {
        "_id": str(row.pk),
        "kind": item.booking_field,
        "title": str(item),
        "programTitle": session.program.title if session else None,
        "startsAt": indian_time.iso_utc(item.starts_at),
        "endsAt": indian_time.iso_utc(item.ends_at),
        "calledOff": called_off,
        "booking": session_booking(row, now=now) if session else None,
    }


def session_booking(booking: Booking, *, now: datetime) -> SessionBooking:
    session = booking.session
    assert session is not None, "not the booking of a session"
    is_booked = booking.status == BookingStatus.BOOKED
    can_change = offers.can_change(booking, now=now)
    return {
        "_id": str(booking.pk),
        "status": _status(booking, now=now),
        "session": {**cards.session(session), "booked": is_booked},
        "program": cards.session_program(session.program),
        "meetings": meetings.own(
            Schedule.of(session), seats_left=cards.seats_left(session), has_access=is_booked, now=now
        ),
        **_session_facts(booking, now=now),
        "canGiveUp": offers.can_give_up(booking, now=now),
        "canChange": can_change,
        "changeBefore": indian_time.iso_utc(offers.change_before(session)),
        "creditWouldEndOn": _credit_would_end_on(now) if can_change else None,
        "calledOff": _owner_choices(booking),
    }


def timeframe(
    *, person: User, begins: datetime | None, ends: datetime | None, now: datetime
) -> list[TimeframeEntry]:
    """
    The person's booked sessions, and upcoming sessions with free seats in the same programs.

    These include programs in which the person has only a credit.
    """
    own = Booking.objects.filter(person=person, session__isnull=False)
    bookings = dict(own.booked().values_list("session", "pk"))
    usable = own.booked() | own.credits_at(now)
    programs = ProgramSession.objects.filter(bookings__in=usable).values("program")
    rows = ProgramSession.objects.filter(
        Q(pk__in=bookings)
        | Q(
            HAS_FREE_SEAT,
            program__in=programs,
            starts_at__gt=now,
            cancelled_at__isnull=True,
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
            "program": cards.session_program(row.program),
            "bookingId": str(bookings[row.pk]) if row.pk in bookings else None,
            "calledOff": row.is_cancelled,
        }
        for row in rows.select_related("program__host").order_by("starts_at", "pk")
    ]


def _event_status(times: BookingTimes, *, now: datetime) -> EventStatus:
    """Like `offers.booking_status`."""
    if times.is_cancelled_by_us or times.starts_at > now:
        return EventStatus.UPCOMING
    return EventStatus.LIVE if times.ends_at > now else EventStatus.COMPLETED


def _own_fields(booking: Booking, *, has_pro: bool, now: datetime) -> dict[str, Any]:
    schedule, called_off = Schedule.of(booking.item), _owner_choices(booking)
    has_access = has_pro or booking.booked_by != BookedBy.PRO
    facts = offers.for_owner(
        schedule,
        person_id=booking.person_id,
        has_choice=called_off is not None and called_off["choices"] != [],
        has_access=has_access,
        now=now,
    )
    left = cards.seats_left(booking.item)
    return {
        "isBooked": True,
        "bookingId": str(booking.pk),
        "canGiveUp": offers.can_give_up(booking, now=now),
        "status": offers.booking_status(schedule, now=now).value,
        "meetings": meetings.own(schedule, seats_left=left, has_access=has_access, now=now),
        "calledOff": called_off,
        **facts,
    }


def _credit_would_end_on(now: datetime) -> str:
    return indian_time.day_of(now + deadlines.CREDIT_VALIDITY).isoformat()


def _session_facts(booking: Booking, *, now: datetime) -> offers.LiveFacts:
    schedule = Schedule.of(booking.item)
    if booking.status != BookingStatus.BOOKED:
        return offers.for_credit(booking, schedule, now=now)
    # At the deadline itself it can still be changed.
    closed = offers.change_before(booking.item) + timedelta(seconds=1)
    return offers.for_owner(
        schedule,
        person_id=booking.person_id,
        has_choice=booking.awaits_owner_choice,
        also=(closed,),
        now=now,
    )


def _owner_choices(booking: Booking) -> OwnerChoices | None:
    if not booking.awaits_owner_choice:
        return None
    choices = ["move", "credit"] if booking.session_id else []
    line = booking.paying_line
    return {
        "reason": booking.item.cancellation_reason,
        "choices": [*choices, "refund"] if line else choices,
        "refundLineId": str(line) if line else None,
    }


def _status(booking: Booking, *, now: datetime) -> str:
    if booking.status != BookingStatus.BOOKED:
        return "canceled"
    return offers.booking_status(Schedule.of(booking.item), now=now).value


def _credit(booking: Booking, *, now: datetime) -> Credit:
    ends_at = booking.credit_ends_at
    return {
        **session_booking(booking, now=now),
        "creditEndsAt": None if ends_at is None else indian_time.iso_utc(ends_at),
        "assignedTo": None if booking.assigned_to_id is None else str(booking.assigned_to_id),
        "assignedSession": _assigned_session(booking),
    }


def _assigned_session(booking: Booking) -> cards.Session | None:
    assigned = booking.assigned_to
    if assigned is None or assigned.session is None:
        return None
    return {**cards.session(assigned.session), "booked": assigned.status == BookingStatus.BOOKED}


def seat_status_by_item(*, column: str, among: Collection[UUID], person_id: UUID) -> dict[UUID, str]:
    """The items among these in which the person has a booked or held seat."""
    own = Booking.objects.filter(person=person_id, status__in=SEATED, **{f"{column}__in": among})
    return dict(own.values_list(column, "status"))
