from datetime import datetime
from typing import ClassVar, Self, TypeVar

from django.db import models

from apps.core.cache_invalidation import PublishedQuerySet
from apps.core.publishing import approval_index
from apps.live.models.base import ListedModel, PricedModel, ScheduledModel, SeatedModel, TimedModel

Event = TypeVar("Event", bound=models.Model, covariant=True)


class EventQuerySet(PublishedQuerySet[Event]):
    def upcoming(self, *, now: datetime) -> Self:
        """Not ended and not cancelled, soonest first."""
        return self.filter(ends_at__gt=now, cancelled_at__isnull=True).order_by("starts_at", "pk")


class MentorshipQuerySet(EventQuerySet["Mentorship"]):
    def with_meetings(self) -> Self:
        return self.prefetch_related("meetings")


class Webinar(ListedModel, PricedModel, ScheduledModel):
    """One live lesson."""

    booking_field = "webinar"
    path = "live-webinars"

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ("-starts_at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["ends_at"], name="webinar_by_end"),
            models.Index(fields=["starts_at", "id"], name="webinar_by_start"),
            models.Index(fields=["language", "ends_at"], name="webinar_by_language"),
            models.Index(fields=["category", "ends_at"], name="webinar_by_category"),
            approval_index("webinar_approval_end"),
            models.Index(
                fields=["cancelled_at"],
                name="webinar_cancelled",
                condition=models.Q(cancelled_at__isnull=False),
            ),
        ]
        constraints: ClassVar = [*ScheduledModel.Meta.constraints, *PricedModel.Meta.constraints]


class Mentorship(ListedModel, PricedModel, TimedModel, SeatedModel):
    """
    A group that meets its mentor several times. It is sold as one.

    Its start and end are the first start and the last end of its meetings that are not cancelled.
    `services/meetings.py` keeps them so.
    """

    booking_field = "mentorship"
    path = "live-mentorships"

    objects = MentorshipQuerySet.as_manager()

    class Meta:
        ordering = ("-starts_at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["ends_at"], name="mentorship_by_end"),
            models.Index(fields=["starts_at", "id"], name="mentorship_by_start"),
            models.Index(fields=["language", "ends_at"], name="mentorship_by_language"),
            models.Index(fields=["category", "ends_at"], name="mentorship_by_category"),
            approval_index("mentorship_approval_end"),
            models.Index(
                fields=["cancelled_at"],
                name="mentorship_cancelled",
                condition=models.Q(cancelled_at__isnull=False),
            ),
        ]
        constraints: ClassVar = [
            *TimedModel.Meta.constraints,
            *SeatedModel.Meta.constraints,
            *PricedModel.Meta.constraints,
        ]
