"""
What somebody can do with something live at one time: decided here, and only worded by pages.

Details, bookings, My Learnings and the dashboard send these facts. Those that change as time passes are
right until `nextChangeAt`, when the browser requests them again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, NamedTuple, Self, TypedDict
from uuid import UUID

from apps.core.indian_time import iso_utc, iso_utc_or_none
from apps.core.json_types import Choices, DateTime, Help, Url
from apps.live import deadlines, room_urls
from apps.live.models import Booking, Meeting, Mentorship, ProgramSession, Webinar
from apps.live.models.base import TimedModel
from apps.live.room_urls import RoomKey
from apps.live.selectors.waiting import LINE_RETRY, Standing
from apps.live.states import FREE_OF_CHARGE, BookingStatus, EventStatus, Offer, ProgramOffer, Stage

FEW_SEATS = 5
"""Up to how many free seats are worth showing."""

LINK_RETRY = timedelta(seconds=20)
"""How soon to look again for a join link that is due and that staff have not entered yet."""

OFFER_HELP = "What the caller can do now. " + "; ".join(f"`{one.value}`: {one.label}" for one in Offer) + "."
NEXT_CHANGE_HELP = "When to request this again: the next time at which it changes by itself."


class WaitlistFacts(TypedDict):
    """What the caller can do about a full item, or what is held for them."""

    canJoin: bool
    place: Annotated[int | None, Help("Their place in line, from 1; null if they do not wait.")]
    offeredUntil: Annotated[DateTime | None, Help("Until when a seat is held for them. They can book it.")]


class LiveFacts(TypedDict):
    offer: Annotated[str, Choices(Offer.values), Help(OFFER_HELP)]
    joinOpensAt: Annotated[DateTime, Help("From when those who booked it can join.")]
    nextChangeAt: Annotated[DateTime | None, Help(NEXT_CHANGE_HELP)]
    joinUrl: Annotated[Url | None, Help("While the offer is `join`.")]
    recordingUrl: Annotated[Url | None, Help("While the offer is `watch`.")]
    waitlist: Annotated[WaitlistFacts | None, Help("Null where there is nothing to wait for.")]


@dataclass(frozen=True, slots=True)
class Occasion:
    """The times and links of one meeting."""

    meeting_id: UUID
    title: str
    starts_at: datetime
    ends_at: datetime
    is_cancelled: bool
    is_moved: bool
    moved_from: datetime | None
    """Where it started before, if its start was moved."""
    has_room: bool
    has_recording: bool

    @classmethod
    def of(cls, row: Webinar | ProgramSession | Meeting) -> Self:
        """
        Without a recording if its prices have no date.

        The rule on recent prices does not apply: who booked it attended when the prices were current.
        """
        return cls(
            meeting_id=row.pk,
            title=str(row),
            starts_at=row.starts_at,
            ends_at=row.ends_at,
            is_cancelled=row.is_cancelled,
            is_moved=row.revision > 0 and not row.is_cancelled,
            moved_from=None if row.is_cancelled else row.previous_starts_at,
            has_room=bool(row.join_url),
            has_recording=row.market_data_date is not None
            and (row.recording_id is not None or bool(row.recording_url)),
        )

    @property
    def join_opens_at(self) -> datetime:
        return self.starts_at - deadlines.JOIN_OPENS_BEFORE

    def is_on(self, now: datetime) -> bool:
        return not self.is_cancelled and self.starts_at <= now < self.ends_at

    def stage(self, now: datetime) -> Stage:
        if self.is_cancelled:
            return Stage.CANCELLED
        if now < self.starts_at:
            return Stage.PLANNED
        return Stage.LIVE if now < self.ends_at else Stage.OVER


@dataclass(frozen=True, slots=True)
class Schedule:
    """The meetings of a webinar, a mentorship or a session, soonest first: all but mentorships have one."""

    starts_at: datetime
    ends_at: datetime
    is_cancelled: bool
    meetings: tuple[Occasion, ...]

    @classmethod
    def of(cls, item: Webinar | ProgramSession | Mentorship) -> Self:
        rows = item.meetings.all() if isinstance(item, Mentorship) else [item]
        return cls(
            starts_at=item.starts_at,
            ends_at=item.ends_at,
            is_cancelled=item.is_cancelled,
            meetings=tuple(Occasion.of(row) for row in rows),
        )

    @classmethod
    def of_one(cls, one: Occasion) -> Self:
        """The schedule of this meeting alone."""
        return cls(one.starts_at, one.ends_at, is_cancelled=one.is_cancelled, meetings=(one,))

    @property
    def taking_place(self) -> list[Occasion]:
        return [one for one in self.meetings if not one.is_cancelled]

    @property
    def times(self) -> list[datetime]:
        """The times at which something changes for everybody."""
        found = [at for one in self.taking_place for at in (one.starts_at, one.ends_at)]
        return [*found, self.ends_at]

    def current(self, now: datetime) -> Occasion | None:
        """The meeting that is on, or the next one."""
        return next((one for one in self.taking_place if now < one.ends_at), None)

    def join_opens_at(self, now: datetime) -> datetime:
        """When people can join the meeting that is on or next, or the last one when all are over."""
        one = self.current(now) or next(reversed(self.taking_place), None)
        return one.join_opens_at if one else self.starts_at - deadlines.JOIN_OPENS_BEFORE

    @property
    def latest_recording(self) -> Occasion | None:
        return next((one for one in reversed(self.taking_place) if one.has_recording), None)


def stage(schedule: Schedule, *, now: datetime) -> Stage:
    """It is live only while a meeting is on."""
    if schedule.is_cancelled:
        return Stage.CANCELLED
    if any(one.is_on(now) for one in schedule.meetings):
        return Stage.LIVE
    return Stage.PLANNED if now < schedule.ends_at else Stage.OVER


def booking_status(schedule: Schedule, *, now: datetime) -> EventStatus:
    """What we cancelled waits for its owner's choice, whatever its date."""
    match stage(schedule, now=now):
        case Stage.LIVE:
            return EventStatus.LIVE
        case Stage.OVER:
            return EventStatus.COMPLETED
        case _:
            return EventStatus.UPCOMING


