from datetime import datetime

from django.db import models

from apps.sandbox import ids
from apps.sandbox.states import EventStatus


class EventQuerySet(models.QuerySet["Event"]):
    def due(self, *, at: datetime) -> "EventQuerySet":
        return self.filter(status=EventStatus.WAITING, due_at__lte=at)


class Event(models.Model):
    """Something the merchant is to be told, in the words of the moment at which it happened."""

    id = models.CharField(primary_key=True, max_length=14, default=ids.new_tail, editable=False)
    name = models.CharField(max_length=40)
    body = models.TextField()
    # Retries of an old event are signed with the secret of its time.
    secret = models.CharField(max_length=200)
    status = models.CharField(max_length=9, choices=EventStatus, default=EventStatus.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    last_answer = models.CharField(max_length=60, default="")
    copies = models.PositiveSmallIntegerField(default=1)
    spoilt_copies = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()

    objects = EventQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["status", "due_at"], name="event_due")]

    def __str__(self) -> str:
        return f"{self.name} {self.id}"
