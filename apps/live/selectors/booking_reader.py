"""
Reads a person's bookings once for all lists of a page.

The first query reads the times of all of them, from which each list chooses what it shows. The second reads
these rows with their items, so that a page costs the same however much somebody has ever booked.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import OuterRef, Subquery
from django.utils.functional import cached_property

from apps.accounts.models import User
from apps.core.api.pagination import Slice
from apps.live.models import Booking, Meeting
from apps.live.states import BookingStatus

_COLUMNS = ("webinar", "mentorship", "session")
_TIMES = [f"{column}__{name}" for column in _COLUMNS for name in ("starts_at", "ends_at", "cancelled_at")]
_NEXT_START = "next_starts_at"


class BookingTimes(NamedTuple):
    booking_id: UUID
    canceled_at: datetime | None
    """Null: it is booked. Else its owner cancelled it for a credit."""
    assigned_to_id: UUID | None
    credit_ends_at: datetime | None
    column: str
    """The foreign key that points to what is booked."""
    starts_at: datetime
    """The start of the meeting that is on or next, or of the first one when all are over."""
    ends_at: datetime
    """The end of the last meeting."""
    is_cancelled_by_us: bool

    def is_credit_at(self, at: datetime) -> bool:
        """Like `Booking.is_credit_at`."""
        is_open = self.canceled_at is not None and self.assigned_to_id is None
        return is_open and self.credit_ends_at is not None and self.credit_ends_at > at


@dataclass(frozen=True, slots=True)
class BookingPage:
    """One page of a list of bookings."""

    choose: Callable[[Sequence[BookingTimes]], list[BookingTimes]]
    """All bookings of the list, in its order."""
    part: Slice

    def cut(self, chosen: list[BookingTimes]) -> list[BookingTimes]:
        return chosen[self.part.skip : self.part.end]


@dataclass(frozen=True)
class BookingReader:
    """Reads a person's bookings. Lists that share one are read together."""

    person: User
    now: datetime
    pages: list[BookingPage] = field(default_factory=list)
    """What else will be read: the first read brings the rows of all."""
    _rows: dict[UUID, Booking] = field(default_factory=dict)

    def read(self, page: BookingPage) -> tuple[list[Booking], int]:
        """A page of bookings with their items, and how many there are in all."""
        chosen = page.choose(self._times)
        booking_ids = [times.booking_id for times in page.cut(chosen)]
        if not self._rows.keys() >= set(booking_ids):
            self._read_rows([page, *self.pages])
        return [self._rows[one] for one in booking_ids if one in self._rows], len(chosen)

    @cached_property
    def _times(self) -> list[BookingTimes]:
        kept = (BookingStatus.BOOKED, BookingStatus.CANCELED)
        rows = Booking.objects.filter(person=self.person, status__in=kept).order_by()
        meetings = Meeting.objects.filter(mentorship=OuterRef("mentorship")).not_over(now=self.now)
        rows = rows.annotate(**{_NEXT_START: Subquery(meetings.values("starts_at")[:1])})
        credit = ("canceled_at", "assigned_to", "credit_ends_at")
        found = rows.values_list("pk", "status", *credit, _NEXT_START, *_TIMES)
        return [_booking_times(*row) for row in found]

    def _read_rows(self, pages: Sequence[BookingPage]) -> None:
        shown = [times for page in pages for times in page.cut(page.choose(self._times))]
        wanted = {times.booking_id for times in shown} | {times.assigned_to_id for times in shown}
        rows = Booking.objects.filter(person=self.person).with_meetings().order_by()
        rows = rows.select_related("webinar__category", "mentorship__category")
        self._rows.update(rows.in_bulk(wanted - {None} - self._rows.keys()))
        for row in self._rows.values():
            if row.assigned_to_id in self._rows:
                row.assigned_to = self._rows[row.assigned_to_id]


def _booking_times(
    booking_id: UUID,
    status: str,
    canceled_at: datetime | None,
    assigned_to_id: UUID | None,
    credit_ends_at: datetime | None,
    next_starts_at: datetime | None,
    *times: datetime | None,
) -> BookingTimes:
    for column, starts_at, ends_at, cancelled_at in zip(
        _COLUMNS, times[::3], times[1::3], times[2::3], strict=True
    ):
        if starts_at is not None and ends_at is not None:
            return BookingTimes(
                booking_id=booking_id,
                canceled_at=canceled_at if status == BookingStatus.CANCELED else None,
                assigned_to_id=assigned_to_id,
                credit_ends_at=credit_ends_at,
                column=column,
                starts_at=next_starts_at or starts_at,
                ends_at=ends_at,
                is_cancelled_by_us=cancelled_at is not None,
            )
    raise AssertionError("a booking has exactly one item")
