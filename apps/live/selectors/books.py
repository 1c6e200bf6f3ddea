"""What lines of orders booked, and whether seats, bookings and credits agree with each other."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Count, F, Q

from apps.core.sellables import Delivered
from apps.live.deadlines import CREDIT_LASTS
from apps.live.models import Booking, Mentorship, ProgramSession, Webinar
from apps.live.models.booking import BookingQuerySet
from apps.live.states import SEATED, BookedBy, BookingStatus

_AT_ONCE = 2000

Thing = type[Webinar] | type[Mentorship] | type[ProgramSession]

_KEPT = (BookingStatus.BOOKED, BookingStatus.CANCELED)
"""In these what was paid for is a seat or a credit."""


def bookings(of: Thing) -> Iterator[Delivered]:
    """All seats that were bought or are held, by rising line id; a moved one says no more which it was."""
    column = f"{of.booked_as}_id"
    rows = _of(of).filter(bought_by__isnull=False).exclude(status=BookingStatus.RELEASED)
    offer = "session__program_id" if of is ProgramSession else column
    columns = ("bought_by", "person_id", "status", "changes", column, offer)
    for line_id, person_id, status, changes, thing_id, offer_id in (
        rows.order_by("bought_by").values_list(*columns).iterator(_AT_ONCE)
    ):
        yield Delivered(
            line_id=line_id,
            person_id=person_id,
            stands=status in _KEPT,
            is_held=status == BookingStatus.HELD,
            offer_id=offer_id,
            item_id=None if of is ProgramSession and changes else thing_id,
        )


def differences(of: Thing) -> Iterator[str]:
    yield from _seats(of)
    yield from _ways(of)
    yield from _credits(of)
    yield from _made_of_credits(of)


def _of(of: Thing) -> BookingQuerySet:
    return Booking.objects.filter(**{f"{of.booked_as}__isnull": False}).order_by()


def _seats(of: Thing) -> Iterator[str]:
    seated = Count("bookings", filter=Q(bookings__status__in=SEATED))
    rows = of._base_manager.order_by("pk").annotate(seated=seated).exclude(taken=F("seated"))
    for pk, taken, found in rows.values_list("pk", "taken", "seated").iterator(_AT_ONCE):
        yield f"{_named(of)} {pk} counts {taken} seats taken, and {found} are booked or held."


def _ways(of: Thing) -> Iterator[str]:
    """A seat names what paid for it: the line, the line behind the credit, or none."""
    paid = Q(bought_by__isnull=False, paid_line__isnull=True, booked_by=BookedBy.PAYMENT)
    credit = Q(bought_by__isnull=True, booked_by=BookedBy.CREDIT)
    held = Q(status=BookingStatus.HELD) & ~Q(booked_by=BookedBy.PAYMENT)
    free = Q(bought_by__isnull=True, paid_line__isnull=True, booked_by__in=(BookedBy.FREE, BookedBy.PRO))
    for pk, way in (
        _of(of).exclude((paid | credit | free) & ~held).values_list("pk", "booked_by").iterator(_AT_ONCE)
    ):
        yield f"Booking {pk} came by {way}, which does not fit the line that it names or does not name."


def _credits(of: Thing) -> Iterator[str]:
    """A cancelled booking is a credit for its time, and becomes one seat at most, which still is one."""
    rows = _of(of).filter(Q(canceled_at__isnull=False) | Q(credit_ends_at__isnull=False))
    fits = Q(credit_ends_at=F("canceled_at") + CREDIT_LASTS)
    for pk in _ids(rows.exclude(fits, canceled_at__isnull=False, credit_ends_at__isnull=False)):
        yield f"Booking {pk} was cancelled, and its credit does not last {CREDIT_LASTS.days} days from then."
    active = _of(of).filter(status__in=SEATED)
    for pk in _ids(active.filter(canceled_at__isnull=False)):
        yield f"Booking {pk} was cancelled and has a seat."


def _made_of_credits(of: Thing) -> Iterator[str]:
    used = _of(of).filter(assigned_to__isnull=False)
    wrong = (
        ~Q(assigned_to__booked_by=BookedBy.CREDIT)
        | ~Q(assigned_to__status__in=_KEPT)
        | ~Q(assigned_to__person=F("person"))
        | Q(session__isnull=True)
        | ~Q(assigned_to__session__program=F("session__program"))
        | ~Q(status=BookingStatus.CANCELED)
    )
    for pk in _ids(used.filter(wrong)):
        yield f"Booking {pk} is a used credit, and the booking it became is not of that credit."
    made = _of(of).filter(booked_by=BookedBy.CREDIT)
    for pk in _ids(made.filter(made_of__isnull=True, status__in=_KEPT)):
        yield f"Booking {pk} was made with a credit, and no credit became it."
    for pk, line, bought, behind in (
        made.filter(made_of__isnull=False)
        .values_list("pk", "paid_line", "made_of__bought_by", "made_of__paid_line")
        .iterator(_AT_ONCE)
    ):
        if line != (bought or behind):
            yield f"Booking {pk} names another line than the credit that became it."


def _ids(rows: BookingQuerySet) -> Iterator[Any]:
    return rows.order_by("pk").values_list("pk", flat=True).iterator(_AT_ONCE)


def _named(of: Thing) -> str:
    return str(of._meta.verbose_name).capitalize()
