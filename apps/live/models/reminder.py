from typing import ClassVar

from django.db import models

from apps.core.ids import new_id
from apps.live.models.booking import Booking
from apps.live.states import Lead, Way


class Reminder(models.Model):
    """That somebody is reminded of a start: once by each way, however many runs find it due."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    booking = models.ForeignKey(Booking, models.CASCADE, related_name="+")
    lead = models.CharField(max_length=4, choices=Lead)
    way = models.CharField(max_length=5, choices=Way)
    starts_at = models.DateTimeField(help_text="The start it speaks of; what is moved is reminded of anew.")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["starts_at"], name="reminder_by_start")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["booking", "starts_at", "lead", "way"], name="reminded_once_of_a_start"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_lead_display()}, {self.get_way_display()}"
