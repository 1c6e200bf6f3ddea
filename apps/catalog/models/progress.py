from typing import ClassVar

from django.conf import settings
from django.db import models

from apps.core.ids import new_id


class CourseStart(models.Model):
    """When a person first opened a course in a player. A restart changes nothing about that."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    course = models.ForeignKey("catalog.Course", models.CASCADE, related_name="+")
    started_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "course"], name="one_start_a_course"),
        ]

    def __str__(self) -> str:
        # Staff see this where they delete a course; whose it is, is not theirs to know.
        return f"start of {self.course_id}"


class TopicProgress(models.Model):
    """
    How far a person is with a topic.

    Each report of the player is one upsert of this row (`progress_sql`), which only ever adds: reports may
    arrive late, twice or concurrently.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    course = models.ForeignKey("catalog.Course", models.CASCADE, related_name="+")
    topic = models.ForeignKey("catalog.Topic", models.CASCADE, related_name="+")
    watched_seconds = models.PositiveIntegerField(default=0, help_text="The furthest position.")
    is_completed = models.BooleanField(default=False)
    updated_at = models.DateTimeField()
    ranges_by_day = models.JSONField(
        default=dict, help_text="The ranges of seconds that were watched, by Indian day."
    )

    class Meta:
        verbose_name_plural = "topic progress"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "course", "topic"], name="one_progress_a_topic"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["person", "-updated_at"], name="progress_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.watched_seconds} s of {self.topic_id}"