def for_buyer(
    schedule: Schedule,
    *,
    is_free: bool,
    seats_left: int | None,
    pro: bool | None,
    now: datetime,
    standing: Standing | None = None,
) -> LiveFacts:
    """
    For somebody without a seat.

    :param seats_left: with the seat that is offered to them
    :param pro: whether they have paid Pro, or None where Pro does not include it: mentorships
    """
    offer = _buyers_offer(schedule, is_free=is_free, seats_left=seats_left, pro=pro, now=now)
    times = list(schedule.times)
    if standing:
        times.append(standing.offered_until or now + LINE_RETRY)
    return {
        "offer": offer.value,
        "joinOpensAt": iso_utc(schedule.join_opens_at(now)),
        "nextChangeAt": next_change(times, schedule=schedule, now=now),
        "waitlist": _waitlist(standing, can_join=offer == Offer.SOLD_OUT and now < schedule.starts_at),
        "joinUrl": None,
        "recordingUrl": None,
    }


def for_owner(
    schedule: Schedule,
    *,
    person_id: UUID,
    now: datetime,
    has_choice: bool = False,
    has_access: bool = True,
    also: Iterable[datetime] = (),
) -> LiveFacts:
    """
    For somebody with a seat.

    :param has_choice: whether they choose what they get instead of what we cancelled
    :param has_access: whether the seat works: one that Pro gave does only while there is Pro
    :param also: more times at which something changes for them
    """
    offer = _owners_offer(schedule, has_choice=has_choice, has_access=has_access, now=now)
    times = [*schedule.times, *(one.join_opens_at for one in schedule.taking_place), *also]
    if offer == Offer.LINK_PENDING:
        times.append(now + LINK_RETRY)
    return {
        "offer": offer.value,
        "joinOpensAt": iso_utc(schedule.join_opens_at(now)),
        "nextChangeAt": next_change(times, schedule=schedule, now=now),
        "joinUrl": _join_url(schedule.current(now), person_id) if offer == Offer.JOIN else None,
        "recordingUrl": _recording_url(schedule.latest_recording) if offer == Offer.WATCH else None,
        "waitlist": None,
    }


def _join_url(one: Occasion | None, person_id: UUID) -> str | None:
    """Never the address of the room itself."""
    if one is None:
        return None
    return room_urls.signed_url(RoomKey(room_urls.JOIN, one.meeting_id, person_id, one.ends_at))


def _recording_url(one: Occasion | None) -> str | None:
    return room_urls.recording_page(one.meeting_id) if one else None


def for_credit(booking: Booking, schedule: Schedule, *, now: datetime) -> LiveFacts:
    """For the owner of a session that they cancelled."""
    ends_at = booking.credit_ends_at
    is_open = booking.is_credit_at(now)
    used = Offer.CREDIT_USED if booking.assigned_to_id else Offer.CREDIT_EXPIRED
    return {
        "offer": (Offer.REASSIGN if is_open else used).value,
        "joinOpensAt": iso_utc(schedule.join_opens_at(now)),
        "nextChangeAt": iso_utc(ends_at) if is_open and ends_at is not None else None,
        "joinUrl": None,
        "recordingUrl": None,
        "waitlist": None,
    }


def change_before(item: TimedModel) -> datetime:
    """Until when a booked session can be swapped or cancelled; both are still possible at that time."""
    return item.starts_at - deadlines.CHANGE_DEADLINE


def can_change(booking: Booking, *, now: datetime) -> bool:
    """Whether its owner can swap or cancel the session. What we cancelled has no deadline."""
    if booking.status != BookingStatus.BOOKED:
        return False
    return booking.item.is_cancelled or now <= change_before(booking.item)


def can_give_up(booking: Booking, *, now: datetime) -> bool:
    """Whether its owner can give up the seat: it cost nothing and has not started."""
    is_free = booking.status == BookingStatus.BOOKED and booking.booked_by in FREE_OF_CHARGE
    return is_free and not booking.item.is_cancelled and now < booking.item.starts_at


