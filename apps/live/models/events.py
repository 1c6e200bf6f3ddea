from datetime import datetime
from typing import ClassVar, Self, TypeVar

from django.db import models

from apps.core.cache_invalidation import PublishedQuerySet
from apps.core.model_fields import LinesField
from apps.live.models.offers import Appointment, Offer, Priced

Event = TypeVar("Event", bound=models.Model, covariant=True)


class EventQuerySet(PublishedQuerySet[Event]):
    def ahead(self, *, now: datetime) -> Self:
        """What has not ended and takes place, soonest first."""
        return self.filter(ends_at__gt=now, called_off_at__isnull=True).order_by("starts_at", "pk")


class Webinar(Offer, Priced, Appointment):
    """One live lesson."""

    booked_as = "webinar"

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ("-starts_at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["ends_at"], name="webinar_by_end"),
            models.Index(fields=["starts_at", "id"], name="webinar_by_start"),
        ]
        constraints: ClassVar = [*Appointment.Meta.constraints, *Priced.Meta.constraints]


class Mentorship(Offer, Priced, Appointment):
    """A group that meets a mentor over some weeks."""

    booked_as = "mentorship"

    schedule = LinesField()

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ("-starts_at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["ends_at"], name="mentorship_by_end"),
            models.Index(fields=["starts_at", "id"], name="mentorship_by_start"),
        ]
        constraints: ClassVar = [*Appointment.Meta.constraints, *Priced.Meta.constraints]
