from datetime import datetime
from typing import ClassVar, Self

from django.db import models

from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id
from apps.live.models.base import RoomModel, TimedModel
from apps.live.models.events import Mentorship


class MeetingQuerySet(InvalidatesCacheQuerySet["Meeting"]):
    def not_cancelled(self) -> Self:
        return self.filter(cancelled_at__isnull=True)

    def not_over(self, *, now: datetime) -> Self:
        """On or ahead, soonest first."""
        return self.not_cancelled().filter(ends_at__gt=now).order_by("starts_at")

    def overlapping(self, *, starts_at: datetime, ends_at: datetime) -> Self:
        """One may begin when another ends."""
        return self.not_cancelled().filter(starts_at__lt=ends_at, ends_at__gt=starts_at)


class Meeting(InvalidatesCache, TimedModel, RoomModel):
    """
    One meeting of a mentorship. Webinars and sessions are their own only meeting.

    `services/meetings.py` makes sure that those of one mentorship do not overlap.
    """

    cache_tags = ("live",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    mentorship = models.ForeignKey(Mentorship, models.CASCADE, related_name="meetings")
    title = models.CharField("subject", max_length=120)

    objects = MeetingQuerySet.as_manager()

    class Meta:
        ordering = ("starts_at", "id")
        indexes: ClassVar = [
            models.Index(fields=["mentorship", "ends_at"], name="meeting_by_end"),
            models.Index(fields=["starts_at", "id"], name="meeting_by_start"),
        ]
        constraints: ClassVar = [
            *TimedModel.Meta.constraints,
            models.UniqueConstraint(
                fields=["mentorship", "starts_at"],
                condition=models.Q(cancelled_at__isnull=True),
                name="meeting_starts_once_a_mentorship",
            ),
        ]

    def __str__(self) -> str:
        return self.title
