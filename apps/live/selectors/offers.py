"""
What somebody can do with something live at one time: decided here, and only worded by pages.

Details, bookings, My Learnings and the dashboard send these facts. Those that change as time passes are
right until `nextChangeAt`, when the browser requests them again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, NamedTuple, Self, TypedDict

from apps.core.indian_time import iso_utc
from apps.core.json_types import Choices, DateTime, Help, Url
from apps.live import deadlines
from apps.live.models import Booking
from apps.live.models.base import ScheduledModel
from apps.live.states import BookingStatus, EventStatus, Offer, ProgramOffer, Stage

FEW_SEATS = 5
"""Up to how many free seats are worth showing."""

LINK_RETRY = timedelta(seconds=20)
"""How soon to look again for a join link that is due and that staff have not entered yet."""

OFFER_HELP = "What the caller can do now. " + "; ".join(f"`{one.value}`: {one.label}" for one in Offer) + "."
NEXT_CHANGE_HELP = "When to request this again: the next time at which it changes by itself."


class LiveFacts(TypedDict):
    offer: Annotated[str, Choices(Offer.values), Help(OFFER_HELP)]
    joinOpensAt: Annotated[DateTime, Help("From when those who booked it can join.")]
    nextChangeAt: Annotated[DateTime | None, Help(NEXT_CHANGE_HELP)]
    joinUrl: Annotated[Url | None, Help("While the offer is `join`.")]
    recordingUrl: Annotated[Url | None, Help("While the offer is `watch`.")]


@dataclass(frozen=True, slots=True)
class Occasion:
    """The times and links of a webinar, a mentorship or a session."""

    starts_at: datetime
    ends_at: datetime
    is_cancelled: bool
    join_url: str
    recording_url: str

    @classmethod
    def of(cls, item: ScheduledModel) -> Self:
        """
        Without a recording if its prices have no date.

        The rule on recent prices does not apply: who booked it attended when the prices were current.
        """
        return cls(
            starts_at=item.starts_at,
            ends_at=item.ends_at,
            is_cancelled=item.is_cancelled,
            join_url=item.join_url,
            recording_url="" if item.market_data_date is None else item.recording_url,
        )

    @property
    def join_opens_at(self) -> datetime:
        return self.starts_at - deadlines.JOIN_OPENS_BEFORE


def stage(occasion: Occasion, *, now: datetime) -> Stage:
    if occasion.is_cancelled:
        return Stage.CANCELLED
    if now < occasion.starts_at:
        return Stage.PLANNED
    return Stage.LIVE if now < occasion.ends_at else Stage.OVER


def booking_status(occasion: Occasion, *, now: datetime) -> EventStatus:
    """What we cancelled waits for its owner's choice, whatever its date."""
    match stage(occasion, now=now):
        case Stage.LIVE:
            return EventStatus.LIVE
        case Stage.OVER:
            return EventStatus.COMPLETED
        case _:
            return EventStatus.UPCOMING


def for_buyer(
    occasion: Occasion, *, is_free: bool, seats_left: int | None, pro: bool | None, now: datetime
) -> LiveFacts:
    """
    For somebody without a seat.

    :param pro: whether they have paid Pro, or None where Pro does not include it: mentorships
    """
    return {
        "offer": _buyers_offer(occasion, is_free=is_free, seats_left=seats_left, pro=pro, now=now).value,
        "joinOpensAt": iso_utc(occasion.join_opens_at),
        "nextChangeAt": next_change((occasion.starts_at, occasion.ends_at), occasion=occasion, now=now),
        "joinUrl": None,
        "recordingUrl": None,
    }


