from datetime import datetime

from django.db import models

from apps.sandbox import ids
from apps.sandbox.states import EventStatus


class EventQuerySet(models.QuerySet["Event"]):
    def due(self, *, at: datetime) -> "EventQuerySet":
        return self.filter(status=EventStatus.WAITING, due_at__lte=at)


class Event(models.Model):
    """A webhook event, with the body as it was when it happened."""

    id = models.CharField(primary_key=True, max_length=14, default=ids.random_suffix, editable=False)
    name = models.CharField(max_length=40)
    body = models.TextField()
    # Retries are signed with the secret that was current when the event happened.
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
