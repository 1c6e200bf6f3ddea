"""For `verify_books`: what order lines booked, and differences between seats, bookings and credits."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from apps.accounts.models import Entitlement
from apps.accounts.states import Source
from apps.audit.models import AuditEntry
from apps.audit.selectors import recorded_values
from apps.audit.states import EntryKind
from apps.core.formatting import exact_price
from apps.core.sellables import Delivered
from apps.live import deadlines
from apps.live.models import (
    Booking,
    LiveTrading,
    Mentorship,
    ProgramSession,
    SessionPlan,
    WaitlistEntry,
    Webinar,
)
from apps.live.models.booking import BookingQuerySet
from apps.live.states import FREE_OF_CHARGE, SEATED, BookedBy, BookingStatus

_CHUNK = 2000

Bookable = type[Webinar] | type[Mentorship] | type[ProgramSession]

_DELIVERED = (BookingStatus.BOOKED, BookingStatus.CANCELED)
"""The buyer has a seat or a credit."""


def bookings(of: Bookable) -> Iterator[Delivered]:
    """All bought or held seats, by line id. After a swap, the session bought is unknown."""
    column = f"{of.booking_field}_id"
    rows = _bookings(of).filter(bought_by__isnull=False).exclude(status=BookingStatus.RELEASED)
    listed = "session__program_id" if of is ProgramSession else column
    columns = ("bought_by", "person_id", "status", "changes", column, listed)
    for line_id, person_id, status, changes, item_id, listed_id in (
        rows.order_by("bought_by").values_list(*columns).iterator(_CHUNK)
    ):
        yield Delivered(
            line_id=line_id,
            person_id=person_id,
            is_active=status in _DELIVERED,
            is_held=status == BookingStatus.HELD,
            offer_id=listed_id,
            item_id=None if of is ProgramSession and changes else item_id,
        )


def differences(of: Bookable) -> Iterator[str]:
    yield from _seat_counts(of)
    yield from _payment_references(of)
    yield from _credits(of)
    yield from _used_credits(of)
    yield from _free_seats(of)
    yield from _gifts(of)
    if of is ProgramSession:
        yield from recorded_values.differences(of, ["base_price_paise"], on_page_of=LiveTrading)
        yield from recorded_values.differences(
            SessionPlan, ["discounted_price_paise"], on_page_of=LiveTrading
        )
    else:
        yield from recorded_values.differences(of, ["price_paise"])


def _bookings(of: Bookable) -> BookingQuerySet:
    return Booking.objects.filter(**{f"{of.booking_field}__isnull": False}).order_by()


def _seat_counts(of: Bookable) -> Iterator[str]:
    seated = Count("bookings", filter=Q(bookings__status__in=SEATED))
    offered = (
        WaitlistEntry.objects.offered()
        .filter(**{of.booking_field: OuterRef("pk")})
        .order_by()
        .values(of.booking_field)
        .annotate(count=Count("pk"))
        .values("count")
    )
    rows = of._base_manager.order_by("pk").annotate(seated=seated, offered=Coalesce(Subquery(offered), 0))
    rows = rows.exclude(seats_taken=F("seated") + F("offered"))
    for pk, taken, found in rows.values_list("pk", "seats_taken", F("seated") + F("offered")).iterator(
        _CHUNK
    ):
        yield f"{_label(of)} {pk} counts {taken} seats taken, and {found} are booked, held or offered."


def _payment_references(of: Bookable) -> Iterator[str]:
    """A booking refers to the order line that paid for it, to the line behind its credit, or to none."""
    paid = Q(bought_by__isnull=False, paid_line__isnull=True, booked_by=BookedBy.PAYMENT)
    credit = Q(bought_by__isnull=True, booked_by=BookedBy.CREDIT)
    held = Q(status=BookingStatus.HELD) & ~Q(booked_by=BookedBy.PAYMENT)
    free = Q(bought_by__isnull=True, paid_line__isnull=True, booked_by__in=FREE_OF_CHARGE)
    for pk, booked_by in (
        _bookings(of).exclude((paid | credit | free) & ~held).values_list("pk", "booked_by").iterator(_CHUNK)
    ):
        yield f"Booking {pk} was booked by {booked_by}, which does not fit its order line."


def _credits(of: Bookable) -> Iterator[str]:
    """A cancelled booking is a credit for its full validity and has no seat."""
    rows = _bookings(of).filter(Q(canceled_at__isnull=False) | Q(credit_ends_at__isnull=False))
    fits = Q(credit_ends_at=F("canceled_at") + deadlines.CREDIT_VALIDITY)
    for pk in _ids(rows.exclude(fits, canceled_at__isnull=False, credit_ends_at__isnull=False)):
        days = deadlines.CREDIT_VALIDITY.days
        yield f"Booking {pk} was cancelled, and its credit is not valid for {days} days from then."
    active = _bookings(of).filter(status__in=SEATED)
    for pk in _ids(active.filter(canceled_at__isnull=False)):
        yield f"Booking {pk} was cancelled but still has a seat."


def _used_credits(of: Bookable) -> Iterator[str]:
    used = _bookings(of).filter(assigned_to__isnull=False)
    paid = Q(assigned_to__booked_by=BookedBy.CREDIT, assigned_to__status__in=_DELIVERED)
    # The credit of a given seat books another given seat, which ends when it is given up or cancelled by us.
    gift = Q(
        booked_by=BookedBy.GIFT,
        assigned_to__booked_by=BookedBy.GIFT,
        assigned_to__status__in=(*_DELIVERED, BookingStatus.GIVEN_UP, BookingStatus.CANCELLED_BY_US),
    )
    wrong = (
        ~(paid | gift)
        | ~Q(assigned_to__person=F("person"))
        | Q(session__isnull=True)
        | ~Q(assigned_to__session__program=F("session__program"))
        | ~Q(status=BookingStatus.CANCELED)
    )
    for pk in _ids(used.filter(wrong)):
        yield f"Booking {pk} is a used credit, but the booking made with it does not belong to it."
    booked = _bookings(of).filter(booked_by=BookedBy.CREDIT)
    for pk in _ids(booked.filter(assigned_from__isnull=True, status__in=_DELIVERED)):
        yield f"Booking {pk} was made with a credit, but no credit refers to it."
    for pk, line, bought_by, paid_line in (
        booked.filter(assigned_from__isnull=False)
        .values_list("pk", "paid_line", "assigned_from__bought_by", "assigned_from__paid_line")
        .iterator(_CHUNK)
    ):
        if line != (bought_by or paid_line):
            yield f"Booking {pk} refers to another order line than its credit."


def _free_seats(of: Bookable) -> Iterator[str]:
    """Only webinars are booked without payment: those that were free then, or with the Pro that one had."""
    free = _bookings(of).filter(booked_by=BookedBy.FREE)
    known = recorded_values.histories(Webinar, ["price_paise"])
    columns = ("pk", "webinar_id", "webinar__price_paise", "made_at")
    for pk, webinar_id, paise, at in free.order_by("pk").values_list(*columns).iterator(_CHUNK):
        now = None if paise is None else exact_price(paise)
        if exact_price(0) not in known.around(webinar_id, "price_paise", at=at, now=now):
            yield f"Booking {pk} is free, and what it is for was not."
    pro = Entitlement.objects.to_pro().exclude(source=Source.TRIAL).filter(person=OuterRef("person"))
    had_pro = pro.valid_at(OuterRef("made_at"))  # type: ignore[arg-type]
    # Staff may end or delete what they gave.
    by_staff = AuditEntry.objects.filter(
        subject_id=OuterRef("person"),
        object_type=Entitlement._meta.label_lower,
        kind__in=(EntryKind.CHANGED, EntryKind.DELETED),
    )
    with_pro = _bookings(of).filter(booked_by=BookedBy.PRO)
    for pk in _ids(with_pro.filter(Q(webinar__isnull=True) | ~Exists(had_pro) & ~Exists(by_staff))):
        yield f"Booking {pk} was booked with Pro, which its owner did not have."


def _gifts(of: Bookable) -> Iterator[str]:
    """Those that were given, but for the seats that replaced them, which `_used_credits` compares."""
    given = _bookings(of).filter(booked_by=BookedBy.GIFT, assigned_from__isnull=True)
    written = recorded_values.written(Booking)
    for pk, person_id in given.order_by("pk").values_list("pk", "person_id").iterator(_CHUNK):
        if written.get(str(pk)) != person_id:
            yield f"Booking {pk} was given by staff, and the audit trail does not know of it."


def _ids(rows: BookingQuerySet) -> Iterator[Any]:
    return rows.order_by("pk").values_list("pk", flat=True).iterator(_CHUNK)


def _label(of: Bookable) -> str:
    return str(of._meta.verbose_name).capitalize()
