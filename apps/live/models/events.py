from datetime import datetime
from typing import ClassVar, Self, TypeVar

from django.db import models

from apps.core.cache_invalidation import PublishedQuerySet
from apps.core.model_fields import LinesField
from apps.live.models.base import ListedModel, PricedModel, ScheduledModel

Event = TypeVar("Event", bound=models.Model, covariant=True)


class EventQuerySet(PublishedQuerySet[Event]):
    def upcoming(self, *, now: datetime) -> Self:
        """Not ended and not cancelled, soonest first."""
        return self.filter(ends_at__gt=now, cancelled_at__isnull=True).order_by("starts_at", "pk")


class Webinar(ListedModel, PricedModel, ScheduledModel):
    """One live lesson."""

    booking_field = "webinar"

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ("-starts_at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["ends_at"], name="webinar_by_end"),
            models.Index(fields=["starts_at", "id"], name="webinar_by_start"),
        ]
        constraints: ClassVar = [*ScheduledModel.Meta.constraints, *PricedModel.Meta.constraints]


class Mentorship(ListedModel, PricedModel, ScheduledModel):
    """A group that meets its mentor over several weeks."""

    booking_field = "mentorship"

    schedule = LinesField()

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ("-starts_at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["ends_at"], name="mentorship_by_end"),
            models.Index(fields=["starts_at", "id"], name="mentorship_by_start"),
        ]
        constraints: ClassVar = [*ScheduledModel.Meta.constraints, *PricedModel.Meta.constraints]
