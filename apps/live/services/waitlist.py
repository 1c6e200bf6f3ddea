"""The waiting lists of what is full: joining and leaving, and the sweep that settles offers."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max, Q

from apps.accounts.models import User
from apps.accounts.services import people
from apps.core import ids
from apps.core.errors import Conflict
from apps.core.row_processing import Completed, process_row
from apps.core.transactions import retry_on_deadlock, time_under_lock
from apps.live.models import Booking, Mentorship, ProgramSession, WaitlistEntry, Webinar
from apps.live.selectors import events, selections, waiting
from apps.live.selectors.waiting import Standing
from apps.live.services import seat_offers
from apps.live.services.bookings import Ended
from apps.live.services.seats import BookableItem, ItemCancelled
from apps.live.states import SEATED, BookingStatus, WaitKind, WaitStatus

_MODELS: tuple[type[BookableItem], ...] = (Webinar, Mentorship, ProgramSession)


class HasSeat(Conflict):
    code = "already_booked"
    message = "You already have a seat. It's in My Learnings."


class NotFull(Conflict):
    code = "not_full"
    message = "A seat is free. You can book it now."


@dataclass(frozen=True, slots=True)
class Swept:
    """How many offers ran out, and how many free seats were offered that nobody had passed on."""

    expired: int
    offered: int


@retry_on_deadlock
@transaction.atomic(durable=True)
def join(*, person: User, kind: WaitKind, key: str, at: datetime) -> Standing:
    """
    Put the person at the end of the line. Who is in it already keeps their place.

    :raises UnknownWebinar, UnknownMentorship, UnknownSession: if none has that id
    :raises HasSeat, ItemCancelled, Ended, NotFull: if there is nothing to wait for
    """
    item = _item(kind, key)
    people.lock(person=person)
    of, column = type(item), item.booking_field
    # Whoever releases a seat now waits for this, and then finds the entry.
    seat_offers.lock_items(of=of, ids=[item.pk])
    at = time_under_lock(at)
    item.refresh_from_db()
    own_seats = Booking.objects.filter(person=person, status__in=SEATED, **{column: item})
    own_status = own_seats.values_list("status", flat=True).first()
    if own_status == BookingStatus.BOOKED:
        raise HasSeat()
    if item.is_cancelled:
        raise ItemCancelled()
    if item.starts_at <= at:
        raise Ended("This has already started.")
    seat_offers.expire(of=of, ids=[item.pk], at=at)
    rows = WaitlistEntry.objects.filter(**{column: item})
    if not rows.in_line().filter(person=person).exists():
        item.refresh_from_db()
        if own_status is not None or item.capacity is None or item.seats_taken < item.capacity:
            raise NotFull()
        last = rows.aggregate(last=Max("number"))["last"] or 0
        WaitlistEntry.objects.create(person=person, number=last + 1, joined_at=at, **{column: item})
    return waiting.standings(column=column, among=[item.pk], person_id=person.pk, now=at)[item.pk]


@retry_on_deadlock
@transaction.atomic(durable=True)
def leave(*, person: User, kind: WaitKind, key: str, at: datetime) -> None:
    """
    Give up the place in line, or the seat that is offered, which goes to the next. Idempotent.

    Who was in a line can also leave it after staff archived the item: their list still has it.

    :raises UnknownWebinar, UnknownMentorship, UnknownSession: if none has that id
    """
    own = WaitlistEntry.objects.filter(person=person)
    rows = own.filter(**{kind.column: ids.lookup_id(key)})
    if not rows.exists():
        rows = own.filter(**{kind.column: _item(kind, key)})
    entry = rows.in_line().first()
    if entry is not None:
        seat_offers.withdraw(entry, at=at)


def sweep(*, at: datetime, dry_run: bool = False) -> Swept:
    """
    End the offers whose time has run out, and offer their seats to the next in line.

    Also offers what is free while somebody waits, such as after something was published again. Runs may
    overlap.
    """
    due = [(of, _due(of, at=at)) for of in _MODELS]
    if dry_run:
        late = WaitlistEntry.objects.offered().filter(offered_until__lte=at)
        return Swept(expired=late.count(), offered=0)
    done = [
        process_row(partial(_settle, of, item_id, at=at), name=f"{of.booking_field} {item_id}")
        for of, ids in due
        for item_id in ids
    ]
    started = Q(webinar__starts_at__lte=at) | Q(mentorship__starts_at__lte=at) | Q(session__starts_at__lte=at)
    rows = WaitlistEntry.objects.waiting().filter(started)
    WaitlistEntry.objects.waiting().filter(pk__in=rows.values("pk")).update(status=WaitStatus.CLOSED)
    settled = [each.result for each in done if isinstance(each, Completed)]
    return Swept(expired=sum(each.expired for each in settled), offered=sum(each.offered for each in settled))


@retry_on_deadlock
@transaction.atomic(durable=True)
def _settle(of: type[BookableItem], item_id: UUID, *, at: datetime) -> Swept:
    seat_offers.lock_items(of=of, ids=[item_id])
    at = time_under_lock(at)
    expired = seat_offers.expire(of=of, ids=[item_id], at=at)
    return Swept(expired=expired, offered=seat_offers.offer_free_seats(of=of, ids=[item_id], at=at))


def _due(of: type[BookableItem], *, at: datetime) -> list[UUID]:
    column = of.booking_field
    late = Q(status=WaitStatus.OFFERED, offered_until__lte=at)
    free = Q(**{f"{column}__capacity__isnull": True}) | Q(
        **{f"{column}__seats_taken__lt": F(f"{column}__capacity")}
    )
    not_passed_on = free & Q(status=WaitStatus.WAITING, **{f"{column}__starts_at__gt": at})
    rows = WaitlistEntry.objects.in_line().filter(late | not_passed_on, **{f"{column}__isnull": False})
    return list(rows.order_by(column).values_list(column, flat=True).distinct())


def _item(kind: WaitKind, key: str) -> BookableItem:
    match kind:
        case WaitKind.WEBINAR:
            return events.webinar(key=key)
        case WaitKind.MENTORSHIP:
            return events.mentorship(key=key)
        case _:
            return selections.selection(session_ids=[key]).sessions[0]
