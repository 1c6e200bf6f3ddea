"""Moving what takes place to another time; who booked it keeps the seat, and is told."""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from apps.core.errors import Conflict, Invalid
from apps.core.transactions import retry_on_deadlock
from apps.live.models import Booking
from apps.live.services import notices
from apps.live.services.seats import Thing


class NotMovable(Conflict):
    code = "not_movable"
    message = "It has begun, or was called off."


class TimeTaken(Conflict):
    code = "time_taken"
    message = "Another session of this program begins at that time."


@retry_on_deadlock
@transaction.atomic(durable=True)
def move(*, of: type[Thing], thing_id: UUID, starts_at: datetime, ends_at: datetime, at: datetime) -> int:
    """
    Let it take place at another time; how many people that concerns.

    :raises Invalid: if the new times make no sense
    :raises NotMovable: if it has begun, or was called off
    :raises TimeTaken: if another session of its program begins then
    """
    if not at < starts_at < ends_at:
        raise Invalid(message="The new start must lie ahead, and the end after it.")
    ahead = of.objects.filter(pk=thing_id, called_off_at__isnull=True, starts_at__gt=at)
    if ahead.filter(starts_at=starts_at, ends_at=ends_at).exists():
        return 0
    try:
        with transaction.atomic():
            moved = ahead.update(
                starts_at=starts_at, ends_at=ends_at, revision=F("revision") + 1, revised_at=at
            )
    except IntegrityError:
        raise TimeTaken() from None
    if not moved:
        raise NotMovable()
    bookings = list(Booking.objects.booked().filter(**{of.booked_as: thing_id}).order_by("pk"))
    notices.tell_rescheduled(bookings=bookings)
    return len(bookings)
