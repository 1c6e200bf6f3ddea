"""Cancellation by us: staff cancel an item for everybody, and owners of paid seats choose what they get."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F

from apps.core.errors import Conflict
from apps.core.transactions import retry_on_deadlock, time_under_lock
from apps.live.models import Booking, Meeting, Mentorship
from apps.live.services import notices, seat_offers
from apps.live.services.seats import BookableItem
from apps.live.states import FREE_OF_CHARGE, BookingStatus


class NotCancellable(Conflict):
    code = "not_ahead"
    message = "This has ended or was already cancelled."


@dataclass(frozen=True, slots=True)
class Affected:
    """How many owners of paid seats get a choice, how many free seats end, how many in line are notified."""

    paid: int
    free: int
    in_line: int = 0


@retry_on_deadlock
@transaction.atomic(durable=True)
def cancel_for_everyone(*, of: type[BookableItem], item_id: UUID, reason: str, at: datetime) -> Affected:
    """
    Cancel an item for good.

    Owners of paid seats are notified and choose: another session, a credit or a refund. Free seats end, and
    their owners are notified, as are those on the waiting list. From now on nobody can book the item.

    :raises NotCancellable: if it has ended, or was already cancelled
    """
    return cancel_in_transaction(of=of, item_id=item_id, reason=reason, at=at)


def cancel_in_transaction(*, of: type[BookableItem], item_id: UUID, reason: str, at: datetime) -> Affected:
    """Like `cancel_for_everyone`, within the caller's transaction."""
    lock_bookings(of=of, item_id=item_id)
    at = time_under_lock(at)
    rows = of.objects.filter(pk=item_id, cancelled_at__isnull=True, ends_at__gt=at)
    cancelled = {"cancelled_at": at, "cancellation_reason": reason[:200]}
    if not rows.update(**cancelled, revision=F("revision") + 1, revised_at=at):
        raise NotCancellable()
    if of is Mentorship:
        meetings = Meeting.objects.not_cancelled().filter(mentorship=item_id, ends_at__gt=at)
        meetings.update(**cancelled, revision=F("revision") + 1, revised_at=at)
    waited = seat_offers.close(of=of, item_id=item_id)
    # Again: until the item was locked, somebody could book it.
    affected = lock_bookings(of=of, item_id=item_id)
    free = [row for row in affected if row.booked_by in FREE_OF_CHARGE]
    paid = [row for row in affected if row.booked_by not in FREE_OF_CHARGE]
    if free:
        ended = Booking.objects.filter(pk__in=[row.pk for row in free])
        ended.update(status=BookingStatus.CANCELLED_BY_US)
        of.objects.filter(pk=item_id).update(seats_taken=F("seats_taken") - len(free))
    notices.notify_cancelled_by_us(bookings=paid)
    notices.notify_free_seat_ended(bookings=free)
    notices.notify_waiting_list_ended(entry_ids=waited)
    return Affected(paid=len(paid), free=len(free), in_line=len(waited))


def lock_bookings(*, of: type[BookableItem], item_id: UUID) -> list[Booking]:
    """
    The booked seats of the item, locked.

    Owners who swap, cancel or give up lock their booking before the item. Who locks all bookings of an item
    must do the same, or the two deadlock.
    """
    booked = Booking.objects.booked().filter(**{of.booking_field: item_id})
    return list(booked.order_by("pk").locked())
