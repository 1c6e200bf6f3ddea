"""Cancellation by us: staff cancel an item for everybody, and owners of paid seats choose what they get."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F

from apps.core.errors import Conflict
from apps.core.transactions import retry_on_deadlock
from apps.live.models import Booking
from apps.live.services import notices
from apps.live.services.seats import BookableItem
from apps.live.states import FREE_OF_CHARGE, BookingStatus


class NotCancellable(Conflict):
    code = "not_ahead"
    message = "This has ended or was already cancelled."


@dataclass(frozen=True, slots=True)
class Affected:
    """How many owners of paid seats get a choice, and how many free seats end."""

    paid: int
    free: int


@retry_on_deadlock
@transaction.atomic(durable=True)
def cancel_for_everyone(*, of: type[BookableItem], item_id: UUID, reason: str, at: datetime) -> Affected:
    """
    Cancel an item for good.

    Owners of paid seats are notified and choose: another session, a credit or a refund. Free seats end, and
    their owners are notified. From now on nobody can book the item.

    :raises NotCancellable: if it has ended, or was already cancelled
    """
    rows = of.objects.filter(pk=item_id, cancelled_at__isnull=True, ends_at__gt=at)
    cancelled = {"cancelled_at": at, "cancellation_reason": reason[:200]}
    if not rows.update(**cancelled, revision=F("revision") + 1, revised_at=at):
        raise NotCancellable()
    booked = Booking.objects.booked().filter(**{of.booking_field: item_id}).order_by("pk")
    paid = list(booked.exclude(booked_by__in=FREE_OF_CHARGE))
    free = list(booked.filter(booked_by__in=FREE_OF_CHARGE).locked())
    if free:
        ended = Booking.objects.filter(pk__in=[row.pk for row in free])
        ended.update(status=BookingStatus.CANCELLED_BY_US)
        of.objects.filter(pk=item_id).update(seats_taken=F("seats_taken") - len(free))
    notices.notify_cancelled_by_us(bookings=paid)
    notices.notify_free_seat_ended(bookings=free)
    return Affected(paid=len(paid), free=len(free))
