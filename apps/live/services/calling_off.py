"""Calling off what was to take place: its owners say themselves what is to become of their seats."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F

from apps.core.errors import Conflict
from apps.core.transactions import retry_on_deadlock
from apps.live.models import Booking
from apps.live.models.booking import BookingQuerySet
from apps.live.services import notices
from apps.live.services.seats import Thing
from apps.live.states import FOR_NOTHING, BookingStatus


class NotAhead(Conflict):
    code = "not_ahead"
    message = "It is over, or was called off already."


@dataclass(frozen=True, slots=True)
class Concerned:
    """How many are offered a choice, and how many seats that cost nothing end."""

    asked: int
    ended: int


def concerned(*, thing: Thing) -> Concerned:
    rows = _booked(type(thing), thing.pk)
    free = rows.filter(booked_by__in=FOR_NOTHING).count()
    return Concerned(asked=rows.count() - free, ended=free)


@retry_on_deadlock
@transaction.atomic(durable=True)
def call_off(*, of: type[Thing], thing_id: UUID, reason: str, at: datetime) -> Concerned:
    """
    Call something off, once and for good.

    Who paid is told that the choice is theirs: another session, a credit or their money. Seats that cost
    nothing end, and their owners are told so. Nobody gets a seat there from this moment.

    :raises NotAhead: if it is over, or called off already
    """
    ahead = of.objects.filter(pk=thing_id, called_off_at__isnull=True, ends_at__gt=at)
    called_off = {"called_off_at": at, "called_off_reason": reason[:200]}
    if not ahead.update(**called_off, revision=F("revision") + 1, revised_at=at):
        raise NotAhead()
    asked = list(_booked(of, thing_id).exclude(booked_by__in=FOR_NOTHING))
    free = list(_booked(of, thing_id).filter(booked_by__in=FOR_NOTHING).locked())
    if free:
        Booking.objects.filter(pk__in=[row.pk for row in free]).update(status=BookingStatus.CALLED_OFF)
        of.objects.filter(pk=thing_id).update(taken=F("taken") - len(free))
    notices.tell_called_off(bookings=asked)
    notices.tell_ended(bookings=free)
    return Concerned(asked=len(asked), ended=len(free))


def _booked(of: type[Thing], thing_id: UUID) -> BookingQuerySet:
    return Booking.objects.booked().filter(**{of.booked_as: thing_id}).order_by("pk")
