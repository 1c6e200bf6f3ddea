from typing import ClassVar

from django.db import models


class Throttle(models.Model):
    """
    Something that may happen only so often, such as codes to one number.

    The row is the lock: whoever counts writes it first, so that rivals count one after the other.
    """

    key = models.CharField(max_length=160, primary_key=True)
    touched_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key.partition(":")[0]


class ThrottleEvent(models.Model):
    """One time that it happened."""

    throttle = models.ForeignKey(Throttle, models.CASCADE, related_name="events")
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["throttle", "at"], name="throttle_event_at")]

    def __str__(self) -> str:
        return f"{self.throttle_id.partition(':')[0]} at {self.at}"
