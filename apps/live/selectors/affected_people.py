"""Who is affected when staff reschedule or cancel an item."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from apps.live.models import Booking, Meeting, Mentorship, ProgramSession, WaitlistEntry, Webinar
from apps.live.models.booking import BookingQuerySet
from apps.live.states import FREE_OF_CHARGE, BookingStatus

_MAX_LISTED = 100


@dataclass(frozen=True, slots=True)
class AffectedPeople:
    """How many people booked the item, are paying for it or wait for a seat, and the first who booked."""

    booked: int
    free: int
    paying: int
    in_line: int
    listed: list[Booking]

    @property
    def paid(self) -> int:
        return self.booked - self.free

    @property
    def not_listed(self) -> int:
        return self.booked - len(self.listed)


def affected_by(*, item: Webinar | Mentorship | ProgramSession) -> AffectedPeople:
    rows = _bookings(item)
    counts = rows.aggregate(
        booked=Count("pk", filter=Q(status=BookingStatus.BOOKED)),
        free=Count("pk", filter=Q(status=BookingStatus.BOOKED, booked_by__in=FREE_OF_CHARGE)),
        paying=Count("pk", filter=Q(status=BookingStatus.HELD)),
    )
    listed = rows.booked().select_related("person").order_by("made_at", "pk")[:_MAX_LISTED]
    in_line = WaitlistEntry.objects.in_line().filter(**{item.booking_field: item}).count()
    return AffectedPeople(listed=list(listed), in_line=in_line, **counts)


def count_clashes(
    *, item: Webinar | Mentorship | ProgramSession, starts_at: datetime, ends_at: datetime
) -> int:
    """How many of them have a meeting of something else at that time."""
    taken = Meeting.objects.overlapping(starts_at=starts_at, ends_at=ends_at)
    overlaps = Q(mentorship__in=taken.order_by().values("mentorship"))
    for column in ("session", "webinar"):
        overlaps |= Q(**{f"{column}__starts_at__lt": ends_at, f"{column}__ends_at__gt": starts_at})
    people = _bookings(item).booked().values("person")
    others = Booking.objects.confirmed().filter(overlaps, person__in=people)
    other_items = others.exclude(**{item.booking_field: item})
    return other_items.values("person").distinct().count()


def _bookings(item: Webinar | Mentorship | ProgramSession) -> BookingQuerySet:
    return Booking.objects.filter(**{item.booking_field: item})