def for_owner(
    occasion: Occasion,
    *,
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
    offer = _owners_offer(occasion, has_choice=has_choice, has_access=has_access, now=now)
    times = (occasion.join_opens_at, occasion.starts_at, occasion.ends_at, *also)
    if offer == Offer.LINK_PENDING:
        times = (*times, now + LINK_RETRY)
    return {
        "offer": offer.value,
        "joinOpensAt": iso_utc(occasion.join_opens_at),
        "nextChangeAt": next_change(times, occasion=occasion, now=now),
        "joinUrl": occasion.join_url if offer == Offer.JOIN else None,
        "recordingUrl": occasion.recording_url if offer == Offer.WATCH else None,
    }


def for_credit(booking: Booking, occasion: Occasion, *, now: datetime) -> LiveFacts:
    """For the owner of a session that they cancelled."""
    ends_at = booking.credit_ends_at
    is_open = booking.is_credit_at(now)
    used = Offer.CREDIT_USED if booking.assigned_to_id else Offer.CREDIT_EXPIRED
    return {
        "offer": (Offer.REASSIGN if is_open else used).value,
        "joinOpensAt": iso_utc(occasion.join_opens_at),
        "nextChangeAt": iso_utc(ends_at) if is_open and ends_at is not None else None,
        "joinUrl": None,
        "recordingUrl": None,
    }


def change_before(item: ScheduledModel) -> datetime:
    """Until when a booked session can be swapped or cancelled; both are still possible at that time."""
    return item.starts_at - deadlines.CHANGE_DEADLINE


def can_change(booking: Booking, *, now: datetime) -> bool:
    """Whether its owner can swap or cancel the session. What we cancelled has no deadline."""
    if booking.status != BookingStatus.BOOKED:
        return False
    return booking.item.is_cancelled or now <= change_before(booking.item)


def few_seats_left(seats_left: int | None) -> int | None:
    """The number of free seats if it is worth showing."""
    return seats_left if seats_left is not None and 0 < seats_left <= FEW_SEATS else None


def next_change(times: Iterable[datetime], *, occasion: Occasion, now: datetime) -> str | None:
    """What we cancelled does not change as time passes."""
    return None if occasion.is_cancelled else earliest_after(now, times)


def earliest_after(now: datetime, times: Iterable[datetime]) -> str | None:
    earliest = min((at for at in times if at > now), default=None)
    return None if earliest is None else iso_utc(earliest)


class ProgramFacts(TypedDict):
    status: str
    offer: str
    nextChangeAt: str | None


class PlanPrice(NamedTuple):
    num_of_sessions: int
    price: int | float


def from_price(
    sessions: Sequence[Mapping[str, Any]], plans: Iterable[PlanPrice], *, now: datetime
) -> int | float | None:
    """A plan counts only if there are enough sessions to book with it."""
    upcoming = _upcoming(sessions, now=now)
    prices = [session["basePricePerSession"] for session in upcoming if _can_be_booked(session)]
    available = [plan.price for plan in plans if plan.num_of_sessions <= len(prices)]
    return min([*prices, *available], default=None)


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
    occasion: Occasion, *, is_free: bool, seats_left: int | None, pro: bool | None, now: datetime
) -> Offer:
    if occasion.is_cancelled:
        return Offer.CANCELLED
    if occasion.ends_at <= now:
        return Offer.ENDED
    if seats_left == 0:
        return Offer.SOLD_OUT
    if is_free:
        return Offer.NOT_OPEN if pro is None else Offer.BOOK_FREE
    return Offer.BOOK_WITH_PRO if pro else Offer.BUY


def _owners_offer(occasion: Occasion, *, has_choice: bool, has_access: bool, now: datetime) -> Offer:
    if occasion.is_cancelled:
        return Offer.CHOOSE if has_choice else Offer.CANCELLED
    if not has_access:
        return Offer.PRO_ENDED
    if now < occasion.join_opens_at:
        return Offer.WAIT
    if now < occasion.ends_at:
        return Offer.JOIN if occasion.join_url else Offer.LINK_PENDING
    return Offer.WATCH if occasion.recording_url else Offer.RECORDING_PENDING
