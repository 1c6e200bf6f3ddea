from datetime import date
from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id
from apps.support import deadlines
from apps.support.states import ComplaintSource


class ComplaintQuerySet(InvalidatesCacheQuerySet["Complaint"]):
    def overdue(self, *, today: date) -> "ComplaintQuerySet":
        """Open after the day by which they are to be answered."""
        return self.filter(resolved_date__isnull=True, due_date__lt=today)


class Complaint(InvalidatesCache, models.Model):
    """
    An entry of the complaints register, from which the published tables are computed.

    It contains no names: who complained, and why, is in the ticket or in the regulator's own file.
    """

    cache_tags = ("site",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    source = models.CharField(max_length=10, choices=ComplaintSource)
    reference = models.CharField(max_length=60, blank=True, help_text="Ticket number or SCORES number.")
    received_date = models.DateField("received on")
    due_date = models.DateField(
        "reply due by",
        null=True,
        blank=True,
        help_text="Leave empty for the last day that the regulator allows.",
    )
    resolved_date = models.DateField("resolved on", null=True, blank=True)
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Who answers it. Leave empty for yourself.",
    )
    is_impersonation = models.BooleanField(
        "due to impersonation",
        default=False,
        help_text="Somebody pretended to be us. Published as a separate count, not in the tables.",
    )
    note = models.TextField(
        max_length=2000, blank=True, help_text="Visible to staff only. Do not enter names."
    )

    objects = ComplaintQuerySet.as_manager()

    class Meta:
        ordering = ("-received_date", "-id")
        indexes: ClassVar = [
            models.Index(fields=["-received_date", "-id"], name="complaints_newest"),
            models.Index(
                fields=["due_date"],
                name="complaints_due",
                condition=models.Q(resolved_date__isnull=True),
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(resolved_date__isnull=True)
                | models.Q(resolved_date__gte=models.F("received_date")),
                name="a_complaint_is_resolved_after_it_came",
                violation_error_message="A complaint cannot be resolved before it was received.",
            ),
        ]

    def __str__(self) -> str:
        return self.reference or f"{self.get_source_display()}, {self.received_date}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.set_due_date()
        super().save(*args, **kwargs)

    def set_due_date(self) -> None:
        """No entry is without a day; call it before `bulk_create`."""
        if self.due_date is None:
            self.due_date = self.received_date + deadlines.GRIEVANCE_REPLY