def _waitlist(standing: Standing | None, *, can_join: bool) -> WaitlistFacts | None:
    if standing is None:
        return {"canJoin": True, "place": None, "offeredUntil": None} if can_join else None
    until = standing.offered_until
    return {
        "canJoin": False,
        "place": standing.place,
        "offeredUntil": iso_utc_or_none(until),
    }


def few_seats_left(seats_left: int | None) -> int | None:
    """The number of free seats if it is worth showing."""
    return seats_left if seats_left is not None and 0 < seats_left <= FEW_SEATS else None


def next_change(times: Iterable[datetime], *, schedule: Schedule, now: datetime) -> str | None:
    """What we cancelled does not change as time passes."""
    return None if schedule.is_cancelled else earliest_after(now, times)


def earliest_after(now: datetime, times: Iterable[datetime]) -> str | None:
    earliest = min((at for at in times if at > now), default=None)
    return iso_utc_or_none(earliest)


class ProgramFacts(TypedDict):
    status: str
    offer: str
    nextChangeAt: str | None


class PlanPrice(NamedTuple):
    num_of_sessions: int
    price: int | float


class LowestPrice(NamedTuple):
    price: int | float
    num_of_sessions: int
    """How many are booked together for it: 1 if one alone costs as little."""
    single: int | float


def lowest_price(
    sessions: Sequence[Mapping[str, Any]], plans: Sequence[PlanPrice], *, now: datetime
) -> LowestPrice | None:
    """
    The lowest price of the next session that can be booked: alone, or with a plan for which there are
    enough sessions. Alone it has the price of the smallest plan, if there is one (`pricing.pick_plan`).
    """
    bookable = [session for session in _upcoming(sessions, now=now) if _can_be_booked(session)]
    if not bookable:
        return None
    single: int | float = bookable[0]["basePricePerSession"]
    if plans:
        single = min(plans, key=lambda plan: plan.num_of_sessions).price
    available = [plan for plan in plans if plan.num_of_sessions <= len(bookable)]
    best = min([PlanPrice(1, single), *available], key=lambda plan: (plan.price, plan.num_of_sessions))
    return LowestPrice(best.price, best.num_of_sessions, single)


def next_session(sessions: Sequence[Mapping[str, Any]], *, now: datetime) -> str | None:
    """When the next one starts."""
    return min((session["date"] for session in _upcoming(sessions, now=now)), default=None)


def _upcoming(sessions: Sequence[Mapping[str, Any]], *, now: datetime) -> list[Mapping[str, Any]]:
    at = iso_utc(now)
    return [session for session in sessions if session["date"] > at]


def _can_be_booked(session: Mapping[str, Any]) -> bool:
    return not session["booked"] and not session["full"]


def for_program(sessions: Sequence[Mapping[str, Any]], *, now: datetime) -> ProgramFacts:
    """From the JSON of its sessions, for the caller whose bookings it has: it is cached, rows are not."""
    at = iso_utc(now)
    times = [(session["date"], session["endDate"]) for session in sessions]
    upcoming = _upcoming(sessions, now=now)
    is_live = any(starts <= at < ends for starts, ends in times)
    planned_or_over = Stage.PLANNED if upcoming else Stage.OVER
    return {
        "status": (Stage.LIVE if is_live else planned_or_over).value,
        "offer": _program_offer(upcoming).value,
        "nextChangeAt": min((time for pair in times for time in pair if time > at), default=None),
    }


def _program_offer(upcoming: Sequence[Mapping[str, Any]]) -> ProgramOffer:
    if not upcoming:
        return ProgramOffer.NOTHING_PLANNED
    if any(map(_can_be_booked, upcoming)):
        return ProgramOffer.SELECT
    is_all_booked = all(session["booked"] for session in upcoming)
    return ProgramOffer.ALL_BOOKED if is_all_booked else ProgramOffer.SOLD_OUT


def _buyers_offer(
    schedule: Schedule, *, is_free: bool, seats_left: int | None, pro: bool | None, now: datetime
) -> Offer:
    if schedule.is_cancelled:
        return Offer.CANCELLED
    if schedule.ends_at <= now:
        return Offer.ENDED
    if seats_left == 0:
        return Offer.SOLD_OUT
    if is_free:
        return Offer.NOT_OPEN if pro is None else Offer.BOOK_FREE
    return Offer.BOOK_WITH_PRO if pro else Offer.BUY


def _owners_offer(schedule: Schedule, *, has_choice: bool, has_access: bool, now: datetime) -> Offer:
    if schedule.is_cancelled:
        return Offer.CHOOSE if has_choice else Offer.CANCELLED
    if not has_access:
        return Offer.PRO_ENDED
    current = schedule.current(now)
    if current is None:
        return Offer.WATCH if schedule.latest_recording else Offer.RECORDING_PENDING
    if now < current.join_opens_at:
        return Offer.WAIT
    return Offer.JOIN if current.has_room else Offer.LINK_PENDING
