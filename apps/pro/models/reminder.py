from typing import ClassVar

from django.conf import settings
from django.db import models

from apps.core.ids import new_id
from apps.pro.states import Lead


class EndReminder(models.Model):
    """A reminder that somebody's Pro ends; unique, so that concurrent runs send each one once."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    ends_at = models.DateTimeField(help_text="The end that it is about; a later end gets its own reminder.")
    lead = models.CharField(max_length=4, choices=Lead)

    objects = models.Manager["EndReminder"]()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["ends_at"], name="end_reminder_by_end")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "ends_at", "lead"], name="reminded_once_of_an_end"),
        ]

    def __str__(self) -> str:
        return self.get_lead_display()
