from typing import ClassVar

from django.db import models


class Throttle(models.Model):
    """
    A rate-limited key, such as login codes to one number.

    The row is also the lock: each request updates it before counting, so concurrent requests are
    serialised.
    """

    key = models.CharField(max_length=160, primary_key=True)
    touched_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key.partition(":")[0]


class DailyCount(models.Model):
    """A daily count for the whole site, for what happens too often for one row per event."""

    name = models.CharField(max_length=40)
    day = models.DateField(help_text="The calendar day in India.")
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["name", "day"], name="one_daily_count_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.name} on {self.day}"


class ThrottleEvent(models.Model):
    """One counted event."""

    throttle = models.ForeignKey(Throttle, models.CASCADE, related_name="events")
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["throttle", "at"], name="throttle_event_at")]

    def __str__(self) -> str:
        return f"{self.throttle_id.partition(':')[0]} at {self.at}"
