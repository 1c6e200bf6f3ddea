from collections.abc import Collection
from datetime import datetime
from functools import reduce
from operator import or_
from typing import ClassVar, Self
from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.core.ids import new_id
from apps.live.models.events import Mentorship, Webinar
from apps.live.models.plan import SessionPlan
from apps.live.models.program import ProgramSession
from apps.live.states import FREE_OF_CHARGE, SEATED, BookedBy, BookingStatus

ITEMS = ("webinar", "mentorship", "session")
"""The foreign keys of a booking, of which one is set."""


class BookingQuerySet(models.QuerySet["Booking"]):
    def locked(self) -> Self:
        return self.select_for_update(no_key=True, of=("self",))

    def first_locked(self) -> "Booking | None":
        """
        The first of these with its item, locked until the transaction ends.

        It is locked before it is joined: PostgreSQL drops a row from a locking join if the concurrent
        transaction it waited for has pointed it at another item.
        """
        row = self.locked().first()
        return None if row is None else Booking.objects.with_items().get(pk=row.pk)

    def booked(self) -> Self:
        return self.filter(status=BookingStatus.BOOKED)

    def confirmed(self) -> Self:
        """Booked, and the item was not cancelled."""
        return self.booked().filter(
            webinar__cancelled_at__isnull=True,
            mentorship__cancelled_at__isnull=True,
            session__cancelled_at__isnull=True,
        )

    def paid_by(self, lines: Collection[UUID]) -> Self:
        """Seats that these order lines paid for, also by way of a credit."""
        return self.filter(Q(bought_by__in=lines) | Q(paid_line__in=lines))

    def without_decision(self, *items: str) -> Self:
        """
        Booked seats of what we cancelled: the free ones ended, and owners of the others have not chosen.

        Of one kind of item, indexes find them; of several the whole table is read.
        """
        was_cancelled = (Q(**{f"{item}__cancelled_at__isnull": False}) for item in items or ITEMS)
        return self.booked().filter(reduce(or_, was_cancelled))

    def credits_at(self, at: datetime) -> Self:
        """Cancelled bookings that can still be used as a credit."""
        return self.filter(status=BookingStatus.CANCELED, assigned_to__isnull=True, credit_ends_at__gt=at)

    def with_items(self) -> Self:
        return self.select_related("webinar__host", "mentorship__host", "session__program__host")

    def with_meetings(self) -> Self:
        """With their items, and the meetings of mentorships among these."""
        return self.with_items().prefetch_related("mentorship__meetings")

    def transition(self, *, to: BookingStatus, **changes: object) -> bool:
        """Make one conditional update. False if the row no longer matches this query."""
        return self.update(status=to, **changes) == 1


class Booking(models.Model):
    """A seat in a webinar, a mentorship or a session. It keeps its id when the session is swapped."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    webinar = models.ForeignKey(Webinar, models.PROTECT, null=True, related_name="bookings")
    mentorship = models.ForeignKey(Mentorship, models.PROTECT, null=True, related_name="bookings")
    session = models.ForeignKey(ProgramSession, models.PROTECT, null=True, related_name="bookings")
    plan = models.ForeignKey(
        SessionPlan,
        models.PROTECT,
        null=True,
        related_name="bookings",
        help_text="The plan by which it was priced.",
    )
    status = models.CharField(max_length=10, choices=BookingStatus)
    booked_by = models.CharField(max_length=10, choices=BookedBy)
    bought_by = models.UUIDField(null=True, unique=True, help_text="The order line that paid for it.")
    made_at = models.DateTimeField("booked on")
    paid_line = models.UUIDField(
        null=True,
        db_index=True,
        help_text="For a session booked with a credit: the order line that paid for the credit.",
    )
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        help_text="Who gave the seat away.",
    )
    given_reason = models.CharField(max_length=200, blank=True)
    canceled_at = models.DateTimeField("cancelled on", null=True)
    credit_ends_at = models.DateTimeField(
        "credit valid until", null=True, help_text="Until when another session can be chosen."
    )
    assigned_to = models.OneToOneField("self", models.PROTECT, null=True, related_name="assigned_from")
    changes = models.PositiveIntegerField(
        default=0, help_text="How often its owner changed it. Part of the calendar entry's sequence number."
    )

    objects = BookingQuerySet.as_manager()

    class Meta:
        ordering = ("-made_at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["person", "status", "-made_at", "-id"], name="booking_of_person"),
        ]
        constraints: ClassVar = [
            *(
                models.UniqueConstraint(
                    fields=["person", item],
                    condition=Q(status__in=SEATED) & Q(**{f"{item}__isnull": False}),
                    name=f"one_seat_a_person_and_{item}",
                )
                for item in ITEMS
            ),
            models.CheckConstraint(
                condition=Q(webinar__isnull=False, mentorship__isnull=True, session__isnull=True)
                | Q(webinar__isnull=True, mentorship__isnull=False, session__isnull=True)
                | Q(webinar__isnull=True, mentorship__isnull=True, session__isnull=False),
                name="booking_of_one_thing",
            ),
            models.CheckConstraint(
                condition=Q(canceled_at__isnull=False, credit_ends_at__isnull=False)
                | (~Q(status=BookingStatus.CANCELED) & Q(assigned_to__isnull=True)),
                name="cancelled_booking_is_a_credit",
            ),
            models.CheckConstraint(
                condition=Q(booked_by=BookedBy.GIFT, given_by__isnull=False)
                | (~Q(booked_by=BookedBy.GIFT) & Q(given_by__isnull=True, given_reason="")),
                name="gift_names_who_gave_it",
            ),
            models.CheckConstraint(
                condition=~Q(status=BookingStatus.GIVEN_UP) | Q(booked_by__in=FREE_OF_CHARGE),
                name="only_a_free_seat_is_given_up",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item}"

    @property
    def item(self) -> Webinar | Mentorship | ProgramSession:
        """What is booked. Use `with_items` to avoid a query."""
        found = self.webinar or self.mentorship or self.session
        assert found is not None, "a booking has exactly one item"
        return found

    @property
    def sequence(self) -> int:
        """The SEQUENCE of the calendar entry, which rises with every change."""
        return self.changes + self.item.revision

    @property
    def paying_line(self) -> UUID | None:
        """The order line that paid for it, or for the credit that it was booked with."""
        return self.bought_by or self.paid_line

    @property
    def awaits_owner_choice(self) -> bool:
        """We cancelled the item, and the owner has yet to choose another session, a credit or a refund."""
        return self.status == BookingStatus.BOOKED and self.item.is_cancelled

    @property
    def status_label(self) -> str:
        """The status as people read it: nobody has a seat in what does not take place."""
        return "Cancelled, not decided" if self.awaits_owner_choice else self.get_status_display()

    def is_credit_at(self, at: datetime) -> bool:
        return (
            self.status == BookingStatus.CANCELED
            and self.assigned_to_id is None
            and self.credit_ends_at is not None
            and self.credit_ends_at > at
        )
