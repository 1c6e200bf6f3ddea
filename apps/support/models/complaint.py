from typing import ClassVar

from django.db import models

from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id
from apps.support.states import ComplaintSource


class ComplaintQuerySet(InvalidatesCacheQuerySet["Complaint"]):
    pass


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
    resolved_date = models.DateField("resolved on", null=True, blank=True)
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
