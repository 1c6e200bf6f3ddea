"""Who is concerned when staff move something, or call it off."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from apps.live.models import Booking, Mentorship, ProgramSession, Webinar
from apps.live.models.booking import BookingQuerySet
from apps.live.states import FOR_NOTHING, BookingStatus

_NAMED = 100


@dataclass(frozen=True, slots=True)
class People:
    """How many have it booked, of whom free of charge, and how many are paying; and the first of them."""

    booked: int
    free: int
    paying: int
    named: list[Booking]

    @property
    def paid(self) -> int:
        return self.booked - self.free

    @property
    def unnamed(self) -> int:
        return self.booked - len(self.named)


def by(*, thing: Webinar | Mentorship | ProgramSession) -> People:
    rows = _of(thing)
    counts = rows.aggregate(
        booked=Count("pk", filter=Q(status=BookingStatus.BOOKED)),
        free=Count("pk", filter=Q(status=BookingStatus.BOOKED, booked_by__in=FOR_NOTHING)),
        paying=Count("pk", filter=Q(status=BookingStatus.HELD)),
    )
    named = rows.booked().select_related("person").order_by("made_at", "pk")[:_NAMED]
    return People(named=list(named), **counts)


def clashing(*, thing: Webinar | Mentorship | ProgramSession, starts_at: datetime, ends_at: datetime) -> int:
    """How many of those who booked it have booked something else at that time, but for what lasts weeks."""
    across = Q()
    for column in ("session", "webinar"):
        across |= Q(**{f"{column}__starts_at__lt": ends_at, f"{column}__ends_at__gt": starts_at})
    people = _of(thing).booked().values("person")
    others = Booking.objects.taking_place().filter(across, person__in=people)
    elsewhere = others.exclude(**{thing.booked_as: thing})
    return elsewhere.values("person").distinct().count()


def _of(thing: Webinar | Mentorship | ProgramSession) -> BookingQuerySet:
    return Booking.objects.filter(**{thing.booked_as: thing})
