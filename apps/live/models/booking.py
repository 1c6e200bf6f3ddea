from datetime import datetime
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.core.ids import new_id
from apps.live.models.events import Mentorship, Webinar
from apps.live.models.plan import SessionPlan
from apps.live.models.program import ProgramSession
from apps.live.states import SEATED, BookedBy, BookingStatus


class BookingQuerySet(models.QuerySet["Booking"]):
    def locked(self) -> Self:
        return self.select_for_update(no_key=True, of=("self",))

    def first_locked(self) -> "Booking | None":
        """
        The first of these, with its thing, as it stays until the transaction ends.

        Locked first and joined then: PostgreSQL drops a row from a locking join if the rival it waited for
        has pointed it at another thing.
        """
        row = self.locked().first()
        return None if row is None else Booking.objects.with_things().get(pk=row.pk)

    def booked(self) -> Self:
        return self.filter(status=BookingStatus.BOOKED)

    def taking_place(self) -> Self:
        """Booked, and not called off."""
        return self.booked().filter(
            webinar__called_off_at__isnull=True,
            mentorship__called_off_at__isnull=True,
            session__called_off_at__isnull=True,
        )

    def credits_at(self, moment: datetime) -> Self:
        """Cancelled ones that can still be used."""
        return self.filter(status=BookingStatus.CANCELED, assigned_to__isnull=True, credit_ends_at__gt=moment)

    def with_things(self) -> Self:
        return self.select_related("webinar__host", "mentorship__host", "session__program__host")

    def move(self, *, to: BookingStatus, **changes: object) -> bool:
        """One conditional update: the rows of this query, if they are still as it says."""
        return self.update(status=to, **changes) == 1


class Booking(models.Model):
    """Somebody's seat in a webinar, a mentorship or a session; its id stays through every change."""

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
        help_text="By whose price it was sold; a plan that was bought is not deleted.",
    )
    status = models.CharField(max_length=10, choices=BookingStatus)
    booked_by = models.CharField(max_length=10, choices=BookedBy)
    bought_by = models.UUIDField(null=True, unique=True, help_text="The line of the order that paid for it.")
    made_at = models.DateTimeField()
    paid_line = models.UUIDField(
        null=True,
        db_index=True,
        help_text="The same, for what a credit became: the line behind it.",
    )
    canceled_at = models.DateTimeField(null=True)
    credit_ends_at = models.DateTimeField(null=True, help_text="Until when it can be assigned anew.")
    assigned_to = models.OneToOneField("self", models.PROTECT, null=True, related_name="made_of")
    changes = models.PositiveIntegerField(
        default=0, help_text="Rises with whatever its owner changes, by more than its session was moved."
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
                    fields=["person", thing],
                    condition=Q(status__in=SEATED) & Q(**{f"{thing}__isnull": False}),
                    name=f"one_seat_a_person_and_{thing}",
                )
                for thing in ("webinar", "mentorship", "session")
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
        ]

    def __str__(self) -> str:
        return f"{self.thing}"

    @property
    def thing(self) -> Webinar | Mentorship | ProgramSession:
        """What is booked; select it with the booking."""
        found = self.webinar or self.mentorship or self.session
        assert found is not None, "a booking has one thing"
        return found

    @property
    def sequence(self) -> int:
        """Rises with every change of what is booked, and so with every calendar file."""
        return self.changes + self.thing.revision

    @property
    def is_to_be_answered(self) -> bool:
        """Whether the provider called it off, and its owner has not said what is to become of it."""
        return self.status == BookingStatus.BOOKED and self.thing.is_called_off

    def is_credit_at(self, moment: datetime) -> bool:
        return (
            self.status == BookingStatus.CANCELED
            and self.assigned_to_id is None
            and self.credit_ends_at is not None
            and self.credit_ends_at > moment
        )
