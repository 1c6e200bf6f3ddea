from typing import ClassVar

from django.conf import settings
from django.db import models

from apps.core.ids import new_id


class Attendance(models.Model):
    """
    That somebody joined a meeting through us.

    `meeting_id` is the id of a webinar, a session or a mentorship's meeting, so it is no foreign key.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    meeting_id = models.UUIDField()
    first_joined_at = models.DateTimeField("first joined")
    last_joined_at = models.DateTimeField("last joined")
    count = models.PositiveIntegerField("times joined", default=1)

    class Meta:
        verbose_name_plural = "attendance"
        ordering = ("first_joined_at", "id")
        indexes: ClassVar = [models.Index(fields=["first_joined_at", "id"], name="attendance_by_time")]
        constraints: ClassVar = [
            # The meeting first: staff read all of one meeting.
            models.UniqueConstraint(fields=["meeting_id", "person"], name="attended_once_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.person}"


class RecordingProgress(models.Model):
    """How far somebody has watched the recording of a meeting."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    meeting_id = models.UUIDField()
    position = models.PositiveIntegerField(help_text="Seconds: where to continue.")
    furthest = models.PositiveIntegerField(help_text="Seconds: the furthest position reached.")
    updated_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "meeting_id"], name="one_progress_a_recording"),
        ]

    def __str__(self) -> str:
        return f"{self.meeting_id}"
