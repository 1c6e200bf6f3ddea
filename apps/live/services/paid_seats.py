"""
Seats that are paid for: kept while somebody pays, theirs once they paid, taken back with their money.

All of an order's lines at once, in as many statements as one needs.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, Q

from apps.core.sellables import AlreadyOwned, Line
from apps.live import pricing
from apps.live.models import Booking, ProgramSession, SessionPlan
from apps.live.models.booking import BookingQuerySet
from apps.live.pricing import Plan
from apps.live.services import notices, seats
from apps.live.services.bookings import Ended, last_moment
from apps.live.services.seats import Thing
from apps.live.states import SEATED, BookedBy, BookingStatus


def hold(*, lines: Sequence[Line], of: type[Thing], at: datetime) -> None:
    """
    Keep a seat for each line of an order; joins the caller's transaction, and a repeat changes nothing.

    :raises SoldOut, CalledOff: if one of them has none left
    :raises AlreadyOwned, Ended: if the buyer has one of them by now, or it is too late for it
    """
    earlier = {row.bought_by: row for row in _of_lines(lines).locked()}
    wanted = [line for line in lines if line.id not in earlier or earlier[line.id].status not in SEATED]
    if not wanted:
        return
    ids = {line.item_id for line in wanted}
    _require_time(of, ids, at=at)
    _let_go_of_own(wanted[0].buyer_id, of, ids)
    seats.take_all(of=of, ids=ids)
    again = [earlier[line.id].pk for line in wanted if line.id in earlier]
    plan = _plan_of(wanted[0], of, count=len(lines))
    try:
        with transaction.atomic():
            Booking.objects.filter(pk__in=again).update(status=BookingStatus.HELD, made_at=at)
            Booking.objects.bulk_create(
                [_held(line, of, plan, at=at) for line in wanted if line.id not in earlier]
            )
    except IntegrityError:
        # Another tab was quicker, with a swap or a credit.
        raise AlreadyOwned() from None


def release(*, lines: Sequence[Line], of: type[Thing]) -> None:
    """Give up seats that were kept; joins the caller's transaction."""
    let_go(_of_lines(lines).filter(status=BookingStatus.HELD).locked(), of=of)


def deliver(*, lines: Sequence[Line], of: type[Thing]) -> None:
    """
    The seats that were kept are the buyer's; joins the caller's transaction.

    What was moved or called off while they paid is told at once, as it is to all who booked it.

    :raises AlreadyOwned: if they let one go meanwhile for a seat of another kind, such as one with Pro
    """
    # Else somebody who calls it off at this moment and we could each leave the telling to the other.
    seats.keep_still(of=of, ids=[line.item_id for line in lines])
    mine = _of_lines(lines)
    mine.filter(status=BookingStatus.HELD).update(status=BookingStatus.BOOKED)
    if mine.booked().count() < len(lines):
        raise AlreadyOwned()
    revised = {f"{of.booked_as}__revised_at__gt": F("made_at"), f"{of.booked_as}__revision__gt": 0}
    for booking in mine.filter(**revised).with_things():
        notices.tell_revised(booking=booking)


def revoke(*, line: Line) -> None:
    """
    Take back what a line paid for: the seat, the credit it became, or the seat that the credit became.

    Joins the caller's transaction.
    """
    last = Booking.objects.filter(bought_by=line.id).first_locked()
    while last is not None:
        if last.status == BookingStatus.BOOKED:
            seats.give_back(last.thing)
        following = last.assigned_to_id
        ended = Booking.objects.filter(pk=last.pk, status__in=(BookingStatus.BOOKED, BookingStatus.CANCELED))
        ended.move(to=BookingStatus.RETURNED, assigned_to=None, changes=F("changes") + 1)
        last = Booking.objects.filter(pk=following).first_locked() if following else None


def owed_for(*, line: Line) -> str | None:
    """
    Why the buyer gets the money of a line back at their word: what it booked was called off.

    None where nothing is owed. What is booked stays as it is until the caller's transaction ends.
    """
    paid = Booking.objects.filter(Q(bought_by=line.id) | Q(paid_line=line.id))
    booked = paid.booked().first_locked()
    if booked is None or not booked.is_to_be_answered:
        return None
    return f"Called off: {booked.thing.called_off_reason}"


def let_go(held: Iterable[Booking], *, of: type[Thing]) -> None:
    """Give up the seats of these held bookings, which the caller has locked."""
    rows = list(held)
    if rows:
        Booking.objects.filter(pk__in=[row.pk for row in rows]).update(status=BookingStatus.RELEASED)
        seats.give_back_all(of=of, ids=[getattr(row, f"{of.booked_as}_id") for row in rows])


def _require_time(of: type[Thing], ids: Collection[UUID], *, at: datetime) -> None:
    things: list[Thing] = list(of.objects.filter(pk__in=ids))
    if len(things) < len(ids) or any(last_moment(thing) <= at for thing in things):
        raise Ended()


def _let_go_of_own(person_id: UUID, of: type[Thing], ids: Collection[UUID]) -> None:
    """One's own hold never blocks oneself; one's own booking does."""
    mine = Booking.objects.filter(person=person_id, status__in=SEATED, **{f"{of.booked_as}__in": ids})
    rows = list(mine.locked())
    if any(row.status == BookingStatus.BOOKED for row in rows):
        raise AlreadyOwned()
    let_go(rows, of=of)


def _plan_of(line: Line, of: type[Thing], *, count: int) -> SessionPlan | None:
    """The plan by which an order of that many sessions is sold."""
    if of is not ProgramSession:
        return None
    plans = list(SessionPlan.objects.filter(program__sessions=line.item_id).in_order())
    picked = pricing.picked(
        [Plan(row.price_name, row.num_of_sessions, row.discounted_price_paise) for row in plans], count=count
    )
    return next((row for row in plans if picked and row.num_of_sessions == picked.num_of_sessions), None)


def _held(line: Line, of: type[Thing], plan: SessionPlan | None, *, at: datetime) -> Booking:
    return Booking(
        **{f"{of.booked_as}_id": line.item_id},
        person_id=line.buyer_id,
        plan=plan,
        status=BookingStatus.HELD,
        booked_by=BookedBy.PAYMENT,
        bought_by=line.id,
        made_at=at,
    )


def _of_lines(lines: Sequence[Line]) -> BookingQuerySet:
    return Booking.objects.filter(bought_by__in=[line.id for line in lines])
