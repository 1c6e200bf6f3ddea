"""
Paid seats: held during payment, delivered after it, revoked by a refund.

Each function handles all lines of an order in as many statements as it needs for one.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.db.models import F, Q

from apps.core.sellables import AlreadyOwned, Line
from apps.live import pricing
from apps.live.models import Booking, Mentorship, ProgramSession, SessionPlan
from apps.live.models.booking import BookingQuerySet
from apps.live.pricing import Plan
from apps.live.selectors import offers
from apps.live.services import notices, seat_offers, seats
from apps.live.services.bookings import Ended, bookable_until
from apps.live.services.seats import BookableItem
from apps.live.states import SEATED, BookedBy, BookingStatus


def hold(*, lines: Sequence[Line], of: type[BookableItem], at: datetime) -> None:
    """
    Hold a seat for each line of an order. Idempotent. Joins the caller's transaction.

    :raises SoldOut, ItemCancelled: if one of the items has no seat
    :raises AlreadyOwned, Ended: if the buyer already has one of the seats, or an item can no longer be booked
    """
    existing = {row.bought_by: row for row in _bookings_of(lines).locked()}
    new = [line for line in lines if line.id not in existing or existing[line.id].status not in SEATED]
    if not new:
        return
    ids = {line.item_id for line in new}
    _require_bookable(of, ids, at=at)
    _release_own_holds(new[0].buyer_id, of, ids)
    seats.take_all(of=of, ids=ids, person_id=new[0].buyer_id, at=at)
    released = [existing[line.id].pk for line in new if line.id in existing]
    plan = _plan_of(new[0], of, count=len(lines))
    try:
        with transaction.atomic():
            _hold_again(Booking.objects.filter(pk__in=released), of, at=at)
            Booking.objects.bulk_create(
                [_held_booking(line, of, plan, at=at) for line in new if line.id not in existing]
            )
    except IntegrityError:
        # A concurrent swap or credit has booked the same session.
        raise AlreadyOwned() from None


def _hold_again(released: BookingQuerySet, of: type[BookableItem], *, at: datetime) -> None:
    """
    For a payment that came after the hold ended.

    Its buyer agreed to what was planned at the first hold: bookings of what was revised since keep its time,
    and `deliver` tells of the revision.
    """
    revised = released.filter(_revised_since_made(of)).values("pk")
    released.exclude(pk__in=revised).update(made_at=at)
    released.update(status=BookingStatus.HELD)


def release(*, lines: Sequence[Line], of: type[BookableItem], at: datetime) -> None:
    """Release held seats. Joins the caller's transaction."""
    held = list(_bookings_of(lines).filter(status=BookingStatus.HELD).locked())
    if held:
        _mark_released(held)
        kept = seat_offers.restore(of=of, released=held, at=at)
        seats.release_all(of=of, ids=_item_ids(held, of) - kept, at=at)


def deliver(*, lines: Sequence[Line], of: type[BookableItem]) -> None:
    """
    Turn held seats into bookings. Joins the caller's transaction.

    If an item or a meeting of it was rescheduled or cancelled during the payment, or a meeting was added, the
    buyer is notified like everybody else. One message confirms the seats about which there is no such news.

    :raises AlreadyOwned: if a hold was released meanwhile for another seat, such as one with Pro
    """
    # Otherwise a concurrent cancellation could miss this booking, and this transaction the cancellation.
    seats.lock_items(of=of, ids=[line.item_id for line in lines])
    rows = _bookings_of(lines)
    rows.filter(status=BookingStatus.HELD).update(status=BookingStatus.BOOKED)
    booked = list(rows.booked().only("pk"))
    if len(booked) < len(lines):
        raise AlreadyOwned()
    revised = list(rows.filter(_revised_since_made(of)).distinct().with_items())
    for booking in revised:
        notices.notify_revised(booking=booking)
    # The news about a meeting says nothing about the seat.
    told = [booking for booking in revised if booking.mentorship_id is None or booking.item.is_cancelled]
    notices.notify_booked(bookings=[booking for booking in booked if booking not in told])


def _revised_since_made(of: type[BookableItem]) -> Q:
    """Nothing that is cancelled gets a hold, so what is cancelled by now was cancelled since, at any time."""
    item = of.booking_field
    revised = Q(**{f"{item}__revised_at__gt": F("made_at"), f"{item}__revision__gt": 0}) | Q(
        **{f"{item}__cancelled_at__isnull": False}
    )
    if of is not Mentorship:
        return revised
    return revised | Q(mentorship__meetings__revised_at__gt=F("made_at"))


