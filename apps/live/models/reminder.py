from typing import ClassVar

from django.db import models

from apps.core.ids import new_id
from apps.live.models.booking import Booking
from apps.live.states import ReminderChannel, ReminderLead


class Reminder(models.Model):
    """A reminder of one start by one channel. The constraint keeps concurrent runs from sending two."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    booking = models.ForeignKey(Booking, models.CASCADE, related_name="+")
    lead = models.CharField(max_length=4, choices=ReminderLead)
    channel = models.CharField(max_length=5, choices=ReminderChannel)
    starts_at = models.DateTimeField(help_text="What is rescheduled gets new reminders.")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["starts_at"], name="reminder_by_start")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["booking", "starts_at", "lead", "channel"], name="reminded_once_of_a_start"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_lead_display()}, {self.get_channel_display()}"