def revoke(*, line: Line, at: datetime) -> None:
    """
    Revoke what a line paid for: the seat, its credit, or the seat booked with that credit.

    Joins the caller's transaction.
    """
    booking = Booking.objects.filter(bought_by=line.id).first_locked()
    while booking is not None:
        if booking.status == BookingStatus.BOOKED:
            seats.release(booking.item, at=at)
        next_id = booking.assigned_to_id
        rows = Booking.objects.filter(
            pk=booking.pk, status__in=(BookingStatus.BOOKED, BookingStatus.CANCELED)
        )
        rows.transition(to=BookingStatus.RETURNED, assigned_to=None, changes=F("changes") + 1)
        booking = Booking.objects.filter(pk=next_id).first_locked() if next_id else None


def refund_reason(*, line: Line) -> str | None:
    """
    The reason why the buyer of a line can ask for a refund: we cancelled its item. None if they cannot.

    The booking is locked until the caller's transaction ends.
    """
    booked = Booking.objects.paid_by([line.id]).booked().first_locked()
    if booked is None or not booked.awaits_owner_choice:
        return None
    return f"Cancelled by us: {booked.item.cancellation_reason}"


def cancelled(*, lines: Sequence[Line]) -> set[UUID]:
    """The lines whose seat is in something that we cancelled."""
    rows = Booking.objects.paid_by([line.id for line in lines]).without_decision()
    return {row.paying_line for row in rows if row.paying_line}


def unused(*, lines: Sequence[Line], at: datetime) -> set[UUID]:
    """
    The lines whose seat is still ahead, and far enough for somebody else to take it.

    A credit is none: its owner chose it instead of the seat.
    """
    ids = [line.id for line in lines]
    booked = Booking.objects.paid_by(ids).booked()
    keys = [row.pk for row in (booked.locked() if connection.in_atomic_block else booked)]
    rows = Booking.objects.filter(pk__in=keys).with_items()
    return {row.paying_line for row in rows if row.paying_line and offers.can_change(row, now=at)}


def _mark_released(held: Iterable[Booking]) -> None:
    Booking.objects.filter(pk__in=[row.pk for row in held]).update(status=BookingStatus.RELEASED)


def _item_ids(rows: Iterable[Booking], of: type[BookableItem]) -> set[UUID]:
    return {getattr(row, f"{of.booking_field}_id") for row in rows}


def _require_bookable(of: type[BookableItem], ids: Collection[UUID], *, at: datetime) -> None:
    items: list[BookableItem] = list(of.objects.filter(pk__in=ids))
    if len(items) < len(ids) or any(bookable_until(item) <= at for item in items):
        raise Ended()


def _release_own_holds(person_id: UUID, of: type[BookableItem], ids: Collection[UUID]) -> None:
    """
    A buyer's own hold must not block them: they take its seat again. Their own booking does.
    """
    own = Booking.objects.filter(person=person_id, status__in=SEATED, **{f"{of.booking_field}__in": ids})
    rows = list(own.locked())
    if any(row.status == BookingStatus.BOOKED for row in rows):
        raise AlreadyOwned()
    _mark_released(rows)
    seats.release_to_take_again(of=of, ids=_item_ids(rows, of))


def _plan_of(line: Line, of: type[BookableItem], *, count: int) -> SessionPlan | None:
    """The plan that prices an order of that many sessions."""
    if of is not ProgramSession:
        return None
    plans = list(SessionPlan.objects.filter(program__sessions=line.item_id).in_order())
    picked = pricing.pick_plan(
        [Plan(row.price_name, row.num_of_sessions, row.discounted_price_paise) for row in plans], count=count
    )
    return next((row for row in plans if picked and row.num_of_sessions == picked.num_of_sessions), None)


def _held_booking(line: Line, of: type[BookableItem], plan: SessionPlan | None, *, at: datetime) -> Booking:
    return Booking(
        **{f"{of.booking_field}_id": line.item_id},
        person_id=line.buyer_id,
        plan=plan,
        status=BookingStatus.HELD,
        booked_by=BookedBy.PAYMENT,
        bought_by=line.id,
        made_at=at,
    )


def _bookings_of(lines: Sequence[Line]) -> BookingQuerySet:
    return Booking.objects.filter(bought_by__in=[line.id for line in lines])
